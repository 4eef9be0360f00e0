# Special methods that return instances of classes derived from int, float and complex.
import warnings, operator
def t(f, *a):
    try: print(f.__name__, repr(f(*a)))
    except BaseException as e: print(type(e).__name__, e)
class I:
    def __index__(self): return True
    def __int__(self): return True
    def __float__(self): return type('F', (float,), {})(2)
    def __complex__(self): return type('Q', (complex,), {})(2)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    for f in int, [1, 2].__getitem__, operator.index, float, complex, hex, range, [1, 2, 3].pop, bytes, chr, '%d'.__mod__, '%x'.__mod__: t(f, I())
    for x in w: print(x.category.__name__, x.message)
with warnings.catch_warnings():
    warnings.simplefilter('error')
    for f in int, [1, 2].__getitem__, float, complex: t(f, I())
#---
# errors of a property __class__
class C:
    @property
    def __class__(self): raise ValueError('no')
class D:
    @property
    def __class__(self): raise AttributeError('no')
class E:
    @property
    def __class__(self): return int
def t(v, c):
    try: return isinstance(v, c)
    except ValueError as e: return repr(e)
for i in range(2000): r = [t(v, c) for v in (C(), D(), E()) for c in (int, C, (str, int), int | str)]
print(r)
try: print(type.__instancecheck__(int, C()))
except ValueError as e: print(repr(e))
match C():
    case C(): print('C')
try:
    match C():
        case int(): print('int')
except ValueError as e: print(repr(e))
#---
# the module of a builtin function
import math, random, re
print([getattr(f, '__module__', '-') for f in (math.sqrt, len, random.random, ''.join, [].append, dict.fromkeys, str.join, int.__add__, re.compile)])
#---
# names that cannot be found, with characters that are not printed
for name in '\ud800', 'os.\x00', "it's", 'a b':
    try: __import__(name)
    except ModuleNotFoundError as e: print(ascii(str(e)), ascii(e.name))
#---
# buffers that may be written to
import io, struct, array
for b in bytearray(8), memoryview(bytearray(8)), memoryview(bytearray(9))[1:], array.array('b', [0] * 8), memoryview(bytearray(16))[::2], memoryview(b'12345678'), b'12345678', 5:
    for f in io.BytesIO(b'abcdef').readinto, lambda b: struct.pack_into('<hh', b, 2, 0x4142, 0x4344):
        try: print(f(b), bytes(b))
        except (TypeError, BufferError) as e: print(type(e).__name__, e)
#---
import sys
print(sys.gettrace(), sys.settrace(None), sys.getprofile(), sys.setprofile(None))
