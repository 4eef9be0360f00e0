# Stores to attributes that come to a function in Python: a __setattr__, a property's setter, the __set__ of a descriptor.
import sys, traceback
class Prop:
    def __init__(self): self._x = 0
    @property
    def x(self): return self._x
    @x.setter
    def x(self, v):
        if v == "raise": raise ValueError(v)  # here
        self._x = v
        return "nothing"
    read = property(lambda self: 1)
    many = property(None, lambda self, v, w=5, *rest: self.__dict__.update(many=(v, w, rest)))
    deep = property(None, lambda self, v: setattr(self, "x", v))
    who = property(None, lambda self, v: self.__dict__.update(caller=sys._getframe(1).f_code.co_name))
class Typed:
    def __init__(self, t): self.t = t
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, o, cls=None): return self if o is None else getattr(o, self.name)
    def __set__(self, o, v):
        if not isinstance(v, self.t): raise TypeError(f"{self.name}: {v!r}")
        setattr(o, self.name, v)
class Described:
    a = Typed(int)
    b = Typed(str)
class Log:
    def __init__(self):
        object.__setattr__(self, "log", [])
    def __setattr__(self, k, v):
        if k == "bad": raise AttributeError("no " + k)
        self.log.append((k, v))
        del self.log[:-3]
        super().__setattr__(k, v)
class Frozen:
    __slots__ = ("v",)
    def __setattr__(self, k, v): raise TypeError("frozen")
class Stats(dict):
    def __setattr__(self, k, v): self[k] = v
class Gen:
    def __setattr__(self, k, v): yield
class Fault(Exception):
    @property
    def code(self): return self.args[0]
    @code.setter
    def code(self, v): self.args = (v,)
def where(f, *args):
    try: f(*args)
    except Exception as e: return type(e).__name__, str(e), [(t.name, t.lineno - f.__code__.co_firstlineno if t.name == f.__name__ else t.lineno) for t in traceback.extract_tb(e.__traceback__)[1:]]
def fails(o, v): o.x = v
def typed(o, v): o.b = v
def bad(o, v): o.bad = v
def read(o, v): o.read = v
def frozen(o, v): o.v = v
def run(n):
    p, d, l, s, g, e, f = Prop(), Described(), Log(), Stats(), Gen(), Fault(0), Frozen()
    for i in range(n):
        p.x = i
        p.x += 1
        p.many = i
        p.deep = p.x + 1
        p.who = i
        d.a, d.b = i, str(i)
        l.y = i
        s.k = i
        g.z = i
        e.code = i
    return (p.x, p.many_() if hasattr(p, "many_") else p.__dict__["many"], p.caller, d.a, d.b, l.log, l.y, s, g.__dict__, e.code,
        where(fails, p, "raise"), where(typed, d, i), where(bad, l, i), where(read, p, i), where(frozen, f, i))
for n in 1, 2, 100, 1000: print(run(n))
#---
# What is stored to changes, and so do the classes and what they have.
class A:
    def __set_name__(self, owner, name): pass
    def __set__(self, o, v): o.log.append(("A", v))
class O:
    d = A()
    def __init__(self): self.log = []
    p = property(None, lambda self, v: self.log.append(("p", v)))
class P(O):
    def __setattr__(self, k, v):
        if k == "log": object.__setattr__(self, k, v)
        else: self.log.append((k, v))
class Q: pass
def run(objs, n):
    for i in range(n):
        o = objs[i % len(objs)]
        o.d = i
        o.p = i
def log(*objs): return [o.log[-2:] for o in objs]
def count(*objs):
    r = []
    for o in objs:
        c = {}
        for k, v in o.log: c[k] = c.get(k, 0) + 1
        r.append(c)
        o.log.clear()
    return r
o, p, q = O(), P(), Q()
for n in 1, 300:
    run([o], n); print(log(o), count(o))
    run([p], n); print(log(p), count(p))
    run([o, p], n); print(log(o, p), count(o, p))
    run([o, q, p], n); print(log(o, p), count(o, p), q.__dict__)
def changes(i):
    if i == 500: A.__set__ = lambda self, o, v: o.log.append(("A2", v))
    if i == 1000: O.p.__init__(None, lambda self, v: self.log.append(("p2", v)))
    if i == 1500: O.p = property(None, lambda self, v: self.log.append(("p3", v)))
    if i == 2000: O.__setattr__ = lambda self, k, v: self.log.append(("set " + k, v))
    if i == 2500: del O.__setattr__
    if i == 3000: O.p.__init__(None, len)
    if i == 3500: del O.p
    if i == 4000: del A.__set__
def change():
    for i in range(4500):
        changes(i)
        o.d = i
        try: o.p = i
        except TypeError as e: o.log.append((str(e), i))
change()
print(count(o), o.__dict__["p"], o.__dict__["d"])
#---
# Recursion, and stores while the setter stores.
import sys
class R:
    n = 0
    def __setattr__(self, k, v):
        R.n += 1
        self.x = v
class D:
    @property
    def x(self): return self.v
    @x.setter
    def x(self, v):
        self.v = v
        if v > 0: self.x = v - 1
def deep():
    try: R().x = 1
    except RecursionError as e: return str(e)
def counted(n):
    d = D()
    for i in range(n): d.x = i % 20
    return d.v
print({deep() for i in range(3)}, R.n > 900, counted(2000))
class Swap:
    def __setattr__(self, k, v):
        if v == 700: Swap.__setattr__ = other
        object.__setattr__(self, k, v)
def other(self, k, v): object.__setattr__(self, k, -v)
def swap():
    s, t = Swap(), 0
    for i in range(1400):
        s.a = i
        t += s.a
    return t
print(swap())
def local(n):
    total = 0
    class C:
        def __init__(self): self.t = 0
        x = property(lambda self: self.t, lambda self, v: setattr(self, "t", self.t + v))
    c = C()
    for i in range(n):
        c.x = i
        if i == 90: C.x = 7
    return c.x, c.t
print([local(n) for n in (3, 90, 300)])
