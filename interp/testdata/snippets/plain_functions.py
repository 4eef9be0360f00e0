# Functions that Go calls and that only read an attribute: what they find changes, is a descriptor, is not there.
import operator, os, sys, asyncio
class I:
    def __init__(self, n): self.n = n
    def __index__(self): return self.n
    def __len__(self): return self.n
    def __fspath__(self): return self.path
l = list(range(50))
def picks(xs): return [l[x] for x in xs], [operator.index(x) for x in xs], sum(map(operator.index, xs))
xs = [I(i) for i in range(20)]
for i in range(200): r = picks(xs)
print(r[2], r[0][:3])
xs[3].n = True
xs[4].n = I(3)
for x in xs[3], xs[4]:
    try: print(operator.index(x), type(operator.index(x)))
    except TypeError as e: print(e)
del xs[5].n
try: operator.index(xs[5])
except AttributeError as e: print(e)
I.n = 7
print(operator.index(xs[5]), l[xs[5]])
class P(I):
    n = property(lambda self: calls.append(1) or 11, lambda self, v: None)
calls = []
print(operator.index(P(3)), calls)
class G:
    def __getattr__(self, name): return len(name)
    def __index__(self): return self.abcd
class A:
    def __getattribute__(self, name): return 5 if name == 'v' else object.__getattribute__(self, name)
    def __index__(self): return self.v
class S:
    __slots__ = 'v',
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
class D(dict):
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
class K:
    v = 13
    def __index__(self): return self.v
class M(type):
    v = 14
    def __index__(cls): return cls.v
class Z(metaclass=M): pass
class F:
    def v(self): return 1
    def __index__(self): return self.v
class N:
    def __index__(self): return self
class O:
    def __index__(self): return None
class R:
    def __index__(self): return 4
class B:
    def __index__(self, extra=3): return extra
class C:
    def __index__(self): return self.__class__
for x in G(), A(), S(6), D(8), K(), Z, F(), N(), O(), R(), B(), C():
    for i in range(3):
        try: r = operator.index(x)
        except TypeError as e: r = str(e)
    print(type(x).__name__, r)
k = K()
k.v = 3
print(operator.index(k))
k.__dict__ = {'v': 4}
print(operator.index(k))
K.v = property(lambda self: 15)
print(operator.index(k))
K.__index__ = lambda self: self.w
k.w = 9
print(operator.index(k))
K.__index__.__code__ = (lambda self: self.v).__code__
print(operator.index(k))
p = I(1)
p.path = 'x/y'
print(os.fspath(p), os.path.join(p, 'z'))
p.path = None
try: os.fspath(p)
except TypeError as e: print(e)
# The recursion limit counts them.
def deep(n):
    if n: return deep(n - 1)
    return operator.index(xs[1])
depth = 0
def most():
    global depth
    depth += 1
    most()
sys.setrecursionlimit(200)
for f in range(150, 220):
    try: deep(f)
    except RecursionError as e: break
print(f > 150, f < 200)
sys.setrecursionlimit(1000)
# Comparisons by identity.
class Running:
    thread = None
    def yes(self): return self.thread is not None
    def no(self): return self.thread is None
    def same(self): return self is self.me
r = Running()
r.me = r
print(sorted([3, 1, 2], key=lambda x: r.yes()), list(map(Running.yes, [r])), list(map(Running.no, [r])), [*filter(Running.same, [r])] == [r])
r.thread = 0
print(list(map(Running.yes, [r])), list(map(Running.no, [r])))
# A loop of a class of the program's own is asked like any other.
class Loop(asyncio.SelectorEventLoop):
    asked = 0
    def get_debug(self): Loop.asked += 1; return False
async def main():
    async def one(): return 1
    return sum(await asyncio.gather(*[one() for i in range(20)]))
with asyncio.Runner(loop_factory=Loop) as runner: print(runner.run(main()), Loop.asked > 20)
