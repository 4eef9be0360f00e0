# A loop runs over a generator of another function, which stands at the same place.
def up(n):
    for i in range(n):
        yield i + 2

def down(n):
    for i in range(n):
        yield i - 2

def total(generators):
    r = []
    for g in generators:
        s = 0
        for x in g:
            s += x
        r.append(s)
    return sum(r), r[-3:]

print(total([up(4) for i in range(2000)] + [down(4), up(4), down(4)]))
#---
# A generator that has ended in a loop stays at its end.
def numbers(n):
    for i in range(n):
        yield i

def ended(n):
    r = 0
    for k in range(n):
        g = numbers(3)
        for x in g:
            r += x
        try:
            next(g)
        except StopIteration:
            r += 100
        for x in g:
            r += 10000
        if g.gi_frame is not None or g.gi_running:
            r += 1000000
    return r

print(ended(1500))
#---
# Who watches the dict of an instance is told of what is stored there.
class Space:
    pass

def store(o, x):
    o.x = x

space, other = Space(), Space()
space.x = other.x = 0
space.__dict__, other.__dict__
exec('def read():\n    r = 0\n    for i in range(700):\n        r += x\n    return r', space.__dict__)
for i in range(5):
    space.read()
for i in range(3000):
    store(other, i)
print(space.read())
store(space, 5)
print(space.read())
for i in range(3000):
    store(space, i & 7)
print(space.read(), other.x)
#---
# The dict of an instance has lost its entries.
class Space:
    pass

def sums(values):
    r = 0
    for o in values:
        try:
            r += o.x
        except AttributeError:
            r += 1000
    return r

full, empty, moved = Space(), Space(), Space()
full.x, moved.y, moved.x, empty.x = 1, 5, 7, 3
for o in full, empty, moved:
    o.__dict__
empty.__dict__.clear()
print(sums([full] * 2000 + [empty, moved, full]))
#---
# Attributes are set in another order.
class Pair:
    def __init__(self, v):
        self.b = 2 * v
        self.a = v
        self.c = -v

first = Pair.__new__(Pair)
first.a, first.b = 1, 2

def pairs(n):
    r = 0
    for i in range(n):
        p = Pair(i)
        r += p.a + 3 * p.b
        if i > n - 4:
            print(p.__dict__)
    return r

print(pairs(4000))
#---
# zip of one iterator twice, and of more iterators than before.
def differences(n):
    r = 0
    values = list(range(6))
    for k in range(n):
        a, b = iter(values), iter(values)
        if k > n - 3:
            b = a
        for x, y in zip(a, b):
            r += 10 * x - y
    return r

def lengths(zips):
    r = []
    for z in zips:
        n = 0
        for t in z:
            n += len(t)
        r.append(n)
    return sum(r), r[-3:]

print(differences(2000))
print(lengths([zip((1, 2), (3, 4)) for i in range(2000)] + [zip((1, 2), (3, 4), (5, 6)), zip((1, 2)), zip((), ())]))
#---
# A variable of a closure is unbound later.
def outer(n):
    x = 1
    def get():
        return x
    r = 0
    for i in range(n):
        if i == n - 5:
            del x
        try:
            r += get()
        except NameError as e:
            r += 1000
            x = 2
    return r

print(outer(2000))
