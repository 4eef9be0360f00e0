# Indices that count from the end, of lists, tuples, strs and arrays, in hot loops.
from array import array
def last(s, n):
    r = s[0] * 0
    for i in range(n):
        r += s[-1] + s[-2]
    return r
def around(s, n):
    out = []
    for i in range(n):
        k = i % 7 - 3
        out.append(s[k])
    return out[-8:]
for s in ([1, 2, 3], (1.5, 2, 3), "abc", array("h", [4, 5, 6]), array("d", [4, 5, 6])):
    ns = {}
    exec("""def last(s, n):
    r = []
    for i in range(n):
        r = [s[-1], s[-2], s[i % 3 - 3]]
    return r
def around(s, n):
    out = []
    for i in range(n):
        out.append(s[i % 6 - 3])
    return out[-8:]
""", ns)
    print(ns["last"](s, 2000), ns["around"](s, 2000))
print(last([1, 2, 3], 3000), last((1, 2, 3), 3000), last([2.5, 1], 3000), last("xyz", 4))
#---
# Beyond the begin, and of other types, at a place that counts from the end.
def at(s, i):
    return s[i]
def put(s, i, x):
    s[i] = x
l = [10, 20, 30]
for k in range(4000):
    at(l, k % 6 - 3)
    put(l, k % 6 - 3, k)
for s in (l, (1, 2), "ab", b"ab", {-1: "d"}, range(5), [], "", bytearray(b"xy")):
    for i in (-1, -2, -3, -4, 2, 0, True, -(1 << 70), None):
        try:
            r = at(s, i)
        except Exception as e:
            r = type(e).__name__ + " " + str(e)
        try:
            if i != -(1 << 70): put(s, i, 65)
        except Exception as e:
            r = (r, type(e).__name__, str(e))
        print(r, end=" ")
    print(s)
#---
# Errors in the loop, and a list that gets shorter.
def errors(l, n):
    bad = good = 0
    for i in range(n):
        try:
            good += l[i % 9 - 6]
        except IndexError:
            bad += 1
    return good, bad
print(errors([1, 2, 3], 5000), errors([], 500), errors(list(range(9)), 5000))
def drain(l):
    s = 0
    while l:
        s += l[-1] * 3 + l[-len(l)]
        l.pop()
    return s
print(drain(list(range(3000))), drain([7]))
def shift(l, n):
    for i in range(n):
        l[-1], l[-2] = l[-2] + 1, l[-1]
        l[-(i % 3) - 1] += 1
    return l
print(shift([0, 0, 0, 0], 4000))
#---
# Wrapping round: mostly from the begin, seldom from the end.
def ring(g, n):
    w = len(g)
    s = 0
    for k in range(n):
        for x in range(w):
            s += g[x - 1] * 2 + g[x]
    return s
print(ring([1, 2, 3, 4, 5], 2000), ring((1, 2, 3), 2000))
class Seq:
    def __init__(self, l): self.l = l
    def __len__(self): return len(self.l)
    def __getitem__(self, i): return self.l[i]
print(ring(Seq([3, 1, 4, 1, 5]), 1500), ring([0.5, 1.5], 1500))
def text(s, n):
    c = 0
    for i in range(n):
        if s[i % len(s) - 1] == s[-1]:
            c += 1
    return c
print(text("hello wörld", 5000), text("aé€😀", 3000))
