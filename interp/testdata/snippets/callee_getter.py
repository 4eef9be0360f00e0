# itemgetters and attrgetters of all kinds as keys: drivers do what few keys do
# getters of many kinds through one site
from operator import itemgetter, attrgetter, methodcaller
class O:
    def __init__(s, a, b=0): s.a = a; s.b = b
    @property
    def p(s): return -s.a
    def m(s, k=1): return s.a * k
o = [O(i * 7 % 5, O(i)) for i in range(6)]
t = [{'x': i * 7 % 5, 'y': i, 3: -i} for i in range(6)]
def f(v, k):
    l = list(v); l.sort(key=k)
    return [sorted(v, key=k), list(map(k, v)), max(v, key=k), l]
def show(r): return [[getattr(x, 'a', x) if not isinstance(x, tuple) else x for x in (y if isinstance(y, list) else [y])] for y in r]
for _ in range(60):
    out = []
    for k in attrgetter('a'), attrgetter('p'), attrgetter('b.a'), attrgetter('a', 'p'), attrgetter('a', 'b.a'), methodcaller('m'), methodcaller('m', k=-2):
        out.append(show(f(o, k)))
    for k in itemgetter('x'), itemgetter('y'), itemgetter('x', 'y'), itemgetter(3), itemgetter('x', 3, 'y', 'x', 'y'):
        out.append(f(t, k))
print(out)
for k in attrgetter('zz'), itemgetter('zz'), itemgetter(9), attrgetter('b.zz'):
    for v in o, t, [(1, 2)]:
        try: print(f(v, k))
        except Exception as e: print(type(e).__name__, str(e))
# tuples of classes; many getters
from operator import itemgetter, attrgetter
from collections import namedtuple
P = namedtuple('P', 'x y')
ps = [P(i * 7 % 5, i) for i in range(5)]
for _ in range(40):
    r = sorted(ps, key=attrgetter('y')), sorted(ps, key=itemgetter(0)), list(map(attrgetter('x', 'y'), ps))
print(r)
for i in range(1200):
    k = itemgetter('k%d' % i)
    assert list(map(k, [{'k%d' % i: i}])) == [i]
    assert sorted([{'k%d' % i: 2}, {'k%d' % i: 1}], key=k)[0]['k%d' % i] == 1
    assert itemgetter(i)(range(5000)) == i
print(itemgetter(1), attrgetter('a.b', 'c'), itemgetter(1).__reduce__(), list(map(itemgetter(1199), [range(2000)])))
# the key that a __getitem__ sees is the itemgetter's
class K:
    def __getitem__(s, i): return i is key
key = ''.join(['ke', 'y!'])
for _ in range(60): r = list(map(itemgetter(key), [K()])), list(map(itemgetter(''.join(['ke', 'y!'])), [K()]))
print(r)
