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
