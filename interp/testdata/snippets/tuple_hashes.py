# A tuple keeps its hash: those of its elements are asked for once.
import os
import sys
from collections import namedtuple


class Loud:
    def __init__(self, n):
        self.n, self.calls = n, 0

    def __hash__(self):
        self.calls += 1
        return self.n

    def __eq__(self, other):
        return isinstance(other, Loud) and self.n == other.n


class Turning:
    def __init__(self):
        self.calls = 0

    def __hash__(self):
        self.calls += 1
        return self.calls


x = Loud(3)
t = (1, x)
outer = (t, "a", t)
print(hash(outer) == hash(outer), x.calls)
d = {outer: 1}
print(d[outer], outer in d, d.get(outer), x.calls)
print(d[((1, Loud(3)), "a", (1, Loud(3)))], x.calls)
print(hash(t) == hash((1, Loud(3))), x.calls)


class Refuses:
    def __init__(self):
        self.refuses = True

    def __hash__(self):
        if self.refuses:
            raise ValueError("no hash")
        return 5


r = Refuses()
t = (1, (r, 2))
for _ in range(2):
    try:
        hash(t)
    except ValueError as e:
        print(e)
r.refuses = False
print(hash(t) == hash((1, (r, 2))))
r.refuses = True
print(hash(t) == hash(t))
for bad in ((1, [2]), (1, (2, {})), ([],)):
    try:
        {bad: 1}
    except TypeError as e:
        print(e)

# A tuple made of another, or an instance of a class derived from tuple, has its own.
class T(tuple):
    pass


e = Turning()
t = (e, 1)
first = hash(t)
print(first == hash(t), e.calls, first == hash(T(t)), e.calls, first == hash(t[:]), first == hash((*t,)), e.calls)
print(first == hash(tuple(T(t))), e.calls, first == hash(T(t)[:]), e.calls)
big = T((1, 2, (3, 4)))
big.attribute = 7
print(hash(big) == hash((1, 2, (3, 4))), len(big), big.attribute, big.__dict__, big == (1, 2, (3, 4)))
long = T(range(100))
long.attribute = 8
print(len(long), long.attribute, hash(long) == hash(tuple(range(100))), sum(long))
for n in (15, 16, 17, 31, 32, 33, 48, 64):
    v = T(range(n))
    v.a = n
    print(len(v), v.a, len(T(v)), v == tuple(range(n)), end="; ")
print()

P = namedtuple("P", "x y")


class Q(P):
    def __hash__(self):
        return 1

    def __eq__(self, other):
        return True


p, q = P(1, (2, 3)), Q(1, (2, 3))
print(hash(p) == hash((1, (2, 3))), hash(q), {p: 1}[(1, (2, 3))], hash((q, 1)) == hash((q, 1)), p._replace(x=5), hash(p._replace(x=1)) == hash(p))
print(tuple.__hash__(q) == hash(p), hash(q))
s = os.stat_result(range(10))
print(hash(s) == hash(tuple(s)), len(s), len(sys.version_info), hash(sys.version_info) == hash(tuple(sys.version_info)))
print(hash(()) == hash(T()), len(T()), hash((())), T() in {()})


def look(n):
    table = {}
    for i in range(n):
        table[i % 40, (i % 7, (i % 5, "k"))] = i
    found = 0
    keys = list(table)
    for i in range(n):
        found += table[keys[i % len(keys)]]
        found += (i % 40, (i % 7, (i % 5, "k"))) in table
        found += hash((i, (i, i + 1))) & 7
        found += len({(i % 3, (i % 2,)), (1, (1,)), T((1, T((1,))))})
    return found, len(table)


print(look(20000))


def lengths(values):
    total = 0
    for _ in range(3000):
        for v in values:
            total += len(v) + bool(v)
            for i, w in enumerate(v):
                total += i
        for a, b in zip((1, 2, 3), (4, 5)):
            total += a * b
    return total


print(lengths([(), (1,), (1, 2), [1, 2, 3], "abcd", T(range(5)), {1, 2}, tuple(range(6)), p]))


def swapped(n):
    a, b, seen = 1, 2, {}
    for i in range(n):
        pair = (a, b)
        seen[pair] = seen.get(pair, 0) + 1
        a, b = pair[1], pair[0]
        if pair[-1] == 2 and pair != (1, 2):
            print("no")
    return seen


print(swapped(10000))
