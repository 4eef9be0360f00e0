"""Dynamic time warping: how far two curves are from each other if time may be stretched."""
import sys
import time


def curve(n, seed):
    points = []
    x = 0.0
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        x = x * 0.9 + (seed - 0x40000000) / 0x40000000
        points.append(x)
    return points


def distance(a, b):
    far = 1e300
    last = [0.0] + [far] * len(b)
    for x in a:
        row = [far]
        left = far
        for j in range(len(b)):
            best = last[j]
            up = last[j + 1]
            best = up if up < best else best
            if left < best:
                best = left
            d = x - b[j]
            left = best + (d if d > 0.0 else -d)
            row.append(left)
        last = row
    return last[len(b)]


def run(n):
    return distance(curve(n, 42), curve(n, 7))


def bench():
    return run(400)


def main(size=160):
    for n in (1, size // 4, size):
        print(n, run(n))


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
