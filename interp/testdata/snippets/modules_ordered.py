# collections.OrderedDict: order, moves, comparison, iterators, views, derived classes, errors.
import collections, copy, pickle, _collections
from collections import OrderedDict as O
print(O is _collections.OrderedDict, O.__module__, O.__mro__, O.__hash__, O.__doc__)
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def fresh(n=5): return O((c, i) for i, c in enumerate('abcdefghijklmnop'[:n]))
for s in """O()
O(a=1, b=2)
O({'x': 1}, y=2)
O([('a', 1), ('b', 2)])
O([1])
O([(1,)])
O([()])
O([(1, 2, 3)])
O(1)
O(1, 2)
O('ab')
O(['ab', 'cd'])
O(O(a=1))
O(self=1, dict=2)
O([([], 1)])
O({1: 2}, **{'a': 3})
fresh()
fresh().move_to_end('a')
fresh().move_to_end('z')
fresh().move_to_end([])
O().move_to_end('z')
O().move_to_end([])
fresh().move_to_end()
fresh().move_to_end('a', last=False, x=1)
fresh().move_to_end(key='a', last=0)
fresh().popitem()
fresh().popitem(False)
fresh().popitem(last=False)
fresh().popitem(1, 2)
O().popitem()
O().popitem(last=False)
fresh().pop('a')
fresh().pop('z')
fresh().pop('z', 5)
fresh().pop(key='z', default=6)
fresh().pop([])
fresh().pop()
O().pop('z')
fresh().setdefault('a', 9)
fresh().setdefault('z')
fresh().setdefault(key='z', default=3)
fresh().setdefault([])
fresh().update(1)
fresh().update(1, 2)
fresh().update([('q', 1)], r=5)
fresh().get('a'), fresh().get('z'), fresh().get('z', 3)
fresh()['z']
fresh()[[]]
fresh().__delitem__('z')
fresh().__delitem__([])
fresh().__setitem__([], 1)
O.fromkeys('abc')
O.fromkeys('abc', 1)
O.fromkeys('abc', value=2)
O.fromkeys(iterable='abc')
O.fromkeys()
O.fromkeys(5)
fresh() == fresh(), fresh() == dict(fresh()), dict(fresh()) == fresh(), O(a=1, b=2) == O(b=2, a=1), O(a=1, b=2) == dict(b=2, a=1), O(a=1) != O(a=1), O(a=1) != O(a=2), O(a=1) == 5
O(a=1) < O(a=1)
hash(O())
fresh(2) | {'z': 1}, {'z': 1} | fresh(2), fresh(2) | fresh(3), type({'z': 1} | fresh(2))
fresh() | 5
fresh() | [('a', 1)]
[('a', 1)] | fresh()
list(reversed(fresh())), list(fresh().values()), list(fresh().items()), list(reversed(fresh().items())), list(reversed(fresh().keys())), list(reversed(fresh().values()))
fresh().keys(), fresh().values(), fresh().items(), O().keys()
type(fresh().keys()), type(iter(fresh())), type(iter(fresh().items())), type(reversed(fresh())), type(fresh().keys()).__mro__
fresh().keys() & {'a', 'z'}, sorted(fresh().keys() | 'xa'), fresh().keys() - 'abcd', fresh().items() >= {('a', 0)}, fresh().keys() == set('abcde'), fresh().keys() == fresh().keys(), ('a', 0) in fresh().items(), 'a' in fresh().keys(), 1 in fresh().values(), fresh().keys().isdisjoint('xyz'), len(fresh().keys()), sorted(fresh(3).items() ^ fresh(2).items()), fresh().keys().mapping
copy.copy(fresh()), copy.deepcopy(fresh()), fresh().copy(), type(fresh().copy())
[pickle.loads(pickle.dumps(fresh(), p)) == fresh() for p in range(6)], pickle.dumps(fresh(2), 2)
fresh(2).__reduce__()[:4], list(fresh(2).__reduce__()[4])
iter(fresh(2)).__reduce__(), reversed(fresh(3).items()).__reduce__()
bool(O()), len(fresh()), 'a' in fresh(), dict(fresh(2)), {**fresh(2)}, list(fresh()), max(fresh()), [*fresh()], (lambda **k: k)(**fresh(2)), sorted(fresh(3), reverse=True)
O.__init__(fresh(2), [('q', 1)])
type(fresh().__iter__), O.move_to_end
O.nope
fresh().nope
O.__class_getitem__(int)
O[int, str]
O.__new__(O), O.__new__(O, 1, 2, 3)
isinstance(fresh(), collections.abc.MutableMapping), isinstance(fresh().keys(), collections.abc.KeysView), isinstance(iter(fresh()), collections.abc.Iterator)
fresh().__sizeof__() > 0
fresh().__contains__([])
fresh().__eq__(5), fresh().__or__(5), fresh().__lt__(fresh())""".splitlines(): t(lambda: eval(s))
d = fresh(); d |= [('q', 1), ('a', 7)]; d |= {'r': 2}; print(d)
t(lambda: d.__ior__(5))
d.x = 5; print(d.__dict__, d.__reduce__()[2], copy.copy(d).__dict__, pickle.loads(pickle.dumps(d)).x)
d['me'] = d; print(d); del d['me']
import weakref; print(weakref.ref(d)() is d)
for f in (lambda d, k: d.__setitem__(k, 9), lambda d, k: d.__setitem__(k + 'x', 9), lambda d, k: d.pop(k), lambda d, k: d.move_to_end(k), lambda d, k: d.move_to_end('a', last=False), lambda d, k: d.clear(), lambda d, k: d.popitem(), lambda d, k: d.popitem(last=False), lambda d, k: d.update(zz=1), lambda d, k: d.setdefault('new', 1), lambda d, k: (d.pop(k), d.__setitem__(k, 1))):
    for n in (1, 4):
        for it in (iter, reversed, lambda d: iter(d.items()), lambda d: reversed(d.values())):
            d = fresh(n); i = it(d); out = []
            for step in range(6):
                try: out.append(next(i))
                except StopIteration: out.append('end')
                except RuntimeError as e: out.append(str(e))
                if step == 0: f(d, 'a' if not out or not isinstance(out[0], str) else out[0])
            print(out, list(d.items()))
class S(O):
    def __setitem__(self, k, v): print('set', k, v); super().__setitem__(k, v)
    def __getitem__(self, k): print('get', k); return super().__getitem__(k)
    def __delitem__(self, k): print('del', k); super().__delitem__(k)
    def __missing__(self, k): return 'missing ' + k
    def __contains__(self, k): print('has', k); return super().__contains__(k)
s = S(a=1, b=2); s['c'] = 3; s.update(d=4); s |= {'e': 5}; print(s['nope'], s.get('nope'), s.setdefault('f', 6), s.setdefault('a', 7))
print(s.pop('a'), s.pop('zz', 1), s.popitem(), s.popitem(last=False), s)
del s['c']; s.move_to_end('d', last=False); print(s, s.copy(), S.fromkeys('xy'), s == O(s), s | {'q': 1}, list(s.items()))
class I(O):
    def items(self): return [('shown', 1)]
    def __init__(self, *a): super().__init__(*a); self.extra = 1
print(I([('a', 1)]), copy.copy(I([('a', 1)])), pickle.dumps(fresh(1)) == pickle.dumps(fresh(1)))
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return 1
    def __eq__(self, o): return isinstance(o, K) and self.n == o.n
    def __repr__(self): return f'K{self.n}'
ks = [K(i) for i in range(6)]
d = O((k, k.n) for k in ks); d.move_to_end(K(2)); d.move_to_end(K(4), last=False); d.pop(K(0)); print(d, d == O(d), list(reversed(d)))
#---
# Random operations of OrderedDict beside a list of pairs.
import random
from collections import OrderedDict
r = random.Random(5)
for trial in range(60):
    d, l = OrderedDict(), []
    span = r.choice([3, 10, 60, 1000])
    for step in range(r.choice([50, 400, 3000])):
        k = r.randrange(span); k = r.choice([k, str(k)]) if trial % 2 else k
        i = next((i for i, (x, _) in enumerate(l) if x == k), -1)
        op = r.randrange(12)
        if op < 4:
            d[k] = step
            if i >= 0: l[i] = (k, step)
            else: l.append((k, step))
        elif op < 6 and i >= 0:
            last = r.random() < .5
            d.move_to_end(k, last)
            x = l.pop(i)
            if last: l.append(x)
            else: l.insert(0, x)
        elif op == 6 and l:
            last = r.random() < .5
            assert d.popitem(last) == l.pop(-1 if last else 0)
        elif op == 7 and i >= 0:
            if r.random() < .5: del d[k]
            else: assert d.pop(k) == l[i][1]
            l.pop(i)
        elif op == 8 and r.random() < .02: d.clear(); l.clear()
        elif op == 9 and r.random() < .1: d = d.copy()
        elif op == 10: assert d.get(k) == (l[i][1] if i >= 0 else None) and (k in d) == (i >= 0)
        elif op == 11 and step % 7 == 0: assert list(d.items()) == l and list(reversed(d)) == [k for k, _ in reversed(l)] and list(d) == [k for k, _ in l] and len(d) == len(l)
        if l and step % 5 == 0: assert next(iter(d)) == l[0][0] and next(reversed(d)) == l[-1][0]
    assert list(d.items()) == l and dict(d) == dict(l) and d == OrderedDict(l)
print("ok")
#---
# What was not found leaves nothing behind: objects in objects are collected.
import gc, weakref
from collections import OrderedDict
class M(OrderedDict): pass
refs, d = [], None
for i in range(50):
    d = M([(None, d)]); refs.append(weakref.ref(d))
del d
gc.collect()
print(sum(r() is not None for r in refs) < 5)
#---
"""How often keys are hashed and compared, and what of."""
from collections import OrderedDict
class K:
    log = []
    def __init__(self, n, h=1): self.n, self.h = n, h
    def __hash__(self): K.log.append("h%d" % self.n); return self.h
    def __eq__(self, other):
        K.log.append("e%s%s" % (self.n, getattr(other, "n", "?")))
        return isinstance(other, K) and self.n == other.n
    def __repr__(self): return "K%d" % self.n
def shown(what, f):
    K.log.clear()
    try: r = f()
    except Exception as e: r = type(e).__name__, e.args
    print(what, r, *K.log)
def made(n=3, h=1):
    return OrderedDict((K(i, h), i) for i in range(n))
for n in 1, 2, 3:
    for at in range(n + 1):
        for make in (lambda: K(at)), None:
            for what, f in {"set": lambda d, k: d.__setitem__(k, 5), "del": lambda d, k: d.__delitem__(k), "pop": lambda d, k: d.pop(k, None), "get": lambda d, k: d.get(k), "default": lambda d, k: d.setdefault(k, 7),
                    "move": lambda d, k: d.move_to_end(k), "front": lambda d, k: d.move_to_end(k, last=False), "in": lambda d, k: k in d}.items():
                d = made(n)
                if make is None and at == n:
                    continue
                k = make() if make else list(dict.keys(d))[at]
                shown((what, n, at, make is None), lambda: f(d, k))
    for what, f in {"iter": list, "items": lambda d: list(d.items()), "values": lambda d: list(d.values()), "reversed": lambda d: list(reversed(d)), "popitem": lambda d: d.popitem(), "popfirst": lambda d: d.popitem(last=False)}.items():
        d = made(n)
        shown((what, n), lambda: f(d))
        d = made(n, 2); d[2] = "two"
        shown((what, n, "mixed"), lambda: f(d))
