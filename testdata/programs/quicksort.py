"""Sorting in place by partitions: swaps, recursion, while loops."""
import sys
import time


def quicksort(a, lo, hi):
    while lo < hi:
        pivot = a[(lo + hi) >> 1]
        i = lo
        j = hi
        while i <= j:
            while a[i] < pivot:
                i += 1
            while a[j] > pivot:
                j -= 1
            if i <= j:
                a[i], a[j] = a[j], a[i]
                i += 1
                j -= 1
        if j - lo < hi - i:
            quicksort(a, lo, j)
            lo = i
        else:
            quicksort(a, i, hi)
            hi = j


def numbers(n, seed):
    out = []
    for i in range(n):
        seed = (seed * 16807) % 2147483647
        out.append(seed % 100000)
    return out


if sys.argv[1:2] == ["--bench"]:
    NUMBERS = numbers(80000, 1)


def bench():
    a = NUMBERS[:]
    quicksort(a, 0, len(a) - 1)
    return a[0], a[len(a) // 2], a[-1]


def check(a):
    b = sorted(a)
    quicksort(a, 0, len(a) - 1)
    return a == b


def main(size=20000):
    a = numbers(size, 3)
    print(check(a), a[:5], a[-5:])
    f = [x / 7 for x in numbers(size // 4, 4)]
    print(check(f), f[:3], f[-3:])
    s = [str(x) for x in numbers(size * 3 // 20, 5)]
    print(check(s), s[:5], s[-5:])


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
