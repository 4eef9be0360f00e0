# Methods of instances that have a dict of their own, of classes that derive from builtin types: the dict may hide them, come, go, and be another.
import random


class L(list):
    def __init__(self):
        self.n = 0

    def inc(self):
        self.n += 1

    @staticmethod
    def two():
        return 2

    @classmethod
    def name(cls):
        return cls.__name__

    tag = "class"


class D(dict):
    def size(self):
        return len(self)


class E(Exception):
    def get(self):
        return self.args


def use(l):
    l.inc()
    l.append(l.two())
    return len(l), l.name(), l.n, l.tag


def sizes(d):
    return d.size(), d.get(1)


l = L()
for _ in range(500):
    r = use(l)
print(r)
l.append = lambda x: print("hidden", x)
print(use(l))
for i in range(300):
    if i == 150:
        del l.append
        l.tag = "own"
    r = use(l) if i >= 150 else None
print(r)
l.inc = lambda: None
print(use(l), use(l))
l.__dict__ = {"n": 7}
print(use(l), use(l))
l.__dict__ = type("X", (dict,), {"__getitem__": lambda s, k: 1, "__contains__": lambda s, k: True})(n=8, append=lambda x: print("by a subclass", x))
print(use(l), use(l))
del l.__dict__["append"]
print(use(l))
L.inc = lambda self: setattr(self, "n", 100)
print(use(l))

d = D({1: 2})
for i in range(600):
    r = sizes(d)
    if i == 200:
        print(r)
        d.x = 1
    elif i == 400:
        print(r)
        d.size = lambda: -1
print(r)
del d.size
for i in range(300):
    r = sizes(d)
print(r)
d.get = lambda k: "own"
print(sizes(d))

e = E(1, 2)
for i in range(600):
    r = e.get()
    if i == 300:
        e.x = 1
e.get = 5
try:
    e.get()
except TypeError as x:
    print(x, r)

r = random.Random(1)
for _ in range(300):
    x = r.randint(1, 6)
r.getrandbits = lambda k: 0
print([r.randint(1, 6) for _ in range(3)], x)
del r.getrandbits
print([r.randint(1, 6) for _ in range(3)])
