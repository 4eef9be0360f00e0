# Lengths that a raw file's readinto and write return.
import io
class R(io.RawIOBase):
    def __init__(s, n): s.n = n
    def readable(s): return True
    def readinto(s, b): return s.n
    def writable(s): return True
    def write(s, b): return s.n
class RR(io.RawIOBase):
    def readable(s): return True
    def read(s, n): return b'x' * 10000
    def __init__(s, n): pass
for n in (-1, 10**6, 2**63, -2**64, "a", None):
    for name, f in (('read', lambda: io.BufferedReader(R(n)).read(5)), ('read1', lambda: io.BufferedReader(R(n)).read1(5)), ('peek', lambda: io.BufferedReader(R(n)).peek(5)), ('readinto', lambda: n is None or io.BufferedReader(R(n)).readinto(bytearray(5))), ('rawread', lambda: R(n).read(5)), ('line', lambda: io.BufferedReader(R(n)).readline()), ('text', lambda: io.TextIOWrapper(io.BufferedReader(R(n))).read(3)), ('text', lambda: io.TextIOWrapper(R(n)).read(3)),
       ('random', lambda: io.BufferedRandom(R(n)).read(3)),
       ('write', lambda: io.BufferedWriter(R(n), 4).write(b'hello')),
       ):
        if n == 0 and name == 'write': continue
        try: print(n, name, f())
        except BaseException as e: print(n, name, type(e).__name__, e)
#---
# The cause of a readinto that fails; a raw file with a readinto and no read.
import io
class Raw:
    closed = False
    left = [b'ab', b'cd\ne', b'']
    def readable(self): return True
    def flush(self): pass
    def close(self): pass
    def readinto(self, b):
        print(type(b).__name__, b.readonly, b.format)
        if not self.left: return [].x
        data = self.left.pop(0)
        b[:len(data)] = data
        return len(data)
f = io.BufferedReader(Raw(), 16)
print(f.read(3), f.readline(), f.read1(4))
Raw.left = []
try: f.read(1)
except Exception as e: print(type(e).__name__, e)
Raw.readinto = lambda self, b: 'x'
try: f.read(1)
except OSError as e: print(e, repr(e.__cause__), e.__context__ is e.__cause__)
class Full(io.RawIOBase):
    def writable(self): return True
    def write(self, b): return None
try: io.BufferedWriter(Full(), 4).write(b'hello')
except BlockingIOError as e: print(e)
#---
# Positions of files in memory near the end of what an index can be.
import io
for w in (2**31, 2**62, 2**63-1, 2**63, 2**64):
      if w < 2**62 and name == 'write': continue
      for c in (io.BytesIO, io.StringIO):
        if c is io.StringIO and name in ('readinto', 'read1', 'lines', 'seekcur', 'seekcur2', 'seekend'): continue
        b = c(b'hello' if c is io.BytesIO else 'hello')
        try: b.seek(w); print(w, name, f(b), b.tell())
        except BaseException as e: print(w, name, c.__name__, type(e).__name__, e)
#---
# Numbers that fit no word of a value.
import io, csv, collections, copy, json
s = io.StringIO(); s.seek(2**50); print(s.truncate(), s.tell())
print(csv.field_size_limit(2**60), csv.field_size_limit(5))
class D(collections.deque): pass
d = D([1], 2**60); print(copy.copy(d).maxlen)
try: json.scanner.c_make_scanner(json.JSONDecoder())('1', 2**60)
except StopIteration as e: print(e.value)
#---
# Lengths that a program says its iterables have.
class H:
    def __init__(s, h): s.h = h
    def __iter__(s): return iter(range(3))
    def __length_hint__(s): return s.h
for h in (2**31, 2**60, 2**63-1, 2**63, 2**70, -1, 'a', 1.5):
    for f in (tuple, list, bytes, bytearray, set, lambda x: [*x], lambda x: (*x,), lambda x: dict.fromkeys(x), lambda x: [].extend(x), lambda x: ','.join(map(str,x)), lambda x: sorted(x), lambda x: bytearray().extend(x), lambda x: __import__('operator').length_hint(x)):
        try: r = repr(f(H(h)))
        except BaseException as e: r = type(e).__name__ + ' ' + str(e)
        print(h, f.__name__ , r)
class L:
    def __len__(self): return 2**62
    def __iter__(self): return iter('ab')
for f in (list, tuple, bytes, sorted):
    try: print(f(L()))
    except Exception as e: print(type(e).__name__, e)
#---
# The class of a group that except* has split.
class A(Exception): pass
class B(Exception): pass
def f():
    try:
        try: raise ExceptionGroup('g', [ValueError(1), TypeError(2)])
        except* ValueError as e:
            e.__class__ = e.__class__
            raise e
    except ExceptionGroup as e: print(repr(e), repr(e.__cause__), repr(e.__context__))
f()
class G(ExceptionGroup): pass
class G2(ExceptionGroup): pass
def f():
    try:
        try: raise G('g', [ValueError(1), TypeError(2)])
        except* ValueError as e:
            print(type(e))
            e.__class__ = G2
            raise e
    except ExceptionGroup as e: print(repr(e), repr(e.__cause__), repr(e.__context__))
try: f()
except TypeError as e: print(e)
import weakref
e = ExceptionGroup('a', [ValueError()])
r = weakref.ref(e); print(r() is e)
try: weakref.ref(BaseExceptionGroup('a', [KeyboardInterrupt()]))
except TypeError as e: print(e)
class G(ExceptionGroup): pass
g = G('a', [ValueError()]); print(weakref.ref(g)() is g, '__weakref__' in G.__dict__)
g.__class__ = ExceptionGroup; print(repr(g))
class H(ExceptionGroup): __slots__ = ('a',)
try: g.__class__ = H
except TypeError as e: print(e)
#---
# A partial of a partial that has a __dict__.
from functools import partial
p = partial(print, 1, a=2)
q = partial(p, 3)
print(q.func is print, q.args)
p.x = 4
q = partial(p, 5, b=1)
print(q.func is p, q.args, q.keywords)
p = partial(print, 1)
print(p.__dict__)
q = partial(p, 2)
print(q.func is print)
class P(partial): pass
p = P(print, 1)
q = partial(p, 2); print(q.func is p, q.func is print)
q = P(p, 2); print(q.func is p, q.func is print)
p = partial(print, 1); p.a = 1; del p.a
q = partial(p, 2); print(q.func is p)
#---
# Numbers as text in pickles.
import pickle, pickletools
for d in (b'F1e999\n.', b'F-1e999\n.', b'Finf\n.', b'Fnan\n.', b'F1e308\n.', b'F 1\n.', b'F1_0\n.', b'Fx\n.', b'F1\0\n.', b'F\n.',b'F1', b'F1e-999\n.', b'F0x1\n.', b'F1 \n.', b'FInfinity\n.', b'I1_0\n.', b'I 1\n.', b'I99999999999999999999999\n.', b'L1L\n.', b'L1_0L\n.', b'I01\n.', b'I00\n.', b'I010\n.', b'I1 \n.', b'I0x10\n.', b'L0x10L\n.', b'L 5 \n.', b'S1\n.', b"S'a\\x'\n.", b"Va\\u12\n.", b'I\n.', b'L\n.'):
    try: print(d, pickle.loads(d))
    except Exception as e: print(d, type(e).__name__, e)
#---
# Keys of a class derived from str in the namespace of a class.
class S(str): pass
class M(type):
    def __prepare__(n, b): return {}
for key in ('a',):
    ns = {S('x'): 1, 'y': 2}
    C = type('C', (), ns)
    print(C.x, C.y, C().x)
    print([type(k).__name__ for k in C.__dict__ if k in ('x', 'y')])
    print(sorted(k for k in dir(C) if not k.startswith('__')))
    C.x = 5
    print(C.x)
    del C.x
    try: print(C.x)
    except AttributeError as e: print(e)
D = type('D', (), {S('__init__'): lambda self: print('init')})
D()
D = type('D', (), {S('__slots__'): ('a',)})
print(hasattr(D, 'a'), hasattr(D(), '__dict__'))
D = type('D', (), {S('__len__'): lambda self: 7})
print(len(D()))
D = type('D', (), {S('__qualname__'): 'hello', S('__module__'): 'mo', S('__doc__'): 'dd'})
print(D, D.__doc__, D.__module__)
def f(self): return __class__
D = type('D', (), {S('__new__'): lambda c: 5, S('__init_subclass__'): lambda c: print('sub', c.__name__)})
print(D())
class E(D): pass
class A:
    locals()[S('xx')] = 4
print(A.xx)
class A: pass
setattr(A, S('foo'), 3)
print(A.foo, [type(k).__name__ for k in A.__dict__ if k == 'foo'])
#---
# What the library needs of builtins when the program has deleted it.
import builtins, sys
names = 'memoryview open SyntaxError IndentationError ArithmeticError ZeroDivisionError'.split()
saved = {n: getattr(builtins, n) for n in names}
def attempt(names, f):
    for n in names: delattr(builtins, n)
    try:
        r = f()
        for n in names: setattr(builtins, n, saved[n])
        print(names, repr(r)[:80])
    except BaseException as e:
        for n in names: setattr(builtins, n, saved[n])
        print(names, type(e).__name__)
def c1():
    import io; return bytes(io.BytesIO(b'a').getbuffer())
def c2():
    import codecs; return b'ab'.decode('hex_codec' if 0 else 'rot13')
def c3():
    import pickle
    return pickle.loads(pickle.dumps([C.f, C().f, list.append, [].append], 2)) and 1
class C:
    def f(self): pass
def c4():
    import decimal; return str(decimal.Decimal(1))
def c5():
    import tokenize, io
    return list(tokenize.generate_tokens(io.StringIO('a = (\n').readline))
def c6():
    import io; return io.open_code('/dev/null').read()
def c7(): 
    import pickle; return bytes(pickle.PickleBuffer(b'a').raw())
def c8(): return array.array('i', [1]).__reduce_ex__(4)[1]
import pickle, io, codecs, decimal, tokenize, copy, array, weakref, functools, operator, traceback, types
codecs.lookup('rot13')
for f in c1, c2, c3, c4, c5, c6, c7, c8:
    attempt(names, f)
    for n in names: attempt([n], f)
import gc
a = array.array("i", [1])
del sys.modules["array"], array; gc.collect()
print(a.__reduce_ex__(4)[0].__name__)
#---
# Clearing frames that run, that wait, that are done.
import sys
def f():
    try: sys._getframe().clear()
    except RuntimeError as e: print(e)
    return 1
f()
def g():
    try: sys._getframe(1).clear()
    except RuntimeError as e: print(e)
def h(): 
    x = 3
    g()
    return x
print(h())
def gen():
    try: sys._getframe().clear()
    except RuntimeError as e: print(e)
    try:
        yield 1
    finally: print('fin')
    yield 2
x = gen(); next(x)
try: print(x.gi_frame.clear())
except RuntimeError as e: print(e)
print(list(x))
x = gen(); 
print(x.gi_frame.clear())
print(list(x))
def ex():
    v = [1]
    1/0
try: ex()
except Exception as e:
    fr = e.__traceback__.tb_next.tb_frame
    print(fr.f_locals); print(fr.clear()); print(fr.f_locals)
    try: e.__traceback__.tb_frame.clear()
    except RuntimeError as e: print(e)
#---
# Dicts and sets that an __eq__ fills anew, in tables of the same size.
import gc
class K:
    def __init__(self, v): self.v = v
    def __hash__(self): return 1
    def __eq__(self, o):
        act()
        return isinstance(o, K) and self.v == o.v
def act(): pass
def refill(make, n):
    # the table that comes has the size and, if the old one were freed, the address of the one that was
    def do():
        global act
        was, act = act, lambda: None
        c.clear()
        gc.collect()
        x = make(n)
        (c.update(x))
        x = None
        acts.append(len(c))
        if len(acts) < 12: act = was
    return do
for kind in dict, set:
    for n in 3, 9:
        for want in 0, 2, n - 1, n:
            make = (lambda n: {K(i): i for i in range(n)}) if kind is dict else (lambda n: {K(i) for i in range(n)})
            act, acts = lambda: None, []
            c = make(n)
            act = refill(make, n)
            r = K(want) in c
            act = lambda: None
            print(kind.__name__, n, want, r, len(acts), len(c))
            act, acts = refill(make, n), []
            if kind is dict: c[K(want)] = 'new'
            else: c.add(K(want))
            act = lambda: None
            print(len(acts), len(c), sorted(k.v for k in c))
#---
# Arguments for __new__ are the class's to say, not those of __getattr__ or of the instance.
import copy, pickle
class X:
    def __getattr__(self, name): return 5
class Y:
    def __getattribute__(self, name): return object.__getattribute__(self, name) if name in ('__class__', '__dict__', '__reduce_ex__', '__getstate__') else 5
class Z:
    def __getnewargs__(self): return (1,)
    def __new__(cls, *a):
        z = object.__new__(cls); z.made = a
        return z
z = Z()
z.__getnewargs_ex__ = z.__getnewargs__ = lambda: 1 / 0
for x in X(), Y(): print(type(copy.copy(x)).__name__, x.__reduce_ex__(2)[1] if type(x) is Y else '')
print(z.__reduce_ex__(2)[1])
