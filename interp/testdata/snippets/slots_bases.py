class A: __slots__=("x",)
class B: pass
class W: __slots__=("__weakref__",)
class AB(A,B): __slots__=()
class AW(A,W): __slots__=()
class AL(list,B): __slots__=()
class ABx(B,A): __slots__=("y",)
for c in (AB, AW, AL, ABx):
    o = c()
    try: o.q = 1; print(c.__name__, o.__dict__, "__dict__" in c.__dict__)
    except AttributeError as e: print(c.__name__, e)
    import weakref
    try: weakref.ref(o); print("weak", "__weakref__" in c.__dict__)
    except TypeError as e: print(e)

import json.decoder
print(type(json.decoder.__builtins__), json.decoder.__builtins__ is vars(__builtins__), type(__builtins__))

import functools
class Cached(A, B):
    __slots__ = ()
    @functools.cached_property
    def g(self): return self.x * 2
c = Cached(); c.x = 4
print(c.g, c.__dict__)
