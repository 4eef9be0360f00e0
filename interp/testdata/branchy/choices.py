"""Balanced branches that nothing predicts, on sums that outgrow 64 bits on either way."""


def work(n, a, b, c):
    seed = 1
    least = most = 0
    for i in range(n):
        seed = seed * 1103515245 + 12345 & 2147483647
        if seed & 65536:
            a += 3
        else:
            b -= 5
        if seed & 131072:
            c = c * 3 & 4294967295
            a -= 1
        else:
            c ^= i
        if seed & 262144:
            least = a if a < b else b
        else:
            most = c if c > b else b
        step = 1 if seed & 524288 else 2 if seed & 1048576 else 4
        b += step
    return a, b, c, least, most


def bench():
    big = (1 << 63) - 1
    return work(300000, 0, 0, 1), work(60000, big - 20000, 5, 1), work(60000, 5, 30000 - big, 2), work(2000, big - 1, big - 3, 3)


if __name__ == "__main__":
    print(bench())
