import enum
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto, unique


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1  # an alias

    def describe(self):
        return f"{self.name.lower()}={self.value}"

    @property
    def hot(self):
        return self is Color.RED

    @classmethod
    def default(cls):
        return cls.GREEN


print(Color.RED, repr(Color.RED), Color(2), Color["BLUE"], Color.CRIMSON is Color.RED)
print(list(Color), len(Color), Color.__members__.keys(), Color.RED in Color, 3 in Color, 9 in Color)
print(Color.RED.describe(), Color.RED.hot, Color.default(), Color.GREEN.name, Color.GREEN.value, hash(Color.RED) == hash("RED"))
print(Color.RED == Color.RED, Color.RED == 1, Color.RED != Color.BLUE, isinstance(Color.RED, Color), type(Color.RED), type(Color))
for bad in (lambda: Color(9), lambda: Color["X"], lambda: Color.X, lambda: Color.RED < Color.BLUE, lambda: setattr(Color, "RED", 5),
            lambda: delattr(Color, "RED"), lambda: type("Sub", (Color,), {})):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)


class Shape(IntEnum):
    SQUARE = 2
    CIRCLE = auto()
    BIG = 100


print(Shape.SQUARE + 1, Shape.CIRCLE, repr(Shape.CIRCLE), Shape(3), Shape.BIG > 5, [0, 1, 2, 3][Shape.CIRCLE], f"{Shape.BIG:5d}|", int(Shape.BIG))
print(sorted([Shape.BIG, Shape.SQUARE]), max(Shape), sum(Shape), {Shape.SQUARE: 1}[2])


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


rw = Perm.R | Perm.W
print(rw, repr(rw), rw is Perm.RW, Perm.R in rw, Perm.X in rw, ~Perm.R, list(rw), len(rw), bool(Perm(0)), Perm(0), Perm(5), rw ^ Perm.R, rw & Perm.X)
try:
    Perm(16)
except ValueError as e:
    print(str(e).splitlines()[0])


class Bits(IntFlag):
    A = 1
    B = 2


print(Bits.A | Bits.B, Bits.A | 8, repr(Bits.A | 8), Bits(3), int(Bits.A | 4), Bits.A & 1 == 1)


class Names(StrEnum):
    ONE = auto()
    Two = "zwei"


print(Names.ONE, Names.Two.upper(), Names.ONE == "one", f"{Names.Two!r}", Names("zwei"))
try:
    @unique
    class Dup(Enum):
        A = 1
        B = 1
except ValueError as e:
    print(e)


class Planet(Enum):
    EARTH = (5.976e24, 6.37814e6)
    MARS = (6.421e23, 3.3972e6)

    def __init__(self, mass, radius):
        self.mass, self.radius = mass, radius

    @property
    def gravity(self):
        return round(6.67300e-11 * self.mass / (self.radius * self.radius), 6)


print([(p.name, p.gravity) for p in Planet], Planet.EARTH.value)


class Auto(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last):
        return name.lower() + str(count)

    @classmethod
    def _missing_(cls, value):
        return cls.LAST if value == "?" else None

    FIRST = auto()
    LAST = auto()
    hidden = enum.nonmember(7)

    @enum.member
    def func(self):
        return 1


print([m.name for m in Auto], Auto("?"), Auto.hidden, Auto.FIRST.value)
Animal = Enum("Animal", "CAT DOG")
print(list(Animal), Animal.CAT.value, Animal.__module__, Animal.__qualname__)
Pairs = IntEnum("Pairs", {"X": 10, "Y": 20})
print(Pairs.X + Pairs.Y, Enum("Seq", ["p", "q"], start=5).q)


class Coord(bytes, Enum):
    def __new__(cls, value, label, unit):
        obj = bytes.__new__(cls, [value])
        obj._value_ = value
        obj.label, obj.unit = label, unit
        return obj

    PX = (0, "P.X", "km")
    PY = (1, "P.Y", "m")


print(Coord(1).label, Coord.PX == b"\0")


def total(n):
    t = 0
    for i in range(n):
        c = Color(i % 3 + 1)
        if c is Color.RED:
            t += 1
        elif c == Color.GREEN:
            t += Shape.BIG.value
        else:
            t += len(c.name)
    return t


print(total(1500))
for c in Color:
    match c:
        case Color.RED:
            print("red")
        case Color.GREEN | Color.BLUE:
            print("cool", c.value)
print(enum.verify(enum.CONTINUOUS)(Color) is Color, enum.EnumType is type(Color), enum.global_enum_repr(Color.RED).endswith("RED"))
