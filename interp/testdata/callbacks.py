"""Functions in Python that builtin functions call for each element of a list of 3 or of 600, and generators that they run over.

kernels.py says what its arguments are, and what it prints."""
from _functools import reduce
from _operator import itemgetter


def sort(v, rounds):
    for r in range(rounds):
        n = sorted(v, key=lambda x: x & r)[0]
    return n


def sort_in_place(v, rounds):
    for r in range(rounds):
        v.sort(key=lambda x: x ^ r)
    return v[0]


def maximum(v, rounds):
    n = 0
    for r in range(rounds):
        n += max(v, key=lambda x: x ^ r)
    return n


def minimum_of_generator(v, rounds):
    n = 0
    for r in range(rounds):
        n += min((x + 1 for x in v), key=lambda x: x ^ r)
    return n


def fold(v, rounds):
    n = 0
    for r in range(rounds):
        n += reduce(lambda a, b: a ^ b, v)
    return n


def mapped(v, rounds):
    n = 0
    for r in range(rounds):
        for x in map(lambda x: x ^ r, v):
            n += x
    return n


def map_sum(v, rounds):
    n = 0
    for r in range(rounds):
        n += sum(map(lambda x: x ^ r, v))
    return n


def map_list(v, rounds):
    n = 0
    for r in range(rounds):
        n += list(map(lambda x: x ^ r, v))[-1]
    return n


def filtered(v, rounds):
    n = 0
    for r in range(rounds):
        for x in filter(lambda x: x & 1, v):
            n += x
    return n


def mapped_pairs(v, rounds):
    n = 0
    for r in range(rounds):
        for x in map(lambda x, y: x + y, v, v):
            n += x
    return n


def zip_mapped(v, rounds):
    n = 0
    for r in range(rounds):
        for x, y in zip(map(lambda x: x ^ r, v), v):
            n += x + y
    return n


def zip_generators(v, rounds):
    n = 0
    for r in range(rounds):
        for x, y in zip((x ^ r for x in v), (x + r for x in v)):
            n += x + y
    return n


def enumerate_mapped(v, rounds):
    n = 0
    for r in range(rounds):
        for i, x in enumerate(map(lambda x: x ^ r, v)):
            n += i + x
    return n


def map_mapped(v, rounds):
    n = 0
    for r in range(rounds):
        for x in map(lambda x: x ^ r, map(lambda x: x + r, v)):
            n += x
    return n


def extend(v, rounds):
    for r in range(rounds):
        n = []
        n.extend(x ^ r for x in v)
    return len(n)


def display(v, rounds):
    for r in range(rounds):
        n = [*(x ^ r for x in v)]
    return len(n)


def minimum_or_default(v, rounds):
    n = 0
    for r in range(rounds):
        n += min((x ^ r for x in v), default=0)
    return n


def absolutes(v, rounds):
    n = 0
    for r in range(rounds):
        n += list(map(abs, v))[-1]
    return n


def by_getter(v, rounds):
    pairs = [(x, x) for x in v]
    n = 0
    for r in range(rounds):
        n += max(pairs, key=itemgetter(0))[1]
    return n


def total(v, rounds):
    n = 0
    for r in range(rounds):
        n += sum(x ^ r for x in v)
    return n


def distinct(v, rounds):
    n = 0
    for r in range(rounds):
        n += len(set(x & 7 for x in v))
    return n


def every(v, rounds):
    n = 0
    for r in range(rounds):
        n += all(x >= 0 for x in v)
    return n


def greatest(v, rounds):
    n = 0
    for r in range(rounds):
        n += max(x ^ r for x in v)
    return n


def tupled(v, rounds):
    n = 0
    for r in range(rounds):
        n += len(tuple(x ^ r for x in v))
    return n


def made(v, rounds):
    def odd():
        for x in v:
            if x & 1:
                yield x
    n = 0
    for r in range(rounds):
        for x in odd():
            n += x
    return n


KERNELS = {f.__name__: f for f in (total, distinct, every, greatest, tupled, made, extend, display, minimum_or_default, sort, sort_in_place, maximum, minimum_of_generator, fold, mapped, map_sum,
                                   map_list, filtered, mapped_pairs, absolutes, by_getter, zip_mapped, zip_generators, enumerate_mapped, map_mapped)}


def numbers(size):
    return [i * 7 % size for i in range(size)]


if __name__ == "__main__":
    import kernels
    kernels.measure(KERNELS, numbers)
