class V:
    def __init__(self, n):
        self.n, self.d = n, [0] * n
    def __setitem__(self, k, v):
        self.d[k] = v
    def __delitem__(self, k):
        self.d[k] = -1
    def __len__(self):
        return self.n
    def __contains__(self, x):
        return 0 <= x < self.n
    def __iter__(self):
        return iter(self.d)
    def __neg__(self):
        return V(self.n + 1)
    def __invert__(self):
        return self.n
v = V(5)
s = 0
for i in range(3000):
    v[i % 5] = i
    del v[(i + 1) % 5]
    s += len(v)
    if i % 7 in v:
        s += 1
    if i % 9 not in v:
        s += 2
    for x in v:
        s += x
    if v:
        s += 3
    if not v:
        s += 4
    s += (-v).n + ~v
print(s, v.d)
#---
# What methods return is made what the instruction wants, or refused.
class Odd:
    result = True
    def __bool__(self):
        return self.result
class Sized:
    result = 3
    def __len__(self):
        return self.result
class Holds:
    result = False
    def __contains__(self, x):
        return self.result
class Runs:
    result = ()
    def __iter__(self):
        return self.result
class Index:
    def __index__(self):
        return 4
def each(what, cls, values):
    out = []
    for k, r in enumerate(values):
        x = cls()
        cls.result = r
        for i in range(400 if k == 0 else 30):
            try:
                a = what(x)
            except Exception as e:
                a = type(e).__name__ + ": " + str(e)
        out.append(a)
    print(out)
def truth(x):
    return 1 if x else 0
def untruth(x):
    if not x:
        return 1
    return 0
def length(x):
    return len(x)
def holds(x):
    return 5 in x
def lacks(x):
    return 5 not in x
def runs(x):
    n = 0
    for e in x:
        n += 1
    return n
each(truth, Odd, [True, False, 1, None, "x"])
each(untruth, Odd, [False, True, 0])
for f in truth, untruth, length:
    each(f, Sized, [3, 0, True, Index(), 1 << 62, 1 << 63, 1 << 80, -1, -1 << 70, 2.0, None])
for f in holds, lacks:
    each(f, Holds, [False, True, 0, [1], "", None, Odd()])
each(runs, Runs, [iter([1, 2]), 3, None, (1, 2), iter(())])
#---
# Methods that are no functions in Python, None, inherited, changed.
class A:
    __contains__ = None
    __iter__ = None
    __len__ = [1, 2, 3].__len__
    __setitem__ = staticmethod(lambda k, v: print("static", k, v))
class B(list):
    def __len__(self):
        return 7
class C(B):
    def __setitem__(self, k, v):
        super().__setitem__(k, v + 1)
class D(int):
    def __len__(self):
        return 0
def use(x):
    out = []
    for f in (lambda: 1 in x, lambda: [e for e in x], lambda: len(x), lambda: x.__setitem__(0, 1), lambda: bool(x), lambda: -x):
        try:
            out.append(f())
        except Exception as e:
            out.append(type(e).__name__ + ": " + str(e))
    try:
        x[0] = 9
    except Exception as e:
        out.append(type(e).__name__ + ": " + str(e))
    out.append(1 if x else 0)
    return out
for x in A(), B([1]), C([1]), D(3), D(0):
    print(use(x))
def loop(c, n):
    s = 0
    for i in range(n):
        c[0] = i
        s += len(c) + (1 if c else 0)
        for e in c:
            s += e
    return s
c = C([1, 2])
print(loop(c, 500))
C.__len__ = lambda self: 0
print(loop(c, 500))
del C.__len__
C.__setitem__ = lambda self, k, v: list.__setitem__(self, k, -v)
print(loop(c, 500))
C.__iter__ = lambda self: iter([5])
print(loop(c, 500))
#---
# Several classes at one place, classes with a metaclass, generators.
class Meta(type):
    def __len__(cls):
        return 3
    def __iter__(cls):
        yield from (1, 2, 3)
    def __contains__(cls, x):
        return x == 2
class M(metaclass=Meta):
    pass
def make(k):
    class K:
        def __len__(self):
            return k
        def __iter__(self):
            i = 0
            while i < k:
                yield i
                i += 1
        def __contains__(self, x):
            return x < k
        def __setitem__(self, a, b):
            self.last = a, b
    return K()
many = [make(k) for k in range(9)]
def work(list, n):
    s = 0
    for i in range(n):
        x = list[i % len(list)]
        s += len(x)
        if i % 5 in x:
            s += 10
        for e in x:
            s += e
        if x is not M:
            x[i] = s
        if x:
            s += 1
    return s
print(work([M], 600), work(many[:1], 600), work(many[:3], 600), work(many, 3000), many[3].last)
#---
# Exceptions, their tracebacks' lines, and frames that are looked at.
import sys, traceback
class E:
    def __init__(self):
        self.n = 0
    def __setitem__(self, k, v):
        self.n += 1
        if self.n % 100 == 0:
            raise KeyError(k)
    def __len__(self):
        self.n += 1
        if self.n % 70 == 0:
            raise ValueError("len")
        return 1
    def __iter__(self):
        self.caller = sys._getframe(1).f_code.co_name
        return iter((1,))
    def __bool__(self):
        return len(self) > 0
def caller(x, n):
    seen = []
    for i in range(n):
        try:
            x[i] = i
            if x:
                pass
            for e in x:
                pass
            len(x)
        except (KeyError, ValueError) as e:
            tb = e.__traceback__
            seen.append([f.name + str(f.lineno) for f in traceback.extract_tb(tb)])
    return seen
x = E()
seen = caller(x, 1000)
print(len(seen), x.n, x.caller)
for k in range(0, len(seen), 5):
    print(seen[k])
#---
# Recursion through special methods has the limit of calls.
import sys
class R:
    def __init__(self, x):
        self.x = x
    def __len__(self):
        return len(self.x) + 1
    def __contains__(self, y):
        return y in self.x
    def __iter__(self):
        for y in self.x:
            yield y + 1
x = [1, 2]
for i in range(60):
    x = R(x)
for i in range(60):
    n = len(x), 1 in x, list(x)
print(n)
class Deep:
    def __len__(self):
        return len(self)
    def __setitem__(self, k, v):
        self[k] = v
for f in (lambda: len(Deep()), lambda: Deep().__setitem__(1, 2)):
    for i in range(3):
        try:
            f()
        except RecursionError as e:
            print(e)

#---
# isinstance and issubclass of a class whose metaclass decides, of values of any type.
class M(type):
    def __instancecheck__(cls, x): return type(x).__name__ in cls.names
    def __subclasscheck__(cls, c): return c.__name__ in cls.names
class N(metaclass=M): names = ("int", "A")
class A: pass
class B: pass
def f(xs, n):
    s, k = 0, 0
    for i in range(n):
        x = xs[i % len(xs)]
        s += isinstance(x, N)
        k += issubclass(type(x), N)
        if i == n // 2: N.names = ("str", "B")
    N.names = ("int", "A")
    return s, k
print(f([1], 2000), f([1, "a"], 2000), f([1, "a", A(), B(), None, 2.5, (), []], 4000), f([N(), A()], 2000))
from collections.abc import Mapping, Sequence, Iterable
def g(xs, n):
    r = [0, 0, 0]
    for i in range(n):
        x = xs[i % len(xs)]
        r[0] += isinstance(x, Mapping)
        r[1] += isinstance(x, Sequence)
        r[2] += isinstance(x, Iterable)
    return r
print(g([{}, A(), [], 1, (), {1: 2}, "s", None], 4000))
