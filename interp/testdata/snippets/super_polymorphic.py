# super().name() of receivers of many classes, which a trace does not know.
class Base:
    def area(self): return 1
    def grow(self, n): return n
class A(Base):
    def area(self): return 2 + super().area()
    def grow(self, n): return super().grow(n + 1)
class Mixin(Base):
    def area(self): return 10 + super().area()
class B(A):
    def area(self): return 3 + super().area()
class C(A, Mixin):
    pass
class D(B, Mixin):
    def area(self): return 4 + super().area()
class E(D):
    x = 1
def total(objects, n):
    t = 0
    for i in range(n):
        o = objects[i % len(objects)]
        t += o.area() + o.grow(i)
    return t
objects = [A(), B(), C(), D(), E()] + [type('K%d' % i, (A, Mixin), {})() for i in range(12)]
print([o.area() for o in objects])
print(total(objects, 3000))
#---
# Classes change while their instances are in use.
class Base:
    def f(self): return 'base'
class Left(Base):
    def f(self): return 'left ' + super().f()
class Right(Base):
    pass
kinds = [type('T%d' % i, (Left, Right), {}) for i in range(9)]
objects = [k() for k in kinds]
def run(n=600):
    out = {}
    for i in range(n):
        r = objects[i % 9].f()
        out[r] = out.get(r, 0) + 1
    return sorted(out.items())
print(run())
Right.f = lambda self: 'right ' + Base.f(self)
print(run())
Base.f = lambda self: 'new'
print(run())
del Right.f
print(run())
kinds[3].__bases__ = (Left,)
Right.f = lambda self: 'again'
print(run())
Left.__bases__ = (Right,)
print(run())
objects[4].__class__ = kinds[3]
print(run())
class Other(Base):
    def f(self): return 'other'
Base.f = Other.f
print(run())
#---
# Attributes that are no methods, and classes that are no bases.
class Base:
    value = 5
    @property
    def p(self): return 'p'
    @staticmethod
    def s(x): return ('s', x)
    @classmethod
    def c(cls, x): return (cls.__name__, x)
    def __call__(self): return 'called'
class Callable:
    def __call__(self, *a): return ('callable', a)
Base.k = Callable()
class A(Base):
    def f(self):
        return super().p, super().s(1), super().c(2), super().k(3), super().__call__(), super().value
objects = [type('K%d' % i, (A,), {})() for i in range(10)]
out = {}
for i in range(500):
    r = objects[i % 10].f()
    out[r] = out.get(r, 0) + 1
print(sorted(out.items(), key=repr))
def f(self): return super().g()
try:
    f(1)
except RuntimeError as e:
    print(e)
class X(Base):
    def g(self): return super().missing()
for o in [X() for _ in range(50)] + [type('Y', (X,), {})() for _ in range(50)]:
    try:
        o.g()
    except AttributeError as e:
        text = str(e)
print(text)
#---
# The method is taken out of its class, and called with what is no instance; __class__ in the cell changes.
class Base:
    def f(self): return 'base ' + type(self).__name__
class A(Base):
    def f(self): return super().f()
class Stranger:
    f = A.f
subs = [type('S%d' % i, (A,), {}) for i in range(8)]
out = set()
for i in range(400):
    o = subs[i % 8]()
    if i == 300:
        o = Stranger()
    try:
        out.add(o.f())
    except TypeError as e:
        out.add(str(e))
for o in (5, 'x', None, 1.5, A):
    try:
        out.add(A.f(o))
    except (TypeError, AttributeError) as e:
        out.add(str(e))
print(sorted(out))
class Other(Base):
    def f(self): return 'changed'
class Deeper(A):
    pass
cell = A.f.__closure__[0]
def run(): return sorted({o().f() for o in subs * 20})
before = run()
cell.cell_contents = Base
try:
    print(run())
except AttributeError as e:
    print(e)
cell.cell_contents = A
print(run() == before)
#---
# Classes that are made, used and dropped: none takes another's place.
import gc
class Base:
    def f(self): return 0
def make(k):
    class Mid(Base):
        def f(self): return k + super().f()
    class Between(Mid):
        def f(self): return 100 * k + super().f()
    return [type('T%d' % i, (Between,), {})() for i in range(7)]
total = 0
for k in range(40):
    objects = make(k)
    for i in range(70):
        total += objects[i % 7].f()
    if k % 10 == 9:
        gc.collect()
print(total)
