# Enumerate over lists, tuples and ranges, with breaks, and what is left then.
def total(it):
    s = 0
    for i, x in it:
        s += i * x
    return s

l = list(range(2000))
print(total(enumerate(l)), total(enumerate(tuple(l))), total(enumerate(range(2000))), total(enumerate(l, 5)), total(enumerate([])))

def until(it, n):
    for i, x in it:
        if x == n:
            return i, x
    return None

e = enumerate(l, 7)
print(until(e, 1500), next(e), until(e, 1900), list(e)[-1], next(e, "end"))
#---
# An iterator that has ended stays at its end, though its list grows.
def run(it):
    n = 0
    for p in it:
        n += p[0] & 1
    return n

l = list(range(1600))
e = enumerate(l)
z = zip(l, l)
print(run(e), run(z))
l.append(1)
print(next(e, None), next(z, None), run(enumerate(l)), run(zip(l, l)))

def grow(l):
    n = 0
    for i, x in enumerate(l):
        if i < 1500:
            l.append(x + 1)
        n += x
    return n, len(l)

print(grow([1, 2, 3]))
#---
# Counts beyond what a word holds.
def last(it):
    for i, x in it:
        pass
    return i, x

l = list(range(2000))
for start in (0, -1000, 2**47 - 1000, 2**48 - 1000, 2**62, 2**63 - 1000, 2**63 - 1, 2**64 - 1000, 2**70):
    print(last(enumerate(l, start)))
#---
# Zip: of different lengths, of one iterator twice, of three, strict.
def pairs(it):
    s = n = 0
    for x, y in it:
        s += x * y
        n += 1
    return s, n

a = list(range(3000))
b = tuple(range(2000))
i = iter(a)
print(pairs(zip(a, b)), pairs(zip(b, a)), pairs(zip(range(5000), a)), pairs(zip(i, i)), next(i, "end"))
i = iter(a)
print(pairs(zip(i, b)), next(i))
i = iter(a)
print(pairs(zip(b, i)), next(i))

def three(n):
    s = 0
    for x, y, z in zip(range(n), a, b):
        s += x + y * z
    return s

print(three(2500), three(1800))
print(pairs(zip(a, a, strict=True)))
print(pairs(zip(a, b, strict=True)))
#---
# Dicts: items, values and keys, with deleted entries.
def sums(d):
    s = t = u = 0
    for k, v in d.items():
        s += k * v
    for v in d.values():
        t += v
    for k in d:
        u += k
    for k in d.keys():
        u -= k
    return s, t, u

d = {i: i * 2 for i in range(3000)}
print(sums(d))
for i in range(0, 3000, 7):
    del d[i]
print(sums(d), len(d))
for i in range(1000):
    d[10000 + i] = -1
print(sums(d), len(d))
print(sums({}), sums({1: 2}))
#---
# A dict that changes its size while it is iterated over.
def shrink(d, at):
    n = 0
    for k, v in d.items():
        n += 1
        if k == at:
            d[-1] = 0
    return n

d = {i: i for i in range(2000)}
print(shrink(d, 5000))
print(shrink(dict(d), -5))
print(shrink(d, 1500))
#---
# A dict whose keys change while it is iterated over.
def replace(d, at):
    n = 0
    for k in d:
        n += 1
        if k >= at:
            del d[k]
            d[k + 10000] = 1
    return n

d = {i: i for i in range(2000)}
print(replace(d, 50000))
print(replace(d, 1998))
#---
# One loop over iterators of different kinds in turn.
def any_pairs(it):
    s = 0
    for x, y in it:
        s += x - 2 * y
    return s

l = list(range(1500))
d = {i: i + 1 for i in range(1500)}
kinds = (lambda: enumerate(l), lambda: zip(l, l), lambda: d.items(), lambda: [(i, i) for i in l], lambda: enumerate(range(1500)),
         lambda: zip(range(1500), tuple(l)), lambda: reversed([(2, 3)] * 1500), lambda: enumerate(tuple(l)))
for k in range(3):
    print([any_pairs(f()) for f in kinds])
#---
# The tuples are kept, or compared.
def keep(it):
    kept = []
    last = None
    same = 0
    for p in it:
        same += p is last
        last = p
        if p[0] % 500 == 499:
            kept.append(p)
    return kept, last, same, kept[-1] is last

l = list(range(2000))
print(keep(enumerate(l)))
print(keep(zip(l, l)))
print(keep({i: str(i) for i in l}.items()))
#---
# Nested loops over short ones, with other elements.
def table(rows):
    s = ""
    n = 0
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            if x:
                n += i * j
        for a, b in zip(row, rows[0]):
            n += a == b
    return n

print(table([[(i + j) % 3 == 0 for j in range(7)] for i in range(700)]))
#---
# The lists of a zip change while it runs.
def change(a, b):
    n = 0
    for x, y in zip(a, b):
        n += x + y
        if n % 1000 == 0:
            b.pop()
    return n, len(b)

print(change(list(range(3000)), list(range(3000))))

#---
# A count by ones from what fits a word goes in plain ints; others add what they are given.
import itertools, io
class I(int):
    def __repr__(self):
        return 'me'
class N:
    def __index__(self):
        return 3
class B:
    def __index__(self):
        return 'no'
for a in ((I(7),), (True,), (False, True), (I(2), I(1)), (I(2), 2), (2.5,), (10**30,), (I(10**30),), (1, True), (True, 2), (-5,), (2**63-2,), (2**63,), (0, 1.0)):
    c = itertools.count(*a)
    print(repr(c), [next(c) for i in range(3)], c, [type(x).__name__ for x in [next(c)]])
for k, text in ((io.StringIO, 'ab' * 4), (io.BytesIO, b'ab' * 4)):
    for m in ('read', 'readline'):
        for x in (N(), B(), True, 2.0, 'a', None, 10**30, -10**30, -5, I(4)):
            try:
                print(m, type(x).__name__, getattr(k(text), m)(x))
            except Exception as e:
                print(m, type(x).__name__, type(e).__name__, e)
