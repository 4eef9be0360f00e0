# Attributes that come to a function in Python: __getattr__ for what an instance lacks, __get__ of data descriptors.
import sys, traceback
class Proxy:
    def __init__(self, o): self.o = o
    def __getattr__(self, name): return getattr(self.o, name)
class Point:
    kind = "point"
    def __init__(self, x): self.x = x
    def twice(self): return 2 * self.x
class Data:
    def __init__(self, f): self.f = f
    def __get__(self, obj, cls=None):
        if obj is None: return self
        return self.f(obj), cls.__name__, sys._getframe(1).f_code.co_name
    def __set__(self, obj, v): obj.set = v
class Names:
    def __getattr__(self, name):
        if name.startswith("no"): raise AttributeError("none: " + name)
        if name == "key": raise KeyError(name)  # here
        return name.upper()
    @property
    def broken(self): raise AttributeError("property")
class Slots:
    __slots__ = ("a", "b")
    def __getattr__(self, name): return "lacks " + name
class Has:
    d = Data(lambda o: o.x)
    def __init__(self, x): self.x = x
class Derived(Has):
    def __init__(self, x): super().__init__(x); self.__dict__["d"] = "hidden"
def run(n):
    r = None
    for i in range(n):
        p, q, s, h = Proxy(Point(i)), Names(), Slots(), Derived(i)
        s.a = i
        r = p.x, p.kind, p.twice(), p.o.x, q.abc, q.broken, s.a, s.b, s.c, h.d, Has(i).d, Has.d is Has.__dict__["d"], hasattr(q, "none"), getattr(q, "none", 5), p.__class__.__name__, type(p.__dict__).__name__
        try:
            q.nothing
        except AttributeError as e:
            r += str(e), [(x.name, x.lineno) for x in traceback.extract_tb(e.__traceback__)], e.__context__
        try:
            q.key
        except KeyError as e:
            r += str(e), [(x.name, x.lineno) for x in traceback.extract_tb(e.__traceback__)], e.__context__
        try:
            p.missing
        except AttributeError as e:
            r += str(e), [x.name for x in traceback.extract_tb(e.__traceback__)]
        p.missing = i
        r += p.missing,
    return r
for n in (1, 2, 100, 1000): print(run(n))
#---
# They change: the function, the class of the instance, what the instance has; and they are wrong.
class A:
    def __getattr__(self, name): return "A" + name
class B:
    def __getattr__(self, name): return "B" + name
    y = "class"
def run(o, n, change=None):
    r = {}
    for i in range(n):
        if i == n // 2 and change: change()
        try:
            x = o.y
        except Exception as e:
            x = type(e).__name__ + str(e)
        r[x] = r.get(x, 0) + 1
    return r
a = A()
print(run(a, 300), run(a, 300, lambda: setattr(A, "__getattr__", lambda self, name: "other" + name)))
print(run(a, 300, lambda: setattr(a, "y", "own")), run(a, 300, lambda: delattr(a, "y")))
print(run(a, 300, lambda: setattr(a, "__class__", B)), run(a, 300, lambda: delattr(B, "y")))
print(run(a, 300, lambda: setattr(B, "__getattr__", lambda self: 5)))
print(run(a, 300, lambda: setattr(B, "__getattribute__", lambda self, name: "all")), run(a, 300, lambda: delattr(B, "__getattribute__")))
print(run(a, 300, lambda: delattr(B, "__getattr__")))
class D:
    def __get__(self, o, c): return "get"
    def __set__(self, o, v): pass
class C:
    y = D()
c = C()
c.__dict__["y"] = "own"
print(run(c, 300), run(c, 300, lambda: setattr(D, "__get__", lambda self, o, c: "got")), run(c, 300, lambda: delattr(D, "__set__")), run(c, 300, lambda: delattr(D, "__get__")))
D.__get__ = lambda self, o: "too few"
D.__set__ = lambda self, o, v: None
print(run(c, 300), run(C(), 3))
class Lazy:
    def __getattr__(self, name):
        yield name
print(list(Lazy().y), [list(x.y) for x in [Lazy()] * 3])
class Deep:
    def __getattr__(self, name): return self.y
print(run(Deep(), 3))
import enum
class Color(enum.Enum):
    RED = 1
    BLUE = "b"
    @property
    def low(self): return self.name.lower()
def colors(n):
    for i in range(n): r = [(c.name, c.value, c.low) for c in Color], Color.RED.value, Color.BLUE.name
    return r
print(colors(300))
