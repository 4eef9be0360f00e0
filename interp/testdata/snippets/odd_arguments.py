# Arguments and receivers that a program makes by hand are looked at before they are used.
def t(*a, **k):
    try:
        print(__import__(*a, **k).__name__)
    except BaseException as e:
        print(type(e).__name__, e)
t('os', None, None, ['path'])
t('os', 5, 6, ['path'])
t('os', None, None, ['path'], 1)
t('os', [], None, ['path'], 1)
t('os', level=1)
t('os', {'__name__': 5}, level=1)
t('os', fromlist=[5])
t('os', level=-1)
t('')
#---
import functools, types
def f(*a, **k): return k
def t(g):
    try:
        print(g())
    except BaseException as e:
        print(type(e).__name__, e)
for g in f, dict, print:
    p = functools.partial(g)
    p.keywords[5] = 1
    t(p)
    t(functools.partial(p, a=1))
p = functools.partial(f)
p.__setstate__((f, (), {5: 1}, None))
t(p)
t(lambda: types.SimpleNamespace({5: 1}))
n = types.SimpleNamespace(a=1)
n.__dict__[5] = 2
t(lambda: n)
#---
class Base: pass
class Meta(type, Base): pass
class D(metaclass=Meta): pass
try:
    Base.__dict__["__dict__"].__set__(D, {})
except (AttributeError, TypeError) as e:
    print(type(e).__name__)
#---
import sys, weakref, _imp
def t(f):
    try:
        print(type(f()).__name__)
    except Exception as e:
        print(type(e).__name__)
for T in type(sys.flags), type(len), type(i for i in ()), type(iter([])), type({}.keys()), type(sys.version_info):
    t(T)
    t(lambda: T.__new__(T))
    t(lambda: object.__new__(T))
class R(weakref.ref): pass
t(R)
t(lambda: R.__new__(R))
t(lambda: __import__(5))
class Spec: name = 5
t(lambda: _imp.create_builtin(Spec))
