# An operation sees more types than a type switch tests for: it gets its general form.
def f(values, rounds):
    n = 0
    for r in range(rounds):
        for a in values:
            if a:
                n += 1
    return n
values = [7, "ab", [1], None, True, f, 0, "", [], False, 0.0, -0.0, 1.5, 1e300 * 1e300 * 0.0, 1 << 70, (), (0,), {}, {1}]
print(f(values, 200))
print([f([v], 1) for v in values])
#---
# Operations of a loop that see several types each, in all combinations: paths meet.
kinds = (7, 2.5, "ab", [1], (1, 2), 1 << 70, True)
def pick(n, x):
    out = []
    for i in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
        out.append(kinds[(x >> 16) % 7])
    return out
def many(p, q, r, rounds):
    n = 0
    total = []
    for k in range(rounds):
        for i in range(200):
            a = p[i]
            b = q[i]
            c = r[i]
            x = a + a
            y = b * 2
            if a == b:
                n += 1
            if x:
                n += 2
            if c < c:
                n += 3
            if y == b + b:
                n += 5
            if c != a:
                n += 7
        total.append(n)
    return n, x, y, total[0]
print(many(pick(200, 7), pick(200, 8), pick(200, 9), 60))
#---
# What an operation in its general form raises.
def f(values, rounds):
    last = None
    for r in range(rounds):
        for a in values:
            last = a + a
    return last
v = [7, 2.5, "ab", [1], (1, 2), 1 << 70]
print(f(v, 300))
v.append(None)
f(v, 1)
#---
# Items of containers of several types, and the calls of several functions.
def items(all, rounds):
    n = 0
    for r in range(rounds):
        for c in all:
            x = c[1]
            n += 1 if x else 2
    return n, x
print(items([[1, 2], (3, 0), "ab", {1: 5}, range(4), b"xy", [0, ""]], 300))
def f0(x): return x + 1
def f1(x): return x * 2
def f2(x): return x - 3
def f3(x): return x % 1000
def f4(x): return -x
def f5(x): return x // 2
def f6(x): return x ^ 5
def run(fs, rounds):
    n = 1
    for r in range(rounds):
        for f in fs:
            n = f(n)
    return n
print(run([f0, f1, f2, f3, f4, f5, f6, abs, int, f1], 400))
#---
# Several types at one place of a function that recurses.
def depth(x, n):
    if n == 0:
        return x
    return depth(x + x if n % 3 == 0 else x, n - 1)
for r in range(400):
    for v in (1, 2.5, "a", [1], (2,), 1 << 65):
        y = depth(v, 6)
        if r == 399:
            print(y)
