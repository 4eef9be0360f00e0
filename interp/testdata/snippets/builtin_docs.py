# __doc__ and __text_signature__ of what is built in, and what inspect makes of them.
import array
import inspect
import itertools
import math

for x in (len, print, sorted, math.hypot, str, str.join, "".join, dict.get, {}.get, dict.fromkeys, int, int.__add__, (1).__add__,
          list.append, [].__len__, object, object.__init__, type, type.mro, ValueError, ValueError("x"),
          itertools.chain, itertools.chain.from_iterable, array.array, array.array.append, None, 1, "", (), {}, set(), ..., range(3),
          map, zip, property, staticmethod, super, slice, memoryview):
    print(type(x).__name__, repr(x.__doc__)[:60], len(x.__doc__ or ""), repr(getattr(x, "__text_signature__", "none")))
for x in (len, sorted, math.hypot, str.join, dict.get, dict.pop, int.__add__, list.sort, [].append, object, float, complex, print, int, type, range):
    try:
        print(x, inspect.signature(x)) if not isinstance(x, type([].append)) else print(inspect.signature(x))
    except ValueError as e:
        print(str(e)[:30])


class C(str):
    __slots__ = ("a",)

    def f(self):
        "text"


class D(dict):
    "own"


print(C.__doc__, C("x").__doc__, C.a.__doc__, C.f.__doc__, D.__doc__, D().__doc__, D.__text_signature__)
print(inspect.getdoc(C.join) == inspect.getdoc(str.join), inspect.getdoc(D.get)[:20])

#---
class complex:
    __slots__ = ("real",)


print(type(1j).real.__doc__, type(1j).imag.__doc__, complex.real.__doc__)
