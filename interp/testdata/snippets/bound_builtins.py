# Methods of builtin types, looked up as values and called: which method it is is guarded,
# the receiver may be any, also an instance of a derived class.
def drive(f, n):
    x = None
    for i in range(n):
        x = f(i % 50)
    return x

l, s, d = [], set(), {7: "seven"}
print(drive(l.append, 3000), len(l), drive(s.add, 3000), len(s), drive(d.get, 3000), d.get(7))
print(drive(l.append, 3000), len(l), drive(l.count, 300), drive("x".__mul__, 60) == "x" * 9)

class L(list):
    pass
class A(list):
    def append(self, x):
        list.append(self, -x)
class D(dict):
    def __missing__(self, k):
        return -k
m, a, e = L(), A(), D({1: 2})
print(drive(m.append, 3000), sum(m), drive(a.append, 3000), sum(a), drive(e.get, 3000), drive(e.__getitem__, 3000))
print(drive(super(A, a).append, 3000), sum(a))

def inner(n):
    out = []
    for i in range(n):
        row = []
        add = row.append
        for j in range(3):
            add(i + j)
        if i % 1000 == 0:
            out.append(row)
    return out
print(inner(4000))

#---
# The receiver changes, then the method, then what is called is no method of a builtin type.
def calls(fs, rounds):
    total = 0
    for f in fs:
        for i in range(rounds):
            try:
                r = f(i)
            except (TypeError, ValueError, KeyError, IndexError, AttributeError) as e:
                r = len(str(e))
            if isinstance(r, int):
                total += r
    return total

x, y = [], []
def py(i):
    return i
class C:
    def __call__(self, i):
        return i + 1
    def m(self, i):
        return i + 2
print(calls([x.append, y.append, {3}.discard, x.pop, "a".join, b"ab".find, (1, 2).index, py, C(), C().m, len, abs, int, x.remove,
             y.insert, {}.pop, {}.setdefault, [].extend, x.__len__, (5).__add__, str.upper, list.append, "abc".startswith, id], 1500) % 1000 > -1)
print(len(x), len(y))
print(calls([x.append, y.append, {3}.discard, x.pop, "a".join, b"ab".find, (1, 2).index, py, C(), C().m, len, abs, int, x.remove,
             y.insert, {}.pop, [].extend, x.__len__, (5).__add__, str.upper, list.append, "abc".startswith], 1500))
print(len(x), len(y))

#---
# What the receiver's method runs: keys with methods of their own, and a callback that changes the receiver.
class K:
    def __init__(self, v):
        self.v = v
    def __hash__(self):
        return hash(self.v) % 3
    def __eq__(self, other):
        global seen
        seen += 1
        if seen % 2000 == 0:
            table.clear()
        return isinstance(other, K) and self.v == other.v
seen = 0
table = {}
def fill(n):
    get, put = table.get, table.setdefault
    hits = 0
    for i in range(n):
        k = K(i % 5)
        put(k, i)
        if get(k) is not None:
            hits += 1
    return hits
print(fill(3000), seen > 3000)

def raising(n):
    find = [1, 2, 3].index
    get = {}.__getitem__
    bad = 0
    for i in range(n):
        try:
            find(i % 5)
            get(i)
        except ValueError as e:
            bad += 1
        except KeyError as e:
            bad += e.args[0] % 2
    return bad
print(raising(3000))

#---
# Made where they are called, from receivers of many types; and too many arguments.
def mixed(n):
    rows = [[], {1}, {2: 3}, "s", (4,), b"t"]
    t = 0
    for i in range(n):
        r = rows[i % 6]
        size = r.__len__
        t += size()
        c = r.__contains__
        try:
            t += c(2)
        except TypeError:
            t += 100
    return t
print(mixed(3000))
def wrong(n):
    add = [].append
    messages = set()
    for i in range(n):
        try:
            add(i) if i % 10 else add(i, i)
        except TypeError as e:
            messages.add(str(e))
        try:
            add(x=i)
        except TypeError as e:
            messages.add(str(e))
    return sorted(messages), len(add.__self__)
print(wrong(3000))

#---
# Plain functions that are held in variables: which one it is is guarded by its number, and the variable stays what it was.
import math, sys
def held(f, g, rounds):
    total = 0
    for i in range(rounds):
        try:
            total += g(f(i))
        except (ValueError, TypeError, OverflowError, ArithmeticError) as e:
            total += len(str(e))
        if i % 997 == 0 and not (f is sys.modules["math"].sqrt or f is not KEPT):
            return "another function"
    return total
KEPT = math.sqrt
print(held(math.sqrt, math.floor, 3000), held(math.sqrt, abs, 3000), held(math.floor, math.sqrt, 3000), held(abs, round, 3000))
print(held(chr, ord, 3000), held(math.exp, int, 3000), held(math.gcd, abs, 300), held(bool, math.sqrt, 3000), held(len, abs, 300))
class F(float):
    def __float__(self):
        return 1.0
    def __abs__(self):
        return 7
print(held(F, math.sqrt, 2000), held(F, abs, 2000), held(F, hash, 2000), held(F, math.trunc, 2000))

def roots(f, xs):
    out = []
    for x in xs:
        try:
            out.append(f(x))
        except Exception as e:
            out.append(str(e))
    return out
print(roots(math.sqrt, [4.0] * 2000)[-1], roots(math.sqrt, [4.0] * 200 + [-1.0, "4", 9, True, 10**400, F(4)])[200:])
print(roots(math.copysign, [1.0] * 300)[-1], roots(len, [[1]] * 300 + [3])[-2:], roots(isinstance, [1] * 300)[-1])

#---
# What looks at its caller's frame is no such function, nor is one whose module is gone.
import sys
def frames(f, n):
    name = ""
    for i in range(n):
        name = f(0).f_code.co_name
    return name
def names(f, n):
    x = 0
    for i in range(n):
        x = len(f())
    return x, sorted(f())
print(frames(sys._getframe, 3000), names(locals, 3000), names(globals, 3000)[0] > 5)
import math, gc
f = math.hypot
del math, sys.modules["math"]
gc.collect()
def far(f, n):
    x = 0.0
    for i in range(n):
        x = f(x, i % 7)
    return x
print(far(f, 3000) > 10, f.__name__, far(max, 3000), far(min, 3000), far(pow, 300) == 1, far(divmod, 0))
