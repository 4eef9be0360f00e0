"""Attributes that lie in no field of a value: methods as values, what a class gives, __class__, __dict__, and what is not there."""


class A:
    k = "of A"
    other = None

    def __init__(self, x):
        self.x = x

    def m(self, a):
        return self.x + a

    @property
    def p(self):
        return self.x


class B(A):
    k = "of B"

    def m(self, a):
        return self.x - a


class Slots:
    __slots__ = ("x",)
    k = "of Slots"

    def __init__(self, x):
        self.x = x

    def m(self, a):
        return self.x * a


class E(ValueError):
    k = "of E"

    def m(self, a):
        return len(self.args) + a


class Shown(A):
    @property
    def __class__(self):
        return B


class Fallback(A):
    def __getattr__(self, name):
        return "fallback " + name


class Dict(dict):
    k = "of Dict"

    def m(self, a):
        return len(self) + a


class N(int):
    k = "of N"

    def m(self, a):
        return self + a


def values():
    return [A(1), B(2), Slots(3), E(4, 5), Shown(6), Fallback(7), Dict(a=1), N(8), [1, 2], {1: 2}, 9, 1.5, "text", A, list]


def each(f, rounds=400):
    vs, seen = values(), {}
    for i in range(rounds):
        for v in vs:
            try:
                r = f(v)
            except (AttributeError, TypeError) as e:
                r = str(e)
            seen[type(v).__name__ + ": " + str(r)] = seen.get(type(v).__name__ + ": " + str(r), 0) + 1
    print(f.__name__, seen)


def method(v):
    m = v.m
    return m(1), m(2), m.__self__ is v


def constant(v):
    return v.k


def nothing(v):
    return v.other


def class_of(v):
    return v.__class__.__name__


def dict_of(v):
    return sorted(v.__dict__)[:1]


def has(v):
    return hasattr(v, "m"), hasattr(v, "k"), hasattr(v, "missing"), hasattr(v, "x"), hasattr(v, "p")


def default(v):
    return getattr(v, "missing", "none"), getattr(v, "k", "no k"), getattr(v, "x", "no x")


def builtin(v):
    return v.append.__self__ is v


def get(v):
    g = v.get
    return g(1, "nothing"), g.__name__


for f in method, constant, nothing, class_of, dict_of, has, default, builtin, get:
    each(f)


def changes(n):
    """What is found changes: by the class, by the instance, by its dict, by a base class that gets the name."""
    found = []
    class Base:
        pass
    class C(Base):
        pass
    c, d = C(), C()
    d.__dict__["y"] = 1
    for i in range(n):
        for v in (c, d):
            found.append((hasattr(v, "late"), getattr(v, "late", 0), v.__class__ is C))
        if i == n // 6:
            d.late = "in d"
        elif i == n // 3:
            del d.late
            d.__dict__["late"] = "in the dict"
        elif i == n // 2:
            Base.late = "in Base"
        elif i == n * 2 // 3:
            C.late = property(lambda self: "by C")
        elif i == n * 5 // 6:
            class F(Base):
                late = "of F"
            del C.late
            c.__class__ = F
    for x in sorted(set(found), key=str):
        print(x, found.count(x), found.index(x))


changes(600)


def dicts(n):
    """__dict__ is the same object once it is there, another one if it is set, and has what the instance gets."""
    a, same = A(0), 0
    for i in range(n):
        b = A(i)
        d = a.__dict__
        b.__dict__.update(d)
        a.x = i
        same += d is a.__dict__
        if d["x"] != i or b.x != max(i - 1, 0):
            print("lost", i)
        if i % 100 == 50:
            a.__dict__ = {"x": i, "z": 1}
    print(same, a.__dict__)


dicts(1000)


def class_attributes(n, classes=[A, B, Slots, E, int, dict]):
    got = {}
    for i in range(n):
        c = classes[i % 6]
        if i == n // 2:
            B.missing = "there now"
        r = hasattr(c, "missing"), getattr(c, "missing", None), getattr(c, "k", None), c.__name__
        got[r] = got.get(r, 0) + 1
    print(got)
    del B.missing
    print(hasattr(B, "missing"))


class_attributes(3000)
