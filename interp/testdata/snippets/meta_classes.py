# Calls of classes whose metaclass is one in Python, with an __init__ in Python.
import abc, sys, traceback
class Shape(abc.ABC):
    def __init__(self, w, h=2): self.w, self.h = w, h
    @abc.abstractmethod
    def area(self): ...
class Rect(Shape):
    def area(self): return self.w * self.h
class Square(Rect):
    def __init__(self, w):
        super().__init__(w, w)
        if w == -1: raise ValueError("negative")  # here
class Fault(Exception, metaclass=abc.ABCMeta):
    def __init__(self, code): self.code = code
class Meta(type): pass
class Plain(metaclass=Meta):
    def __init__(self, v): self.v = v
class Not(metaclass=Meta):
    def __init__(self, v): return v
class Caller(metaclass=Meta):
    def __init__(self): self.name = sys._getframe(1).f_code.co_name
class New(metaclass=Meta):
    def __new__(cls, v): return object.__new__(cls) if v else v
    def __init__(self, v): self.v = v
class Deleted(metaclass=Meta):
    n = 0
    def __init__(self, v): self.v = v
    def __del__(self): Deleted.n += 1
def tries(f, *args, **kw):
    try: return f(*args, **kw)
    except Exception as e: return type(e).__name__, str(e), [t.name for t in traceback.extract_tb(e.__traceback__)]
def run(n):
    total = 0
    for i in range(n):
        total += Rect(i).area() + Rect(i, 3).area() + Square(i).area() + Rect(w=i, h=1).area() + Plain(i).v + New(i + 1).v + Fault(i).code + Deleted(i).v
    return total, Caller().name, tries(Shape, 1), tries(Square, -1), tries(Rect), tries(Rect, 1, 2, 3), tries(Rect, 1, q=2), tries(Not, None) is not None, tries(Not, 5), New(0)
for n in 1, 3, 100, 1000: print(run(n))
#---
# The metaclass, and the class, change while they are called.
import abc
class Meta(type): pass
class A(metaclass=Meta):
    def __init__(self, v): self.v = v
class B(abc.ABC):
    def __init__(self, v): self.v = v
def change(i):
    if i == 400: Meta.__call__ = lambda cls, v: ("called", v)
    if i == 500: Meta.__call__ = lambda cls, v: type.__call__(cls, -v)
    if i == 600: del Meta.__call__
    if i == 900: B.f = abc.abstractmethod(lambda self: 0); abc.update_abstractmethods(B)
    if i == 1000: B.__abstractmethods__ = frozenset()
    if i == 1150: A.__new__ = lambda cls, v: object.__new__(cls)
    if i == 1100: A.__init__ = lambda self, v: self.__dict__.update(v=2 * v)
def run():
    counts = {}
    for i in range(1200):
        change(i)
        a = A(i)
        try: b = B(i).v
        except TypeError as e: b = str(e)
        k = type(a).__name__, a[0] if type(a) is tuple else a.v == i, a.v == -i if type(a) is A else None, b == i or b
        counts[k] = counts.get(k, 0) + 1
    return counts
for k, v in run().items(): print(k, v)
def deep(n):
    class R(metaclass=Meta):
        def __init__(self, n): self.r = R(n - 1) if n else None
    r, k = R(n), 0
    while r: r, k = r.r, k + 1
    return k
def endless():
    class R(metaclass=Meta):
        def __init__(self): R()
    try: R()
    except RecursionError as e: return str(e)
print([deep(400) for i in range(20)][-1], {endless() for i in range(3)})
def many(classes, n):
    total = 0
    for i in range(n): total += classes[i % len(classes)](i).v
    return total
class C(A): pass
class D:
    def __init__(self, v): self.v = 3 * v
for cs in [A], [A, C], [A, B, C, D], [D]: print(many(cs, 1000))
#---
# Calls of instances, and of classes whose metaclass has a __call__, with arguments that have defaults or are any number.
import traceback
class Default:
    def __call__(self, a, b=2, *, c=3): return a, b, c
class Any:
    def __init__(self, f): self.f = f
    def __call__(self, *args, **kwargs): return self.f(*args, **kwargs)
class Single(type):
    made = {}
    def __call__(cls, *args, **kwargs):
        if cls not in cls.made: cls.made[cls] = super().__call__(*args, **kwargs)
        return cls.made[cls]
class One(metaclass=Single):
    def __init__(self, v=1): self.v = v
class Two(One): pass
class Counted(type):
    n = 0
    def __call__(cls, *args):
        Counted.n += 1
        if args == ("raise",): raise KeyError(args[0])
        return super().__call__(*args)
class Pair(metaclass=Counted):
    def __init__(self, a, b=5): self.a, self.b = a, b
def tries(f, *args):
    try: return f(*args)
    except Exception as e: return type(e).__name__, str(e), [t.name for t in traceback.extract_tb(e.__traceback__)]
def run(n, d=Default(), a=Any(lambda *args, **kw: (args, kw))):
    for i in range(n):
        r = [d(i), d(i, 1), a(), a(i), a(i, i), a(i, k=1), d(i, c=4), One().v, Two(i).v, One(i).v, Pair(i).b, Pair(i, i).b]
        if i == 900:
            Default.__call__.__defaults__ = (7,)
            break
    return r, [d(1), tries(d), tries(d, 1, 2, 3), tries(Pair), tries(Pair, "raise")], Counted.n
for n in 1, 100, 1000: print(run(n))
def changed(d=Default()): return [d(i) for i in range(1000)][-1]
print(changed())
