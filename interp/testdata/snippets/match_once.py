# Patterns of classes, sequences and mappings in hot loops: what is asked is known, is asked by a branch, or changes meanwhile.
class P:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Q(P):
    pass


class Slots:
    __slots__ = ("a", "b")
    __match_args__ = ("a", "b")


class Prop:
    __match_args__ = ("v",)

    @property
    def v(self):
        return 7


def kind(v):
    match v:
        case int(n) if n < 3:
            return "small", n
        case int(n):
            return "int", n
        case str(s):
            return "str", s
        case P(0, y):
            return "P0", y
        case P(x=1, y=y):
            return "P1", y
        case P(x, y=2):
            return "P2", x
        case P():
            return "P"
        case Slots(a, 1):
            return "slots", a
        case Slots(a=a):
            return "slots a", a
        case Prop(n):
            return "prop", n
        case list([a, b]):
            return "list", a, b
        case (a, b):
            return "pair", a, b
        case {"k": 1, "l": x}:
            return "k1", x
        case {"k": x}:
            return "k", x
        case float() | complex():
            return "number"
    return "nothing"


def slots(**kw):
    s = Slots()
    for k, v in kw.items():
        setattr(s, k, v)
    return s


def without(x):
    p = P(x, 0)
    del p.y
    return p


values = [1, 5, True, "s", P(0, 4), P(1, 5), P(9, 2), P(9, 9), slots(a=1, b=1), slots(a=2), slots(b=1), Prop(), [1, 2], (3, 4), {"k": 1, "l": 2},
          {"k": 1}, {"k": 3}, {"l": 1}, 2.5, 1j, None, without(0), without(1), b"xy", range(2), {1, 2}]
for v in values:
    for i in range(200):
        out = kind(v)
    print(out)
for i in range(300):
    out = [kind(v) for v in values]
print(out)
#---
# The other way of a branch that a trace has taken for the only one.
class A:
    __match_args__ = ("v",)

    def __init__(self, v):
        self.v = v


class B:
    def __init__(self, v):
        self.v = v


def f(values):
    n = m = k = 0
    for v in values:
        match v:
            case A(0):
                n += 1
            case A(x):
                m += x
            case B(v=x):
                k += x
            case _:
                k -= 1
    return n, m, k


print(f([B(1)] * 500), f([A(0)] * 500), f([A(2), B(3)] * 500), f([A(0), A(1), B(2), None] * 300), f([None] * 300))
#---
# Instances of a derived class, of one that has no attribute, and of one that says it is another.
class Base:
    __match_args__ = ("a",)


class Derived(Base):
    def __init__(self, a):
        self.a = a


class Liar:
    __class__ = Base
    a = 5


def f(v):
    match v:
        case Base(a):
            return a
        case Base():
            return "bare"
    return "none"


for v in [Derived(3), Base(), Liar(), 4, Derived]:
    for i in range(300):
        out = f(v)
    print(out)
out = []
for i in range(400):
    v = [Derived(i), Base(), Liar(), i][i % 4]
    out.append(f(v))
print(out[-8:])
#---
# The class changes in the loop.
class C:
    __match_args__ = ("a", "b")

    def __init__(self):
        self.a = 1
        self.b = 2


c = C()
seen = []
for i in range(900):
    if i == 300:
        C.__match_args__ = ("b", "a")
    elif i == 500:
        C.a = property(lambda self: 9)
    elif i == 700:
        del C.a
    match c:
        case C(1, y):
            r = "one", y
        case C(x, y):
            r = x, y
    if not seen or seen[-1] != r:
        seen.append(r)
print(seen)
for args in [("a",), ["a"], 5, ("a", 5), ("a", "a")]:
    C.__match_args__ = args
    try:
        for i in range(100):
            match c:
                case C(x, y):
                    r = x, y
        print(r)
    except TypeError as e:
        print(e)
#---
# A class is registered as a sequence, and as a mapping, while a loop asks.
from collections.abc import Sequence, Mapping


class S:
    def __len__(self):
        return 2

    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return i


class M:
    def __len__(self):
        return 1

    def get(self, k, d=None):
        return 8 if k == "k" else d

    def keys(self):
        return ["k"]


def f(v):
    match v:
        case [a, b]:
            return a, b
        case {"k": x}:
            return x
    return "neither"


s, m, seen = S(), M(), []
for i in range(900):
    if i == 400:
        Sequence.register(S)
    elif i == 600:
        Mapping.register(M)
    r = f(s), f(m)
    if not seen or seen[-1] != r:
        seen.append(r)
print(seen)
#---
# Keys of mapping patterns: the same one twice, ints, values that a key's class compares.
class K:
    one = "k"
    two = "".join(["k"])
    n = 3


class Key(str):
    def __eq__(self, other):
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def f(d):
    match d:
        case {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}:
            return "five"
        case {"a": 1, "b": 2, "c": 3, "d": x}:
            return "four", x
        case {K.one: x, K.n: y}:
            return "dotted", x, y
        case {3: x}:
            return "int", x
        case {"a": None, **rest}:
            return "rest", rest


for d in [dict(a=1, b=2, c=3, d=4, e=5), dict(a=1, b=2, c=3, d=4), {"k": 1, 3: 2}, {3: 1}, dict(a=None, z=1), {}, {Key("k"): 5, 3: 6}]:
    for i in range(200):
        out = f(d)
    print(out)
try:
    for i in range(50):
        match {"k": i}:
            case {K.one: x, K.two: y}:
                pass
except ValueError as e:
    print(e)
#---
# Guards, attributes and lengths that call functions, and raise.
class G:
    __match_args__ = ("v",)

    def __getattr__(self, name):
        if name == "v":
            raise AttributeError(name)
        if name == "w":
            return 3
        raise ZeroDivisionError(name)


class L(list):
    def __len__(self):
        return 1


def f(v):
    try:
        match v:
            case G(x):
                return "v", x
            case G(w=x, u=y):
                return "u"
            case [x]:
                return "one", x
            case [x, y]:
                return "two", x, y
    except ZeroDivisionError as e:
        return repr(e)
    except ValueError as e:
        return str(e)


for v in [G(), L([1, 2]), L([1]), [1], [1, 2], "ab"]:
    for i in range(200):
        out = f(v)
    print(out)
try:
    match 5:
        case f():
            pass
except TypeError as e:
    print(e)
try:
    for i in range(100):
        match i:
            case int(a, b):
                pass
except TypeError as e:
    print(e)
#---
# What lives on behind the loop: tuples that an exit makes.
def g(n):
    last = None
    for i in range(n):
        v = (i, str(i)) if i % 3 else [i]
        match v:
            case tuple(t) if i > n - 3:
                last = t
            case tuple():
                last = "t"
            case list(l):
                last = l
            case _:
                last = v
        if i % 50 == 49:
            yield last


print(list(g(1000))[-3:], list(g(3)))
