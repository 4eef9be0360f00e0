"""A sum of integers kept below 2**30 by a mask."""
import sys
import time


def intsum(n):
    s = 0
    for i in range(n):
        s = (s + (i ^ 0x55) * 3) & 0x3FFFFFFF
    return s


def bench():
    return intsum(2000000)


def main(size=1500000):
    for n in (0, 1, 10, size // 1500, size // 15, size):
        print(n, intsum(n))


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
