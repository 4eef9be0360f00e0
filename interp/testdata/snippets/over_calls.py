# Calls of builtin functions with a map or a filter go on in its hidden generator: other functions, iterators and objects in turn, what is left.
def neg(x): return -x
def odd(x): return x % 2
class K:
    def __init__(self, m): self.m = m
    def rem(self, x): return x % self.m
def run(xs, n, f, g):
    s = 0
    for i in range(n):
        s += len(list(map(f, xs))) + sum(map(f, xs)) + tuple(map(f, xs))[0] + max(map(f, xs)) - min(map(f, xs))
        s += sum(filter(g, xs)) + len(list(filter(g, xs))) + next(filter(g, xs), 50) + next(map(f, xs), 60) + any(map(f, xs)) + all(filter(g, xs))
        s += len(set(map(f, xs))) + len(",".join(map(str, xs))) + sorted(map(f, xs))[0] + len(dict(map(lambda x: (x, 1), xs)))
    return s
k = K(3)
print(run((3, 1, 2), 1500, neg, odd), run([3, 1, 2], 1500, neg, odd), run(range(4), 1500, neg, odd), run({3, 1, 2}, 500, lambda x: x * 2, lambda x: x > 1))
print(run((3, 1, 5), 1500, k.rem, k.rem), run((3, 1, 5), 500, abs, None), run((3, 1, 5), 500, int, bool), run({4: 1, 7: 2}, 500, neg, odd))
def turns(n):
    s = 0
    for i in range(n):
        f = (neg, k.rem, abs, odd, lambda x: x + 1)[i % 5]
        xs = ((1, 2), [3, 4, 5], range(3), (x for x in (7, 8)), iter([1, 2]), {1: 2}, "12" and (9,))[i % 7]
        o = map(f, xs) if i % 2 else filter(f, xs)
        s = s * 3 % 1000003 + sum(list(o))
    return s
print(turns(4000))
def same(n):
    s = 0
    for i in range(n):
        o = map(neg, [1, 2, 3, 4])
        s += next(o, 9) + next(o) + len(list(o)) * 10 + len(list(o))
        o = filter(odd, (1, 2, 3, 5))
        s += next(o) + sum(o) + sum(o)
        o = map(neg, it := iter([1, 2, 3]))
        s += next(o, None) + len(list(it)) + len(list(o))
        o = map(lambda x: x * 2, map(neg, filter(odd, [1, 2, 3])))
        s += sum(o) + len(list(o))
        s += sum(map(neg, [1, 2], strict=i % 2 == 0)) + sum(map(lambda a, b: a * b, (1, 2), [3, 4])) + sum(map(neg, (x for x in (i & 3, 2))))
    return s
print(same(2000))
#---
def bad(n, call):
    seen = {}
    for i in range(n):
        try: r = call(i)
        except Exception as e: r = type(e).__name__ + ": " + str(e)
        seen[str(r)] = seen.get(str(r), 0) + 1
    return seen
def boom(x):
    if x == 3: raise KeyError(x)
    if x == 4: raise StopIteration(x)
    return x
print(bad(1500, lambda i: list(map(boom, [1, i % 5]))), bad(1500, lambda i: sum(filter(boom, (1, i % 5)))))
print(bad(1500, lambda i: next(filter(boom, (0, i % 5)), None)), bad(1500, lambda i: tuple(map(boom, i % 5))))
def left(n):
    out = {}
    for i in range(n):
        o = map(boom, [1, i % 5, 7])
        try: r = list(o)
        except KeyError: r = "KeyError"
        r = r, list(o)
        out[str(r)] = out.get(str(r), 0) + 1
    return out
print(left(2000))
print(bad(1500, lambda i: list(map(lambda: 1, [1]))), bad(1500, lambda i: list(filter(lambda a, b: 1, [1]))))
import traceback, sys
def trace():
    try: list(map(boom, [3]))
    except KeyError as e: return [f.name for f in traceback.extract_tb(e.__traceback__)]
for i in range(1500): r = trace()
print(r)
depths = set()
def look(x):
    f, names = sys._getframe(), []
    while f: names.append(f.f_code.co_name); f = f.f_back
    depths.add(tuple(names))
    return x
def frames(n):
    for i in range(n): list(map(look, (1, 2))); sum(filter(look, [1])); next(map(look, [2]), 1)
frames(600)
print(sorted(depths))
def rec(d): return 1 if d == 0 else sum(map(lambda x: rec(d - 1) * x, (1, 2)))
print([rec(7) for _ in range(3)])
def deep(n): return list(map(deep, [n + 1]))
try: deep(0)
except RecursionError: print("RecursionError")
#---
# Functions and names that change, classes that derive, gc meanwhile.
import gc
f = lambda x: x + 1
def use(n):
    s = 0
    for i in range(n): s += sum(map(f, (1, 2, 3))) + len(list(filter(f, [0, 1])))
    return s
print(use(2000))
f = lambda x: x * 2
print(use(2000))
f.__code__ = (lambda x: x - 1).__code__
print(use(2000))
class M(map):
    def __next__(self): return super().__next__() * 100
class F(filter): pass
old = map
map = M
print(use(2000))
map = old
filter = F
print(use(2000))
del filter
g = lambda x: gc.collect() and x or x
def coll(n):
    s = 0
    for i in range(n):
        o = map(g if i % 100 == 0 else f, [i, 2])
        s += sum(o) + len(list(filter(g if i % 70 == 0 else f, (5, i))))
    return s
print(coll(1500))
list = tuple
print(use(1500), type(list(map(f, [1]))))
