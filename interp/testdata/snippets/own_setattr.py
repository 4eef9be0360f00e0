# object.__setattr__ of instances that the trace knows: it goes past the class's own
# __setattr__, but not past data descriptors, slots and read-only attributes.
from dataclasses import FrozenInstanceError, dataclass, field


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0
    tag: str = field(default="p", compare=False)

    def moved(self, n):
        return Point(self.x + n, self.y, self.tag)


@dataclass(frozen=True, slots=True)
class Slotted:
    a: int
    b: int = 2


@dataclass(frozen=True)
class Derived(Point):
    z: int = 9

    def __post_init__(self):
        object.__setattr__(self, "sum", self.x + self.y + self.z)


def walk(n):
    p, s = Point(1, 2), 0
    for i in range(n):
        p = p.moved(i & 3)
        s += Derived(i, z=p.x).sum + Slotted(i).b
    return p, s


print(walk(3000))
for bad in (lambda: setattr(Point(1), "x", 2), lambda: delattr(Derived(1), "sum"), lambda: setattr(Point(1), "new", 1)):
    try:
        bad()
    except FrozenInstanceError as e:
        print(e)
print(vars(Derived(1, 2)), hash(Point(1)) == hash(Point(1, tag="q")), Point(1) == Point(1, tag="q"), Point(1) == Derived(1))

#---
# What the class has under the name changes between calls.


class Base:
    def __setattr__(self, name, value):
        raise AttributeError("no " + name)


class Own(Base):
    def __init__(self, a, b):
        object.__setattr__(self, "a", a)
        set_b(self, b)


def set_b(self, b):
    object.__setattr__(self, "b", b)


class Watched:
    def __init__(self, name):
        self.name = name

    def __get__(self, obj, cls):
        return ("got", self.name, obj and sorted(vars(obj)))

    def __set__(self, obj, value):
        seen.append((self.name, value))


seen = []


def make(n):
    t = 0
    for i in range(n):
        o = Own(i, i + 1)
        t += o.b - o.a if type(o.b) is int else 1000
    return t, sorted(vars(o))


print(make(3000))
Own.b = Watched("b")
print(make(20), len(seen), seen[-1])
del Own.b
print(make(3000), len(seen))
Own.a = 5  # no descriptor: the instance's goes first
print(make(3000), Own(7, 8).a, Own.a)
Base.b = property(lambda self: "prop")
try:
    make(3)
except AttributeError as e:
    print(e)
del Base.b
print(make(300))


class Same:
    def __init__(self, v):
        object.__setattr__(self, "v", v)
        object.__setattr__(self, "v", self)
        super().__setattr__("w", v)


def same(n):
    for i in range(n):
        s = Same(i)
    return s.v is s, s.w


print(same(3000))
for wrong in (lambda: object.__setattr__(Own, "x", 1), lambda: object.__setattr__(3, "x", 1), lambda: object.__setattr__(Own(1, 2), 3, 1),
              lambda: object.__setattr__([], "x", 1), lambda: object.__setattr__(Own(1, 2), "__class__", 1)):
    try:
        wrong()
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)

#---
# Attributes in another order, deleted ones, instances with dicts: object.__setattr__ and
# assignments meet.


class Any:
    def __init__(self, a, b, swap):
        if swap:
            object.__setattr__(self, "b", b)
            object.__setattr__(self, "a", a)
        else:
            object.__setattr__(self, "a", a)
            object.__setattr__(self, "b", b)


def make(n, every):
    out = []
    for i in range(n):
        o = Any(i, -i, i % every == 0)
        if i % 5 == 0:
            del o.a
            object.__setattr__(o, "a", "again")
        if i % 7 == 0:
            o.__dict__["c"] = 1
            object.__setattr__(o, "c", 2)
        out.append(o)
    return [list(vars(o).items()) for o in out[-8:]]


print(make(500, 10**9))
print(make(500, 3))
print(make(3000, 2))

#---
# How many attributes instances have room for: those that others set, that come by *args,
# by a base's __init__, by one that is replaced; more than there is room for.


class Bag:
    pass


class Fields:
    names = ()

    def __init__(self, *values):
        for name, value in zip(self.names, values):
            setattr(self, name, value)


class Two(Fields):
    names = ("left", "right")


class Many(Fields):
    names = tuple("f%d" % i for i in range(40))


class Late(Two):
    pass


def late_init(self, a, b, c, d, e, f):
    for name, value in zip("abcdef", (a, b, c, d, e, f)):
        setattr(self, name, value)


def bags(n):
    t = 0
    for i in range(n):
        b = Bag()
        b.x = i
        b.y = b.x + 1
        b.z = b.y + 1
        if i % 3 == 0:
            b.u = b.v = b.w = 1
        t += b.x + b.y + b.z
        two, many = Two(i, 1), Many(*range(i % 41))
        t += two.left + two.right + len(vars(many)) + getattr(many, "f3", 7) + getattr(many, "f39", 11)
    return t, vars(b), vars(two)


print(bags(2000))
print(vars(Late(1, 2)))
Late.__init__ = late_init
lates = [Late(*range(i, i + 6)) for i in range(500)]
print(vars(lates[-1]), sum(l.a + l.f for l in lates), sum(l.c for l in lates))
