# functools.partial called by keyword: with keywords of its own, other partials, keywords that do not fit, **kw and defaults.
from functools import partial
def f(a, b=1, *rest, c=2, **kw): return (a, b, rest, c, tuple(kw.items()))
def g(a, b=1, c=2): return a * 100 + b * 10 + c
def run(call, n):
    r = []
    for i in range(n):
        x = call(i)
        if i % 700 == 0: r.append(x)
    return r
p, q, s = partial(g, 1), partial(g, 1, b=3), partial(f, 1, c=5, z=6)
print(run(lambda i: p(b=i), 2000), run(lambda i: q(b=i), 2000), run(lambda i: q(c=i), 2000), run(lambda i: p(4, c=i), 2000))
print(run(lambda i: s(b=i), 2000), run(lambda i: s(2, 3, c=i, y=7), 2000), run(lambda i: s(z=i, w=1), 2000))
ps = [partial(g, 1), partial(g, 2, b=4), partial(g, c=5), partial(f, 3)]
print(run(lambda i: ps[i % 4](a=i) if i % 4 == 2 else ps[i % 4](c=i), 3000))
def bad(n):
    k = []
    for i in range(n):
        try: q(a=1) if i % 2 else q(d=1)
        except TypeError as e: k.append(str(e))
    return k[-2:]
print(bad(1500))
def change(n):
    h, r = partial(g, 1, b=2), []
    for i in range(n):
        if i == n // 2: h.keywords["b"] = 9
        if i == n * 3 // 4: h = partial(lambda a, b, c: -c, 1, b=2)
        x = h(c=i)
        if i % 500 == 0: r.append(x)
    return r
print(change(3000))
class K:
    def __init__(self, k): self.k = k
    def __call__(self, a, b=2, *rest, c=3): return (self.k, a, b, rest, c)
class L(K):
    def __call__(self, *args, **kw): return super().__call__(*args, **kw)
class M(type):
    def __call__(cls, *args): return (cls.__name__, args)
class N(metaclass=M): pass
def stars(objs, args, n):
    r = []
    for i in range(n):
        x = objs[i % len(objs)](*args[i % len(args)])
        if i % 650 == 0: r.append(x)
    return r
print(stars([K(1)], [(1,), (1, 5)], 2000), stars([K(1), L(2), N], [(1, 2), [3, 4]], 3000))
def named(o, n):
    r = []
    for i in range(n):
        x = o(*(1,), **{"c": i})
        if i == n // 2: K.__call__ = lambda self, a, c: "other"
        if i % 650 == 0: r.append(x)
    return r
print(named(K(7), 3000))
def few(o, n):
    k = 0
    for i in range(n):
        try: o(*())
        except TypeError: k += 1
    return k
print(few(K(1), 1500), few(partial(g), 1500))
