# l += v of a generator or an instance: its driver appends to the list, unless the class of v adds
def run(f, *a):
    try: return f(*a)
    except Exception as e: return type(e).__name__, str(e)
def gen(n, bad=-1):
    for i in range(n):
        if i == bad: raise KeyError(i)
        yield i
class G:
    def __init__(s, n): s.n = n
    def __iter__(s): return gen(s.n)
class H(G):
    def __len__(s): log.append('len'); return 2
class R(G):
    def __radd__(s, o): return ('radd', o)
class N(G):
    def __radd__(s, o): return NotImplemented
class A(G):
    def __add__(s, o): return 'add'
class L(list): pass
class LI(list):
    def __iadd__(s, o): return 'iadd'
log = []
def iadd(l, v): l += v; return l
def add(l, v): return l + v
mk = [lambda: gen(0), lambda: gen(3), lambda: gen(3, 1), lambda: G(2), lambda: H(3), lambda: R(2), lambda: N(2), lambda: A(2), lambda: map(str, [1, 2]), lambda: zip('ab', [1, 2]), lambda: enumerate('x'), lambda: [1], lambda: (2,), lambda: 'ab', lambda: 5, lambda: {1: 2}, lambda: range(2)]
ls = [list, L, LI, tuple]
for f in iadd, add:
    for _ in range(40):
        log.clear(); r = []
        for c in ls:
            for m in mk:
                l = c([9]); r.append((run(f, l, m()), list(l)))
    print(f.__name__, r, len(log))
def part(n):
    l = [0]
    def g():
        while len(l) < n: yield len(l)
    m = l; l += g()
    return l, m is l
for _ in range(60): r = part(1), part(5)
print(r)
def items(n):
    d = {'a': [1]}
    for i in range(n): d['a'] += gen(2)
    class O: pass
    o = O(); o.l = []
    for i in range(n): o.l += (x for x in range(i)); o.l += G(1)
    return d, o.l
for _ in range(40): r = items(4)
print(r)
G.__radd__ = lambda s, o: 'later'
for _ in range(40): r = run(iadd, [1], G(2))
print(r)
del G.__radd__
for _ in range(40): r = run(iadd, [1], G(2))
print(r)
