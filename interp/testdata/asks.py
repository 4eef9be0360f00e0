"""Builtin functions that find a function in Python by their arguments, of instances of one class and two.

kernels.py says what its arguments are, and what it prints."""
import _heapq as heapq
import _operator as operator
import math


def kernel(f):
    def run(values, rounds):
        n = 0
        for r in range(rounds):
            for o in values:
                n += f(o)
        return n
    return run


def method(name):
    return kernel({
        "float": lambda o: float(o),
        "int": lambda o: int(o),
        "index": lambda o: len(hex(o)),
        "abs": lambda o: abs(o),
        "round": lambda o: round(o, 1) + round(o),
        "floor": lambda o: math.floor(o),
        "sqrt": lambda o: math.sqrt(o),
        "format": lambda o: len(format(o, "x")),
        "getattr": lambda o: getattr(o, "size") + getattr(o.row, "other", 3) + getattr(o.asked, "other", 3),
        "hasattr": lambda o: hasattr(o, "size") + hasattr(o.asked, "other"),
        "sorted": lambda o: sorted(o.row)[0].n,
        "sort": lambda o: o.row.sort() or o.row[0].n,
        "min": lambda o: min(o, o.row[1]).n + max(o.row).n,
        "search": lambda o: o.row.index(o.row[2]) + o.row.count(o),
        "set": lambda o: len(set(o.row)) + len({x for x in o.row}) + len({x: 1 for x in o.row}),
        "sum": lambda o: sum(o.row, o).n,
        "next": lambda o: next(o, 2),
        "setattr": lambda o: setattr(o, "put", 3) or o.n,
        "operator": lambda o: operator.add(o, o).n + operator.lt(o, o),
        "heap": lambda o: heapq.heappushpop(o.row, o).n,
    }[name])


NAMES = ["float", "int", "index", "abs", "round", "floor", "sqrt", "format", "getattr", "hasattr", "sorted", "sort", "min", "search", "set", "sum", "next", "setattr", "operator", "heap"]


def make(k):
    class Asked:
        def __getattr__(self, name):
            return len(name)

    class C:
        def __init__(self, n):
            self.n, self.asked = n, Asked()
            self.row = [self, self, self] if n < 3 else [CLASSES[k](2), CLASSES[k](0), CLASSES[k](1)]

        def __float__(self):
            return self.n + 0.5

        def __int__(self):
            return self.n + k

        def __index__(self):
            return self.n

        def __abs__(self):
            return self.n

        def __round__(self, digits=0):
            return self.n + digits

        def __floor__(self):
            return self.n

        def __format__(self, spec):
            return spec

        def __lt__(self, other):
            return self.n < other.n

        def __gt__(self, other):
            return self.n > other.n

        def __eq__(self, other):
            return self.n == other.n

        def __hash__(self):
            return self.n

        def __add__(self, other):
            return other

        def __next__(self):
            return self.n

        def put_it(self, x):
            self.n = self.n | x & 1

        put = property(None, put_it)

        @property
        def size(self):
            return self.n
    return C


CLASSES = [make(k) for k in range(2)]


def cycle(n, size=600):
    return [CLASSES[i % n](i) for i in range(size)]


KERNELS = {name: method(name) for name in NAMES}

if __name__ == "__main__":
    import kernels
    kernels.measure(KERNELS, cycle)
