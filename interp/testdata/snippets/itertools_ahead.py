# Iterators of itertools, zips and enumerates over iterators that say what comes next, and over others.
from itertools import (accumulate, batched, chain, combinations, combinations_with_replacement, compress, count, cycle, groupby, islice, pairwise, permutations,
                       product, repeat, starmap, takewhile, tee, zip_longest)


class Key:
    def __init__(self, k):
        self.k = k

    def __eq__(self, other):
        return self.k == other.k

    def __bool__(self):
        return self.k != 1

    def __hash__(self):
        return 1

    def __repr__(self):
        return f"Key({self.k})"


def numbers(n):
    for i in range(n):
        yield i


def failing(n):
    yield from range(n)
    raise ValueError("failing")


nan = float("nan")
sources = [
    lambda: [], lambda: [1], lambda: [1, 1, 2, 2, 2, 3, 1, 1], lambda: (0, 0, 1, True, 1.0, 2), lambda: "aabbbcaaé", lambda: "xxxyz", lambda: b"aab\0", lambda: bytearray(b"aabc"),
    lambda: range(7), lambda: range(9, -4, -3), lambda: range(2**47, 2**47 + 3), lambda: range(2**60, 2**60 + 4), lambda: {1: 2, 3: 4, 5: 6}, lambda: {1: 2, 3: 4}.items(), lambda: {7},
    lambda: numbers(6), lambda: failing(4), lambda: map(str, [1, 1, 2]), lambda: iter([3, 3, 4]), lambda: reversed([1, 2, 2]), lambda: repeat(4, 3), lambda: islice(count(5), 4),
    lambda: islice(cycle("abc"), 7), lambda: islice(cycle([]), 7), lambda: islice(count(1, -2), 5), lambda: islice(count(2**48 - 2), 5), lambda: islice(repeat(None), 2), lambda: chain("ab", [1, 1]),
    lambda: [nan, nan, 1.5, 1.5], lambda: [Key(1), Key(1), Key(2), Key(3)], lambda: [2**70, 2**70, 2**71], lambda: ["a", "a", b"a", None, None], lambda: zip("ab", count()), lambda: enumerate("ab"),
    lambda: permutations([1, 2, 3], 2), lambda: combinations("abcd", 2), lambda: islice(count(0.5), 3), lambda: range(0), lambda: "", lambda: pairwise("abca"), lambda: [[1], [1], [2]],
]


def groups(x):
    return [(k, list(g)) for k, g in groupby(x)]


def some_groups(x):
    out = []
    for i, (k, g) in enumerate(groupby(x)):
        out.append(k)
        if i % 2:
            out.append(next(g, "none"))
            if i % 4 == 1:
                out.append(list(g))
    return out


def kept_groups(x):
    kept = list(groupby(x))
    return [(k, list(g)) for k, g in kept]


def teed(x):
    a, b, c = tee(x, 3)
    out = [next(a, None), next(b, None)]
    for u, v in zip(a, b):
        out.append((u, v))
    return out + list(c) + list(a)


def tee_copied(x):
    a, b = tee(x)
    first = next(a, None)
    from copy import copy
    c = copy(a)
    return first, list(c), list(a), list(b)


def batches(x):
    out = []
    for b in batched(x, 3):
        out.append(b)
    return out


def strict(x):
    return list(batched(x, 2, strict=True))


def unpacked(x):
    out = 0
    for a, b in batched(x, 2):
        out += 1
    return out


def looped(make):
    def run(x):
        out = []
        for y in make(x):
            out.append(y)
        return out
    return run


uses = [
    groups, some_groups, kept_groups, teed, tee_copied, batches, strict, unpacked,
    looped(lambda x: batched(x, 1)), looped(lambda x: batched(x, 40)), groups,
    looped(lambda x: islice(x, 3)), looped(lambda x: islice(x, 1, None)), looped(lambda x: islice(x, 1, 6, 2)), looped(lambda x: islice(x, 0, None, 3)), looped(lambda x: islice(x, 5, 3)),
    looped(lambda x: islice(islice(x, 1, 5), 1, 3)), looped(pairwise), looped(lambda x: chain([9], x, (8, 7), "", "zé", x)), looped(lambda x: chain.from_iterable([[1, 2], x, [], x, (3,)])),
    looped(lambda x: chain(x)), looped(lambda x: compress(x, [1, 0, True, False, 2, 1])), looped(lambda x: compress(x, cycle([0, 1]))), looped(lambda x: compress("abcdefgh", x)),
    looped(lambda x: compress(count(), x)), looped(lambda x: accumulate(x)), looped(lambda x: accumulate(x, initial=0)), looped(lambda x: accumulate(x, lambda a, b: (a, b), initial="i")),
    looped(lambda x: zip(x, count())), looped(lambda x: zip(count(3), x, repeat("r"))), looped(lambda x: zip(cycle("ab"), x, range(3), (1, 2, 3, 4))), looped(lambda x: zip(x)),
    looped(lambda x: zip(x, x)), looped(lambda x: zip(*[iter(x)] * 2)), looped(lambda x: zip(x, "abc", strict=True)), looped(lambda x: enumerate(zip(x, x), 5)),
    looped(lambda x: enumerate(islice(x, 4))), looped(lambda x: enumerate(pairwise(x))), looped(lambda x: enumerate(chain(x, x))), looped(lambda x: enumerate(batched(x, 2))),
    looped(lambda x: zip_longest(x, "ab")), looped(lambda x: islice(permutations(x, 2), 4)), looped(lambda x: islice(combinations(x, 2), 1, 4)), looped(lambda x: islice(product(x, x), 2, None, 5)),
    looped(lambda x: combinations_with_replacement(x, 2)), looped(lambda x: islice(permutations(x), 3, 9)), lambda x: sum(1 for _ in permutations(x, 3)),
    lambda x: list(islice(x, 2)), lambda x: tuple(islice(x, 1, 4)), lambda x: list(chain(x, "ab")), lambda x: dict(zip(count(), x)), lambda x: sum(islice(count(), 2)), lambda x: max(islice(x, 3)),
    lambda x: sorted(str(type(y)) for y in compress(x, repeat(1))), lambda x: list(accumulate(x)), lambda x: list(batched(x, 2)), lambda x: [*pairwise(x)], lambda x: list(enumerate(zip(x, count()))),
]


def shown(x):
    r = repr(x)
    return r if "object at" not in r else type(x).__name__


def checksum(h, s):
    for c in s:
        h = (h * 1000003 + ord(c)) & (2**61 - 1)
    return h


for n, use in enumerate(uses):
    h, sample = 0, ""
    for turn in range(3):
        for make in sources:
            for again in range(3):
                x = make()
                try:
                    text = shown(use(x)) if again < 2 else shown(use(iter(x)))
                except (TypeError, ValueError, RuntimeError) as e:
                    text = f"{type(e).__name__}: {e}"
                h = checksum(h, text)
                if n in (0, 3, 5) and turn == 2 and make is sources[2]:
                    sample = text
    print(n, h, sample)


# What changes while it is iterated.
def changing(make):
    l = [1, 2, 3, 4]
    out = []
    for i, x in enumerate(make(l)):
        out.append(x if not isinstance(x, tuple) or len(x) < 2 or isinstance(x[1], int) else x[0])
        if i < 3:
            l.append(10 + i)
        elif i == 3:
            del l[2:]
        if i > 20:
            break
    return out


for _ in range(20):
    lines = [changing(f) for f in (pairwise, lambda l: batched(l, 2), lambda l: islice(l, 1, None, 2), lambda l: chain(l, l), lambda l: compress(l, repeat(1)), lambda l: accumulate(l, initial=5),
                                   lambda l: zip(l, count(), l), lambda l: groupby(l), lambda l: tee(l)[0], lambda l: zip(l, l), lambda l: islice(cycle(l), 11))]
print(lines)


# One iterator under several.
def shared():
    it = iter(range(20))
    a, b = islice(it, 3), islice(it, 1, 4)
    out = [next(a), next(b), next(a), next(b), list(zip(a, b)), list(batched(it, 4))]
    it = iter([1, 2, 3, 4, 5])
    out.append(list(compress(it, it)))
    it = count()
    out += [list(islice(zip(it, it), 3)), next(it), list(islice(it, 2, 5)), next(it), list(islice(it, 0)), next(it)]
    c = cycle([1, 2, 3])
    out += [list(islice(c, 7)), list(islice(c, 2, 12, 3)), next(c)]
    r = repeat("r", 5)
    out += [list(islice(r, 1, 3)), list(r), list(r)]
    g = groupby("aaabbc")
    k, first = next(g)
    out += [k, next(first)]
    k, second = next(g)
    out += [k, list(first), list(second), list(second), next(g)[0], list(g)]
    s = islice([1, 2, 3], 2)
    out += [list(s), list(s), next(s, "end")]
    p = pairwise([1, 2])
    out += [list(p), next(p, "end")]
    b = batched([1, 2, 3], 2)
    out += [next(b), next(b), next(b, "end"), next(b, "end")]
    return out


for _ in range(100):
    lines = shared()
print(lines)


# Slices that pass many elements.
def passed():
    perms = islice(permutations(range(8)), 5039, None)
    a = next(perms)
    b = next(islice(permutations(range(10), 3), 700, None))
    c = list(islice(combinations(range(30), 4), 20000, 20003))
    d = list(islice(product("ab", repeat=9), 500, None, 7))
    e = list(islice(permutations("ab"), 5, None)) + list(islice(combinations("abc", 2), 3, None)) + list(islice(product("ab", "c"), 9, 10))
    f = next(islice(count(10, 3), 100000, None)), next(islice(range(10**6), 999999, None)), next(islice("ab" * 5000, 9999, None)), next(islice(range(10), 20, None), "none")
    return a, b, c, d, e, f, next(islice(numbers(3000), 2500, None)), list(islice(combinations_with_replacement("abc", 3), 7, 99))


for _ in range(3):
    lines = passed()
print(lines)


class Counts(count):
    pass


class Slices(islice):
    def __next__(self):
        return ("sliced", super().__next__())


print(list(islice(Counts(3), 4)), list(zip("ab", Counts(1))), list(Slices("abc", 2)), list(zip(Slices("abc", 2), "xy")))
