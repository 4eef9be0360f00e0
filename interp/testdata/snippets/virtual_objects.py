# Tuples that nothing but frames holds are made at exits only: rotation.
def rotate(n):
    a, b, c, d = 1, 2.5, "x", None
    for i in range(n):
        a, b, c, d = b, c, d, a
        if i == 2999:
            print(a, b, c, d)
    return a, b, c, d

print(rotate(3001))
#---
# What a function returns, taken apart by its caller.
def split(n):
    return n >> 3, n & 7

def both(n):
    q, r = split(n)
    return q * 8 + r, (q, r)

def total(n):
    s = 0
    for i in range(n):
        m, (q, r) = both(i)
        s += m + q - r
        if i % 1000 == 999:
            print(s, q, r)
    return s

print(total(5000))
#---
# A tuple that a variable holds around the loop; two variables hold one object.
def carried(n):
    t = u = (0, 0)
    same = 0
    for i in range(n):
        a, b = t
        t = (b + 1, a + i)
        u = t
        if i > n - 5:
            same += t is u
            print(t, u, t is u)
    print(same, t is u, t == u)
    return t

print(carried(4000))
#---
# The tuple of this round and that of the round before are two objects.
def rounds(n):
    t = old = (0,)
    kept = []
    for i in range(n):
        old = t
        t = (i,)
        if i % 1500 == 1499:
            kept.append((old, t))
            print(old, t, old is t)
    print(old is kept[-1][0], t is kept[-1][1])

rounds(4500)
rounds(4501)
#---
# Objects that get out on a way that is rarely taken, then often.
def keeps(n, every):
    t = (1, 2)
    kept = []
    for i in range(n):
        t = (t[1], i)
        u = t
        if i % every == 0:
            kept.append(t)
            if kept[-1] is not u:
                print("two objects", i)
    print(len(kept), kept[0], kept[-1], kept[-1] is t, t)

keeps(3000, 1500)
keeps(3000, 5)
keeps(3001, 2)
#---
# Numbers in them are boxed at the exit: ints of all sizes, floats with their sign.
def numbers(n):
    t = (0, 0.0)
    x = 1
    for i in range(n):
        x = x * 3 & 0x3fffffffffffffff
        t = (x, -0.0 * i, i > 5)
        if i % 997 == 996:
            print(t)
    return t

print(numbers(4000))

def grows(n):
    t = (1, 1)
    for i in range(n):
        a, b = t
        t = (a + 0x123456789abcd, b * 1.0000001)
    return t

print(grows(6000))
print(grows(30000))
#---
# An exception while an inlined function and its caller hold a tuple.
def inner(t, d):
    p = (t, t)
    x = 100 // d
    return p[0][0] + x

def outer(n):
    s = 0
    for i in range(n):
        t = (i, s)
        s += inner(t, n - 1 - i)
        if i == n - 2:
            print(t, s)
    return s, t

print(outer(3000))
#---
# Nested tuples, and one that stands in several places.
def nested(n):
    for i in range(n):
        a = (i, i + 1)
        b = (a, a)
        c = (b, a, b)
        (p, q), r, s = c
        if p is not q or q is not r or s is not b:
            print("wrong", i)
        if i % 1300 == 1299:
            print(c, p is a, s[0] is a, c[0] is c[2], c[0][0] is c[0][1])

nested(4000)
#---
# The identity of a tuple against constants and other variables.
def compares(n):
    none = other = 0
    t = None
    for i in range(n):
        old = t
        t = (i, n)
        if t is None or t is old:
            none += 1
        if old is not None and old != t:
            other += 1
    return none, other, t

print(compares(3000))
#---
# A loop in a generator of pairs, indexed by constants.
def pairs(n):
    lo = hi = (0, 0)
    for i in range(n):
        p = (i * 7919 % 1009, i)
        if p[0] > hi[0]:
            hi = p
        if p[0] < lo[0] or lo[1] == 0:
            lo = p
    return lo, hi

print(pairs(5000))
#---
# Exits that have become hot, one behind the other, hand over tuples.
def chain(n):
    t = (0, 0)
    s = 0
    for i in range(n):
        t = (i, s)
        if i % 2:
            u = (t, i)
            if i % 3 == 0:
                v = (u, t)
                if i % 5 == 0:
                    s += v[0][0][0] + v[1][0]
                    if v[1] is not v[0][0] or u[0] is not t:
                        print("two objects", i)
                    if i % 1005 == 0:
                        print(v)
                else:
                    s -= u[1]
            else:
                s += u[0][0]
        else:
            s += t[0]
    return s, t, u, v

print(chain(9000))
#---
# Cells of functions that are called inside the loop.
def adder(k):
    def add(x):
        return x + k
    k += 1
    return add

def cells(n):
    s = 0
    for i in range(n):
        s += adder(i)(1)
    return s

print(cells(3000))
#---
# Slices, and what is cut with them.
def cut(n):
    l = list(range(10))
    s = 0
    for i in range(n):
        w = slice(i % 4, i % 4 + 3)
        s += l[w][0] + l[i % 3:5][1]
    return s, w

print(cut(3000))
#---
# Empty tuples are one object.
def empty(n):
    same = 0
    nothing = ()
    for i in range(n):
        t = ()
        u = t[:0]
        same += t is nothing
    return same, t is u

print(empty(3000))
