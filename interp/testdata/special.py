"""Special methods in Python that instructions call, of instances of one class, two and twelve.

special.py KERNEL CLASSES ROUNDS prints the median time of an iteration."""
import sys
import time


def setitem(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            o[1] = n
            n += 1
    return n + values[7].items[1]


def length(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += len(o)
    return n


def contains(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            if r in o:
                n += 1
    return n


def truth(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            if o:
                n += 1
    return n


def negative(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += -o
    return n


def iterate(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            for x in o:
                n += 1
    return n


def make(k):
    class C:
        def __init__(self, n):
            self.n = n
            self.items = [n, k]

        def __setitem__(self, i, x):
            self.items[i] = x

        def __len__(self):
            return self.n

        def __contains__(self, x):
            return x < self.n

        def __bool__(self):
            return self.n > 5

        def __neg__(self):
            return self.n

        def __iter__(self):
            return iter(self.items)
    return C


CLASSES = [make(k) for k in range(12)]


def cycle(n, size):
    return [CLASSES[i % n](i) for i in range(size)]


KERNELS = {"setitem": setitem, "len": length, "contains": contains, "truth": truth, "negative": negative, "iter": iterate}

if __name__ == "__main__":
    kernel = KERNELS[sys.argv[1]]
    classes = int(sys.argv[2])
    rounds = int(sys.argv[3])
    v = cycle(classes, 600)
    kernel(v, 200)
    times = []
    for i in range(7):
        start = time.perf_counter()
        kernel(v, rounds)
        times.append((time.perf_counter() - start) / (rounds * 600) * 1e9)
    times.sort()
    print("%s %d %.1f ns" % (sys.argv[1], classes, times[3]))
