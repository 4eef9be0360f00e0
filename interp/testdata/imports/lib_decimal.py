"""decimal in Python (_pydecimal)."""
import sys

sys.modules["_decimal"] = None  # so that CPython uses the Python, too
from decimal import *

D = Decimal
print(getcontext())
getcontext().prec = 20
a, b = D("3.14159"), D("-2.50")
print(a + b, a - b, a * b, a / b, a // b, a % b, divmod(a, b), -a, +b, abs(b), a ** 3, a ** D("0.5"), pow(D(7), 5, 13), a > b, a == D("3.141590"), hash(D(1)) == hash(1))
print(repr(a), str(D("1E+5")), D("1E-10"), D("1.20e3"), D(10) ** 30, D("NaN"), D("-Infinity"), D("sNaN"), D((1, (1, 2, 3), -2)), D(0.1), D.from_float(0.5), D("  1_000.5 "))
print(D("2").sqrt(), D(2).exp(), D(10).ln(), D(1000).log10(), D("123.456").quantize(D("0.01")), D("123.456").quantize(D("1"), rounding=ROUND_UP), D("1.5").to_integral_value())
for mode in ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, ROUND_05UP:
    print(mode, [str(D(x).quantize(D("1"), rounding=mode)) for x in ("-2.5", "-1.1", "0.5", "1.5", "2.51", "10.1")])
print(D("1.10").normalize(), D("1.10").as_tuple(), D("12.5").adjusted(), D("1.25").as_integer_ratio(), D(5).compare(D(3)), D("1.1").max(D(2)), D(7).fma(2, 3), D("1e3").to_eng_string())
print(f"{D('1234567.891'):,.2f} {D('0.00001'):e} {D('12.3'):>10} {D('0.256'):.1%} {D('-5'):+08.2f} {D('1e10'):g} {D(3):^9}|", round(D("2.675"), 2), round(D("2.5")), int(D("-3.9")), float(D("0.1")))
print(sum(D(x) / 7 for x in range(10)), max(D(1), D("1.5")), sorted([D(3), D("-1"), D("2.2")]), D(3) + 4, 2 * D("1.1"), D(1) == 1.0, D("0.5") < 0.6, 3 - D(1))
with localcontext() as ctx:
    ctx.prec = 5
    ctx.rounding = ROUND_DOWN
    print(D(2) / 3, ctx.divide(D(1), D(7)), ctx.flags[Inexact], ctx.create_decimal("1.23456789"))
print(D(2) / 3)
c = Context(prec=6, Emax=99, Emin=-99, traps=[DivisionByZero, InvalidOperation])
setcontext(c)
for e in ('D(1) / 0', 'D("x")', 'D(0) / 0', 'D("1e99") * 100', 'D("sNaN") + 1', 'D(1) + 1.5', 'D(1) < "a"', 'D("NaN") < 1', 'D("1").quantize(D("1e-20"))', 'D(-1).sqrt()', 'int(D("NaN"))',
          'D((2, (1,), 0))', 'D(5) ** -1', 'D("1E-99") / 1000', 'D([1])', 'D(2) ** D("NaN")', 'D(0) ** 0', 'D("Infinity") - D("Infinity")', 'D(12).logical_and(D(10))', 'D("1.5").shift(1)'):
    try:
        print(e, "=>", eval(e))
    except Exception as error:
        print(e, "=>", type(error).__name__, error)
print(sorted(f.__name__ for f in c.flags if c.flags[f]))
x, term, n = D(1), D(1), 1
getcontext().prec = 40
while term > D("1e-38"):
    term /= n
    x += term
    n += 1
print(x, n)
