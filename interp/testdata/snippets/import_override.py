# builtins.__import__ that the program replaces: what it is told, and what the statement makes of its result.
import builtins
import sys

orig = builtins.__import__
seen = []


def imp(name, globals=None, locals=None, fromlist=None, level=0):
    if globals is G:
        seen.append((name, fromlist, level, globals is G, locals is None, locals is G, sys._getframe(1).f_code.co_name))
    return orig(name, globals, locals, fromlist, level) if name != 'a' else 'made of a'


G = globals()
builtins.__import__ = imp
import a
print(a)
from math import floor, ceil as up
import os.path as p


class C:
    import a as b


def f(n):
    for i in range(n):
        import a
        if i % 3 == 0:
            from math import pi
    return a, pi


print(f(500), C.b, up(1.5), p.basename('x/y'))
print(len(seen), sorted(set(seen), key=repr))
builtins.__import__ = orig
n = len(seen)

import math
print(len(seen) == n)
#---
# Hot code whose import statement is replaced while it runs, and an error of what replaces it.
import builtins
orig = builtins.__import__
count = 0


def imp(name, *args):
    global count
    count += 1
    if count == 400:
        raise ImportError('no more ' + name)
    return orig(name, *args)


def f(n):
    s = 0
    for i in range(n):
        if i == 300:
            builtins.__import__ = imp
        import math
        s += math.floor(1.5)
    return s


try:
    print(f(1000))
except ImportError as e:
    print(e, count)
builtins.__import__ = orig
print(f(200), count)
#---
# Builtins that have no __import__ any more.
import builtins
del builtins.__import__
try:
    import math
except ImportError as e:
    print(e)
