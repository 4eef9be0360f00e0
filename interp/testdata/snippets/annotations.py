from __future__ import annotations
x: undefined = 3
def f(a: nowhere, *b: "str", c: int | None = 3) -> dict[str, int]: pass
print(f.__annotations__, f.__annotate__.__qualname__, __annotations__)
class C:
    y: also.nowhere
    z: int
print(C.__annotations__, C.__annotate__, C.__dict__['__annotations__'] is C.__annotations__)
#---
x: int
y: "abc" = 3
def g():
    z: int = 4
print(__annotate__.__name__)
print(__annotate__(1))
for i in range(1):
    q: str = 'a'
class K:
    a: int
    if True:
        b: K
    else:
        c: int
    def m(self, v: K, *args: T, k: int = 3, **kw: "qq") -> list[K]: ...
print(K.__annotations__)
try: K.m.__annotations__
except NameError as e: print(e)
T = 5
print(K.m.__annotations__)
try: K.__annotate__(2)
except NotImplementedError as e: print(repr(e))
print(sorted(k for k in K.__dict__ if k != '__firstlineno__'))
#---
def make(i):
    def f(a: int = i, *, b: str = "q") -> list[int]: return a
    return f
n = 0
for i in range(3000):
    f = make(i)
    n += f() + len(f.__annotations__)
print(n, f.__annotations__, f.__annotations__ is f.__annotations__)
class P:
    def __init__(self, x: int, y: int) -> None: self.x, self.y = x, y
for i in range(3000):
    n += len(P.__init__.__annotations__)
    P.__init__.__annotations__['z'] = i
print(n, P.__init__.__annotations__)
#---
class Meta(type):
    m: int
class C(metaclass=Meta):
    c: str
    def method(self): return __class__
class D(C):
    d: 'C'
print(Meta.__annotations__, C.__annotations__, D.__annotations__)
print(hasattr(C(), '__annotations__'), '__annotations__' in C.__dict__)
class E:
    t = int
    x: t
    def f(self, y: t) -> t: ...
print(E.__annotations__, E.f.__annotations__)
E.t = str
print(E.__annotations__, E.f.__annotations__)
class F:
    for i in range(2):
        if i:
            a: int
        else:
            b: str
print(F.__annotations__)
def outer(T):
    class G:
        x: T
    return G
print(outer(float).__annotations__)
