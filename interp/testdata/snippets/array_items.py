# Elements of arrays of all type codes, read and written in hot loops.
from array import array
import math

def fill(a, n, f):
    for i in range(n):
        a[i] = f(i)
    s = 0
    for i in range(n):
        s += a[i]
    return s

def make(code):
    ns = {}
    exec("""def sweep(a, n):
    s = 0
    for i in range(n):
        x = a[i]
        s += x
        a[n - 1 - i] = x + 1 if x < 100 else x - 90
    return s
""", ns)
    return ns["sweep"]

for code in "bBhHiIlLqQfd":
    sweep = make(code)
    a = array(code, range(50))
    total = 0
    for _ in range(60):
        total += sweep(a, 50)
    print(code, total, a.tolist()[:12])

for code, lo, hi in (("b", -128, 127), ("B", 0, 255), ("h", -32768, 32767), ("H", 0, 65535), ("i", -2**31, 2**31 - 1), ("I", 0, 2**32 - 1), ("l", -2**63, 2**63 - 1), ("L", 0, 2**64 - 1), ("q", -2**63, 2**63 - 1), ("Q", 0, 2**64 - 1)):
    ns = {}
    exec("""def bounds(a, values):
    out = []
    for v in values:
        try:
            a[1] = v
            out.append(a[1])
        except OverflowError as e:
            out.append(str(e))
    return out
""", ns)
    a = array(code, [0, 0])
    near = [lo, hi, lo + 1, hi - 1, 0, 1, 100]
    for _ in range(100):
        ns["bounds"](a, near)
    print(code, ns["bounds"](a, near), ns["bounds"](a, [lo - 1, hi + 1, lo, hi, 2**70, -2**70]))
#---
from array import array
# Indices from the end, beyond the ends, and of other types.
def at(a, i):
    return a[i]
def put(a, i, x):
    a[i] = x
a = array("d", [0.5, 1.5, 2.5])
for k in range(3000):
    at(a, k % 3)
    put(a, k % 3, k)
for i in (0, 2, -1, -3, 3, -4, 1 << 70, True, None, "x", 1.0, slice(0, 2)):
    for f in (lambda: at(a, i), lambda: put(a, i, 9.5)):
        try:
            print(i, f())
        except Exception as e:
            print(i, type(e).__name__, e)
print(a)
for x in (1, True, 2.5, float("nan"), float("-inf"), 1 << 80, 1 << 2000, "s", None):
    try:
        put(a, 0, x)
        print(a[0])
    except Exception as e:
        print(type(e).__name__, e)
class F:
    def __float__(self): return 7.25
class I:
    def __index__(self): return 2
put(a, I(), F())
print(a, at(a, I()))
#---
from array import array
# One place sees lists, dicts, arrays of several codes and classes derived from array.
class Twice(array):
    def __getitem__(self, i):
        return super().__getitem__(i) * 2
class Plain(array):
    pass
def total(s, n):
    r = 0
    for i in range(n):
        r += s[i]
        s[i] = int(r) & 63
    return r
things = [array("d", range(20)), array("i", range(20)), list(range(20)), {i: i for i in range(20)}, Twice("i", range(20)), Plain("h", range(20)), bytearray(range(20)), array("B", range(20))]
for t in things:
    print(type(t).__name__, [total(t, 20) for _ in range(3)])
for k in range(300):
    for t in things:
        total(t, 20)
for t in things:
    print(type(t).__name__, total(t, 20))
#---
from array import array
# The array changes its length, its storage and, through a view, its elements, in the loop.
def grow(a, n):
    s = 0
    for i in range(n):
        s += a[i]
        a.append(s & 1023)
    return s
a = array("l", [1, 2, 3])
print(grow(a, 2000), len(a), a[-1], a[1000])
def shrink(a):
    s = 0
    try:
        for i in range(10**6):
            s += a[i]
            if i % 3 == 0:
                a.pop()
    except IndexError as e:
        return s, i, str(e)
print(shrink(array("d", range(3000))))
def through(a, m, n):
    s = 0
    for i in range(n):
        m[i % 8] = i & 127
        s += a[0]
        a[0] = 1
        s += m[0]
    return s
b = array("b", bytes(8))
print(through(b, memoryview(b), 3000), b)
def both(x, y, n):
    s = 0.0
    for i in range(n):
        x[i % 4] = i * 0.5
        s += y[i % 4]
        y[(i + 1) % 4] += 1.0
    return s
c = array("d", [0] * 4)
print(both(c, c, 3000), c, both(c, array("d", [1] * 4), 3000), c)
def cleared(a, n):
    out = []
    for i in range(n):
        if i == n - 2:
            a *= 0
        try:
            out.append(a[i % 5])
        except IndexError:
            out.append(None)
    return out[-3:]
print(cleared(array("H", range(5)), 2000))
#---
from array import array
# Lengths, truth and negative zero; an array in a global; element by element copies.
G = array("d", [0.0] * 64)
def copy(a, b):
    for i in range(len(a)):
        b[i] = -a[i]
    return len(b)
x = array("d", [0.0, -1.5, float("inf"), float("nan")] * 4)
y = array("d", bytes(8 * 16))
for _ in range(300):
    copy(x, y)
print([str(v) for v in y[:4]], copy(x, y))
def nans(a, b, n):
    for i in range(n):
        b[i] = a[i] * 2.0
        b[i] = -b[i] if i % 2 else b[i]
    return b.tobytes()
odd = array("d")
odd.frombytes(bytes([1, 2, 3, 0, 0, 0, 0xf8, 0x7f]) * 4)
print(all(v != v for v in odd), len({nans(odd, array("d", [0] * 4), 4) for _ in range(1000)}))
def glob(n):
    for i in range(n):
        G[i & 63] += i
    return sum(G)
print(glob(5000), glob(5000))
G = array("i", range(64))
try:
    print(glob(500))
    G[3] = 1.5
except TypeError as e:
    print(e)
def tests(a, n):
    k = 0
    for i in range(n):
        if a[i % 7]:
            k += 1
        if not a[(i + 1) % 7] < 3:
            k += 2
    return k
print(tests(array("h", range(7)), 3000), tests(array("f", range(7)), 3000))
#---
# buffer_info: a place in memory, which changes with the room, and the length.
import array, gc

for code in "bBhHiIlLqQfd":
    a = array.array(code, [1, 2, 3])
    where, n = a.buffer_info()
    print(code, type(where), where > 0, n, a.buffer_info() == (where, 3), array.array(code).buffer_info()[1])
try:
    a.buffer_info(1)
except TypeError as e:
    print(e)
print(gc.DEBUG_STATS, gc.DEBUG_COLLECTABLE, gc.DEBUG_UNCOLLECTABLE, gc.DEBUG_SAVEALL, gc.DEBUG_LEAK, gc.get_debug(), gc.set_debug(gc.get_debug() & ~gc.DEBUG_LEAK))
