# // and % of ints floor, with all signs, in a loop that was hot with positives.
def f(a, b):
    return a // b, a % b


def run(pairs):
    last = []
    for a, b in pairs:
        last.append(f(a, b))
    return last


hot = [(i, i % 17 + 1) for i in range(2500)]
print(run(hot + [(-7, 2), (7, -2), (-7, -2), (-8, 2), (0, -3), (-(1 << 63), -1), (1 << 63, -1), (-(1 << 70), 7), (True, 2)])[-9:])
print(run(hot + [(7.5, 2), (-7.5, 2), (7.5, -2), (-0.0, 3), (1e300, 1e-10)])[-5:])
#---
def f(n):
    s = 0
    for i in range(n, -3, -1):
        s += 1000 // i
    return s


f(3000)
#---
def f(n):
    s = 0
    for i in range(n, -3, -1):
        s += 1000 % i
    return s


f(3000)
#---
def f(n):
    s = 0.0
    for i in range(n, -3, -1):
        s += 1000 / i
    return s


f(3000)
#---
def f(n):
    s = 0.0
    x = float(n)
    while True:
        s += 1.0 / x
        x -= 1.0


f(3000)
#---
# Shifts: of negatives, past 64 bits, by zero, by too much.
def f(a, n):
    return a << n, a >> n


out = []
for i in range(2500):
    out.append(f(i - 1200, i % 20))
for a, n in ((1, 47), (1, 48), (1, 62), (1, 63), (1, 64), (-1, 63), (-1, 64), (12345, 200), (0, 1000), (-5, 1), (1 << 100, 98), (True, 3)):
    out.append(f(a, n))
print(out[0], out[1199:1203], out[2500:])
#---
def f(a, n):
    for i in range(n):
        a = 1 << (2000 - i)
    return a


f(1, 2500)
#---
# Bit operations of negatives and of ints past 64 bits.
def f(a, b):
    return a & b, a | b, a ^ b, ~a


out = []
for i in range(2500):
    out.append(f(i, i * 7))
for a, b in ((-1, 255), (-256, 1 << 64), (1 << 64, (1 << 64) + 5), (-(1 << 64), 3), (True, False), (True, 6), ((1 << 63), -1)):
    out.append(f(a, b))
print(out[2499:])
#---
# Power: ints, negatives, floats, and three arguments.
out = []
for i in range(1500):
    out.append((i % 30) ** (i % 7))
print(out[-5:], 2 ** 100, (-2) ** 63, 2 ** -2, 0 ** 0, 2.0 ** 0.5, (-8.0) ** 3, 10 ** 20, pow(3, 200, 1000007), pow(3, -1, 7))
#---
print(0 ** -1)
#---
# divmod, abs, round, int, float of what is hot with ints.
def f(x):
    return divmod(x, 7), abs(x), round(x), int(x), float(x)


last = None
for i in range(2500):
    last = f(i)
print(last, f(-3), f(2.5), f(-2.5), f(3.5), f(True), f(1 << 65))
