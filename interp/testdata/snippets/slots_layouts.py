# __slots__ of classes derived from builtin types lie inside the object.
class E(Exception):
    __slots__ = ("a", "b")
    def __init__(self, p):
        self.a = p
        self.b = p
keep = []
for i in range(3000):
    keep.append(E("t%d" % i))
for i, e in enumerate(keep):
    assert type(e) is E and e.a == e.b == "t%d" % i and e.args == ("t%d" % i,), (i, type(e), e.a)
def raised(i):
    try:
        raise E(i)
    except E as e:
        return e.a + e.b
print(sum(raised(i) for i in range(3000)))
e = E(1)
try:
    del e.a
    e.a
except AttributeError as x:
    print(x)
#---
import collections, random
random.seed(1)
class Plain: pass
class Slotted: __slots__ = ("q",)
class Derived(ValueError): pass
def check(base, make):
    C = type("C", (base,), {"__slots__": ("a", "b")})
    for K in C, type("D", (C,), {}), type("F", (base,), {}):
        keep = []
        for i in range(200):
            o = K(*make(i))
            o.a, o.b = "a%d" % i, [i]
            if K is not C:
                o.z = (i,)
            keep.append(o)
        for i, o in enumerate(keep):
            assert type(o) is K and o.a == "a%d" % i and o.b == [i] and (K is C or o.z == (i,)), (K, i)
for base in object, dict, set, Plain, Slotted, bytearray, collections.deque, collections.OrderedDict, collections.defaultdict, frozenset, property:
    check(base, lambda i: ())
for base in float, random.Random, Exception, Derived, KeyError, StopIteration, SystemExit, NameError, AttributeError, ImportError, MemoryError:
    check(base, lambda i: (i,))
check(list, lambda i: ([i],))
check(OSError, lambda i: (1, "x"))
check(SyntaxError, lambda i: ("m",))
print("ok")
#---
def refused(name, bases, **ns):
    try:
        print(type(name, bases, ns).__mro__)
    except TypeError as e:
        print(e)
refused("M", (type,), __slots__=("a",))
refused("I", (int,), __slots__=("a",))
refused("X", (OSError, StopIteration))
refused("X", (KeyError, SyntaxError))
refused("X", (UnicodeDecodeError, UnicodeEncodeError))
refused("X", (SystemExit, ImportError, KeyError))
class S(ValueError): __slots__ = ("a",)
class T(KeyError): __slots__ = ("b",)
refused("Y", (S, T))
class A(OSError): pass
class B(KeyError): pass
try:
    A(1, "x").__class__ = B
except TypeError as e:
    print(e)
