# Attributes of modules and methods of builtin types at one place.
import math
import sys


def f(m):
    return m.pi


t = 0.0
for i in range(2500):
    t += f(math)
print(t, math.tau, math.e, math.inf, sys.maxsize)
math.pi = 3
t = 0
for i in range(2500):
    t += f(math)
print(t)
#---
# A function of a module is replaced while calls of it are hot.
import math


def f(n):
    t = 0.0
    for i in range(n):
        t += math.sqrt(i)
        if i == 1800:
            math.sqrt = half
    return t


half = lambda x: x / 2
print(f(2500))
#---
# The same method name on several types.
def count(x, y):
    return x.count(y)


def index(x, y):
    return x.index(y)


t = 0
for i in range(2500):
    t += count([1, 2, 1], 1) + index((5, i), i)
print(t, count((1, 2), 3), count("abca", "a"), count(b"abca", b"a"), count(range(5), 2), index("xyz", "z"), index([1, 2], 2), index(range(0, 9, 3), 6))
#---
def pop(x):
    return x.pop()


t = 0
a = list(range(2500))
for i in range(2500):
    t += pop(a)
print(t, pop({7}), pop([None]), pop(bytearray(b"z")))
pop(a)
#---
def get(x):
    return x.get(1)


for i in range(2500):
    get({1: i})
get([1])
#---
# Bound methods are kept, compared and called later.
a = []
push = a.append
up = "abc".upper
d = {}
setd = d.setdefault
for i in range(2500):
    push(i)
    setd(i % 10, i)
    s = up()
print(len(a), s, d, push == a.append, push == [].append, push.__name__)
#---
# Method calls whose receiver changes type after it was hot.
def f(x, y):
    return x.join(y) if y else x.split()


for i in range(2500):
    r = f("-", ("a", "b"))
print(r, f("", "xyz"), f("a b  c", ()), f(b"a b", None))
f(1, "ab")
#---
# Keyword arguments of builtins and methods.
out = None
for i in range(1500):
    out = [sorted([3, 1, 2], reverse=True), "a,b,c".split(",", maxsplit=1), int("ff", base=16), max([], default=i), "x".encode(encoding="utf-8"), sum([1, 2], start=i), list(enumerate("ab", start=i)), round(3.14159, ndigits=2), print(end="")]
print(out)
#---
# Attributes of functions.
def f():
    f.calls += 1
    return f.calls


f.calls = 0
for i in range(2500):
    r = f()
print(r, f.__name__, f.__qualname__, f.__doc__, f.__module__)
f.missing
#---
# type(x), comparison of types, isinstance on what changes.
def kind(x):
    if type(x) is int:
        return "i"
    if type(x) == float:
        return "f"
    if isinstance(x, (list, tuple)):
        return "s"
    return type(x).__name__


s = ""
for i in range(2500):
    s = s[-6:] + kind(i) + kind(i * 0.5) + kind([]) + kind("")
print(s, kind(True), kind(None), kind(()), kind({}), kind(1 << 99), kind(kind), kind(len), kind(type))
