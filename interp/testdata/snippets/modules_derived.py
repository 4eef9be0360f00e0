# Classes derived from module, __class__ of modules, PEP 562, where an iterator of array is set.
import types, sys, array, io
def t(f):
    try: return f()
    except BaseException as e: return type(e).__name__ + ': ' + str(e)
class M(types.ModuleType):
    x = 5
    def __init__(s, name, doc=None): super().__init__(name, doc); s.y = 1
    def __getattr__(s, n): return 'ga ' + n
    @property
    def p(s): return 'prop'
    def f(s): return s.__name__
m = M('mod')
print(m, m.x, m.y, m.p, m.f(), m.zork, m.__dict__, m.__name__, m.__doc__, type(m), isinstance(m, types.ModuleType))
m.z = 3; print(m.z, vars(m)['z']); del m.z; print(m.z)
sys.modules['mm'] = m
import mm; print(mm.y); from mm import x, y, p, q; print(x, y, p, q)
class N(types.ModuleType): pass
n = N('n'); print(n, n.__dict__); n.a = 1; print(n.a, t(lambda: n.b))
n.__getattr__ = lambda k: 'pep562 ' + k; print(n.b)
class L(types.ModuleType):
    def __getattribute__(s, n): return 'gattr ' + n
    def __setattr__(s, n, v): print('set', n, v)
l = L('q'); l.a = 4; print(l.a)
o = types.ModuleType('o'); o.__class__ = M; print(o.f(), o.p, o.zork); print(type(o))
class S(types.ModuleType): __slots__ = ('a',)
s = S('s'); s.a = 3; s.b = 4; print(s.a, s.b, s.__dict__.get('a'))
for i in range(3000): r = m.x + m.y
print(r)
def loop(k):
    for i in range(3000): r = k.p, k.f(), k.zork, k.y; k.y = i
    return r
print(loop(m))
e = types.ModuleType('e'); e.__getattr__ = lambda k: k * 2
print([e.ab for i in range(3000)][-1], t(lambda: types.ModuleType('w').foo))
e.__dir__ = lambda: ['a', 'b']; print(dir(e), dir(n)[-1:])
def g(k):
    raise AttributeError(k)
e.__getattr__ = g; print(t(lambda: e.ab), hasattr(e, 'ab'), getattr(e, 'ab', 3))
a = array.array('i', [1, 2, 3, 4]); it = iter(a); next(it); print(t(lambda: it.__reduce__()[1:])); it.__setstate__(3); print(list(it)); 
it = iter(a); it.__setstate__(-5); print(list(it)); it = iter(a); it.__setstate__(50); print(list(it), t(lambda: it.__setstate__('a')))
def mod_twice():
    try:
        from math import zork
    except ImportError as e: print(e, e.name, e.path is None, e.name_from)
mod_twice()
try: import nosuch.mod
except ModuleNotFoundError as e: print(e, e.name)
try: from os import zork2
except ImportError as e: print(str(e).split('(')[0], e.name)
