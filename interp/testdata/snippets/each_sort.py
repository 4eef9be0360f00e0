# list.sort with a function in Python is a frame: what it returns, changes meanwhile, errors, recursion.
def neg(x): return -x
def run(n, key, m):
    s = 0
    for i in range(n):
        l = [i % m, 3, 5, i % 3, 4]
        r = l.sort(key=key)
        s = s * 7 % 1000003 + l[0] + l[1] * 2 + l[3] * 3 + (r is None)
        l.sort(key=key, reverse=True); s += l[0]
        l.sort(reverse=i % 2 == 0, key=key); s += l[1]
    return s
class K:
    def __init__(self, m): self.m = m
    def rem(self, x): return x % self.m
print(run(2000, neg, 7), run(2000, lambda x: x % 3, 5), run(2000, K(4).rem, 9), run(500, abs, 4), run(500, None, 3), run(1000, lambda x: str(x), 4))
print(run(1000, lambda x: (x % 2, -x), 8), run(1000, lambda x: x / 2, 8))
class L(list): pass
def kinds(n):
    s = 0
    for i in range(n):
        for l in ([3, 1, 2], L([5, 4, 6]), [], [1], list(range(20, 0, -1))):
            l.sort(key=lambda x: x % 4)
            s = s * 5 % 1000003 + (l[0] if l else 0) + len(l)
        m = [2, 1]
        f = m.sort
        f(key=neg); list.sort(m, key=neg, reverse=True)
        s += m[0]
    return s
print(kinds(800))
def bad(n, call):
    seen = {}
    for i in range(n):
        l = [3, 1, i % 4]
        try: r = call(l, i)
        except Exception as e: r = type(e).__name__ + ": " + str(e)
        r = str((r, l))
        seen[r] = seen.get(r, 0) + 1
    return sorted(seen.items())
def boom(x):
    if x == 2: raise KeyError(x)
    return -x
print(bad(1500, lambda l, i: l.sort(key=boom)))
print(bad(1500, lambda l, i: l.sort(key=lambda x: l.append(x) or x)))
print(bad(1500, lambda l, i: l.sort(key=lambda x: len(l) + x)))
print(bad(1500, lambda l, i: l.sort(key=lambda x: (l.append(x), l.clear(), x)[2])))
print(bad(1500, lambda l, i: l.sort(key=lambda x: l.sort(key=neg) or -x)))
print(bad(1500, lambda l, i: l.sort(key=lambda x: "a" if x == 1 else x)))
print(bad(1500, lambda l, i: l.sort(key=lambda: 1)), bad(500, lambda l, i: l.sort(neg)), bad(500, lambda l, i: l.sort(key=neg, foo=1)), bad(500, lambda l, i: l.sort(key=neg, reverse=3)))
def both(l, i):
    def key(x):
        if x == 1: l.append(5)
        if x == i % 4: raise ValueError(x)
        return x
    l.sort(key=key)
print(bad(1500, both))
class V:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
class W(V):
    def __lt__(self, o):
        seen.append(len(l))
        return self.v < o.v
def objects(n):
    s = 0
    for i in range(n):
        l = [V(i % 5), V(3), V(i % 2)]
        l.sort(key=lambda o: V(-o.v))
        s = s * 3 % 10007 + l[0].v
        l.sort(key=lambda o: o)
        s += l[0].v
    return s
print(objects(1500))
seen, l = [], [3, 1, 2]
for i in range(600): l = [3, 1, 2]; l.sort(key=W)
print(l, set(seen))
def rec(d, l):
    l.sort(key=lambda x: rec(d - 1, list(l) + [x, 1]) if d else x)
    return len(l) + l[0]
print([rec(3, [3, 1, 2]) for _ in range(200)][-1])
def deep(n, l):
    l.sort(key=lambda x: deep(n + 1, [x]))
try: deep(0, l)
except RecursionError: print("RecursionError", l)
def gen(n):
    for i in range(n):
        l = [i % 3, 2, 1]
        l.sort(key=lambda x: -x)
        yield l
print([x for x in gen(2000)][-1])
import sys, traceback
names = set()
def look(x):
    f, n = sys._getframe(), []
    while f: n.append(f.f_code.co_name); f = f.f_back
    names.add(tuple(n))
    return x
def frames(n):
    for i in range(n): [2, 1].sort(key=look)
frames(600)
print(names)
def trace():
    try: [2, 1].sort(key=boom)
    except KeyError as e: return [f.name for f in traceback.extract_tb(e.__traceback__)]
for i in range(1500): r = trace()
print(r)
