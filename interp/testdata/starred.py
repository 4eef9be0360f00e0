"""Calls with arguments behind stars, of one function, of two and of twelve in turn.

kernels.py says what its arguments are, and what it prints."""


def tuples(values, rounds):
    n, t = 0, (1, 2)
    for r in range(rounds):
        for f in values:
            n += f(*t)
    return n


def lists(values, rounds):
    n, t = 0, [1, 2]
    for r in range(rounds):
        for f in values:
            n += f(*t)
    return n


def wrapper(f, *args, **kwargs):
    return f(*args, **kwargs)


def wrapped(values, rounds):
    n = 0
    for r in range(rounds):
        for f in values:
            n += wrapper(f, r, 1)
    return n


class Forwards:
    def __init__(self):
        self.n = 0

    def add(self, f, args):
        self.n += f(*args)

    def forward(self, f, *args, **kwargs):
        self.add(f, args, **kwargs)


def methods(values, rounds):
    o = Forwards()
    for r in range(rounds):
        for f in values:
            o.forward(f, r, 2)
    return o.n


def builtins(values, rounds):
    n, t = 0, (1, 2)
    for r in range(rounds):
        for f in values:
            n += max(*t)
    return n


def cycle(k, n):
    functions = []
    for i in range(k):
        def add(a, b, c=i):
            return a + b + c
        add.__code__ = add.__code__.replace(co_name="add%d" % i)
        functions.append(add)
    return [functions[i % k] for i in range(n)]


KERNELS = {"tuples": tuples, "lists": lists, "wrapped": wrapped, "methods": methods, "builtins": builtins}

if __name__ == "__main__":
    from kernels import measure
    measure(KERNELS, lambda count: cycle(count, 600))
