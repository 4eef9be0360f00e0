"""Trees of tuples built and walked: recursion, allocation, garbage."""
import sys
import time


def build(depth):
    if depth == 0:
        return (None, None)
    return (build(depth - 1), build(depth - 1))


def check(tree):
    left, right = tree
    if left is None:
        return 1
    return 1 + check(left) + check(right)


def trees(depth):
    counts = []
    for d in range(4, depth + 1, 2):
        n = 1 << (depth - d + 2)
        t = 0
        for i in range(n):
            t += check(build(d))
        counts.append((d, n, t))
    return counts


def bench():
    return trees(14)


def main(size=12):
    long_lived = build(size - 2)
    for d, n, t in trees(size):
        print(n, "trees of depth", d, "check", t)
    print(check(long_lived))


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
