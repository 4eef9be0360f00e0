"""Special methods in Python that instructions call, of instances of one class, two and twelve.

kernels.py says what its arguments are, and what it prints."""


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


def items(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            for x in o.row:
                n += x
    return n


def delegate(values):
    for o in values:
        yield from o


def delegated(values, rounds):
    n = 0
    for r in range(rounds):
        for x in delegate(values):
            n += x
    return n


def text(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += len(str(o))
    return n


def formatted(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += len(f"{o}{o!r}")
    return n


def shown(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += len(repr(o))
    return n


def summed(values, rounds):
    n = 0
    for r in range(rounds):
        for o in values:
            n += sum(o)
    return n


def make(k):
    class Row:
        def __init__(self, items):
            self.items = items

        def __getitem__(self, i):
            return self.items[i]

    class C:
        def __init__(self, n):
            self.n = n
            self.items = [n, k]
            self.row = Row(self.items)

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

        def __str__(self):
            return "text"

        def __repr__(self):
            return "C()"
    return C


CLASSES = [make(k) for k in range(12)]


def cycle(n, size=600):
    return [CLASSES[i % n](i) for i in range(size)]


KERNELS = {"setitem": setitem, "len": length, "contains": contains, "truth": truth, "negative": negative, "iter": iterate,
           "items": items, "delegated": delegated, "str": text, "format": formatted,
           "repr": shown, "sum": summed}

if __name__ == "__main__":
    import kernels
    kernels.measure(KERNELS, cycle)
