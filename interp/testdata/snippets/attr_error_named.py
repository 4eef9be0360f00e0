# An AttributeError that comes out of what reading an attribute runs says which attribute of which object that was, unless it says so itself.
import copy, functools, operator, os, sys, traceback, types


def show(label, f, *a):
    try:
        r = f(*a)
        print(label, '->', type(r).__name__)
    except AttributeError as e:
        o = e.obj
        kind = o.__name__ if isinstance(o, (type, types.ModuleType)) else type(o).__name__
        print(label, '!!', type(e).__name__, e, repr(e.name), kind, '|', traceback.format_exception_only(e)[-1].strip())
    except Exception as e:
        print(label, '!!', type(e).__name__, e, repr(getattr(e, 'name', '-')))


class Sub(AttributeError):
    pass


class Sub2(AttributeError):
    def __init__(self, *a):
        pass


def wrapped(f):
    @functools.wraps(f)
    def inner(*args, **kw):
        return f(*args, **kw)
    return inner


def helper():
    raise AttributeError('helper')


class P:
    table = 1
    @property
    def tabel(self): raise AttributeError('own')
    @property
    def two(self): raise AttributeError('own', 2)
    @property
    def named(self): raise AttributeError('own', name='q', obj=3)
    @property
    def name_none(self): raise AttributeError('own', name=None)
    @property
    def missing(self): return self.nope
    @property
    def key(self): raise KeyError('k')
    @property
    def sub(self): raise Sub('k')
    @property
    def sub2(self): raise Sub2('k')
    @property
    def no_name(self): return nosuchname
    @property
    def cls(self): raise AttributeError
    @property
    def deep(self): return helper()
    @property
    @wrapped
    def wrap(self): raise AttributeError('wrapped')
    @property
    def again(self):
        try:
            raise AttributeError('z')
        except AttributeError:
            raise
    @property
    def other(self):
        try:
            raise AttributeError('z')
        except AttributeError as e:
            raise AttributeError('outer') from e
    @property
    def gen(self): return list(self.g())
    def g(self):
        yield 1
        raise AttributeError('gen')
    def meth(self): raise AttributeError('meth')
    @tabel.setter
    def tabel(self, v): raise AttributeError('set')
    @tabel.deleter
    def tabel(self): raise AttributeError('del')


for name in 'tabel two named name_none missing key sub sub2 no_name cls deep wrap again other gen meth nope'.split():
    show('x.' + name, eval('lambda o: o.' + name), P())
    show('x.' + name + '()', eval('lambda o: o.' + name + '()'), P())
    show('getattr ' + name, lambda o: getattr(o, name), P())
    show('attrgetter ' + name, operator.attrgetter(name), P())
    show('methodcaller ' + name, operator.methodcaller(name), P())
    show('map ' + name, lambda: list(map(operator.attrgetter(name), [P()])))
    show('object ' + name, object.__getattribute__, P(), name)
    show('hasattr ' + name, hasattr, P(), name)
    show('getattr or ' + name, getattr, P(), name, 5)
    if isinstance(P.__dict__.get(name), property):
        show('get ' + name, P.__dict__[name].__get__, P())
        show('fget ' + name, P.__dict__[name].fget, P())


class G:
    table = 1
    def __getattr__(self, n): raise AttributeError(n)
    def __setattr__(self, n, v): raise AttributeError('s' + n)
    def __delattr__(self, n): raise AttributeError('d' + n)


class B:
    def __getattribute__(self, n):
        if n == 'x':
            raise AttributeError('b')
        return object.__getattribute__(self, n)


class BG(B):
    def __getattr__(self, n): raise AttributeError('g' + n)


class D:
    def __get__(self, o, t): raise AttributeError('get')
    def __set__(self, o, v): raise AttributeError('set')
    def __delete__(self, o): raise AttributeError('delete')


class N:
    def __get__(self, o, t): raise AttributeError('get')


class HD:
    d = D()
    n = N()


class HDG(HD):
    def __getattr__(self, n): raise AttributeError('g' + n)


class M(type):
    def __getattr__(cls, n): raise AttributeError('meta' + n)
    @property
    def mp(cls): raise AttributeError('mp')


class MC(metaclass=M):
    pass


class S:
    __slots__ = ('aa',)


class SP(P):
    def a(self): return super().tabel
    def b(self): return super().nope
    def c(self): return super().meth()
    def d(self): return super(SP, self).tabel


class E(Exception):
    pass


class I(int):
    pass


class O(str):
    pass


mod = types.ModuleType('mod')
def missing(n): raise AttributeError('mod' + n)
mod2 = types.ModuleType('mod2')
mod2.__getattr__ = missing


def set_x(o): o.x = 1
def del_x(o): del o.x


for o in (G(), S(), 1, 'a', int, MC, mod, mod2, None, [], len, helper, object(), HD(), P, types.SimpleNamespace(table=1), Exception(), property(),
          super(S, S()), types.MappingProxyType({}), (i for i in ()), list[int], int | str, P().meth, staticmethod(len), range(3), slice(1), ...,
          {}.keys(), E(), I(), O()):
    k = type(o).__name__
    show(k + ' get', lambda: o.x)
    show(k + ' call', lambda: o.x())
    if not isinstance(o, (types.SimpleNamespace, types.ModuleType)):
        show(k + ' del', del_x, o)
        show(k + ' delattr', delattr, o, 'x')
        show(k + ' object del', object.__delattr__, o, 'zz')
    show(k + ' set', set_x, o) if not hasattr(o, '__dict__') or isinstance(o, G) else None
    show(k + ' object get', object.__getattribute__, o, 'zz')
show('getattribute', lambda: B().x)
show('getattribute', lambda: getattr(B(), 'x'))
show('getattribute and getattr', lambda: BG().x)
for o in (HD(), HDG(), HD):
    show('d', lambda: o.d)
    show('n', lambda: o.n)
    show('d()', lambda: o.d())
    show('n()', lambda: o.n())
show('d=', setattr, HD(), 'd', 1)
show('del d', delattr, HD(), 'd')
show('metaclass property', lambda: MC.mp)
show('metaclass getattr', lambda: MC.q)
show('metaclass call', lambda: MC.q())
show('slot', lambda: S().aa)
show('slot get', lambda: S.aa.__get__(S()))
for n in 'abcd':
    show('super ' + n, getattr(SP(), n))


class W:
    p = property()
    w = property(fset=lambda s, v: 1)


for n in 'pw':
    show('property ' + n, getattr, W(), n)
    show('property set ' + n, setattr, W(), n, 1)
    show('property del ' + n, delattr, W(), n)
show('read only', setattr, P(), 'two', 1)

# One exception, raised again and again.
e0 = AttributeError('again')
class R:
    def __getattr__(self, n): raise e0
show('first', lambda: R().first)
show('second', lambda: R().second)
print(e0.name, type(e0.obj).__name__)
for change in ('e0.name = None', 'e0.obj = 4', 'e0.name', "e0.__init__('b')", "e0.__init__('c', name='n')", 'del e0.name', "e0.__init__(); del e0.obj"):
    e0 = AttributeError('again')
    exec(change)
    show(change, lambda: R().first)
    show(change, lambda: R().second)
print(copy.copy(e0).args, e0.__reduce__()[1:])


# Many times.
def many(o):
    seen = set()
    for i in range(3000):
        try:
            o.first
        except AttributeError as e:
            seen.add((e.name, type(e.obj).__name__))
    return sorted(seen)


def many_outside(o):
    def inner(): return o.first
    seen = set()
    for i in range(3000):
        try:
            inner()
        except AttributeError as e:
            seen.add((e.name, type(e.obj).__name__))
    return sorted(seen)


class HG:
    def __getattr__(self, n): raise AttributeError(n)
class HN:
    first = N()
class HM(metaclass=M):
    pass
for o in (HG(), HN(), HM):
    print(many(o), many_outside(o), [many(operator.attrgetter and o) for _ in range(1)])
get = operator.attrgetter('first')
def getters(o):
    seen = set()
    for i in range(3000):
        try:
            get(o)
        except AttributeError as e:
            seen.add((e.name, type(e.obj).__name__))
    return sorted(seen)
for o in (HG(), HN()):
    print(getters(o))


# What a traceback suggests.
def names(*a, **k): raise AttributeError(*a, **k)
for k in ({'name': 'tabel', 'obj': P()}, {'name': '__bol__'}, {'name': 1, 'obj': P()}, {'obj': P()}, {}):
    show('given', lambda: names('a', **k))
for code in ('raise NameError("a", name="lenn")', 'raise ImportError("a", name="os", name_from="pathh")', 'from os import pathh', 'from sys import nosuch'):
    try:
        exec(code)
    except Exception as e:
        text = [s.replace(os.__file__, 'os.py') for s in traceback.format_exception_only(e)]
        print(text, e.name, getattr(e, 'name_from', None), bool(getattr(e, 'path', None)))
