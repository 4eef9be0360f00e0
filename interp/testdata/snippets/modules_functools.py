from _functools import partial, reduce, cmp_to_key, _lru_cache_wrapper, Placeholder


def attempt(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


def show(*args, **kw):
    return args, kw


p = partial(show, 1, a=2)
print(p(), p(3, a=4, b=5), p.args, p.keywords, p.func is show)
q = partial(p, 6, b=7)
print(q(8), q.args, q.keywords, q.func is show)
h = partial(show, Placeholder, 2, Placeholder, 4)
print(h(1, 3), h(1, 3, 5, z=1), h.args, Placeholder, type(Placeholder))
print(partial(h, "first")("second"), partial(h, "first").args)
attempt(h, 1)
attempt(partial)
attempt(partial, 1)
attempt(partial, show, Placeholder)
attempt(partial, show, x=Placeholder)
p.note = "n"
print(p.note, p.__dict__, repr(partial(len)), repr(partial(int, "1", base=2)))


class Sub(partial):
    def __call__(self, *args):
        return "sub", super().__call__(*args)


print(Sub(show, 1)(2), isinstance(Sub(show), partial))


class WithMethod:
    def __init__(self, n):
        self.n = n

    def scale(self, k):
        return self.n * k

    double = partial(scale, k=2)


attempt(lambda: WithMethod(4).double())
state = p.__reduce__()
r = state[0](*state[1])
r.__setstate__(state[2])
print(r(9), r.note)
attempt(r.__setstate__, 5)
print(reduce(lambda a, b: a * 10 + b, [1, 2, 3]), reduce(max, [3, 9, 2], 5), reduce(show, [], "empty"), reduce(lambda a, b: a + b, "abc", initial="_"))
attempt(reduce, show, [])
attempt(reduce, show, 5)
attempt(reduce, show)
key = cmp_to_key(lambda a, b: (a > b) - (a < b))
print(sorted([5, 2, 9, 1], key=key), key(1) < key(2), key(2) == key(2), key(3).obj)
attempt(lambda: key(1) < 5)
attempt(lambda: hash(key(1)))
attempt(cmp_to_key)
#---
from _functools import _lru_cache_wrapper, partial

calls = []


def f(*args, **kw):
    calls.append((args, kw))
    return len(calls)


w = _lru_cache_wrapper(f, 2, False, lambda *a: a)
print(w(1), w(1), w(2), w(1), w(3), w(2), w(1), w.cache_info())
print(w(1.0), w(True), w(a=1), w(a=1), w(1, a=1), w((1,)), w.cache_info())
w.cache_clear()
print(w.cache_info(), len(calls))
w = _lru_cache_wrapper(f, None, True, lambda *a: a)
print(w(1), w(1.0), w(1), w("a"), w("a"), w(x=1), w(x=1.0), w.cache_info())
w = _lru_cache_wrapper(f, 0, False, lambda *a: a)
print(w(1), w(1), w.cache_info())
try:
    w = _lru_cache_wrapper(f, None, False, lambda *a: a)
    w([])
except TypeError as e:
    print(e)
for bad in ((f, "a", False, f), (1, 2, False, f), (f,)):
    try:
        _lru_cache_wrapper(*bad)
    except TypeError as e:
        print(e)


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


fib = _lru_cache_wrapper(fib, None, False, lambda *a: a)
fib.__name__ = "fib"
print(fib(150), fib.cache_info(), fib.__name__, fib.__dict__)


class C:
    def __init__(self, n):
        self.n = n

    def m(self, k):
        return self.n * k

    m = _lru_cache_wrapper(m, 8, False, lambda *a: a)


a, b = C(2), C(3)
total = 0
for i in range(300):
    total += a.m(i % 5) + b.m(i % 4)
print(total, C.m.cache_info())


def failing(n):
    if n % 2:
        raise ValueError(n)
    return n


g = _lru_cache_wrapper(failing, 4, False, lambda *a: a)
for i in range(12):
    try:
        g(i % 3)
    except ValueError as e:
        print("ValueError", e, end="; ")
print(g.cache_info())
