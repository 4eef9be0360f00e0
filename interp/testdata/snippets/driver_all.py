# functions and methods that take all elements of a generator or an instance: extend, update, frozenset, bytes, and lengths that are asked for
class S:
    def __init__(s, v, n=None): s.v, s.n = v, n
    def __len__(s):
        if isinstance(s.n, Exception): raise s.n
        return len(s.v) if s.n is None else s.n
    def __iter__(s): return iter(s.v)
class G(S):
    def __iter__(s):
        for x in s.v: yield x
class I:
    def __init__(s, v): s.v = v
    def __len__(s): log.append('len'); return len(s.v)
    def __iter__(s): log.append('iter'); return iter(s.v)
class Q:
    def __init__(s, v): s.v = v
    def __len__(s): return 10
    def __getitem__(s, i): return s.v[i]
log = []
def run(f, *a):
    try: return f(*a)
    except Exception as e: return type(e).__name__, str(e)
def lists(x): return list(x)
def ext(x): l = [0]; r = l.extend(x); return l, r
def upd(x): l = {0}; r = l.update(x); return sorted(l), r
def fro(x): f = frozenset(x); return type(f).__name__, sorted(f), hash(f) == hash(frozenset(sorted(f))), f == set(f)
def srt(x): return sorted(x)
def byt(x): return bytes(x), bytearray(x)
def tup(x): return tuple(x)
vals = [S([3, 1, 2]), G([3, 1, 2]), I([3, 1]), Q([5, 4]), S([1], -1), S([1], 1 << 41), S([1], 'x'), S([1], ValueError('no')), S([2, 1], TypeError('none')), G([], 5), S([1, 2], True), G([1, 2], 1.5)]
for f in lists, ext, upd, fro, srt, tup:
    for _ in range(40):
        log = []
        r = [run(f, v) for v in vals]
    print(f.__name__, r, log)
def gens(n):
    yield from range(n)
def bad(n):
    yield 1
    yield 300 if n == 1 else -1 if n == 2 else 'a' if n == 3 else True if n == 4 else 2.5 if n == 5 else [] if n == 6 else Ix(7) if n == 7 else Ix(1000)
    yield 3
class Ix:
    def __init__(s, n): s.n = n
    def __index__(s): return s.n
    def __repr__(s): return 'Ix%d' % s.n
    def __hash__(s): return s.n
def left(f, g): return run(f, g), list(g)
def by(x): return bytes(x)
def ba(x): return bytearray(x)
for _ in range(40):
    r = [left(f, bad(n)) for f in (by, ba, ext, upd, fro) for n in range(9 if f in (by, ba) else 7)]
print(r)
def f(n):
    l = [1]
    def g():
        while len(l) < n: yield len(l)
    l.extend(g())
    return l
for _ in range(60): r = f(5), f(1), f(9)
print(r)
def g(n):
    l = [1]
    def h():
        yield 5
        if n == 3: raise ValueError(list(l))
        yield 6
    try: l.extend(h())
    except ValueError as e: return l, e.args
    return l
for _ in range(60): r = g(3), g(2)
print(r)
def k(n):
    s = {1}
    def h():
        yield 5
        if n == 3: raise ValueError(sorted(s))
        yield []
    try: s.update(h())
    except Exception as e: return sorted(s), str(e)
for _ in range(60): r = k(3), k(2)
print(r)
def d(n):
    m = {0: 0}
    def h():
        yield 1, 2
        yield [3, 4]
        if n == 1: yield 5
        if n == 2: yield (1, 2, 3)
        if n == 3: yield ([], 1)
        if n == 4: raise KeyError(dict(m))
        if n == 5: m.clear()
        yield 'ab'
    try: r = m.update(h())
    except Exception as e: return m, type(e).__name__, str(e)
    return m, r
for _ in range(60): r = [d(i) for i in range(7)]
print(r)
class L(list): pass
class D(dict):
    def __setitem__(s, k, v): 1 / 0
class Z(set):
    def add(s, x): 1 / 0
def sub(i):
    l, m, z = L(), D(), Z()
    l.extend(x for x in range(3)); m.update((x, x) for x in range(3)); z.update(x for x in range(3))
    list.extend(l, (x for x in range(2))); dict.update(m, ((x, 1) for x in range(2))); set.update(z, (x for x in range(9)))
    return l, m, sorted(z)
for i in range(60): r = sub(i)
print(r)
def self(i):
    l = [1, 2, 3]
    l.extend(x for x in l if len(l) < 9)
    return l
for i in range(60): r = self(i)
print(r)
def mixed(l, x): l.extend(x); return l
def mg(): yield 1; yield 2
for i in range(60): r = mixed([], [1]), mixed([], mg()), mixed([], (2,)), mixed([], S([4])), mixed([], 'ab'), mixed([], map(str, [1])), mixed([], {1: 2}) 
class S:
    def __init__(s, v): s.v = v
    def __len__(s): return len(s.v)
    def __iter__(s): return iter(s.v)
for i in range(60): r = mixed([], [1]), mixed([], mg()), mixed([], (2,)), mixed([], S([4])), mixed([], 'ab'), mixed([], map(str, [1])), mixed([], {1: 2}) 
print(r)
class C:
    def __init__(s, v): s.v = v
    def __iter__(s): return iter(s.v)
def f(x): return list(x), sorted(x)
c = C([2, 1]); log = []
for _ in range(60): r = f(c)
C.__len__ = lambda s: log.append(1) or 2
for _ in range(60): r = f(c)
print(r, len(log))
def bad(s): raise KeyError('x')
C.__len__ = bad
for _ in range(60):
    try: f(c)
    except KeyError as e: r = e.args
print(r)
C.__length_hint__ = lambda s: log.append(2) or 3
C.__len__ = lambda s: 'a'
for _ in range(60): r = f(c)
print(r, len(log))
del C.__len__
for _ in range(60): r = f(c)
print(r, len(log))
del C.__length_hint__
for _ in range(60): r = f(c)
print(r, len(log))
C.__len__ = lambda s: []
for _ in range(60): r = f(c)
print(r)
import sys
def fr(s): global n; n = sys._getframe(1).f_code.co_name; return 2
C.__len__ = fr
for _ in range(60): f(c)
print(n)
