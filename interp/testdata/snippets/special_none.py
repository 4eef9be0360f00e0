# Special methods that are None, and who asks for what.
import os


def show(label, f, *a):
    try:
        r = f(*a)
        print(label, '->', r if isinstance(r, (int, str, bytes, tuple, list, type(None))) else type(r).__name__)
    except Exception as e:
        print(label, '!!', type(e).__name__, e)


class F:
    __fspath__ = None
show('fspath', os.fspath, F())
show('open', lambda: open(F()))
show('stat', os.stat, F())


# Tuples and what derives from them, where a class or several are asked for.
class T(tuple):
    pass
class TI(tuple):
    def __iter__(self): raise ValueError
    def __len__(self): return 0
    def __getitem__(self, i): raise ValueError
class MT(type):
    def __instancecheck__(cls, x): return True
show('isinstance ()', isinstance, 1, T())
show('isinstance', isinstance, 1, T((str, int)))
show('isinstance nested', isinstance, 1, (str, T((T((int,)),))))
show('isinstance by items', isinstance, 1, TI((int,)))
show('isinstance error', isinstance, 1, T((str, 1)))
show('issubclass ()', issubclass, int, T())
show('issubclass', issubclass, bool, T((str, T((int,)))))
show('issubclass error', issubclass, int, T((3,)))
def catch(clause, exc=ValueError):
    try:
        raise exc('x')
    except clause:
        return 'caught'
show('except', catch, T((KeyError, ValueError)))
show('except nothing', catch, T())
show('except nested', catch, T((T((ValueError,)),)))
show('except error', catch, T((ValueError, 1)))
def deep(n):
    t = (int,)
    for _ in range(n): t = (t,)
    return t
print(isinstance('a', deep(1000)), issubclass(bool, deep(1000)))


# Subscripts of classes.
class M(type):
    pass
class D(metaclass=M):
    pass
class MG(type):
    def __getattr__(cls, n):
        if n == '__class_getitem__': return lambda k: ('asked', k)
        raise AttributeError(n)
class DG(metaclass=MG):
    pass
class MC(type):
    def __class_getitem__(cls, k): return ('of', cls.__name__, k)
    def __getitem__(cls, k):
        if k > 2: raise IndexError
        return k
class DC(metaclass=MC):
    pass
class N:
    __class_getitem__ = None
show('D[0]', lambda: D[0])
show('DG[0]', lambda: DG[0])
show('DC[0]', lambda: DC[0])
show('MC[0]', lambda: MC[0])
show('N[0]', lambda: N[0])
show('int[0]', lambda: int[0])
show('type[0]', lambda: type[0])
show('D[0]=1', lambda: exec('D[0] = 1'))
show('del D[0]', lambda: exec('del D[0]'))
show('iter(DC)', lambda: list(DC))
show('in DC', lambda: 2 in DC)
show('in DC', lambda: 5 in DC)
show('unpack DC', lambda: [*DC])
show('reversed(DC)', reversed, DC)
show('iter(D)', iter, D)
show('in D', lambda: 1 in D)
show('len(D)', len, D)


# A bytes shows itself as str, whatever its class's __repr__ is.
class BR(bytes):
    def __repr__(self): return 'own'
class BA(bytearray):
    def __repr__(self): return 'own'
class BS(bytes):
    __repr__ = None
for x in (BR(b'a'), BA(b'b')):
    print(str(x), repr(x), f'{x}', '%s' % x, '%r' % x, format(x), '{}'.format(x), [x], f'{x!r}')
print(str(BS(b'c')), f'{BS(b"d")}')
show('repr', repr, BS(b'c'))


# int.from_bytes asks for __bytes__.
class HB:
    def __bytes__(self): return b'\1\2'
class HN(bytes):
    __bytes__ = None
class HW:
    def __bytes__(self): return 'a'
class HI:
    __iter__ = None
class HL(list):
    __iter__ = None
show('from_bytes', int.from_bytes, HB())
show('from_bytes little', int.from_bytes, HB(), 'little')
show('from_bytes None', int.from_bytes, HN(b'a'))
show('from_bytes str', int.from_bytes, HW())
show('from_bytes no iter', int.from_bytes, HI())
show('from_bytes no iter', int.from_bytes, HL())
show('from_bytes int', int.from_bytes, 3)


# pow of three where a class has only one of the methods.
class P(int):
    def __pow__(self, o, m=None): return ('pow', int(o), m)
class R(int):
    def __rpow__(self, o, m=None): return ('rpow', int(o), m)
class N3(int):
    __pow__ = None
for a in ((P(2), 3, 5), (2, P(3), 5), (2, 3, P(5)), (2, R(3), 5), (R(2), 3, 5), (2, N3(3), 5), (N3(2), 3, 5), (2, 3, N3(5)), (2, P(3)), (P(2), 3)):
    show('pow', pow, *a)
show('int.__pow__', int.__pow__, 2, 3, 5)
show('int.__rpow__', int.__rpow__, 2, 3, 5)
show('int.__rpow__', int.__rpow__, 2, 3)
show('int.__pow__', int.__pow__, 2, 'a', 'b')
show('int.__pow__', int.__pow__, 2)
show('int.__pow__', int.__pow__, 2, 3, 4, 5)
show('float.__pow__', float.__pow__, 2.0, 3, 5)
show('float.__rpow__', float.__rpow__, 2.0, 3, None)


# dir() of what has other keys than strs.
class K:
    b = 1
k = K()
k.a = 2
k.__dict__[1] = 3
show('dir', dir, k)
print(sorted(map(str, object.__dir__(k)))[:1], 1 in object.__dir__(k), 'b' in k.__dir__(), 'a' in k.__dir__())
class KI(int):
    pass
class KL:
    def __init__(self): self.__dict__[1] = 1
show('dir', dir, KL())
class S(str):
    pass
k = K()
k.__dict__[S('zz')] = 1
print('zz' in dir(k), [type(x).__name__ for x in dir(k) if x == 'zz'])
C = type('C', (), {'x': 1})
print(dir(C)[-1], dir(C())[-1])


# A memoryview formats nothing.
show('%', lambda: memoryview(b'abc') % b'a')
show('%', lambda: b'a' % memoryview(b'abc'))
show('%', lambda: memoryview(b'%s') % (1,))
class BM(bytes):
    pass
show('%', lambda: BM(b'%s') % b'a')
show('%', lambda: b'%s' % BM(b'a'))
