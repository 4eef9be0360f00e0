# What is odd about operands of decimal: derived from numbers with conversions of their own, specifications in Unicode, contexts changed in the middle.
from decimal import *
class F(float):
    def __float__(self): return 2.0
class C(complex):
    def __complex__(self): return 9j
class I(int):
    def __index__(self): return 77
print(Decimal(F(7.5)), Decimal.from_float(F(7.5)), Decimal.from_number(F(7.5)), Context().create_decimal(F(7.5)), Context().create_decimal_from_float(F(7.5)))
print(Decimal(7.5) == F(7.5), Decimal(7.5) < F(8), Decimal(3) == C(3), Decimal(3) == C(3, 1), Decimal(I(5)), Decimal(3) + I(5), round(Decimal('1.255'), I(2)))
#---
from decimal import *
import gc
class Key(str):
    def __hash__(self): return hash('decimal_point')
    def __eq__(self, other):
        gc.collect()
        Decimal(3) / 7
        return str.__eq__(self, other)
class Bad(Key):
    __hash__ = Key.__hash__
    def __eq__(self, other): raise KeyError('no')
x = Decimal('-1234567.891')
for o in {Key('decimal_point'): ',', 'thousands_sep': '.', 'grouping': '\x03'}, {Bad('decimal_point'): ','}, {'decimal_point': '.', 'thousands_sep': '\ud800'}:
    try: print(x.__format__('020n', o))
    except (KeyError, ValueError) as e: print(type(e).__name__, e)
for spec in '\ud800>10', '>\ud800', '\u20ac^15.2f', '\0>15', '9\0x', '\0':
    try: print(ascii(format(x, spec)))
    except ValueError as e: print(type(e).__name__, e)
#---
from decimal import *
m = localcontext()
m.__enter__()
print(m.__exit__(None, None, None))
c = Context()
print(type(iter(c.flags)).__name__)
new = type(c.flags)()
for f in lambda: new < 1, lambda: new == 1, lambda: iter(new), lambda: new[Inexact], lambda: len(new):
    try: print(f())
    except ValueError as e: print(e)
