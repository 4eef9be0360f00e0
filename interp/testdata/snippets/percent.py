# % of str, bytes and bytearray, with all conversions, of values of all kinds
state = 5


class Random:
    def random(self):
        global state
        state = (state * 1103515245 + 12345) % 2**31
        return state / 2**31

    def choice(self, items):
        return items[int(self.random() * len(items))]


r = Random()
class I:
    def __int__(self): return 42
    def __repr__(self): return "I()"
class X:
    def __repr__(self): return "X()"
    def __index__(self): return 17
class F:
    def __repr__(self): return "F()"
    def __float__(self): return 2.5
class B:
    def __repr__(self): return "B()"
    def __bytes__(self): return b"bb\xff"
class N:
    def __repr__(self): return "N\xe9"
vals = [0, 1, -1, 5, 255, 256, -300, 2**70, True, 1.5, -0.0, 1e300, float("inf"), float("nan"), 3.99, "a", "ab", "\xe9", "", b"x", b"xy", b"\xff\x00", bytearray(b"q"), bytearray(b"zz"), None, [1], {}, I(), X(), F(), B(), N(), (1, 2)]
flags = ["", "-", "+", " ", "#", "0", "-0", "+#", "0+", " #0", "+ "]
n = 0
for i in range(1500):
    b = r.random() < .6
    f = "%" + r.choice(flags) + r.choice(["", "", "3", "10", "0", "*", "1"]) + r.choice(["", "", ".0", ".2", ".10", ".", ".*"]) + r.choice(["", "", "", "l", "h"]) + r.choice("diuoxXeEfFgGcrsabbsdz%")
    if r.random() < .1: f = r.choice(["", "x", "%", "é"[0:0]]) + f + r.choice(["", "y", "%", "%%", "%d"])
    if r.random() < .1: f = "%(k)" + f[1:]
    if r.random() < .02: f = f[:-1]
    m = r.random()
    v = r.choice(vals)
    if "(k)" in f:
        args = r.choice([{"k": v}, {b"k": v}, v, {}])
    elif "*" in f:
        args = tuple([r.choice([0, 3, -7, 12, 4])] * f.count("*") + [v])
        if m < .05: args = args[1:]
        elif m < .1: args = ("a",) + args[1:]
    else:
        args = (v,)
        if m < .1: args = (v, v)
        elif m < .15: args = ()
        elif m < .3: args = v
    fmt = f.encode("latin-1") if b else f
    if b and r.random() < .1: fmt = bytearray(fmt)
    try:
        out = fmt % args
        print(i, repr(out))
    except Exception as e:
        print(i, repr(fmt), type(e).__name__, e)
print(b"%s %b" % (memoryview(b"mv"), memoryview(b"12345")[::4].tobytes()), b"%(a)s-%(b)d" % {b"a": b"x", b"b": 3}, bytearray(b"%c%c") % (65, b"B"), type(bytearray(b"") % ()))
import array
from collections import deque
class Items(deque):
    pass
class Mapped(deque):
    def __getitem__(self, k):
        return "item of " + str(k)
for f in ("s", "%(a)s", "%s", b"s", b"%s"):
    for v in (deque([1]), Items([1]), Mapped([1]), array.array("i", [1]), [1], {"a": 1}, range(2), memoryview(b"a"), (), None):
        try:
            print(repr(f % v).split(" at ")[0])
        except Exception as e:
            print(type(e).__name__, e)
