# Lists of classes that derive from list, beside lists: what the class has not overridden is a list's.
class Stack(list):
    pass

class Queue(list):
    __slots__ = ()

def work(make, n):
    total = 0
    for i in range(n):
        l = make()
        l.append(i)
        l.append(i + 1)
        l.append(i + 2)
        l.insert(0, i * 2)
        l[1] = l[1] + 1
        if l and i in l:
            total += 1000
        for x in l:
            total += x
        total += l.pop(0) + l.pop() + len(l) + l[0] + l[-1]
        l.reverse()
        total += l.index(i + 1) + l.count(i + 1)
        s = l[:1]
        total += type(s) is list
        l[0:1] = (7, 8)
        del l[0]
        l.remove(8)
        l.extend([1, 2])
        total += l[::-1][0]
        l.clear()
        while l:
            total += 1
    return total

for make in Stack, Queue, list, Stack, list, Queue:
    print(make.__name__, work(make, 3000))
#---
# A class gets its own methods while it is hot, and loses them.
class L(list):
    pass

def work(l):
    total = len(l)
    if l:
        total += 1
    for x in l:
        total += x
    total += l[0] + l[-1]
    l[0] = l[0]
    total += 3 in l
    s = l[1:]
    total += len(s)
    l.append(5)
    total += l.pop()
    l.append(9)
    total += l.pop(0)
    l.insert(0, 1)
    del l[-1]
    return total

def rounds(n=2000):
    l = L([1, 2, 3])
    return sum(work(l) for _ in range(n)), list.__len__(l)

log = []
def noted(name, result):
    def f(self, *args):
        if len(log) < 3:
            log.append((name, args))
        return result(self, *args)
    return f

print(rounds())
for name, f in {
    "__len__": lambda self: 100, "__bool__": lambda self: False, "__iter__": lambda self: iter((10, 20)),
    "__getitem__": lambda self, k: 4 if not isinstance(k, slice) else [k.start], "__setitem__": lambda self, k, x: None,
    "__contains__": lambda self, x: True, "append": lambda self, x: list.append(self, x + 1), "pop": lambda self, *i: list.pop(self, *i),
    "insert": lambda self, i, x: list.insert(self, i, x), "__delitem__": lambda self, k: list.__delitem__(self, k),
}.items():
    setattr(L, name, noted(name, f))
    print(name, rounds(), log)
    log.clear()
    delattr(L, name)
    print(rounds(500))
#---
# So in the middle of a loop, of one that derives from it, and by a class's assignment.
class A(list):
    pass

class B(A):
    pass

class C(A):
    def __len__(self):
        return 50

    def __iter__(self):
        yield "c"

def work(l, n, at=-1, change=None):
    seen = 0
    for i in range(n):
        seen += len(l)
        for x in l:
            seen += x if x != "c" else 1000000
        if i == at:
            change(l)
    return seen

a, b = A([1, 2]), B([3])
print(work(a, 4000), work(b, 4000), work(a, 4000))
print(work(b, 4000, 2000, lambda l: setattr(A, "__len__", lambda self: 7)))
print(work(a, 100))
del A.__len__
print(work(a, 4000), work(b, 4000))
print(work(a, 4000, 3000, lambda l: setattr(l, "__class__", C)))
print(work(a, 10), type(a))
a.__class__ = B
print(work(a, 4000), work([4], 4000), work(C([1]), 3000))
A.__iter__ = None
try:
    work(b, 1)
except TypeError as e:
    print(e)
#---
# A list is changed while it is iterated, and what ends stays at its end.
class L(list):
    pass

def grow(l):
    n = 0
    for x in l:
        n += x
        if n < 5000:
            l.append(1)
        if n == 100:
            l.pop(0)
    return n, len(l)

for make in L, list, L:
    print([grow(make([1])) for _ in range(3)])

def ended():
    l = L([1, 2, 3])
    it = iter(l)
    total = sum(it)
    l.append(4)
    return total, next(it, None), type(it).__name__

print({ended() for _ in range(3000)})

def errors(l):
    out = []
    for f in lambda: l.pop(), lambda: l[0], lambda: l.remove(1), lambda: l.index(1), lambda: l.pop(3), lambda: l["a"]:
        try:
            f()
        except Exception as e:
            out.append(repr(e))
    return out

for _ in range(500):
    r = errors(L())
print(r)
#---
# Instances that are made: with __init__ in Python and without, with attributes, weakly referred to, of metaclasses, with __new__ and __del__.
import weakref

class WithInit(list):
    def __init__(self, a, b=2):
        self.a = a
        self.b = b
        self.append(a)

class Meta(type):
    pass

class OfMeta(list, metaclass=Meta):
    pass

class Slotted(list):
    __slots__ = "x", "y"

class D(dict):
    pass

class DInit(dict):
    def __init__(self, k, **more):
        self[k] = len(more)
        self.update(more)

class S(set):
    pass

class SInit(set):
    def __init__(self, x):
        self.add(x)

class Plain:
    pass

def make(n):
    total = 0
    for i in range(n):
        w = WithInit(i)
        v = WithInit(i, b=3)
        total += w[0] + w.b + v.b + len(v)
        m = OfMeta()
        m.append(i)
        m.attr = i
        total += m.attr + len(m)
        s = Slotted()
        s.x = i
        s.append(s.x)
        total += s[0]
        try:
            s.y
        except AttributeError:
            total += 1
        d = D()
        d[i] = i
        d.name = "n"
        total += d[i] + len(d) + len(d.name)
        e = DInit(i, p=1, q=2)
        total += len(e) + e[i]
        t = S()
        t.add(i)
        total += len(t) + len(SInit(i))
        p = Plain()
        p.z = i
        total += p.z
    return total, type(w), type(d), type(t), type(m), weakref.ref(w)() is w, vars(m), e, sorted(t)

print(make(3000))
print([len(L([1])) + len(L("ab")) for L in (list, OfMeta, set, S, Slotted)])
Meta.__call__ = lambda cls, *a: (cls.__name__, a)
def call():
    return OfMeta()
print([call() for _ in range(3)])
del Meta.__call__
print({(type(call()), len(call())) for _ in range(3000)})
OfMeta.__init__ = lambda self, *a: self.append(a)
print({tuple(call()) for _ in range(3000)})
OfMeta.__new__ = lambda cls, *a: [a, a]
print({tuple(call()) for _ in range(3000)})
del OfMeta.__new__
del OfMeta.__init__
dead = []
OfMeta.__del__ = lambda self: dead.append(1)
for _ in range(2000):
    call()
import gc
gc.collect()
print(len(dead) > 1900)
try:
    OfMeta(1)
except TypeError as e:
    print(e)
try:
    WithInit()
except TypeError as e:
    print(e)
