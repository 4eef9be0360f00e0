# f.__code__ can be assigned: calls run the new code at once, compiled ones too.
def f(x): return x + 1
def g(x): return x * 10
def hot(n):
    t = 0
    for i in range(n):
        t += f(i)
    return t
print(hot(3000))
old = f.__code__
f.__code__ = g.__code__
print(hot(3000), f.__name__, f.__code__ is g.__code__, f(7))
def swapping(n):
    t = 0
    for i in range(n):
        if i == n - 10: f.__code__ = old
        t += f(i)
    return t
print(swapping(4000), f(7))
def outer(a):
    def inner(): return a
    return inner
def plain(): return 5
class C:
    def __init__(self, x): self.x = x
    def m(self): return self.x
    p = property(lambda self: self.x)
def made(n):
    t = 0
    for i in range(n): t += C(i).m() + C(i).p
    return t
print(made(2000))
C.__init__.__code__ = (lambda self, x: setattr(self, "x", -x)).__code__
C.m.__code__ = (lambda self: self.x * 2).__code__
C.p.fget.__code__ = (lambda self: 1).__code__
print(made(2000))
for target, code in (plain, 5), (plain, outer(1).__code__), (outer(2), plain.__code__):
    try: target.__code__ = code
    except Exception as e: print(type(e).__name__, e)
try: del plain.__code__
except Exception as e: print(type(e).__name__, e)
inner = outer(3)
inner.__code__ = (lambda a: lambda: a * 100)(1).__code__
print(inner())
