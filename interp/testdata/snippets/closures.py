# Cells: counters, shared variables, late binding, nonlocal.
def counter(start):
    n = start

    def step(by=1):
        nonlocal n
        n += by
        return n

    def reset(v):
        nonlocal n
        n = v

    return step, reset


step, reset = counter(10)
t = 0
for i in range(2000):
    t += step()
    if i == 1500:
        reset(0.5)
print(t, step(5))
fs = [lambda: i for i in range(3)]
gs = [lambda i=i: i for i in range(3)]
print([f() for f in fs], [g() for g in gs])


def adder(k):
    return lambda x: x + k


adders = [adder(k) for k in range(5)]
t = 0
for i in range(2500):
    t = adders[i % 5](t)
print(t)


def deep(a):
    def one(b):
        def two(c):
            return a * 100 + b * 10 + c
        return two
    return one


t = 0
for i in range(1500):
    t += deep(i)(2)(3)
print(t)
#---
def f():
    def g():
        return later

    for i in range(1500):
        if i == 1499:
            g()
    later = 1


f()
#---
# A closure over a loop variable that a hot inner loop changes.
def f(n):
    def peek():
        return total

    total = 0
    for i in range(n):
        total += i
        if i % 1000 == 999:
            print(peek())
    return total


print(f(4000))
#---
# Recursion through a cell, with a memo.
def make():
    memo = {}

    def fib(n):
        if n < 2:
            return n
        if n not in memo:
            memo[n] = fib(n - 1) + fib(n - 2)
        return memo[n]

    return fib, memo


for i in range(60):
    fib, memo = make()
    r = fib(90)
print(r, len(memo))
#---
def make():
    x = 1
    def get(): return x
    def late(): return y
    if not x:
        y = 2
    return get, late
get, late = make()
c = get.__closure__[0]
print(c.cell_contents, get())
c.cell_contents = 5
print(get(), get.__code__.co_freevars)
del c.cell_contents
for f in (get, lambda: c.cell_contents, lambda: late.__closure__[0].cell_contents):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
Cell = type(c)
print(Cell(3).cell_contents)
for f in (lambda: Cell().cell_contents, lambda: Cell(1, 2), lambda: Cell(x=1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
c.cell_contents = 0
n = 0
for i in range(3000):
    c.cell_contents = c.cell_contents + 1
    n += get()
print(n)
