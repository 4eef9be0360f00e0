# str(v), f"{v}", f"{v!s}" and f"{v!r}" of instances with the methods in Python, or some of them.
import sys, traceback
class Both:
    def __init__(self, v): self.v = v
    def __str__(self): return "s" + self.v
    def __repr__(self): return "r" + self.v
class OnlyRepr:
    def __repr__(self): return "only"
class OnlyStr:
    def __str__(self): return "str"
class Formats(Both):
    def __format__(self, spec): return "f" + self.v + spec
class Derived(Both):
    def __str__(self): return "d" + super().__str__()
class Text(str):
    def __str__(self): return "text"
class Gives:
    def __str__(self): return Text("given")
    def __repr__(self): return Text("shown")
class Number(int):
    def __str__(self): return "number"
class Listed(list):
    def __str__(self): return "listed"
    def __repr__(self): return "<" + super().__repr__() + ">"
class Meta(type):
    def __str__(cls): return "class " + cls.__name__
class M(metaclass=Meta): pass
def show(v):
    return str(v), f"{v}", f"{v!s}", f"{v!r}", f"[{v!s:>8}]", f"{v!a}", type(str(v)).__name__, type(f"{v}").__name__
several = [Both("1"), Formats("2"), Derived("3"), OnlyStr(), Gives(), Number(5), Listed([1]), M, Both("é"), 7, "x", 2.5, None, [1], ValueError("e"), OnlyRepr(), Text("t")]
def loop(n, m):
    r = None
    for i in range(n):
        r = show(several[i % m])
    return r
for m in range(1, len(several) + 1):
    a = loop(m, m)
    b = loop(70 * m, m)
    print(a if " at 0x" not in a[3] else a[:3], a == b)
print(loop(3000, 1), loop(3001, 6)[:3], ",".join(str(x) for x in several[:3] * 3), "%s %r" % (several[0], several[0]), str(), str(b"a", "ascii"), list(map(str, several[:3])))
#---
# What is no str, what raises, and where.
import traceback
class Bad:
    def __init__(self, r): self.r = r
    def __str__(self):
        if self.r == "raise":
            raise KeyError("in str")  # here
        return self.r
    def __repr__(self):
        return self.r
class Lazy:
    def __str__(self):
        yield "a"
class Deep:
    def __str__(self): return str(self)
    def __repr__(self): return f"{self!r}"
def tries(v):
    r = []
    for f in (lambda: str(v), lambda: f"{v}", lambda: f"{v!s}", lambda: f"{v!r}"):
        try:
            r.append(f())
        except (TypeError, KeyError) as e:
            r.append((type(e).__name__, str(e), [(x.name, x.lineno) for x in traceback.extract_tb(e.__traceback__)]))
        except RecursionError as e:
            r.append("recursion")
    return r
for i in range(90):
    r = [tries(Bad(x)) for x in ("ok", 5, None, b"x", "raise", 2.5)] + [tries(Lazy())[:3]]
for x in r: print(x)
print(tries(Deep()))
#---
# The methods change, str is another function, and frames are looked at meanwhile.
import sys
class C:
    def __str__(self): return "C"
    def __repr__(self): return "<C>"
def run(c, n, change=None):
    r = set()
    for i in range(n):
        if i == n // 2 and change: change()
        r.add((str(c), f"{c}", f"{c!r}"))
    return sorted(r)
c = C()
print(run(c, 300), run(c, 300, lambda: setattr(C, "__str__", lambda self: "other")))
print(run(c, 300, lambda: setattr(C, "__format__", lambda self, spec: "formatted")))
print(run(c, 300, lambda: setattr(C, "__str__", len) or delattr(C, "__str__")))
c.__str__ = lambda: "of the instance"
print(run(c, 300))
class D(C):
    def __repr__(self):
        f = sys._getframe(1)
        return f.f_code.co_name + str(f.f_locals["i"] > -1)
def looks(n):
    d = D()
    for i in range(n): r = f"{d!r}", str(d)
    return r
print(looks(300))
def str_of(str, v, n):
    for i in range(n): r = str(v)
    return r
print(str_of(str, c, 200), str_of(repr, c, 200), str_of(lambda v: 5, c, 200), str_of(str, D(), 200)[:6])
class E:
    n = 0
    def __str__(self):
        E.n += 1
        if E.n == 400: E.__str__ = lambda self: "late"
        return "early"
def counts(n):
    e, r = E(), {}
    for i in range(n):
        k = f"{e}" + str(e)
        r[k] = r.get(k, 0) + 1
    return r
print(counts(600))
class Changes:
    def __str__(self):
        self.__class__ = C if type(self) is Changes else Changes
        return "changed"
v = Changes()
print([str(v) for i in range(3)], f"{v}")
