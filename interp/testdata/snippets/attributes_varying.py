# Attributes of classes that are set again and again: counters, of the class, of its subclasses and instances; and what ends that.
class Meta(type):
    sets = 0

    def __setattr__(cls, name, x):
        type.__setattr__(Meta, "sets", Meta.sets + 1)
        type.__setattr__(cls, name, x)


class C:
    n = 0
    f = 0.5

    @classmethod
    def up(cls):
        cls.n += 1
        return cls.n

    def get(self):
        return self.n, self.f

    def add(self, x):
        type(self).f += x
        self.__class__.n += 1
        C.s = x
        return C.s


class D(C):
    pass


class M(metaclass=Meta):
    n = 0


c, d = C(), D()
for i in range(500):
    r = C.up(), c.get(), d.get(), c.add(1), M.n
    M.n += 1
print(r, Meta.sets)
for i in range(500):
    r = D.up(), c.get(), d.get(), d.add(2.5)
print(r, C.__dict__["n"], D.__dict__["n"], D.__dict__["f"])
c.n = "own"
print(c.get(), C.up())
del c.n
print(c.get())


def store(cls, x):
    cls.n = x
    cls.m = [x]
    return cls.n, cls.m


def read(o):
    return o.n


for v in 1, 2.5, "s", None, (1,), 1 << 100, C, len, print, [].append, True, 3:
    for i in range(150):
        store(C, v)
    print(store(C, v)[0] is v, read(C) is v, read(c) is v or c.n)
# What binds.
for v in (lambda self=None: "function"), property(lambda self: "property"), staticmethod(abs), classmethod(lambda cls: cls.__name__), 7:
    for i in range(150):
        store(C, v)
        x = read(c)
    print(type(C.__dict__["n"]).__name__, type(read(C)).__name__, x if not callable(x) else x.__name__)


class Descr:
    def __get__(self, o, t):
        return "descriptor", o is None


class Later:
    pass


for v in Descr(), Later():
    for i in range(300):
        C.n = v
        x = c.n
    print(type(x).__name__)
C.n = Later()
for i in range(300):
    C.n = C.n
    x = c.n
Later.__get__ = lambda self, o, t: "became"
print(c.n, C.n, [read(c) for _ in range(300)][-1])
C.n = 1
for i in range(300):
    C.n += 1
    if i == 200:
        del C.n
        C.n = 5
    if i == 250:
        C.other = 1
        D.n = "hides"
print(C.n, D.n, d.get()[0], D.up.__self__)
del D.n
print(d.n, D.__dict__.get("n"))


def local():
    class K:
        a = 1

    for i in range(300):
        K.a = i
        K.b = K.a * 2
        x = K.a + K.b
    return x, K.a, K.b


print([local() for _ in range(5)])
for i in range(300):
    C.__doc__ = str(i)
    C.__name__ = "N%d" % i
print(C.__doc__, C.__name__, C.__qualname__)
try:
    for i in range(300):
        int.n = i
except TypeError as e:
    print(e)


def both(o, n):
    for i in range(n):
        o.n = i
    return o.n


class P:
    n = 0


print(both(P, 400), both(P(), 400), P.n, both(C, 400), both(P, 400))
