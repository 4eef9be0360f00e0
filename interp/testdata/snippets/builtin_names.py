# Builtins are constants while no global hides them.


def total(n):
    t = 0
    for i in range(n):
        t += len("abc") + abs(-i) + max(i, 3)
    return t


print(total(2000))
len = lambda x: 100
print(total(300))
del len
print(total(300))
globals()["abs"] = lambda x: 0
print(total(300))
del globals()["abs"]
print(total(300))
for i in range(12):
    if i % 2:
        max = min
    else:
        globals().pop("max", None)
    print(total(50), end=" ")
print()
max = __builtins__.max if hasattr(__builtins__, "max") else __builtins__["max"]
print(total(300))


def loop(n):
    t = 0
    for i in range(n):
        t += ord("a") + min(i, 5)
    return t


print(loop(2000))
globals()["ord"] = lambda x: 1
print(loop(300))
del globals()["ord"]
print(loop(300))


globals().update(ord=lambda x: 2)
print(loop(300))
space = {"n": 3}
exec("def f(k):\n    t = 0\n    for i in range(k):\n        t += len('four')\n    return t\n", space)
f = space["f"]
print(f(2000))
space["len"] = lambda x: n
n = 7
print(f(10), f(300))
space.clear()
try:
    f(10)
except NameError as e:
    print(type(e).__name__, e)
import builtins
space["range"] = builtins.range
space["__builtins__"] = {}
builtins.len, keep = (lambda x: 50), builtins.len
try:
    print(f(10))
finally:
    builtins.len = keep
print(f(300))
