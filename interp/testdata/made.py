"""Calls of classes with an __init__, of one class, of two and of twelve in turn.

kernels.py says what its arguments are, and what it prints."""


def by_keyword(values, rounds):
    n = 0
    for r in range(rounds):
        for c in values:
            n += c(r, b=1).a
    return n


def behind_star(values, rounds):
    n, t = 0, (1, 2)
    for r in range(rounds):
        for c in values:
            n += c(*t).b
    return n


def make(c, *args, **kwargs):
    return c(*args, **kwargs)


def forwarded(values, rounds):
    n = 0
    for r in range(rounds):
        for c in values:
            n += make(c, r, b=2).b
    return n


class Collects:
    def __init__(self, *args, c=3, **rest):
        self.args, self.c = args, c


def collected(values, rounds):
    n = 0
    for r in range(rounds):
        for c in values:
            n += Collects(c, r).c
    return n


def cycle(k, n):
    classes = []
    for i in range(k):
        class C:
            def __init__(self, a, b, c=i):
                self.a, self.b, self.c = a, b, c
        C.__init__.__code__ = C.__init__.__code__.replace(co_name="init%d" % i)
        classes.append(C)
    return [classes[i % k] for i in range(n)]


KERNELS = {"by_keyword": by_keyword, "behind_star": behind_star, "forwarded": forwarded, "collected": collected}

if __name__ == "__main__":
    from kernels import measure
    measure(KERNELS, lambda count: cycle(count, 600))
