"""Twelve balanced diamonds in a row: each bit of a counter, all 4096 ways equally often."""


def work(n, shift):
    a = 0
    b = 0
    for i in range(n):
        x = i >> shift
        if x & 1:
            a += 1
        else:
            b += 2
        if x & 2:
            a += 2
        else:
            b += 3
        if x & 4:
            a += 3
        else:
            b += 4
        if x & 8:
            a += 4
        else:
            b += 5
        if x & 16:
            a += 5
        else:
            b += 6
        if x & 32:
            a += 6
        else:
            b += 7
        if x & 64:
            a += 7
        else:
            b += 8
        if x & 128:
            a += 8
        else:
            b += 9
        if x & 256:
            a += 9
        else:
            b += 10
        if x & 512:
            a += 10
        else:
            b += 11
        if x & 1024:
            a += 11
        else:
            b += 12
        if x & 2048:
            a += 12
        else:
            b += 13
    return a, b


def bench():
    return work(1000000, 0)


if __name__ == "__main__":
    print(bench())
