"""Functions whose operands change type while they are hot."""
import sys
import time


def total(values, start):
    t = start
    for v in values:
        t = t + v
    return t


def power_sum(n, base):
    t = base - base
    for i in range(n):
        t = t * base + i
    return t


def largest(values):
    best = values[0]
    for v in values:
        if best < v:
            best = v
    return best


def walk(n):
    x = 1
    kinds = ""
    for i in range(n):
        if i == n // 5:
            x = x + 0.5
            kinds += "f"
        elif i == 2 * n // 5:
            x = int(x) << 70
            kinds += "b"
        elif i == 3 * n // 5:
            x = x % 1000003
            kinds += "i"
        elif i == 4 * n // 5:
            x = x > 5
            kinds += "t"
        x = x + 1
    return x, kinds


def bench():
    n = 40000
    ints = list(range(n))
    floats = [i * 0.25 for i in range(n)]
    mixed = [i if i & 1 else i * 0.5 for i in range(n)]
    out = []
    for values in (ints, floats, mixed, ints):
        out.append(total(values, 0))
        out.append(largest(values))
    big = total(ints, 1 << 80)
    return out, big, len(total(["ab", "c"] * (n // 2), "")), walk(n * 5)


def main(size=5000):
    print(total(range(size), 0), total([i / 8 for i in range(size)], 0), total([i if i % 3 else i / 2 for i in range(size)], 0))
    print(total([True] * size, False), total([1 << 60] * size, 0), total(["x%d" % i for i in range(size)], "")[-12:])
    print(len(total([[i] for i in range(size // 5)], [])), total([(i,) for i in range(size // 5)], ())[-2:])
    print(largest(list(range(size))), largest([i * 1.5 for i in range(size)]), largest([str(i) for i in range(size)]))
    print(largest([i if i & 1 else i + 0.5 for i in range(size)]), largest([(i % 10, i) for i in range(size)]))
    print(power_sum(60, 3), power_sum(60, 0.5), power_sum(300, 1), power_sum(20, True))
    print(walk(5 * size))


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
