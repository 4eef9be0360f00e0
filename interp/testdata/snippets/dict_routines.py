# Look-ups in dicts, and stores: keys of all kinds, found and not, while the dict grows and shrinks.
class Same:
    def __init__(self, n): self.n = n
    def __hash__(self): return hash(self.n)
    def __eq__(self, other): return self.n == getattr(other, 'n', other)

class Loud:
    def __hash__(self): return 1
    def __eq__(self, other): raise ValueError('compared')

def get(d, k, x=None):
    for _ in range(40):
        r = d.get(k, x), k in d
    return r

def item(d, k):
    try:
        for _ in range(40):
            r = d[k]
    except (KeyError, ValueError) as e:
        return repr(e)
    return r

def store(keys):
    d = {}
    for k in keys:
        d[k] = d.get(k, 0) + 1
    return d

def default(keys):
    d = {}
    for k in keys:
        d.setdefault(k, []).append(k)
    return d

keys = [0, 1, -1, -2, 2**47, 2**70, 'a', ''.join(['a', '']), 'é', 'ω', '', None, True, False, 1.0, 2.5, float('inf'), (), (1, 2), (1, 'a'), (1, (2, 3)), (None, 1), (1,) * 9, int, str, len, store, b'a', frozenset([1])]
ds = [{}, {'a': 1}, {1: 2}, {(1, 2): 3, (1, 'a'): 4, ('b', None): 5}, {k: i for i, k in enumerate(keys)}, {Same(1): 'same'}, {Same('a'): 'same'}, {int: 'int', store: 'store'}, {Same((1, 2)): 7}]
for d in ds:
    print([get(d, k) for k in keys])
    print([item(d, k) for k in keys][:12])
print(get({1: 2}, Same(1)), get({'a': 1}, Same('a')), item({1: 'x'}, True), get({(1, 2): 5}, (1.0, 2)), get({(True, 2): 5}, (1, 2)))
print(item({Loud(): 1}, 1), item({1: 1}, 3))
for f in store, default:
    d = f(keys * 3)
    print(len(d), list(d.items())[:9])
    for n in 5, 100, 400, 70000:
        d = f([i * 7 % 50021 for i in range(n)])
        e = f([str(i * 7 % 997) for i in range(n)])
        g = f([(i % 7, i % 11) for i in range(n)])
        print(n, len(d), len(e), len(g), list(d)[:4], list(e)[:4], list(g)[:4], sum(map(len, e)))
#---
# Deleted keys, and dicts that change their kind.
def churn(n):
    d = {}
    for i in range(n):
        d[i % 50] = i
        if i % 3 == 0:
            del d[i % 50]
        d[str(i % 20)] = i
        d[i % 5, i % 3] = i
        if i % 7 == 0:
            d.pop(str(i % 20), None)
    return d
for n in 0, 1, 10, 1000, 5000:
    print(list(churn(n).items())[-8:])
def mixed(n):
    d = {'a': 1}
    for i in range(n):
        d[i] = d['a']
        d['a'] = i
    return d
print(mixed(200)['a'], list(mixed(10).items()))
class D(dict):
    def __missing__(self, k): return ('missing', k)
def sub(d):
    r = []
    for i in range(100):
        d[i] = i
        r = d[i], d[-1], d.get(-1), d.setdefault(-2, i), -2 in d
    return r
print(sub(D()))
x = 5
def globals_too():
    g = globals()
    for i in range(100):
        g['x'] = i
        g.setdefault('y', i)
        if x != i:
            return 'wrong', x, i
    return x, y
print(globals_too())
def while_iterating():
    d = {i: i for i in range(4)}
    try:
        for i in d:
            d[i] = -i
            d.setdefault(i, 9)
            if i == 2:
                d[100] = 1
    except RuntimeError as e:
        return str(e), d
for _ in range(50):
    r = while_iterating()
print(r)
