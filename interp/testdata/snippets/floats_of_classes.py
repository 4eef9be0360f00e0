# What takes a number takes the number that an instance of a class derived from float is, and asks the __float__ of others, also of
# classes derived from int (PyFloat_AsDouble); float() and complex() of two ask it in any case (PyNumber_Float). Arithmetic asks nobody.
import warnings
warnings.simplefilter('ignore')
import math, time, cmath, struct, array, datetime, decimal, fractions
log=[]
class F(float):
    def __float__(self):
        log.append('F'); return 1.0
class I(int):
    def __float__(self): log.append('I'); return 7.0
    def __index__(self): log.append('Ix'); return 9
class X:
    def __float__(self): log.append('X'); return 7.5
class N:
    def __index__(self): log.append('N'); return 6
class B(float):
    def __float__(self): return 3
class G(float):
    def __float__(self): return F(4)
fs = {
    'sqrt': math.sqrt,
    'floor': math.floor,
    'ceil': math.ceil,
    'trunc': math.trunc,
    'exp': math.exp,
    'fabs': math.fabs,
    'isnan': math.isnan,
    'hyp': lambda x: math.hypot(x,x),
    'dist': lambda x: math.dist([x],[x]),
    'fsum': lambda x: math.fsum([x,x]),
    'prod': lambda x: math.prod([x,x]),
    'sumprod': lambda x: math.sumprod([x],[2.0]),
    'pow': lambda x: math.pow(x,x),
    'fmod': lambda x: math.fmod(x, 2.5),
    'ldexp': lambda x: math.ldexp(x,2),
    'frexp': math.frexp,
    'modf': math.modf,
    'log': math.log,
    'log2': math.log2,
    'isclose': lambda x: math.isclose(x,x),
    'copysign': lambda x: math.copysign(x,-1.0),
    'float': float,
    'cplx': complex,
    'cplx2': lambda x: complex(x,x),
    'csqrt': cmath.sqrt,
    'pack': lambda x: struct.pack('d',x),
    'arr': lambda x: array.array('d',[x]),
    'fmt': lambda x: '%f'%x,
    'fmte': lambda x: '%e %g'%(x,x),
    'f2': lambda x: '%.2f'%x,
    'gmtime': lambda x: time.gmtime(x)[:6],
    'rnd': lambda x: round(x),
    'td': lambda x: datetime.timedelta(days=x),
    'tds': lambda x: datetime.timedelta(1)*x,
    'dec': decimal.Decimal,
    'decff': lambda x: decimal.Decimal.from_float(x),
    'frac': lambda x: fractions.Fraction(x),
    's': lambda x: sum([x, 1.5]),
    'add': lambda x: 1.5 + x,
    'div': lambda x: 1.5/x,
    'dm': lambda x: divmod(7.5,x),
    'pw': lambda x: 2.0**x,
    'cmul': lambda x: (1+2j)*x,
    'nexta': lambda x: math.nextafter(x, 9.0),
    'ulp': math.ulp,
    'rem': lambda x: math.remainder(x, 3.0),
    'fma': lambda x: math.fma(x,x,x),
    'fromts': lambda x: datetime.datetime.fromtimestamp(x, datetime.timezone.utc),
    'idx': lambda x: [1]*x,
    'ast': lambda x: x.as_integer_ratio(),
    'ihex': lambda x: x.hex(),
    'fstr': lambda x: f'{x:.2f}',
    'fr': lambda x: float.__float__(x),
    'cnj': lambda x: x.conjugate(),
}
for name, f in fs.items():
    for v in (F(2.5), I(4), X(), N(), B(2.5), G(2.5), True, '2'):
        log.clear()
        try:
            r = f(v)
            r = (type(r).__name__, repr(r))
        except Exception as e:
            r = (type(e).__name__, str(e))
        print(name, type(v).__name__, *r, ''.join(log))

#---
# Seconds by __index__.
import time, datetime
class N:
    def __index__(self):
        return 0
class F(float):
    pass
for f in (time.sleep, datetime.datetime.fromtimestamp, datetime.date.fromtimestamp, time.ctime):
    for x in (N(), 'a', F(0.0), 1j, 10**30, float('nan'), 1e300):
        try:
            f(x)
            print("ok")
        except Exception as e:
            print(type(e).__name__, e)

#---
# What slots and methods say of receivers of other types.
for f in (
    lambda: int.__add__('x',1),
    lambda: list.__len__(3),
    lambda: list.append(3,4),
    lambda: str.__repr__(4),
    lambda: dict.__getitem__([],1),
    lambda: list.__getitem__({},1),
    lambda: int.__float__('a'),
    lambda: object.__repr__(),
    lambda: float.__round__(1),
    lambda: int.__add__(),
    lambda: list.__iter__(()),
    lambda: tuple.__hash__([]),
    lambda: set.__contains__([],1),
    lambda: type.__call__(3),
    lambda: BaseException.__str__(3),
    lambda: int.__bool__(2.0),
    lambda: str.__mul__(1,2)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
