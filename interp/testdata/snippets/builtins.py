# The functions of iteration, sorting by keys, sums and products.
out = None
for i in range(300):
    xs = [5, 3, i % 7, 8]
    out = [sorted(xs), sorted(xs, reverse=True), sorted(xs, key=lambda v: -v % 5), list(reversed(xs)), list(enumerate(xs, 1)), list(zip(xs, "abc")), list(map(lambda a, b: a + b, xs, xs)), list(filter(lambda v: v > 4, xs)), any([]), all([]), any(xs), all(xs), sum(xs), sum(xs, 0.5), min(xs, key=abs), max(xs, default=0), max(1, 2.5), divmod(17, 5), pow(2, 10), bin(10), oct(8), hex(255), abs(-1.5), len(xs), list(range(3)), tuple(xs), set(xs) == frozenset(xs), bool([]), callable(len), hash(1) == hash(1.0), iter(xs) is not None]
print(out)
it = iter(range(3))
print(next(it), next(it), next(it), next(it, "end"))
#---
# print: sep, end, nested containers, recursion.
a = [1]
a.append(a)
d = {"k": a}
d["d"] = d
print(1, "a", None, 1.0, [1, "b", (2,)], {"k": {1}}, sep="|", end="#\n")
print(a, d, (), (1,), {}, set(), frozenset(), range(3), b"x\n", slice(1, None, 2), type(1), int, len, NotImplemented, ..., sep="\n")
#---
# Stable sorting of many, with keys that compare equal.
xs = [((i * 7919) % 1000, i) for i in range(3000)]
xs.sort(key=lambda p: p[0])
ok = all([xs[i][0] < xs[i + 1][0] or xs[i][1] < xs[i + 1][1] for i in range(len(xs) - 1)])
print(ok, xs[0], xs[1500], xs[-1])
ys = [str(i) for i in range(2000)]
ys.sort(reverse=True, key=len)
print(ys[:3], ys[-3:])
#---
# List methods.
a = []
for i in range(2500):
    a.append(i)
    if i % 3 == 0:
        a.insert(i % 5, -i)
    if i % 4 == 0:
        a.pop()
    if i % 7 == 0:
        a.pop(0)
    if i % 100 == 99:
        a.extend([1, 2])
        a.remove(1)
        a.reverse()
print(len(a), a[:5], a[-5:], a.count(2), a.index(2), [1, 2] + [3], [0] * 3, [1, 2] == [1, 2], [1, 2] < [1, 3])
b = a.copy()
b.clear()
a += (7, 8)
a *= 1
print(len(b), a[-2:])
#---
# Tuples: concatenation, comparison, hashing, nesting.
t = ()
for i in range(1500):
    t = t[-5:] + (i, (i,))
print(t, hash((1, 2)) == hash((1, 2)), (1, 2) < (1, 2, 0), t.count(1499), t.index(1499), (1,) * 3, min((3, "a"), (2, "b")))
#---
# Random numbers from a seed.
import random

random.seed(5)
t = 0.0
for i in range(2500):
    t += random.random()
print(t, random.randint(1, 6), random.randrange(100), random.choice("abc"))
xs = list(range(20))
random.shuffle(xs)
print(xs)
random.seed("text")
print(random.random())
#---
# dir without an argument, and of a class with __dir__
import sys


def f(b, a=1):
    c = [n for n in dir()]
    return c, dir()


class D:
    def __dir__(self):
        return ("z", "a", "m")


print(f(1), dir(D()), dir()[-4:], "path" in sys.__dir__(), sys.__class__.__name__)
print(list(n for n in dir() if n.isupper()))
