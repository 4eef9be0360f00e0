# Attributes and methods at places that see many classes, while classes and instances
# change: what was found once must not be found again when it is no longer there.


def classes(n, base=object, **attrs):
    return [type("C%d" % i, (base,), dict(attrs)) for i in range(n)]


class Base:
    def __init__(self, x):
        self.x = x
        self.y = 0

    def who(self):
        return self.x


def load(values, rounds):
    n = 0
    for _ in range(rounds):
        for v in values:
            n += v.x
    return n


def store(values, rounds):
    n = 0
    for _ in range(rounds):
        for v in values:
            v.y = n
            n += 1
    return n


def call(values, rounds):
    n = 0
    for _ in range(rounds):
        for v in values:
            n += v.who()
    return n


def twelve():
    return [c(i) for i, c in enumerate(classes(12, Base))]


values = twelve()
print(load(values, 200), store(values, 200), call(values, 200), [v.y for v in values][:3])

# A class's method changes, a base's, back again, is deleted.
type(values[3]).who = lambda self: 1000
print(call(values, 50))
old = Base.who
Base.who = lambda self: self.x * 100
print(call(values, 50))
del type(values[3]).who
print(call(values, 50))
Base.who = old
print(call(values, 50))

# An instance gets an attribute of the method's name; its class's others do not have it.
values[5].who = lambda: -7
print(call(values, 50))
values.append(type(values[5])(90))
print(call(values, 50))
del values[5].who
print(call(values, 50))

# An instance gets a dict; attributes are deleted and set in another order.
d = vars(values[2])
d["who"] = lambda: 5
d["x"] = 70
print(call(values, 50), load(values, 50), store(values, 50), d["y"])
del values[4].x
try:
    load(values, 10)
except AttributeError as e:
    print(e)
values[4].x = 44
print(load(values, 50), store(values, 50), sorted(vars(values[4])))
values[4].__dict__ = {"x": 1, "y": 2}
print(load(values, 50), store(values, 50), vars(values[4]))

# Descriptors appear where instances have their own.
values = twelve()
print(load(values, 100), store(values, 100))
type(values[1]).x = property(lambda self: 500)
print(load(values, 50))
type(values[2]).x = 77  # the instance's goes first
print(load(values, 50))
log = []
type(values[1]).y = property(lambda self: 0, lambda self, y: log.append(y))
print(store(values, 50), len(log), log[:2])
type(values[6]).__setattr__ = lambda self, name, y: object.__setattr__(self, name, -y)
print(store(values, 50), values[6].y, values[7].y)
del type(values[6]).__setattr__
print(store(values, 50), values[6].y)
type(values[8]).__getattribute__ = lambda self, name: 3 if name == "x" else object.__getattribute__(self, name)
print(load(values, 50), call(values, 50))
del type(values[8]).__getattribute__
print(load(values, 50), call(values, 50))


class Getattr(Base):
    def __getattr__(self, name):
        return (lambda: 11) if name == "what" else 12


values.append(Getattr(3))
print(load(values, 50), call(values, 50))
del values[-1].x
print(load(values, 50))

# The class of an instance changes.
values = twelve()
print(call(values, 100), load(values, 100))
Other = type("Other", (Base,), {"who": lambda self: 10000})
values[0].__class__ = Other
print(call(values, 50), load(values, 50), store(values, 50))


# Slots, and slots that are not set.
def slotted(i):
    def init(self, x):
        self.x = x
    return type("S%d" % i, (), {"__slots__": ("x", "y") if i % 2 else ("y", "z", "x"), "__init__": init, "who": lambda self: self.x + i})


values = [slotted(i)(i) for i in range(12)]
print(load(values, 200), store(values, 200), call(values, 200), [v.y for v in values][:3])
del values[7].x
try:
    load(values, 3)
except AttributeError as e:
    print(e)
try:
    call(values, 3)
except AttributeError as e:
    print(e)
values[7].x = 70
print(load(values, 50), call(values, 50))

# Values of builtin types, functions with attributes, classes and modules as values.



def text(values, rounds):
    n = 0
    for _ in range(rounds):
        for v in values:
            n += v.count(1) if not isinstance(v, str) else v.count("a")
    return n


class L(list):
    pass


class T(tuple):
    def count(self, x):
        return 100


mixed = [[1, 2, 1], (1,), "banana", L([1, 1, 1, 1]), T((1, 2)), bytearray(b"\x01"), b"\x01\x01", range(3)]
print(text(mixed, 300))
made = L([1])
made.count = lambda x: 1000
mixed.append(made)
print(text(mixed, 100))


def function():
    pass


function.x = 5
function.who = lambda: 6


class Meta(type):
    def who(cls):
        return 8


class K(metaclass=Meta):
    x = 7


import math as module
module.x = 9
module.who = lambda: 10
values = twelve() + [function, K, module]
print(load(values, 200), store(values, 200), call(values, 200), function.y, K.y, module.y)
K.x = 70
module.x = 90
module.who = lambda: 100
Meta.who = lambda cls: 80
print(load(values, 100), call(values, 100))


# A class that changes all the time.
def restless(values, rounds):
    n = 0
    c = type(values[0])
    for i in range(rounds):
        c.who = (lambda self: 1) if i % 2 else (lambda self: 2)
        for v in values:
            n += v.who()
    return n


print(restless(twelve(), 400))


# New shared keys.
def keyed(rounds):
    cs = classes(12, Base)
    n = 0
    for i in range(rounds):
        values = [c(1) for c in cs]
        setattr(values[i % 12], "key%d" % (i % 40), i)
        if i == rounds // 2:
            values[3].who = lambda: 1000
        n += call(values, 3) + load(values, 3)
    return n


print(keyed(300))
#---
# A field that an instance has no more, where code reads the fields of one class.
class C:
    def __init__(self, x): self.x = x; self.y = 1
def total(values, rounds):
    t = lost = 0
    for _ in range(rounds):
        for v in values:
            try:
                t += v.x
            except AttributeError:
                lost += 1
    return t, lost
values = [C(i) for i in range(10)]
print(total(values, 300))
del values[4].x
print(total(values, 300))
#---
# The entry of an instance's dict that code knows is another name's in one of them.
class C: pass
def made(**fields):
    o = C()
    o.__dict__ = fields
    return o
def total(values, rounds):
    t = 0
    for _ in range(rounds):
        for v in values:
            t += v.x
    return t
values = [made(x=i, y=100) for i in range(10)]
print(total(values, 300))
values[4] = made(y=1000, x=4)
print(total(values, 300))
def rename(values, rounds):
    for _ in range(rounds):
        for v in values:
            v.x = 7
values = [made(x=i, y=100) for i in range(10)]
rename(values, 300)
values[4] = made(y=1000, x=4)
rename(values, 300)
print([list(v.__dict__.items()) for v in values[3:5]])
#---
# Methods of instances whose attributes are in a dict, because others than the class have given them many: found in machine code,
# also where an instance gets an attribute of the method's name, the class another method, and others of the class have no dict.
class Face:
    def __init__(self, v): self.v = v
    def twice(self, k): return self.v * 2 + k
    def next(self): return self.v + 1
def made(v, dicts):
    f = Face(v)
    if dicts:
        for i in range(20): setattr(f, f"side{i}", i)
    return f
faces = [made(i, i % 3) for i in range(9)]
def total(faces, n):
    s = 0
    for i in range(n):
        f = faces[i % len(faces)]
        s += f.twice(i) + f.next()
    return s
print(total(faces, 3000), total(faces, 3000))
faces[4].twice = lambda k: -k
faces[6].next = lambda: 1000
print(total(faces, 3000))
Face.next = lambda self: 7
print(total(faces, 3000))
del Face.twice
try: print(total(faces, 30))
except AttributeError as e: print(e)
