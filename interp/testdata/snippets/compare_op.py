# Comparisons specialized to ints see floats, strings, mixed, NaN.
def f(a, b):
    return a < b, a <= b, a == b, a != b, a > b, a >= b


for i in range(2500):
    r = f(i, 1200)
nan = float("nan")
for a, b in ((1, 1.0), (1 << 60, float(1 << 60)), ((1 << 53) + 1, 2.0 ** 53), (nan, 1), (nan, nan), (True, 1), (1 << 80, 1 << 79), (-1 << 80, 3),
             ("a", "b"), ("b", "a"), ((1, 2), (1, 3)), ([1], [1, 0]), (0.0, -0.0), (float("inf"), 1 << 2000)):
    print(f(a, b))
for i in range(2500):
    r = f(i * 0.5, 3.25)
print(r, f(1, 2))
for i in range(2500):
    r = f("k%d" % (i % 9), "k4")
print(r, f("k4", "k4"))
#---
def f(n):
    x = 0
    for i in range(n):
        if i == 2400:
            x = "s"
        if x < i:
            x = i
    return x


f(2500)
#---
# Chained comparisons evaluate the middle once and stop early.
calls = []


def mid(x):
    calls.append(x)
    return x


def f(a, b, c):
    return a < mid(b) <= c != 7


n = 0
for i in range(2500):
    if f(10, i, 2000):
        n += 1
print(n, len(calls), f(1, 2, 3), f(3, 2, 1), f(1, 7, 7), 1 < 2 < 3 == 3 > 2 in [2], len(calls))
#---
# is and in.
def f(x, xs):
    return x in xs, x not in xs, x is None, x is not None


for i in range(2500):
    r = f(i % 7, (1, 2, 3))
print(r, f(None, [None]), f("b", "abc"), f("", ""), f(2, {2: 0}), f(2.0, {2}), f((1,), {(1,): 2}), f(5, range(0, 10, 5)), f("k", {"k"}))
#---
print(5 in 5)
#---
print([] in {1: 2})
