# What recurses without end in Go functions raises RecursionError.
import functools
def show(f):
    try:
        f()
        print("ended")
    except RecursionError:
        print("RecursionError")
class A: pass
A.__call__ = A()
show(lambda: A()())
class B: pass
B.__repr__ = B.__str__
show(lambda: str(B()))
show(lambda: repr(B()))
class C: pass
C.__repr__ = C.__str__
class D(C):
    __str__ = C.__repr__
show(lambda: f"{D()}")
class E:
    def __hash__(self): return hash((self,))
show(lambda: hash(E()))
class F:
    def __eq__(self, o): return [F()] == [o]
show(lambda: F() == F())
class G: pass
g = G()
G.__getattr__ = staticmethod(functools.partial(getattr, g))
show(lambda: g.x)
class H: pass
h = H()
H.__iter__ = staticmethod(functools.partial(iter, h))
show(lambda: list(h))
class I: pass
i = I()
I.__len__ = staticmethod(functools.partial(len, i))
show(lambda: bool(i))
#---
# A generator that runs in the place of those that wait for it counts for them, too.
import sys
sys.setrecursionlimit(500)
def g(n):
    yield n
    yield from g(n+1)
m=0
try:
    for m in g(0): pass
except RecursionError as e: print('limit',m,e)
def f(n):
    global m
    m=n
    if n<5: pass
    r = yield from f(n+1)
try:
    list(f(0))
except RecursionError as e: print('limit',m,e)
async def co(n):
    global m
    m=n
    await co(n+1)
try: co(0).send(None)
except RecursionError as e: print('limit',m,e)
