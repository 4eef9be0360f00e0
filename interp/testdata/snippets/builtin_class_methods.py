# Class methods of builtin types are bound to the class that they are asked of, and make its instances.
class DK(dict):
    def __init__(self): self.z = 1
    def __setitem__(self, k, v): dict.__setitem__(self, k, (v,))
print(type(DK.fromkeys('ab')), DK.fromkeys('a'), DK.fromkeys({1: 2}, 5), DK.fromkeys({1}, 4).z)
class NotDict(dict):
    def __new__(cls): return []
try: NotDict.fromkeys('ab')
except TypeError as e: print(e)
class UD(dict):
    def __new__(cls): 
        import collections
        return collections.UserDict()
print(UD.fromkeys('ab', 1), dict.fromkeys({1: 2, 3: 4}), {}.fromkeys('ab'), dict.fromkeys.__self__)
print(dict.__dict__['fromkeys'], type(dict.__dict__['fromkeys']), dict.fromkeys.__qualname__, DK.fromkeys.__qualname__, DK().fromkeys.__self__)
print(dict.fromkeys == dict.fromkeys, dict.fromkeys == DK.fromkeys)
d = dict.__dict__['fromkeys']
for f in (lambda: d('ab'), lambda: d(dict, 'ab'), lambda: d(int, 'ab'), lambda: d(), lambda: d.__get__(None, int), lambda: d.__get__({})('a'), lambda: d.__get__(None, DK)('a'), lambda: d.__objclass__, lambda: d.__name__, lambda: d.__qualname__, lambda: d.__get__(5, 6), lambda: d.__get__(None, None)):
    try: print(f())
    except TypeError as e: print(e)
class I(int):
    def __new__(cls, x): return int.__new__(cls, x + 1)
class F(float): pass
class B(bytes): pass
class BA(bytearray): pass
for f in (lambda: I.from_bytes(b'a', 'big'), lambda: I(0).from_bytes(b'a'), lambda: bool.from_bytes(b'a'), lambda: F.fromhex('0x1p3'), lambda: F.from_number(3), lambda: B.fromhex('61'), lambda: BA.fromhex('61'), lambda: bytearray.fromhex('61'), lambda: bytes.fromhex('61'), lambda: float.fromhex('0x1p3'), lambda: True.from_bytes(b'')):
    x = f(); print(type(x).__name__, x)
print([].append.__qualname__, type('L', (list,), {})().append.__qualname__, list.append.__qualname__, object.__new__.__qualname__, len.__qualname__, str.maketrans.__qualname__, int.from_bytes.__qualname__, I.from_bytes.__qualname__, True.from_bytes.__qualname__)
print(object.__dict__['__init_subclass__'], object.__init_subclass__.__qualname__, type.__dict__['__prepare__'], type.__prepare__('a', ()), I.__subclasshook__.__qualname__)
import types, inspect
print(types.ClassMethodDescriptorType, isinstance(d, types.ClassMethodDescriptorType), isinstance(list.append, types.ClassMethodDescriptorType), inspect.isbuiltin(dict.fromkeys), inspect.ismethoddescriptor(d), inspect.isroutine(d))
class S(dict):
    @classmethod
    def fromkeys(cls, *a): return super().fromkeys(*a)
print(type(S.fromkeys('ab')), S.fromkeys('ab'))
class H:
    def __init_subclass__(cls, **k): super().__init_subclass__(); print('sub', cls.__name__, k)
class H2(H, a=1): pass
try:
    class H3: pass
    class H4(H3, a=1): pass
except TypeError as e: print(e)
try: object.__init_subclass__(1)
except TypeError as e: print(e)
try: object.__init_subclass__(a=1)
except TypeError as e: print(e)
#---
class C:
    @classmethod
    def f(cls, a: int): "d"
    f.__func__.zz = 1
    @staticmethod
    def g(): "e"
    def __new__(cls): "n"; return object.__new__(cls)
    def __init_subclass__(cls): "i"
    def __class_getitem__(cls, x): return x
def show(f):
    try: return f()
    except Exception as e: return type(e).__name__ + ': ' + str(e)
for n in ('f', 'g', '__new__', '__init_subclass__', '__class_getitem__'):
    d = C.__dict__[n]
    print(n, sorted(d.__dict__), *(show(lambda: str(getattr(d, a))[:30]) for a in ('__name__', '__qualname__', '__module__', '__annotations__')), sorted(d.__dict__))
f = C.__dict__['f']; f.__func__.__doc__ = 'changed'; print(f.__doc__, C.f.__doc__); f.__doc__ = 'mine'; print(f.__doc__, C.f.__doc__)
f.x = 1; print(sorted(f.__dict__))
class CM(classmethod):
    def __init__(self, f): super().__init__(f); self.y = 2
class D:
    @CM
    def m(cls): "doc"
print(sorted(vars(D.__dict__['m'])), D.m.__doc__)
def raising():
    class Bad:
        @property
        def __name__(self): raise ValueError('x')
    staticmethod(Bad())
print(show(raising))
# notes
#---
def show(f):
    try: return f()
    except Exception as e: return type(e).__name__ + ": " + str(e)
# notes
for x in ([1], [(1, 2), 5], [(1, 2, 3)], 5, [None]):
    try: {}.update(x)
    except Exception as e: print(type(e).__name__, e.args, getattr(e, '__notes__', None))
    try: dict(x)
    except Exception as e: print(type(e).__name__, e.args, getattr(e, '__notes__', None))
class SN:
    def __set_name__(self, o, n): raise ValueError('no')
    def __repr__(self): return 'SN!'
try:
    class W: q = SN()
except Exception as e: print(type(e).__name__, e, e.__notes__)
# defaultdict
import collections
d = collections.defaultdict(lambda: d.__setitem__(1, 2) or 3); print(d[1], dict(d))
class DD(collections.defaultdict):
    def __setitem__(self, k, v): print('set', k, v); dict.__setitem__(self, k, v)
e = DD(list); e[3].append(4); print(dict(e))
# str subclasses
class S(str): pass
import io, sys, operator
print(ord(S('A')), format(3.5, S('.3f')), operator.index(5)); print('a', 'b', sep=S('-'), end=S('!\n'))
sys.stdout.write(S('sub\n'))
o = io.StringIO(); print('x', S('y'), file=o, sep=S('+')); print(repr(o.getvalue()))
import hmac; print(hmac.compare_digest(S('a'), 'a'))
print(int(S('12')), float(S('1.5')), S('a').join([S('b'), 'c']), 'abc'.replace(S('b'), S('x')), getattr(o, S('closed')), '%s' % S('q'), S('{}').format(1), 'b' in S('abc'), bytes(S('a'), 'ascii'), compile(S('1'), S('f'), S('eval')).co_filename, eval(S('1+1')), {S('a'): 1}['a'], type(S('a') + S('b')).__name__, __import__(S('math')).__name__, chr(65), S('a').encode(S('utf-8')), b'a'.decode(S('ascii')), S('x').center(5, S('*')), S('a,b').split(S(',')), sorted([S('b'), 'a']), S('ab').startswith((S('a'),)), S('abc').translate({97: S('z')}), S('%d') % 3, f"{3:{S('04')}}")
print(show(lambda: ord(S('ab'))), show(lambda: ord(b'')), show(lambda: ord(5)), ord(bytearray(b'a')), show(lambda: ord(memoryview(b'a'))))
print(show(lambda: int.__new__(bool, 0)), show(lambda: object.__new__(int)), show(lambda: Exception.__new__(ValueError, 1)), show(lambda: Exception.__new__(OSError, 1)), show(lambda: Exception.__new__(MemoryError)), show(lambda: dict.__new__(collections.defaultdict)), show(lambda: BaseException.__new__(KeyError, 3)), show(lambda: OSError.__new__(FileNotFoundError, 2, 'x')),show(lambda: dict.__new__(collections.OrderedDict)), show(lambda: object.__new__(list)), show(lambda: tuple.__new__(type(sys.version_info), (1,))), show(lambda: BaseException.__new__(ExceptionGroup, 'a', [ValueError()])), show(lambda: tuple.__new__(list)), show(lambda: object.__new__(5)), show(lambda: int.__new__()))
class OE(OSError): pass
class ME(MemoryError): pass
class LI(list): pass
class B2(int): pass
for f in (lambda: Exception.__new__(OE), lambda: Exception.__new__(ME), lambda: object.__new__(LI), lambda: object.__new__(B2), lambda: int.__new__(B2), lambda: object.__new__(DD)): print(show(f))
