# types of C's can be named, derived from and measured
import ctypes
from ctypes import c_char, c_double, c_int, c_long, c_void_p, sizeof


class Mine(c_int):
    pass


P = ctypes.POINTER(c_int)
print([sizeof(t) for t in (c_char, c_int, c_long, c_double, c_void_p, Mine, P)], ctypes.alignment(c_long))
print(P, ctypes.POINTER(c_int) is P, P._type_ is c_int)
print(issubclass(c_int, ctypes._SimpleCData), type(c_int).__name__, ctypes.CFUNCTYPE(c_int) is ctypes.CFUNCTYPE(c_int))
try:
    sizeof(3)
except TypeError as e:
    print(e)
#---
# subinterpreters are there in name only
import _interpreters as i

print(i.WHENCE_CAPI, i.InterpreterNotFoundError.__mro__[1], issubclass(i.NotShareableError, TypeError))
