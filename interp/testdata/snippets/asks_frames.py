# Builtin functions that find a function in Python by their arguments: conversions, in loops that get hot, of several classes in turn.
import math, operator
class F:
    def __init__(self, v): self.v = v
    def __float__(self): return self.v + 0.5
class I:
    def __init__(self, v): self.v = v
    def __int__(self): return self.v + 1
class X:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v * 2
class T:
    def __init__(self, v): self.v = v
    def __abs__(self): return self.v + 1
    def __round__(self, n=None): return (self.v, n)
    def __floor__(self): return self.v + 3
    def __ceil__(self): return self.v + 4
    def __trunc__(self): return self.v + 5
    def __complex__(self): return complex(self.v, 1)
    def __bytes__(self): return bytes([self.v & 255])
    def __reversed__(self): return iter((3, self.v))
    def __format__(self, spec): return "<%s:%d>" % (spec, self.v)
def numbers(n):
    s = 0
    for i in range(n):
        x, t = X(i & 63), T(i & 7)
        s += float(F(i)) + int(I(i)) + float(x) + int(x) + operator.index(x)
        s += abs(t) + round(t)[0] + round(t, 2)[1] + round(t, None)[0] + math.floor(t) + math.ceil(t) + math.trunc(t)
        s += complex(t).real + bytes(t)[0] + list(reversed(t))[1] + len(format(t)) + len(format(t, ">3"))
        s += len(hex(x)) + len(bin(x)) + len(oct(x)) + ord(chr(x)) + len(range(x)) + math.sqrt(F(i)) + math.sin(x) + math.floor(F(i))
    return s
print(numbers(3000))
def turns(n):
    out = []
    for i in range(n):
        v = (F(i), X(i), i, float(i), True, I(i))[i % 6]
        try: a = float(v)
        except TypeError as e: a = str(e)
        try: b = int(v)
        except TypeError as e: b = str(e)
        try: c = abs(v)
        except TypeError as e: c = str(e)
        out.append((a, b, c))
    return out[-7:]
print(turns(3000))
#---
# What the methods return is made what is wanted, or refused, also in the midst; the class gets another method meanwhile.
import math, operator, warnings
warnings.simplefilter("ignore")
class C:
    result = 1
    def __float__(self): return self.result
    def __int__(self): return self.result
    def __index__(self): return self.result
    def __complex__(self): return self.result
    def __bytes__(self): return self.result
    def __format__(self, spec): return self.result
    def __abs__(self): return self.result
    def __round__(self, n=0): return self.result
    def __reversed__(self): return self.result
class N(int): pass
class R(float): pass
def seen(f, values):
    c, out = C(), []
    for v in values:
        C.result, r = v, None
        for i in range(400 if v is values[0] else 20):
            try: r = f(c)
            except Exception as e: r = type(e).__name__ + ": " + str(e)
        out.append((r, type(r).__name__))
    return out
print(seen(lambda c: float(c), (1.5, 2, "x", None, R(2.5), True)))
print(seen(lambda c: int(c), (15, 1 << 90, 2.0, "x", None, N(7), True)))
print(seen(lambda c: operator.index(c), (15, 1 << 90, 2.0, N(7), True)))
print(seen(lambda c: hex(c), (15, 1 << 90, 2.0, N(7), True)), seen(lambda c: chr(c), (65, 1 << 90, -1, "x")))
print(seen(lambda c: len(range(c)), (15, 1 << 20, 2.0, N(7))), seen(lambda c: complex(c), (1j, 1, 2.0, None)))
print(seen(lambda c: bytes(c), (b"ab", 3, None)), seen(lambda c: format(c), ("ab", 3, None)), seen(lambda c: format(c, "x"), ("ab", 3)))
print(seen(lambda c: abs(c), (1, "x", None)), seen(lambda c: round(c), (1, "x")), seen(lambda c: round(c, 3), (1, "x")), seen(lambda c: reversed(c), (1, "x")))
print(seen(lambda c: math.sqrt(c), (4.0, -1.0, 3, "x", R(9.0))))
class D:
    def __float__(self): return 1.0
def change(n):
    d, out = D(), []
    for i in range(n):
        if i == n // 4: D.__float__ = lambda self: 2.0
        if i == n // 2: del D.__float__
        if i == 3 * n // 4: D.__index__ = lambda self: 7
        try: r = float(d)
        except TypeError as e: r = str(e)
        if not out or out[-1] != r: out.append(r)
    return out
print(change(4000))
class W:
    def __float__(self, extra): return 1.0
    __int__ = staticmethod(lambda: 5)
    __abs__ = abs
    __index__ = None
def wrong(f, n=400):
    w = W()
    for i in range(n):
        try: r = f(w)
        except Exception as e: r = type(e).__name__ + ": " + str(e)
    return r
print(wrong(float), wrong(int), wrong(hex), wrong(lambda w: float(w, 1)), wrong(lambda w: round(w)))
#---
# Exceptions, what tracebacks and frames show, recursion.
import sys, traceback, math
class E:
    def __init__(self, n): self.n = n
    def __float__(self):
        if self.n % 5 == 4: raise KeyError(self.n)
        return 1.0
    def __abs__(self):
        names, f = [], sys._getframe()
        while f: names.append(f.f_code.co_name); f = f.f_back
        return names
    def __int__(self): return int(E(self.n + 1))
    @property
    def p(self): return self.n // 0
    @property
    def q(self): return self.missing
    def __lt__(self, o): return self.n / (o.n - 3) < 0
    def __eq__(self, o): return self.n / (o.n - 3) == 7
def floats(n):
    s = 0
    for i in range(n):
        try: s += float(E(i))
        except KeyError as e: s += e.args[0] % 3; last = traceback.extract_tb(e.__traceback__)
    return s, [f.name for f in last], [f.line for f in last]
print(floats(3000))
def names(n):
    for i in range(n): r = abs(E(i))
    return r
print(names(2000))
def deep():
    try: return int(E(0))
    except RecursionError: return "RecursionError"
print([deep() for _ in range(3)])
def trace(f, n=600):
    for i in range(n):
        try: f()
        except Exception as e: r = type(e).__name__, str(e), [x.name for x in traceback.extract_tb(e.__traceback__)], e.__context__
    return r
print(trace(lambda: getattr(E(1), "p")), trace(lambda: getattr(E(1), "p", 3)), trace(lambda: hasattr(E(1), "p")), trace(lambda: getattr(E(1), "q")))
print(trace(lambda: sorted([E(1), E(2), E(3), E(4)])), trace(lambda: min(E(3), E(1))), trace(lambda: max([E(1), E(3)])))
print(trace(lambda: [E(1), E(2)].index(E(3))), trace(lambda: [E(1), E(2)].count(E(3))), trace(lambda: (E(1),).index(E(3))))
print(trace(lambda: math.sqrt(E(4))))
def within():
    try: raise ValueError(1)
    except ValueError: return trace(lambda: float(E(4)), 300), trace(lambda: getattr(E(1), "p", 3), 300)
print(within())
#---
# getattr and hasattr of what a function in Python is called for.
class P:
    def __init__(self, v): self._v = v
    @property
    def v(self): return self._v
    @property
    def none(self): raise AttributeError("none of it")
    @property
    def other(self): raise KeyError("k")
class G:
    seen = 0
    def __init__(self): self.own = 5
    def __getattr__(self, name):
        if name[0] == "a":
            G.seen += 1
            return len(name)
        raise AttributeError(name)
class Desc:
    def __get__(self, o, t): return (o is None, t.__name__)
class H:
    d = Desc()
class S(P):
    v = 7
def attrs(n):
    s, out = 0, []
    for i in range(n):
        p, g = P(i), G()
        s += getattr(p, "v") + getattr(p, "v", None) + getattr(p, "none", 3) + getattr(g, "abc") + getattr(g, "ab", 9) + getattr(g, "own", 1) + getattr(g, "zz", 2)
        s += hasattr(p, "v") + hasattr(p, "none") * 2 + hasattr(g, "abc") * 4 + hasattr(g, "z") * 8 + hasattr(g, "own") * 16 + getattr(S(1), "v", 3)
        s += len(getattr(H(), "d")[1]) + hasattr(H(), "d")
        for x in (p, g, H(), S(i), i, "x", None, P)[i % 8:i % 8 + 2]:
            r = getattr(x, "v", "no"), hasattr(x, "v"), getattr(x, "abc", 0)
            if i % 8 in (1, 6) and i > n - 20: out.append(str(r[1:]))
        if i % 100 == 0: g.abc = 70; s += getattr(g, "abc")
    return s, G.seen, out
print(attrs(2000))
def errors(n):
    seen = {}
    for i in range(n):
        p = P(i)
        for name in ("v", "none", "other", "nope", 5):
            for f in (lambda: getattr(p, name), lambda: getattr(p, name, 1), lambda: hasattr(p, name)):
                try: r = str(f() if name != "v" else 1)
                except Exception as e: r = type(e).__name__ + ": " + str(e) + " " + str(getattr(e, "name", 0))
                seen[r] = seen.get(r, 0) + 1
    return seen
print(errors(300))
def changing(n):
    class Q:
        @property
        def v(self): return 1
    q, s = Q(), 0
    for i in range(n):
        if i == n // 3: Q.v = property(lambda self: 10)
        if i == n // 2: del Q.v; q.v = 100
        if i == 3 * n // 4: Q.__getattr__ = lambda self, name: 1000; del q.v
        s += getattr(q, "v", 5) + hasattr(q, "v")
    return s
print(changing(3000))
