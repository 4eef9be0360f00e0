# Keys with __hash__ and __eq__ in Python in what derives from dict: how often each is called, in which order, and what comes of it.

from collections import defaultdict, Counter, OrderedDict
from dataclasses import dataclass

log = []
class K:
    def __init__(self, v): self.v = v
    def __hash__(self): log.append('h%s' % self.v); return self.v % 3
    def __eq__(self, o): log.append('e%s%s' % (self.v, getattr(o, 'v', o))); return isinstance(o, K) and self.v == o.v
    def __repr__(self): return 'K%d' % self.v
class Missing(dict):
    def __missing__(self, k): log.append('missing'); return -1
class Sets(dict):
    def __setitem__(self, k, v): log.append('set'); super().__setitem__(k, v)
class Gets(dict):
    def __getitem__(self, k): log.append('get'); return super().__getitem__(k)
class Has(dict):
    def __contains__(self, k): log.append('has'); return super().__contains__(k)
class Plain(dict): pass
class Ordered(OrderedDict): pass
class Defaults(defaultdict): pass

makers = [dict, Plain, Missing, Sets, Gets, Has, OrderedDict, Ordered, lambda: defaultdict(int), lambda: defaultdict(list), lambda: defaultdict(lambda: 7),
          lambda: defaultdict(None), defaultdict, lambda: Defaults(int), Counter]

def tried(f):
    try: return f()
    except Exception as e: return type(e).__name__, str(e)

def uses(d, n):
    keys = [K(i) for i in range(5)]
    for i in range(n):
        k = keys[i % 5]
        d[k] = i
    out = []
    def item(k): return d[k]
    def delete(k): del d[k]
    for i in range(n):
        k = K(i % 7)
        log.clear()
        r = [tried(lambda: item(k)), k in d, d.get(k), d.get(k, 'no'), tried(lambda: delete(k)), k in d, tried(lambda: d.setdefault(k, 5))]
        d[k] = i
        if i < 7 or i > n - 8: out.append((r, ' '.join(log)))
    return out, list(d.items())

for m in makers:
    d = m()
    print(type(d).__name__)
    out, items = uses(d, 120)
    for o in out[-7:]: print('  ', o)
    print('  ', items)

@dataclass(frozen=True)
class V:
    x: int
    y: int

def counts(n):
    a, b, c, o = defaultdict(int), Counter(), defaultdict(list), OrderedDict()
    for i in range(n):
        v = V(i % 7, i % 3)
        a[v] += 1
        b[v] += 1
        c[v].append(i)
        o[v] = o.get(v, 0) + 1
        if i % 5 == 0: o.move_to_end(v)
        if i % 11 == 0: o.popitem(last=False)
    return sorted((v.x, v.y, a[v], b[v], len(c[v])) for v in a)[:6], [(v.x, v.y, x) for v, x in o.items()][:6], V(0, 0) in a, V(9, 9) in b, len(b)
print(counts(2000))

# What raises, and what changes the container meanwhile.
class Bad:
    def __init__(self, v, how): self.v, self.how = v, how
    def __hash__(self):
        if self.how == 'hash': raise ValueError('hash')
        return 1
    def __eq__(self, o):
        if self.how == 'eq': raise ValueError('eq')
        if self.how == 'clear': target.clear()
        if self.how == 'grow':
            for i in range(50): target[i + 100] = i
        return self is o
    def __repr__(self): return 'Bad(%d, %s)' % (self.v, self.how)
def bad(make, n):
    global target
    r = set()
    for i in range(n):
        for how in ('hash', 'eq', 'clear', 'grow', 'none'):
            target = make()
            target[Bad(1, how if how != 'hash' else 'none')] = 1
            k = Bad(2, how)
            def store(): target[k] = 2
            def add(): target[k] += 1
            def delete(): del target[k]
            r.add((how, str(tried(lambda: target[k])), str(tried(lambda: k in target)), str(tried(store)), str(tried(add)), str(tried(delete)), len(target)))
    return sorted(r)
for m in (lambda: defaultdict(int), Counter, Plain, OrderedDict):
    for x in bad(m, 40): print(x)
