import sys
class K:
    def __eq__(self, o):
        f = sys._getframe(1)
        log.append((f.f_code.co_name, f.f_lineno, sorted(f.f_locals)))
        return True
    __hash__ = None
log = []
def inner(a, n):
    b = a, n
    return a in [1, 2, K()]          # 10
def outer(n):
    t = 0
    for i in range(n):
        q = i * 1.5
        t += inner(-i - 5, q)
    return t
print(outer(5000), len(log), set((a, b, tuple(c)) for a, b, c in log))
log.clear()
def key(x):
    f = sys._getframe(1)
    return f.f_locals['i'] + x
def srt(n):
    r = 0
    for i in range(n):
        r += sorted([3, 1, 2], key=key)[0]
    return r
print(srt(5000))
class P:
    @property
    def p(self): return sys._getframe(1).f_lineno
    def __getattr__(self, n): return sys._getframe(1).f_code.co_name, sys._getframe(2).f_lineno
def attrs(n):
    x = P()
    s = set()
    for i in range(n):
        s.add(getattr(x, 'p'))
        s.add(x.foo)
        s.add(getattr(x, 'bar'))
    return sorted(s, key=str)
print(attrs(5000))
def direct(n):
    s = set()
    for i in range(n):
        for f in map(sys._getframe, [0]):
            s.add((f.f_lineno, f.f_locals['i'] == i, f is sys._getframe()))
        for d in list(map(eval, ['i'])):
            s.add(d == i)
    return s
print(direct(3000))

# Frames of inlined calls, of generators, with numbers in registers and arguments by name.
def spy(*_):
    out = []
    f = sys._getframe(1)
    while f.f_code.co_name != 'inlined':
        out.append((f.f_code.co_name, f.f_lineno, sorted((k, v) for k, v in f.f_locals.items() if isinstance(v, (int, float, tuple)))))
        f = f.f_back
    return out
class Spy:
    def __contains__(self, x): return bool(found.append(spy())) or True
    def __lt__(self, o): found.append(spy()); return True
    def __hash__(self): found.append(spy()); return 1
found = []
def leaf(a, b=2.5, *args, k=7, **kw):
    c = a * b + k
    d = [a, b]
    return sorted([S, S]) and len(args) + len(kw)
def middle(x):
    y = x + 0.5
    return leaf(x, y, x, x + 1, k=x * 3, w=y) + x
def gen(n):
    for i in range(n):
        z = i * 2
        yield (z in S) + z
def inlined(n):
    t = 0
    for v in gen(n):
        t += middle(v)
        {S: t}
    return t
S = Spy()
print(inlined(4))
for p in found: print(p)
found.clear()
print(inlined(3000), len(found))
print(sum(len(str(p)) for p in found))
import warnings
def deprecated(x):
    warnings.warn('old', DeprecationWarning, stacklevel=2)
    return -x
def uses(n):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        for i in range(n):
            min([1, 2], key=deprecated)
    return len(w), {x.lineno for x in w}
print(uses(2000))
# A frame's object is the same as long as the frame runs, and knows where it is.
kept = []
def keep(x):
    kept.append(sys._getframe(1))
    return x
def keeper(n):
    for i in range(n):
        max([i, 1], key=keep)
    return len({id(f) for f in kept}), kept[0].f_lineno, kept[-1] is sys._getframe(), kept[0].f_locals['i']
print(keeper(1000))
def functional(n):
    import enum, collections
    for i in range(n):
        E = enum.Enum('E', 'a b')
        N = collections.namedtuple('N', 'x y')
    return E.__module__, N.__module__, E.a
print(functional(60))
class M(type):
    def __call__(cls, *args): return cls.__name__, sys._getframe(1).f_code.co_name
class X(metaclass=M): pass
def meta(n):
    return {X() for i in range(n)}
print(meta(2000))
#---
# Who asks where a frame is called from, and on which line it is, gets no variables: objects that machine code has in registers do not matter.
import sys
class Asks:
    def __eq__(self, other):
        f = sys._getframe(1)
        back, lines = f, []
        while back is not None and len(lines) < 4:
            lines.append((back.f_code.co_name, back.f_lineno))
            back = back.f_back
        seen.add(tuple(lines))
        again = sys._getframe(1)
        found.append((f is again, f.f_back is again.f_back, f.f_code.co_filename is again.f_code.co_filename))
        return False
    __hash__ = None
seen, found = set(), []
def innermost(x, y):
    pair, box = [x, y], {'x': x}
    r = [Asks()].count(y)
    return r + len(pair) + len(box)
def middle(x):
    t = (x, [x], {x: x})
    return innermost(x, t[1]) + len(t)
def outermost(n):
    s = 0
    for i in range(n):
        s += middle(i)
    return s
print(outermost(3000), sorted(seen), len(found), set(found))
def gen(n):
    for i in range(n):
        held = [i]
        yield [Asks()].count(held) + len(held)
def drives(n): return sum([x for x in gen(n)])
seen.clear()
print(drives(3000), sorted(seen))
# Names and lines first, then variables, while one call of Go lasts.
class Deeper:
    def __eq__(self, other):
        f = sys._getframe(1)
        g = f.f_back
        names.add((f.f_code.co_name, g.f_code.co_name, g.f_lineno - g.f_code.co_firstlineno))
        values.append((f.f_locals['k'], g.f_locals['i'], f.f_back is g, sys._getframe(2) is g))
        return False
    __hash__ = None
names, values = set(), []
def inner(k):
    return [Deeper()].count(k)
def walks(n):
    for i in range(n):
        inner(i * 2)
walks(2000)
print(names, values[0], values[-1], all(a == 2 * b and c and d for a, b, c, d in values))
