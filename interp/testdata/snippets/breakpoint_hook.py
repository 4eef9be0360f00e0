# breakpoint and its hook, and what sys says about objects.
import gc
import os
import sys
import warnings

warnings.simplefilter("always")
warnings.showwarning = lambda m, c, f, l, *rest: print(c.__name__, m, l)


def tries(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


sys.breakpointhook = lambda *a, **k: (a, k)
tries(breakpoint, 1, x=2)
del sys.breakpointhook
tries(breakpoint)
sys.breakpointhook = sys.__breakpointhook__
print(sys.breakpointhook)
for v in ("0", "nosuch", "nosuch.x", "int", ".", "len.", "sys.nope", "os.path.join", "textwrap.dedent"):
    os.environ["PYTHONBREAKPOINT"] = v
    tries(breakpoint, " a")


class Says:
    def __init__(self, x): self.x = x

    def __sizeof__(self):
        if isinstance(self.x, Exception):
            raise self.x
        return self.x


for x in ("x", -1, 1.0, ValueError("v"), 2**70, 0):
    s = Says(x)
    try:
        # CPython adds the size of its collector's header.
        print(sys.getsizeof(s, 5) >= 0)
    except Exception as e:
        print(type(e).__name__, e)
tries(sys.getsizeof)
tries(sys.getsizeof, 1, 2, 3)
tries(sys.getsizeof, 1, x=2)
print(sys.getsizeof([1] * 1000) > sys.getsizeof([]), sys.getsizeof("a" * 1000) > 1000, sys.getsizeof(dict.fromkeys(range(99))) > sys.getsizeof({}))
print(sys.getsizeof(set(range(99))) > sys.getsizeof(set()), sys.getsizeof(bytearray(500)) > 500, sys.getsizeof(10**900) > 300)
print(sys.getrefcount(None), sys.getswitchinterval())


class C: pass
class S: __slots__ = ()


gc.collect()
for x in (1, 1.5, "a", b"a", None, True, ..., 1j, (), tuple([1, 2]), tuple([1, []]), [], {}, {1: 2}, set(), C, C(), S(), len, [].append, range(3),
          slice(1), iter([]), bytearray(), sys, type, int, object(), property(), ValueError(), (x for x in []), NotImplemented, int.__add__):
    print(gc.is_tracked(x), end=" ")
print()
t = s = ()
for i in range(100000):
    t, s = (t,), (s, s)
# CPython's answer depends on how often it has collected.
print(gc.is_tracked(t) in (False, True), gc.is_tracked(s) in (False, True))
tries(gc.is_tracked)
