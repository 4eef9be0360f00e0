import weakref, operator, math
class N:
    def __init__(s, v): s.v = v
    def __index__(s): return s.v
    def __int__(s): return s.v + 1
    def __float__(s): return s.v + 0.5
    def __divmod__(s, o): return ('divmod', o)
    def __rdivmod__(s, o): return ('rdivmod', o)
    def __pow__(s, o, m=None): return ('pow', o, m)
    def __rpow__(s, o, m=None): return ('rpow', o, m)
    def __ipow__(s, o): return ('ipow', o)
    def __iadd__(s, o): return ('iadd', o)
    def __isub__(s, o): s.v -= o; return s
    def __add__(s, o): return ('add', o)
    def __radd__(s, o): return ('radd', o)
    def __imatmul__(s, o): return ('imatmul', o)
    def __matmul__(s, o): return ('matmul', o)
    def __bytes__(s): return b'by'
    def __round__(s, n=None): return ('round', n)
    def __abs__(s): return 'abs'
    def __neg__(s): return 'neg'
    def __pos__(s): return 'pos'
    def __invert__(s): return 'inv'
    def __len__(s): return 7
    def __getitem__(s, k): return k
    def __hash__(s): return 4
    def __bool__(s): return False
    def __complex__(s): return 3j
    def __trunc__(s): return 'trunc'
    def __ceil__(s): return 'ceil'
    def __format__(s, f): return 'fmt' + f
    def __dir__(s): return ['x']
    def __enter__(s): return 'enter'
    def __exit__(s, *a): return True
    def __call__(s, *a, **k): return a, k
    def __reversed__(s): return iter('rev')
    def __length_hint__(s): return 3
    def __str__(s): return 'str'
n = N(3); p = weakref.proxy(n)
class E: pass
e = E(); q = weakref.proxy(e)
def show(f):
    try: r = f()
    except Exception as x: r = type(x).__name__, str(x)
    r = repr(r)
    import re
    print(re.sub('0x[0-9a-f]+', '0x', r))
for x in p, q:
    for f in (lambda: operator.index(x), lambda: int(x), lambda: float(x), lambda: complex(x), lambda: divmod(x, 2), lambda: divmod(2, x), lambda: divmod(x, x),
              lambda: x ** 2, lambda: 2 ** x, lambda: pow(x, 2, 3), lambda: pow(2, x, 3), lambda: pow(2, 3, x), lambda: x + 1, lambda: 1 + x, lambda: x @ 1,
              lambda: bytes(x), lambda: round(x), lambda: round(x, 2), lambda: abs(x), lambda: -x, lambda: +x, lambda: ~x, lambda: len(x), lambda: [1,2,3,4,5][x], lambda: range(10)[x],
              lambda: hex(x), lambda: math.trunc(x), lambda: math.ceil(x), lambda: math.sqrt(x), lambda: format(x, 'q'), lambda: f'{x}', lambda: f'{x:y}', lambda: str(x),
              lambda: x(1, a=2), lambda: list(reversed(x)), lambda: operator.length_hint(x), lambda: hash(x), lambda: bool(x), lambda: 'abc'[x:], lambda: x[1], lambda: x.v, lambda: isinstance(x, N), lambda: x == n, lambda: x != n,
              lambda: 'a' * x, lambda: x * 'a', lambda: b'%d' % x, lambda: '%d' % x, lambda: '%s' % x, lambda: chr(x), lambda: bytearray(x), lambda: x.__class__, lambda: 3 in x, lambda: x < 3,
              lambda: list(x)[:2] if x is q else 0, lambda: operator.iadd(x, 5), lambda: operator.imatmul(x, 5), lambda: operator.ipow(x, 2), lambda: operator.ior(x, 2), lambda: operator.itruediv(x, 2)):
        show(f)
    def w():
        with x as y: return y
    show(w)
    def isub():
        z = x; z -= 1; return z is x, z is n, type(z).__name__
    show(isub)
print(hasattr(weakref.ProxyType, '__bytes__'), hasattr(weakref.CallableProxyType, '__bytes__'))
import gc
n.n = n; del n
gc.collect()
for f in (lambda: operator.index(p), lambda: int(p), lambda: float(p), lambda: divmod(p, 2), lambda: divmod(2, p), lambda: pow(p, 2, 3), lambda: pow(1, 2, p), lambda: bytes(p), lambda: [1][p]): show(f)
