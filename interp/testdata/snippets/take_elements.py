# unpacking, stars in displays, and in, of generators and instances: by drivers, whose frames are the instruction's
def run(f, *a):
    try: return f(*a)
    except Exception as e: return type(e).__name__, str(e)
def gen(n, bad=-1):
    for i in range(n):
        if i == bad: raise KeyError(i)
        log.append(i)
        yield i
class G:
    def __init__(s, n): s.n = n
    def __iter__(s):
        for i in range(s.n): yield i
class T:
    def __init__(s, n): s.n = n
    def __iter__(s): return iter(tuple(range(s.n)))
class It:
    def __init__(s, n): s.n = n
    def __iter__(s): return s
    def __next__(s):
        if s.n == 0: raise StopIteration
        s.n -= 1
        return s.n
class Q:
    def __getitem__(s, i):
        if i > 1: raise IndexError
        return i * 10
class NI:
    def __iter__(s): return 5
class R:
    def __iter__(s): raise ValueError('iter')
class H(T):
    def __len__(s): log.append('len'); return s.n
class C(G):
    def __contains__(s, x): log.append('in'); return x == 1
class E:
    def __init__(s, v): s.v = v
    def __eq__(s, o): log.append('eq'); return s.v == o
log = []
def u1(v): a, = v; return a
def u2(v): a, b = v; return b, a
def u3(v): a, b, c = v; return [a, b, c]
def u0(v): [] = v; return 'none'
def u8(v): a, b, c, d, e, f, g, h = v; return h, a
def st(v): return [*v], [0, *v], (*v, 9), sorted({*v}, key=repr)
def inn(v): return 1 in v
def nin(v): return E(1) not in v
def forr(v): return [(x, y) for x, y in v]
def nest(v): (a, b), c = v, 3; return a + b + c
def call(v): return max(*v)
def ex(v): a, *b = v; return a, b
mk = [lambda: gen(0), lambda: gen(1), lambda: gen(2), lambda: gen(3), lambda: gen(8), lambda: gen(4, 1), lambda: gen(4, 2), lambda: G(2), lambda: G(3), lambda: T(2), lambda: T(1), lambda: It(2), lambda: It(3), Q, NI, R, lambda: H(2), lambda: H(3), lambda: C(2), lambda: C(1),
      lambda: map(str, range(2)), lambda: map(lambda x: x + 1, [1, 2]), lambda: filter(None, [0, 1, 2]), lambda: zip([1, 2], 'ab'), lambda: enumerate(['x', 'y']), lambda: (x for x in 'abc'), lambda: [1, 2], lambda: (1, 2), lambda: 'ab', lambda: {1: 2, 3: 4}, lambda: 5, lambda: None, lambda: iter([1, 2]), lambda: zip(gen(2), gen(3)), lambda: reversed([1, 2])]
for f in u0, u1, u2, u3, u8, st, inn, nin, forr, nest, call, ex:
    for _ in range(25):
        log.clear()
        r = [run(f, m()) for m in mk]
    print(f.__name__, r, log)
def left(n):
    g = gen(n); out = []
    try: a, b = g
    except ValueError as e: out.append(str(e))
    out.append(list(g))
    g = gen(n)
    out.append(1 in g); out.append(list(g)); out.append(7 in g)
    return out
for _ in range(60): r = left(0), left(1), left(2), left(3), left(6)
print(r)
def mono(n):
    t = 0
    for i in range(n):
        a, b = gen(2); t += b
        x, y, z = G(3); t += z
        t += len([*gen(3), *T(2)])
        if 2 in gen(4): t += 1
        if i not in T(3): t += 2
        p, q = map(int, ['3', '4']); t += q
        p, q = (w * 2 for w in (i, 5)); t += q
        for k, v in (gen(2), G(2), T(2)): t += v
    return t
print(mono(500))
def rec(n):
    if n == 0: return [1]
    def g():
        yield from rec(n - 1)
        yield n
    return [*g()]
for _ in range(40): r = rec(6)
print(r)
def closes():
    done = []
    def g():
        try:
            yield 1
            yield 2
            yield 3
        finally: done.append('closed')
    h = g()
    try: a, b = h
    except ValueError as e: pass
    k = g()
    1 in k
    k.close()
    return done[:1] if len(done) > 5 else len(done) >= 1
for _ in range(50): r = closes()
print(r)
import sys, traceback
def who():
    yield sys._getframe(1).f_code.co_name
    yield 2
def frames():
    a, b = who(); c, = [x for x in who()][:1]; d = [*who()][0]; e = 'frames' in who()
    return a, d, e
for _ in range(60): r = frames()
print(r)
def tb():
    a, b = gen(3, 1)
for _ in range(60):
    try: tb()
    except KeyError as e: r = [f.name for f in traceback.extract_tb(e.__traceback__)], len(traceback.extract_stack())
print(r)
def tb2():
    a, b = gen(3)
for _ in range(60):
    try: tb2()
    except ValueError as e: r = [f.name for f in traceback.extract_tb(e.__traceback__)], str(e)
print(r)
G.__contains__ = lambda s, x: 'yes'
for _ in range(60): r = run(inn, G(1)), run(nin, G(1))
G.__contains__ = None
print(r, run(inn, G(1)))
del G.__contains__
del G.__iter__
print(run(inn, G(1)), run(u2, G(2)))
