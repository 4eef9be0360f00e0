# Calls that bind more than arguments by position, in machine code: by name, by
# default, the rest of both kinds. Each loop is long enough to be compiled.
N = 5000

def rest(a, *args):
    return a, args

def named(a, **kw):
    return a, kw

def both(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, kw

def posonly(a, /, b, *, c=3, **kw):
    return a, b, c, kw

class K:
    def m(self, *args, **kw):
        return len(args), len(kw)
    def silent(self, msg, *args, **kwargs):
        if args or kwargs:
            return msg, args, kwargs
        return None

def loop(f, n=N):
    x = None
    for i in range(n):
        x = f(i)
    return x

k = K()
bound = k.m
print(loop(lambda i: rest(i)))
print(loop(lambda i: rest(i, 1, i)))
print(loop(lambda i: named(i)))
print(loop(lambda i: named(i, x=i, y=2)))
print(loop(lambda i: both(i, c=i)))
print(loop(lambda i: both(i, i, i, i, c=1, d=2, e=i, a2=4)))
print(loop(lambda i: both(c=3, a=i)))
print(loop(lambda i: posonly(i, c=1, b=2, a=i)))
print(loop(lambda i: posonly(i, i)))
print(loop(lambda i: k.m()), loop(lambda i: k.m(1, i)), loop(lambda i: bound(i, x=1)))
print(loop(lambda i: k.silent(i)), loop(lambda i: k.silent(i, i)), loop(lambda i: k.silent(i, z=i)))

#---
# The values are objects of their own in each call.
def collect(*args, **kw):
    return args, kw

def run(n):
    seen = []
    for i in range(n):
        a, kw = collect(i)
        kw["k"] = i
        b, kw2 = collect(i, i)
        if kw2:
            print("shared", i)
        if i % 1000 == 999:
            seen.append((a, kw, b, kw2))
    return seen
for x in run(4000):
    print(x)
    x[1]["more"] = 1
    print(x)

def grow(n):
    total = 0
    for i in range(n):
        a, kw = collect()
        for j in range(i % 12):
            kw[str(j)] = j
        total += len(kw) + len(a)
        if i % 7 == 0:
            kw.clear()
            kw[i] = 1
            total += kw[i]
    return total
print(grow(5000))

#---
# Defaults that change while a loop runs.
def f(a, b=1, *, c=2, d=3):
    return a + b + c + d

def g(a, *args, c=2):
    return a, args, c

def change(n):
    out = []
    for i in range(n):
        if i == n - 500:
            f.__defaults__ = (10,)
        if i == n - 400:
            f.__kwdefaults__["c"] = 20
        if i == n - 300:
            f.__kwdefaults__ = {"c": 200, "d": 300}
        if i == n - 200:
            f.__kwdefaults__ = {3: 1, "c": 2000, "d": 3000}
        if i % 100 == 99 and i > n - 700:
            out.append(f(i))
        x = f(i)
    out.append(x)
    try:
        for i in range(n):
            if i == n - 100:
                del f.__kwdefaults__["d"]
            x = f(i)
    except TypeError as e:
        print(e, i, x)
    try:
        for i in range(n):
            if i == n - 100:
                f.__kwdefaults__ = None
            x = f(i, d=1, c=i) if i < n - 50 else f(i, c=1)
    except TypeError as e:
        print(e, i, x)
    return out
print(change(4000))

def made(n):
    last = []
    for i in range(n):
        def h(a, *rest, k=i, **kw):
            return a, rest, k, kw
        if i > n - 3:
            last.append(h)
        x = h(1, 2), h(1, k=5), h(3, z=1)
    return x, [h(0) for h in last]
print(made(3000))

#---
# What does not fit raises, in hot loops as anywhere.
def one(a, *, k):
    return a + k
def two(a, b=1, /, **kw):
    return a, b, kw
def rest(*args):
    return args

def tries(fs, n):
    for f in fs:
        message = None
        for i in range(n):
            try:
                f(i)
            except TypeError as e:
                message = str(e)
        print(message)
tries([lambda i: one(i), lambda i: one(i, i), lambda i: one(i, i, k=1), lambda i: one(i, a=1, k=2), lambda i: one(i, z=1, k=1),
       lambda i: two(b=1), lambda i: two(), lambda i: rest(a=1), lambda i: one(k=i)], 3000)

def late(n, bad):
    def add(a, *args, k=0, **kw):
        return a + len(args) + k + len(kw)
    total = 0
    try:
        for i in range(n):
            total += add(i if i < n - 10 else bad, 1, 2, k=i, z=3)
    except TypeError as e:
        print(e)
    return total
print(late(4000, "x"), late(4000, 2.5), late(4000, 1 << 70))

#---
# Exits with the rest in registers: the callee looks at it in a frame that is made there.
def many(a, *args, **kw):
    if a % 1000 == 7:
        return sum(args) + len(kw) + sorted(locals())[0].count("a")
    if a > 3900:
        kw[str(a)] = args
        return len(kw) + len(args)
    return a

def run(n):
    t = 0
    for i in range(n):
        t += many(i, i, 1, 2)
        t += many(i, x=i)
        t += many(i)
    return t
print(run(4000))

def gen(*args, step=1, **kw):
    for a in args:
        yield a + step + len(kw)
def drive(n):
    t = 0
    for i in range(n):
        for x in gen(i, 2, 3):
            t += x
        t += sum(gen(1, step=i, z=1))
    return t
print(drive(2000))

def cell(a, *args, **kw):
    return lambda: (a, args, kw)
def cells(n):
    x = None
    for i in range(n):
        x = cell(i, i, k=i)
    return x()
print(cells(3000))

#---
# Defaults may be of classes derived from tuple and dict, names of one derived from str.
class T(tuple):
    def __getitem__(self, i):
        return "not asked"
class D(dict):
    def __getitem__(self, k):
        return "not asked"
    __missing__ = get = __getitem__
class S(str):
    pass
def derived(a, b, *, c=0, d=0):
    return a, b, c, d
def derive(n):
    out = []
    for i in range(n):
        if i == n - 3000:
            derived.__defaults__ = T((i,))
        if i == n - 2000:
            derived.__kwdefaults__ = D(c=i, d=2)
        if i == n - 1000:
            derived.__kwdefaults__ = D({"c": i, 3: 4})
            derived.__name__, derived.__qualname__ = S("n"), S("q")
        try:
            x = derived(i) if i & 1 else derived(i, i)
        except TypeError as e:
            x = str(e)
        if i % 500 > 497:
            out.append(x)
    return out
for x in derive(4000):
    print(x)
print(type(derived.__defaults__), type(derived.__kwdefaults__), derived.__name__, type(derived.__name__), repr(derived)[:12])

# Defaults by name whose keys are of a class derived from str.
def byname(*, a=1, b=2):
    return a, b
byname.__kwdefaults__ = {S("a"): 5, S("b"): 6}
def calls(n):
    return {(byname(), byname(a=i % 2), byname(**{S("b"): 3})) for i in range(n)}
print(sorted(calls(3000)))
