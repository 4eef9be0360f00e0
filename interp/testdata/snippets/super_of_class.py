# super().name where self is a class: in __new__, in class methods and in static ones that they call.
import abc
import gc


class Point:
    __slots__ = ("x",)

    def __new__(cls, x):
        self = super().__new__(cls)
        self.x = x
        return self

    @classmethod
    def make(cls, x):
        obj = super(Point, cls).__new__(cls)
        obj.x = x
        return obj


class Sub(Point):
    pass


class Bare:
    def __new__(cls, *args):
        obj = object.__new__(cls)
        obj.args = args
        return obj


class Pair(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))


class Base:
    @classmethod
    def name(cls, *more):
        return (cls.__name__,) + more

    @staticmethod
    def plain(x):
        return x + 1

    value = 7


class Derived(Base):
    @classmethod
    def name(cls, *more):
        return super().name("d", *more)

    @classmethod
    def plain(cls, x):
        return super().plain(x) * 2

    @classmethod
    def read(cls):
        return super().value, super().name


class Last(Derived):
    pass


def points(n, classes):
    total, kinds = 0, {}
    for i in range(n):
        c = classes[i % len(classes)]
        p, q = c(i), c.make(i + 1)
        total += p.x + q.x
        kinds[type(p).__name__, type(q).__name__] = total
    return kinds


def names(n, classes):
    seen = {}
    for i in range(n):
        c = classes[i % len(classes)]
        seen[c.name(i & 1), c.plain(i & 3), c.read()[0]] = c.read()[1]()
    return sorted(seen.items())


def bare(n):
    for i in range(n):
        b = Bare(i, 2)
        c = Bare()
    return b.args, c.args, b.__dict__


def pairs(n):
    total = 0
    for i in range(n):
        p = Pair(i, 1)
        total += p[0] + p[1] + len(p)
    return total, type(p), p


for _ in range(3):
    print(points(3000, [Point]), points(3000, [Point, Sub]))
    print(names(3000, [Derived]), names(3000, [Derived, Last]))
    print(bare(3000), pairs(3000))

# The bases change.
Base.plain = staticmethod(lambda x: x - 1)
print(names(3000, [Derived, Last]))
Base.name = classmethod(lambda cls, *more: (cls.__qualname__, "new") + more)
print(names(3000, [Derived, Last]))
Base.plain = classmethod(lambda cls, x: len(cls.__name__))
print(names(3000, [Last]))
del Base.plain
try:
    print(names(3000, [Derived]))
except AttributeError as e:
    print(e)


class Other:
    @classmethod
    def name(cls, *more):
        return ("other",) + more

    plain = staticmethod(abs)
    value = 8


Derived.__bases__ = (Other,)
print(names(3000, [Derived, Last]))


# A class becomes abstract, another's instances are finalized.
class Shape(metaclass=abc.ABCMeta):
    def __new__(cls):
        return super().__new__(cls)


class Round(Shape):
    pass


def shapes(n, c):
    for _ in range(n):
        s = c()
    return type(s).__name__


print(shapes(3000, Shape), shapes(3000, Round))
Round.__abstractmethods__ = frozenset({"area"})
try:
    print(shapes(10, Round))
except TypeError as e:
    print(e)

gone = 0


class Final:
    def __new__(cls):
        return super().__new__(cls)

    def __del__(self):
        global gone
        gone += 1


print(shapes(3000, Final), gc.collect() >= 0, gone >= 2900)


# A super that is another.
def shadowed(n, super):
    class C:
        def __new__(cls):
            return super().__new__(cls)

    for _ in range(n):
        c = C()
    return c


class Stand:
    def __init__(self, *args):
        pass

    @staticmethod
    def __new__(*args):
        return "stand" if len(args) == 1 and args[0] is not Stand else object.__new__(*args)


print(shadowed(2000, Stand))

for bad in (lambda: object.__new__(3), lambda: object.__new__(Pair), lambda: object.__new__()):
    try:
        for _ in range(3000):
            bad()
    except TypeError as e:
        print(e)
