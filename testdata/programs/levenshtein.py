"""Edit distances by rows: str indexing, min, lists of ints."""
import sys
import time


def levenshtein(a, b):
    before = list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        row = [i]
        for j in range(1, len(b) + 1):
            d = before[j - 1]
            if a[i - 1] != b[j - 1]:
                d += 1
            if before[j] + 1 < d:
                d = before[j] + 1
            if row[j - 1] + 1 < d:
                d = row[j - 1] + 1
            row.append(d)
        before = row
    return before[-1]


def word(n, seed):
    s = ""
    for i in range(n):
        seed = (seed * 1664525 + 1013904223) % 4294967296
        s += "acgt"[seed >> 30]
    return s


if sys.argv[1:2] == ["--bench"]:
    LEFT = word(600, 1)
    RIGHT = word(600, 2)


def bench():
    return levenshtein(LEFT, RIGHT)


def main(size=350):
    print(levenshtein("kitten", "sitting"), levenshtein("", "abc"), levenshtein("Käse", "Hase"), levenshtein("x", "x"))
    for n in (size // 7, size * 4 // 7, size):
        print(n, word(20, n), levenshtein(word(n, n), word(n + 3, n + 1)))


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
