# Complex numbers in loops: two floats in machine code.

def mandelbrot(c, n):
    z = 0j
    for i in range(n):
        z = z * z + c
        if abs(z) > 2.0:
            return i
    return n

print([[mandelbrot(complex(x / 20, y / 10), 40) for x in range(-40, 10, 5)] for y in range(-10, 11, 4)])
print([mandelbrot(x / 16 + 0.5j, 60) for x in range(-20, 10)])

#---
# Operators with each kind of operand, and the signs of zeros.
def ops(z, w, f, i, n):
    r = []
    for k in range(n):
        a = z + w; b = z - w; c = z * w
        d = z + f; e = f + z; g = z - f; h = f - z; j = z * f; l = f * z; m = z / f
        o = z + i; p = i + z; q = z - i; s = i - z; t = z * i; u = i * z; v = z / i
        x = -z; y = z ** 2
        if k % 50 == 49:
            r = [a, b, c, d, e, g, h, j, l, m, o, p, q, s, t, u, v, x, y]
    return r

for z in 1.5 - 2j, complex(-0.0, 0.0), complex(0.0, -0.0), complex(-0.0, -0.0), 1e120 + 1e120j:
    for w in 2 + 0.25j, complex(-0.0, -0.0):
        for f, i in (2.5, 3), (-0.5, -1):
            print(ops(z, w, f, i, 200))

#---
# Infinite and no numbers: products are recovered.
inf, nan = float('inf'), float('nan')
def products(zs, n):
    r = []
    for k in range(n):
        for z in zs:
            for w in zs:
                p = z * w
                if k == n - 1:
                    r.append((p, p + 1, 2 * p))
    return r

zs = [1 + 2j, complex(inf, 1), complex(1, -inf), complex(nan, inf), complex(nan, 1), complex(inf, nan), 1e300 - 1e300j, complex(0, inf)]
for r in products(zs, 60):
    print(r)
def squares(z, n):
    for k in range(n):
        z = z * z
    return z
print(squares(1.1 + 1.1j, 200), squares(0.5 + 0.1j, 200), squares(1j, 200))
def powers(z, n, e):
    r = 0
    for k in range(n):
        r = z ** (2 if k < n - 5 else e)
    return r
for z, e in (2 - 1j, 3), (1 + 1j, 2.0), (1 + 1j, 2j), (complex(-0.0, 1), 2), (complex(inf, 0), 2), (1e200j, 2):
    try:
        print(powers(z, 200, e))
    except OverflowError as e:
        print(e)

#---
# Errors in the middle.
def divide(z, d, n):
    try:
        for k in range(n):
            z = z / (d - k if d > 0 else d + k * 1.0)
    except ZeroDivisionError as e:
        return k, z, str(e)
    return z
print(divide(3 + 4j, 150, 200), divide(3 + 4j, -150.0, 200))
def length(z, n):
    try:
        for k in range(n):
            x = abs(z)
            z = z * 10.5
    except OverflowError as e:
        return k, z, str(e)
    return x
print(length(1e10 + 1e10j, 400), length(complex(3e-320, 4e-320), 100), length(complex(nan, inf) if 0 else 3 + 4j, 100))

#---
# Parts, calls of the class, ints of many bits, truths.
def parts(n):
    s, t = 0, 0
    for k in range(n):
        z = complex(k, 2.5) + complex(k * 0.5) + complex(1.5, -1) + complex(k) + complex(z.imag if k else 0.0, 2)
        s += z.real * 2 - z.imag
        t += abs(z)
    return s, t, z
print(parts(300))
def mixed(xs, n):
    z = 1j
    for k in range(n):
        z = z * 0.5 + xs[k % len(xs)]
    return z
print(mixed([1, 2.5, True, 1j, 2 ** 70, -3], 300), mixed([1, 2 ** 62], 200))
z = 1 + 2j
try:
    z.real = 3
except AttributeError as e:
    print(e)
try:
    del z.imag
except AttributeError as e:
    print(e)
print(type(complex.real).__name__, complex.real.__get__(2 + 3j), complex.imag.__name__)

#---
# A class that derives from complex, and one that takes part in its operators.
class C(complex):
    def __mul__(self, other): return 'mul'
    def __radd__(self, other): return 'radd'
    def __abs__(self): return 7
class R:
    def __radd__(self, z): return z.real
    def __rmul__(self, z): return z.imag
def use(zs, n):
    r = []
    for k in range(n):
        for z in zs:
            a, b = 1j * z, 1j + z
            if k == n - 1:
                r.append((a, b))
            if k > n - 3:
                r.append(z * 2 if type(z) is not R else 0)
    return r
print(use([1j, 2 + 1j], 200), use([C(2, 3), 1j, R()], 150))
def lengths(zs, n):
    return [abs(z) for k in range(n) for z in zs][-len(zs):]
print(lengths([3 + 4j, -3.0, C(1, 1), -2, 1j], 100))
print(C(1, 2).real, C(1, 2).imag)

#---
# Objects that are seen: identity, and exits.
def seen(n, at):
    z, l = 1 + 1j, []
    for k in range(n):
        w = z
        z = z * 1.01
        if k == at:
            l += [z, w, z is w, z is l, w == 1.01]
        v = z if k % 7 else w
        if k % 90 == 89:
            l.append((v is z, v == z))
    return l, z
print(seen(200, 150), seen(200, 3))
def generated(n):
    z = 0j
    for k in range(n):
        z += 1 + k * 1j
        yield z
print(sum(generated(300)), list(generated(300))[-2:])
def rebound(n):
    global abs
    s = 0
    for k in range(n):
        s += abs(k + 1j)
        if k == n - 20:
            abs = lambda z: -z.real
    del abs
    return s
print(rebound(200))

#---
import math
def norms(xs, n):
    s = 0.0
    for k in range(n):
        for x, y in xs:
            s += math.hypot(x, y)
    return s, [math.hypot(x, y) for x, y in xs], [abs(complex(x, y)) for x, y in xs]
xs = [(3, 4.0), (3.5, -4), (1e-310, 2e-310), (1e300, 1e300), (0.0, -2.0), (1e-200, 1e200), (1.1, 1e-9), (0.1, 0.7)]
print(norms(xs, 100))
for v in (float('inf'), float('nan')), (float('nan'), 2.0), (True, 2.5), (2, 3):
    print(norms([v], 80)[1:])
