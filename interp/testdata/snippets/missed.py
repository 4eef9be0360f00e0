# __missing__ in Python: keys that are there and that are not, what is changed on the way.
class D(dict):
    def __missing__(self, key):
        self[key] = r = key * 2
        return r
class E(D): pass
class F(dict):
    def __missing__(self, key): return -1
def f(make, n, mod):
    s, d = 0, make()
    for i in range(n):
        s += d[i % mod]
        if i == n // 2: d.clear()
    return s, len(d)
for make in D, E, F:
    print(f(make, 3000, 7), f(make, 3000, 5000))
def g(dicts, n):
    s = 0
    for i in range(n): s += dicts[i % len(dicts)][i % 50]
    return s
print(g([D(), F()], 3000), g([D(), E(), F(), {k: 1 for k in range(50)}], 3000))
D.__missing__ = lambda self, key: 1000
print(f(D, 3000, 7), f(E, 3000, 7))
del D.__missing__
try: print(f(D, 3000, 7))
except KeyError as e: print("KeyError", e)

#---
# A __missing__ that raises, that takes more arguments, that is no function, that returns from deep recursion.
import sys
class D(dict):
    def __missing__(self, key):
        if key > 90: raise ValueError(key)
        return key
def f(d, n):
    s = 0
    for i in range(n):
        try: s += d[i % 100]
        except ValueError as e:
            s += 1
            if i == n - 1: print(e, e.__traceback__.tb_next.tb_frame.f_code.co_name, e.__traceback__.tb_next.tb_next)
    return s
print(f(D(), 3000))
class G(dict):
    def __missing__(self, key, more=3, *rest): return key + more
def g(d, n):
    s = 0
    for i in range(n): s += d[i]
    return s
print(g(G({1: 5}), 3000))
class H(dict):
    __missing__ = staticmethod(lambda key: key + 1)
print(g(H(), 3000))
class I(dict):
    @classmethod
    def __missing__(cls, key): return len(cls.__name__)
print(g(I(), 2000))
class R(dict):
    def __missing__(self, key): return self[key - 1] + 1 if key else 0
print(g(R(), 200), R()[150])
def deep(n):
    d = R()
    try: return d[n]
    except RecursionError: return "deep"
print(deep(100), deep(10 ** 6), deep(50))

#---
# Keys with methods in Python, unhashable keys, other operations on the dict.
class K:
    def __init__(self, n): self.n = n
    def __hash__(self):
        global hashes
        hashes += 1
        return self.n
    def __eq__(self, other): return isinstance(other, K) and self.n == other.n
hashes = 0
class D(dict):
    def __missing__(self, key): return 7
def f(d, keys, n):
    s = 0
    for i in range(n):
        try: s += d[keys[i % len(keys)]]
        except TypeError as e: s += 100
    return s
print(f(D({K(1): 2}), [K(1), K(2)], 2000), hashes)
print(f(D({1: 2}), [1, 2, "a", (1, 2), 2.5, True, None], 2100))
print(f(D({1: 2}), [1, 2, [], (1, [])], 2000))
d = D()
print(d.get(1), d.get(1, 2), 1 in d, d.setdefault(1, 9), d[1], d.pop(5, 6), len(d))
try: del d[44]
except KeyError as e: print("KeyError", e)
class L(dict):
    def __missing__(self, key): return "missing"
    def __getitem__(self, key): return dict.__getitem__(self, key)
print(L()[1])
class M(dict):
    def __missing__(self, key): return "m"
    def __getitem__(self, key): return "g"
print(M()[1], dict.__getitem__(M(), 1))

#---
# defaultdict: factories in Python and builtin ones, and what they do to the dict.
from collections import defaultdict
def f(d, n, mod):
    for i in range(n): d[i % mod] += i
    return sum(d.values()), len(d)
print(f(defaultdict(int), 3000, 40), f(defaultdict(lambda: 5), 3000, 40), f(defaultdict(lambda: 5), 3000, 4000), f(defaultdict(float), 3000, 40))
def g(d, n, mod):
    for i in range(n): d[i % mod].append(i)
    return len(d), d[3][:3], list(d)[:4]
print(g(defaultdict(list), 3000, 30), g(defaultdict(lambda: []), 3000, 3000), g(defaultdict(lambda: [1]), 3000, 10))
def s(d, n):
    for i in range(n): d["k%d" % (i % 60)].add(i)
    return len(d), sorted(d["k3"])[:3]
print(s(defaultdict(set), 3000))
def t(d, n):
    for i in range(n): d[i % 10][i % 7][i % 3] = i
    return {k: {x: dict(y) for x, y in v.items()} for k, v in d.items() if k < 1}
print(t(defaultdict(lambda: defaultdict(dict)), 3000))
tree = lambda: defaultdict(tree)
x = tree()
for i in range(2000): x[i % 5][i % 3][i % 2]["a"] = i
print(len(x), len(x[1]), dict(x[1][2][0]))
def many(n):
    r = []
    for i in range(n):
        d = (defaultdict(int), defaultdict(list), defaultdict(lambda: i), defaultdict(lambda: "x"), defaultdict(None), defaultdict(str))[i % 6]
        try: r.append(d[i])
        except KeyError as e: r.append(("no", e.args))
    return r[-6:], r[:6]
print(many(3000))

#---
# A factory that is changed, that raises, that takes arguments, that stores the key itself; subclasses of defaultdict.
from collections import defaultdict
def f(d, n):
    r = 0
    for i in range(n):
        r += d[i]
        if i == n // 2: d.default_factory = lambda: 100
        if i == n * 3 // 4: d.default_factory = int
        if i == n * 7 // 8: d.default_factory = len
        if i == n - 2: d.default_factory = None
    return r
d = defaultdict(lambda: 1)
try: f(d, 3000)
except Exception as e: print(type(e).__name__, e, len(d))
def raising():
    raise ValueError("no")
def g(d, n):
    r = 0
    for i in range(n):
        try: r += d[i]
        except ValueError: r += 3
    return r, len(d)
print(g(defaultdict(raising), 2000))
try: defaultdict(lambda x: x)[1]
except TypeError as e: print(e)
own = defaultdict(lambda: own.setdefault(len(own), 77))
def h(d, n):
    r = 0
    for i in range(n): r += d[i]
    return r, len(d)
print(h(own, 2000))
class S(defaultdict): pass
class T(defaultdict):
    def __missing__(self, key): return key + 1
class U(defaultdict):
    def __missing__(self, key): return super().__missing__(key) + 1
print(h(S(lambda: 4), 2000), h(T(lambda: 4), 2000), h(U(lambda: 4), 2000), h(S(int), 2000))
class K:
    def __hash__(self): return 1
    def __eq__(self, o): return self is o
k, l = K(), K()
def keys(d, n):
    for i in range(n): d[k if i & 1 else l] += 1
    return list(d.values())
print(keys(defaultdict(int), 2000), keys(defaultdict(lambda: 3), 2000))
w = defaultdict(int, {"a": 1})
globals().update(w)
print(a, repr(defaultdict(list, {1: [2]})))
def bad(d, n):
    for i in range(n):
        try: d[[]]
        except TypeError as e: s = str(e)
    return s
print(bad(defaultdict(int), 1500), bad(defaultdict(lambda: 1), 1500))

#---
# lru_cache: hits and misses, bounds, recursion, what is called inside of the call.
from functools import lru_cache, cache
@cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info())
def many(f, n, mod):
    s = 0
    for i in range(n): s += f(i % mod)
    return s, f.cache_info()
@lru_cache
def plain(x): return x * 3
@lru_cache(maxsize=10)
def ten(x): return x * 3
@lru_cache(maxsize=None)
def unbound(x): return x * 3
@lru_cache(maxsize=0)
def none(x): return x * 3
@lru_cache(typed=True)
def typed(x): return x * 3
for f in plain, ten, unbound, none, typed:
    print(many(f, 3000, 9), many(f, 3000, 200), many(f, 3000, 5000))
    f.cache_clear()
    print(many(f, 3000, 5000))
@lru_cache(maxsize=50)
def two(a, b=2): return a * b
def g(n, mod):
    s = 0
    for i in range(n): s += two(i % mod, i % 3) + two(i % mod)
    return s, two.cache_info()
print(g(3000, 10), g(3000, 3000))
def kw(n):
    s = 0
    for i in range(n): s += two(a=i % 5, b=i % 3) + two(i % 7, b=4) + two(*(i % 3, 2)) + two(**{"a": 1})
    return s, two.cache_info()
print(kw(2000))
@lru_cache(maxsize=5)
def outer(n):
    return sum(outer(k) for k in range(n)) + 1
print([outer(k) for k in range(12)], outer.cache_info())
@cache
def noargs(): return [1]
def same(n):
    x = noargs()
    for i in range(n):
        if noargs() is not x: return "other"
    return noargs.cache_info()
print(same(2000))

#---
# lru_cache: keys of all kinds, exceptions, methods, unhashable arguments, what is None or the function itself.
from functools import lru_cache, cache
calls = 0
@cache
def f(x):
    global calls
    calls += 1
    return None if x == 3 else x
def run(args, n):
    r = []
    for i in range(n):
        try: v = f(args[i % len(args)])
        except TypeError as e: v = str(e)
        if i >= n - len(args): r.append(v)
    return r, calls, f.cache_info()
print(run([1, 2, 3], 2000))
print(run([1, 1.0, True, "1", b"1", (1,), 2 ** 70, None], 2000))
print(run([[], (1, []), 5], 1500))
class K:
    def __init__(self, n): self.n = n
    def __hash__(self):
        global hashes
        hashes += 1
        return self.n
    def __eq__(self, other): return isinstance(other, K) and self.n == other.n
    def __repr__(self): return "K%d" % self.n
hashes = 0
print(run([K(1), K(2), K(1)], 1500), hashes)
@lru_cache(maxsize=4)
def failing(x):
    if x % 3 == 0: raise ValueError(x)
    return x
def fails(n, mod):
    s = 0
    for i in range(n):
        try: s += failing(i % mod)
        except ValueError as e: s += 100; tb = e.__traceback__.tb_next
    return s, failing.cache_info(), tb.tb_frame.f_code.co_name, tb.tb_next
print(fails(2000, 4), fails(2000, 30))
class C:
    def __init__(self, k): self.k = k
    @lru_cache(maxsize=100)
    def m(self, x): return self.k * x
    @staticmethod
    @cache
    def s(x): return x + 1
    @classmethod
    @cache
    def c(cls, x): return (cls.__name__, x)
def methods(objs, n):
    s = 0
    for i in range(n):
        o = objs[i % len(objs)]
        s += o.m(i % 40) + o.s(i % 6) + o.c(i % 3)[1]
    return s, C.m.cache_info(), C.s.cache_info()
print(methods([C(1)], 2000), methods([C(2), C(3)], 2000))
bound = C(5).m
def held(n):
    s = 0
    for i in range(n): s += bound(i % 300)
    return s
print(held(2000))
print(list(map(fails.__class__ and bound, range(5))), sorted(range(9), key=cache(lambda x: -x)))
import sys
@cache
def deep(n): return 0 if n == 0 else deep(n - 1) + 1
print(deep(300))
try: deep(10 ** 6)
except RecursionError: print("deep", deep(400))
@cache
def itself(n): return itself
print(all(itself(i % 4)(2) is itself for i in range(2000)), itself.cache_info())
@cache
def key(n): return n
print(sum(key(i % 9) for i in range(2000)))
def redefine(n):
    s = 0
    h = cache(lambda x: x)
    for i in range(n):
        if i == n // 2: h = cache(lambda x: x * 10)
        if i == n * 3 // 4: h = lambda x: 1
        s += h(i % 8)
    return s
print(redefine(3000))
gen = cache(lambda n: (yield n))
print(list(gen(3)), list(gen(3)))
def frames():
    import sys
    return [sys._getframe(i).f_code.co_name for i in range(3)]
look = cache(lambda n: frames())
print([look(i % 2000) for i in range(2001)][-1])
class Names(dict):
    def __missing__(self, k):
        if k == "print": raise KeyError(k)
        return k * 2
exec("def f():\n return unknown\nt = f()\nprint(t)", Names()) # functions' builtins are not what __missing__ says
try:
    class Sub(type(look)): pass
except TypeError as e: print(e)
