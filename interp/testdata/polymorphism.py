"""An operation that sees one, two, three and five types of operand.

kernels.py says what its arguments are, and what it prints."""


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


def cycle(kinds, n=600):
    return [KINDS[i % kinds] for i in range(n)]


KERNELS = {f.__name__: f for f in (add, double, less, equal, truth)}

if __name__ == "__main__":
    import kernels
    kernels.measure(KERNELS, cycle)
