# Weak references that are made again and again: the same one, of classes, functions and instances, of classes that derive, with a callback.
import weakref, gc
class C: pass
class R(weakref.ref): pass
def f(xs, n):
    seen = set()
    for i in range(n):
        seen.add(id(weakref.ref(xs[i % len(xs)])))
    return len(seen)
c, d = C(), C()
keep = [weakref.ref(x) for x in (c, d, C, f, len, int)]
print(f([c], 2000), f([c, d, C, f, len, int], 2000))
make = weakref.ref
def g(x, n):
    r = make(x)
    for i in range(n):
        if i == n // 2: gc.collect()
        s = make(x)
        if s is not r or s() is not x: return i
    return "same", weakref.getweakrefcount(x)
print(g(c, 2000), g(C, 2000))
def other(x, n):
    k = 0
    for i in range(n):
        a, b, e = R(x), weakref.ref(x, print), weakref.ref(x)
        k += (a is b) + (a is e) + (b is e) + (a() is b() is e())
    return k
print(other(c, 500))
#---
import weakref, gc
class C: pass
def wrong(x, n):
    k = 0
    for i in range(n):
        try: weakref.ref(x)
        except TypeError as e: k += 1
    return k
print(wrong(0.0, 1500), wrong(5, 1500), wrong("a", 1500), wrong((), 1500), wrong(None, 1500))
def anew(n):
    for i in range(n):
        x = C()
        r = weakref.ref(x)
        if weakref.ref(x) is not r or r() is not x: return i
        if i % 300 == 0: gc.collect()
    return "new ones"
print(anew(2000))
class S:
    __slots__ = ()
class T:
    __slots__ = ("__weakref__",)
t = T()
print(wrong(S(), 1500), wrong(t, 1500), weakref.ref(t) is weakref.ref(t))
def two(x, n):
    s = set()
    for i in range(n):
        p, r = weakref.proxy(x), weakref.ref(x)
        s.add((type(p).__name__, type(r).__name__, p is weakref.proxy(x), r is weakref.ref(x)))
    return s
print(two(C, 1500), sorted(map(str, two(t, 1500))))
