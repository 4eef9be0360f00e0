# Arithmetic past 64 bits: growth, shrinking, all operators, text.
def f(n):
    x = 1
    for i in range(1, n):
        x *= i
    return x


print(f(60))
print(len(str(f(1000))), f(1000) % 1000003, f(300) // f(298), f(100) >> 400)
#---
def f(n):
    a, b = 0, 1
    for i in range(n):
        a, b = b, a + b
    return a


print(f(90), f(93), f(100))
print(f(2500) % (10 ** 18), len(str(f(2500))))
#---
def f(n):
    x = 123456789 ** 9
    out = 0
    for i in range(n):
        x = (x * 6364136223846793005 + 1442695040888963407) & ((1 << 128) - 1)
        out ^= x >> 64
        if x < 0 or x >> 128:
            return "wrong"
    return x, out


print(f(2500))
#---
x = -(1 << 100)
for i in range(1500):
    x = -x + i
    x = ~x
print(x, abs(x), x // 3, x % 3, x >> 3, x << 3, x & 255, x | 1, x ^ -1, divmod(x, 10 ** 20), -x // 7, x.bit_length(), float(x), hash(x), x == -x, bool(x), int(str(x)) == x, hex(x), x ** 2)
#---
print((1 << 64) / (1 << 63), (10 ** 400) // (10 ** 399), (10 ** 30) / 7, 10 ** 30 == 1e30, 10 ** 22 == 1e22, (1 << 53) + 1 == float(1 << 53))
print(10 ** 400 / 3)
