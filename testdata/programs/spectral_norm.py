"""The spectral norm of an infinite matrix: calls of a small function in nested loops."""
import sys
import time


def a(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def mul_av(v, out):
    n = len(v)
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += a(i, j) * v[j]
        out[i] = s


def mul_atv(v, out):
    n = len(v)
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += a(j, i) * v[j]
        out[i] = s


def spectral_norm(n, rounds):
    u = [1.0] * n
    v = [0.0] * n
    w = [0.0] * n
    for i in range(rounds):
        mul_av(u, w)
        mul_atv(w, v)
        mul_av(v, w)
        mul_atv(w, u)
    vbv = vv = 0.0
    for i in range(n):
        vbv += u[i] * v[i]
        vv += v[i] * v[i]
    return (vbv / vv) ** 0.5


def bench():
    return spectral_norm(100, 10)


def main(size=80):
    for n in (size // 8, size * 3 // 8, size):
        print(n, "%.9f" % spectral_norm(n, 10), spectral_norm(n, 3))


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
