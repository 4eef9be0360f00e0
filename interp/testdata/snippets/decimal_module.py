# The types of _decimal: contexts, signals, errors, conversions, classes.
from decimal import *
import decimal, copy, pickle, math, numbers
from fractions import Fraction

def show(*fs):
    for f in fs:
        try:
            print(repr(f()))
        except Exception as e:
            print(type(e).__name__, e)

show(lambda: Decimal(), lambda: Decimal(' 1_000.5 '), lambda: Decimal('x'), lambda: Decimal((1, (1, 2), -1)), lambda: Decimal((1, (1, 12), -1)), lambda: Decimal([0, [], 'F']),
     lambda: Decimal(0.1), lambda: Decimal(10**40), lambda: Decimal(object()), lambda: Decimal('１２.٣'), lambda: Decimal('1e9999999999999999999'), lambda: Decimal(True),
     lambda: Decimal.from_float('a'), lambda: Decimal.from_number(2.5), lambda: Decimal.from_number('1'), lambda: Decimal(1, 2), lambda: Decimal(1, 2, 3), lambda: Decimal(y=3))
show(lambda: Decimal(1) + 'a', lambda: 2.0 * Decimal(1), lambda: Decimal(1) < 1.5, lambda: Decimal(1) == 1.0, lambda: Decimal(1) < 'a', lambda: Decimal('nan') < 1, lambda: Decimal('nan') == 1,
     lambda: Decimal('0.5') == Fraction(1, 2), lambda: Decimal('0.25') < Fraction(1, 3), lambda: Decimal(2) == 2 + 0j, lambda: Decimal(1) / 0, lambda: Decimal(0) / 0, lambda: Decimal(1) // 0,
     lambda: divmod(Decimal(7), 0), lambda: divmod(-7, Decimal(2)), lambda: 7 % Decimal(4), lambda: pow(2, Decimal(10), 7), lambda: pow(Decimal(2), 3, 'a'), lambda: ~Decimal(1))
show(lambda: int(Decimal('-2.7')), lambda: int(Decimal('nan')), lambda: int(Decimal('inf')), lambda: float(Decimal('1e400')), lambda: float(Decimal('snan')), lambda: complex(Decimal('1.5')),
     lambda: round(Decimal('2.5')), lambda: round(Decimal('2.345'), 2), lambda: math.floor(Decimal('-1.5')), lambda: math.ceil(Decimal('-1.5')), lambda: math.trunc(Decimal('-1.5')),
     lambda: round(Decimal(1), 'a'), lambda: '%d %.3f %s' % (Decimal('3.9'), Decimal('1.25'), Decimal('1E+3')), lambda: Decimal('1.1').as_integer_ratio(), lambda: Decimal('nan').as_integer_ratio(),
     lambda: math.sqrt(Decimal(2)), lambda: sum([Decimal('.1')] * 10), lambda: hash(Decimal('snan')))
print([hash(Decimal(x)) == hash(y) for x, y in (('5', 5), ('0.5', 0.5), ('1e30', 10**30), ('-1', -1), ('inf', float('inf')), ('1.5', Fraction(3, 2)))])
#---
from decimal import *
import copy, pickle, numbers, decimal

class D(Decimal):
    __slots__ = ('note',)
    def __new__(cls, v, note=None):
        self = super().__new__(cls, v)
        self.note = note
        return self

class E(Decimal):
    def __add__(self, other): return 'sum'

d = D('1.50', 'n')
print(d, d.note, type(d), type(d + 1), d == Decimal('1.5'), type(+d), type(abs(d)), d.real is d, type(D.from_float(0.5)))
print(E(1) + 1, 1 + E(1), E(3) * 2, isinstance(d, numbers.Number), issubclass(Decimal, numbers.Real))
x = Decimal('1.5')
print(copy.copy(x) is x, copy.deepcopy(x) is x, Decimal(x) is x, pickle.loads(pickle.dumps(x)), pickle.loads(pickle.dumps(Decimal('-sNaN12'))))
for bad in (lambda: setattr(x, 'foo', 1), lambda: x.foo, lambda: x.quantize(), lambda: x.sqrt(1, 2), lambda: x.exp(context=3), lambda: x.compare('a'), lambda: x.fma(1),
            lambda: x.quantize(1, rounding='UP'), lambda: format(x, 'd'), lambda: x.__format__(3), lambda: x.max(other=2), lambda: x.to_integral_value(rounding=ROUND_UP)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(x.as_tuple(), x.as_tuple()._fields, type(x.as_tuple()).__module__, Decimal('-inf').as_tuple(), Decimal('nan12').as_tuple())
for spec in ('', '10', '<10|', '+.3f', ',.2f', '010', '.1%', 'e', '.0e', 'g', 'n', '*^15', '_', '.3_f', 'z.0f', '=+10', 'é>8', 'F', 'E'):
    try:
        print(spec, format(Decimal('-1234567.125'), spec), format(Decimal('0.00'), spec))
    except ValueError as e:
        print(spec, e)
#---
from decimal import *
import decimal, copy, pickle

c = getcontext()
print(c, c is getcontext(), c.Etiny(), c.Etop())
c.prec = 5
print(Decimal(1) / 3, c.flags[Inexact], c.flags)
for bad in (lambda: setattr(c, 'prec', 0), lambda: setattr(c, 'prec', 'a'), lambda: setattr(c, 'Emin', 1), lambda: setattr(c, 'rounding', 3), lambda: delattr(c, 'prec'), lambda: setattr(c, 'foo', 1),
            lambda: setattr(c, 'traps', 3), lambda: Context(1, 2, 3, 4, 5, 6, 7, 8, 9), lambda: Context(foo=1), lambda: Context(traps=['x']), lambda: c.flags['x'], lambda: c.flags.__delitem__(Inexact),
            lambda: setcontext(3), lambda: localcontext(3), lambda: localcontext(foo=1), lambda: IEEEContext(33), lambda: c.add(1), lambda: c.power(2), lambda: c.canonical(3), lambda: c.create_decimal(' 1'),
            lambda: type(c.flags)(), lambda: hash(c.flags), lambda: c.divide(1, 0), lambda: c.add('a', 1), lambda: c.abs()):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(c.flags == c.flags.copy(), len(c.traps), [s.__name__ for s in c.traps], dict(c.flags) == c.flags.copy(), Inexact in c.flags)
c.traps[Inexact] = True
try:
    Decimal(1) / 3
except Inexact as e:
    print(repr(e), e.args, isinstance(e, ArithmeticError))
c.clear_traps(); c.clear_flags()
print(c.flags, c.divide(1, 0), c.sqrt(-1), [k.__name__ for k, v in c.flags.items() if v])
with localcontext(prec=3, rounding=ROUND_DOWN) as d:
    print(d is getcontext(), d.prec, Decimal(2) / 3)
    with localcontext(ExtendedContext) as e:
        print(e.prec, Decimal(2) / 3, e)
print(getcontext() is c, c.copy() == c, copy.copy(c).prec, pickle.loads(pickle.dumps(c)))
print(BasicContext, IEEEContext(64), DefaultContext, sep='\n')
print(MAX_PREC, MAX_EMAX, MIN_EMIN, MIN_ETINY, HAVE_THREADS, HAVE_CONTEXTVAR, decimal.__version__)
for name in ('Overflow', 'Underflow', 'DivisionUndefined', 'FloatOperation', 'InvalidContext'):
    t = getattr(decimal, name, None)
    print(name, t and [b.__name__ for b in t.__mro__])
import contextvars
def run():
    getcontext().prec = 77
    setcontext(Context(prec=11))
    return getcontext().prec
print(contextvars.copy_context().run(run), getcontext().prec)
c = Context(prec=28, traps=[FloatOperation])
setcontext(c)
for f in (lambda: Decimal(0.5), lambda: Decimal(1) < 2.0, lambda: Decimal(1) == 1.0, lambda: Decimal.from_float(0.5)):
    try:
        print(f())
    except FloatOperation as e:
        print(repr(e))
#---
# Large ones: exact powers, hostile sizes.
from decimal import *
c = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
setcontext(c)
x = Decimal(7) ** 3000
print(x == 7**3000, len(str(x)), x % 10**50, (x * x) // x == x, x / 7**2999, int(x) == 7**3000, hash(x) == hash(7**3000))
y = Decimal('1' + '0' * 2000 + 'e-1000')
print(y.normalize(), y == 10**1000, Decimal(10**400).sqrt() == 10**200, Decimal(1) / 2**70)
for f in (lambda: Decimal(1) / 3, lambda: Decimal(2).sqrt(), lambda: Decimal('1e999999999999999') + 1):
    try:
        print(len(str(f())))
    except MemoryError:
        print('MemoryError')
