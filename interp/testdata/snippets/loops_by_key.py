# sorted, list.sort, min, max and reduce with functions in Python: results, order of calls.
from functools import reduce
def f(l):
    return (sorted(l, key=lambda x: -x), sorted(l, key=lambda x: x % 7, reverse=True), min(l, key=lambda x: (x * 7) % 11), max(l, key=lambda x: (x * 7) % 11),
            max(iter(l), key=str), min((x ^ 5 for x in l), key=lambda x: x & 6), reduce(lambda a, b: a * 3 + b & 0xFFFF, l), reduce(lambda a, b: a + [b], l, []))
for n in range(1, 14):
    print(f(list(range(n))), f([n - 1 - i for i in range(n)]))
for _ in range(130):
    r = f(list(range(9)))
print(r)
print(min([], key=lambda x: x, default=7), max((x for x in ()), key=lambda x: x, default=None), reduce(lambda a, b: 1 / 0, [], 5), reduce(lambda a, b: 1 / 0, [5]))
print(max(3, 1, 2, key=lambda x: -x), min("ccc", "a", "bb", key=lambda s: len(s)))
calls = []
def note(x):
    calls.append(x)
    return x // 2
for v in ([5, 4, 3, 2, 1], (5, 4, 3, 2, 1), range(5), {3: 0, 1: 0, 2: 0}, iter([3, 3, 2]), enumerate("abc")):
    try:
        print(sorted(v, key=note), calls)
    except TypeError as e:
        print(e, calls)
    calls.clear()
class M:
    def __init__(self, k):
        self.k = k
    def key(self, x):
        return x ^ self.k
    def add(self, a, b):
        return a + b + self.k
    def __call__(self, x):
        return -x
for i in range(130):
    m = M(i & 7)
    r = sorted(range(8), key=m.key), max(range(8), key=m.key), reduce(m.add, range(8)), min(range(8), key=m)
print(r)
#---
# Keys of other types in the middle of a loop, and elements that compare in Python.
from functools import reduce, cmp_to_key
class N:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __gt__(self, o): return self.v > o.v
    def __repr__(self): return f"N({self.v})"
for _ in range(100):
    for l in ([1, 2.5, True, 1 << 80, -3], ["b", "a", "", "é", "\U0001F600"], [N(3), N(1), N(2), N(1)], [(1, 2), (1,), (), (0, 5)]):
        r = sorted(l, key=lambda x: x), min(l, key=lambda x: x), max(l, key=lambda x: x)
    s = sorted([3, 1, 2, 9, 4], key=cmp_to_key(lambda a, b: b - a))
    t = reduce(lambda a, b: a + b, [1, 2, 0.5, 3, 1 << 70])
    u = max([3, 1, 2.0, N(7).v], key=lambda x: x if x < 3 else float(x))
    v = max([1.0, float("nan"), 3.0, 2.0], key=lambda x: x), min([float("nan"), 1.0, 3.0], key=lambda x: x)
print(r, s, t, u, v)
try:
    max([1, 2, 3, "a", 4], key=lambda x: x)
except TypeError as e:
    print(e)
try:
    sorted([1, 2, 3, "a", 4], key=lambda x: x)
except TypeError as e:
    print(e)
class T:
    def __init__(self, v): self.v = v
    def __gt__(self, o): return T2(self.v > o.v)
class T2:
    def __init__(self, b): self.b = b
    def __bool__(self):
        log.append(self.b)
        return self.b
log = []
print(max([T(1), T(3), T(2), T(5)], key=lambda x: x).v, log)
#---
# Exceptions of functions: the tracebacks, what is left of a list, and arguments.
import traceback
from functools import reduce
def key(x):
    return 10 // x
def add(a, b):
    return a // b
l = [3, 2, 1, 0, 5]
def run(f):
    try:
        f()
    except Exception as e:
        tb, lines = e.__traceback__, []
        while tb:
            lines.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
            tb = tb.tb_next
        print(type(e).__name__, e, lines[1:])
        return lines
for _ in range(3):
    run(lambda: sorted(l, key=key))
    run(lambda: l.sort(key=key))
    run(lambda: max(l, key=key))
    run(lambda: min((x for x in l), key=key))
    run(lambda: reduce(add, l))
    run(lambda: sorted(l, key=lambda: 0))
    run(lambda: max(l, key=lambda x, y: 0))
    run(lambda: reduce(lambda a: a, l))
    run(lambda: max((10 // x for x in l), key=lambda x: x))
    print(l)
def stop(x):
    if x == 2:
        raise StopIteration(x)
    return x
for f in (lambda: sorted([5, 4, 3, 2], key=stop), lambda: max([5, 4, 3, 2], key=stop), lambda: reduce(lambda a, b: stop(b), [5, 4, 3, 2])):
    run(f)
def g():
    yield max([5, 4, 3, 2], key=stop)
run(lambda: list(g()))
try:
    max([1, 2, 3, 0], key=key)
except ZeroDivisionError:
    print(traceback.format_exc().count("in "), "<builtin>" in traceback.format_exc())
#---
# Lists that a key function changes while they are sorted.
l = [5, 3, 4, 1, 2]
def attempt(what):
    def key(x):
        seen.append(len(l))
        what(x)
        return x
    seen = []
    try:
        l.sort(key=key)
    except (ValueError, ZeroDivisionError) as e:
        print(type(e).__name__, e)
    print(l, seen)
for _ in range(3):
    l[:] = [5, 3, 4, 1, 2]
    attempt(lambda x: None)
    attempt(lambda x: l.append(x))
    attempt(lambda x: l.clear())
    attempt(lambda x: l.extend([x] * 20) if x == 4 else None)
    attempt(lambda x: 1 // (x - 4))
    attempt(lambda x: l.sort(key=lambda y: -y))
def grow(x):
    if len(m) < 12:
        m.append(x + 1)
    return -x
m = [1, 2, 3]
print(max(m, key=grow), m)
m = [1, 2, 3]
print(sorted(m, key=grow), m)
#---
# Recursion of functions into the loop that calls them.
from functools import reduce
def depth(x):
    if x <= 0:
        return 0
    return 1 + max((x - 1, x - 2, x - 3), key=depth)
def tree(n):
    return n if n < 2 else sum(sorted((n - 1, n - 2, n // 2), key=lambda m: -tree(m)))
def fold(n):
    return n if n < 2 else reduce(lambda a, b: a + fold(b), range(n // 2, n - 1), 1)
print([depth(n) for n in range(9)], [tree(n) for n in range(9)], [fold(n) for n in range(12)])
def deep(n):
    return max((n, n, n), key=lambda x: deep(n + 1))
def deep_sum(n):
    global most
    most = n
    return sum(deep_sum(n + 1) for _ in range(1))
for f in (deep, deep_sum):
    try:
        f(0)
    except RecursionError as e:
        print(e)
print(most)
#---
# What functions see of the frames beneath them.
import sys
from functools import reduce
def names():
    r, f = [], sys._getframe(1)
    while f:
        r.append((f.f_code.co_name, f.f_lineno))
        f = f.f_back
    return r
def depth(x, *more):
    seen.append(names())
    return x
def outer(v):
    return (sorted(v, key=depth),
            max(v, key=depth),
            min((x for x in v), key=depth),
            reduce(depth, v))
for v in ([3, 1, 2, 4, 0], range(4)):
    for _ in range(4):
        seen = []
        outer(v)
        for s in seen:
            assert s == seen[0] or s[0][0] == "depth" and s[1][0] == "outer" and s[2][0] == "<module>" and len(s) == 3, s
print(len(seen), seen[-1])
sorted([1, 2, 3], key=depth)
print(seen[-1])
#---
# What looks at the frames of its callers, by other ways.
import sys, warnings
def line(x):
    return -sys._getframe().f_back.f_lineno
def g(l):
    for x in l:
        yield line(x)
for i in range(30):
    r = sorted(g([3, 1, 2, 5, 4]), key=line), max(g(range(5))), max(g(range(5)), key=lambda x: x + line(x))
print(r)
l = []
def known(x):
    return len(locals()) + len(globals()["l"])
for i in range(30):
    l.append(i)
    r = max([3, 1, 2, 5], key=known), sorted([3, 1, 2], key=lambda x: sorted([x, 1, 5, 2], key=known))
print(r)
def warn(x):
    warnings.warn("a", stacklevel=2)
    return x
warnings.simplefilter("always")
warnings.showwarning = lambda m, c, f, at, *a: print(at)
sorted([3, 1, 2, 5], key=warn)
