class A:
    """doc"""
    x = 1
    def __init__(self, v):
        self.v = v
    def get(self):
        return self.v
    @property
    def double(self): return self.v * 2
    @double.setter
    def double(self, z): self.v = z // 2
    @classmethod
    def make(cls, q): return cls(q)
    @staticmethod
    def st(a, b): return a + b
    def __repr__(self): return f"A({self.v!r})"
    def __eq__(self, o): return isinstance(o, A) and self.v == o.v
    def __hash__(self): return hash(self.v)
    def __add__(self, o): return A(self.v + (o.v if isinstance(o, A) else o))
    __radd__ = __add__
    def __len__(self): return 3
    def __getitem__(self, i): return i * 10
    def __call__(self, *a, **k): return a, k
class B(A):
    def __init__(self, v, w):
        super().__init__(v)
        self.w = w
    def get(self):
        return (super().get(), self.w)
a = A(5)
print(a, a.get(), a.double, a.x, A.x, a.__dict__)
a.double = 40
print(a.v, A.make(3), A.st(1, 2), a == A(20), hash(a), {A(1): 2}[A(1)])
print(a + 1, 1 + a, len(a), a[4], a(1, b=2))
b = B(1, 2)
print(b.get(), b, B.__mro__, B.__name__, B.__bases__, isinstance(b, A), issubclass(B, A), type(b) is B)
print(A.__doc__, vars(b), [n for n in dir(b) if n[0] != '_'])
T = type("T", (A,), {"foo": lambda self: 42})
print(T(1).foo(), T, T(3))
class S:
    __slots__ = ('p', 'q')
s = S(); s.p = 1
print(s.p)
class M(type):
    def __new__(mcs, name, bases, ns, **kw):
        print("new", name, kw)
        return super().__new__(mcs, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
    def __call__(cls, *a):
        print("call", a)
        return super().__call__(*a)
class W(metaclass=M, k=1):
    def __init__(self, x): self.x = x
print(W(3).x)
class P:
    def __init_subclass__(cls, **kw):
        print("sub", cls.__name__, kw)
class Q(P, z=3): pass
class D:
    def __set_name__(self, o, n): self.n = n; print("set_name", o.__name__, n)
    def __get__(self, i, o): return (self.n, i is None)
    def __set__(self, i, v): print("set", v)
class E:
    d = D()
e = E(); print(e.d, E.d); e.d = 4
class Err(Exception): pass
class Err2(Err):
    def __init__(self, a, b):
        super().__init__(a)
        self.b = b
x = Err2(1, 2)
print(x, repr(x), x.args, x.b, isinstance(x, Exception))
class L(list):
    def total(self): return sum(self)
l = L([1,2,3]); l.append(4); print(l, l.total(), len(l), l[1], type(l)); l.z = 3; print(l.z)
class Dd(dict):
    def __missing__(self, k): return k * 2
d = Dd(a=1); print(d['a'], d['zz'], d, len(d))
class I(int):
    def __repr__(self): return f"I({int(self)})"
i = I(5); print(i + 1, i, i * i, i == 5, hash(i), [1,2,3,4,5,6][i])
class St(str):
    def up(self): return self.upper()
t = St("abc"); print(t, t.up(), t + "d", len(t), t == "abc", {"abc": 1}[t])
class Tp(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    @property
    def a(self): return self[0]
t = Tp(1, 2); print(t, t.a, len(t), t == (1, 2))
class F(float): pass
f = F(2.5); print(f + 1, f, f * 2)
#---
# Hot: attributes, methods, __init__, operators, properties.
class V:
    def __init__(self, x, y):
        self.x = x
        self.y = y
    def __add__(self, o):
        return V(self.x + o.x, self.y + o.y)
    def dot(self, o):
        return self.x * o.x + self.y * o.y
    @property
    def norm2(self):
        return self.dot(self)
class W(V):
    k = 3
    def __init__(self, x, y):
        super().__init__(x, y)
        self.z = x - y
    def dot(self, o):
        return super().dot(o) + self.z * self.k
def f(n):
    acc = V(0, 0)
    t = 0
    for i in range(n):
        v = W(i, 1) if i % 3 else V(i, 2)
        acc = acc + v
        t += v.dot(acc) % 7 + v.norm2 % 5
        v.x = t
        if i == n - 100:
            W.k = 4
        if i == n - 50:
            V.dot = lambda self, o: 1
    return acc.x, acc.y, t
print(f(6000))
print(f(60))
#---
# An instance attribute that hides a method, a class attribute that appears, a
# dict that is asked for, attributes deleted and set out of order.
class C:
    a = 'class'
    def m(self): return 'method'
def g(o):
    return o.a, o.m()
c = C()
for i in range(3000):
    r = g(c)
    if i == 2000: c.m = lambda: 'own'
    if i == 2500: c.a = 'inst'
    if i == 2700: del c.a
    if i == 2800: c.__dict__['a'] = 'dict'
    if i == 2900: del C.m
    if i % 100 == 0: print(i, r)
c = C(); c.x = 1; c.y = 2; c.z = 3
del c.y; c.y = 4
print(c.__dict__)
c = C(); c.z = 1; c.x = 2
print(vars(c), c.z, c.x)
c.__dict__ = {'q': 1}
print(c.q, hasattr(c, 'x'))
try_ = getattr(c, 'nope', 'default')
print(try_)
print(c.nope)
#---
class C:
    def __init__(self): return 3
C()
#---
class C:
    def __init__(self, a): self.a = a
def f(n):
    for i in range(n):
        if i == n - 1:
            C()
        C(i)
f(3000)
#---
class A: pass
A(1)
#---
class A: pass
class B(A): pass
class C(A, B): pass
#---
class M(type): pass
class N(type): pass
class A(metaclass=M): pass
class B(metaclass=N): pass
class C(A, B): pass
#---
class A(int, str): pass
#---
class A(bool): pass
#---
class S:
    __slots__ = ('a',)
s = S()
s.a = 1
print(s.a)
s.b = 2
#---
class S:
    __slots__ = 'a', '__p'
    def __init__(self): self.__p = 4
    def p(self): return self.__p
print(S().p(), [n for n in dir(S) if not n.endswith('__')])
print(S().a)
#---
class P:
    @property
    def x(self): return 1
P().x = 3
#---
class A:
    def f(self): return super(A, self).g()
A().f()
#---
class A:
    def f(self, x): pass
A().f()
#---
class A:
    def __getattr__(self, n): return n.upper()
    def __setattr__(self, n, v): object.__setattr__(self, n, v * 2)
    def __delattr__(self, n): print("del", n)
a = A(); a.x = 4
print(a.x, a.foo)
del a.x
class B:
    def __getattribute__(self, n): return n
print(B().anything)
#---
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
    def __contains__(self, x): return x == 3
    def __bool__(self): return self.n > 2
    def __len__(self): return self.n
print(list(It(4)), sum(It(5)), 3 in It(1), bool(It(2)), bool(It(3)), len(It(7)))
t = 0
for j in range(300):
    for k in It(10):
        t += k
print(t)
class Cmp:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __repr__(self): return f"<{self.v}>"
print(sorted([Cmp(3), Cmp(1), Cmp(2)]), min(Cmp(3), Cmp(1)), max([Cmp(3), Cmp(1)]))
Cmp(1) < 3
#---
class Meta(type):
    def __instancecheck__(cls, o): return o == 3
    def __subclasscheck__(cls, c): return c is int
    def __getitem__(cls, k): return (cls.__name__, k)
    def __len__(cls): return 12
    @property
    def prop(cls): return cls.__name__ + "!"
class X(metaclass=Meta): pass
print(isinstance(3, X), isinstance(4, X), issubclass(int, X), issubclass(str, X), X[4], len(X), X.prop)
#---
class A:
    n = 0
    def __iadd__(self, o): self.n += o; return self
    def __matmul__(self, o): return ('mat', o)
    def __neg__(self): return 'neg'
    def __invert__(self): return 'inv'
    def __abs__(self): return 'abs'
    def __index__(self): return 2
    def __int__(self): return 7
    def __float__(self): return 1.5
    def __format__(self, s): return f"<{s}>"
    def __str__(self): return "str!"
a = A(); a += 5
print(a.n, a @ 3, -a, ~a, abs(a), [1, 2, 3][a], int(a), float(a), f"{a:>10}", f"{a}", str(a), "%s" % a, range(a), 'x' * 3)
print(a + 1)
#---
class D(dict):
    def __setitem__(self, k, v): super().__setitem__(k, v + 1)
d = D(); d['a'] = 1; d.update(b=2)
print(d, d['a'], 'a' in d, list(d), d == {'a': 2, 'b': 2}, type(d), type(d.copy()))
class L(list):
    def __init__(self, *a): super().__init__(a); self.tag = 't'
    def __getitem__(self, i):
        return 'item' if i == 0 else list.__getitem__(self, i)
l = L(1, 2, 3)
print(l, l[0], l[1], l[1:], len(l), l.tag, [*l], l + [4], l * 2, sorted(l, reverse=True))
t = 0
for i in range(3000):
    if l[0] == 'item': t += 1
print(t)
#---
print(type('X', (), {}), type(3), type(type), object(), sep='\n') if False else None
X = type('X', (), dict(a=1, f=lambda self: self.a))
print(X().f(), X.__name__, X.__qualname__, X.__module__, X.__mro__, callable(X), callable(X()))
print(getattr(X, 'a'), setattr(X, 'b', 2), X.b, delattr(X, 'b'), hasattr(X, 'b'))
def outer():
    class In:
        class Deep: pass
    return In
print(outer(), outer().Deep, outer().__qualname__)
class Y:
    """Doc."""
    y: int = 3
    for q in range(3): pass
    z = [q for _ in range(2)]
    del q
print(Y.__doc__, Y.y, Y.z, Y().__class__, Y().__class__ is Y)
#---
class Base:
    reg = []
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        Base.reg.append((cls.__name__, tag))
class A1(Base, tag='x'): pass
class A2(A1): pass
print(Base.reg, Base.__subclasses__())
class A3(Base, other=1): pass
#---
class S:
    def __getitem__(self, i):
        if i > 3: raise IndexError
        return i * i
print(list(S()), 9 in S(), 5 in S(), [x for x in S()], tuple(iter(S())), type(iter(S())).__name__)
t = 0
for i in range(800):
    for x in S(): t += x
print(t)
#---
# An exception that leaves an __init__, entered by the interpreter and by machine
# code, specialized and not.
class Small:
    def __init__(self, v):
        if v % 7 == 3:
            raise ValueError(v)
        self.v = v
class Wrong:
    def __init__(self, v):
        len(v)
class Worse(Small):
    def __init__(self, v):
        try:
            super().__init__(v, 1)
        except TypeError:
            super().__init__(v)
def count(cls, n):
    good = bad = 0
    for i in range(n):
        try:
            good += cls(i).v
        except (ValueError, TypeError) as e:
            bad += len(str(e))
    return good, bad
try:
    Small(3)
except ValueError as e:
    print(e)
print(count(Small, 3000), count(Wrong, 2000), count(Worse, 3000))
Worse(10)
#---
# The traceback of one that leaves an __init__ within a trace.
class Small:
    def __init__(self, v):
        if v % 7 == 3:
            raise ValueError(v)
        self.v = v
def count(n):
    last = None
    for i in range(n):
        try:
            Small(i)
        except ValueError as e:
            last = e
    return last
e = count(3000)
lines = []
tb = e.__traceback__
while tb:
    lines.append(tb.tb_lineno)
    tb = tb.tb_next
print(lines)
raise e
