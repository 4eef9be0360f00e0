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
