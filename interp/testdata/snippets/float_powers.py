#--- powers by two, three and a half, of floats of all sizes
import struct
def bits(x):
    return struct.unpack('<q', struct.pack('<d', x))[0]
def float_of(n):
    return struct.unpack('<d', struct.pack('<q', n))[0]
def powers(n, low, spread):
    h, k = 0, 12345
    for i in range(n):
        k = (k * 6364136223846793005 + 1442695040888963407) & 0xffffffffffffffff
        x = float_of(k >> 12 | (low + (k >> 7) % spread) << 52)
        h = (h * 31 + bits(x ** 2) + bits(x ** 3) + bits(x ** 0.5) + bits(-x ** 2.0) + bits((-x) ** 2) + bits((-x) ** 3.0) + bits(x ** 1.5) + bits(x ** -2)) & 0xffffffffffff
    return h
print(powers(20000, 1023 - 200, 400), powers(20000, 1023 - 300, 600), powers(3000, 1000, 40), powers(3000, 1023, 1))
#--- near the middle between two floats
import struct
def bits(x):
    return struct.unpack('<q', struct.pack('<d', x))[0]
def near(n):
    h = 0
    for i in range(n):
        x = 1.0 + (i * 2 + 1) * 2.0 ** -27 # its square has one bit too many, or nearly
        y = x + 2.0 ** -52
        h = (h * 31 + bits(x ** 2) + 3 * bits(y ** 2) + bits((x * x) ** 0.5) + bits((y * y) ** 0.5) + bits(x ** 3) + bits(y ** 3)) & 0xffffffffffff
    return h
print(near(20000))
#--- exact ones, and at powers of two
def exact(n):
    s = []
    for i in range(n):
        x = float(i % 40)
        s.append(x ** 2 == x * x and x ** 3 == x * x * x and (x * x) ** 0.5 == x)
        y = 2.0 ** (i % 90 - 45)
        s.append(y ** 2 == y * y and y ** 3 == y * y * y and (y * y) ** 0.5 == y)
        z = y - y * 2.0 ** -53
        s.append((z ** 2).hex())
        s.append((z ** 3).hex())
        s.append((z ** 0.5).hex())
    return len(s), len(set(s)), sorted(map(str, set(s)))[:40]
print(exact(3000))
#--- odd numbers
def square(x): return x ** 2
def cube(x): return x ** 3
def root(x): return x ** 0.5
def by(x, y): return x ** y
class F(float):
    pass
class P(float):
    def __pow__(self, other): return 'pow'
    def __rpow__(self, other): return 'rpow'
odd = [0.0, -0.0, 1.0, -1.0, float('inf'), float('-inf'), float('nan'), 5e-324, -5e-324, 1e-300, 1e300, -1e300, 1e-160, 1e154, 1.4e154, 1e103, 1e200, -2.5, 2.2250738585072014e-308,
       1.7976931348623157e308, 3, -3, 10 ** 30, True, F(1.5), F(-2.0), P(2.0)]
for f in square, cube, root:
    for i in range(3000):
        f(1.5 + i)
    for x in odd:
        try:
            r = f(x)
            print(f.__name__, repr(x), type(r).__name__, repr(r))
        except Exception as e:
            print(f.__name__, repr(x), type(e).__name__, e)
for y in 2, 2.0, 3.0, 0.5, True, F(2.0), P(2.0), 1.5, float('nan'), float('inf'), 0.0, -2:
    for i in range(500):
        by(1.25 + i, y)
    for x in odd:
        try:
            print(repr(y), repr(x), repr(by(x, y)))
        except Exception as e:
            print(repr(y), repr(x), type(e).__name__, e)
#--- in place, and of variables that change their types
def grow(n):
    x, s = 1.5, 0.0
    for i in range(n):
        y = 1.0 + i % 7
        y **= 2
        x = i % 5 if i % 3 == 0 else 0.5 + i
        s += y + x ** 2 + (i % 11) ** 0.5
    return s
print(grow(4000))
