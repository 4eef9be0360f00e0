import _abc


class Meta(type):
    def __new__(mcls, name, bases, namespace, **kw):
        cls = super().__new__(mcls, name, bases, namespace, **kw)
        _abc._abc_init(cls)
        return cls

    def register(cls, subclass):
        return _abc._abc_register(cls, subclass)

    def __instancecheck__(cls, instance):
        return _abc._abc_instancecheck(cls, instance)

    def __subclasscheck__(cls, subclass):
        return _abc._abc_subclasscheck(cls, subclass)


def abstract(f):
    f.__isabstractmethod__ = True
    return f


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


class Shape(metaclass=Meta):
    @abstract
    def area(self):
        pass

    @abstract
    def name(self):
        pass

    @property
    @abstract
    def sides(self):
        pass


class Square(Shape):
    def area(self):
        return 4

    def name(self):
        return "square"


class Red(Square):
    sides = 4


print(sorted(Shape.__abstractmethods__), Square.__abstractmethods__, Red.__abstractmethods__)
attempt(Shape)
attempt(Square)
print(Red().area(), isinstance(Red(), Shape), isinstance(1, Shape), issubclass(Red, Square), issubclass(int, Shape))


class Hooked(metaclass=Meta):
    @classmethod
    def __subclasshook__(cls, C):
        if cls is Hooked:
            return any("hook" in B.__dict__ for B in C.__mro__) or NotImplemented
        return NotImplemented


class A:
    hook = 1


class B:
    pass


print(isinstance(A(), Hooked), isinstance(B(), Hooked), issubclass(A, Hooked), issubclass(B, Hooked))
token = _abc.get_cache_token()
print(Hooked.register(B) is B, isinstance(B(), Hooked), _abc.get_cache_token() - token, Hooked.register(B) is B, _abc.get_cache_token() - token)
attempt(Hooked.register, 1)
attempt(Shape.register, Shape)


class Sub(Hooked):
    pass


attempt(Sub.register, Hooked)
Sub.register(float)
print(isinstance(1.5, Hooked), isinstance(1.5, Sub), isinstance(1, Sub), issubclass(float, Hooked))
registry, cache, negative, version = _abc._get_dump(Sub)
print(len(registry), len(cache), len(negative), type(version))
_abc._reset_caches(Sub)
print([len(x) for x in _abc._get_dump(Sub)[:3]], isinstance(1.5, Sub))
_abc._reset_registry(Sub)
_abc._reset_caches(Sub)
print(isinstance(1.5, Sub))
attempt(issubclass, 1, Shape)
attempt(_abc._abc_init, 1)
attempt(_abc._abc_subclasscheck, int, int)


class Bad(metaclass=Meta):
    @classmethod
    def __subclasshook__(cls, C):
        return 1


attempt(isinstance, 1, Bad)


class Claims:
    __class__ = int


class Number(metaclass=Meta):
    pass


Number.register(int)
print(isinstance(Claims(), Number), isinstance(True, Number), isinstance("", Number))


class Seq(metaclass=Meta):
    __abc_tpflags__ = 1 << 5


class Map(metaclass=Meta):
    __abc_tpflags__ = 1 << 6


class S1(Seq):
    def __len__(self):
        return 2

    def __getitem__(self, i):
        return "xy"[i]


class S2:
    __len__, __getitem__ = S1.__len__, S1.__getitem__


class S3(S2):
    pass


class M1(Map):
    def __len__(self):
        return 1

    def get(self, key, default=None):
        return {"a": 1}.get(key, default)


def shape(v):
    match v:
        case [a, b]:
            return "pair", a, b
        case {"a": x}:
            return "map", x
    return "none"


print(shape(S1()), shape(S2()), shape(M1()), "__abc_tpflags__" in vars(Seq))
Seq.register(S2)
print(shape(S2()), shape(S3()), shape("ab"), shape(memoryview(b"ab")))
n = 0
things = [1, 1.5, Red(), A(), B(), "s", Square]
for i in range(3000):
    n += isinstance(things[i % 7], Shape) + 2 * isinstance(things[i % 7], Hooked) + 4 * isinstance(things[i % 7], Number)
print(n)
