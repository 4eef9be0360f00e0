# x.__class__ of instances whose class says nothing of its own about it, and of others.

from dataclasses import dataclass

@dataclass
class P:
    x: int
    y: int = 0
@dataclass(order=True, frozen=True)
class Q:
    x: int
    y: int
class Slots:
    __slots__ = ('a',)
class Proxy:
    __class__ = property(lambda self: int)
class Named:
    __class__ = 'text'
class Own:
    def __getattribute__(self, name): return 'own ' + name
class Late:
    def __getattr__(self, name): return 'late ' + name
class Sub(P): pass
class L(list): pass
class Meta(type): pass
class M(metaclass=Meta): pass
class E(Exception): pass

def classes(v, n):
    r = None
    for _ in range(n):
        r = v.__class__
    return r

def same(a, b, n):
    c = 0
    for _ in range(n):
        if a.__class__ is b.__class__: c += 1
    return c

values = [P(1), Q(1, 2), Slots(), Proxy(), Named(), Own(), Late(), Sub(2), L(), M(), E(), 5, 'x', None, P, M, len, classes, 1.5, True]
for v in values: print(classes(v, 300))
for a in values: print([same(a, b, 20) for b in values])
def mixed(n):
    c = {}
    for i in range(n):
        k = values[i % len(values)].__class__
        c[repr(k)] = c.get(repr(k), 0) + 1
    return sorted(c.items())
print(mixed(2000))

# An instance gets another class; what its dict has does not count.
class A: pass
class B: pass
def changes(n):
    a, r = A(), []
    for i in range(n):
        a.__class__ = B if i & 1 else A
        r.append(a.__class__.__name__)
    return r[-4:], r.count('A')
print(changes(500))
def dicts(n):
    a = A(); a.__dict__['__class__'] = 'hidden'
    r = None
    for _ in range(n): r = a.__class__
    return r
print(dicts(300))
# The class says something about it later.
class C: pass
def later(c, n):
    r = None
    for _ in range(n): r = c.__class__
    return r
c = C()
print(later(c, 300))
C.__getattribute__ = lambda self, name: 'any'
print(later(c, 300))
del C.__getattribute__
C.__getattr__ = lambda self, name: 'missing'
print(later(c, 300), c.other)

# What dataclasses make of it.
def equal(a, b, n):
    r = []
    for _ in range(n): r = [a == b, a != b]
    return r
for a, b in ((P(1, 2), P(1, 2)), (P(1, 2), P(1, 3)), (P(1, 2), Sub(1, 2)), (P(1), 5), (Q(1, 2), Q(1, 2)), (Q(1, 2), P(1, 2))):
    print(equal(a, b, 200))
def order(a, b, n):
    r = []
    for _ in range(n):
        try: r = [a < b, a >= b]
        except TypeError as e: r = str(e)
    return r
print(order(Q(1, 2), Q(1, 3), 200), order(Q(1, 2), P(1, 2), 200))
def keys(n):
    d = {}
    for i in range(n): d[Q(i % 7, i % 3)] = i
    return len(d), d[Q(3, 1)], Q(9, 9) in d
print(keys(1000))
