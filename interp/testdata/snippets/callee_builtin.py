# builtin functions, methods and types that map, filter, sorted, max, min and reduce call for each element
from operator import itemgetter, attrgetter, methodcaller, add, neg
import functools
class O:
    def __init__(s, a, b=0): s.a = a; s.b = b
    def __repr__(s): return "O(%r)" % (s.a,)
def run(f, *a):
    try: return f(*a)
    except Exception as e: return type(e).__name__, str(e)
objs = [O(i * 7 % 5, i) for i in range(6)]
tups = [(i * 7 % 5, i, str(i)) for i in range(6)]
ws = ['pear', 'fig', 'Apple', 'kiwi', 'Banana']
d = {w: len(w) for w in ws}
keys = [len, str.lower, str.upper, str.swapcase, d.get, hash, repr, ws.index, str, lambda s: s[1:], itemgetter(0), itemgetter(-1), itemgetter(0, 1), itemgetter(slice(1, 2)), str.isupper, ord, int, None]
def go(k):
    return [run(lambda: sorted(ws, key=k)), run(lambda: max(ws, key=k)), run(lambda: min(ws, key=k, default=1)), run(lambda: sorted(ws, key=k, reverse=True))]
for _ in range(40):
    r = [go(k) for k in keys if k is not hash]
print(r)
def m(k):
    return run(lambda: list(map(k, ws))), run(lambda: list(filter(k, ws))), run(lambda: sum(1 for _ in map(k, ws))), run(lambda: tuple(map(k, ws))), run(lambda: [x for x in filter(k, ws)])
for _ in range(40):
    r = [m(k) for k in keys if k is not hash and k is not None]
print(r)
# errors in the middle, and what has happened by then
from operator import itemgetter
def f(v, k, log):
    for x in map(k, v):
        log.append(x)
for i in range(50):
    log = []
    v = [[1, 2], [3, 4], [5], [6, 7]] if i % 7 == 6 else [[1, 2], [3, 4], [5, 6]]
    try: f(v, itemgetter(1), log)
    except IndexError as e: log.append(str(e))
    if i > 40: print(log)
for i in range(50):
    log = []
    try: f(['1', '22', 'x' if i % 7 == 6 else '3', '4'], int, log)
    except ValueError as e: log.append(str(e))
    if i > 40: print(log)
# filter(None), filter(bool), mixed truths
class T:
    def __init__(s, t): s.t = t
    def __bool__(s):
        if s.t is None: raise ValueError('no truth')
        return s.t
    def __repr__(s): return 'T%s' % s.t
v = [0, 1, '', 'a', None, [], [0], T(True), T(False), 0.0, 1.5]
def f(k, v):
    return list(filter(k, v)), [x for x in filter(k, v)], sum(1 for x in filter(k, v)), next(filter(k, v), 'none')
for _ in range(60):
    r = [f(None, v), f(bool, v), f(T.__bool__, [T(True), T(False)]), f(None, []), f(None, (0, 0)), f(str, ['', 'a'])]
print(r)
try: f(None, [1, T(None)])
except ValueError as e: print(e)
# map of next, StopIteration ends it
def f():
    a, b = iter([1, 2, 3]), iter([4, 5])
    out = []
    for x in map(next, [a, b, a, b, a, b, a]): out.append(x)
    return out, list(b), list(map(next, [iter([1]), iter([])]))
for _ in range(80): r = f()
print(r)
def g(it): return [x for x in zip(map(len, it), map(str, range(3)))]
for _ in range(80): r = g(['a', 'bb', 'ccc']), g([]), g(('x',))
print(r)
# one map, consumed by parts
def f(v):
    m = map(str, v); out = []
    for x in m:
        out.append(x)
        if x == '2': break
    out.append(next(m)); out += m
    return out
for _ in range(60): r = f(range(6)), f([1, 2, 3, 2, 1])
print(r)
import gc
m = map(len, ['a', 'bb']); 
for x in m: print(x, type(m), m.__class__.__name__); break
print(list(m), list(m))
# reduce and callbacks with builtins
import functools, operator
def f(v): return functools.reduce(operator.add, v), functools.reduce(max, v), functools.reduce(operator.mul, v, 1), functools.reduce(lambda a, b: a * 10 + b, v)
for _ in range(60): r = f([1, 2, 3]), f((4, 5)), f(range(1, 9))
print(r)
def g(v): return functools.reduce(operator.add, v)
for _ in range(60): r = g(['a', 'b']), g([[1], [2]]), g([1, 2.5])
print(r)
try: g([])
except TypeError as e: print(e)
try: g([1, 'a'])
except TypeError as e: print(e)
# a list that changes while it is mapped; exceptions; tracebacks
import traceback
def f(v): return list(map(v.append, v[:3])), v
for _ in range(50): r = f([1, 2, 3, 4])
print(r)
def g(v):
    n = 0
    for x in map(v.pop, [0, 0, 0]): n += x
    return n
for _ in range(50): r = g([1, 2, 3, 4])
print(r)
try: g([1])
except IndexError as e:
    print([t.name for t in traceback.extract_tb(e.__traceback__)], e)
def h(v): return sorted(v, key=len)
for _ in range(50): h(['a', 'b'])
try: h(['a', 1])
except TypeError as e: print([t.name for t in traceback.extract_tb(e.__traceback__)], e)
# names rebound
def f(v): return sorted(v, key=len), max(v, key=abs) if v and isinstance(v[0], int) else 0
for _ in range(60): f(['aa', 'b'])
len = lambda x: -ord(x[0])
print(f(['aa', 'b', 'c']))
del len
abs = lambda x: x % 3
for _ in range(60): r = f([]) 
def g(v, k): return max(v, key=k)
import builtins
for _ in range(60): r = g([1, -5, 3], builtins.abs), g([1, -5, 3], abs), g([1, -5, 3], int), g([1, -5, 3], float), g([1, -5, 3], str)
print(r)
# what looks at frames and is in a partial or a methodcaller: the driver's frame is nobody's
import operator, sys
def frames():
    z = 5
    p, q, m = functools.partial(eval), functools.partial(sys._getframe), operator.methodcaller('_getframe', 0)
    l = ['z', '-z']
    l.sort(key=p)
    out = [l, list(map(p, ['z', 'z+1'])), max(['z', '-z'], key=p), sorted(['z', '-z'], key=p), [*map(p, ['z'])], list(filter(p, ['z'])), [x for x in map(p, ['z'])]]
    return out, [x.f_code.co_name for x in map(q, [0, 1])], [x.f_code.co_name for x in map(m, [sys])]
def top():
    for _ in range(60): r = frames()
    return r
print(top())
