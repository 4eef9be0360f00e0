import _contextvars as cv


def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, type(e.args[0]).__name__ if e.args else "")


v = cv.ContextVar("v")
d = cv.ContextVar("d", default=5)
print(v.name, d.get(), d.get(6), v.get(7))
attempt(v.get)
attempt(cv.ContextVar)
attempt(cv.ContextVar, 1)
attempt(cv.ContextVar, "x", 1)
t = v.set(1)
print(t.var is v, t.old_value is cv.Token.MISSING, cv.Token.MISSING, v.get())
u = v.set(2)
print(u.old_value, v.get())
v.reset(u)
print(v.get())
attempt(v.reset, 1)
attempt(cv.Token)
attempt(cv.Context, 1)
c = cv.copy_context()
print(len(c), v in c, d in c, c[v], c.get(d), c.get(d, 9), list(c) == [v], list(c.items()) == [(v, 1)], list(c.values()), list(c.keys()) == [v])
attempt(lambda: 1 in c)
attempt(lambda: c[1])


def inside(n, *, k=0):
    before = v.get()
    v.set(n + k)
    return before, v.get()


print(c.run(inside, 10, k=5), v.get(), c[v])
e = c.copy()
print(e == c, e is c, e[v], c != e, cv.Context() == cv.Context(), len(cv.Context()))
attempt(lambda: hash(c))
attempt(c.run)
try:
    c.run(lambda: 1 / 0)
except ZeroDivisionError:
    print(v.get())
with v.set(100) as token:
    print(v.get(), token.var is v)
print(v.get())
v.reset(t)
attempt(v.get)
empty = cv.Context()
print(empty.run(v.get, "none"))
n = 0
for i in range(5000):
    t = d.set(i)
    n += d.get()
    if i % 3:
        d.reset(t)
print(n, d.get(), cv.ContextVar[int], cv.Token[str])
#---
# What a context gives are iterators over it as it was, which have a length.
import contextvars as cv
a, b = cv.ContextVar('a'), cv.ContextVar('b')
a.set(1)
c = cv.copy_context()
its = c.items(), c.keys(), c.values(), iter(c)
print([type(i).__name__ for i in its], [len(i) for i in its], [iter(i) is i for i in its])
def change():
    b.set(2)
    a.set(3)
    return sorted(c.values()), len(c.items())
print(c.run(change), next(its[0]) == (a, 1), next(its[1]) is a, next(its[2]), next(its[3]) is a, [next(i, 'end') for i in its], [len(i) for i in its])
print(c.keys() == c.keys())
def hot(n):
    total = 0
    for i in range(n):
        a.set(i)
        for v, x in cv.copy_context().items():
            total += x
    return total
print(c.copy().run(hot, 3000), c[a])
