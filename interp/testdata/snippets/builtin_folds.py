# Calls of builtins with numbers, and negation, whose types are known, at the bounds.
def loop(values, n):
    r = []
    for i in range(n):
        x = values[i % len(values)]
        if type(x) is int:
            y = x * 1
            r.append((abs(y + 0), min(y + 0, i), max(y + 0, i), int(y + 0), float(y + 0), -(y + 0)))
        else:
            y = x * 1.0
            r.append((abs(y * 1.0), int(y * 1.0), float(y * 1.0), -(y * 1.0)))
    return r[-len(values):]
ints = [0, 1, -1, 2**31, -2**31, 2**47, -2**47, 2**53 + 1, -2**53 - 1, 2**63 - 1, -2**63 + 1, -2**63]
floats = [0.0, -0.0, 1.5, -1.5, 1e18, -1e18, 1e300, 5e-324]
for vs in ([1, 2, 3], ints, floats, ints + floats, [2**63, -2**63 - 1, 2**200]):
    print(loop(vs, 40 * len(vs)))
print(loop([float("inf")], 1) if 0 else [abs(float("-inf")), -float("inf")])
def trunc(v, n):
    out = []
    for i in range(n):
        try:
            out.append(int(v[i % len(v)] * 1.0))
        except (ValueError, OverflowError) as e:
            out.append(str(e))
    return out[-len(v):]
print(trunc([1.5, -2.5, 9.3e18, 1e19, float("nan"), float("inf")], 3000))
def neg(v, n):
    r = []
    for i in range(n):
        x = v[i % len(v)]
        r.append(-x)
    return r[-len(v):]
class N:
    def __neg__(self): return "neg"
for vs in ([1, 2], [1.5, 0.0], [True, 1], [2**63, -2**63, 2**47, -2**47], [N(), 1, 2.5]):
    print(neg(vs, 3000))
def squares(v, n):
    s = []
    for i in range(n):
        s.append((v[i % len(v)] + 0) ** 2)
    return s[-len(v):]
for vs in ([3, -4], [2**31, -2**32, 2**40], [1.5, -0.5], [1, 2.5, True, 2**70]):
    print(squares(vs, 3000))
#---
# Builtins that the program has put others in the place of.
def f(n):
    s = 0
    for i in range(n):
        s += abs(-i) + min(i, 3) + max(i, 3) + int(i) + int(float(i))
    return s
print(f(3000))
abs = lambda x: 7
print(f(100))
float = lambda x: 1.0
min = lambda *a: 2
print(f(100))
del abs, float, min
print(f(3000))
#---
# isinstance of known and unknown classes, of what has another __class__, and after a change.
class A: pass
class B(A): pass
class C: pass
class Liar:
    @property
    def __class__(self): return A
class Proxy:
    def __getattribute__(self, name):
        return B if name == "__class__" else object.__getattribute__(self, name)
class Raises:
    @property
    def __class__(self): raise AttributeError("no")
def kinds(l, n):
    out = [0] * 6
    for i in range(n):
        x = l[i % len(l)]
        if isinstance(x, A): out[0] += 1
        if isinstance(x, B): out[1] += 1
        if isinstance(x, int): out[2] += 1
        if isinstance(x, (str, C)): out[3] += 1
        if isinstance(x, type): out[4] += 1
        if isinstance(x, object): out[5] += 1
    return out
print(kinds([A(), B()], 3000), kinds([A(), B(), C(), 1, 1.5, True, "s", None, A, int, [], ()], 6000))
print(kinds([Liar(), A()], 3000), kinds([Proxy(), B(), Raises()], 3000))
x = C()
def change(n):
    k = 0
    for i in range(n):
        if isinstance(x, A): k += 1
        if i % 100 == 99:
            x.__class__ = B if i % 200 == 99 else C
    return k
print(change(4000))
def own(o, n):
    k = 0
    for i in range(n):
        if isinstance(o, A): k += 1
    return k
print(own(C(), 3000))
class D: pass
print(own(D(), 3000))
class Meta(type):
    def __instancecheck__(cls, x): return x == 3
class M(metaclass=Meta): pass
def meta(n):
    k = 0
    for i in range(n):
        if isinstance(i & 3, M): k += 1
    return k
print(meta(4000))
