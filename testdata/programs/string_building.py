"""Strings made piece by piece: concatenation, join, f-strings, % and slices."""
import sys
import time


def concatenated(n):
    s = ""
    for i in range(n):
        s += chr(97 + i % 26)
        if i % 50 == 49:
            s += str(i)
    return s


def joined(n):
    parts = []
    for i in range(n):
        parts.append(f"{i % 1000:04d}:{i * 0.5:.2f}")
    return ";".join(parts)


def formatted(n):
    size = 0
    for i in range(n):
        size += len("%s-%05d-%x" % ("item", i, i * 37))
    return size


def reversed_words(s):
    out = []
    for word in s.split(";"):
        out.append(word[::-1])
    return " ".join(out)


def bench():
    a = concatenated(50000)
    b = joined(50000)
    return len(a), len(b), formatted(50000), len(reversed_words(b))


def main(size=30000):
    a = concatenated(size)
    b = joined(size * 2 // 3)
    print(len(a), a[:80], a[-20:])
    print(len(b), b[:60], b[-30:])
    print(formatted(size * 2 // 3), reversed_words(b)[:60])
    print(concatenated(size // 100).upper().translate({65: "_", 66: None}))


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
