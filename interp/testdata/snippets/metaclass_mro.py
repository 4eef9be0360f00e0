"""__bases__ that are assigned while a metaclass's mro runs, or that it refuses; exceptions whose class makes something else."""


# A metaclass whose mro assigns __bases__ again, for ever: each level of the recursion puts back the order that was.
class Again(type):
    def mro(cls):
        if cls.__dict__.get("go"):
            cls.__bases__ = Second,
        return type.mro(cls)


class First(metaclass=Again):
    a = 1


class Second(metaclass=Again):
    a = 2


class Looping(First):
    go = 0


class Under(Looping):
    pass


print(Looping.a, Under.a, [c.__name__ for c in Under.__mro__])
Looping.go = 1
try:
    Looping.__bases__ = Second,
except RecursionError:
    print("recursion")
Looping.go = 0
print(Looping.a, Under.a, [c.__name__ for c in Under.__mro__])


class Refusing(type):
    def mro(cls):
        if refuse:
            raise LookupError(cls.__name__)
        return type.mro(cls)


refuse = 0


class P(metaclass=Refusing):
    b = 1


class Q(metaclass=Refusing):
    b = 2


class R(P):
    pass


def get(c):
    return c.b, c().b


for i in range(400):
    if i == 200:
        refuse = 1
        try:
            R.__bases__ = Q,
        except LookupError as e:
            print("refused", e)
        refuse = 0
        print(get(R), R.__bases__, R.__mro__)
    elif i == 300:
        R.__bases__ = Q,
    r = get(R)
print(r)


class Made(Exception):
    def __new__(cls):
        return 3


for i in range(200):
    try:
        raise Made
    except TypeError as e:
        r = str(e)
print(r)
