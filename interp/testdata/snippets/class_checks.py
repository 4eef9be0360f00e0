# isinstance and issubclass of classes whose metaclass decides, in a frame: all that may come of it, in hot loops.
import abc
import collections.abc
import sys
import typing


class Meta(type):
    answer = True

    def __instancecheck__(cls, x):
        return cls.decide("instance", x)

    def __subclasscheck__(cls, x):
        return cls.decide("subclass", x)


class Truth:
    def __init__(self, v):
        self.v = v

    def __bool__(self):
        if self.v is None:
            raise ValueError("truth")
        return self.v


class A(metaclass=Meta):
    @staticmethod
    def decide(how, x):
        return Meta.answer


class B(metaclass=Meta):
    @staticmethod
    def decide(how, x):
        return how, sys._getframe(1).f_code.co_name, sys._getframe(2).f_code.co_name


class Raises(metaclass=Meta):
    @staticmethod
    def decide(how, x):
        raise KeyError(how)


def error(f, *args):
    try:
        return f(*args)
    except Exception as e:
        tb, names = e.__traceback__, []
        while tb:
            names.append(tb.tb_frame.f_code.co_name)
            tb = tb.tb_next
        return type(e).__name__, str(e), names


def both(x, c):
    return isinstance(x, c), issubclass(type(x), c)


def check(x, c):
    return isinstance(x, c)


def all_of(i):
    r = []
    for answer in True, False, 0, "", "x", None, Truth(True), Truth(False):
        Meta.answer = answer
        r.append(both(i, A))
        r.append(both(A(), A))
    Meta.answer = Truth(None)
    r.append(error(both, i, A))
    r.append(check(A(), A))
    r += [both(i, B), error(both, i, Raises), check(Raises(), Raises), error(both, Raises(), Raises)]
    r.append([isinstance(i, (str, B)), issubclass(int, (str, (B,))), isinstance(i, B | None) if i < 0 else None])
    r.append([*map(isinstance, [1, 2], [B, int]), *map(issubclass, [int], [B])])
    return r


for i in range(400):
    r = all_of(i)
print(*r, sep="\n")


class Changes(type):
    def __instancecheck__(cls, x):
        Changes.n += 1
        if Changes.n == 500:
            Changes.__instancecheck__ = lambda cls, x: "new"
        return Changes.n % 2

    n = 0


class C(metaclass=Changes):
    pass


def count(n, c):
    k = 0
    for i in range(n):
        if isinstance(i, c):
            k += 1
    return k


print(count(1000, C), Changes.n, count(100, C))
del Changes.__instancecheck__
print(count(100, C), count(100, int))


class Derived(Changes):
    def __instancecheck__(cls, x):
        return not x % 3


class D(metaclass=Derived):
    pass


print(count(300, D), [sum(count(2, c) for i in range(200)) for c in (C, D, int, object, collections.abc.Sized)])


def recursive(cls, x):
    return x > 0 and isinstance(x - 1, cls)


Derived.__instancecheck__ = recursive
print([isinstance(50, D) for i in range(100)][-1], end=" ")
try:
    isinstance(1e9, D)
except RecursionError as e:
    print(type(e))


# What abc and typing make of it.
class Shape(abc.ABC):
    @classmethod
    def __subclasshook__(cls, c):
        return hasattr(c, "area") or NotImplemented


class Square:
    def area(self):
        return 1


class Real(Shape):
    pass


@typing.runtime_checkable
class HasArea(typing.Protocol):
    def area(self): ...


@typing.runtime_checkable
class HasX(typing.Protocol):
    x: int


class X:
    def __init__(self):
        self.x = 1


class NotChecked(typing.Protocol):
    x: int


for i in range(300):
    l = [Square(), Real(), 5, [], {}, X(), X, Square, None]
    r = [[isinstance(v, c) for v in l] for c in (Shape, HasArea, HasX, collections.abc.Sequence, collections.abc.Hashable, collections.abc.Mapping, typing.Sized)]
    r += [[issubclass(type(v), c) for v in l] for c in (Shape, HasArea, collections.abc.Sequence, collections.abc.Hashable)]
    r += [error(isinstance, 1, NotChecked), error(issubclass, 1, Shape), error(issubclass, X, HasX)]
print(*r, sep="\n")


class Late:
    pass


print([isinstance(Late(), collections.abc.Sequence) for i in range(100)][-1])
collections.abc.Sequence.register(Late)
print([isinstance(Late(), collections.abc.Sequence) for i in range(100)][-1], isinstance(Late, Meta), isinstance(A, Meta))
