# set() and its like of what knows its hashes, after lists of keys that Python hashes; sums that come to an int by a method, and begin with texts.
class K:
    n = 0
    def __init__(s, v): s.v = v
    def __hash__(s):
        K.n += 1
        return hash(s.v)
    def __eq__(s, o): return isinstance(o, K) and s.v == o.v
ks = [K(i) for i in range(8)]
def f(x): return set(x)
def g(x): return frozenset(x)
def u(s, x): s.update(x)
for _ in range(2500):
    f(ks); g(ks); s = set(); u(s, ks)
d = dict.fromkeys(ks); st = set(ks); fs = frozenset(ks)
for x in (d, st, fs, ks, tuple(ks), d.keys()):
    K.n = 0; f(x); a = K.n
    K.n = 0; g(x); b = K.n
    K.n = 0; s = set(); u(s, x); c = K.n
    print(type(x).__name__, a, b, c)
print(g(fs) is fs)
for _ in range(200):
    f(d); g(fs)
K.n = 0; f(d); print(K.n); print(g(fs) is fs)
try: f(ks + [[]])
except TypeError as e: print(e)
try: f(5)
except TypeError as e: print(e)
try: s.update(5)
except TypeError as e: print(e)
try: f(ks[:1] + [{}])
except TypeError as e: print(e)
try: g(ks[:1] + [{}])
except TypeError as e: print(e)
class X:
    def __init__(s, v): s.v = v
    def __radd__(s, o): return o + s.v
    def __add__(s, o): return s.v + (o.v if isinstance(o, X) else o)
class S(str): pass
class B(bytes): pass
class I(int):
    def __radd__(s, o): return int(o) + int.__index__(s)
    __add__ = __radd__
def f(x): return sum(x)
def g(x, s): return sum(x, s)
for _ in range(200): f([X(1), X(2)]); g([X(1), X(2)], X(1))
print(f([X(0)] + [0.1]*10), f([0] + [0.1]*10), f([True] + [0.1]*10), f([X(0.0)] + [0.1]*10), f([X(0), X(0)]+[0.1]*10))
print(f([I(0)] + [0.1]*10), f([I(1), I(2), 0.1, 0.1, 0.1, 0.1]))
print(f([True, X(0)] + [0.1]*10), f([X(True)] + [0.1]*10), f([X(1<<70)] + [0.1]*10), f([X(0j)]+[0.1]*10))
print(f([X(-0.0)]), f([-0.0]), f([-0.0, -0.0]), g([-0.0], -0.0))
for st in ('', S('a'), b'', B(b''), bytearray()):
    class Y:
        def __radd__(s, o): return 'r'
        def __add__(s, o): return 'a'
    try: print(g([Y(), Y()], st))
    except TypeError as e: print(e)
    try: print(sum([Y(), Y()], start=st))
    except TypeError as e: print(e)
for e in ([], [X(1)], (X(3),), {1.5: 2}, range(3)):
    print(f(e))
for s in (True, 1.0, 0, None, X(1)):
    try: print(g([X(1), 0.1, 0.1, 0.1], s))
    except TypeError as e: print(e)
class X:
    def __init__(s, v): s.v = v
    def __radd__(s, o): return o + s.v
def f(x): return sum(y for y in x)
def g(x): return sum(iter(x))
for a in ([X(0)]+[0.1]*10, [0, X(0)]+[0.1]*10, [True]+[.1]*10, [0]+[.1]*10, [1<<80]+[.1]*10, [X(True)]+[.1]*10, [1, X(1j)] + [.1]*10):
    for _ in range(50): r = f(a), g(a), sum(a)
    print(r)
class S(str): pass
class B(bytes): pass
for s in ('', S('a'), b'', B(), bytearray()):
    try: print(sum([1], s))
    except TypeError as e: print(e)
for a in ([1<<50] + [.1]*10, [1<<62, -(1<<62)] + [.1]*10, [(1<<50)+1, True, 0.1, .1, .1]):
    for _ in range(50): r = f(a), g(a), sum(a), sum(tuple(a)), sum(a, 0), sum(a, True), sum(a, 0.0)
    print(r)
