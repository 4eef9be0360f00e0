# sorted, max, min and reduce with a function in Python are frames: other iterables, functions and shapes of calls in turn, errors, what is empty.
import functools
def neg(x): return -x
def f(xs, n, key):
    s = 0
    for i in range(n):
        s += sorted(xs, key=key)[0] * 3 + max(xs, key=key) + min(xs, key=key, default=7)
    return s
print(f((3, 1, 2), 2000, neg), f([3, 1, 2], 2000, lambda x: x % 3), f({3, 1, 2}, 2000, neg), f(range(4), 2000, neg))
print(f({5: 1, 6: 2}, 500, neg), f((x for x in ()), 0, neg))
class K:
    def __init__(self, m): self.m = m
    def key(self, x): return x % self.m
    def __call__(self, x): return -x
k = K(3)
print(f((3, 1, 5), 2000, k.key), f((3, 1, 5), 2000, K(2).key), f((3, 1, 5), 500, k), f((3, 1, 5), 500, abs), f((3, 1, 5), 500, functools.partial(pow, 2)))
def mixed(n):
    out = []
    for i in range(n):
        key = (neg, k.key, abs, None, lambda x: 0)[i % 5]
        r = sorted([i % 7, 3, 5, i % 3], key=key, reverse=i % 2 == 0)
        out.append((r[0], max(r, key=key), min(iter(r), key=key)))
    return hash(tuple(out)), out[-5:]
print(mixed(3000))
def shapes(n):
    s = 0
    for i in range(n):
        l = [i % 5, 2, 9]
        s += sorted(l, reverse=True, key=neg)[0] + sorted(l, key=neg, reverse=1)[1] + max(l, default=3, key=neg) + max(*l, key=neg) + max(2, i & 3, key=neg)
        s += max([], key=neg, default=i & 1) + functools.reduce(lambda a, b: a * 2 + b, l) + functools.reduce(lambda a, b: a - b, l, 100)
        s += functools.reduce(lambda a, b: a - b, [], i) + functools.reduce(lambda a, b: a - b, (), initial=5)
    return s
print(shapes(2000))
#---
import functools
def bad(n, call):
    seen = {}
    for i in range(n):
        try: r = call(i)
        except Exception as e: r = type(e).__name__ + ": " + str(e)
        seen[str(r)] = seen.get(str(r), 0) + 1
    return seen
def boom(x):
    if x == 3: raise KeyError(x)
    return -x
print(bad(1500, lambda i: sorted([1, 2, i % 4], key=boom)))
print(bad(1500, lambda i: max([1, 2, i % 4], key=boom)))
print(bad(1500, lambda i: max([1] if i % 3 else [], key=boom)), bad(1500, lambda i: min((), key=boom)))
print(bad(1500, lambda i: functools.reduce(lambda a, b: boom(b), [1, 2, i % 4])))
print(bad(1500, lambda i: functools.reduce(lambda a, b: a, [1] if i % 2 else [])))
print(bad(1500, lambda i: functools.reduce(lambda a, b: a, 5 if i % 2 else (1, 2))))
print(bad(1500, lambda i: sorted(5 if i % 2 else (2, 1), key=boom)), bad(1500, lambda i: max(5 if i % 2 else (2, 1), key=boom)))
print(bad(1500, lambda i: sorted([1, "a"] if i % 2 else (2, 1), key=lambda x: x)))
print(bad(1500, lambda i: sorted([1, 2], key=lambda: 1)), bad(1500, lambda i: sorted([1, 2], key=lambda x, y: 1)))
print(bad(1500, lambda i: sorted([2, 1], foo=1)), bad(1500, lambda i: sorted([2, 1], [3], key=boom)), bad(1500, lambda i: max(1, key=boom, foo=2)))
print(bad(1500, lambda i: sorted([2, 1], key=boom, reverse=[] if i % 2 else "x")))
print(bad(1500, lambda i: max(1, 2, key=boom, default=2)), bad(1500, lambda i: max(key=boom)), bad(1500, lambda i: functools.reduce(boom)))
print(bad(1500, lambda i: functools.reduce(boom, [1, 2], 3, 4)), bad(1500, lambda i: functools.reduce(lambda a, b: a + b, iterable=[1])))
#---
# Comparisons in Python, what changes meanwhile, recursion, generators, frames.
import functools, sys
class V:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __gt__(self, o): return self.v > o.v
def values(n):
    s = 0
    for i in range(n):
        xs = [3, 1, i % 5, 2]
        s = s * 3 % 1000003 + sorted(xs, key=lambda x: V(-x))[1] + max(xs, key=V) + min(xs, key=V)
    return s
print(values(2000))
def gen(n, m):
    for i in range(n): yield i * 7 % m
def gens(n):
    s = 0
    for i in range(n):
        s += sorted(gen(5, 4), key=lambda x: -x)[0] + max(gen(4, 3 + i % 2), key=lambda x: -x) + functools.reduce(lambda a, b: a + b, gen(4, 9)) + max(map(lambda x: x + 1, gen(3, 2)), key=lambda x: x)
    return s
print(gens(1500))
def grow(n):
    l, s = [1], 0
    def key(x):
        if len(l) < 40: l.append(len(l))
        return -x
    for i in range(n):
        s += max(l, key=key) + sorted(l, key=key)[0]
        if i % 50 == 0: del l[1:]
    return s
print(grow(2000))
def rec(d):
    if d == 0: return 1
    return max([d, 1], key=lambda x: rec(d - 1) * x) + sorted([d, 2], key=lambda x: x * rec(d - 1))[0]
print([rec(7) for _ in range(4)])
def deep(n):
    return max([n], key=lambda x: deep(n + 1))
try: deep(0)
except RecursionError as e: print("RecursionError")
depths = set()
def look(x):
    f, names = sys._getframe(), []
    while f: names.append(f.f_code.co_name); f = f.f_back
    depths.add(tuple(names))
    return -x
def frames(n):
    for i in range(n): max([1, 2], key=look); sorted((2, 1), key=look); functools.reduce(lambda a, b: look(b), (2, 1))
frames(600)
print(sorted(depths))
import traceback
def tb(x): raise ValueError(x)
def trace():
    try: sorted([4], key=tb)
    except ValueError as e: return [f.name for f in traceback.extract_tb(e.__traceback__)]
for i in range(1500): r = trace()
print(r)
def change(n):
    s, key = 0, [lambda x: -x]
    for i in range(n):
        if i == n // 2: key[0] = lambda x: x
        if i == 3 * n // 4: key[0].__code__ = (lambda x: x % 2).__code__
        s += max((1, 2, 3), key=key[0]) * (i & 7)
    return s
print(change(3000))
#---
# The functions' names are other ones' later.
import functools
def use(n):
    s = 0
    for i in range(n): s += max((1, 5, 3), key=lambda x: x % 5)
    return s
print(use(2000))
old = max
def max(*a, key=None): return old(*a, key=key) * 2
print(use(2000))
del max
print(use(2000))
import builtins
builtins.max = lambda *a, **k: 1
print(use(2000))
builtins.max = old
print(use(2000))
def bound(fs, n):
    s = 0
    for i in range(n): s += fs[i % len(fs)]((1, 5, 3), key=lambda x: x % 5)
    return s
print(bound([min, max], 3000), bound([min, max, lambda a, key: 2], 3000))
