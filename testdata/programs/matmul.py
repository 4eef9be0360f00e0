"""The product of two matrices: lists of lists of floats."""
import sys
import time


def matrix(n, seed):
    m = []
    for i in range(n):
        row = []
        for j in range(n):
            seed = (seed * 3877 + 29573) % 139968
            row.append(seed / 139968.0 - 0.5)
        m.append(row)
    return m


def matmul(a, b):
    n = len(a)
    c = [[0.0] * n for i in range(n)]
    for i in range(n):
        ai = a[i]
        ci = c[i]
        for j in range(n):
            s = 0.0
            for k in range(n):
                s += ai[k] * b[k][j]
            ci[j] = s
    return c


def trace(m):
    t = 0.0
    for i in range(len(m)):
        t += m[i][i]
    return t


if sys.argv[1:2] == ["--bench"]:
    A = matrix(120, 42)
    B = matrix(120, 4242)


def bench():
    return trace(matmul(A, B))


def main(size=80):
    for n in (3, size // 4, size):
        a = matrix(n, n)
        b = matrix(n, n + 1)
        c = matmul(a, b)
        print(n, trace(c), c[0][n - 1], c[n - 1][0])


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
