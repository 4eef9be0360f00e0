# The generator that a loop runs over changes, and what it yields changes its type.
def ints(n):
    for i in range(n):
        yield i


def floats(n):
    for i in range(n):
        yield i / 2


def two(n):
    i = 0
    while i < n:
        yield i
        yield -i
        i += 1


def mixed(n):
    for i in range(n):
        if i % 7 == 0:
            yield "x"
        elif i % 5 == 0:
            yield 0.5
        else:
            yield i


def total(it):
    t = 0
    for x in it:
        if type(x) is str:
            t += 1
        else:
            t += x
    return t


for k in range(40):
    out = total(ints(50)), total(floats(50)), total(two(50)), total(mixed(50)), total([1, 2.5]), total(range(20))
print(out)
#---
# Generators of generators: pipelines.
def source(n):
    for i in range(n):
        yield i


def squares(it):
    for x in it:
        yield x * x


def odd(it):
    for x in it:
        if x & 1:
            yield x


def pairs(it):
    for x in it:
        for y in it:
            yield x, y
            break


for k in range(20):
    out = sum(odd(squares(source(300))))
    n = 0
    for x, y in pairs(squares(source(100))):
        n += x * y
print(out, n)
#---
# What a generator sees of its surroundings while it is suspended.
limit = 10


def below():
    i = 0
    while i < limit:
        yield i
        i += 1


t = 0
for k in range(300):
    limit = 10
    for x in below():
        t += x
        if x == 5:
            limit = 8
print(t)
#---
# Strings that grow in a generator must not change for who has got them.
def words():
    s = ""
    for i in range(1500):
        s += "ab"
        yield s


got = []
for w in words():
    if len(w) % 300 == 0:
        got.append(w)
print([len(w) for w in got], all(w == "ab" * (len(w) // 2) for w in got))
#---
# Left early, and many alive at a time.
def f(n):
    a = [0] * n
    while True:
        a[0] += 1
        yield a[0], n


gs = [f(n) for n in range(1, 30)]
for k in range(100):
    for g in gs:
        x, n = next(g)
print(x, n)
for k in range(2000):
    for x, n in f(3):
        if x > 2:
            break
print(x, n, sum(x for x, n in zip(f(2), range(10))) if False else "")
#---
# Big ints and floats through a generator.
def fibs():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def take(it, n):
    for i in range(n):
        yield next(it)


for k in range(30):
    out = list(take(fibs(), 100))
print(out[-1], sum(out))


def harmonic(n):
    s = 0.0
    for i in range(1, n):
        s += 1 / i
        yield s


for x in harmonic(5000):
    pass
print(x)
#---
# send in a loop.
def running():
    total = n = 0
    while True:
        x = yield total
        total += x
        n += 1


g = running()
next(g)
for i in range(3000):
    r = g.send(i)
print(r)


def average():
    r = yield from running()


g = average()
next(g)
for i in range(3000):
    r = g.send(i)
print(r)
#---
def f(n):
    for i in range(n):
        yield i


t = 0
for x in f(3000):
    if x == 2500:
        t += None
    t += x
#---
def f(n):
    for i in range(n):
        if i == 2500:
            i += None
        yield i


def h(n):
    for x in f(n):
        yield x + 1


t = 0
for x in h(3000):
    t += x
