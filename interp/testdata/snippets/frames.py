import sys
def f(a):
    b = a + 1
    fr = sys._getframe()
    return fr.f_code.co_name, fr.f_lineno, fr.f_locals['b'], fr.f_back.f_code.co_name, fr.f_globals is globals()
print(f(1))
def g(depth):
    if depth:
        return g(depth - 1)
    out = []
    fr = sys._getframe()
    while fr is not None:
        out.append((fr.f_code.co_name, fr.f_lineno))
        fr = fr.f_back
    return out
print(g(3))
print(sys._getframe().f_locals is globals(), sys._getframe().f_back, sys._getframe() is sys._getframe())
class C:
    names = sorted(sys._getframe().f_locals)
    x = sys._getframe(1).f_code.co_name
    def m(self): return sys._getframe(0).f_code.co_qualname, sys._getframemodulename()
print(C.names, C.x, C().m())
for bad in (100, 'x'):
    try:
        sys._getframe(bad)
    except (ValueError, TypeError) as e:
        print(e)
print(sys._getframemodulename(100), sys._getframemodulename(depth=0))
def h():
    v = [1]
    def inner(): return v
    loc = sys._getframe().f_locals
    w = 3
    print(type(loc).__name__, list(loc), loc['w'], len(loc), 'w' in loc, 'zz' in loc, loc.get('zz', 7), loc['v'] is v, sorted(loc.keys()))
    try:
        loc['zz']
    except KeyError as e:
        print(e)
h()
def by_builtin():
    return sorted([3, 1, 2], key=lambda x: (sys._getframe(1).f_code.co_name, x))
print(by_builtin())
def gen():
    yield sys._getframe().f_code.co_name, sys._getframe(1).f_code.co_name
def drive():
    return [x for x in gen()] + [next(gen())]
print(drive())
print(repr(sys._getframe())[-24:])
#---
import sys
def who(depth=1):
    return sys._getframe(depth).f_lineno
def caller(n):
    total = 0
    for i in range(n):
        total += who()
        if i & 1:
            total += who(
                2)
    return total
print(caller(3000))
def module(): return sys._getframemodulename(1)
def deep(n): return sys._getframe(n).f_code.co_name if n < 3 else deep2(n)
def deep2(n): return sys._getframe(n - 1).f_code.co_name
s = {}
for i in range(3000):
    m = module()
    d = deep(i % 5)  if i % 5 < 2 else deep(3)
    s[m, d] = s.get((m, d), 0) + 1
print(sorted(s.items()))
class V:
    @property
    def line(self): return sys._getframe(1).f_lineno
    def __len__(self): return sys._getframe().f_lineno
v = V()
t = 0
for i in range(3000):
    t += v.line + len(v)
print(t)
#---
import sys
# locals of a frame in a hot loop are the current ones
def peek(): return sys._getframe(1).f_locals['acc']
def hot():
    acc = 0
    bad = 0
    for i in range(4000):
        acc += i
        if peek() != acc:
            bad += 1
    return acc, bad
print(hot())
def back(f):
    n = 0
    while f is not None:
        n, f = n + 1, f.f_back
    return n
def nest(k): return nest(k - 1) if k else back(sys._getframe())
print([nest(k) for k in (0, 1, 5, 50)], sum(nest(3) for _ in range(1000)))
#---
# A frame that nothing traces may be told so.
import sys
f = sys._getframe()
f.f_trace = None
print(f.f_trace)
del f.f_trace
print(f.f_trace)
