# Members of families that no trace could hold before: attributes in an instance's dict,
# __getattribute__, super().attribute, bound methods and builtins that are called with
# defaults or keywords. Each hits, and then meets what it does not hold for.


class Bag:
    pass


def bag(**values):  # with a dict of its own
    b = Bag()
    b.__dict__ = dict(values)
    return b


def hint(b, n):
    for i in range(n):
        b.total = b.total + b.step
    return b.total


b = bag(total=0, step=2)
print(hint(b, 4000))
print(hint(bag(step=3, total=1), 3000))  # the other order
print(hint(bag(a=1, total=5, b=2, step=1), 3000), hint(b, 10))
class Dict(dict):
    def __getitem__(self, key):
        raise KeyError(key)


def over(bags):
    r = []
    for b in bags:
        try:
            b.total = b.total + b.step
        except (AttributeError, TypeError) as e:
            r.append(str(e))
    return r


def variants():
    gone, moved, cleared, empty = bag(total=0, step=1), bag(total=0, step=1), bag(total=0, step=1), bag()
    del gone.step
    del moved.total
    moved.total = 5
    cleared.__dict__.clear()
    inline = Bag()
    inline.total, inline.step = 4, 2
    derived, odd = Bag(), Bag()
    derived.__dict__ = Dict(total=1, step=1)
    odd.__dict__ = Dict()
    return [gone, moved, cleared, empty, inline, derived, odd, bag(total=1, step='a'), bag(step=1, total=2), Bag()]


print(over([b] * 3000), b.total)
for v in variants():
    print(over([b, b, v, b]), over([v] * 3), vars(v))
some = variants()
print(over(some * 300), [getattr(v, 'total', None) for v in some])
#---
# Of what derives from a builtin class, the dict lies behind the items or at a fixed place.


class Row(tuple):
    pass


class Names(dict):
    pass


def counts(o, n):
    for i in range(n):
        o.count += len(o)
    return o.count


for o in Row((1, 2)), Names(a=1), Row(()), Row((1, 2, 3)), Names():
    o.count = 0
    print(type(o).__name__, counts(o, 2000))
#---
# A dict that is watched, because it has the globals that a loop reads.
class Bag:
    pass


factor = 1
space = Bag()
space.__dict__ = globals()


def scaled(n):
    total = 0
    for i in range(n):
        total += factor
    return total


def rescale(o, values):
    for x in values:
        o.factor = x


rescale(space, [1] * 3000)
print(scaled(3000))
rescale(space, [1] * 1500 + [5])
print(scaled(3000), factor)
rescale(space, range(3000))
print(scaled(10), factor)
#---
class Known:
    def __init__(self, **values):
        object.__setattr__(self, 'values', values)

    def __getattribute__(self, name):
        if name == 'values':
            return object.__getattribute__(self, name)
        return self.values[name]


def known(k, n):
    total = 0
    for i in range(n):
        total += k.x
    return total


k = Known(x=2, y=5)
print(known(k, 3000))
Known.__getattribute__ = lambda self, name: 7
print(known(k, 1000))
del Known.__getattribute__
Known.x = 9
print(known(k, 1000))
try:
    known(Known, 1), known(3, 1)
except AttributeError as e:
    print(e)
#---
class Base:
    limit = 10

    @property
    def double(self):
        return self.limit * 2

    @classmethod
    def name(cls):
        return cls.__name__


class Derived(Base):
    limit = 3

    def above(self, n):
        total = 0
        for i in range(n):
            total += super().limit + super().double
            f = super().name
        return total, f()


class Third(Derived):
    limit = 4


print(Derived().above(3000), Third().above(3000))
Base.limit = 20
print(Derived().above(1000))
Base.limit = property(lambda self: 1)
print(Derived().above(1000))
del Base.limit
try:
    print(Derived().above(5))
except AttributeError as e:
    print(e)
#---
class Stack:
    def __init__(self):
        self.items = []

    def put(self, x, twice=False, *, sign=1):
        self.items.append(x * sign)
        if twice:
            self.items.append(x)
        return len(self.items)

    def add(self, x, y=10, z=1000):
        self.items.append(x + y + z)
        return len(self.items)


def general(f, n):
    r = 0
    for i in range(n):
        r += f(i)
    return r


def keywords(f, n):
    r = 0
    for i in range(n):
        r += f(i, z=i)
    return r


s, t = Stack(), Stack()
print(general(s.add, 3000), keywords(s.add, 3000), sum(s.items))
print(general(t.add, 1500), keywords(t.add, 1500), sum(t.items))
print(general(t.put, 1500), general(int, 1500), keywords(lambda x, z: x + z, 1500), keywords(s.add, 3))


def of(callables):
    r = 0
    for f in callables:
        r += f(1) + f(x=2)
    return r


def other(x):
    return x * 1000


print(of([s.add] * 2000), of([s.add, t.add, lambda x: x, s.put, other, t.add, Stack.put.__get__(t), Stack.add.__get__(s)] * 20))
Stack.add.__defaults__ = (1, 2)
print(general(s.add, 3000), keywords(s.add, 3000), sum(s.items), general(lambda x: x, 20))
try:
    keywords(s.put, 2)
except TypeError as e:
    print(e)
#---
class Deep:
    def __init__(self):
        self.down = self.descend

    def descend(self, n, step=1):
        if n <= 0:
            return 0
        f = self.down
        return 1 + f(n - step, step=step)


print([Deep().descend(300) for i in range(8)], Deep().descend(300, step=2))
#---
def builtin(n, f):
    r = []
    for i in range(n):
        r = f([i, -i, 3], key=abs)
    return r


print(builtin(3000, sorted), builtin(1000, max), builtin(1000, min))


def python(items, *, key):
    return key(items[1])


class Key:
    def __new__(cls, items, key):
        return len(items) + key(-5)


class Init:
    def __init__(self, items, key):
        self.r = [key(x) for x in items]


class Call:
    def __call__(self, items, key=None):
        return [key(x) for x in items]


def builtins(callables):
    r = []
    for f in callables:
        r.append(f([1, -2, 3], key=abs))
    return r


class Sub:
    def __call__(self, items, *, key):
        return self.__class__.__name__


print(builtins([sorted] * 2000)[-1], builtins([sorted, max, Key, python, Sub(), Sub().__call__, min] * 20)[-7:])
for f in Key, Init, Call(), python, Call().__call__, sorted:
    r = builtin(1500, f)
    print(r.r if isinstance(r, Init) else r)
#---
def deep(n):
    return Again(n=n).r if n else 0


class Again:
    def __init__(self, n):
        self.r = 1 + deep(n=n - 1)


print([deep(150) for i in range(10)])
try:
    for f in sorted, len:
        for i in range(1500):
            f([i], key=abs)
except TypeError as e:
    print(e)
