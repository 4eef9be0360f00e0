# Instances made by keyword, with arguments behind stars, and by an __init__ that takes any number of arguments: each in a loop that gets hot.
class Point:
    def __init__(self, x, y=5, *, z=7):
        self.x, self.y, self.z = x, y, z
    def sum(self):
        return self.x + self.y + self.z
def by_keyword(n):
    t = 0
    for i in range(n):
        t += Point(i, y=2).sum() + Point(x=i).sum() + Point(y=1, x=i, z=i).sum() + Point(i, z=1).sum() + Point(i).sum()
    return t
def behind_stars(n):
    t, pair, l, kw, kx = 0, (1, 2), [3], {"z": 4}, {"z": 4, "x": 2, "y": 1}
    for i in range(n):
        t += Point(*pair).sum() + Point(*l).sum() + Point(*pair, **kw).sum() + Point(*(i, i)).sum() + Point(**kx).sum() + Point(*[i], **{"y": i}).sum()
    return t
print(by_keyword(3000), behind_stars(3000))
#---
# A factory: of one class, of two, of many, with what its caller has given.
class Base:
    kinds = []
    def __init__(self, a, b=2, **rest):
        self.a, self.b, self.rest = a, b, rest
    @classmethod
    def make(cls, *args, **kw):
        return cls(*args, **kw)
class Left(Base):
    def __init__(self, a, *more, b=3):
        super().__init__(a, b=b)
        self.more = more
class Right(Base):
    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)
class Whole(list):
    def __init__(self, *items, twice=False):
        super().__init__(items + items if twice else items)
class Table(dict):
    def __init__(self, *args, **kw):
        super().__init__(*args, **kw)
        self.n = len(args)
def make(c, *args, **kw):
    return c(*args, **kw)
def run(classes, n):
    t = 0
    for i in range(n):
        o = make(classes[i % len(classes)], i, b=i & 3)
        t += o.a + o.b + len(getattr(o, "rest", ()))
    return t
for classes in ([Base], [Left, Right], [Base, Left, Right]):
    print(run(classes, 4000))
t = 0
for i in range(3000):
    w, v, d, e = Whole(1, i), Whole(i, twice=True), Table([(i, 2)]), Table(a=i)
    t += len(w) + len(v) + d[i] + e["a"] + d.n + e.n + Left.make(i).b + Left.make(i, 2, b=1).b + len(Left.make(1, 2, 3).more) + Right.make(i, b=2, c=3).rest["c"]
print(t, w, v, d, e)
#---
# What does not fit raises as ever, inside a loop that is compiled.
class C:
    def __init__(self, a, b=1, /, c=2, *, d=3):
        self.all = a, b, c, d
class K:
    def __init__(self, *, key):
        self.key = key
def attempt(i, f):
    try:
        return f(i).all
    except TypeError as e:
        return str(e)
forms = [lambda i: C(i, c=1), lambda i: C(), lambda i: C(d=1), lambda i: C(i, b=1), lambda i: C(i, a=1), lambda i: C(i, 1, 2, c=3), lambda i: C(i, e=3), lambda i: C(i, 1, 2, 3),
         lambda i: C(*(i, 2), **{"d": 4}), lambda i: C(*(), **{"d": 4}), lambda i: C(*[i], **{"e": 4}), lambda i: C(*(1, 2, 3, 4)), lambda i: C(*(1,), **{"d": 1}, c=2),
         lambda i: K(), lambda i: K(key=1), lambda i: K(1), lambda i: K(**{"key": i, "other": 1}), lambda i: C(i, self=1), lambda i: C(**{"self": 1})]
for k, f in enumerate(forms):
    seen = {}
    for i in range(600):
        try:
            r = f(7)
            r = getattr(r, "all", None) or r.key
        except TypeError as e:
            r = str(e)
        seen[r] = seen.get(r, 0) + 1
    print(k, seen)
#---
# The class changes while the loop runs: another __init__, other defaults, a __new__, a metaclass's __call__, abstract methods.
import abc
class Meta(type):
    pass
class C(metaclass=Meta):
    def __init__(self, a, b=1):
        self.v = a + b
def other(self, a, b=100, **kw):
    self.v = a - b + len(kw)
def make(*args, **kw):
    return C(*args, **kw).v
def run(n):
    t = 0
    for i in range(n):
        t += C(i, b=2).v + C(a=i).v + make(i) + make(i, b=3)
    return t
print(run(3000))
C.__init__.__defaults__ = (10,)
print(run(3000))
was, C.__init__ = C.__init__, other
print(run(3000))
C.__init__ = was
print(run(3000))
Meta.__call__ = lambda cls, *args, **kw: type.__call__(cls, 1, b=1)
print(run(3000))
del Meta.__call__
print(run(3000))
C.__init__.__code__ = (lambda self, a, b: setattr(self, "v", a * b)).__code__
print(run(300))
def new(cls, *args, **kw):
    self = object.__new__(cls)
    self.extra = len(args)
    return self
C.__new__ = new
print(run(3000), C(1, b=2).extra)
#---
# Which exceptions keep what; an __init__ that returns something, or raises; what a traceback shows.
import sys, traceback
class E(Exception):
    def __init__(self, *args, code=0):
        self.code = code
class Odd:
    def __init__(self, n, bad=None):
        self.n = n
        if bad:
            return bad
def deep(i, **kw):
    raise E(*("a", i), **kw)
seen = set()
for i in range(2000):
    try:
        deep(1) if i & 1 else deep(2, code=3)
    except E as e:
        seen.add((e.args, e.code, str(e)))
    try:
        raise E(1, 2, code=4)
    except E as e:
        seen.add((e.args, e.code))
print(sorted(seen, key=str))
def odd(bad):
    return Odd(1, bad=bad).n
for i in range(2000):
    odd(None)
try:
    odd(5)
except TypeError as e:
    print(e)
class Raises:
    def __init__(self, *args, at=0):
        self.depth = len(traceback.extract_stack())
        if at == 1500:
            raise ValueError(args, at, sys._getframe(1).f_code.co_name, sys._getframe().f_code.co_name)
def loop():
    for i in range(2000):
        Raises(i, at=i)
try:
    loop()
except ValueError as e:
    print(e)
    for f in traceback.extract_tb(e.__traceback__):
        print(f.name, f.lineno, f.line)
#---
# The recursion limit holds for such calls.
import sys
class Node:
    def __init__(self, depth, *, child=None):
        self.child = Node(depth=depth - 1) if depth else None
def size(n):
    k = 0
    while n:
        n, k = n.child, k + 1
    return k
sys.setrecursionlimit(200)
print(sum(size(Node(depth=i % 50)) for i in range(2000)))
try:
    print(size(Node(depth=400)))
except RecursionError as e:
    print(type(e).__name__)
def star(d):
    return Star(*[d - 1]) if d else None
class Star:
    def __init__(self, d):
        self.child = star(d)
print(sum(size(star(i % 40)) for i in range(2000)))
try:
    star(400)
except RecursionError as e:
    print(type(e).__name__)
#---
# The **kw of a wrapper that changes it, keeps it, or hands it on as it is.
kept = []
class C:
    def __init__(self, a, b=0, c=0):
        self.v = a, b, c
def plain(f, *args, **kw):
    return f(*args, **kw)
def sets(f, *args, **kw):
    kw["b"] = 5
    return f(*args, **kw)
def pops(f, *args, **kw):
    kw.pop("c", None)
    return f(*args, **kw)
def adds(f, *args, **kw):
    kw.update(c=9)
    return f(*args, **kw)
def keeps(f, *args, **kw):
    kept[:] = [kw]
    touch()
    return f(*args, **kw)
def touch():
    kept[0]["b"] = kept[0].get("b", 0) + 1
def twice(f, *args, **kw):
    return plain(f, *args, **kw), kw
def function(a, b=0, c=0):
    return a, b, c
def run(w, f, n):
    for i in range(n):
        r = w(f, i, b=2), w(f, i, c=3, b=i), w(f, a=i)
    return [getattr(x, "v", x) for x in r]
for w in (plain, sets, pops, adds, keeps):
    print(run(w, C, 2500), run(w, function, 2500))
for i in range(2500):
    (r, kw), (s, kx) = twice(C, i, b=2), twice(function, i, c=1, b=4)
print(r.v, kw, s, kx)
