class A:
    def __init__(self, x):
        self.x = 1 // x
def f(n):
    c = 0
    for i in range(n):
        try:
            A(i % 3)
        except ZeroDivisionError:
            c += 1
    return c
print(f(6000))
A(0)
#---
class Edge:
    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.turn = False
        self.rank = 1
    def head(self):
        return self.b if self.turn else self.a
    def tail(self):
        return self.a if self.turn else self.b
    def mark(self, m):
        self.head()[0] = m
    def walk(self, m):
        self.mark(m)
        t = self.tail()
        t[0] += m
        return t
class Graph:
    def __init__(self, n):
        self.edges = [Edge([i], [i + 1]) for i in range(n)]
    def step(self, m):
        k = 0
        e = self.edges[m % len(self.edges)]
        while k < 5:
            e.turn = not e.turn
            out = e.walk(m)
            k += e.rank
        return out
def f(n):
    g = Graph(7)
    s = 0
    for i in range(n):
        s += g.step(i)[0]
    return s
print(f(3000))
#---
kept = []
class P:
    def __init__(self, x, y):
        self.x = x
        self.y = y + 1
        if x % 97 == 96:
            kept.append(self)
        self.z = self.x * self.y
        self.x = self.z - x
    def plus(self, o):
        return P(self.x + o.x, self.y % 7)
def f(n):
    s = 0
    p = P(1, 2)
    for i in range(n):
        q = P(i % 11, i)
        r = q
        p = q.plus(P(i % 5, 3))
        assert r is q and p is not q
        s = (s * 31 + p.z + r.x) % 1000003
        if i % 500 == 499:
            p.w = i
            kept.append(p)
    return s, p.__dict__
print(f(3000))
print(len(kept), [vars(k) for k in kept[:3]], kept[-1].w)
#---
class Own:
    def __init__(self, n):
        self.me = self
        self.n = n
        self.pair = (self, n)
class Half:
    def __init__(self, n):
        self.a = n
        if n % 3:
            self.b = n
        self.c = [n]
def f(n):
    s = 0
    for i in range(n):
        o = Own(i)
        h = Half(i)
        if o.me is not o or o.pair[0] is not o:
            return 'two'
        s += o.me.pair[1] + len(vars(h)) + h.c[0]
    return s, list(vars(h))
print(f(3000))
#---
class V:
    def __init__(self, x, y):
        self.x = x
        self.y = y
    def dot(self, o):
        return self.x * o.x + self.y * o.y
def f(n, k):
    s = 0
    for i in range(n):
        a = V(i, k)
        s += a.dot(V(k, i))
    return s, a.x
print(f(2000, 3), f(2000, 2.5), f(30, 'a' * 3)[1] if False else 0)
try:
    print(f(2000, None))
except TypeError as e:
    print(e)
V.dot = lambda self, o: self.x
print(f(2000, 3))
V.__slots__ = ()
V.x = property(lambda self: 7)
try:
    print(f(5, 3))
except AttributeError as e:
    print(e)
#---
class A: pass
class B(A): pass
class C:
    @property
    def __class__(self):
        return B
class D: pass
class M(type):
    def __instancecheck__(cls, x): return x == 5
class E(metaclass=M): pass
def f(x, k):
    return isinstance(x, k)
def g(n):
    c = [0] * 8
    xs = [A(), B(), C(), D(), 5, 2.5, True, 'a', None]
    for i in range(n):
        for x in xs:
            c[0] += isinstance(x, A)
            c[1] += isinstance(x, B)
            c[2] += isinstance(x, int)
            c[3] += isinstance(x, (float, D))
            c[4] += isinstance(x, E)
            c[5] += f(x, A)
        b = B()
        c[6] += isinstance(b, A) + isinstance(b, B) + isinstance(b, D)
        d = C()
        d.x = 1
        c[7] += isinstance(d, A) + isinstance(d, D)
    return c
print(g(1200))
#---
from math import sqrt
def f(xs, n):
    s = 0.0
    for i in range(n):
        for x in xs:
            s += sqrt(x * 1.0)
    return s
print(f([2.0, 0.25, 1e300, 0.0, 5e-324], 800))
print(f([-0.0], 3), f([float('nan')], 3), f([float('inf')], 3))
try:
    f([4.0, -1.0], 800)
except ValueError as e:
    print(e)
#---
class Row:
    def __init__(self, items):
        self.items = items
    def __getitem__(self, i):
        if i < 0:
            raise IndexError(i)
        return self.items[i]
class Grid:
    def __init__(self, n):
        self.rows = [Row([i * k for k in range(n)]) for i in range(n)]
    def __getitem__(self, i):
        return self.rows[i]
class Sub(Row):
    pass
class Deep:
    def __init__(self, below):
        self.below = below
    def __getitem__(self, i):
        return self.below[i] + 1
def total(g, n):
    s = 0
    for i in range(n):
        for k in range(n):
            s += g[i][k]
    return s
def at(x, i):
    return x[i]
print(total(Grid(40), 40))
d = [5]
for _ in range(30): d = Deep(d)
print(sum(at(d, 0) for _ in range(400)))
print([at(x, 1) for _ in range(600) for x in (Row([1, 2]), Sub([3, 4]), [5, 6], (7, 8), 'ab', {1: 'x'})][-6:])
def caught(n):
    c = 0
    r = Row(list(range(5)))
    for i in range(n):
        try:
            c += r[i % 9 - 2]
        except IndexError as e:
            c += len(e.args)
    return c
print(caught(3000))
Row.__getitem__ = lambda self, i: -i
print(total(Grid(40), 40), caught(90), at(Sub([3]), 7))
del Row.__getitem__
try:
    print(at(Row([1]), 0))
except TypeError as e:
    print(e)
Row([1])[-1]
#---
# what some instances have themselves and others of the class, whichever comes first
class Early:
    separator = ", "

    def __init__(self, separator=None):
        self.first = 1
        if separator is not None:
            self.separator = separator

    def get(self):
        return self.separator


class Late(Early):
    def get(self):
        return self.separator

    def shout(self):
        return "method"

    def call(self):
        return self.shout()


def joined(cls, own):
    return [cls(own if i % 100 == 7 else None).get() for i in range(300)]


print(Early("-").get())
print([(i, s) for i, s in enumerate(joined(Early, ";")) if s != ", "])
print([(i, s) for i, s in enumerate(joined(Late, "+")) if s != ", "])
late = Late()
late.shout = lambda: "own"
print(late.call())
for i in range(400):
    x = Late()
    if i % 150 == 149:
        x.shout = lambda: "own %d" % i
    if x.call() != "method":
        print(i, x.call())
#---
# The __dict__ of an instance has its attributes in order, however many, without those that are gone.
class C: pass
for n in 0, 1, 5, 6, 20, 40:
    for gone in (), (0,), (2, n - 1):
        c = C()
        for i in range(n): setattr(c, 'a%d' % i, i)
        for i in {g for g in gone if 0 <= g < n}: delattr(c, 'a%d' % i)
        d = c.__dict__
        c.new = 3
        print(n, list(d.items()) == [('a%d' % i, i) for i in range(n) if i not in gone] + [('new', 3)], d is vars(c), len(d))
