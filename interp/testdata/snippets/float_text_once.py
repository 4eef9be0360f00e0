# The texts of floats by a routine: those that few digits tell, with and without the others.
def show(x):
    out = set()
    for i in range(60):
        out.add((str(x), repr(x), f'{x}', f'{x!r}', '%s' % x, '%r' % x, '{}'.format(x), f'{x:>12}', f'{x:012}', f'{x:<3}', '%10s|' % x, '%-10r|' % x, '%g' % x, f'{x:g}', f'{x:.3g}', '%.0g' % x, '%.9g' % x, f'{x:9g}'))
    print(sorted(out))
for x in (0.0, 1.0, 0.5, 0.1, 0.2, 0.3, 0.1 + 0.2, 1 / 3, 2 / 3, 0.25, 3.25, 100.0, 123.456, 1234567.891, 99999.95, 999999.5, 1e5, 1e6, 123456.5, 123457.5, 0.0001, 0.00012, 0.00001, 0.000123456789012345, 0.0009999999999999999,
          9.999999999999999e-05, 0.001, 0.01, 0.099999999999999, 0.09999999999999999, 0.9999999999999999, 0.999999999999999, 1.0000000000000002, 9.999999999999998, 9.99999999999999, 99999999999999.9, 99999999999999.98, 1e14, 1e15, 1e16, 1e17, 123456789012345.0,
          123456789012345.6, 281474976710655.0, 281474976710655.5, 281474976710656.0, 281474976710657.0, 2.0**53, 2.0**53 + 2, 1e21, 1e22, 1e23, 1e100, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 4.35, 4.349999999999999, 0.5 - 2**-54, 4503599627370496.5, 8.41, 2.675, 1.005, 1e-4, 12345678.9, 0.1 + 0.7,
          3.141592653589793, 2.718281828459045, 1.4142135623731, 1e-7, 1.5e-5, 33.3, 1000000.5, 100000.5, 0.30000000000000004, 100.01, 1.10, 2000000000.125):
    show(x)
    show(-x)
for x in (float('inf'), float('-inf'), float('nan')):
    show(x)
#---
# Many of them, by their sum.
total = count = 0
x = 1
def add(s):
    global total, count
    for c in s:
        total = (total * 31 + ord(c)) % 1000003
    count += len(s)
for i in range(3000):
    x = x * 6364136223846793005 % (1 << 64)
    m = x >> 20
    for digits in (1, 10, 10**3, 10**5, 10**8, 10**12):
        for by in (10.0, 1e3, 1e6, 1e10, 1e15):
            f = m % digits / by
            add(str(f)), add('%g' % f)
    for f in ((m % 2000 - 1000) / 8, (m % 100000) * 0.01, (m % 100000) / 7, m / 3e5, float(m), m * 0.5):
        add(repr(f)), add(f'{f:.4g}')
    if i % 500 == 0:
        print(i, count, total)
print(count, total)
#---
# Floats in other texts, and of classes.
class F(float): pass
class G(float):
    def __repr__(self): return 'G'
def f(x): return str(x) + '/' + repr(x) + '/' + f'{x}'
for x in [0.5] * 200 + [1 / 3] * 200 + [7] * 200 + [F(1.5), G(1.5), True, 1e300, 0.1, 1 / 3, -0.0]:
    r = f(x)
    if x is not True and x in (1e300, 0.1, 1.5, 1 / 3, 0.0): last = r
print(last, f(F(1.5)), f(G(1.5)), f(0.75))
for i in range(100):
    r = [0.5, -1.25, 1 / 3], (0.1,), {0.5: 1.5}, {2.5}, str([1e16, 1e15]), ' '.join(map(str, (0.5, 1.5, 2.0)))
print(r)
