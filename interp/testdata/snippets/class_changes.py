# super().m() in a hot method follows what becomes of the base class.
class A:
    def m(self):
        return 1
class B(A):
    def run(self, n):
        s = 0
        for i in range(n):
            s += super().m()
        return s
b = B()
print(b.run(3000), b.run(3000))
A.m = lambda self: 2
print(b.run(3000))
class Z:
    def m(self):
        return 5
B.__bases__ = (Z,)
print(b.run(3000))
#---
# super(K, x) of one object with several classes, in one hot loop.
class A:
    def m(self):
        return 1
class B(A):
    def m(self):
        return 2
class C(B):
    def m(self):
        return 3
class D(C):
    pass
def run(K, x, n):
    s = 0
    for i in range(n):
        s += super(K, x).m()
    return s
d = D()
for K in D, C, B, D, C, B:
    print(run(K, d, 2000))
#---
# One method's code in several classes: __class__ is another cell's.
class A:
    def m(self):
        return 1
class B(A):
    def m(self):
        return 2
def make(base):
    class K(base):
        def m(self):
            return 10
        def run(self, n):
            s = 0
            for i in range(n):
                s += super().m()
            return s
    return K
P, Q = make(A), make(B)
p, q = P(), Q()
for k in p, q, p, q:
    print(k.run(2000))
class R(P, Q.__mro__[1]):
    pass
print(R().run(2000))
#---
# A class method and a static method of a constant class that are set anew behind a hot loop.
class C:
    k = 1
    @classmethod
    def m(cls, i):
        return i + cls.k
    @staticmethod
    def s(i):
        return i * 2
def run(n):
    t = 0
    for i in range(n):
        t += C.m(i) + C.s(i)
    return t
print(run(3000), run(3000))
C.m = classmethod(lambda cls, i: i - cls.k)
print(run(3000))
C.s = staticmethod(lambda i: i * 5)
print(run(3000))
C.k = 100
print(run(3000))
class Base:
    @classmethod
    def make(cls):
        return cls.__name__
class Sub(Base):
    pass
def names(n):
    r = None
    for i in range(n):
        r = Sub.make()
    return r
print(names(3000))
Base.make = classmethod(lambda cls: "other")
print(names(3000))
Sub.make = classmethod(lambda cls: "own")
print(names(3000))
#---
# What a with statement calls, set anew behind a hot loop and inside of it.
class C:
    def __enter__(self):
        return 1
    def __exit__(self, *a):
        return False
def run(c, n):
    s = 0
    for i in range(n):
        with c as k:
            s += k
    return s
c = C()
print(run(c, 3000), run(c, 3000))
C.__enter__ = lambda self: 2
print(run(c, 3000))
left = []
C.__exit__ = lambda self, *a: left.append(1)
print(run(c, 3000), len(left))
def made(n):
    s = 0
    for i in range(n):
        with C() as k:
            s += k
            if i == n - 100:
                C.__enter__ = lambda self: 1000
    return s
print(made(3000), made(3000), len(left))
#---
# A method's name in an instance whose __dict__ is another one.
class C:
    def m(self):
        return 1
    def __init__(self):
        self.a = 1
def run(list, n):
    s = 0
    for i in range(n):
        s += list[i % len(list)].m()
    return s
objects = [C() for i in range(5)]
print(run(objects, 3000), run(objects, 3000))
objects[3].__dict__ = {"m": lambda: 100}
print(run(objects, 3000))
objects[1].__dict__["m"] = lambda: 1000
print(run(objects, 3000))
one = C()
print(run([one], 3000))
one.__dict__ = {"a": 1}
print(run([one], 3000))
one.__dict__ = {"m": lambda: 7}
print(run([one], 3000))
#---
# A str that is appended to in place while tuples hold and lose others.
def run(n):
    s = ""
    kept = ("", 0)
    out = []
    for i in range(n):
        kept = (s, i)
        s += "ab"
        a, k = kept
        t = a + "|"
        s = t if len(s) > 20 else s
        if len(s) > 40:
            s = ""
        if i % 501 == 0:
            out.append((kept, s))
    return out
print(run(3000))
#---
# super() where the class of self is known, and what __class__ is becomes another one.
class A:
    def m(self):
        return 1
class B(A):
    def m(self):
        return 2
class C(B):
    k = 0
    def __init__(self):
        self.x = 10
    def one(self):
        return self.x + super().m()
def run(c, n):
    s = 0
    for i in range(n):
        s += c.one()
    return s
c = C()
print(run(c, 3000), run(c, 3000))
C.one.__closure__[0].cell_contents = B
print(run(c, 3000))
C.one.__closure__[0].cell_contents = C
print(run(c, 3000))
B.m = lambda self: 20
print(run(c, 3000))
#---
# The class behind which super() looks changes in a class method.
class A:
    @classmethod
    def m(cls): return "A"
class B(A):
    @classmethod
    def m(cls): return "B"
class D(B):
    @classmethod
    def m(cls): return "D"
    @classmethod
    def one(cls): return super().m()
def run(n):
    t = 0
    for i in range(n):
        t += len(D.one())
    return t, D.one()
print(run(3000), run(3000))
cell = D.__dict__["one"].__func__.__closure__[0]
cell.cell_contents = B
print(run(3000))
cell.cell_contents = D
print(run(3000))
#---
# The same in __new__, which is called with a class that is known.
class Base:
    def __new__(cls, v): return "base"
class Mid(Base):
    def __new__(cls, v): return "mid"
class D(Mid):
    def __new__(cls, v): return super().__new__(cls, v)
def make(n):
    r = None
    for i in range(n):
        r = D(i)
    return r
print(make(3000), make(3000))
cell = D.__new__.__closure__[0]
cell.cell_contents = Mid
print(make(3000))
cell.cell_contents = D
print(make(3000))
