# Attributes that a function in Python returns: frames of a trace, and what changes them.
class D:
    def __get__(self, obj, cls): return (obj.v, cls.__name__, self is A.__dict__.get("d"))
    def __set__(self, obj, x): obj.v = x
class A:
    d = D()
    def __init__(self, v): self.v = v
class B(A): pass
def f(objs, n):
    r = []
    for i in range(n):
        x = objs[i % len(objs)].d
        if i % 450 == 0: r.append(x)
    return r
print(f([A(1)], 2000))
print(f([A(1), B(2)], 2000))
a = A(3)
a.__dict__["d"] = "own"
print(f([a], 2000))
D.__get__ = lambda self, obj, cls: "other"
print(f([a, B(4)], 1000))
del D.__set__
print(f([a, B(4)], 1000))
D.__set__ = lambda self, obj, x: None
print(f([a, B(4)], 1000))
A.d = 5
print(f([a, B(4)], 1000))

#---
# A descriptor whose class is another one.
class D:
    def __get__(self, obj, cls): return "D"
    def __set__(self, obj, x): pass
class E(D):
    def __get__(self, obj, cls): return "E"
class N: pass
class A: d = D()
x = A.__dict__["d"]
def f(a, n):
    r = []
    for i in range(n):
        v = a.d
        if i == n // 2: x.__class__ = E
        if i == n - 1 or i == n // 2: r.append(v if isinstance(v, str) else type(v).__name__)
    return r
a = A()
print(f(a, 3000), a.d)
x.__class__ = N
print(a.d is x)
def g(a, n):
    r = []
    for i in range(n):
        a.d = i
        if i == n // 2: x.__class__ = N
    return a.__dict__
x.__class__ = D
print(g(A(), 3000))

#---
# __getattr__: of instances with the attribute and without, with other keys, with a dict of their own, with slots.
class G:
    def __init__(self): self.k = 1
    def __getattr__(self, name): return (name, self.k)
class H(G):
    __slots__ = ()
class S:
    __slots__ = ("k", "zz2")
    def __getattr__(self, name): return "slot " + name
def f(o, n):
    r = []
    for i in range(n):
        v = o.zz
        if i % 500 == 0: r.append(v)
        if i == 1200: after(o)
    return r
def nothing(o): pass
def sets(o): o.zz = "mine"
def changes(o): o.k = 2
def adds(o): o.other = 5
def indict(o): vars(o)["zz"] = "in dict"
def ofclass(o): type(o).zz = "class's"
for after in (nothing, changes, adds, indict, sets):
    print(after.__name__, f(G(), 2000), f(H(), 2000))
after = nothing
print(f(S(), 2000))
o = [G() for i in range(40)]
for i, x in enumerate(o):
    if i % 3 == 0: x.zz = i
def many(o, n):
    c = {}
    for i in range(n):
        v = o[i % len(o)].zz
        c[v] = c.get(v, 0) + 1
    return sorted(c.items(), key=str)
print(many(o, 4000))
after = ofclass
print(f(G(), 2000), f(S(), 2000))

#---
# What raises, recurses, yields, and takes other arguments.
class R:
    def __init__(self, n): self.n = n
    def __getattr__(self, name):
        if self.n <= 0: raise AttributeError(name)
        return getattr(R(self.n - 1), name) if name == "deep" else R(self.n - 1).up
def f(n):
    c = [0, 0]
    for i in range(n):
        try:
            R(i % 4).up
        except AttributeError as e:
            c[e.args == ("up",)] += 1
        c[0] += hasattr(R(2), "deep") + (getattr(R(1), "deep", 3) == 3)
    return c
print(f(1500))
class Y:
    def __getattr__(self, name): yield name
class V:
    def __getattr__(self, *names, **kw): return (names, kw)
class W:
    def __getattr__(self, name, more=3): return name, more
def g(o, n):
    for i in range(n): v = o.attr
    return v
print(list(g(Y(), 2000)), g(V(), 2000), g(W(), 2000))
def traceback_of(n):
    import traceback
    try:
        for i in range(n): R(0 if i == n - 1 else 0).x if i == n - 1 else g(W(), 1)
    except AttributeError as e:
        return [t.name for t in traceback.extract_tb(e.__traceback__)]
print(traceback_of(2000))

#---
# Members of an enumeration, and properties of its own kind.
import enum, types
class Color(enum.Enum):
    RED = 1
    GREEN = 2
    @property
    def twice(self): return self.value * 2
    @types.DynamicClassAttribute
    def half(self): return self._value_ / 2
def f(n):
    l = list(Color)
    s = 0
    for i in range(n):
        m = l[i & 1]
        s += m.value + m.twice + m.half + len(m.name)
    return s
print(f(3000))

#---
# A class with __getattr__: what its instances and the class have is read as ever; a property that fails comes to it.
class P:
    kind = "class"
    other = [1]
    def __init__(self, v): self.v, self.w = v, v + 1
    def m(self): return self.w
    @property
    def p(self):
        if self.v % 500 == 3: raise AttributeError("p")
        return self.v
    @staticmethod
    def s(): return 1
    @classmethod
    def c(cls): return cls.kind
    def __getattr__(self, name): return name
class Q:
    __slots__ = ("a", "b")
    def __init__(self, a): self.a = a
    def __getattr__(self, name): return "no " + name
def f(n):
    r, total = [], 0
    for i in range(n):
        o, q = P(i), Q(i)
        total += o.v + o.w + o.m() + q.a + o.s() + len(o.c()) + len(o.kind) + len(o.other)
        p = o.p
        if p == "p": r.append(i)
        if i % 700 == 0:
            del o.w, q.a
            r.append((o.w, q.a, q.b, o.p, o.m()))
    return total, r
print(f(2500))
def g(n):
    objects = [P(i) for i in range(30)]
    for i, o in enumerate(objects):
        if i % 5 == 0: del o.w
        if i % 7 == 0: o.kind = i
    c = {}
    for i in range(n):
        o = objects[i % 30]
        for x in (o.w, o.kind, getattr(o, "w"), getattr(o, "gone"), getattr(o, "kind", 0), hasattr(o, "none")):
            c[x] = c.get(x, 0) + 1
    return sorted(c.items(), key=str)
print(g(3000))
o = P(1)
def h(n):
    r = []
    for i in range(n):
        x = o.v
        if i == n // 3: P.__getattribute__ = lambda self, name: "all"
        if i == n // 2: del P.__getattribute__
        if i == n * 2 // 3:
            del P.__getattr__
            o.__dict__.pop("v")
            o.v = "again"
        if i % (n // 7) == 0 or x == "all" and "all" not in r: r.append(x)
    return r
print(h(3500))
try:
    o.gone
except AttributeError as e:
    print(e)

#---
# Descriptors without __set__: instances that have the attribute themselves, with other keys, with a dict, with slots; what becomes of the class.
class D:
    def __get__(self, obj, cls): return (obj.v if obj else None, cls.__name__)
class A:
    d = D()
    def __init__(self, v): self.v = v
class B(A): pass
class S:
    __slots__ = ("v",)
    d = D()
    def __init__(self, v): self.v = v
def f(objs, n):
    r = []
    for i in range(n):
        x = objs[i % len(objs)].d
        if i % 450 == 0: r.append(x)
        if i == n // 2: objs[-1].w = 1 if not isinstance(objs[-1], S) else None
    return r
print(f([A(1)], 2000), A.d)
print(f([A(1), B(2)], 2000))
try: f([S(3)], 2000)
except AttributeError as e: print(e)
def g(a, n):
    r = []
    for i in range(n):
        x = a.d
        if i == n // 3: a.d = "own"
        if i == n // 2: del a.d
        if i % 300 == 1: r.append(x)
    return r
print(g(A(4), 3000))
a = A(5)
a.__dict__["d"] = "there"
print(f([a], 1000), f([a, A(6)], 1000))
D.__get__ = lambda self, obj, cls: "other"
print(f([A(1), a], 1000))
D.__set__ = lambda self, obj, x: None
print(f([A(1), a], 1000))
del D.__set__
print(f([A(1), a], 1000))
del D.__get__
print(type(A(1).d).__name__, f([A(1)], 10) == [])
class R:
    def __get__(self, obj, cls):
        if obj.v % 5 == 0: raise AttributeError("not now")
        return obj.v
class C:
    r = R()
    def __init__(self): self.v = 0
def h(c, n):
    s = 0
    for i in range(n):
        c.v = i
        try: s += c.r
        except AttributeError as e: s += 1000
    return s
print(h(C(), 3000))
class G(C):
    def __getattr__(self, name): return 7
print(h(G(), 3000))
from functools import cached_property
class P:
    def __init__(self, v): self.v = v
    @cached_property
    def square(self): return self.v ** 2
def k(n):
    s = 0
    for i in range(n):
        p = P(i)
        s += p.square + p.square
    return s
print(k(3000))
