# map and filter with functions in Python, in all that runs over them.
def f(x):
    return x * 3 % 7
def odd(x):
    return x & 1
def g(l):
    s = 0
    for x in map(f, l):
        s = s * 5 + x
    for x in filter(odd, l):
        s = s * 5 + x
    for x, y in zip(map(f, l), filter(odd, l)):
        s ^= x + y * 7
    return (s, list(map(f, l)), tuple(filter(odd, l)), sum(map(f, l)), max(map(f, l), default=9), min(filter(odd, l), default=8), set(map(f, l)) == {f(x) for x in l},
            sorted(map(f, l)), ",".join(map(lambda x: str(x), l)), [x for x in map(f, l)], {x: y for x, y in map(lambda x: (x, f(x)), l)}, sum(x for x in map(f, l)),
            any(map(f, l)), all(map(f, l)), dict(map(lambda x: (x, -x), l)), list(enumerate(map(f, l))), max(map(f, l), key=lambda x: x ^ 3, default=None),
            list(map(f, map(f, filter(odd, l)))), [*map(f, l)], list(map(lambda x, y: x - y, l, l[1:])), list(map(lambda *a: a, l, l[1:], l[2:])),
            [a + b + c + d for a, b, c, d in map(lambda a, b, c, d: (a, b, c, d), l, l, l, l)])
for n in range(8):
    print(g(list(range(n))))
for i in range(120):
    r = g(list(range(9)))
print(r)
for v in ([1, 2, 3], (1, 2, 3), range(1, 4), {1: 0, 2: 0, 3: 0}, {1, 2, 3}, "123", b"123", iter([1, 2, 3]), (x for x in (1, 2, 3)), enumerate((1, 2, 3)), map(abs, [1, -2, 3])):
    print([x for x in map(lambda x: (x,), v)])
class Count:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
class Mapped:
    def __init__(self, v): self.v = v
    def __iter__(self): return map(self.one, self.v)
    def one(self, x): return x + 1
for i in range(60):
    r = [x for x in map(f, Count(9))], [x for x in filter(odd, Count(9))], [x for x in Mapped([1, 2, 3])], sum(Mapped([1, 2, 3])), sum(map(Mapped([]).one, range(9)))
print(r)
#---
# The object is what it was: it can be used besides, again, and after an exception.
def f(x):
    if x == 4:
        raise KeyError(x)
    return x * 10
for i in range(30):
    m = map(f, iter([1, 2, 3, 5, 6, 7]))
    r = []
    for x in m:
        r.append(x)
        if x == 20:
            r.append(next(m))
        if x == 50:
            break
    r.append(list(m))
    r.append(next(m, "end"))
    l = [1, 2, 3, 4, 5, 6]
    m, seen = map(f, l), []
    for k in range(3):
        try:
            for x in m:
                seen.append(x)
                if x == 60 and k < 3:
                    l.append(7)
        except KeyError as e:
            seen.append(e.args)
    l.append(8)
    r.append((seen, list(m), next(m, None)))
    grown = [1, 2, 3]
    for x in map(lambda x: x, grown):
        if len(grown) < 10:
            grown.append(x)
    r.append(grown)
    m = filter(lambda x: x & 1, range(9))
    for x in m:
        for y in m:
            r.append((x, y))
            if y > 4:
                break
print(r)
for i in range(40):
    m = map(lambda x: x > 3, range(9))
    r = any(m), all(m), list(m), all(map(lambda x: x < 9, range(9))), any(x for x in []), all(map(lambda x: [x], range(9))), any(filter(lambda x: x > 9, range(9)))
print(r)
def inner(x):
    return x, next(m2, None)
for i in range(30):
    m2 = map(inner, range(9))
    r = [x for x in m2]
print(r)
m = map(f, [1, 2, 3])
for x in m:
    print(type(m).__name__, m is iter(m), m.__reduce__()[0] is map)
    break
print(list(m))
#---
# Exceptions of the function, and StopIteration out of it.
def stop(x):
    if x == 3:
        raise StopIteration(x)
    return x
def divide(x):
    return 12 // x
def lines(e):
    tb, r = e.__traceback__, []
    while tb:
        r.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
        tb = tb.tb_next
    return type(e).__name__, e.args, r
def run(v):
    r = []
    for x in map(stop, v):
        r.append(x)
    r.append([x for x in map(stop, v)])
    r.append([list(map(stop, v)), sum(map(stop, v)), max(map(stop, v)), tuple(filter(stop, v)), sorted(map(stop, v)), set(map(stop, v)), [x for x in filter(stop, v)]])
    for f in (lambda: [x for x in map(divide, v)], lambda: list(map(divide, v)), lambda: sum(filter(divide, v)), lambda: [y for x in v for y in map(divide, [x, 0])],
              lambda: list(map(lambda: 0, v)), lambda: [x for x in map(lambda a, b: 0, v)], lambda: list(map(divide, 5)), lambda: max(map(divide, v)),
              lambda: [x for x in map(lambda a, b: a, v, [1], strict=True)], lambda: [x for x in map(lambda a, b: a, [1], v, strict=True)],
              lambda: list(x for x in map(stop, v)), lambda: [x for x in map(f, v)]):
        try:
            r.append(f())
        except Exception as e:
            r.append(lines(e))
    return r
for i in range(3):
    for x in run([1, 2, 3, 4, 0]):
        print(x)
for i in range(60):
    r = run([1, 2, 3, 4, 0])
print(r[-1])
class B:
    def __init__(self, b): self.b = b
    def __bool__(self):
        seen.append(self.b)
        if self.b == 5: raise StopIteration
        if self.b == 6: raise KeyError(6)
        return self.b > 1
for i in range(40):
    seen = []
    r = [x for x in filter(lambda x: B(x), [1, 2, 3, 5, 2])], list(filter(B, [1, 2])), [x for x in filter(lambda x: B(x), [0, 3, 1])]
    try:
        for x in filter(lambda x: B(x), [3, 6, 3]):
            seen.append("body")
    except KeyError as e:
        r += lines(e)
print(r, seen)
#---
# Recursion: the depth, and functions that run over what they are called from.
def walk(t):
    yield t[0]
    for w in map(walk, t[1]):
        yield from w
def total(t):
    return t[0] + sum(map(total, t[1]))
def total2(t):
    s = t[0]
    for x in map(total2, filter(lambda c: c[0], t[1])):
        s += x
    return s
t = (1, [(2, [(3, []), (0, [])]), (4, [(5, [(6, [])])]), (7, [])])
for i in range(80):
    r = list(walk(t)), total(t), total2(t)
print(r)
def deep(n):
    global most
    most = n
    for x in map(lambda _: deep(n + 1), (1,)):
        pass
def deep_sum(n):
    global most
    most = n
    return sum(map(lambda _: deep_sum(n + 1), (1,)))
def nest(n):
    m = range(3)
    for i in range(n):
        m = map(lambda x: x + 1, m)
    return m
for f in deep, deep_sum:
    try:
        f(0)
    except RecursionError as e:
        print(most, e)
for i in range(20):
    r = [x for x in nest(20)], sum(nest(9))
print(r)
#---
# What functions see of the frames beneath them, and of a generator expression's variables.
import sys
def names():
    r, f = [], sys._getframe(1)
    while f:
        r.append(f.f_code.co_name)
        f = f.f_back
    return r
def see(x):
    seen.append(names())
    return x
def outer(v):
    for x in map(see, v):
        pass
    for x in filter(see, map(see, v)):
        pass
    list(map(see, v))
    sum(map(see, v))
for i in range(3):
    seen = []
    outer([1, 2, 3])
    print(len(seen), {tuple(s) for s in seen})
def look(m, x):
    v = sys._getframe(1).f_locals
    return v[".0"] is m, type(v[".0"]).__name__, sorted(v)
def variables(m):
    g = (look(m, x) for x in m)
    return next(g), list(g)[-1]
for i in range(30):
    r = variables(map(lambda x: x, [1, 2, 3])), variables(x for x in "abc"), variables(filter(lambda x: x, [1, 2]))
print(r)
def within(x):
    f = sys._getframe(1)
    return f.f_code.co_name, ".0" in f.f_locals and type(f.f_locals[".0"]).__name__
for i in range(30):
    r = list(x for x in map(within, [1, 2]))
print(r)
#---
# str.join of a generator behind a loop, called as a method and as a function.
def a(l):
    for x in l: yield "a"
def g(l):
    s = 0
    for x in l:
        s = s * 5 + x
    return ",".join(a(l)), str.join("-", a(l)), str.join("-", map(str, l)), str.join("-", map(lambda x: str(x), l)), s
for i in range(200):
    r = g(list(range(9)))
print(r)
