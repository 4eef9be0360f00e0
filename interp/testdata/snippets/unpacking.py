# Unpacking of tuples, lists, strings, ranges and dicts in one place.
def f(x):
    a, b = x
    return a, b


def g(x):
    a, (b, *c), d = x
    return a, b, c, d


out = None
for i in range(2500):
    out = f((i, i + 1))
print(out, f([1, 2]), f("ab"), f(range(2)), f({1: 0, 2: 0}), f(b"xy"))
for i in range(2500):
    out = g((i, [1, 2, 3], "z"))
print(out, g(["a", "bcd", {}]), g(((), [0], 1)))
a, *b = range(4)
*c, d = "xyz"
e, *g, h = [1, 2]
print(a, b, c, d, e, g, h)
[p, q], r = (1, 2), 3
print(p, q, r)
#---
def f(x):
    a, b = x
    return a + b


for i in range(1500):
    f((i, i))
f((1, 2, 3))
#---
def f(x):
    a, b = x
    return a + b


for i in range(1500):
    f([i, i])
f([1])
#---
def f(x):
    a, b, c = x
    return a + b


for i in range(1500):
    f((i, i, 0))
f((1, 2))
#---
def f(x):
    a, *b, c = x


for i in range(1500):
    f((i, i, 0))
f((1,))
#---
def f(x):
    a, b = x


for i in range(1500):
    f((i, i))
f(7)
#---
# Swaps and rotations.
a, b, c = 1, 2, 3
for i in range(2501):
    a, b, c = b, c, a
    a, b = b, a
xs = [0, 1, 2, 3]
for i in range(2501):
    xs[0], xs[3], xs[1] = xs[3], xs[1], xs[0]
print(a, b, c, xs)
