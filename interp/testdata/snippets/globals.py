# A global is rebound while the code that reads it is hot.
x = 1


def f():
    return x + 1


def set_x(v):
    global x
    x = v


out = []
for i in range(4000):
    if i == 1700:
        set_x(2.5)
    if i == 2600:
        set_x(1 << 70)
    if i == 3300:
        x = True
    if i % 500 == 499:
        out.append(f())
print(out)
#---
# A builtin is hidden by a global, and comes back.
def f(n):
    t = 0
    for i in range(n):
        t += len("abc")
    return t


print(f(2000))
len = lambda s: 10
print(f(2000))
del len
print(f(2000))
abs = lambda x: "mine"
print([abs(-1) for i in range(3)])
#---
# A function is replaced by another while callers of it are hot.
def g(x):
    return x + 1


def f(n):
    global g
    t = 0
    for i in range(n):
        t = g(t)
        if i == 1800:
            g = h
    return t


def h(x):
    return x + 1000


print(f(2500))
g = str
print(f(3))
#---
def f(n):
    t = 0
    for i in range(n):
        t += later
    return t


later = 3
print(f(2000))
del later
f(1)
#---
# global in nested functions, new globals while hot.
def make(i):
    global count, names
    count += 1
    globals()["v%d" % (i % 50)] = i
    return count


count = 0
for i in range(2000):
    make(i)
print(count, v0, v49, len([k for k in globals() if k.startswith("v")]))
#---
def f():
    y = y + 1


x = 0
for i in range(1500):
    x += 1
f()
#---
def f(n):
    for i in range(n):
        if i > 1800:
            del v
        v = i
    return v


print(f(1800))
f(1900)
print("done")
#---
def f(n):
    for i in range(n):
        if i == 1900:
            del v
        else:
            v = i
        t = v
    return t


f(2000)
#---
# A global that changes all the time: it is stored without telling anybody, in the function's own globals only.
import types

count = 0
last = None


def bump(n):
    global count, last
    for i in range(n):
        count += 1
        if i % 3 == 0:
            last = i


def read():
    return count, last


for _ in range(40):
    bump(50)
    count += 0.5 if count % 200 == 0 else 1
    got = read()
print(got)
own = {"count": 10, "range": range}
other = types.FunctionType(bump.__code__, own)
other(500)
print(read(), own["count"], own["last"])
bump(200)
print(read(), own["count"])
globals()["count"] = 7
bump(300)
print(read())
del last
bump(1)
print(read())
del count
try:
    bump(5)
except NameError as e:
    print(e)
count = 2**47 * 2 - 3
bump(100)
print(read())


def watcher():
    total = 0
    for i in range(2000):
        global count
        count = i
        total += read()[0] == i
    return total


print(watcher())
