# Sorting, extremes, searches, heaps and sorted lists of elements that are compared in Python: the comparisons one by one, in lists of all short lengths.
import functools, heapq, bisect
log = []
class V:
    def __init__(self, v, tag=0): self.v, self.tag = v, tag
    def __lt__(self, o): log.append((self.v, self.tag, o.v, o.tag)); return self.v < o.v
    def __repr__(self): return f"{self.v}.{self.tag}"
def state(x):
    while True:
        x = (x * 1103515245 + 12345) & 0x7fffffff
        yield x >> 8
def orders(n):
    rnd, h = state(7), 0
    for i in range(n):
        k = i % 23
        kind = i // 23 % 5
        vs = [(next(rnd) % 5, j, -j, j // 2, -(j // 3))[kind] for j in range(k)]
        l = [V(v, j) for j, v in enumerate(vs)]
        a, b = sorted(l), sorted(l, reverse=i % 2 == 0)
        m = l[:]
        m.sort(reverse=i % 3 == 0)
        t = sorted(tuple(l))
        if k > 0: h = (h * 31 + min(l).tag * 7 + min(tuple(l), default=3).tag) % 1000003
        h = hash((h, str(a), str(b), str(m), str(t), tuple(log))) % 1000003 if i % 10 == 0 else (h * 31 + sum(x.tag * j for j, x in enumerate(a + b + m + t)) + len(log)) % 1000003
        if i < 8: print(k, a, b, m)
        log.clear()
    return h % 1 + len(str(a))
print(orders(1500))
def counts(n):
    rnd, s = state(3), 0
    for i in range(n):
        l = [V(next(rnd) % 6, j) for j in range(i % 17)]
        a = sorted(l)
        m = l[:]
        m.sort(reverse=True)
        s = (s * 31 + sum((j + 1) * x.tag for j, x in enumerate(a)) + sum((j + 3) * x.tag for j, x in enumerate(m)) + sum((j + 1) * (x[1] + 2 * x[3]) for j, x in enumerate(log))) % 1000000007
        log.clear()
    return s
print(counts(2000))
def heaps(n):
    rnd, s, h = state(5), 0, []
    for i in range(n):
        x = V(next(rnd) % 50, i)
        if i % 4 != 3 or not h: heapq.heappush(h, x)
        else:
            s = (s * 31 + heapq.heappop(h).tag) % 1000000007
            s += heapq.heappushpop(h, x).tag if i % 8 == 3 else heapq.heapreplace(h, x).tag
        if len(h) > 40: del h[5:]; heapq.heapify(h)
        s = (s * 31 + len(log) + sum(a[0] + 3 * a[3] for a in log)) % 1000000007
        log.clear()
    return s, h[:3]
print(heaps(3000))
def sorteds(n):
    rnd, s, l = state(9), 0, []
    for i in range(n):
        x = V(next(rnd) % 30, i)
        s = (s * 31 + bisect.bisect_left(l, x) + 3 * bisect.bisect_right(l, x) + 5 * bisect.bisect(l, x)) % 1000000007
        (bisect.insort, bisect.insort_left, bisect.insort_right)[i % 3](l, x)
        if i % 3 == 0: bisect.insort(l, V(3, i)); bisect.insort_left(l, V(3, -i))
        if len(l) > 30: del l[::2]
        s = (s * 31 + len(log) + sum(a[0] + 3 * a[3] for a in log)) % 1000000007
        log.clear()
    return s, l[:4]
print(sorteds(2000))
class W:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __gt__(self, o): log.append((self.v, o.v)); return self.v > o.v
def extremes(n):
    s = 0
    for i in range(n):
        a, b, c = W(i % 3), W(i % 5), W(i % 7)
        s += min(a, b).v + 3 * max(a, b).v + 5 * max(a, b, c).v + 7 * min([a, b, c]).v + 11 * max((a, b, c)).v + max([a, b], default=None).v + min([], default=2) + max({a: 1, b: 2}).v
        s += max(a, b, c, a).v
    return s, len(log)
print(extremes(2000))
#---
# Searches: by __eq__ of both sides, what changes the sequence meanwhile, what is missing.
class Q:
    n = 0
    def __init__(self, v): self.v = v
    def __eq__(self, o): Q.n += 1; return self.v == (o.v if isinstance(o, Q) else o)
def search(n):
    s = 0
    for i in range(n):
        l = [Q(i % 5), Q(3), Q(i % 4), 3, None]
        t = tuple(l)
        s += l.index(Q(3)) + 3 * l.count(Q(3)) + 5 * t.index(Q(3)) + 7 * t.count(Q(i % 3)) + l.index(3) + l.count(3) + t.index(3, 1) + l.index(l[2])
        l.remove(Q(3))
        s += len(l)
        try: l.index(Q(9))
        except ValueError as e: m = str(e)
        try: l.remove(Q(9))
        except ValueError as e: m += str(e)
        try: t.index(Q(9))
        except ValueError as e: m += str(e)
    return s, Q.n, m
print(search(2000))
class Grows:
    def __init__(self, l, k): self.l, self.k = l, k
    def __eq__(self, o):
        if self.k == 1: self.l.clear()
        if self.k == 2 and len(self.l) < 9: self.l.append(o)
        if self.k == 3: self.l[:] = [5, 5, 5]
        return self.k == 4 and o is not self
def meanwhile(n):
    out = []
    for i in range(n):
        l = []
        l += [Grows(l, i % 5), Grows(l, (i + 1) % 5), 3]
        for f in (lambda: l.index(7), lambda: l.count(7), lambda: l.remove(7), lambda: sorted(l), lambda: l.sort()):
            try: r = f()
            except Exception as e: r = type(e).__name__ + ": " + str(e).replace(" at ", "@")[:24]
            out.append((str(r), len(l)))
    return out[-25:]
print(meanwhile(500))
#---
# A sort that changes its list, or raises, and lists of other things at the same place.
class L:
    def __init__(self, v, what=None): self.v, self.what = v, what
    def __lt__(self, o):
        if self.what: self.what()
        return self.v < o.v
    def __repr__(self): return str(self.v)
def sorts(n):
    out = []
    for i in range(n):
        l = [L(3), L(1), L(2), L(5), L(4)]
        def add(): l.append(1)
        def clear(): l.clear(); out.append(len(l))
        def boom(): raise KeyError(len(l))
        l[i % 5].what = (None, add, clear, boom)[i % 4]
        try: l.sort(reverse=i % 3 == 0); r = "sorted"
        except Exception as e: r = type(e).__name__ + ": " + str(e)
        out.append((r, str(l)))
    return out[-12:]
print(sorts(1200))
def others(n):
    s = 0
    for i in range(n):
        l = [[L(2), L(1)], [2, 1, 3], ["b", "a"], [L(3)], [], [1.5, 0.5], [(2, L(1)), (1, L(2))], list(range(40, 0, -1)), [L(x) for x in range(20, 0, -1)]][i % 9]
        r = sorted(l)
        l.sort()
        if r: s += (r[0].v if isinstance(r[0], L) else len(str(r[0]))) + len(l); m = min(r); M = min(*r, r[0])
        s += l.count(l[0]) + l.index(l[0]) if l else 1
    return s
print(others(3000))
def mixed(n):
    seen = {}
    for i in range(n):
        for f in (lambda: sorted([L(1), 2]), lambda: sorted([2, L(1)]), lambda: min(L(1), 2), lambda: max(L(1), L(2)), lambda: sorted(5), lambda: max([L(1), "x"]), lambda: min(), lambda: min([]),
                  lambda: sorted([L(2), L(1)], reverse="x"), lambda: sorted([L(2), L(1)], reverse=None), lambda: sorted([L(2), L(1)], key=None), lambda: sorted([L(2), L(1)], foo=1), lambda: max(L(1), default=3)):
            try: r = str(f())
            except Exception as e: r = type(e).__name__ + ": " + str(e)
            seen[r] = seen.get(r, 0) + 1
    return seen
print(mixed(300))
