# int, float and hash of Decimals of any length, sign and exponent; and look-ups in what __dict__ of a class is.
import math
import random
from decimal import Decimal, ROUND_HALF_EVEN
from fractions import Fraction

random.seed(5)
total, floats = 0, 0
for i in range(6000):
    digits = random.choice([1, 2, 5, 15, 16, 17, 18, 19, 20, 30, 40])
    d = Decimal((random.randint(0, 1), tuple(random.randint(0, 9) for _ in range(digits)), random.choice([0, -1, -2, -5, -18, -19, -20, -22, -23, -40, 1, 3, 22, 23, 30])))
    n, f = int(d), float(d)
    assert n == math.trunc(Fraction(d)), d
    assert f == float(Fraction(d)) and math.copysign(1, f) == (-1 if d.is_signed() else 1), d
    assert hash(d) == hash(Fraction(d)), d
    assert round(d) == round(Fraction(d)) and math.floor(d) == math.floor(Fraction(d)), d
    total, floats = total + n % 1000003, floats + f % 97
print(total, round(floats, 3))
edges = ["9007199254740992", "9007199254740993", "9007199254740993e22", "9007199254740992e-22", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551615", "18446744073709551616", "-0", "-0.0", "0e5", "-0.9", "0.9999999999999999999", "1e-19", "2305843009213693951", "2305843009213693952", "1E+400", "1e-400"]
for s in edges:
    d = Decimal(s)
    try:
        print(s, int(d) if d.adjusted() < 100 else "", float(d), hash(d))
    except (OverflowError, ValueError) as e:
        print(s, e)
for s in "inf", "-inf", "nan", "-nan", "snan":
    for f in int, float, hash:
        try:
            print(s, f(Decimal(s)) if f is not hash or "inf" in s else type(f(Decimal(s))))
        except (OverflowError, ValueError, TypeError) as e:
            print(s, f.__name__, e)


class Base:
    x = 1


class Derived(Base):
    y = 2


def found(classes, names):
    out = []
    for c in classes:
        for n in names:
            out.append(n in c.__dict__)
            if n in c.__dict__ and n != "__dict__":
                out.append(type(c.__dict__[n]).__name__)
    return out


class Text(str):
    def __eq__(self, other):
        return other == "x"

    __hash__ = str.__hash__


for _ in range(200):
    seen = found([Base, Derived, int, type], ["x", "y", "__add__", "__dict__", 5, None])
print(seen)
Derived.x = "new"
del Base.x
print(found([Base, Derived], ["x", "y"]), found([Derived], [Text("y"), Text("x")]))
import types
proxy = types.MappingProxyType({1: "one", "k": 2})
own = types.MappingProxyType(type("D", (dict,), {"__contains__": lambda self, k: True, "__getitem__": lambda self, k: k})())


def looks(m, keys):
    return [(k in m, m[k] if k in m else None) for k in keys for _ in range(50)][::50]


print(looks(proxy, [1, "k", 2, 1.0, True]), looks(own, ["a", 7]))
for key in "none", [1]:
    try:
        proxy[key]
    except (KeyError, TypeError) as e:
        print(type(e).__name__, e)
