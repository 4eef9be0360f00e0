# zip and enumerate over generators, maps and filters, in loops and in what drives them.
def f(x):
    return x * 3 % 7
def odd(x):
    return x & 1
def gen(v):
    for x in v:
        yield x
def g(l):
    s = 0
    for x, y in zip(map(f, l), filter(odd, l)):
        s ^= x + y * 7
    for i, x in enumerate(map(f, l)):
        s = s * 3 + i - x
    for i, x in enumerate(gen(l), 5):
        s = s * 3 + i - x
    for i, (x, y) in enumerate(zip(gen(l), l)):
        s = s * 5 + i - x * y
    for x, y, z in zip(gen(l), gen(l), gen(l)):
        s = s * 5 + x - y * z
    for (i, x), (j, y) in zip(enumerate(gen(l)), enumerate(l, -3)):
        s ^= i + x * j - y
    for x in map(f, map(f, filter(odd, gen(l)))):
        s = s * 3 + x
    for x in filter(odd, map(f, filter(odd, map(f, map(f, l))))):
        s = s * 3 + x
    for t in zip(map(f, l)):
        s += len(t)
    return (s % 1000003, list(zip(map(f, l), gen(l))), tuple(enumerate(gen(l))), dict(zip(gen(l), map(f, l))), dict(enumerate(map(f, l))), sorted(zip(map(f, l), l)), [x + y for x, y in zip(gen(l), l)],
            {x: i for i, x in enumerate(filter(odd, l))}, max(zip(map(f, l), l), default=None), min(enumerate(gen(l)), default=None), sum(x * y for x, y in zip(map(f, l), gen(l))), any(zip(gen(l), l)), set(zip(gen(l), gen(l))) == {(x, x) for x in l},
            [*zip(gen(l), 'abc')], [*map(lambda p: p, zip(gen(l), l))], [(a, b, c, d, e) for a, b, c, d, e in zip(gen(l), l, l, l, l)], list(zip()), list(zip(gen(l), strict=True)))
for n in range(6):
    print(g(list(range(n))))
for i in range(120):
    r = g(list(range(9)))
print(r)
#---
# The objects can be used besides, and again; what is taken from an iterator whose others have ended is lost.
def gen(v):
    for x in v:
        yield x
def f(x): return x * 10
def one():
    r = []
    a, b = iter([1, 2, 3, 4, 5]), gen([1, 2])
    for x, y in zip(map(f, a), b):
        r.append((x, y))
    r.append(list(a))
    z = zip(gen(range(9)), map(f, range(9)))
    for x, y in z:
        r.append((x, y))
        if x == 2:
            r.append(next(z))
        if x == 5:
            break
    r.append(next(z))
    r.append(list(z))
    r.append(next(z, 'end'))
    e = enumerate(gen('abcdefgh'), 10)
    for i, x in e:
        r.append((i, x))
        if x == 'b':
            r.append(next(e))
        if x == 'e':
            break
    for i, x in e:
        r.append((i, x))
        break
    r.append(list(e))
    m = map(f, range(8))
    for x, y in zip(m, m):
        r.append((x, y))
        if x == 20:
            r.append(next(m))
    g = gen(range(7))
    for x, y in zip(g, g):
        r.append((x, y))
    e = enumerate(gen([7, 8, 9]))
    for i, x in e:
        for j, y in e:
            r.append((i, x, j, y))
    grown = [1, 2]
    for i, x in enumerate(map(f, grown)):
        if len(grown) < 8: grown.append(i)
    r.append(grown)
    e = enumerate(gen('ab'), 2**47 - 1)
    r.append([p for p in e])
    e = enumerate(gen('abc'), 2**62)
    for i, x in e: r.append((i, x))
    return r
for i in range(60):
    r = one()
print(r)
z = zip(map(f, [1, 2]), [3, 4])
for p in z:
    print(type(z).__name__, z is iter(z), p)
    break
print(list(z))
#---
# Exceptions, StopIteration of functions and generators, strict, and classes.
def stop(x):
    if x == 3: raise StopIteration(x)
    return x
def divide(x): return 12 // x
def bad(n):
    yield n
    raise KeyError(n)
def stops():
    yield 1
    raise StopIteration(3)
def lines(e):
    tb, r = e.__traceback__, []
    while tb:
        r.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
        tb = tb.tb_next
    return type(e).__name__, e.args, r
class Z(zip): pass
class E(enumerate):
    def __next__(self):
        i, x = super().__next__()
        return -i, x
class Count:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
def run(v):
    r = [[p for p in zip(map(stop, v), v)], [p for p in zip(v, map(stop, v))], [p for p in enumerate(map(stop, v))], [p for p in enumerate(filter(stop, v))], [p for p in Z(map(stop, v), v)], [p for p in E(map(stop, v))],
         [p for p in zip(Count(3), map(stop, Count(3)))], [p for p in enumerate(Count(2))], list(zip(map(stop, v), v)), list(enumerate(map(stop, v)))]
    for f in (lambda: [x for x in zip(map(divide, v), v)], lambda: [x for x in zip(v, map(divide, v))], lambda: [x for x in enumerate(map(divide, v))], lambda: list(zip(v, map(divide, v))), lambda: dict(enumerate(map(divide, v))),
              lambda: [x for x in zip(bad(5), v)], lambda: [x for x in enumerate(bad(6))], lambda: [x for x in zip(stops(), v)], lambda: [x for x in enumerate(stops())], lambda: [x for x in zip(map(divide, v[:2]), v, strict=True)],
              lambda: [x for x in zip(map(divide, v[:2]), v[:2], strict=True)], lambda: [x for x in zip(map(lambda: 0, v), v)], lambda: [x for x in zip(map(divide, v), 5)], lambda: [x for x in map(divide, map(divide, v))], lambda: [x for x in map(lambda p: p[2], zip(bad(1), v))]):
        try:
            r.append(f())
        except Exception as e:
            r.append(lines(e))
    return r
for x in run([1, 2, 3, 4, 0]):
    print(x)
for i in range(60):
    r = run([1, 2, 3, 4, 0])
for x in r: print(x)
#---
# Deep chains of iterators, and a type that changes while a loop runs over it.
def chain(n):
    it = iter(range(40))
    for k in range(n):
        it = map(lambda x, k=k: x + k, it) if k % 3 == 0 else filter(lambda x, k=k: x % (k + 7) != 1, it) if k % 3 == 1 else enumerate(it) if k == n - 1 else map(lambda p: p[1], enumerate(it))
    return [x for x in it]
for n in range(12):
    for i in range(25): r = chain(n)
    print(n, r)
def primes(n):
    it, out = iter(range(2, n)), []
    while True:
        p = next(it, None)
        if p is None: return out
        out.append(p)
        it = filter(lambda x, p=p: x % p, it)
for i in range(10): r = primes(120)
print(r)
def either(k, n):
    src = [zip(range(n), range(n)), zip((x for x in range(n)), range(n)), zip(map(lambda x: x, range(n)), range(n)), enumerate(range(n)), enumerate(x for x in range(n)), [(i, i) for i in range(n)], zip(range(n), (x for x in range(n)))][k]
    s = 0
    for a, b in src: s += a * b
    return s
print([either(i % 7, 10 + i % 3) for i in range(400)][-14:], sum(either(i % 7, 30) for i in range(200)))
