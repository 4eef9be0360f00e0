# What the suites of others found: singletons that are called, import * of an object, __get__ that
# is not bound, unregister while the list changes, fromhex of a class.
import atexit
import sys
import time

print(type(None)(), type(...)(), type(NotImplemented)() is NotImplemented)
for t in (type(None), type(...), type(NotImplemented)):
    try:
        t(1)
    except TypeError as e:
        print(e)


class Names:
    x = 1

    def __init__(self):
        self.y, self._z = 2, 3


class Listed:
    __all__ = ["a"]
    a = "from __all__"


sys.modules["an_object"], sys.modules["a_class"], sys.modules["slotted"] = Names(), Listed, object()
from an_object import *
from a_class import *

print(y, a)
try:
    x
except NameError as e:
    print(e)
try:
    from slotted import *
except ImportError as e:
    print(e)


class Descriptor:
    pass


d = Descriptor()
Descriptor.__get__ = d
Descriptor.attribute = d
try:
    d.attribute
except TypeError as e:
    print(e)


class Said:
    def __init__(self, action, result):
        self.action, self.result, self.seen = action, result, []

    def __eq__(self, other):
        self.seen.append(other.__name__)
        self.action()
        return self.result


def a(): pass
def b(): pass
def c(): pass


for action, result in ((lambda: None, False), (lambda: None, True), (atexit._clear, True), (lambda: atexit.register(c), True)):
    atexit._clear()
    for f in (a, b):
        atexit.register(f)
    said = Said(action, result)
    atexit.unregister(said)
    print(said.seen, atexit._ncallbacks())
atexit._clear()


class Bytes(bytes):
    def __new__(cls, value):
        print(type(value))
        return super().__new__(cls, value)


class Array(bytearray):
    def __init__(self, value):
        print(type(value))
        super().__init__(value)


print(Bytes.fromhex("a0 a1"), Array.fromhex("0102"))


class Seconds(float):
    pass


time.sleep(Seconds(0))
try:
    time.struct_time(range(9), ["tm_zone", "UTC"])
except TypeError as e:
    print(e)
try:
    __import__("n" * 300)
except ModuleNotFoundError as e:
    print(type(e))
sys.path.insert(0, __file__)
try:
    import no_such_module
except ModuleNotFoundError as e:
    print(e)
exec(compile("if 1: 10 + 1\n", "file", "single"))
#---
# a module's errors go by the __name__ that it has now
import types

m = types.ModuleType('abc')


def get():
    try:
        m.nope
    except AttributeError as e:
        print(e, e.name, e.obj is m)


get()
m.__name__ = 'zzz'
get()
m.__name__ = 1
get()
del m.__name__
get()
print(__cached__)
#---
# None compares by slots of its own
for name in '__eq__', '__ne__', '__lt__', '__le__', '__gt__', '__ge__', '__hash__':
    print(name, name in type(None).__dict__, type(None).__dict__[name] is object.__dict__[name])
print(type(None).__dict__['__eq__'], None.__lt__(3), None.__eq__(None), None.__ne__(None), None.__eq__(3))
try:
    None < None
except TypeError as e:
    print(e)
#---
# dir asks a mapping of its own for its keys
class D(dict):
    def keys(self):
        yield 6
        yield 5

    def __getitem__(self, x):
        return dir


print(eval('dir()', {}, D()))
#---
# bytes has __bytes__, and a class derived from it gives plain ones
b = b'abc'
print(b.__bytes__() is b, type(type('B', (bytes,), {})(b'x').__bytes__()), hasattr(bytearray, '__bytes__'))
#---
# ParamSpecArgs shows any origin
import typing

P = typing.ParamSpec('P')
print(P.args, P.kwargs, typing.ParamSpecArgs(int), typing.ParamSpecKwargs('x'), typing.ParamSpecArgs(P.args))
#---
# the classes that derive from a builtin one
class Own(float):
    pass


print(int.__subclasses__(), float.__subclasses__())
print([c.__name__ for c in ArithmeticError.__subclasses__()], [c.__name__ for c in BaseException.__subclasses__()])
#---
# files read into buffers, whether io was imported or not
b = bytearray(8)
with open(__file__, 'rb') as f:
    print(f.readinto(b), b)
#---
# generic aliases and unions can be copied and pickled
import collections
import copy
import pickle
import typing

T = typing.TypeVar('T')
for a in [list[int], collections.deque[T], tuple[int, ...], dict[str, list[T]], *tuple[int, str], int | list[str], list[int] | None]:
    for b in [copy.copy(a), copy.deepcopy(a), *(pickle.loads(pickle.dumps(a, p)) for p in range(2, 6) if T not in getattr(a, '__parameters__', ()))]:
        print(b, b == a, type(b) is type(a))
print(list[int].__reduce__())
for name in '__copy__', '__deepcopy__', '__bases__':
    try:
        getattr(list[int], name)
    except AttributeError as e:
        print(e)
#---
# a line table that ends early leaves code without lines
import sys


def f():
    x = 1
    return sys._getframe().f_lineno


f.__code__ = f.__code__.replace(co_linetable=b'\xf8')
print(f(), list(f.__code__.co_lines())[:1])
#---
# asyncio's debug mode
import asyncio
import sys


async def main():
    return sys.get_coroutine_origin_tracking_depth()


print(asyncio.run(main(), debug=True), sys.get_coroutine_origin_tracking_depth(), asyncio.run(main()))
#---
# what the system is
import os
import sys

u = os.uname()
print(type(u), len(u), u[0] == u.sysname == 'Linux', all(type(x) is str for x in u), u.machine != '')
print(sys.is_remote_debug_enabled() in (False, True))
#---
# namespaces are copied, pickled and replaced
import copy
import pickle
import types

ns = types.SimpleNamespace(a=1, b=[2])
print(ns.__reduce__(), copy.copy(ns), copy.deepcopy(ns) == ns, copy.replace(ns, b=5, c=6))
print([pickle.loads(pickle.dumps(ns, p)) for p in range(6)])
try:
    ns.__replace__(1)
except TypeError as e:
    print(e)
#---
# a mappingproxy goes backwards as its mapping does
import types

print(list(reversed(types.MappingProxyType({1: 2, 3: 4}))))
try:
    reversed(types.MappingProxyType(type('M', (dict,), {'__reversed__': None})()))
except TypeError as e:
    print(e)
#---
# arrays: keywords of a derived class, an index that shortens it, the code that will go
import array
import warnings


class A(array.array):
    def __init__(self, code, new=None):
        pass


class I:
    def __index__(self):
        del a[:]
        return 7


print(A('b', new=1))
a = array.array('h', [1, 2, 3])
try:
    a[1] = I()
except IndexError as e:
    print(e)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    array.array('u', 'x')
    print([(x.category.__name__, str(x.message)) for x in w])
#---
# the variables of one frame are equal to themselves, and to a dict
import sys


def f(x):
    a, b = sys._getframe().f_locals, sys._getframe().f_locals
    return a == b, a != b, a == 5, {'x': 1} == sys._getframe(0).f_locals


print(f(1))
#---
# an empty slot names the class in full
import types

m = types.ModuleType('m')
exec("""
def make():
    class A:
        __slots__ = 'x',
    return A()
""", m.__dict__)
for v in m.make(), type('B', (), {'__slots__': ('x',)})():
    try:
        v.x
    except AttributeError as e:
        print(e)
#---
# an iterator of a deque that changes: one backwards that has nothing left looks at it no more
import collections

for walk in iter, reversed:
    d = collections.deque([1, 2, 3])
    it = walk(d)
    print(next(it))
    d.pop()
    for _ in range(2):
        try:
            print(next(it))
        except (RuntimeError, StopIteration) as e:
            print(type(e).__name__, it.__length_hint__())
#---
# ~ of a bool warns, in a loop that is hot too, and is an int's
import operator
import warnings

def inverted(values):
    t = 0
    for v in values:
        t += ~v
    return t

print(inverted(list(range(5000))))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(inverted([True, False, 3] * 100), operator.inv(False), True.__invert__())
    print(len(seen), seen[0].category.__name__, seen[0].message, seen[0].lineno)
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        inverted(list(range(300)) + [True])
    except DeprecationWarning as e:
        print("raised", e.__traceback__.tb_next.tb_lineno)
#---
# a property that is initialized again has its new getter's name
def get(o): "get's"
def other(o): "other's"

class C:
    p = property(get)

print(C.p.__name__, C.p.__doc__)
C.p.__init__(other)
print(C.p.__name__, C.p.__doc__)
C.p.__init__(None)
print(hasattr(C.p, "__name__"), C.p.__doc__)
#---
# an iterator by __getitem__ whose class loses the method
class D:
    def __getitem__(self, i): return i

it = iter(D())
print(next(it), next(it))
del D.__getitem__
for ask in lambda: next(it), lambda: D()[1], lambda: iter(D()):
    try:
        ask()
    except TypeError as e:
        print(e)
