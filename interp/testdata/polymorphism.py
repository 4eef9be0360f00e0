"""An operation that sees one, two, three and five types of operand.

polymorphism.py KERNEL TYPES ROUNDS prints the median time of an iteration."""
import sys
import time


def add(values, rounds):
    n = 0
    for r in range(rounds):
        for a in values:
            c = a + a
            n = n + 1
    return n, c


def double(values, rounds):
    n = 0
    for r in range(rounds):
        for a in values:
            c = a * 2
            n = n + 1
    return n, c


def less(values, rounds):
    n = 0
    for r in range(rounds):
        for a in values:
            if a < a:
                n = n + 2
            n = n + 1
    return n


def equal(values, rounds):
    n = 0
    for r in range(rounds):
        for a in values:
            if a == a:
                n = n + 1
    return n


def truth(values, rounds):
    n = 0
    for r in range(rounds):
        for a in values:
            if a:
                n = n + 1
    return n


KINDS = (7, 2.5, "ab", [1], (1, 2), 1 << 70)


def cycle(kinds, n):
    return [KINDS[i % kinds] for i in range(n)]


if __name__ == "__main__":
    kernel = globals()[sys.argv[1]]
    kinds = int(sys.argv[2])
    rounds = int(sys.argv[3])
    v = cycle(kinds, 600)
    kernel(v, 200)
    times = []
    for i in range(7):
        start = time.perf_counter()
        kernel(v, rounds)
        times.append((time.perf_counter() - start) / (rounds * 600) * 1e9)
    times.sort()
    print("%s %d %.1f ns" % (kernel.__name__, kinds, times[3]))
