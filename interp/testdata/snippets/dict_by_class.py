class T:
    def __init__(self): self.a = 1
    def __dict__(self): return {'x': self.a}
t = T()
print(t.__dict__())
print(vars(t) if 0 else '')
class U:
    __dict__ = 5
    def __init__(self): self.a = 1
u = U()
print(u.__dict__, u.a)
try: print(vars(u))
except Exception as e: print(type(e), e)
class V(T): pass
print(V().__dict__())
class W:
    @property
    def __dict__(self): return {'p': 1}
w = W(); w.z = 3
print(w.__dict__, w.z, vars(w))
try: w.__dict__ = {}
except AttributeError as e: print(e)
class S:
    __slots__ = ('__dict__',)
s = S(); s.q = 1; print(s.__dict__)
class X:
    __class__ = int
x = X(); print(x.__class__, type(x).__name__, isinstance(x, int))
class Y:
    def __class__(self): return 3
print(Y().__class__())
class Z:
    def __weakref__(self): return 4
    def __doc__(self): return 'd'
    def __module__(self): return 'm'
print(Z().__weakref__(), Z().__doc__(), Z().__module__())
for i in range(3):
    for q in (t, w, s, V()):
        try:
            print(getattr(q, '__dict__', None) if not callable(q.__dict__) else q.__dict__())
        except Exception as e: print(type(e), e)
try:
    u.__dict__ = {"b": 1}; print(u.__dict__, "a" in dir(u), "b" in dir(u), u.a)
except Exception as e: print(type(e), e)
print(T.__dict__.keys() >= {'__dict__'}, '__dict__' in V.__dict__, '__dict__' in T.__dict__)
print('p' in dir(w), 'z' in dir(w))
