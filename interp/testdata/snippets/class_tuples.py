# __mro__ and __bases__ are the same tuples until the bases change; attributes of types that are read by a wrapper's __get__.
class A: pass
class B: pass
class C(A): pass
class D(C): pass
def same(n):
    k = 0
    for i in range(n):
        k += (C.__mro__ is C.__mro__) + (C.__bases__ is C.__bases__) + (int.__mro__ is int.__mro__) + (object.__bases__ is object.__bases__)
    return k, C.__mro__, object.__bases__
print(same(2000))
m, d, b = C.__mro__, D.__mro__, C.__bases__
C.__bases__ = (B,)
print(C.__mro__ is m, D.__mro__ is d, C.__bases__ is b, C.__mro__, D.__mro__, C.__bases__, m)
C.__bases__ = (A, B)
print(same(500), D.__mro__)
bases = (B, A)
C.__bases__ = bases
print(C.__bases__ is bases, same(500))
C.__bases__ = A, B
class M(type):
    def mro(cls): return super().mro() + [B] if B not in super().mro() else super().mro()
class X(A, metaclass=M): pass
print(X.__mro__, X.__mro__ is X.__mro__, X.mro() is X.mro())
get, getd = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__
def read(ts, n):
    s = 0
    for i in range(n):
        t = ts[i % len(ts)]
        s += len(get(t)) + ("f" in getd(t)) + (get(t) is t.__mro__)
    return s
class F:
    def f(self): pass
print(read([A], 2000), read([A, F, int, X, M], 2000))
def bad(n):
    out = {}
    for i in range(n):
        try: r = get(i if i % 2 else A)
        except TypeError as e: r = str(e)
        out[str(r)] = out.get(str(r), 0) + 1
    return out
r = bad(1500)
print(len(r), sorted(x for x in r if x.startswith("(<class '__main__.A'>")))
call, add, hsh = F().f.__call__, (5).__add__, "abc".__eq__
def wrappers(n):
    s = 0
    for i in range(n):
        s += (call() is None) + add(i & 3) + hsh("abc" if i % 3 else "x") * 10
        try: add()
        except TypeError: s += 1
    return s
print(wrappers(2000))
import gc, weakref
def dies():
    class T(A): pass
    T.__mro__, T.__bases__
    return weakref.ref(T)
refs = [dies() for _ in range(50)]
for _ in range(3): gc.collect()
print(len(refs))
#---
# What says that an attribute of a class cannot be set, or is not there.
class A: pass
for name in ("__mro__", "__dict__", "__base__", "__text_signature__"):
    for t in (A, int):
        for change in (lambda: setattr(t, name, 3), lambda: delattr(t, name)):
            try: change()
            except Exception as e: print(name, t, type(e).__name__, e)
for t in (A, int):
    try: t.__abstractmethods__
    except AttributeError as e: print(e, e.name, e.obj)
