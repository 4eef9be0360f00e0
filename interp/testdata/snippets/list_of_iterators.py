# Lists of what iterators of itertools and others have left, also of such that stop in the middle, and that use the list.
import itertools as it

v = [1, 2, 3, 4, 5]
for i in range(3):
    print(list(it.islice(v, 3)), list(it.islice(v, 1, None, 2)), list(it.accumulate(v)), list(it.chain(v, (6,), "ab")), list(it.chain(*[v, v])))
    print(list(it.combinations(v, 4)), list(it.permutations("abc", 2)), list(it.product("ab", v[:2])), list(it.pairwise(v)), list(it.batched(v, 2)))
    print(list(it.compress(v, [1, 0, 1])), list(it.repeat(7, 3)), list(it.zip_longest(v, "ab")), list(enumerate("ab", 3)), list(zip(v, "abc")), list(reversed(v)))
    print([list(g) for _, g in it.groupby("aabccc")], list(iter("héé")), list({}.keys()), list(iter(range(3, 200, 70))), list(bytes(3)))
l = [1]
l.extend(it.islice(l, 1))
print(l)
l = [1, 2]
l += it.islice(it.chain(l, [9]), 6)
print(l)


def broken():
    yield 1
    yield 2
    raise KeyError("x")


for make in (lambda: it.chain([0], broken()), lambda: it.islice(it.chain([5], broken()), 9), lambda: map(int, ["1", "x"]), lambda: zip([1, 2], broken())):
    l = []
    try:
        l.extend(make())
    except Exception as e:
        print(type(e).__name__, e, l)
d = {"a": 1, "b": 2}
i = iter(d)
l = []
try:
    next(i)
    d["c"] = 3
    l.extend(i)
except RuntimeError as e:
    print(e, l)
i = it.count(1)
print(list(it.islice(i, 200))[-1], next(i))


class Hint:
    def __init__(self, hint):
        self.hint, self.n = hint, 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise StopIteration
        return self.n

    def __length_hint__(self):
        if isinstance(self.hint, Exception):
            raise self.hint
        return self.hint


for hint in (0, 5, -1, 10**30, "x", NotImplemented, TypeError("no"), ValueError("bad")):
    try:
        print(list(Hint(hint)))
    except Exception as e:
        print(type(e).__name__, e)
