# zip and enumerate that builtin functions take all of
def run(f, *a):
    try: return f(*a)
    except Exception as e: return type(e).__name__, str(e)
class K:
    def __init__(s, v): s.v = v
    def __hash__(s): return hash(s.v)
    def __eq__(s, o): return isinstance(o, K) and s.v == o.v
    def __repr__(s): return 'K%r' % s.v
class It:
    def __init__(s, n): s.n = n
    def __iter__(s): return s
    def __next__(s):
        s.n -= 1
        if s.n < 0: raise StopIteration
        if s.n == 7: raise ValueError('seven')
        return s.n
def pairs(a, b): return dict(zip(a, b))
def triple(a, b): return dict(zip(a, b, b))
def lz(a, b): return list(zip(a, b))
def lzs(a, b): return list(zip(a, b, strict=True))
def tz(a, b): return tuple(zip(a, b)), sorted(zip(a, b)), set(zip(a, b)) == {(x, y) for x, y in zip(a, b)}
def le(a, b): return list(enumerate(a)), list(enumerate(b, 10**20)), tuple(enumerate(a, -1)), dict(enumerate(b, 2))
def ld(a, b): return dict(enumerate(a)), max(zip(a, b)), min(enumerate(a)), any(zip(a, b)), all(zip(a, b)), next(zip(a, b), 0), next(enumerate(b), None)
def up(a, b): d = {1: 1}; d.update(zip(a, b)); l = []; l.extend(zip(a, b)); s = set(); s.update(zip(a, b)); return d, l, sorted(s, key=repr)
def one(a, b): return list(zip(a)), list(zip()), dict(zip()), list(zip(a, b, a, b, a))
def jn(a, b): return ''.join(zip(a, b))
def sm(a, b): return sum(zip(a, b), ())
for f in pairs, triple, lz, lzs, tz, le, ld, up, one, jn, sm:
    for _ in range(30):
        r = [run(f, [1, 2, 3], 'abc'), run(f, (1, 2, 2), [4, 5, 6, 7]), run(f, 'aba', range(5)), run(f, [], []), run(f, [[1]], [2]), run(f, [K(1), K(2), K(1)], [1, 2, 3]), run(f, {1: 2, 3: 4}, {5: 6}.items()), run(f, (x for x in range(3)), 'xyz'), run(f, It(3), It(5)), run(f, It(9), It(20))]
    print(f.__name__, repr(r).replace('<__main__.It object at', '')[:1500])
def shared(v):
    z = zip(v, v); it = iter(v)
    return next(z), list(z), list(z), dict(zip(it, it)), list(zip(it, it))
for _ in range(50): r = shared([1, 2, 3, 4, 5]), shared('abcd')
print(r)
def grows(n):
    l = [1, 2, 3]
    class A:
        def __hash__(s): l.append(4) if len(l) < n else None; return 1
        def __eq__(s, o): return s is o
    d = dict(zip((A(), A()), l)); e = list(enumerate(l))
    for i, x in enumerate(l):
        if len(l) < n: l.append(x)
    return len(d), e, l, list(zip(l, l))
for _ in range(50): r = grows(3), grows(8)
print(r)
class Z(zip): pass
class E(enumerate): pass
def sub(a): return list(Z(a, a)), dict(Z(a, a)), list(E(a)), dict(E(a, 1))
for _ in range(50): r = sub([1, 2]), sub('ab')
print(r)
class P:
    def __init__(s, a): s.a = a
    def __repr__(s): return 'P%r' % s.a
def classes(v): return list(map(P, v)), tuple(map(P, v)), next(map(P, v), None), list(filter(P, v))
for _ in range(50): r = classes([1, 2]), classes(''), classes((3,))
print(r)
