# list() and its like take what a chain has left by the iterators that it goes through, and an iterator of a list or a tuple as a whole.
from itertools import chain, combinations, combinations_with_replacement, permutations, product


def gen(n):
    for i in range(n):
        yield i


l = [1, 2, 3]
c = chain(l, (4, 5), gen(3), {7: 8}, "ab", range(2))
print(next(c), next(c), list(c), list(c), next(c, "end"))
c = chain.from_iterable([l, (), (9,), gen(2)])
print(tuple(c), tuple(c), [*chain(l, l)], sorted(chain(l, [0])), sum(chain(l, l)), set(chain(l, (4,))))
out = [0]
out.extend(chain(l, [out], out[:]))
print(len(out), out[:4])
it = iter(l)
print(next(it), list(it), list(it), next(it, "end"))
it = iter(l)
l.append(4)
print(list(it), [*iter((1, 2))], list(iter([])))
l.append(5)
print(list(it), next(it, "end"))


class Fails:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise LookupError("fails")
        return self.n


out = []
c = chain([1, 2], Fails(2), [3])
try:
    out.extend(c)
except LookupError as e:
    print(e, out)
try:
    print(next(c))
except LookupError as e:
    print(e)
try:
    list(chain([1], 5, [2]))
except TypeError as e:
    print(e)


def uses(n):
    for i in range(n):
        yield i
        yield next(chained, "none")


chained = chain(uses(2), "xy")
try:
    print(list(chained))
except ValueError as e:
    print(e)


class Nested:
    def __init__(self):
        self.left = 3

    def __iter__(self):
        return self

    def __next__(self):
        self.left -= 1
        if self.left < 0:
            raise StopIteration
        return self.left, next(chained, "end") if self.left == 1 else None


chained = chain(Nested(), "pq")
print(list(chained), list(chained))


class Own(chain):
    def __next__(self):
        return "own", super().__next__()


print([x for x, _ in zip(Own([1], [2]), range(5))], list(Own([1], [2])))
print(list(product("ab", range(2))), list(product(repeat=2)), list(product([], [1])), list(product([1, 2], repeat=3))[5:])
print(list(permutations("abc", 2)), list(permutations([], 0)), list(combinations(range(4), 3)), list(combinations([1], 2)), list(combinations_with_replacement("ab", 2)))
#---
# a, *b = v of a list or a tuple.
def split(v):
    a, *b = v
    *c, d = v
    e, *f, g = v
    return a, b, c, d, e, f, g


for v in ([1, 2], (1, 2, 3), [4] * 6, "xyz", range(3), {1: 2, 3: 4}):
    for _ in range(100):
        r = split(v)
    print(r, r[1] is not v)


class L(list):
    def __iter__(self):
        return iter((8, 9))


print(split(L([1, 2, 3])))
for v in ([1], (), [1, 2]):
    try:
        a, b, *c, d = v
    except ValueError as e:
        print(e)
