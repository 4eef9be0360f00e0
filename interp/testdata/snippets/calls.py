# Every way to pass arguments, hot.
def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw


def g(a, b, /, c, *, d):
    return a + b + c + d


def h(a, b=10):
    return a - b


out = None
xs = (1, 2, 3)
kw = {"c": 5, "z": 6}
t = 0
for i in range(1500):
    out = [f(i, c=1), f(i, 1, c=2), f(i, 1, 2, 3, c=3, e=4), f(*xs, **kw), f(0, *xs, c=1, d=2), f(b=1, a=i, c=3)]
    t += g(1, 2, 3, d=4) + g(1, 2, d=i, c=3) + h(i) + h(i, 1) + h(b=3, a=i)
print(out, t)
#---
# Functions as values: lambdas, defaults, bound methods, builtins, types at the same call.
def apply(f, x):
    return f(x)


out = None
for i in range(1500):
    out = apply(lambda v: v + i, 1)
for fn in (str, int, float, bool, abs, len, list, tuple, set, type, repr, [].append, "a-b".split, {"-": 1}.get, lambda v, w=3: (v, w), sorted, "x{}".format):
    print([apply(fn, x) for x in ("-", ) if fn not in (abs, int, float)], end=" ")
print(out, apply(abs, -2), apply(int, "12"), apply(float, "1.5"))
#---
# Recursion with several functions.
def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))


print(even(700), odd(701), ack(2, 9))
r = 0
for i in range(300):
    r += even(i % 40) + odd(i % 30)
print(r)
#---
# Defaults are evaluated once; mutable ones are shared.
def f(x, acc=[], n=[0]):
    n[0] += 1
    if x % 500 == 0:
        acc.append(x)
    return acc, n


for i in range(2500):
    r = f(i)
print(r)
#---
# __defaults__ changed while hot.
def f(a, b=1):
    return a + b


t = 0
for i in range(3000):
    if i == 2000:
        f.__defaults__ = (100,)
    t += f(i)
print(t, f(1), f.__name__, f.__defaults__)
#---
# Builtins by family: len, isinstance, append, type, str, tuple, min, max, sum.
out = []
acc = []
for i in range(2000):
    acc.append(i)
    out = [len(acc), isinstance(i, int), isinstance(i, (str, float)), type(i) is int, str(i), tuple([i]), min(i, 5), max([i, 7]), sum((i, 1)), ord("a"), chr(98), hex(i), bin(5), repr("q"), int("7"), float("2.5"), round(2.567, 2)]
print(out, isinstance(True, int), isinstance([], list), isinstance("", (int, str)))
