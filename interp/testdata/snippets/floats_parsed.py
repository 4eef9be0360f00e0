# float() of numbers and of text, hot: the same bits as CPython's.
import struct
def bits(x): return struct.pack('>d', x).hex()
def attempt(x):
    try:
        return bits(float(x))
    except Exception as e:
        return '%s: %s' % (type(e).__name__, e)
class S(str):
    def __float__(self): return 2.5
class F(float): pass
class I(int):
    def __float__(self): return 0.5
class X:
    def __index__(self): return 7
class B:
    def __float__(self): return 'no'
values = [0, -0.0, 0.0, 1, -1, True, False, 2**47, -2**48, 2**48 - 1, 2**53 + 1, 2**70, 2**2000, 1.5, float('nan'), float('inf'), F(1.25), I(3), X(), B(), S('1.5'), None, b'1.5', bytearray(b'2e3'), [1]]
texts = ['0', '-0', '+1', '1', '-1', '1.5', '-1.5', '.5', '5.', '-.5', '.', '-', '+', '', ' 1', '1 ', '1.2.3', '1e5', '1e-5', '1E9', '-2.5e-9', '1e', '1e+5', '1e10', '1e-', 'e5', '1_0', '1__0', '0x1', 'nan', 'inf', '-inf', 'infinity',
    '123456789012345', '12345678901234.', '.12345678901234', '0.1', '0.2', '0.3', '1.1', '44324', '23.4', '-43.44e-4', '99999999999e9', '99999999999e-9', '.999999999e-9', '.00000000001e-9', '000000000000001', '1.7976931348e+308', '1e400', '1' * 40, '\u0661\u0662', '1\u0663', '1\n', '1\0', 'abc', '3.14159265358979', '2.71828182845905', '9007199254740993', '0.000000000001', '100000000000000', '8.5e2x', '1-', '1.5-2', '1e5.', '--1', '1e--5']
def all():
    return [attempt(x) for x in values + texts]
for _ in range(200):
    r = all()
for v, x in zip(values + texts, r): print(ascii(v) if isinstance(v, str) else type(v).__name__, x)
#---
# Sums of float() of what changes its type.
import struct
def bits(x): return struct.pack('>d', x).hex()
def total(l):
    x = 0.0
    for v in l: x += float(v)
    return x
for _ in range(200): r = total([1, 4, 6]), total(['1', '2.5', '-43.44e-4']), total([1, '2', 3.5, True])
print(r)
import random
random.seed(1)
bad = 0
for i in range(20000):
    digits = str(random.randrange(10 ** random.randrange(1, 12)))
    at = random.randrange(len(digits) + 1)
    s = digits[:at] + '.' + digits[at:]
    e = random.randrange(-9, 10) if i & 1 else 0
    if i & 1: s += 'e%d' % e
    power = e - len(digits) + at
    value = int(digits) * 10 ** power if power >= 0 else int(digits) / 10 ** -power
    if float(s) != value or bits(float('-' + s)) != bits(-float(value)): bad += 1
print(bad)
