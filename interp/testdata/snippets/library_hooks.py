"""Classes derived from iterator types; what copy and pickle make of iterators; codecs of the
registry; isinstance along __bases__; hooks of sys."""
class E(enumerate):
    def __init__(self, *a, **k): self.x = a
    def twice(self): return [2*i for i, _ in self]
e = E('abc', 5); print(e.twice(), e.x, type(e), list(E('xy')), list(E(iterable='q', start=3)))
class Z(zip): pass
z = Z('ab', 'cd'); z.q = 1; print(list(z), z.q, next(Z([1],[2])))
class S(zip):
    def __init__(self,*a,strict): self.s=strict
s=S('ab','c',strict=True)
try: print(list(s))
except ValueError as e: print(e, s.s)
class M(map):
    def __next__(self): return super().__next__()+100
print(list(M(abs, [-1, 2])), [x for x in M(abs,[-3])])
class F(filter):
    def __init__(self, *a, k=0): self.k=k
f=F(None,[0,1,2],k=3); print(list(f), f.k, repr(f)[:20])
class R(reversed): pass
print(list(R('abc')), type(R('abc')), type(R([1])).__name__, R((1,2)).__length_hint__())
for cls in (E,Z): 
    def g():
        t=0
        for k in range(3000):
            for a in cls('ab','cd') if cls is Z else cls('ab'): t+=len(a)
        return t
    print(g())
#---
import codecs
def t(f,*a):
    try: print(f.__name__, a, f(*a))
    except Exception as e: print(f.__name__, a, type(e).__name__, e)
u=codecs.unicode_escape_decode; r=codecs.raw_unicode_escape_decode
import warnings; warnings.simplefilter("ignore")
for d in (b'a\\x41\\u00e9\\U0001f600\\n\\t\\\\\\"\\101\\0', b'\\x4', b'\\u12', b'\\U11000000', b'\\', b'ab\\xzz', b'\\\nq', 'caf\xe9\\u1234'):
    for e in ('strict','replace','ignore','backslashreplace'):
        t(u,d,e); t(r,d,e)
    t(u,d,'strict',False); t(r,d,'strict',False)
for s in ('a\n\t\r\\\x00\x7f\xe9\u20ac\U0001f600\ud800\'"',''):
    t(codecs.unicode_escape_encode,s); t(codecs.raw_unicode_escape_encode,s)
for b in (b'a\'"\n\\\x00\xff',): t(codecs.escape_encode,b)
for b in (b'\\x41\\101\\n\\\\q\\q', b'\\x4', b'\\xz', b'a\\', b'\\\nb', b'\\777'):
    for e in ('strict','replace','ignore','odd'): t(codecs.escape_decode,b,e)
print('x\u20ac'.encode('unicode_escape'), b'\\u20ac'.decode('unicode-escape'), 'é'.encode('raw_unicode_escape'), 'e€'.encode('cp1252'), b'\xa4'.decode('iso8859-15'), 'é'.encode('punycode'), 'ab'.encode('utf-8-sig'))
import pickle
for p in range(6):
    print(p, pickle.loads(pickle.dumps(['a\u20ac\n\\', b'x', 1.5, {'k': (1,2)}], p)))
import sys
print(sys.gettrace(), sys.settrace(None), sys.getprofile())
#---
import io, codecs
d = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder('utf-8')(), True)
for b in (b'a\r', b'\nb\rc', b'\xc3', b'\xa9\n', b'\r'): print(repr(d.decode(b)), d.newlines, d.getstate())
print(repr(d.decode(b'', final=True)), d.newlines); s=d.getstate(); d.reset(); print(d.newlines, d.getstate()); d.setstate((b'',1)); print(repr(d.decode(b'x')))
e = io.IncrementalNewlineDecoder(None, translate=False); print(repr(e.decode('a\r\nb\rc\n')), e.newlines)
for f in (lambda: e.decode(b'x'), lambda: io.IncrementalNewlineDecoder(), lambda: e.setstate(3), lambda: e.setstate((1,)), lambda: memoryview(io.BytesIO())):
    try: print(f())
    except Exception as x: print(type(x).__name__, x)
b = io.BytesIO(b'hello'); v = b.getbuffer(); v[0] = 72; print(b.getvalue(), len(v), bytes(v), v.readonly, v.format, type(v.obj).__name__); v.release()
b.close()
try: b.getbuffer()
except ValueError as x: print(x)
import pickle, collections, datetime
for p in range(6):
    print(p, pickle.loads(pickle.dumps(['a\u20ac\n\\', b'x'*70000, 1.5, {'k': (1,2)}, collections.OrderedDict(a=1), datetime.date(2020,1,2), complex(1,2), {3}, frozenset([4]), bytearray(b'q')], p))[2:])
#---
import pickle, copy, operator
def rest(it):
    r = it.__reduce__(); return r[0].__name__, list(it)
e = enumerate('abc', 5); next(e); print(list(copy.copy(e))); print(e.__reduce__()[1][1], list(e))
for mk in (lambda: iter({1, 2, 3}), lambda: iter({1: 2, 3: 4}), lambda: iter({1: 2, 3: 4}.items()), lambda: reversed({1: 2, 3: 4}.values()), lambda: reversed({1: 2, 3: 4})):
    it = mk(); next(it); r = it.__reduce__(); print(r[0], r[1], list(it), it.__reduce__(), list(pickle.loads(pickle.dumps(mk()))))
print(iter(int, 1).__reduce__()); c = iter([1, 2].pop, 1); print(list(c), c.__reduce__())
for b in (bytearray(b'a\xff'), bytearray()):
    print([b.__reduce_ex__(i) for i in range(5)], b.__reduce__(), pickle.loads(pickle.dumps(b, 0)))
z = zip('ab', 'cd', strict=True); next(z); z2 = pickle.loads(pickle.dumps(z)); print(list(z2), z.__reduce__()[2], list(map(*[abs, [-1]])), list(pickle.loads(pickle.dumps(map(abs, [-1])))), list(pickle.loads(pickle.dumps(filter(None, [0, 1])))))
m = operator.methodcaller('split', ','); print(m.__reduce__(), pickle.loads(pickle.dumps(m))('a,b'))
m = operator.methodcaller('split', sep=','); print(m.__reduce__(), pickle.loads(pickle.dumps(m))('a,b'))
import sys
class X:
    @property
    def __class__(self): return int
print(isinstance(X(), int), isinstance(X(), X), issubclass(X, object))
class Abs:
    def __init__(self, *b): self.__bases__ = b
A = Abs(); B = Abs(A); C = Abs(B, Abs())
print(issubclass(C, A), issubclass(A, C), issubclass(C, (int, B)))
class I:
    def __init__(self, c): self.__class__ = c
class J:
    def __getattribute__(self, n):
        if n == '__class__': return C
        raise AttributeError
print(isinstance(J(), A), isinstance(J(), Abs()))
class Bad:
    @property
    def __class__(self): raise RuntimeError('x')
    @property
    def __bases__(self): raise RuntimeError('y')
for f in (lambda: isinstance(Bad(), int), lambda: issubclass(Bad(), int), lambda: issubclass(int, Bad()), lambda: issubclass(3, int), lambda: issubclass(int, 3), lambda: isinstance(1, 3), lambda: isinstance(1, Bad()), lambda: type.__subclasscheck__(int, 3), lambda: type.__subclasscheck__(int, C)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class Inf:
    @property
    def __bases__(self): return (Inf(), Inf())
try: issubclass(Inf(), int)
except RecursionError as e: print('rec')
code = compile('1+1\nNone\n"x"', '', 'single') if 0 else compile('1+1', '', 'single'); exec(code); print(_)
sys.displayhook('a'); sys.displayhook(None); print(_, sys.displayhook is sys.__displayhook__)
sys.displayhook = lambda v: print('hook', v); exec(compile('3; None', '', 'single'))
print(len.__module__, [].append.__module__, dict.fromkeys.__module__, hasattr(str.join, '__module__'))
#---
import codecs
for f in (lambda: '\u20ac'.encode('cp037'), lambda: 'x'.encode('rot13'), lambda: b'x'.decode('hex'), lambda: 'a'.encode('nosuch'), lambda: b'\x81'.decode('cp1252')):
    try: print(f())
    except Exception as e: print(type(e).__name__, e, getattr(e,'__notes__',None))
def s(name):
    if name=='mine': return codecs.CodecInfo(lambda s, errors='strict': (print(type(s), errors), len(s))[:] and ('notbytes', 1), lambda b, errors='strict': (print(type(b), errors), ('x',1))[1], name='mine')
codecs.register(s)
for f in (lambda: 'a'.encode('mine'), lambda: b'abc'.decode('mine'), lambda: b'abc'.decode('mine','zz')):
    try: print(f())
    except Exception as e: print(type(e).__name__, e, getattr(e,'__notes__',None))
#---
g = {"__name__": "one"}
code = compile("def f(): return {}.missing\ndef h(): raise KeyError(1)", "made", "exec")
spaces = [dict(g, n=i) for i in range(2)]
for s in spaces:
    exec(code, s)
for s in spaces:
    for f in s["f"], s["h"]:
        try:
            f()
        except Exception as e:
            frame = e.__traceback__.tb_next.tb_frame
            print(type(e).__name__, frame.f_globals is s, frame.f_code.co_name)
