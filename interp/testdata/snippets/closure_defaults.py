# Functions made anew of one code: their defaults and cells are theirs, how many there are
# is the code's.
def maker(n):
    def add(x, y=n, z=n * 2):
        return x + y * 10 + z * 100 + n * 1000
    return add


def use(f, i):
    return f(i) + f(i, 1) + f(i, z=3) + f(y=2, x=i)


def run(n):
    total = 0
    for i in range(n):
        total += use(maker(i % 7), i)
    return total


print(run(3000))
#---
# Defaults are assigned: others, as many; fewer, so that one is missing; more; none.
def maker(n):
    def add(x, y=n, z=5):
        return x + y * 10 + z * 100
    return add


def use(fs, i):
    f = fs[i % len(fs)]
    return f(i) + f(i, z=1)


def run(fs, n):
    total = 0
    for i in range(n):
        total += use(fs, i)
    return total


fs = [maker(i) for i in range(4)]
print(run(fs, 3000))
fs[1].__defaults__ = (70, "b"[:0] == "" and 3)
print(run(fs, 3000))
fs[2].__defaults__ = (1, 2, 3)
print(run(fs, 3000), fs[2]())
fs[3].__defaults__ = (9,)
try:
    print(run(fs, 3000))
except TypeError as e:
    print(e)
fs[3].__defaults__ = None
try:
    print(run(fs, 3000))
except TypeError as e:
    print(e)
del fs[3]
print(run(fs, 3000))
#---
# A method and a generator with defaults, of a class and a function made anew.
def maker(n):
    class C:
        def __init__(self, start=n):
            self.start = start

        def get(self, i, step=n + 1):
            return self.start + i * step

    def count(stop, step=n + 1):
        i = 0
        while i < stop:
            yield i
            i += step

    return C, count


def use(c, count, i):
    total = c.get(i) + c.get(i, 2) + c.get(step=i, i=3)
    for k in count(6):
        total += k
    for k in count(5, 2):
        total += k
    return total


def run(n):
    total = 0
    for i in range(n):
        C, count = maker(i % 3)
        total += use(C(), count, i) + use(C(4), count, i)
    return total


print(run(800))
#---
# The function is recursive, and passed on to another with a default.
def maker(scale):
    def leaf(x, visit, memo=None, unit=scale):
        if memo is not None:
            memo[x] = unit
        return x * unit

    def visit(x, depth=3, memo=None):
        if depth == 0:
            return leaf(x, visit, memo)
        return visit(x, depth - 1, memo) + visit(x + 1, depth - 1)

    return visit


def run(n):
    total = 0
    for i in range(n):
        memo = {}
        total += maker(i % 5)(i, memo=memo) + len(memo)
    return total


print(run(600))
