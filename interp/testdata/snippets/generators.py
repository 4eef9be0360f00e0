# Generators in one place: for loops, calls, expressions, what is nested.
def count(n):
    i = 0
    while i < n:
        yield i
        i += 1
    return "end"


t = 0
for k in range(30):
    for x in count(100):
        t += x
print(t)
print(list(count(5)), tuple(count(3)), set(count(4)), sum(count(10)), sorted(count(5), reverse=True))
a, b, c = count(3)
print(a, b, c, *count(3), [*count(2), *count(3)], {**dict(enumerate(count(2)))})
print(max(count(9)), min(count(9)), any(count(3)), all(count(3)), 7 in count(9), 9 in count(9))
print(dict(zip(count(3), count(9))), list(map(str, count(4))), list(filter(None, count(4))), "-".join(str(i) for i in count(4)))
print(next(count(0), "none"), next(count(1)), next(iter(count(2)), 5))
g = count(3)
print(next(g), g.__next__(), g.send(None), next(g, "over"), next(g, "over"))
for x in g:
    print("never")
else:
    print("else")
#---
# State that lives in the frame: several values on the stack, cells, arguments.
def deep(a, *rest, k=3, **kw):
    x = [a, (yield a), a + (yield len(rest)) * k, f"{(yield k)}!"]
    yield x
    yield sorted(kw.items())


def cells(n):
    total = 0

    def add(x):
        nonlocal total
        total += x
        return total

    for i in range(n):
        yield add(i)
    yield total, n


for i in range(1200):
    g = deep(1, 2, 3, k=4, z=1, y=2)
    out = [next(g), g.send("p"), g.send(5), g.send("q"), next(g)]
    out2 = list(cells(4))
print(out, out2)
#---
# yield from generators, iterables and values that it returns.
def inner(n):
    s = 0
    for i in range(n):
        x = yield i
        if x is not None:
            s += x
    return s


def outer(n):
    a = yield from inner(n)
    b = yield from [10, 20]
    c = yield from inner(n)
    d = yield from range(2)
    yield from "xy"
    yield a, b, c, d
    return "done"


def tree(d):
    if d > 0:
        yield from tree(d - 1)
        yield d
        yield from tree(d - 1)


for i in range(600):
    out = list(outer(2))
    nodes = sum(tree(3))
print(out, nodes, list(tree(4)))
g = outer(3)
print(next(g), g.send(5), g.send(6), g.send(None), next(g), next(g), g.gi_yieldfrom is None)
g = outer(1)
print(g.gi_yieldfrom, next(g), g.gi_yieldfrom is not None)
#---
# Generator expressions.
def f(n, k):
    return sum(i * k for i in range(n) if i % 3)


for i in range(600):
    out = f(20, i)
print(out)
print(sum(x * y for x in range(5) for y in range(x)), list((a, b) for a in "ab" for b in (1, 2)))
m = [[1, 2], [3, 4]]
print(list(list(row) for row in zip(*m)), dict((k, v) for k, v in zip("ab", (1, 2))), set(x % 3 for x in range(9)))
print(tuple(x for x in range(3)), any(x > 2 for x in range(3)), all(x >= 0 for x in range(3)), max((x, -x) for x in range(3)))
n = 3
g = (i + n for i in range(3))
n = 10
print(list(g))
fs = [(lambda: (yield i))() for i in range(3)]
print([list(f) for f in fs])
#---
# Attributes.
def f(a):
    yield a
    return 5


g = f(1)
print(g.__name__, g.__qualname__, g.gi_running, g.gi_suspended, g.gi_code is f.__code__ if hasattr(f, "none") else 0)
next(g)
print(g.gi_suspended, g.gi_running, g.gi_yieldfrom, repr(g)[:21], type(g), iter(g) is g, bool(g))
g.__name__ = "other"
g.__qualname__ = "some.other"
print(g.__name__, g.__qualname__, repr(g)[:31])
print(g.close(), g.gi_frame, next(g, 0), g.close())
e = (x for x in "ab")
print(repr(e)[:31], e.__name__)
#---
def f():
    yield 1


for i in range(700):
    g = f()
    next(g)
g.send(2)
#---
def f():
    yield 1
    return 7


g = f()
next(g)
next(g)
#---
def f():
    yield 1
    return 1, 2


g = f()
next(g)
g.send(None)
#---
def f():
    yield 1


f().send(2)
#---
def f():
    for x in g:
        yield x


g = f()
for i in g:
    print(i)
#---
def f():
    yield next(g)


g = f()
print(next(g))
#---
def f(n):
    for i in range(n):
        yield 1 // (n - 5 - i)


def h(n):
    yield from f(n)


t = 0
for k in range(2000):
    for x in h(5):
        t += x
print(t)
print(sum(h(6)))
#---
def f(n):
    yield n
    yield from f(n + 1)


for x in f(0):
    pass
#---
g = (i for i in 5)
#---
def f(): yield
f().gi_running = 1
#---
def f(): yield
f().nothing
#---
def f(): yield
f().throw(1)
#---
def f(): yield
f()()
#---
def f(): yield
len(f())
#---
def f(a, b): yield
f(1)
