# A call of many classes in turn: machine code makes the instance and begins the frame of __init__, as long as a call of the class means that.
import abc, sys

class Base:
    def __init__(self, x, y=None):
        self.x = x
        if x == -1:
            raise ValueError(type(self).__name__)
        if x == -2:
            return 5

class Slots:
    __slots__ = ("a", "b", "__weakref__")
    def __init__(self, a):
        self.a = a

class Meta(type):
    pass

class Wide(Base):
    def __init__(self, x):
        for i in range(x % 5):
            setattr(self, "n%d" % i, i)
        super().__init__(x)

def family(n, base, meta=type, **names):
    return [meta("%s%d" % (base.__name__, i), (base,), dict(names)) for i in range(n)]

def make(classes, n, *args):
    k, made = len(classes), 0
    for i in range(n):
        made += len(type(classes[i % k](*args) if args else classes[i % k](i)).__name__)
    return made

def one(classes, n):
    k, seen = len(classes), {}
    for i in range(n):
        v = classes[i % k](i)
        name = type(v).__name__
        if name not in seen:
            seen[name] = (sorted(vars(v).items()) if hasattr(v, "__dict__") else v.a)
    return len(seen), sorted(seen.items())[:2]

plain, slots, meta, wide = family(14, Base), family(14, Slots, __slots__=()), family(14, Base, Meta), family(14, Wide)
abstract = family(13, Base, abc.ABCMeta)
every = plain[:5] + slots[:5] + meta[:5] + wide[:5] + abstract[:5] + [int, str, list, Exception]
for classes in (plain, slots, meta, wide, abstract):
    print(one(classes, 3000))

def mixed(n):
    k, total = len(every), 0
    for i in range(n):
        f = every[i % k]
        v = f(3) if f is not list else f("a")
        total += len(type(v).__name__)
    return total
print(mixed(6000))

def failing(classes, x, n):
    k, seen = len(classes), set()
    for i in range(n):
        try:
            classes[i % k](x if i > n - 20 else i)
        except (ValueError, TypeError) as e:
            seen.add(str(e))
    return sorted(seen)[:3]
print(failing(plain, -1, 2000), failing(meta, -2, 2000))

def arity(classes, n):
    k, seen = len(classes), set()
    for i in range(n):
        try:
            f = classes[i % k]
            f(i, 2, 3) if i > n - 20 else f(i, 2)
        except TypeError as e:
            seen.add(str(e))
    return sorted(seen)[:2]
print(arity(plain, 2000))

# What a call means changes.
plain[3].__init__ = lambda self, x: setattr(self, "other", x)
print(one(plain, 2000)[1])
plain[0].__new__ = lambda cls, x: 7
print(sorted({type(c(1)).__name__ for c in plain}))
plain[0] = plain[1]
Meta.__call__ = lambda cls, x: (cls.__name__, x)
print(one(plain, 100)[0], make(meta, 1000), meta[1](2))
del Meta.__call__
print(make(meta, 1000), type(meta[1](2)).__name__)
abstract[2].__abstractmethods__ = frozenset(["m"])
try:
    make(abstract, 100)
except TypeError as e:
    print(e)
abstract[2].__abstractmethods__ = frozenset()
print(make(abstract, 100))

# Frames: what __init__ calls may be deep, look at its callers, and call such classes itself.
class Deep(Base):
    def __init__(self, x):
        self.x = deep[x % len(deep)](x - 1) if x > 0 else sys._getframe(1).f_code.co_name
deep = family(12, Deep)

def depth(v):
    n = 0
    while not isinstance(v, str):
        v, n = v.x, n + 1
    return n, v
def deeply(n):
    return [depth(deep[i % 12](i % 40)) for i in range(n)]
print(deeply(1500)[-1], sorted(set(deeply(40)))[:3])
