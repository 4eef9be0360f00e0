# Classes that are derived from types.SimpleNamespace.
import types
class NS(types.SimpleNamespace):
    kind = 'ns'
    def area(self): return self.w * self.h
n = NS(w=3, h=4)
print(n, n.area(), n.kind, n == NS(w=3, h=4), n == types.SimpleNamespace(w=3,h=4), vars(n))
class P(types.SimpleNamespace):
    def __init__(self, a, **kw):
        super().__init__(a=a, **kw)
    def __repr__(self): return 'P!' + super().__repr__()
p = P(1, b=2)
print(p, p.a, p.b)
p.c = 5; del p.a
print(p)
import copy, pickle
print(copy.copy(n))
print(pickle.loads(pickle.dumps(n)))
class S(types.SimpleNamespace):
    __slots__ = ('q',)
s = S(z=1); s.q = 4; print(s, s.q)
print(types.SimpleNamespace([('a', 1)], b=2), types.SimpleNamespace({'x': 1}))
try: types.SimpleNamespace(1)
except TypeError as e: print(e)
print(types.SimpleNamespace(a=1) < types.SimpleNamespace(a=1) if False else 0)
try: types.SimpleNamespace(a=1) < types.SimpleNamespace(a=1)
except TypeError as e: print(e)
r = types.SimpleNamespace(); r.me = r; print(r)
print(copy.replace(types.SimpleNamespace(a=1, b=2), b=3), copy.replace(n, w=9))
#---
# Their attributes go through descriptors and __getattr__; the dict may change below.
import types, copy
class NS(types.SimpleNamespace): pass
n = NS(w=3)
class P(types.SimpleNamespace): pass
p = P(b=2)
class Q(types.SimpleNamespace):
    def __setattr__(self, k, v): super().__setattr__(k, (v,))
    def __getattr__(self, k): return 'no ' + k
    @property
    def twice(self): return self.a * 2
q = Q(a=1); q.b = 2; print(q, q.c, q.twice, vars(q), q.__dict__ is vars(q))
try: types.SimpleNamespace(a=1).b
except AttributeError as e: print(e)
try: n.zz
except AttributeError as e: print(e)
try: del types.SimpleNamespace(a=1).b
except AttributeError as e: print(e)
x = types.SimpleNamespace(a=1); x.__init__(b=3); print(x)
class W(types.SimpleNamespace):
    def __new__(cls, *a, **k): return 5
try: print(copy.replace(types.SimpleNamespace.__new__(W), a=1))
except TypeError as e: print(e)
try: print(types.SimpleNamespace.__init__(q, {1: 2}))
except TypeError as e: print(e)
try: hash(types.SimpleNamespace())
except TypeError as e: print(e)
class H(types.SimpleNamespace):
    __hash__ = object.__hash__
print(isinstance(hash(H()), int))
import weakref
class V(types.SimpleNamespace): pass
v = V(a=1); r = weakref.ref(v); print(r() is v)
try: weakref.ref(types.SimpleNamespace())
except TypeError as e: print(e)
def loop(n):
    t = 0
    o = V(a=0)
    p = types.SimpleNamespace(a=1)
    for i in range(n):
        o.a += p.a
        t += o.a
        if i == n - 3: p.__dict__['a'] = 10
        if i == n - 2: V.a = property(lambda self: 100, lambda self, v: None)
    return t
print(loop(3000))
print(getattr(p, '__class__'), dir(types.SimpleNamespace(a=1))[-3:], p.__dict__)
p.__dict__['new'] = 1; print(p.new)
try: x.__dict__ = {}
except Exception as e: print(type(e).__name__, e)
try: x.__class__ = V; print(x)
except TypeError as e: print(e)
class N2(types.SimpleNamespace, dict if False else object): pass
print(N2(a=1))
try:
    class N3(types.SimpleNamespace, dict): pass
except TypeError as e: print(e)
