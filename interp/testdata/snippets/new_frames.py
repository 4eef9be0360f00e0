# Calls of classes with a __new__ in Python: it gets a frame; what it returns may be of any class.
import abc
import collections
import enum
import sys
import traceback


class Slots:
    __slots__ = ("x", "y")

    def __new__(cls, x, y=2):
        self = object.__new__(cls)
        self.x, self.y = x, y
        return self


class Wide(tuple):
    def __new__(cls, *args, sep="-", **more):
        return tuple.__new__(cls, (sep, len(more)) + args)


class Word(str):
    def __new__(cls, text, mark="!"):
        self = super().__new__(cls, text + mark)
        self.mark = mark
        return self


class Number(int):
    def __new__(cls, value=0):
        return super().__new__(cls, value * 2)


class Abstract(metaclass=abc.ABCMeta):
    def __new__(cls, n):
        self = super().__new__(cls)
        self.n = n
        return self


class Concrete(Abstract):
    pass


Named = collections.namedtuple("Named", "a b", defaults=[5])


class WithInit(Slots):
    def __init__(self, x, y=2):
        self.x += 100


class Any:
    """What it makes depends on the argument."""

    def __new__(cls, n):
        match n % 5:
            case 0:
                return None
            case 1:
                return object.__new__(cls)
            case 2:
                return object.__new__(Late)
            case 3:
                return n
        return object.__new__(Never)

    log = 0


class Late(Any):
    def __init__(self, n):
        Any.log += n


class Never:
    def __init__(self, n):
        raise AssertionError("no instance of Any")


class Gen:
    def __new__(cls, n):
        for i in range(n):
            yield i


def run(n, f):
    r = None
    for i in range(n):
        r = f(i)
    return r


def show(x):
    return type(x).__name__, x if isinstance(x, (int, str, tuple)) else sorted(getattr(x, "__dict__", {}).items())


for _ in range(2):
    s = run(3000, lambda i: Slots(i))
    print(s.x, s.y, run(3000, lambda i: Slots(i, i)).y, run(3000, lambda i: Slots(y=1, x=i)).x)
    print(show(run(3000, lambda i: Wide(i))), show(run(3000, lambda i: Wide())), show(run(3000, lambda i: Wide(1, i, sep="+", k=3))))
    print(show(run(3000, lambda i: Word("w"))), show(run(3000, lambda i: Word("w", "?"))), run(3000, lambda i: Word("w")).mark)
    print(show(run(3000, Number)), show(run(3000, lambda i: Number())), show(run(3000, lambda i: Number(i))))
    print(show(run(3000, lambda i: Concrete(i))), show(run(3000, lambda i: Named(i))), show(run(3000, lambda i: Named(i, 7))))
    print(run(3000, lambda i: WithInit(i)).x, list(run(3000, lambda i: Gen(3))))
    print([show(run(3000 + k, lambda i: Any(i))) for k in range(5)], Any.log)
    classes = [Slots, Concrete, Named, Number, Word, Wide]
    print(run(3000, lambda i: show(classes[i % 6]("x" if i % 6 == 4 else 1))))


def wrong():
    for f in (lambda i: Slots(), lambda i: Slots(1, 2, 3), lambda i: Named(1, 2, 3), lambda i: Concrete(), lambda i: Number("a", 1)):
        try:
            run(3000, f)
        except TypeError as e:
            print(e)


wrong()


class Raises:
    def __new__(cls, n):
        if n == 2500:
            raise ValueError(n)
        return object.__new__(cls)


def loop(n):
    for i in range(n):
        Raises(i)


try:
    loop(3000)
except ValueError:
    print([(f.name, f.line) for f in traceback.extract_tb(sys.exc_info()[2])])


class Looks:
    def __new__(cls, n):
        if n % 100 == 99:
            f = sys._getframe()
            Looks.seen = f.f_code.co_name, f.f_back.f_code.co_name, f.f_back.f_back.f_code.co_name
        return object.__new__(cls)


def looking(n):
    for i in range(n):
        Looks(i)


looking(3000)
print(Looks.seen)


class Deep:
    def __new__(cls, n):
        return n if n == 0 else cls(n - 1)


print(run(300, lambda i: Deep(100)))
try:
    Deep(10**6)
except RecursionError:
    print("too deep")


# What a call does changes while it is hot.
def make(n):
    r = None
    for i in range(n):
        r = Changing(i)
    return type(r).__name__, getattr(r, "n", None)


class Changing:
    def __new__(cls, n):
        self = object.__new__(cls)
        self.n = n
        return self


print(make(3000))
Changing.__init__ = lambda self, n: setattr(self, "n", -n)
print(make(3000))
del Changing.__init__
print(make(3000))
Changing.__new__ = lambda cls, n: n
print(make(3000))


class Meta(type):
    pass


class Metered(metaclass=Meta):
    def __new__(cls, n):
        return object.__new__(cls)


def metered(n):
    r = None
    for i in range(n):
        r = Metered(i)
    return r if isinstance(r, tuple) else type(r).__name__


print(metered(3000))
Meta.__call__ = lambda cls, n: ("called", n)
print(metered(3000))
del Meta.__call__
print(metered(3000))


# A class derived with an __init__ is made while the __new__ of its base runs.
class Root:
    done = 0

    def __new__(cls, n):
        if n == 2900:
            class Leaf(Root):
                def __init__(self, n):
                    Root.done += n
            return object.__new__(Leaf)
        return object.__new__(cls)


def roots(n):
    r = None
    for i in range(n):
        r = Root(i)
        if i == 2900:
            print(type(r).__name__, Root.done)
    return type(r).__name__


print(roots(3000))


class AddsInit:
    def __new__(cls, n):
        if n == 2900:
            cls.__init__ = lambda self, n: setattr(self, "late", n)
        return object.__new__(cls)


def adds(n):
    seen = []
    for i in range(n):
        r = AddsInit(i)
        if i > 2897:
            seen.append(r.__dict__)
    return seen


print(adds(2903))


class Color(enum.Enum):
    RED = 1
    BLUE = 2


print(run(3000, lambda i: Color(1 + i % 2)))


def nested(n):
    return [Named(Slots(i).x, Number(i)) for i in range(n)][-1]


print(nested(3000))
