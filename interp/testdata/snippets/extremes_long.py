# max and min of lists longer than routines look at.
import random
r = random.Random(5)
for n in (0, 1, 127, 128, 129, 300, 1000):
    ints = [r.randrange(-10**6, 10**6) for _ in range(n)]
    floats = [r.random() for _ in range(n)]
    strs = ['s%d' % r.randrange(10**4) for _ in range(n)]
    mixed = [r.choice([r.randrange(100), r.random() * 100]) for _ in range(n)]
    big = [r.randrange(2**60, 2**200) for _ in range(n)]
    for v in (ints, floats, strs, mixed, big):
        for f in (max, min):
            for make in (list, tuple, set, frozenset, iter):
                try:
                    print(n, f.__name__, make.__name__, f(make(v)) == f(v, key=lambda x: x), f(make(v), default='d') == f(v))
                except ValueError as e:
                    print(n, e, f(make(v), default='d'))
#---
# NaN, ties between types, and elements that cannot be compared.
nan = float('nan')
v = [1.0] + [1] * 200 + [True]
print(repr(max(v)), repr(min(v)), repr(max(v[::-1])), repr(min(v[::-1])), repr(max([1] * 200 + [1.0])))
print(max([nan] + list(range(300))), max(list(range(300)) + [nan]), min([5] * 200 + [nan, 1]), min([nan] * 200 + [1]))
for bad in ('x', None, 1j, [1], object()):
    for f in (max, min):
        try:
            f(list(range(200)) + [bad])
        except TypeError as e:
            print(e)
class L:
    def __init__(self, n): self.n = n
    def __lt__(self, o): return self.n < (o.n if isinstance(o, L) else o)
    def __gt__(self, o): return self.n > (o.n if isinstance(o, L) else o)
    def __repr__(self): return 'L%d' % self.n
print(max([L(i % 17) for i in range(300)]), min([L(i % 17) for i in range(300)]), max(list(range(200)) + [L(500)]), min([L(5)] + list(range(10, 300))))
class V(list):
    def __iter__(self): return iter([7, 8, 9])
print(max(V(range(300))), min(V(range(300))), max(V()), max(*range(300)), min('a' * 300 + 'Z'))
class Grows:
    def __init__(self, v): self.v = v
    def __gt__(self, o): self.v.append(10**6); return False
    __lt__ = __gt__
