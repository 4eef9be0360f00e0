# Inner loops over ranges of all kinds.
def one(n):
    s = 0
    for i in range(n):
        for j in range(3):
            s += i * j
        for j in range(i & 3, 5):
            s -= j
        for j in range(10, i & 7, -1):
            s ^= j
        for j in range(i & 15, 40, 7):
            s += j
        for j in range(40, i & 15, -6):
            s += j
        for j in range(5, 5):
            s += 1000000
        for j in range(7, 2):
            s += 1000000
    return s

print(one(3000))
#---
# Ends at the limits of 64 bits, and beyond.
def edge(n, lo, hi):
    s = c = 0
    for i in range(n):
        for j in range(lo, hi):
            s ^= j
            c += 1
        for j in range(hi, lo, -1):
            s ^= j
            c += 1
        for j in range(lo, hi, 3):
            s += j & 7
            c += 1
        for j in range(hi, lo, -3):
            s += j & 7
            c += 1
    return s, c, j

for x in (0, 2**48, 2**63 - 10, 2**63 - 2, 2**63, 2**64, -2**48, -2**63, -2**63 + 3, -2**63 - 5):
    print(edge(1500, x - 3, x + 4))
#---
# What is no int, and steps that are not constant.
def mixed(n, a, k):
    s = 0
    for i in range(n):
        for j in range(a, 6):
            s += j
        for j in range(0, 9, k):
            s += j
    return s, j

print(mixed(2000, True, 2), mixed(2000, 1, 3), mixed(10, False, True))
print(mixed(1000, 2, 1), mixed(2000, 3, 4))
#---
# A range that is kept, and its iterator.
def kept(n):
    s = 0
    for i in range(n):
        r = range(i, i + 3)
        for j in r:
            s += j
        if i % 1000 == 999:
            print(r, len(r), s, r[1], r == range(i, i + 3))
    return r

print(kept(3000))

def begun(n):
    out = []
    for i in range(n):
        it = iter(range(i, i + 4))
        for j in it:
            if j & 1:
                break
        if i % 700 == 699:
            out.append((j, list(it)))
    return out

print(begun(3000))
#---
# An error of what is no int.
def bad(n):
    s = 0
    for i in range(n):
        for j in range(3 if i < n - 1 else 3.5):
            s += j
        if i == n - 2:
            print(s)
    return s

print(bad(3000))
#---
# A step of zero.
def zero(n):
    s = 0
    for i in range(n):
        for j in range(0, 5, 1 if i < n - 1 else 0):
            s += j
        if i == n - 2:
            print(s)
    return s

print(zero(3000))
#---
# Triangles and short loops, left in the middle.
def triangle(n):
    s = 0
    for i in range(n):
        for j in range(i):
            if j * j > i:
                break
            s += j
        else:
            s += 1
    return s

print(triangle(2000), triangle(1), triangle(0))
#---
# lengths that do not lie in a word
def length(x):
    return len(x), x.__len__()


def few(x, n):
    match x:
        case [_, _, *_]:
            return len(x) >= n
    return False


for x in [range(i) for i in range(1500)]:
    length(x)
    few(x, 3)
for e in 47, 48, 49, 62:
    print(length(range(2**e)), 6 <= len(range(2**e)), few(range(2**e), 2**e), len(range(-2**e, 0)) - 1)
try:
    length(range(2**63))
except OverflowError as e:
    print(e)

#---
# Which iterator a range has, either way, near the ends of 64 bits, and what it gives.
from itertools import islice, product
top, bottom = 2**63 - 1, -2**63
edges = [top + 1, top, top - 1, 2**62, 5, 0, -1, bottom + 1, bottom, bottom - 1]
steps = [1, -1, 3, -3, 2**62, -2**62, top - 1, top, top + 1, bottom + 1, bottom, bottom - 1]
print(reversed(range(5, 5)).__reduce__(), reversed(range(5, 5, -2)).__reduce__(), reversed(range(7)).__reduce__())
for start in edges:
    for make in iter, reversed:
        kinds, states, items = [], 0, []
        for stop, step in product(edges, steps):
            it = make(range(start, stop, step))
            kinds.append(type(it).__name__[0])
            states = hash((states, it.__reduce__()[1][0]))
            items += islice(it, 3)
            states = hash((states, it.__reduce__()[1][0]))
        print(start, make.__name__, "".join(kinds), states, hash(tuple(items)))

#---
# What derives from int is compared, not computed with.
class Any(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class Own(int):
    pass


r = range(10)
print(Any(11) in r, r.count(Any(11)), r.index(Any(11)), Any(11) in list(r), sum(Any(11) in r for _ in range(300)))
print(Own(11) in r, Own(5) in r, r.index(Own(5)), r.count(Own(5)), True in r, r.index(True), r.count(False), 2**70 in range(2**71))
