# cmath: every function where C99 and Python say what is exact, and errors.
import cmath
from math import inf, nan

zeros_and_more = [0.0, -0.0, 1.0, -1.0, inf, -inf, nan]
functions = [cmath.acos, cmath.acosh, cmath.asin, cmath.asinh, cmath.atan, cmath.atanh, cmath.cos, cmath.cosh, cmath.exp, cmath.log,
             cmath.log10, cmath.sin, cmath.sinh, cmath.sqrt, cmath.tan, cmath.tanh, cmath.phase, cmath.polar,
             cmath.isfinite, cmath.isinf, cmath.isnan]
for f in functions:
    for re in zeros_and_more:
        row = []
        for im in zeros_and_more:
            try:
                row.append(repr(f(complex(re, im))))
            except ValueError as e:
                row.append(str(e))
        print(f.__name__, re, *row)
for f in functions:
    row = []
    for z in (1e300 + 1e-310j, 1e-310 + 5e-324j, 710.5j + 711, -1.7e308j, 0.99 + 1e-5j):
        try:
            row.append("%.13g" % abs(f(z)) if f is not cmath.polar else "")
        except (OverflowError, ValueError) as e:
            row.append(str(e))
    print(f.__name__, *row)
for r in zeros_and_more:
    for phi in zeros_and_more:
        try:
            print("rect", r, phi, cmath.rect(r, phi))
        except ValueError as e:
            print("rect", r, phi, e)
print(cmath.log(-1, 10), cmath.isclose(1 + 1j, 1 + 1j + 1e-12), cmath.isclose(1, 2, rel_tol=.9), cmath.isclose(inf, inf))
for call in (lambda: cmath.sqrt("x"), lambda: cmath.log(0), lambda: cmath.log(2, 1), lambda: cmath.isclose(1, 2, rel_tol=-1), lambda: cmath.rect(1j, 2)):
    try:
        print(call())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)


class Number:
    def __complex__(self):
        return 3 + 4j


print(cmath.sqrt(Number()), cmath.sqrt(True), cmath.infj, cmath.nanj)
