# Methods of lists: what is found and what is not, indices of all kinds, lengths at which a list grows
# or gives up storage.
def grow(n):
    l = []
    for i in range(n):
        l.append(i)
    return l

def run(f, l, *args):
    try:
        for _ in range(60):
            r = f(l[:], *args)
    except (ValueError, IndexError, TypeError) as e:
        return type(e).__name__, str(e)
    return r

def pop(l, i): return l.pop(i), l
def insert(l, i, x): return l.insert(i, x), l
def index(l, x): return l.index(x), l
def remove(l, x): return l.remove(x), l
def count(l, x): return l.count(x), l
def extend(l, x): return l.extend(x), l
def turn(l): return l.reverse(), l
def join(a, b): return a + b

class Odd:
    def __eq__(self, other): return True
    __hash__ = None

class Derived(list):
    def pop(self, i): return 'mine'

for n in 0, 1, 3, 4, 5, 8, 9, 127, 128, 129, 130, 300:
    l = grow(n)
    print(n, sum(l), len(run(turn, l)[1]), run(turn, l)[1][:3], run(join, l, l)[n:n + 2], len(run(extend, l, l)[1]))
l = [1, 'b', None, 2.5, (1, 2), True]
for x in 1, 'b', ''.join(['', 'b']), None, 2.5, (1, 2), True, 7, 'c', Odd(), [], float('nan'):
    print(run(index, l, x), run(count, l, x))
    print(run(remove, l, x))
for i in 0, 1, 2, 5, 6, -1, -6, -7, 2**50, -2**50, True, 'a', None:
    print(run(pop, l, i), run(insert, l, i, 0))
for x in [], (), [0], (0,), 'ab', {'k': 1}, range(3), 5, None:
    print(run(extend, l, x), run(join, l, x))
print(pop(Derived([1]), 0), turn(Derived([1, 2])), extend(Derived([1]), [2]))
l = grow(100)
while l:
    l.pop(0)
    if len(l) % 10 == 0:
        print(len(l), l[:2])
#---
# What is taken from iterators.
def rest(it):
    r = []
    for x in it:
        r.append(x)
    return r

def firsts(make):
    r = []
    for _ in range(60):
        it = make()
        r = [next(it, 'end'), next(it, 'end'), next(it, 'end'), next(it, 'end')]
    return r

d = {'a': 1, 'b': 2, 'c': 3}
del d['b']
makes = [
    lambda: iter([1, 2, 3]), lambda: iter((1, 2)), lambda: iter(range(2)), lambda: iter(range(2**48 - 2, 2**48 + 2)), lambda: iter(d), lambda: iter(d.values()), lambda: iter(d.items()),
    lambda: iter({5}), lambda: reversed([1, 2]), lambda: reversed(d), lambda: enumerate([7, 8]), lambda: enumerate((7,), 2**48 - 2), lambda: enumerate(d.items()), lambda: enumerate(enumerate('xy')),
    lambda: zip([1], [2]), lambda: iter('abc'), lambda: iter(b'ab'), lambda: iter([]), lambda: (x for x in [1]),
]
for make in makes:
    print(firsts(make))
for _ in range(30):
    print(*[rest(make()) for make in makes][_ % len(makes)], end=';')
print()
def change(make, do):
    c = make()
    try:
        for k, x in enumerate(c):
            if k == 1:
                do(c)
    except RuntimeError as e:
        return str(e)
    return k
for _ in range(40):
    r = [change(lambda: [1, 2, 3], lambda l: l.append(4) if len(l) < 9 else None), change(lambda: {1, 2, 3}, lambda s: s.add(9)),
         change(lambda: dict(d, x=1), lambda d: d.clear()), change(lambda: [1, 2, 3], lambda l: l.clear())]
print(r)
#---
# Sets: add, discard, remove, and which one lies within which.
def work(s, xs):
    for x in xs:
        s.add(x)
        s.discard(-1 - x)
        if x % 3 == 0:
            s.remove(x)
    return s
for n in 0, 3, 4, 5, 20, 100, 1000:
    s = work(set(), range(n))
    print(n, len(s), sum(s), list(s)[:8])
def test(s, t):
    for _ in range(60):
        r = s <= t, s >= t, s == t
    return r
class Same:
    def __init__(self, n): self.n = n
    def __hash__(self): return hash(self.n)
    def __eq__(self, other): return self.n == getattr(other, 'n', other)
sets = [set(), {1}, {1, 2}, frozenset([1, 2]), frozenset('ab'), {'a', 'b', 1}, set(range(40)), {Same(1)}, {True}, {2**61 - 1 + 1}, {8, 16, 24, 32, 40}, {40, 8, 16}]
for s in sets:
    print([test(s, t) for t in sets])
def fails(f, *args):
    try:
        for _ in range(50):
            f(*args)
    except (KeyError, TypeError) as e:
        return repr(e)
print(fails(lambda s: s.remove(7), {1}), fails(lambda s: s.add([]), set()), fails(lambda s: s.discard({}), set()), fails(lambda s: s.discard({1}), {frozenset([1])}))
print(fails(lambda s: s <= [1], {1}), fails(lambda s: s.remove({1}), {frozenset([1])}))
#---
# A list of a derived class takes its own items once.
class L(list):
    pass
class T(tuple):
    pass
for make in list, L:
    x = make([1, 2, 3])
    for i in range(3):
        x.extend(x)
        x += x
    print(type(x).__name__, len(x), x[:7])
    x[1:2] = x
    x[len(x):] = x
    print(len(x))
x = L([1])
x.extend(T((1, 2))); x += T((3,)); x *= 2
print(x)
