# else of loops, break, continue, nested.
def find(xs, x):
    for i, y in enumerate(xs):
        if y == x:
            break
        if y < 0:
            continue
    else:
        return -1
    return i


hits = 0
for i in range(300):
    hits += find([5, -1, 3, i], 3 + i % 3)
print(hits)


def w(n):
    i = 0
    while i < n:
        i += 1
        if i == 5000:
            break
    else:
        return "done", i
    return "broken", i


print(w(10), w(3000), w(6000))


def triangle(n):
    t = 0
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            if (i + j) % 3 == 0:
                continue
            t += i * j
        else:
            t += 1000000
    return t


print(triangle(80))
#---
# Iteration over everything iterable in one place.
def f(xs):
    out = []
    for x in xs:
        out.append(x)
    return out


for i in range(40):
    f(range(60))
print(f([1, 2]), f((3, 4)), f("aé"), f({5: 6, 7: 8}), f({9}), f(b"ab"), f(range(10, 0, -4)), f(enumerate("xy")), f(zip([1, 2], "ab", (3, 4, 5))), f(map(abs, [-1, 2])), f(filter(None, [0, 1, "", "a"])), f(reversed([1, 2, 3])), f({1: 2}.items()), f({1: 2}.values()), f(iter([4])), f(sorted("bca")))
#---
def f(xs):
    t = 0
    for x in xs:
        t += x
    return t


for i in range(40):
    f(range(60))
f(5)
#---
# A list that grows and shrinks while it is iterated.
def f(a):
    n = 0
    for x in a:
        n += 1
        if n < 2500:
            a.append(x + 1)
        if n % 3 == 0:
            a.pop()
    return n, len(a), a[-3:]


print(f([1, 2, 3]))
#---
d = {i: i for i in range(3000)}
for k in d:
    if k == 2900:
        d[-1] = 0
#---
s = set(range(3000))
for k in s:
    if k == 2900:
        s.add(-5)
#---
# range with steps, bounds past 64 bits, negative, empty.
def f(a, b, c):
    n = 0
    last = None
    for i in range(a, b, c):
        n += 1
        last = i
    return n, last


print(f(0, 3000, 1), f(3000, 0, -1), f(0, 3000, 7), f(5, 5, 1), f(5, 0, 1), f(-10, 10, 3), f(1 << 62, (1 << 62) + 5, 2), f(1 << 64, (1 << 64) + 3, 1), f(-(1 << 63) - 2, -(1 << 63) + 2, 1))
print(range(10)[3], range(10)[2:8:3], len(range(0, 1 << 40, 3)), (1 << 40) in range(0, 1 << 50, 2), range(3) == range(0, 3, 1))
#---
# The loop variable after the loop, and rebinding it inside.
def f(n):
    for i in range(n):
        i = i * 2
    return i


print(f(3000))
i = "before"
for i in range(0):
    pass
print(i)
#---
# Deeply nested loops with counters that go on.
t = 0
for a in range(12):
    for b in range(12):
        for c in range(12):
            for d in range(3):
                t += a * b - c * d
                if t % 1000 == 999:
                    t -= 1
print(t, a, b, c, d)
#---
# An iterator that a loop has used up stays at its end: also when its list grows.
def drain(it):
    s = 0
    for x in it:
        s += x
    return s
def lists(n):
    total = 0
    for k in range(n):
        a = [1, 2, 3]
        it = iter(a)
        total += drain(it)
        a.append(100)
        total += drain(it)
        for x in it:
            total += x
    return total
def tuples(n):
    total = 0
    for k in range(n):
        it = iter((1, 2, k))
        total += drain(it) + drain(it)
    return total
print(lists(3000), tuples(3000))
#---
# Ranges that are made in hot loops: bounds and steps of all kinds, at the edges of words.
def down(n, a, b):
    s = 0
    for _ in range(n):
        for j in range(a, b, -3):
            s += j
    return s
def up(n, a, b):
    s = 0
    for _ in range(n):
        for j in range(a, b, 7):
            s += j
    return s
def unit(n, a, b):
    s = last = 0
    for _ in range(n):
        for j in range(a, b):
            s ^= j
            last = j
    return s, last
def one(n, b):
    s = 0
    for _ in range(n):
        for j in range(b):
            s += 1
    return s
def varied(n, step):
    s = 0
    for _ in range(n):
        for j in range(0, 20, step):
            s += j
    return s
for _ in range(3):
    print(down(400, 10, -10), up(400, -10, 10), unit(400, 3, 9), one(400, 4), varied(400, 6), varied(400, -6))
top = 2 ** 63 - 1
for a, b in (0, 0), (5, 5), (6, 5), (True, 4), (top - 8, top), (top, top), (top - 9, top + 3), (-top - 1, -top + 9), (-top - 3, -top + 9), (2 ** 70, 2 ** 70 + 8):
    print(a, b, down(3, b, a), up(3, a, b), unit(3, a, b))
print(one(5, 0), one(5, -3), one(5, -2 ** 70), one(5, False))
class Index:
    def __index__(self): return 4
print(one(5, Index()), unit(5, Index(), 7), varied(2, Index()))
for bad in 1.5, 'a', None:
    try:
        print(one(2, bad))
    except TypeError as e:
        print(e)
try:
    varied(2, 0)
except ValueError as e:
    print(e)
def kept(n):
    its = []
    for i in range(n):
        r = range(i, i + 3)
        it = iter(r)
        next(it)
        if i % 500 == 0: its.append((r, it))
    return [(r, list(it)) for r, it in its]
print(kept(2000))
