"""LU decomposition with pivoting, and a solve: triangular loops over floats."""
import sys
import time


def matrix(n):
    m = []
    seed = 101
    for i in range(n):
        row = []
        for j in range(n):
            seed = (seed * 1366 + 150889) % 714025
            row.append(seed / 714025.0)
        m.append(row)
    return m


def decompose(a):
    n = len(a)
    order = list(range(n))
    sign = 1.0
    for k in range(n):
        p = k
        for i in range(k + 1, n):
            if abs(a[i][k]) > abs(a[p][k]):
                p = i
        if p != k:
            a[p], a[k] = a[k], a[p]
            order[p], order[k] = order[k], order[p]
            sign = -sign
        top = a[k]
        pivot = top[k]
        for i in range(k + 1, n):
            row = a[i]
            f = row[k] / pivot
            row[k] = f
            for j in range(k + 1, n):
                row[j] -= f * top[j]
    return order, sign


def solve(a, order, b):
    n = len(a)
    x = [b[p] for p in order]
    for i in range(n):
        for j in range(i):
            x[i] -= a[i][j] * x[j]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            x[i] -= a[i][j] * x[j]
        x[i] /= a[i][i]
    return x


def determinant(a, sign):
    for i in range(len(a)):
        sign *= a[i][i]
    return sign


if sys.argv[1:2] == ["--bench"]:
    MATRIX = matrix(150)


def bench():
    a = [row[:] for row in MATRIX]
    order, sign = decompose(a)
    return determinant(a, sign)


def main(size=80):
    for n in (2, size // 8, size):
        m = matrix(n)
        a = [row[:] for row in m]
        order, sign = decompose(a)
        b = [1.0 + i for i in range(n)]
        x = solve(a, order, b)
        worst = 0.0
        for i in range(n):
            s = 0.0
            for j in range(n):
                s += m[i][j] * x[j]
            worst = max(worst, abs(s - b[i]))
        print(n, determinant(a, sign), order[:6], x[0], x[-1], worst < 1e-9)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--bench"]:
        for i in range(int(sys.argv[2])):
            start = time.perf_counter()
            bench()
            print("warm %.6f" % (time.perf_counter() - start))
        for i in range(int(sys.argv[3])):
            start = time.perf_counter()
            value = bench()
            print("bench %.6f" % (time.perf_counter() - start))
        print("value", repr(value))
    elif sys.argv[1:]:
        main(int(sys.argv[1]))
    else:
        main()
