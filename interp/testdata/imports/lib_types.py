# Types that are no builtins, locks of one thread, references that are not weak.
import types
import _thread
from _weakref import ref, ReferenceType


def f():
    return 1


print(types.FunctionType is type(f), types.LambdaType is types.FunctionType, types.ModuleType is type(types))
print(types.MappingProxyType({"a": 1}), types.SimpleNamespace(x=1, y="z"), types.NoneType, types.EllipsisType)
print(types.GenericAlias(list, (int,)), list[int], dict[str, list[int]], tuple[int, ...], type[int], list[()])
print(int | str, int | None, list[int] | str, int | int, (int | str) == (str | int), hash(int | str) == hash(str | int))
print(isinstance(1, int | str), isinstance(None, int | None), isinstance(1.0, int | str), issubclass(bool, int | str))
print(list[int].__origin__, list[int].__args__, (int | str).__args__, list[int] == list[int], list[int]("ab"))
for g in (lambda: isinstance(1, list[int]), lambda: int[str], lambda: list[int][str], lambda: int | 1):
    try:
        g()
    except TypeError as e:
        print(e)


class C(list[int]):
    def __class_getitem__(cls, key):
        return cls.__name__, key


print(C.__mro__[1], C[1, 2], C([1]))
n = types.SimpleNamespace(a=1)
n.b = n.a + 1
del n.a
print(n, n == types.SimpleNamespace(b=2), vars(n))
lock = _thread.allocate_lock()
with lock:
    print(lock.locked(), lock.acquire(False))
print(lock.locked(), type(lock).__name__)
r = _thread.RLock()
r.acquire()
r.acquire()
r.release()
r.release()
try:
    r.release()
except RuntimeError as e:
    print(e)


class D:
    pass


class Named(ref):
    def __init__(self, target, name):
        self.name = name

    def __new__(cls, target, name):
        return ref.__new__(cls, target)


d = D()
w = ref(d)
print(w() is d, w == ref(d), type(w) is ReferenceType, w.__callback__, Named(d, "n").name, Named(d, "n")() is d)
try:
    ref(1)
except TypeError as e:
    print(e)


def loop(n):
    s = 0
    for i in range(n):
        with lock:
            s += 1 if w() is d else 0
    return s


print(loop(3000))
