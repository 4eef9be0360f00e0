from enum import Enum
class F(float, Enum):
    one = 1.0
    two = 2.0
print(F.one, F.two + 1, F(1.0))
class S(str, Enum):
    a = "x"
print(S.a, S("x"))
class C(complex, Enum):
    z = 1j
print(C.z)
class B(bytes, Enum):
    q = b"s"
print(B.q)
class Fl(float):
    def __new__(cls, v): return float.__new__(cls, v)
    def __init__(self, v): self.w = v
print(Fl(2.5), Fl(2.5).w)
class Fm(float):
    def __init__(self, v, w): self.w = w
try: print(Fm(2.5, 1))
except TypeError as e: print(e)
class Mixin:
    def __init__(self, *a, **k): pass
class Fx(float, Mixin): pass
print(Fx(1.5))
class F(float):
    pass
m = float.__new__(F, 2.5)
print(type(m.__init__))
m.__init__(2.5)
class O: pass
o = object.__new__(O)
try: o.__init__(3)
except TypeError as e: print(e)
i = int.__new__(int, 3)
i.__init__(4)
class N(int):
    def __new__(cls, a, b): return int.__new__(cls, a)
n = N(1, 2); n.__init__(1, 2); print(n)
from enum import Enum
class J(int, Enum):
    a = 1
print(J.a, J(1), J.a + 1)
class K(list):
    pass
k = K.__new__(K); object.__init__(k)
try: print(object.__init__(k, 1))
except TypeError as e: print(e)
class V(ValueError): pass
try: print(object.__init__(V(1), 1))
except TypeError as e: print(e)
class D:
    def __init__(self): pass
try: object.__init__(D(), 1)
except TypeError as e: print(e)
class W:
    def __new__(cls, *a): return object.__new__(cls)
print(W(1).__init__(2))
import collections, functools
for c in (collections.deque, functools.partial, type, property, collections.OrderedDict, BaseException, memoryview, range):
    try:
        t = type("T", (c,), {})
    except TypeError as e:
        print(e); continue
    try: print(c.__name__, "__init__" in c.__dict__)
    except TypeError as e: print(e)
