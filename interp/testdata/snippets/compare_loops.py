# Sorting, heaps, bisecting, min and max by methods in Python: what is compared with what, in which order.
import bisect, heapq

class Rng:
    def __init__(self, seed): self.x = seed
    def __call__(self, n):
        self.x = (self.x * 1103515245 + 12345) & 0x7fffffff
        return (self.x >> 8) % n

class O:
    log = 0
    n = 0
    def __init__(self, a, i=0): self.a, self.i = a, i
    def __lt__(self, o):
        O.log = (O.log * 31 + self.a * 7 + o.a * 3 + self.i + 2 * o.i) % 1000003
        O.n += 1
        return self.a < o.a
    def __gt__(self, o):
        O.log = (O.log * 37 + self.a * 5 + o.a) % 1000003
        O.n += 1
        return self.a > o.a

def lists(n, r):
    yield [O(r(2 * n + 1), i) for i in range(n)]
    yield [O(r(3), i) for i in range(n)]
    yield [O(i, i) for i in range(n)]
    yield [O(n - i, i) for i in range(n)]
    yield [O(i % 16 * 3 + (r(20) == 0), i) for i in range(n)]
    yield [O(i // 5, i) for i in range(n // 2)] + [O(i // 3, i) for i in range(n - n // 2)]

def shown(l):
    h = 0
    for o in l:
        h = (h * 31 + o.a * 3 + o.i) % 1000003
    return h

for n in 0, 1, 2, 3, 7, 8, 31, 63, 64, 65, 130, 500:
    out = []
    for l in lists(n, Rng(n + 1)):
        O.log = O.n = 0
        out.append(shown(sorted(l)))
        out.append(shown(sorted(l, reverse=True)))
        out.append(shown(sorted(l, key=lambda o: O(-o.a, o.i))))
        m = l[:]
        m.sort()
        if m:
            out += [min(l).i, max(l).i, min(iter(l)).i, max(*l, l[0]).i]
        for x in l[:9]:
            out += [bisect.bisect_left(m, x), bisect.bisect(m, x), bisect.bisect(m, x, len(m) // 3)]
            bisect.insort(m, x)
        h = l[:]
        heapq.heapify(h)
        for x in l[:20]:
            heapq.heappush(h, x)
            out.append(heapq.heappop(h).i)
            out.append(heapq.heappushpop(h, x).i)
            out.append(heapq.heapreplace(h, x).i)
        g = l[:]
        heapq.heapify_max(g)
        while len(g) > n // 2:
            out.append(heapq.heappop_max(g).i)
        out.append(shown([O(i, 0) for i in out]))
        print(n, out[-1], O.n, O.log)
#---
# Methods that raise, that change what is sorted, and whose results are no bools.
import bisect, heapq, traceback

class O:
    left = -1
    then = None
    def __init__(self, a): self.a = a
    def __repr__(self): return str(self.a)
    def __lt__(self, o):
        if O.left == 0:
            O.left = -1
            O.then()
        O.left -= 1
        return self.a < o.a

def fail():
    raise KeyError("now")

def state(l):
    return sorted(o.a for o in l)

def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e), [t.name for t in traceback.extract_tb(e.__traceback__)]

def each(n):
    out = []
    for k in range(0, 5 * n, max(1, n // 6)):
        l = [O((i * 37 + 11) % n) for i in range(n)]
        O.left, O.then = k, fail
        out.append((tried(lambda: l.sort()), state(l) == list(range(n))))
        l = [O((i * 37 + 11) % n) for i in range(n)]
        O.left, O.then = k, lambda: l.append(1)
        out.append((tried(lambda: l.sort()), state(l) == list(range(n))))
        O.left = -1
        h = [O((i * 37 + 11) % n) for i in range(n)]
        O.left, O.then = k, fail
        out.append((tried(lambda: heapq.heapify(h)), state(h) == list(range(n))))
        O.left = -1
        heapq.heapify(h)
        O.left, O.then = k % 5, lambda: h.pop()
        out.append((tried(lambda: heapq.heappush(h, O(-1))), len(h)))
        O.left = -1
        heapq.heapify(h)
        O.left, O.then = k % 5, lambda: h.append(O(5))
        out.append((tried(lambda: heapq.heappop(h).a), len(h)))
        O.left = -1
        s = [O(i) for i in range(n)]
        O.left, O.then = k % 4, lambda: s.clear()
        out.append(tried(lambda: bisect.bisect(s, O(3))))
        O.left = -1
        s = [O(i) for i in range(n)]
        O.left, O.then = k, fail
        out.append((tried(lambda: min(s)), tried(lambda: max(s))))
        O.left = -1
    kinds = {}
    for x in out:
        kinds[str(x)] = kinds.get(str(x), 0) + 1
    return kinds

for n in 3, 8, 40, 100, 300:
    for k, v in each(n).items():
        print(n, v, k)

class T:
    def __init__(self, a): self.a = a
    def __lt__(self, o):
        if self.a == 13:
            return NotImplemented
        return [1] if self.a < getattr(o, "a", o) else ""
    def __gt__(self, o):
        return self.a > getattr(o, "a", o)

print([t.a for t in sorted(map(T, [5, 13, 2, 13, 9, 1, 0, 4] * 9))][::9])
print([getattr(t, "a", t) for t in sorted([T(5), 3, T(2), 7, 1, T(4), 6, 0] * 9)][::9])
print(tried(lambda: sorted([T(5), "x", T(2)] * 9)), tried(lambda: min([T(13), T(1), T(2), None, T(4), T(4)])))
print(tried(lambda: sorted([object() for i in range(9)])), tried(lambda: sorted([T(13), object()] * 9)))

class U(T):
    def __lt__(self, o):
        U.__lt__ = lambda self, o: self.a > o.a
        return self.a < o.a
print([u.a for u in sorted(map(U, [3, 1, 2, 5, 4, 9, 7, 8]))], [u.a for u in sorted(map(U, range(100)))][:3])

class Deep:
    def __lt__(self, o):
        return sorted([self, o] * 5)
print(tried(lambda: sorted([Deep(), Deep(), Deep(), Deep()]))[0])

class Inner(T):
    def __lt__(self, o):
        a, b = sorted([T(self.a), T(o.a), T(1), T(0), T(2)] * 3)[:2]
        return self.a < o.a
print([t.a for t in sorted(map(Inner, [(i * 7) % 50 for i in range(50)]))])
#---
# The lists that a sort compares in are no program's.
import gc

class O:
    def __init__(self, a): self.a = a
    def __lt__(self, o):
        if self.a == o.a and not found:
            found.append([len(x) for x in gc.get_objects() if type(x) is list and x and type(x[0]) is O])
        return self.a < o.a

for n in 20, 200:
    found = []
    sorted([O(i * 7 % (n // 2)) for i in range(n)])
    print(len(found), found)
