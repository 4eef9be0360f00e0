# Calls, without arguments, of classes that vary at one place: those whose instances are made and no more, and others.

class A: pass
class B:
    x = 1
class C(B):
    __slots__ = ('y', 'z')
class D(B): pass
class E:
    def __init__(self): self.v = 'init'
class F:
    def __new__(cls): return 'new'
class G:
    def __init__(self, a): pass
class H(list): pass
class I(dict): pass
class J(Exception): pass
class Meta(type):
    def __call__(cls): return ('called', cls.__name__)
class K(metaclass=Meta): pass
class Plain(type): pass
class L(metaclass=Plain): pass
class M:
    def __new__(cls, *a): return super().__new__(cls)
import abc
class N(abc.ABC):
    @abc.abstractmethod
    def f(self): pass
class O(N):
    def f(self): return 1
many = [A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, object, int, str, lambda: 'function', dict, 5]

def call(f):
    return f()

def kind(f):
    try:
        v = call(f)
    except TypeError as e:
        return str(e)
    if isinstance(v, (A, B, E, L, M)):
        return type(v).__name__, sorted(getattr(v, '__dict__', {})), hasattr(v, 'y')
    return type(v).__name__

def rounds(n):
    for _ in range(n):
        r = [kind(f) for f in many]
    return r

def each(fs, n):
    made = []
    for _ in range(n):
        for f in fs:
            made.append(f())
    return made

for x in rounds(300): print(x)
made = each([A, B, D, L], 500)
print(len(made), len({id(x) for x in made}), [type(x).__name__ for x in made[-8:]])
for i, x in enumerate(made): x.i = i
print(sum(x.i for x in made), made[7].__dict__)

# A class that gets an __init__, a __new__, a __del__, a metaclass of another kind.
def later(c, n):
    for _ in range(n):
        x = c()
    return x
class P: pass
fs = [A, P, B]
print([type(x).__name__ for x in each(fs, 200)[-3:]])
P.__init__ = lambda self: setattr(self, 'late', 1)
print([getattr(x, 'late', 0) for x in each(fs, 200)[-3:]])
del P.__init__
print([getattr(x, 'late', 0) for x in each(fs, 200)[-3:]])
P.__new__ = lambda cls: 'new'
print([x for x in each(fs, 200) if x == 'new'][:2])
P.__new__ = object.__new__
print([type(x).__name__ for x in each(fs, 200)[-3:]])
class Q: pass
gs = [L, Q, A]
print([type(x).__name__ for x in each(gs, 200)[-3:]])
Plain.__call__ = lambda cls: ('plain', cls.__name__)
print([x for x in each(gs, 200) if type(x) is tuple][:2])
del Plain.__call__
print([type(x).__name__ for x in each(gs, 200)[-3:]])
B.__init__ = lambda self: setattr(self, 'of', 'B')
print([getattr(x, 'of', 0) for x in each([A, D, B, C][:3], 200)[-3:]])
