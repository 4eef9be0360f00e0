# gc.get_objects finds what lives and holds others; builtins has the names that importlib gives modules.
import gc, builtins
class C: pass
def count(): return sum(type(x) is C for x in gc.get_objects())
a = [C() for _ in range(5)]
print(count(), any(x is a for x in gc.get_objects()))
a[0].me = a[0]
a.pop(0)
gc.collect()
print(count(), sum(type(x) is C for x in gc.get_objects(generation=2)))
for i in (3, -2, 'x'):
    try: gc.get_objects(i)
    except (ValueError, TypeError) as e: print(type(e).__name__, e)
del a
gc.collect()
print(count(), type(gc.get_objects(0)), any(isinstance(x, (int, str, float, bytes)) for x in gc.get_objects()))
before = len(gc.get_objects())
for _ in range(300): C()
print(len(gc.get_objects()) == before)
print(repr(builtins.__package__), hasattr(builtins, '__spec__'), hasattr(builtins, '__loader__'))
#---
# What a program can get at is found: in locals, generators, cells, deques; but not the list that a deque has in Go, nor the functions
# that drive sum() and the like.
import collections, functools, gc
class C: pass
class L(list): pass
class D(collections.deque): pass
d = collections.deque([C(), 17, 18, 19])
e = D([C(), 27, 28, 29])
e.own = [1, 27, 28, 29]
p = functools.partial(print, [81], end=[82])
def local():
    mine = [41, 42, 43]
    return any(o is mine for o in gc.get_objects())
def gen():
    kept = [51, 52]
    yield 1
    yield len(kept)
def outer():
    v = [71, 72]
    return lambda: v
g, l, k = gen(), L([61]), outer()
next(g)
objects = gc.get_objects()
def has(x): return sum(type(o) is list and o == x for o in objects)
print(local(), has([51, 52]), has([71, 72]), sum(type(o) is C for o in objects), any(o is l for o in objects), any(o is p for o in objects))
print(sum(type(o) is list and o[1:4] == [17, 18, 19] for o in objects), sum(type(o) is list and o[1:4] == [27, 28, 29] for o in objects))
for o in objects:
    if type(o) is list and o[1:4] == [17, 18, 19]: o.clear()
print(list(d)[1:], list(e)[1:])
before = None
def names(n):
    for i in range(n):
        if i == n - 1:
            yield sum(type(o) is type(names) and o.__module__ is None for o in gc.get_objects())
        else:
            yield 0
print([sum(names(n)) - sum(names(1)) for n in (2, 500, 2000)])
