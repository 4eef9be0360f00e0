"""Balanced ifs, four deep."""


def work(n):
    a = b = c = 0
    for i in range(n):
        if i & 1:
            if i & 2:
                if i & 4:
                    a += 1 if i & 8 else 2
                else:
                    b += 3 if i & 8 else 4
            elif i & 4:
                c += 5 if i & 8 else 6
            else:
                a += b & 7
        elif i & 2:
            if i & 4:
                b += c & 7
            else:
                c += a & 7
        elif i & 4:
            a += 7 if i & 8 else 8
        else:
            b += 9
        a &= 1048575
    return a, b, c


def bench():
    return work(2000000)


if __name__ == "__main__":
    print(bench())
