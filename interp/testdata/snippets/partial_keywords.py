# Calls of partials with arguments by keyword: hot, and then with others, other functions, states, and arguments that clash.
import functools
import sys


def f(a, b=2, *, c=3, d=4):
    return a, b, c, d


def g(*args, **kw):
    return args, kw


def names(a, c=0):
    return a, c, sys._getframe(1).f_code.co_name


def error(call, *args, **kw):
    try:
        return call(*args, **kw)
    except Exception as e:
        return type(e).__name__, str(e)


P = functools.partial
state = P(f)
state.__setstate__((f, (1,), {2: 3}, {}))


class C:
    def m(self, a, *, b=1):
        return a, b


def raises(a, b=1):
    if a == 299:
        raise ValueError(a, b)


partials = [P(f, c=1), P(f, 1, c=2), P(f, d=1, c=2), P(f, 1, b=3), P(f, b=3), P(f, a=1), P(f, x=1), P(g, 1, c=2), P(P(f, c=1), d=2), P(P(f, 1), b=5), P(C().m, b=2),
            P(names, c=1), state, P(raises, b=2), P(f, functools.Placeholder, 2, c=5), P(int, base=16)]


def call(p, i):
    return p(i)


def none(p):
    return p()


def named(p, i):
    return p(i, d=i)


for first in partials:
    for i in range(300):
        r = error(call, first, i)
    out = [r]
    for i in range(300):
        r = error(none, first)
    out.append(r)
    for i in range(300):
        r = error(named, first, i)
    print(r, *out, *[error(call, p, 7) for p in partials], *[error(none, p) for p in partials], *[error(named, p, 5) for p in partials], sep="\n")


def loop(n, p):
    s = 0
    for i in range(n):
        s += p(i)[2]
        if i == n - 50:
            p.keywords["c"] = 100
        if i == n - 20:
            p.keywords["d"] = 1
        if i == n - 10:
            p.keywords.clear()
        if i == n - 5:
            p.__setstate__((f, (), {"c": 7}, {}))
    return s, p


s, p = loop(3000, P(f, c=5))
print(s, p.keywords)


def deep(n, x=1):
    return P(deep, x=x + 1)(n - 1) if n else x


print([deep(60) for i in range(60)][-1], error(deep, 10 ** 6)[0])
print(sorted([3, 1, 2], key=P(lambda x, sign: x * sign, sign=-1)), [*map(P(f, c=0), [1, 2])])
