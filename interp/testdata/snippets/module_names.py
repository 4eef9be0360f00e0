# Names of a module's own code: loops that load and store them in machine code, and what changes the dict of globals meanwhile.
total = 0
for i in range(3000):
    total += i
print(total, i)

# A function sees what the loop stores, and the loop what the function stores.
count = 0
def peek():
    return count
def bump():
    global count
    count += 2
seen = 0
for i in range(2000):
    count += 1
    seen += peek()
    bump()
    if peek() != count:
        print("peek", i)
        break
print(count, seen)

# Nested loops over ranges, strs and lists, with swaps.
p = list(range(7))
flips = 0
for idx in range(400):
    p = p[1:] + p[:1]
    k = p[0]
    q = p[:]
    while k:
        lo, hi = 0, k
        while lo < hi:
            q[lo], q[hi] = q[hi], q[lo]
            lo += 1
            hi -= 1
        k = q[0]
        flips += 1
        if flips % 97 == 0:
            break
print(flips, lo, hi, k, idx)

#---
# A name that is first bound while the loop runs.
out = []
for i in range(3000):
    if i == 1500:
        late = i
    if i > 2997:
        out.append((late, i))
print(out)

#---
# A builtin that the module shadows, and that comes back.
r = []
for i in range(2400):
    x = len("abc") + abs(-i)
    if i == 800:
        len = lambda s: 40
    if i == 1600:
        del len
    if i % 400 == 0:
        r.append(x)
print(r)

#---
# Names that are deleted and bound again in each round.
s = 0
for i in range(3000):
    t = i * 2
    s += t
    del t
try:
    print(t)
except NameError as e:
    print(e)
print(s)

#---
# Through globals(), setattr of the module, exec and eval.
import sys
g = globals()
me = sys.modules[__name__]
n = 0
log = []
for i in range(3000):
    n += 1
    if i % 500 == 0:
        g["n"] = n + 10
        log.append(n)
    if i % 700 == 0:
        me.n = n + 1000
        log.append(n)
    if i % 1100 == 0:
        exec("n = n + 5")
        log.append(eval("n"))
print(n, log)

#---
# exec with globals and locals of its own: names are the locals'.
src = """
acc = 0
for i in range(2000):
    acc += i
"""
a, b = {"acc": -1}, {}
exec(src, a, b)
print(a["acc"], b["acc"], "i" in a, b["i"])
c = {}
for _ in range(4):
    exec(src, c)
    print(c["acc"], c["i"], end=" ")
print()
code = compile(src, "<same>", "exec")
for d in [{}, {"range": lambda n: [n, 1]}, {}]:
    exec(code, d)
    print(d["acc"], end=" ")
print()

#---
# A value that a function took for a constant before a loop stores it.
limit = 10
def under(x):
    return x < limit
yes = 0
for i in range(3000):
    yes += under(i % 20)
print(yes)
for limit in range(3000):
    yes += under(50)
print(yes, limit)

#---
# Types that change, objects that only the globals hold, and an exception with the loop's names as they are.
v = 1
kinds = []
for i in range(2600):
    v = v + 1 if i < 1300 else (v + 0.5 if i < 2000 else str(i))
    w = [i, v]
    if i % 500 == 0:
        kinds.append(type(v).__name__)
print(v, w, kinds)
try:
    for i in range(5000):
        z = 10 // (4000 - i)
        y = [i]
except ZeroDivisionError:
    print(i, z, y)

#---
# The keys of the globals in the order of their first stores.
for i in range(1200):
    aa = i
    if i == 600:
        bb = aa
    cc = aa
print([k for k in list(globals()) if k in ("aa", "bb", "cc", "i")])

#---
# dicts with the module's dict behind them, and a class body in a loop.
for i in range(800):
    class C:
        x = i
        y = x + 1
        for j in range(3):
            y += j
    total = C.y
print(total, C.x, C.j)
