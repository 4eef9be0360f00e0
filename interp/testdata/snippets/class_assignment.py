# Which classes may be assigned to __class__ and __bases__: those whose instances are laid out the same.
import types
class A: pass
class A2: pass
class ASub(A): pass
class S0: __slots__ = ()
class S0b: __slots__ = ()
class Sa: __slots__ = ('a',)
class Sa2: __slots__ = ('a',)
class Sb: __slots__ = ('b',)
class Sab: __slots__ = ('a', 'b')
class Sba: __slots__ = ('b', 'a')
class Sda: __slots__ = ('__dict__', 'a')
class Sad: __slots__ = ('a', '__dict__')
class Sd: __slots__ = ('__dict__',)
class Sw: __slots__ = ('__weakref__',)
class Swa: __slots__ = ('__weakref__', 'a')
class Sdw: __slots__ = ('__dict__', '__weakref__')
class SaSub(Sa): __slots__ = ()
class SaSubB(Sa): __slots__ = ('b',)
class SaSubB2(Sa2): __slots__ = ('b',)
class SaSubB3(Sa): __slots__ = ('b',)
class SaD(Sa): pass
class SaD2(Sa): pass
class SabD(Sab): pass
class L(list): pass
class L2(list): pass
class Ls(list): __slots__ = ()
class Ls2(list): __slots__ = ()
class La(list): __slots__ = ('a',)
class La2(list): __slots__ = ('a',)
class D(dict): pass
class I(int): pass
class I2(int): pass
class Is(int): __slots__ = ()
class Is2(int): __slots__ = ()
class St(str): pass
class St2(str): pass
class F(float): pass
class Fs(float): __slots__ = ()
class T(tuple): pass
class T2(tuple): pass
class Ts(tuple): __slots__ = ()
class E(Exception): pass
class E2(Exception): pass
class V(ValueError): pass
class O(OSError): pass
class Es(Exception): __slots__ = ('a',)
class Es2(Exception): __slots__ = ('a',)
class Priv: __slots__ = ('__x',)
class Priv2: __slots__ = ('__x',)
class LP(list): __slots__ = ('__dict__',)
class MI(A, ASub.__mro__[-1]): pass
class Mix(Sa, A): pass
class Mix2(A, Sa): pass
cs = [c for n, c in list(globals().items()) if isinstance(c, type)] + [int, list, object, dict, Exception, ValueError]
args = {int: (3,), float: (1.5,), str: ('q',), tuple: ((1, 2),), types.ModuleType: ('m',)}
for a in cs:
    row = []
    for b in cs:
        base = next((args[k] for k in a.__mro__ if k in args), ())
        o = a(*base)
        try:
            o.__class__ = b
            row.append('1' if type(o) is b else 'x')
        except TypeError as e:
            row.append({'o': '0', 'c': '.'}.get(str(e).split('assignment')[1].strip()[0], "x") if 'assignment' in str(e) else str(e))
    print(a.__name__.ljust(10), '|'.join(row))
for a, b in ((A, Sa), (Sa, A), (A, int), (A, 3), (Sa, Sb), (list, L)):
    try:
        a().__class__ = b
    except TypeError as e: print(e)
try: del A().__class__
except TypeError as e: print(e)
class E3(Exception): __slots__ = ()
class V3(ValueError): __slots__ = ()
class O3(OSError): __slots__ = ()
for a, b in ((E3, V3), (E3, O3), (V3, E3), (Is, S0), (Fs, Ls), (E3, E)):
    try: a().__class__ = b; print('ok')
    except TypeError as e: print(e)
for a, b in ((ASub, (A2,)), (ASub, (Sa,)), (A, (A2,)), (SaSub, (Sa2,)), (SaSub, (Sb,)), (V3, (E3,)), (SaD, (Sa2,))):
    try: a.__bases__ = b; print(a.__mro__)
    except TypeError as e: print(e)
