"""The game of life on lists of lists: comprehensions, neighbours, modular indices."""
import sys
import time


def grid(width, height, seed):
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            seed = (seed * 48271) % 2147483647
            row.append(1 if seed % 3 == 0 else 0)
        rows.append(row)
    return rows


def step(g):
    height = len(g)
    width = len(g[0])
    new = []
    for y in range(height):
        up = g[y - 1]
        here = g[y]
        down = g[(y + 1) % height]
        row = []
        for x in range(width):
            left = x - 1
            right = (x + 1) % width
            n = up[left] + up[x] + up[right] + here[left] + here[right] + down[left] + down[x] + down[right]
            row.append(1 if n == 3 or n == 2 and here[x] else 0)
        new.append(row)
    return new


def run(width, height, steps):
    g = grid(width, height, 99)
    for i in range(steps):
        g = step(g)
    return g


def bench():
    return sum([sum(row) for row in run(64, 64, 120)])


def main(size=200):
    g = run(48, 20, size)
    for row in g:
        print("".join([".#"[c] for c in row]))
    print(sum([sum(row) for row in g]))


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
