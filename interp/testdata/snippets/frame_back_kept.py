# A frame object knows the frame beneath it as long as that is the same: a generator's is resumed by others.
import sys


def beneath():
    return sys._getframe(1)


def twice():
    f = beneath()
    g = f.f_back
    return f.f_back is g, g.f_back is f.f_back.f_back, f.f_code.co_name, g.f_code.co_name, f


def first():
    return twice()


def second():
    return twice()


for _ in range(300):
    a, b = first(), second()
print(a[:4], b[:4])
print(a[4].f_back.f_code.co_name, b[4].f_back.f_code.co_name, a[4].f_back.f_back is sys._getframe())


def numbers():
    while True:
        f = beneath()
        yield f, f.f_back.f_code.co_name


def one(g):
    return next(g)


def other(g):
    return next(g)


g = numbers()
for _ in range(200):
    f, x = one(g)
    h, y = other(g)
print(x, y, f is h, f.f_back, h.f_code.co_name)


def fails(n):
    f = sys._getframe()
    back = f.f_back
    if n == 0:
        raise ValueError(back.f_code.co_name)
    try:
        return fails(n - 1)
    finally:
        kept.append((f, back))


for _ in range(100):
    kept = []
    try:
        fails(3)
    except ValueError:
        pass
print([f.f_back is b for f, b in kept], [b.f_code.co_name for _, b in kept])


def levels():
    f, n = sys._getframe(), 0
    while f:
        f, n = f.f_back, n + 1
    return n


def deep(n):
    return deep(n - 1) if n else levels()


print(len({deep(5) for _ in range(200)}), deep(9) - deep(3))
