"""Words of a text, counted: str methods, dicts, sorting by a key."""
import sys
import time

WORDS = ("the of and a to in is you that it he was for on are as with his they I at be this have from or one had by "
         "word but not what all were we when your can said there use an each which she do how their if").split()


def text(n):
    seed = 7
    parts = []
    for i in range(n):
        seed = (seed * 69069 + 1) & 0xFFFFFFFF
        word = WORDS[(seed >> 16) % len(WORDS)]
        if seed & 0x300000 == 0:
            word = word.capitalize() + ","
        elif i % 11 == 10:
            word += ".\n"
        parts.append(word)
    return " ".join(parts)


def count(s):
    counts = {}
    for line in s.splitlines():
        for word in line.split():
            word = word.strip(".,").lower()
            if word in counts:
                counts[word] += 1
            else:
                counts[word] = 1
    return counts


if sys.argv[1:2] == ["--bench"]:
    TEXT = text(300000)


def bench():
    counts = count(TEXT)
    return max(counts.values()), len(counts)


def main(size=40000):
    s = text(size)
    counts = count(s)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    for word, n in ranked[:12]:
        print(f"{word:>8} {n:5d} {n / size:.3%}")
    print(len(s), len(counts), sum(counts.values()), s.count("\n"), s[:60].replace("\n", "|"))


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
