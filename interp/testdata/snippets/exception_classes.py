class E1(Exception):
    def __init__(self, code, msg="m"):
        super().__init__(code, msg)
        self.code = code
    def __str__(self): return f"E1:{self.code}"
class E2(E1, ValueError): pass
class K(KeyError): pass
class O(OSError):
    x = 1
try:
    raise E2(3)
except ValueError as e:
    print(repr(e), e, e.args, e.code, e.__dict__, type(e).__mro__)
try:
    raise K("k")
except LookupError as e:
    print(e, repr(e))
try: raise O(2, "no")
except OSError as e: print(e, e.errno, e.x)
class CM:
    def __enter__(self): print("in"); return 5
    def __exit__(self, *a): print("out", a[0]); return True
with CM() as c:
    print(c); raise E1(4)
def f(n):
    t = 0
    for i in range(n):
        try:
            if i % 3: raise E1(i)
        except E1 as e:
            t += e.code
    return t
print(f(5000))
class Stop(StopIteration): pass
raise E1(9) from E2(1)
#---
# Which __new__ and __init__ a class of several exceptions has: the one of its base, and the first in its MRO.
class X(ValueError, OSError): pass
x = X(2, 'x', 'f')
print(x.errno, x.strerror, x.filename, x.args, type(x), X.__new__.__self__, X.__init__.__objclass__)
class Y(OSError, ValueError): pass
x = Y(2, 'x', 'f')
print(x.errno, x.args, type(x))
class Z(KeyError, AttributeError): pass
x = Z('a', name='n', obj=3); print(x.name, x.obj, x, x.args)
class S(LookupError, StopIteration): pass
print(S(4).value)
class U(ValueError, SyntaxError): pass
print(U('m', ('f', 1, 2, 't')).lineno)
class V(LookupError, UnicodeDecodeError): pass
try: print(V('utf8', b'a', 0, 1, 'r').reason)
except TypeError as e: print(e)
for E in KeyError, ValueError, LookupError, OSError, UnicodeDecodeError, StopIteration, FileNotFoundError, ExceptionGroup:
    print(E.__name__, '__new__' in vars(E), E.__new__.__self__)
