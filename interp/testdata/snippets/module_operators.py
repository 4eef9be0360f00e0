# Operators of values of one builtin type, or of one and a number, are the type's own, whatever is asked ahead of others.
import array
import collections
import copy
import datetime
import operator
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


class Other:
    def __radd__(self, other):
        return "radd", type(other).__name__

    def __rmul__(self, other):
        return "rmul", type(other).__name__


class Declines:
    def __radd__(self, other):
        return NotImplemented

    __rmul__ = __radd__


class Derived(collections.deque):
    pass


def tried(f):
    try:
        return f()
    except TypeError as e:
        return str(e)


def meets(d, x, n):
    out = []
    for i in range(n):
        e = d
        out = [tried(lambda: d + x), tried(lambda: d * x), tried(lambda: x * d), tried(lambda: d - x)]
        if n == 1:
            e += x
            out.append(e)
    return out


# A sequence of a module is asked behind the number methods of the right operand.
for d in collections.deque([1]), array.array("i", [1]), Derived([1]), [1]:
    for x in Other(), Declines(), 2, 2.5, None, [3], Decimal(2):
        print(type(d).__name__, type(x).__name__, [str(y) for y in meets(d, x, 300)])
    print(tried(lambda: meets(d[:] if type(d) is list else d.__copy__(), Other(), 1)), tried(lambda: meets(d, Declines(), 1)))


class Adds(list):
    def __add__(self, other):
        return "adds"


# operator.concat asks for no number methods.
for d in [1], (1,), "s", b"s", bytearray(b"s"), collections.deque([1]), array.array("i", [1]), Derived([1]), Adds([1]):
    for x in Other(), Declines(), copy.copy(d), [2], 3:
        print(type(d).__name__, type(x).__name__, *[str(tried(lambda: f(d, x))) for f in (operator.concat, operator.iconcat)])
