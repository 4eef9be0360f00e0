# OrderedDict: every method that machine code does by routines, in loops, with orders, errors, iterators and keys of all kinds.

from collections import OrderedDict

class LRU:
    def __init__(self, n):
        self.n, self.d = n, OrderedDict()
    def get(self, k):
        if k not in self.d:
            return -1
        self.d.move_to_end(k)
        return self.d[k]
    def put(self, k, v):
        if k in self.d:
            self.d.move_to_end(k)
        self.d[k] = v
        if len(self.d) > self.n:
            return self.d.popitem(last=False)

def lru(n, size):
    c, out = LRU(size), 0
    for i in range(n):
        p = c.put(i * 7 % (2 * size + 1), i)
        if p: out = (out * 31 + p[0] * 7 + p[1]) % 1000003
        out = (out * 31 + c.get(i * i % (size + 3))) % 1000003
    return out, list(c.d.items())[:5], len(c.d)

for size in (1, 2, 5, 50, 300): print(lru(3000, size))

# Random operations, with a list of pairs beside.
class Random:
    def __init__(self, seed): self.s = seed
    def __call__(self, n):
        self.s = (self.s * 1103515245 + 12345) % 2147483648
        return (self.s >> 8) % n

def steps(seed, n, keys):
    r, d, l, log = Random(seed), OrderedDict(), [], 0
    for i in range(n):
        op, k = r(12), keys[r(len(keys))]
        at = next((j for j, p in enumerate(l) if p[0] == k), None)
        if op < 3:
            d[k] = i
            if at is None: l.append((k, i))
            else: l[at] = (l[at][0], i)
        elif op == 3:
            if d.pop(k, None) != (None if at is None else l.pop(at)[1]): print('pop', i)
        elif op == 4 and l:
            if d.popitem() != l.pop(): print('popitem', i)
        elif op == 5 and l:
            if d.popitem(last=False) != l.pop(0): print('popitem first', i)
        elif op == 6 and at is not None:
            d.move_to_end(k); l.append(l.pop(at))
        elif op == 7 and at is not None:
            d.move_to_end(k, last=False); l.insert(0, l.pop(at))
        elif op == 8 and at is not None:
            del d[k]; del l[at]
        elif op == 9:
            if (k in d) != (at is not None): print('in', i)
        elif op == 10:
            if len(d) != len(l) or bool(d) != bool(l): print('len', i)
        elif op == 11:
            if d.setdefault(k, i) != (i if at is None else l[at][1]): print('setdefault', i)
            if at is None: l.append((k, i))
        if i % 50 == 0:
            if list(d.items()) != l or list(reversed(d)) != [p[0] for p in reversed(l)]: print('items', i)
        if op == 0 and i % 400 == 0: d.clear(); l.clear()
    return len(l), list(d)[:4]

class Key:
    def __init__(self, v): self.v = v
    def __hash__(self): return self.v % 5
    def __eq__(self, o): return type(o) is Key and self.v == o.v
    def __repr__(self): return 'K%d' % self.v

print(steps(1, 4000, list(range(8))))
print(steps(2, 4000, ['a', 'b', 'cc', 'd' * 9, 'e', 'f1', 'g']))
print(steps(3, 4000, [0, 1.5, 'x', None, (1, 2), True, b'y', frozenset((1,)), 2 ** 70]))
print(steps(4, 1500, [Key(i) for i in range(7)]))
print(steps(5, 4000, list(range(200))))

# Errors, and what is no key.
def tried(f, *a, **k):
    try: return f(*a, **k)
    except Exception as e: return type(e).__name__, str(e)
for _ in range(200):
    d = OrderedDict(a=1)
    errors = [tried(d.pop, 'z'), tried(d.move_to_end, 'z'), tried(d.popitem, 1, 2), tried(d.move_to_end), tried(d.pop), tried(d.pop, []),
              tried(d.popitem, last=0), tried(d.popitem), tried(d.popitem, last=False), tried(d.__delitem__, 'z'), tried(d.__getitem__, 'z'), [] in [d],
              tried(d.move_to_end, key='z', last=False), tried(d.pop, key='z', default=3), tried(d.pop, 'z', key='z'), tried(d.popitem, other=1)]
for e in errors: print(e)
def arguments(f, k):
    try: f(k)
    except KeyError as e: return e.args
for k in ((0, 'a'), (), 'x'):
    print(arguments(d.pop, k), arguments(d.move_to_end, k), arguments(d.__delitem__, k), arguments(d.__getitem__, k))

# Iterators see changes.
def during(change, n=200):
    r = None
    for _ in range(n):
        d = OrderedDict((i, i) for i in range(6))
        try:
            r = [(k, change(d, k)) for k in d]
        except RuntimeError as e:
            r = str(e)
    return r
def move(d, k):
    if k == 2: d.move_to_end(2)
def last(d, k):
    if k == 5: d.move_to_end(5)
def again(d, k):
    if k == 1: d[0] = 'new'
def add(d, k):
    if k == 1: d['more'] = 1
def swap(d, k):
    if k == 1: d.pop(4); d['x'] = 1
def swap2(d, k):
    if k == 1: d.popitem(); d['x'] = 1
def swap3(d, k):
    if k == 1: d.popitem(last=False); d['x'] = 1
def drop(d, k):
    if k == 1: del d[4]
for f in (move, last, again, add, swap, swap2, swap3, drop): print(f.__name__, during(f))

# Classes derived from it, and dict's own methods.
class Sub(OrderedDict):
    def __setitem__(self, k, v):
        super().__setitem__(k, v); self.move_to_end(k)
class Missing(OrderedDict):
    def __missing__(self, k): return k * 2
def sub(n):
    d, m = Sub(), Missing()
    for i in range(n):
        d[i % 5] = i; d.move_to_end(i % 3 % len(d)) if i % 3 in d else None
        if len(d) > 4: d.popitem(last=False)
        m[i % 7] = m[i % 11]
        if i % 7 in m: m.pop(i % 7)
    return list(d.items()), list(m.items()), 3 in d, len(m)
print(sub(1000))
def both(n):
    a, b = OrderedDict(), {}
    for i in range(n):
        for x in (a, b):
            x[i % 9] = i
            if i % 4 == 0: x.pop(i % 5, None)
            if i % 6 == 0 and x: x.popitem()
            if i % 9 in x: del x[i % 9]
            x[i % 13] = len(x)
    return a == b, list(a.items()), a == OrderedDict(b), a == OrderedDict(reversed(list(b.items())))
print(both(2000))
