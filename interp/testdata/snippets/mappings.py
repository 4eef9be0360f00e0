# What ** takes: any object with keys() and __getitem__.
import collections, types
class M:
    def __init__(self, *k): self.k = k
    def keys(self): return self.k
    def __getitem__(self, k): return str(k) + '!'
class D(dict): pass
class Own(dict):
    def keys(self): return ['own']
    def __getitem__(self, k): return 'o'
    def __iter__(self): return iter(['own'])
class NoKeys:
    def __getitem__(self, k): return 1
class BadKeys:
    def keys(self): return 5
class Raises:
    def keys(self): raise ValueError('keys')
class Missing(M):
    def __getitem__(self, k): raise KeyError(k)
class Attr(M):
    def __getitem__(self, k): raise AttributeError('inside')
def f(*a, **k): return a, k
class C:
    def __init__(self, **k): self.k = k
    def m(self, **k): return k
for x in (D(a=1), collections.OrderedDict(a=1), collections.defaultdict(int, a=1), collections.UserDict(a=1), collections.ChainMap({'a': 1}),
          types.MappingProxyType({'a': 1}), collections.Counter(a=1), M('a'), M('b', 'a'), M(1), M('z'), Own(a=1), NoKeys(), BadKeys(), Raises(), Missing('a'), Attr('a'), 5, None, [('a', 1)], 'ab', {1: 2}, {}):
    for g in (lambda: {**x}, lambda: {'a': 0, **x, 'b': 1}, lambda: f(**x), lambda: f(1, z=1, **x), lambda: f(*[1], **x), lambda: dict(**x), lambda: dict(x), lambda: {} | {**x},
              lambda: C(**x).k, lambda: C().m(**x), lambda: f(**{'q': 1}, **x), lambda: type('T', (), {}, **x) and 1, lambda: print(end='', **x)):
        try: print(type(x).__name__, g())
        except Exception as e: print(type(x).__name__, type(e).__name__, e)
#---
# Hot: dicts, then other mappings.
import collections
def f(a=0, b=0): return a * 10 + b
maps = [{'a': 1, 'b': 2}, collections.OrderedDict(b=1), collections.ChainMap({'a': 3}, {'b': 4})]
n = 0
for i in range(900):
    m = maps[0 if i < 500 else i % 3]
    n += f(**m) + len({**m, 'c': 1})
print(n)
