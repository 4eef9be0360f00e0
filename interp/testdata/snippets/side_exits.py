# Branches that flip after the trace was made, in several places and depths.
def classify(n):
    if n % 2 == 0:
        if n % 3 == 0:
            return "six"
        return "two"
    elif n % 3 == 0:
        return "three"
    elif n % 5 == 0:
        return "five"
    return "none"


def f(lo, hi):
    counts = {}
    for i in range(lo, hi):
        k = classify(i if i < 1500 else i * 6 if i < 3000 else i * 5)
        counts[k] = counts.get(k, 0) + 1
    return counts


print(f(0, 5000))
#---
# A guard inside an inlined call fails: both frames are rebuilt.
def inner(x, y):
    z = x + y
    w = z * 2
    return w - y


def outer(a, n):
    t = 0
    for i in range(n):
        v = inner(a[i], i)
        t = t + v
    return t


a = list(range(2000))
print(outer(a, 2000))
a[1990] = 0.5
print(outer(a, 2000))
a[1995] = 1 << 90
print(outer(a, 2000))
a[1999] = "s"
outer(a, 2000)
#---
# Three calls deep, the innermost changes types, values on all stacks survive.
def h(x):
    return x * 2 + 1


def g(x, y):
    return [x, h(y), x + y]


def f(n, special):
    out = []
    for i in range(n):
        x = special if i in (1700, 1701, 2100) else i
        r = i + len(g(i, x)) + g(x, 2)[1] * (i + 1)
        if i % 300 == 0 or x is special:
            out.append(r)
    return out


print(f(2500, 0.25))
print(f(2500, 1 << 66))
print(f(2500, True))
#---
# An executor's function is called with other types from another place.
def poly(x):
    return x * x * x - x + 1


t = 0
for i in range(3000):
    t += poly(i)
print(t)
t = 0.0
for i in range(3000):
    t += poly(i * 0.001)
print(t)
for i in range(3000):
    t = poly((1 << 40) + i)
print(t, poly(True), poly(-1.5))
#---
poly = lambda x: x * x - 1
for i in range(3000):
    poly(i)
poly("s")
#---
# Alternating types at each iteration.
def f(n):
    xs = [1, 2.0, 1 << 50, True, "s", (1,)]
    t = []
    for i in range(n):
        x = xs[i % 6]
        t.append(x * 2)
        if len(t) > 10:
            t = t[-6:]
    return t


print(f(3000))
#---
# A while loop whose condition is a call, and exits in the middle.
def more(state):
    state[0] += 1
    return state[0] % 1000 != 0


def f(rounds):
    state = [0]
    out = []
    for r in range(rounds):
        n = 0
        while more(state):
            n += 1
            if state[0] % 701 == 700:
                out.append(("mid", state[0]))
                break
        out.append(n)
    return out


print(f(12))
#---
# Nested hot loops share variables.
def f(n):
    a = 0
    b = 1.0
    for i in range(n):
        for j in range(i % 50):
            a += j
            b *= 1.0001
        for k in range(3):
            a -= k
            if a % 1001 == 0:
                b = 1.0
    return a, b


print(f(400))
#---
# Stack values below a loop-carried call survive exits.
def pick(i):
    return i if i % 900 else "big"


out = []
for i in range(3000):
    row = [i, i + 1, (i, pick(i)), {"i": i}, f"{i}-{pick(i)}"]
    if i % 900 == 0:
        out.append(row)
print(out)
#---
# Boolean results stored, combined and printed.
def f(n):
    a = b = False
    c = 0
    for i in range(n):
        a = i % 3 == 0
        b = i > 5 and not a or i == 2
        c += a + b
        if a is True and b is False:
            c += 2
    return a, b, c, a & b, a | b, a ^ True


print(f(3000))
#---
# An int that becomes None, a list that becomes a tuple, a function that returns nothing.
def find(xs, x):
    for i in range(len(xs)):
        if xs[i] == x:
            return i


t = 0
missing = 0
xs = list(range(30))
for i in range(600):
    r = find(xs, i % 33)
    if r is None:
        missing += 1
    else:
        t += r
    if i == 300:
        xs = tuple(xs)
    if i == 450:
        xs = [float(x) for x in xs]
print(t, missing)
