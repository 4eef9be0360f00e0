# Operators of values of one builtin type, or of one and a number, are the type's own, whatever is asked ahead of others.
import array
import collections
import datetime
from decimal import Decimal, InvalidOperation, getcontext


def every(a, b):
    out = []
    for op in (lambda: a + b, lambda: a - b, lambda: a * b, lambda: a / b, lambda: a // b, lambda: a % b, lambda: a ** b, lambda: a | b, lambda: a == b,
               lambda: a != b, lambda: a < b, lambda: a >= b, lambda: a @ b, lambda: a[b]):
        try:
            out.append(op())
        except (TypeError, ArithmeticError, ValueError, IndexError, KeyError) as e:
            out.append(type(e).__name__)
    return out


class Mine(Decimal):
    def __radd__(self, other):
        return "mine"

    def __add__(self, other):
        return "left"

    def __lt__(self, other):
        return "less"

    def __gt__(self, other):
        return "greater"


class Plain(Decimal):
    pass


day, delta = datetime.date(2020, 1, 31), datetime.timedelta(days=1)
values = [Decimal("1.5"), Decimal(3), Mine(2), Plain(4), 2, True, 1.5, "s", None, day, delta, [1]]
for a in values:
    for b in values:
        print(every(a, b))


def sums(a, b, n):
    for i in range(n):
        s, p, c, t = a + b, a * b, a < b, str(a)
    return s, p, c, t


for a, b in (Decimal("1.5"), Decimal(2)), (Decimal("1.5"), 2), (2, Decimal("0.5")), (Decimal(1), Mine(1)), (Mine(1), Decimal(1)), (Decimal(1), Plain(2)):
    print(sums(a, b, 400))


def grows(d, x, n):
    keep = d
    for i in range(n):
        d += x
    return d is keep, len(d), d.__class__.__name__


print(grows(collections.deque(maxlen=3), collections.deque([1]), 300), grows(array.array("i"), array.array("i", [1]), 300))
try:
    sums(Decimal("sNaN"), Decimal(1), 2)
except InvalidOperation as e:
    print(e)
getcontext().traps[InvalidOperation] = False
print(Decimal("sNaN") + Decimal(1), Decimal("NaN") < Decimal(1))


class Shown(Decimal):
    def __str__(self):
        return "shown"


print([str(x) for x in [Decimal(1), Shown(1), 5, None, day, Mine(3)] * 2], str(Shown(2)))
