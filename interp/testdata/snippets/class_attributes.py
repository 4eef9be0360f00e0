# Attributes of classes that are assigned again and again.
class Base:
    made = 0
    last = None
    limit = 10
    def __init__(self, x):
        Base.made += 1
        type(self).last = self
        self.x = x
    def get(self):
        return self.x
    def count(self):
        return self.made
class Derived(Base):
    pass
class Hidden(Base):
    made = 'own'
def make(n):
    s = 0
    for i in range(n):
        b = (Base, Derived, Hidden)[i % 3](i)
        s += b.get() + Base.made
        if b.last is not b: print('wrong')
    return s
print(make(3000), Base.made, Derived.made, Hidden.made)
print(Base.last.x, Derived.last.x, Hidden.last.x)
# a value of another kind: a function, a property, a data descriptor, an instance whose class becomes a descriptor's
def read(o, n):
    r = None
    for _ in range(n):
        r = o.limit
    return r
def write(c, n):
    for i in range(n):
        c.limit = i
    return c.limit
o = Derived(1)
print(read(o, 500), write(Base, 500), read(o, 500))
Base.limit = lambda self: self.x
print(read(o, 500)())
print(write(Base, 500), read(o, 500))
Base.limit = property(lambda self: self.x + 1)
print(read(o, 500), write(Base, 500), read(o, 500))
class Later:
    pass
for i in range(500):
    Base.limit = Later()
print(type(read(o, 500)).__name__)
Later.__get__ = lambda self, obj, owner: 'got'
print(read(o, 500), Base.limit)
del Later.__get__
print(type(read(o, 500)).__name__)
Later.__get__ = lambda self, obj, owner: 'got'
Later.__set__ = lambda self, obj, v: None
o.limit = 5
print(read(o, 500), vars(o).keys())
del Later.__set__
o.limit = 5
print(read(o, 500), vars(o).keys())
# an attribute of the instance before one of the class that varies
write(Base, 400)
print(read(o, 500), read(Base, 500))
del o.limit
print(read(o, 500))
# deleted, and made anew in a class between
del Base.limit
try:
    read(o, 500)
except AttributeError as e:
    print(e)
write(Base, 300)
def both(n):
    s = 0
    for i in range(n):
        Base.limit = i
        if i == n // 2: Derived.limit = 1000
        s += o.limit + Derived.limit
    return s
print(both(1000))
del Derived.limit
print(both(0), o.limit)
# special methods are no data, whatever they are
class Table:
    __len__ = lambda self: 1
    __hash__ = None
t = Table()
def lens(n):
    s = 0
    for i in range(n):
        if i % 100 == 0: Table.__len__ = lambda self, i=i: i
        s += len(t)
    return s
print(lens(1000))
#---
# A class that has lost its __new__ still refuses arguments as one that has it; documentation is in the namespaces of builtin types; a
# type without fields of its own goes with any other; names of classes that cannot be hashed.
import collections, datetime


def tried(f, *args):
    try:
        return f(*args)
    except TypeError as e:
        return str(e)


class New:
    def __new__(cls, *args):
        return object.__new__(cls)


class Derived(New):
    def __init__(self, *args):
        pass


del New.__new__


class Later(Derived):
    pass


class Plain:
    pass


for C in New, Derived, Later, Plain:
    print(C.__name__, type(tried(C)), *[tried(C, 1) for _ in range(3)], tried(C().__init__, 1), tried(object.__init__, C(), 1))


def many():
    n = 0
    for i in range(300):
        try:
            Derived(i)
        except TypeError:
            n += 1
    return n


print(many())
for T in int, dict, ValueError, Exception, KeyError, tuple, list:
    print(T.__name__, "__doc__" in vars(T), vars(T)["__doc__"] == T.__doc__, list(vars(T))[-1], T().__doc__ == T.__doc__)
print(collections.OrderedDict().__doc__, collections.defaultdict().__doc__ == collections.defaultdict.__doc__, collections.namedtuple("N", "a").__doc__)
print((1).__doc__ == int.__doc__, True.__doc__ == bool.__doc__, type("A", (int,), {}).__doc__, type("A", (int,), {})().__doc__)


class Both(datetime.datetime, datetime.tzinfo):
    def utcoffset(self, when):
        return datetime.timedelta(hours=2)


class Other(datetime.tzinfo, datetime.datetime):
    pass


print(Both(2020, 1, 2), Both.__base__, Both.__mro__[1:], Other(2020, 1, 2), Other.__base__)
print(datetime.datetime(2021, 5, 6, tzinfo=Both(2020, 1, 2)).utcoffset())


def inside():
    class K:
        __hash__ = None
    return K()


class K(set):
    pass


for key in inside(), K(), collections.deque(), collections.Counter(), [], Exception:
    print(tried(lambda: {key: 1}), tried(lambda: {key}), tried(lambda: {}.get(key)))
