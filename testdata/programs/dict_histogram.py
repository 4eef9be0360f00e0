"""A histogram in a dict: lookups and stores with int, str and tuple keys."""
import sys
import time


def histogram(n, buckets):
    counts = {}
    seed = 12345
    for i in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        k = (seed >> 8) % buckets
        if k in counts:
            counts[k] += 1
        else:
            counts[k] = 1
    return counts


def by_name(n, names):
    counts = {}
    for i in range(n):
        name = names[i * i % len(names)]
        counts[name] = counts.get(name, 0) + i
    return counts


def by_pair(n):
    counts = {}
    for i in range(n):
        k = (i % 5, i % 7)
        counts[k] = counts.setdefault(k, 0) + 1
    return counts


def bench():
    counts = histogram(500000, 1000)
    top = 0
    for k in counts:
        if counts[k] > top:
            top = counts[k]
    return len(counts), top


def main(size=200000):
    counts = histogram(size, 300)
    print(len(counts), sum(counts.values()), list(counts.items())[:5], sorted(counts.items())[-3:])
    print(by_name(size // 4, ["ash", "birch", "cedar", "douglas", "elm", "fir", "gum"]))
    print(by_pair(size // 4))


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
