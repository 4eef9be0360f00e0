# Classes with a __new__ and an __init__ in Python, called by position, by keyword, and with what is in tuples and dicts.
import sys, traceback
class Both:
    def __new__(cls, x, y=1, *rest, **kw):
        self = super().__new__(cls)
        self.made = (x, y, rest, sorted(kw))
        return self
    def __init__(self, x, y=2, *rest, **kw):
        self.x, self.y = x, y
    def all(self): return type(self).__name__, self.made, self.x, self.y
class Derived(Both):
    def __init__(self, *a, **kw):
        super().__init__(*a, **kw)
        self.y = -self.y
class Tuple(tuple):
    def __new__(cls, *a): return tuple.__new__(cls, a)
    def __init__(self, *a): self.n = len(a)
class Number(int):
    def __new__(cls, v, *, base=10): return int.__new__(cls, v, base)
    def __init__(self, v, base=0): self.base = base
class Error(Exception):
    def __new__(cls, *a): return super().__new__(cls, "made", *a)
    def __init__(self, code): self.code = code
class Other:
    def __new__(cls, x): return [x] if x % 3 else Both(x) if x % 2 else object.__new__(Derived)
    def __init__(self, x): self.never = x
class Sub:
    def __new__(cls, x): return object.__new__(Subsub if x & 1 else cls)
    def __init__(self, x): self.v = ("Sub", x)
class Subsub(Sub):
    def __init__(self, x): self.v = ("Subsub", x)
class OnlyNew:
    def __new__(cls, a, b=5):
        self = object.__new__(cls)
        self.v = a, b
        return self
def run(n):
    r = None
    for i in range(n):
        l, d = [i, 7], {"y": 8}
        r = (Both(i).all(), Both(i, 3, 4).all(), Both(x=i).all(), Both(i, y=4, z=5).all(), Both(*l).all(), Both(*l, **{"q": 1}).all(), Both(i, **d).all(), Derived(i, 6).all(), Derived(i, y=6).all(),
             (Tuple(i, 2), Tuple(i, 2).n), (Number("12", base=8), Number("7").base), (Error(i).args, Error(i).code), type(Other(i)).__name__, Sub(i).v, Sub(i + 1).v, OnlyNew(i, b=3).v, OnlyNew(a=i).v)
    return r
for n in (1, 2, 3, 4, 200): print(run(n))
#---
# What is wrong with the arguments, what __init__ returns and raises, and where.
import sys, traceback
class C:
    def __new__(cls, a, k=None):
        if a == "new": raise KeyError("in new")
        return object.__new__(cls)
    def __init__(self, a, k=None):
        if a == "init": raise KeyError("in init")
        if a == "five": return 5
        self.caller = sys._getframe(1).f_code.co_name
class NewTakesLess:
    def __new__(cls): return object.__new__(cls)
    def __init__(self, a): pass
class InitTakesLess:
    def __new__(cls, a, b=1): return object.__new__(cls)
    def __init__(self): pass
class Lazy:
    def __new__(cls): return object.__new__(cls)
    def __init__(self): yield 1
class BuiltinInit:
    def __new__(cls, *a): return object.__new__(cls)
    __init__ = print
def tries():
    r = []
    for f in (lambda: C("ok").caller, lambda: C("new"), lambda: C("init"), lambda: C("five"), lambda: C(), lambda: C("a", z=1), lambda: C(a="init", k=2), lambda: NewTakesLess(1), lambda: NewTakesLess(),
              lambda: InitTakesLess(1), lambda: InitTakesLess(a=1), Lazy):
        try:
            r.append(f())
        except (TypeError, KeyError) as e:
            r.append((str(e), [(x.name, x.lineno) for x in traceback.extract_tb(e.__traceback__)], e.__context__))
    return r
for i in range(100): r = tries()
for x in r: print(x)
print(type(BuiltinInit("shown", "here")).__name__ if False else BuiltinInit.__init__ is print)
# As deep as in CPython: what a class adds to the depth is its functions.
class Deep:
    def __new__(cls, n): return object.__new__(cls)
    def __init__(self, n):
        global depth
        depth = n
        self.next = Deep(n + 1)
class DeepNew:
    def __new__(cls, n):
        global depth
        depth = n
        DeepNew(n + 1)
    def __init__(self, n): pass
class DeepKw(Deep):
    def __init__(self, n):
        global depth
        depth = n
        self.next = DeepKw(n=n + 1)
for c in (Deep, DeepNew, DeepKw):
    depths = set()
    for i in range(5):
        try:
            c(0)
        except RecursionError:
            depths.add(depth)
    print(c.__name__, depths)
#---
# Methods that change: while __new__ runs, between calls, and a metaclass that gets a __call__.
class Meta(type): pass
class C(metaclass=Meta):
    def __new__(cls, x):
        if x == 300: C.__init__ = late
        if x == 600: del C.__init__
        return super().__new__(cls)
    def __init__(self, x): self.x = x
def late(self, x): self.x = -x
def loop(a, b):
    r = []
    for i in range(a, b):
        try:
            r.append(C(i).x)
        except AttributeError:
            r.append(None)
    return r
r = loop(0, 900)
print(r[298:302], r[598:602], r[0], r[-1])
C.__init__ = late
print(loop(1, 300)[-3:])
Meta.__call__ = lambda cls, x: type.__call__(cls, x * 10)
print(loop(1, 300)[-3:])
del Meta.__call__
C.__new__ = lambda cls, x: Changes(x)
class Changes:
    def __init__(self, x): self.x = "other", x
print(loop(1, 300)[-3:])
class Assigns:
    def __new__(cls, x):
        self = object.__new__(cls)
        self.__class__ = Changes if x & 1 else Assigns
        return self
    def __init__(self, x): self.x = "own", x
for i in range(200): r = Assigns(i).x if i % 2 == 0 else type(Assigns(i)).__name__, hasattr(Assigns(i + 1), "x")
print(r)
class Single:
    one = None
    def __new__(cls, *a, **k):
        if cls.one is None: cls.one = super().__new__(cls)
        return cls.one
    def __init__(self, n=0): self.n = n
for i in range(200): r = Single(i) is Single(n=i + 1), Single.one.n
print(r)
