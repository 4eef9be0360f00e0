# What a class has, read from instances, from the class in a variable, from classes with a metaclass: static and class methods, methods as
# values, constants that are instances, classes that are called.
import enum
class Mark:
    def __init__(self, n):
        self.n = n
class Base:
    first, many, kind = Mark(3), 7, Mark
    def __init__(self, v):
        self.v = v
    @staticmethod
    def twice(a):
        return a + a
    @classmethod
    def name(cls, a):
        return len(cls.__name__) + a
    def own(self, a):
        return self.v + a
    def run(self, a):
        m, s = self.own, self.twice
        return self.twice(a) + self.name(a) + self.first.n + self.many + self.kind(a).n + m(a) + s(a)
class Derived(Base):
    first = Mark(5)
    @staticmethod
    def twice(a):
        return a * 3
class Slotted:
    __slots__ = "v"
    make = Mark
    @staticmethod
    def f(a):
        return a - 1
    def g(self):
        return self.f(4) + self.make(2).n
class Listed(list):
    zero = Mark(0)
    @staticmethod
    def f(a):
        return a - 2
    def g(self):
        return self.f(len(self)) + self.zero.n
class Color(enum.Enum):
    RED, GREEN = 1, 2
    def other(self):
        return self.GREEN if self is self.RED else Color.RED
class Flag(enum.IntFlag):
    A, B = 1, 2
def loop(objects, n):
    t = 0
    for i in range(n):
        o = objects[i % len(objects)]
        t += o.run(i)
        c = type(o)
        t += c.twice(i) + c.name(1) + c.first.n
    return t
def few(n):
    t, s, l, c = 0, Slotted(), Listed((1, 2)), Color.RED
    for i in range(n):
        c = c.other()
        t += s.g() + l.g() + (c is Color.GREEN) + Color.GREEN.value + (Flag.A | Flag.B).value + (Flag.A in Flag(i & 3))
    return t
print(loop([Base(1)], 3000), loop([Base(1), Derived(2)], 3000), few(3000))
print(loop([type("T%d" % i, (Base,), {})(i) for i in range(12)], 4000))
#---
# Changes of what the classes have, and of what is there.
class Plain:
    def __init__(self, n):
        self.n = n
class Getter:
    def __init__(self, n):
        self.n = n
    def __get__(self, o, t):
        return Plain(100 + self.n)
class Meta(type):
    pass
class C(metaclass=Meta):
    mark, call, count = Plain(1), Plain, 0
    @staticmethod
    def f(a):
        return a
    @classmethod
    def g(cls):
        return cls.mark.n
    def m(self):
        return 1
    def run(self):
        return self.f(2), self.g(), self.mark.n, self.call(5).n, self.m.__name__, self.count, C.mark.n, C.f(3), C.g()
def run(o):
    for i in range(1500):
        r = o.run()
    return r
o, p = C(), C()
print(run(o))
C.f = staticmethod(lambda a: a + 10)
print(run(o))
C.__dict__["f"].__init__(lambda a: a + 20)
print(run(o))
C.__dict__["g"].__init__(lambda cls: 77)
print(run(o))
o.f = lambda a: "own"
o.mark = Plain(9)
o.call = Plain
print(run(o), run(p))
del o.f, o.mark
print(run(o), run(p))
p.__dict__["g"] = lambda: "in a dict"
print(run(p), run(o))
for i in range(4):
    C.count += 1
    print(run(o)[5], end=" ")
print()
Plain.__get__ = lambda self, o, t: Plain2(self.n + 50)
class Plain2:
    def __init__(self, n):
        self.n = n
print(run(o), run(p))
del Plain.__get__
print(run(o))
C.__dict__["mark"].__class__ = Getter
print(run(o))
C.__dict__["mark"].__class__ = Plain
print(run(o))
Meta.mark = property(lambda cls: Plain(1000))
print(run(o))
del Meta.mark
Meta.__getattribute__ = lambda cls, name: (lambda *a: "meta") if name in "fg" else type.__getattribute__(cls, name)
print(run(o))
del Meta.__getattribute__
C.__getattr__ = lambda self, name: 5
print(run(o))
C.__getattribute__ = lambda self, name: object.__getattribute__(self, name) if name != "count" else "asked"
print(run(o))
#---
# A class attribute that is looked up in vain, and one that appears in a base meanwhile.
class A:
    pass
class B(A):
    @staticmethod
    def f():
        return "B"
    def run(self):
        try:
            return self.f(), self.h()
        except AttributeError as e:
            return str(e)
def run(o):
    for i in range(1500):
        r = o.run()
    return r
b = B()
print(run(b))
A.h = classmethod(lambda cls: cls.__name__)
print(run(b))
A.f = staticmethod(lambda: "A")
print(run(b))
del B.f
print(run(b))
B.__bases__ = (type("Z", (), {"f": staticmethod(lambda: "Z"), "h": staticmethod(min)}),)
try:
    print(run(b))
except TypeError as e:
    print(e)
#---
# Attributes of instances whose classes have an instance of a class in Python under the same name, which becomes a descriptor and ceases to be one.
import functools
class Mid:
    pass
class Default(Mid):
    pass
class Sub(Default):
    pass
class O:
    state, other = Default(), Sub()
    def __init__(self, v):
        self.state = v
    def run(self, v):
        self.state = v
        return self.state, type(self.other).__name__, O.state.__class__.__name__
    @functools.cached_property
    def squared(self):
        return self.state * self.state
class P(O):
    pass
def run(objects):
    for i in range(1600):
        o = objects[i % len(objects)]
        try:
            r = o.run(i), o.squared
        except (AttributeError, TypeError) as e:
            r = str(e)
    return r
a, b = O(3), P(4)
print(run([a]), run([a, b]))
Default.__set__ = lambda self, o, v: o.__dict__.__setitem__("stored", v)
print(run([a, b]), sorted(a.__dict__))
Default.__get__ = lambda self, o, t: "got" if o else self
print(run([a, b]), sorted(b.__dict__))
del Default.__set__
print(run([a, b]))
del Default.__get__
print(run([a, b]))
Sub.__set__ = lambda self, o, v: None
Sub.__get__ = lambda self, o, t: [1]
print(run([a, b]))
del Sub.__get__
print(run([a, b]))
class Base(Mid):
    def __set__(self, o, v):
        o.__dict__["kept"] = v
Default.__bases__ = (Base,)
print(run([a, b]), sorted(a.__dict__))
Default.__bases__ = (Mid,)
print(run([a, b]))
functools.cached_property.__set__ = lambda self, o, v: None
print(run([a, b]))
a.squared = 5
print("squared" in a.__dict__, run([a]))
del functools.cached_property.__set__
print(run([a]), a.squared)
del a.squared
print(a.squared)
