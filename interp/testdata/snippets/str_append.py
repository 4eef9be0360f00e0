def a(n):
    s = ""
    keep = []
    for i in range(n):
        s += "x"
        if i % 100 == 0:
            keep.append(s)
    return s, keep
def b(n):
    s = ""
    t = None
    for i in range(n):
        s = s + chr(97 + i % 26)
        if i == n // 2:
            t = s
        if len(s) % 7 == 0:
            u = s[-3:]
    return s[:30], t[-5:], len(t), len(s), u
def c(n):
    s = "ab"
    for i in range(n):
        s += s
        if len(s) > 100:
            s = s[:5]
    return s
def d(n):
    s = ""
    d = {}
    for i in range(n):
        s += str(i)
        d[s] = i
        if len(d) > 53:
            d = {}
            s = ""
    return len(d), list(d)[-1:], d[list(d)[-1]] if d else 0
def e(n):
    s = ""
    out = ""
    for i in range(n):
        for j in range(3):
            s += "é" if i % 50 == 49 else "z"
        out = s
        s += "!" + s[:1]
    return out[-10:], s[-10:], len(out), len(s)
def f(values, start):
    t = start
    for v in values:
        t = t + v
    return t
def g(n):
    s = ""
    def inner():
        return s
    r = []
    for i in range(n):
        s += "q"
        if i % 500 == 0:
            r.append(inner())
    return [len(x) for x in r], len(s)
def h(s, n):
    t = s
    for i in range(n):
        s += "k"
    return t, len(s), s[:5]
def rec(s, n):
    if n == 0:
        return s
    s += str(n)
    x = rec(s, n - 1)
    s += "-"
    return x + s[-1]
for fn in (a, b, c, d, e, g):
    r = fn(5000)
    if fn is a:
        print(len(r[0]), [len(k) for k in r[1]], [len(set(k)) for k in r[1]][:9])
    else:
        print(r)
print(len(f(["ab", "c"] * 3000, "")), f(range(100), 0), f([1.5] * 10, 0))
x = "abc"
print(h(x, 3000), x)
print([rec("a", 30) for _ in range(300)][-1])
s = ""
for i in range(3000):
    s += "m"
print(len(s))
#---
# A loop's variable is stored and the str is loaded by one instruction, where both are in one line.
def a(n):
    s = ""
    for i in range(n): s += "ab"
    return len(s), s[-3:]
def b(n):
    s, keep = "", []
    for i in range(n): s += "ab"; keep.append(s)
    return keep[0], keep[-1][-4:], len({len(k) for k in keep})
def c(n):
    s = ""
    for i in range(n): t = s; s += "x"
    return len(t), len(s)
def d(n):
    s = "q"
    for i in range(n): s = s + str(i)
    return len(s), s[:5]
def e(n):
    r = []
    for i in range(n):
        s = "a"
        t = s; s += "b"; u = s; s += "c"
        r.append((s, t, u))
    return r[-1], len(set(r))
def f(n):
    s = ""
    for i in range(n): s += (lambda: s)()[-2:] + "z"
    return len(s), s[-4:]
def g(n, s):
    for c in "abc" * n: s += c
    for c in "abc" * n: s += s[-1:] + c
    return len(s), s[:4], s[-4:]
x = "given"
for fn in (a, b, c, d, e, f):
    for n in (3, 2000):
        print(fn(n))
print(g(2000, x), x)
