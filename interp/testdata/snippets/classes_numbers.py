class N(int):
    pass
x = N(5)
x.a = 1
print(x.__dict__, x.a)
class F(float): pass
y = F(1.5); y.b = 2; print(y.b)
class T(str): pass
y = T('abc'); y.b = 2; print(y.b)
y.upper = 3
print(y.upper)
for what in (lambda: setattr(x, 'real', 3), lambda: x.foo, lambda: delattr(x, 'foo')):
    try:
        print(what())
    except AttributeError as e:
        print(e)
class S(int): __slots__ = ()
try:
    S(3).q = 4
except AttributeError as e:
    print(e)
class M(int):
    def bit_length(self): return 3
n = M(); n.bit_length = 4; print(n.bit_length)
t = 0
for i in range(3000):
    v = N(i)
    v.k = i
    t += v.k + v
print(t)
#---
class A(int):
    __str__ = int.__repr__
    def __repr__(self): return 'A!'
class B(int):
    __hash__ = object.__hash__
    __eq__ = object.__eq__
    __repr__ = object.__repr__
class C(str):
    __str__ = object.__str__
    __len__ = lambda self: 7
class D(C):
    __len__ = str.__len__
b = B(3)
print(str(A(4)), repr(A(4)), f"{A(4)}", b == 3, b == b, repr(b)[:18], len(C('ab')), len(D('ab')), str(C('x')))
n = 0
for i in range(3000):
    n += len(str(A(i))) + (B(i) == i) + len(D('abc')) + len(C('abc'))
print(n)
#---
import math
class Num:
    def __init__(self, v): self.v = v
    def __divmod__(self, o): return 'divmod', self.v, o
    def __rdivmod__(self, o): return 'rdivmod', self.v, o
    def __round__(self, *a): return 'round', self.v, a
    def __floor__(self): return 'floor'
    def __ceil__(self): return 'ceil'
    def __trunc__(self): return 'trunc'
    def __pow__(self, e, m=None): return 'pow', e, m
class Sub(Num):
    def __rdivmod__(self, o): return 'sub', o.v
class Not:
    def __divmod__(self, o): return NotImplemented
n = Num(2)
print(divmod(n, 3), divmod(3, n), divmod(n, Sub(4)), divmod(Sub(4), n)[:2], round(n), round(n, 2), round(n, None), math.floor(n), math.ceil(n), math.trunc(n), pow(n, 2, 3))
for what in (lambda: divmod(Not(), 1), lambda: divmod(1, Not()), lambda: round(Not()), lambda: math.floor(Not()), lambda: math.trunc(Not()), lambda: divmod("a", 1)):
    try:
        print(what())
    except TypeError as e:
        print(e)
class I(int): pass
class G(float): pass
print(divmod(I(7), I(2)), divmod(7, I(2)), round(I(15), -1), round(G(2.567), 2), round(G(2.5)), math.floor(G(2.5)), math.ceil(I(3)), math.trunc(G(-2.5)))
print((5).__index__(), int.__index__(I(5)), (5).__int__(), (5).__float__(), (2.5).__int__(), (2.5).__float__(), (5).__trunc__(), (5).__floor__(), (2.5).__ceil__(), (2.5).__floor__(), (25).__round__(-1), (2.567).__round__(1), (2.5).__round__())
print((7).__divmod__(2), (7).__rdivmod__(2), (7).__divmod__(2.0), (7.5).__divmod__(2), (7.5).__rdivmod__(16), (7).__divmod__('a'), True.__index__())
class R(int):
    def __round__(self, n=None): return 'mine'
print(round(R(3)), round(R(3), 1))
t = 0
for i in range(2000):
    t += divmod(I(i), 3)[1] + math.floor(G(i + 0.5)) + len(divmod(n, i)) + len(round(n))
print(t)
#---
# special methods that return what they must not, __bytes__, and metaclasses that bases have
class G:
    def __index__(self):
        return "x"

    def __int__(self):
        return 1.5

    def __float__(self):
        return 1

    def __bytes__(self):
        return "b"


class B(str):
    def __bytes__(self):
        return b"own"


class H:
    def __iter__(self):
        return 3


for f in (int, float, bytes, bytearray, hex, range, [1, 2].__getitem__):
    try:
        f(G())
    except TypeError as e:
        print(f.__name__, e)
for f in bytes, bytearray:
    try:
        f(H())
    except TypeError as e:
        print(e)
print(bytes(B("x")), b"%b" % B("x"))


class Meta(type):
    def __init__(cls, name, bases, ns, **kw):
        print("init", name, sorted(ns), kw)


class M(metaclass=Meta):
    pass


X = type("X", (M,), {"a": 1})
print(type(X) is Meta, X.a, type("Y", (), {}).__class__)
