# Calls of functools.partial of functions in Python, in frames of their own.
import traceback
from functools import partial, partialmethod, Placeholder

def f(a, b=2, *, c=3):
    return a * 100 + b * 10 + c

def g(*args, **kwargs):
    return len(args), sum(args), sorted(kwargs)

def h(a, b, c):
    if a == 1 and b == 2 and c == 1500:
        raise ValueError(a)
    return a + b + c

def run(p, n, *more):
    total = 0
    for i in range(n):
        total += p(i, *more)
    return total

def ones(p, n):
    total = 0
    for i in range(n):
        total += p(i)
    return total

def tried(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e), [t.name for t in traceback.extract_tb(e.__traceback__)]

for n in 1, 2000:
    print(ones(partial(f), n), ones(partial(f, 1), n), ones(partial(f, c=5), n), run(partial(f), n, 1), run(partial(h, 1), n, 7))
    print(tried(ones, partial(h, 1, 2), n), tried(ones, partial(h, 1), n), tried(ones, partial(f, 1, 2), n), tried(ones, partial(h, 1, 2, 3), n))
    print([partial(g, 1, 2)(i) for i in range(n)][-1], [partial(g, 1, x=2)(i, y=3) for i in range(n)][-1], [partial(g)() for i in range(n)][-1])

def many(ps, n):
    total = 0
    for i in range(n):
        total += ps[i % len(ps)](i)
    return total
print(many([partial(f, 1), partial(h, 2, 3), partial(partial(h, 4), 5), lambda x: x], 4000), many([partial(f, 1)] * 1500 + [partial(f), abs, partial(h, 1, 2)], 3003))

p = partial(f, 1)
out = []
for i in range(3000):
    out.append(p(i))
    if i == 1500:
        p.__setstate__((h, (7, 8), {}, None))
    elif i == 2000:
        p.__setstate__((h, (7,), {"c": 9}, None))
    elif i == 2500:
        p.__setstate__((f, (), {}, None))
print(sum(out), out[1500:1503], out[2000:2003], out[2500:2503])

q = partial(h, Placeholder, 5)
print([q(i, 3) for i in range(1000)][-1], tried(q))

class Sub(partial):
    def __call__(self, *args):
        return -1
class C:
    m = partialmethod(lambda *a: len(a), 1)
    def __init__(self):
        self.p = partial(self.n, 1)
    def n(self, a, b):
        return a - b
c = C()
print([Sub(f, 1)(i) for i in range(1000)][-1], [c.m(2, i) for i in range(1000)][-1], [c.p(i) for i in range(1000)][-1])

def gen(a, b):
    yield a
    yield b
print(sum(x for i in range(500) for x in partial(gen, 1)(i)))

def deep(n, k):
    return partial(deep, n + 1)(k)
print(tried(deep, 0, 1)[:2])
def down(a, n):
    return n if n == 0 else 1 + partial(down, a)(n - 1)
print([down(0, 50) for i in range(200)][-1])

def k(a, b, c=0, *, d=0):
    return a * 100 + b * 10 + c + d * 1000
def changing(p, states, n):
    out = []
    for i in range(n):
        out.append(p(i))
        if i % 1000 == 999:
            p.__setstate__((k, *states[i // 1000], None))
    return sum(out), [out[j] for j in range(1000, n, 1000)]
print(changing(partial(k, 1, 2), [((Placeholder, 2), {}), ((1, 2), {"d": 5}), ((1, 2), {}), ((3, 4), {})], 4000))
