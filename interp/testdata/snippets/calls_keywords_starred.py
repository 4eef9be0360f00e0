# Calls with arguments by keyword in a mapping: hot, and then with other keys, order, mapping, callee, defaults.
import functools
import sys
import zlib


def f(a, b=2, *, c=3, d=4):
    return a, b, c, d


def g(a, /, b, **kw):
    return a, b, kw


def h(*args, **kw):
    return args, kw


def error(call, *args):
    try:
        return call(*args)
    except Exception as e:
        return type(e).__name__, str(e)


def direct(f, x, d):
    return f(x, **d)


def starred(f, t, d):
    return f(*t, **d)


def mixed(f, t, d):
    return f(*t, c=7, **d)


def two(f, t, d, e):
    return f(*t, **d, **e)


class Mapping:
    def __init__(self, d):
        self.d = d

    def keys(self):
        return self.d.keys()

    def __getitem__(self, k):
        return self.d[k]


def decorate(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)
    return wrapper


class C:
    def m(self, a, b=1, **kw):
        return a, b, kw

    @decorate
    def n(self, a, *, b=1):
        return a, b, sys._getframe(1).f_locals["kwargs"]


def all_of(i, call, f, dicts):
    return [error(call, f, i, d) for d in dicts]


hole = {"x": 1, "c": 5, "d": 6}
del hole["x"]
late = {"d": 6}
late["c"] = 5
dicts = [{"c": 5, "d": 6}, {"d": 6, "c": 5}, {}, {"b": 1}, {"b": 1, "c": 2, "d": 3}, {"a": 1}, {"x": 1}, {1: 2}, {"c" + "": 5, "d": 6},
         {"".join(["c", ""]): 8}, hole, late, Mapping({"c": 1, "d": 2}), Mapping({"c": 1, 2: 3}), None, dict.fromkeys("abcdefghijklmnop", 1)]
for first in range(len(dicts)):
    for n, call in enumerate([direct, lambda f, x, d: starred(f, (x,), d), lambda f, x, d: starred(f, [x], d), lambda f, x, d: mixed(f, (x,), d),
                              lambda f, x, d: two(f, (x,), d, {"d": 1})]):
        for callee in f, g, h, decorate(f), decorate(decorate(g)), C().m, C().n:
            for i in range(60):
                r = error(call, callee, i, dicts[first])
            out = [r] + all_of(i, call, callee, dicts)
            out = [str(r).split(" at 0x")[0] for r in out]
            print(first, n, callee.__name__, *(out if first + n == 0 else [zlib.crc32("\n".join(out).encode())]), sep="\n" if first + n == 0 else " ")


def loop(n, f, d):
    s = 0
    for i in range(n):
        s += f(i, **d)[2]
    return s


print(loop(3000, f, {"c": 5, "d": 6}), loop(100, f, {"d": 6, "c": 5}), error(loop, 100, f, {"c": 5, "d": 6, "a": 1}))
f.__defaults__ = 9,
f.__kwdefaults__ = {"c": 10, "d": 11}
print(loop(3000, f, {"c": 5, "d": 6}), direct(f, 1, {"c": 1}), direct(f, 1, {}))
d = {"c": 5, "d": 6}


def changes(a, b=2, *, c=3, d=4):
    if a == 2900:
        dd.clear()
    if a == 2950:
        dd["d"] = 5
    if a == 2980:
        dd["c"] = 5
    if a == 2990:
        dd["b"] = 5
    return a, b, c, d


dd = d
print(loop(3000, changes, d), d)


def seen(n):
    r = []

    @decorate
    def k(a, b=2, *, c=3):
        if a == n - 1:
            f = sys._getframe(1)
            r.append((a, b, c, f.f_code.co_name, f.f_locals["kwargs"], f.f_locals["args"]))
            f.f_locals["kwargs"]["new"] = 1
            r.append(f.f_locals["kwargs"])
        return a
    for i in range(n):
        k(i, c=i)
        k(i, b=1, c=i)
    return r


print(seen(3000))


def raises(a, b=2, *, c=3):
    if c == 2999:
        raise ValueError(a, b, c)


def catches(n):
    w = decorate(raises)
    for i in range(n):
        w(i, c=i)


print(error(catches, 3000))


def deep(n, **kw):
    return deep(n - 1, **kw) + kw["x"] if n else 0


print([deep(50, x=1) for i in range(50)][-1], error(deep, 100000)[0])
for i in range(2000):
    x = direct(functools.partial(f, c=1), i, {"d": 2})
    y = functools.partial(f, 1, c=2)(d=i)
print(x, y)

#---
# A dict of arguments by keyword changes between its making and the call that it is handed on to, by ways that a trace does not see through.
import operator
class O:
    pass
o = O()
def f(a, b=2):
    return a, b
def hide():
    o.d['a'] = 'new'
def w1(**kw):
    dict.__setitem__(kw, 'a', 'new')
    return f(**kw)
def w2(**kw):
    o.d = kw
    hide()
    return f(**kw)
def w3(**kw):
    operator.setitem(kw, 'a', 'new')
    return f(**kw)
def w4(**kw):
    [kw][0]['a'] = 'new'
    return f(**kw)
def w5(**kw):
    t = (kw, 1)
    t[0]['a'] = 'new'
    return f(**kw)
def w6(**kw):
    o.d = kw
    o.d['a'] = 'new'
    return f(**kw)
def w7(**kw):
    m = kw.__setitem__
    m('a', 'new')
    return f(**kw)
def w8(**kw):
    o.d = kw
    del o.d['a']
    o.d['a'] = 'new'
    return f(**kw)
def counted(c, r):
    c[r] = c.get(r, 0) + 1
for w in (w1, w2, w3, w4, w5, w6, w7, w8):
    source = f"def loop(n):\n    c = {{}}\n    for i in range(n):\n        counted(c, {w.__name__}(a=7, b=4))\n    return c\n"
    exec(source)
    print(loop(3000))

#---
# The entries of the dict change between calls, by stores of machine code too.
import functools
def f(a, b=2):
    return a * 10 + b
def stores(n):
    d, bad = {'a': 1, 'b': 2}, 0
    for i in range(n):
        d['a'] = i
        x = f(**d)
        d['a'] = i + 1
        y = f(**d)
        d['b'] = i & 3
        z = f(**d)
        d['b'] = 2
        bad += (x, y, z) != (i * 10 + 2, i * 10 + 12, i * 10 + 10 + (i & 3))
    return bad
def partials(n):
    p, bad = functools.partial(f, b=5), 0
    k = p.keywords
    for i in range(n):
        k['b'] = i
        x = p(1)
        k['b'] = i + 1
        bad += (x, p(1)) != (10 + i, 11 + i)
    return bad
def orders(n):
    d, bad = dict(a=1, b=2), 0
    for i in range(n):
        f(**d)
        del d['a']
        d['a'] = i
        y = f(**d)
        del d['b']
        d['b'] = 2
        bad += y != i * 10 + 2
        if i % 50 == 7:
            d = dict(b=2, a=i)
    return bad
class O:
    pass
def attributes(n):
    o, bad = O(), 0
    o.a, o.b = 1, 2
    for i in range(n):
        o.a = i
        x = f(**o.__dict__)
        o.a = i + 1
        bad += (x, f(**o.__dict__)) != (i * 10 + 2, i * 10 + 12)
    return bad
print(stores(3000), partials(3000), orders(3000), attributes(3000))
