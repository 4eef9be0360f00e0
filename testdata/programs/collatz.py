"""The longest Collatz sequence below a bound: integer arithmetic, a branch that goes both ways."""
import sys
import time


def collatz(bound):
    best = 0
    at = 0
    for start in range(1, bound):
        n = start
        steps = 0
        while n != 1:
            if n & 1:
                n = 3 * n + 1
            else:
                n >>= 1
            steps += 1
        if steps > best:
            best = steps
            at = start
    return at, best


def bench():
    return collatz(20000)


def main(size=20000):
    for bound in (2, 10, size // 20, size):
        print(bound, collatz(bound))


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
