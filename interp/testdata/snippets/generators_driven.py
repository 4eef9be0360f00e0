# Builtin functions over generators that the same trace makes.
def total(v):
    return sum(x * x for x in v)
def distinct(v):
    return len(set(x & 3 for x in v))
def joined(sep, v):
    return sep.join(str(x) for x in v)
def some(v, n):
    return any(x == n for x in v), all(x < n for x in v)
def extremes(v):
    return max(x ^ 5 for x in v), min(x ^ 5 for x in v)
def lists(v):
    return list(x + 1 for x in v), tuple(x + 2 for x in v), sorted(-x for x in v)
for r in range(300):
    out = total(range(7)), distinct(range(9)), joined("-", range(4)), some(range(6), 3), extremes(range(6)), lists(range(3))
print(out)
# ints become floats, then ints of more than 64 bits
print(total([1, 2.5, 3]), total([1 << 40, 1 << 70]), total([]), distinct([]), joined("", []), some([], 1))
for f in extremes, total:
    try:
        print(f([]) if f is total else f([]))
    except ValueError as e:
        print(type(e), e)
#---
# The generator ends, raises, is used before, or is another one.
def g(n):
    for i in range(n):
        if i == 40:
            raise KeyError(i)
        yield i
def h(n):
    yield from range(n, 0, -1)
def count(make, n):
    return sum(make(n))
def used(n):
    it = g(n)
    next(it)
    return sum(it)
def ended(n):
    it = g(n)
    list(it)
    return sum(it), list(it), set(it)
for r in range(300):
    out = count(g, 5), used(5), ended(3)
print(out)
print(count(h, 5), count(lambda n: (i / 2 for i in range(n)), 3), count(lambda n: [n], 3), count(lambda n: map(abs, [-n, n]), 3))
import traceback
try:
    count(g, 50)
except KeyError as e:
    print(traceback.format_exc().count("File"), e)
def again():
    it = (sum(it) for _ in range(1))
    return next(it)
try:
    again()
except (ValueError, NameError) as e:
    print(type(e), e)
def recursive(n):
    def it():
        yield n
        yield sum(x)
    x = it()
    return sum(x)
for r in range(3):
    try:
        recursive(r)
    except ValueError as e:
        print(e)
#---
# What is called changes: the name, the type of the receiver, the number of arguments.
class S(str):
    def join(self, it):
        return "S" + str.join(self, it)
def name(v):
    return sum(x for x in v)
def join(sep, v):
    return sep.join(str(x) for x in v)
def started(v, n):
    return sum((x for x in v), n)
for r in range(300):
    out = name(range(4)), join(",", range(3)), started(range(4), 7)
print(out, join(S("+"), range(3)), started(range(3), 0.5), started(range(3), 1 << 80))
try:
    print(join(b",", range(3)))
except TypeError as e:
    print(e)
real = sum
sum = lambda it: [*it]
print(name(range(4)))
sum = real
print(name(range(4)))
del sum
print(name(range(4)))
try:
    name(5)
except TypeError as e:
    print(e)
#---
# Generators in generators, and how deep.
def matrix(n):
    return sum(sum(i * j for j in range(n)) for i in range(n))
def flags(rows):
    return all(any(x > 2 for x in row) for row in rows)
def deep(n):
    return sum(deep(n - 1) for _ in range(1)) + 1 if n else 0
for r in range(200):
    out = matrix(6), flags([[1, 3], [4], [5, 1, 1]]), deep(5)
print(out, flags([[1], [2]]), flags([]))
try:
    deep(5000)
except RecursionError as e:
    print(e)
print(deep(20))
# closures that change, and a generator that is kept
kept = []
def keep(v):
    k = 1
    it = (x * k for x in v)
    kept.append(it)
    k = 2
    return sum(it)
for r in range(200):
    out = keep([1, 2, 3])
print(out, len(kept), sum(map(lambda it: len(list(it)), kept)), kept[0].gi_frame)
def early(v):
    it = (x for x in v)
    return any(x > 1 for x in it), list(it)
for r in range(200):
    out = early([1, 2, 3, 4])
print(out)
import sys
def looks(n):
    return sum(sys._getframe(k).f_code.co_name.count("o") for k in range(n))
for r in range(100):
    out = looks(3)
print(out)
#---
# The builtin function that is called changes, and the generator stays; then the other way round.
def apply(f, v, n):
    for i in range(n):
        r = f(x + 1 for x in v)
    return r
print(apply(sum, [1, 2, 3], 3000), apply(max, [1, 2, 3], 3000), apply(sorted, [3, 1, 2], 3000), apply(sum, [1, 2, 3], 3000))
def up():
    yield 1
    yield 2
def down():
    yield 20
    yield 10
    yield 0
def each(make, n):
    for i in range(n):
        r = sum(make()), max(make())
    return r
print(each(up, 3000), each(down, 3000), each(lambda: [5], 3000), each(up, 3000))
#---
# dict() of a generator: tuples of two, pairs of other kinds, what is no pair, errors, keys that programs hash.
def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e), getattr(e, '__notes__', None)
class Pair(tuple): pass
class Two:
    def __init__(self, *a): self.a = a
    def __iter__(self): return iter(self.a)
class Key:
    def __init__(self, k): self.k = k
    def __hash__(self):
        if self.k == 'bad': raise KeyError('hash')
        return hash(self.k)
    def __eq__(self, o): return isinstance(o, Key) and self.k == o.k
    def __repr__(self): return 'Key(%r)' % self.k
def failing():
    yield 1, 2
    raise ValueError('ends')
lists = [[], [(1, 2)], [(1, 2), (1, 3), (4, 5)], [(1, 2), [3, 4], 'ab', Pair((5, 6)), Two(7, 8)], [(1, 2), (3,)], [(1, 2), (3, 4, 5)], [(1, 2), 3], [(1, 2), None],
    [(1, 2), ()], [((), []), ([], ())], [(Key(1), 2), (Key(1), 3), (Key(2), 4)], [(Key('bad'), 1)], [('a', 'b'), 'abc'], [Two(1)], [(1, 2), {1: 2, 3: 4}]]
for l in lists:
    for _ in range(120):
        r = attempt(lambda: dict(x for x in l)), attempt(lambda: dict(map(lambda x: x, l)))
    print(*r)
for _ in range(120):
    r = attempt(lambda: dict(failing()))
print(r)
def table(n):
    return dict((i, i * i) for i in range(n))
def named(n):
    return dict((k, v) for k, v in zip('abcdefgh', range(n)))
for _ in range(300):
    r = table(5), named(5)
print(r, attempt(lambda: dict((i for i in range(3)), 1)), dict(((i, 1) for i in range(2)), x=3))
class D(dict): pass
print(D((i, 1) for i in range(2)), type(D(table(2))), {}.update((i, 2) for i in range(2)))
def odd():
    d = yield 'k', 1
    yield from [('l', 2), ('k', d)]
print(dict(odd()))
