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
