# Calls of weak references: alive, dead, of classes that derive, that are called otherwise, and in loops that wait for the end.
import weakref, gc
class C:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return isinstance(o, C) and self.v == o.v
    def __hash__(self): return hash(self.v)
class R(weakref.ref): pass
class S(weakref.ref):
    __slots__ = ("key",)
    def __call__(self): return "called"
def f(refs, n):
    s, none = 0, 0
    for i in range(n):
        x = refs[i % len(refs)]()
        if x is None: none += 1
        elif x == "called": s += 100
        else: s += x.v
    return s, none
c, d = C(1), C(2)
print(f([weakref.ref(c)], 2000), f([weakref.ref(c), R(d)], 2000), f([weakref.ref(c), R(d), S(c)], 2000))
gone = weakref.ref(C(3))
gc.collect()
print(f([weakref.ref(c), gone], 2000))
def change(r, n):
    s = 0
    for i in range(n):
        x = r()
        if i == n // 2: R.__call__ = lambda self: c
        s += x.v
    return s
r = R(d)
print(change(r, 3000), r().v)
del R.__call__
print(change(weakref.ref(d), 2000), r().v)
def args(r, n):
    k = 0
    for i in range(n):
        try: r(1) if i % 3 == 0 else r()
        except TypeError as e: k += 1
    return k
print(args(weakref.ref(c), 1500))
def until(n):
    o = C(5)
    w = weakref.ref(o)
    for i in range(n): w().v
    del o
    k = 0
    while w() is not None:
        x = [k] * 10
        k += 1
        if k > 10 ** 6: return "alive"
    return "dead"
print(until(3000))

#---
# Weak references as keys, and functions with a cache that are called with arguments behind stars.
import weakref, functools
class A: pass
class B(A): pass
@functools.lru_cache(maxsize=20)
def mro(*refs): return [r().__name__ for r in refs]
def f(classes, n):
    s = 0
    for i in range(n):
        s += len(mro(*[weakref.ref(c) for c in classes[i % len(classes)].__mro__]))
    return s, mro.cache_info()
print(f([A, B], 2000), f([type("X%d" % i, (B,), {}) for i in range(30)], 3000)[1].currsize)
d = weakref.WeakKeyDictionary()
objs = [A() for i in range(50)]
def g(n):
    for i in range(n): d[objs[i % 50]] = d.get(objs[i % 50], 0) + 1
    return sorted(d.values())[0], len(d)
print(g(2000))
@functools.cache
def two(a, b=5): return a * b
def h(args, n):
    s = 0
    for i in range(n):
        t = args[i % len(args)]
        s += two(*t)
    return s, two.cache_info()
print(h([(1, 2)], 2000), h([(1, 2), [3, 4], (7,)], 3000))
def fresh(n):
    s = 0
    for i in range(n): s += two(*(i, 2)) + two(*[i], **{})
    return s, two.cache_info()
print(fresh(2000))
def kw(n):
    s = 0
    for i in range(n): s += two(*(i % 9,), **{"b": i % 2})
    return s, two.cache_info().currsize
print(kw(2000))
class M:
    def __init__(self, k): self.k = k
    @functools.lru_cache(maxsize=7)
    def m(self, *args): return self.k + sum(args)
def meth(objs, n):
    s = 0
    for i in range(n):
        o, t = objs[i % len(objs)], (i % 5, 1)
        s += o.m(*t)
    return s, M.m.cache_info()
print(meth([M(1)], 2000), meth([M(2), M(3)], 2000))
def bad(n):
    k = 0
    for i in range(n):
        try: two(*(1, 2, 3)) if i % 5 == 0 else two(*([],))
        except TypeError as e: k += "unhashable" in str(e)
    return k
print(bad(1500))
