# Generators and hashes modulo 2**64 and 2**32, hot, with an int that only such a loop may hold at its end.
M64, M32 = 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFF
def splitmix(n, s):
    t = 0
    for i in range(n):
        s = (s + 0x9E3779B97F4A7C15) & M64
        z = s
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
        t ^= z ^ (z >> 31)
    return t, s
def xorshift(n, x):
    for i in range(n):
        x ^= (x << 13) & M64
        x ^= x >> 7
        x ^= (x << 17) & M64
    return x
def rotl(x, k): return ((x << k) & M64) | (x >> (64 - k))
def xoroshiro(n, a, b):
    t = 0
    for i in range(n):
        t = (t + rotl((a + b) & M64, 17)) & M64
        b ^= a
        a = rotl(a, 49) ^ b ^ ((b << 21) & M64)
        b = rotl(b, 28)
    return t, a, b
def lcg64(n, x):
    for i in range(n): x = (x * 6364136223846793005 + 1442695040888963407) % 2**64
    return x
def lcg32(n, x):
    t = 0
    for i in range(n):
        x = (1664525 * x + 1013904223) & M32
        t += x >> 16
    return x, t
def fnv(s):
    h = 0xCBF29CE484222325
    for c in s: h = ((h ^ ord(c)) * 0x100000001B3) & M64
    return h
def djb(s):
    h = 5381
    for c in s: h = (h * 33 + ord(c)) & M32
    return h
def murmur(n):
    h = 42
    for i in range(n):
        k = (i * 0xCC9E2D51) & M32
        k = ((k << 15) | (k >> 17)) & M32
        h ^= (k * 0x1B873593) & M32
        h = ((((h << 13) | (h >> 19)) & M32) * 5 + 0xE6546B64) & M32
    return h
for n in (1, 50, 4000):
    print(splitmix(n, 7), xorshift(n, 88172645463325252), xorshift(n, -5 & M64), xoroshiro(n, 1, M64))
    print(lcg64(n, 1), lcg64(n, M64), lcg64(n, -1), lcg64(n, 1 << 100), lcg32(n, 1), lcg32(n, -9), murmur(n), fnv("ab" * n), djb("xyz" * n))
#---
# Masks of all widths, of sums, differences, products and shifts of ints of all sizes.
edge = [s * ((1 << k) + d) for k in (0, 1, 31, 32, 47, 48, 62, 63, 64, 65, 127) for d in (-1, 0, 1) for s in (1, -1)]
def run(f, m, out):
    t = 0
    for x in edge:
        for y in edge[len(out) % 7::7]: # with the other masks, others: each pair with three or four
            t = (t * 7 + f(x, y, m)) % 1000000007
    out.append(t)
ops = [lambda x, y, m: (x + y) & m, lambda x, y, m: (x - y) & m, lambda x, y, m: (x * y) & m, lambda x, y, m: (x * y + x - y) & m,
       lambda x, y, m: (x ^ y) & m, lambda x, y, m: (x | y) & m, lambda x, y, m: (x & y) & m, lambda x, y, m: (-x * 3) & m,
       lambda x, y, m: (~x + y) & m, lambda x, y, m: ((x << 3) + (y << 63)) & m, lambda x, y, m: (x << 64) & m, lambda x, y, m: (x << 65) + y & m,
       lambda x, y, m: (x & m) >> 1, lambda x, y, m: (x & m) >> 63, lambda x, y, m: (x & m) >> 64, lambda x, y, m: ((x & m) ^ (y & m)) >> 7,
       lambda x, y, m: m & x * y, lambda x, y, m: (x * y) % (m + 1 or 5)]
out = []
for f in ops:
    for w in (0, 1, 8, 31, 32, 33, 62, 63, 64, 65, 100):
        run(f, (1 << w) - 1, out)
        run(f, 1 << w, out)
    run(f, -1, out)
    run(f, -(1 << 40), out)
print(out)
#---
# Constant masks: the width of each is known where the loop is compiled.
def f(vals):
    t = [0] * 12
    for x in vals:
        for y in vals:
            p = x * y + 12345
            t[0] ^= p & 0xFF
            t[1] ^= p & 0x7FFFFFFF
            t[2] ^= p & 0xFFFFFFFF
            t[3] ^= p & 0x7FFFFFFFFFFFFFFF
            t[4] ^= p & 0xFFFFFFFFFFFFFFFF
            t[5] ^= p & 0x1FFFFFFFFFFFFFFFF
            t[6] ^= p & 0x8000000000000000
            t[7] ^= (x - y) % 2**32
            t[8] ^= (x << 5) - y & 0xFFFFFFFFFFFFFFFF
            t[9] ^= ~x * y & 0xFFFFFFFF
            t[10] ^= -x & 0xFFFFFFFFFFFFFFFF
            t[11] ^= (x << 1 ^ y) % 2**64
    return t
vals = [s * ((1 << k) + d) for k in range(0, 70, 3) for d in (-1, 0, 1) for s in (1, -1)]
print(f(vals[:3]), f(vals), f(vals[::-1]))
#---
# What a loop carries is a number from 0 to 2**64-1, then negative, then larger.
def f(x, n, add):
    t = 0
    for i in range(n):
        x = (x ^ (x >> 9)) + add
        t ^= x
        if i % 50 == 49: x &= 0xFFFFFFFFFFFFFFFF
    return x, t
print(f(1, 3000, 0x9E3779B97F4A7C15 & 0xFFFF), f(1 << 63, 3000, 1 << 62), f(5, 3000, -(1 << 63)), f(1 << 64, 100, 3), f(-1, 100, 3))
#---
# Comparisons, truth, division, calls and containers of such numbers.
def f(n):
    x, t, seen, big = 1, [], {}, 0
    for i in range(n):
        x = (x * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        if x > 1 << 63: big += 1
        if x >= 9223372036854775808 and not x & 1: big += 3
        if x == 0 or x < 5: t.append("small")
        if x: big += x % 1000 + x // (1 << 60)
        seen[x >> 60] = seen.get(x >> 60, 0) + 1
        if i % 500 == 0: t.append((x, hex(x), -x, ~x, float(x), str(x), x - (1 << 63), x / 3, x * x, abs(x), divmod(x, 10), x ** 2))
    return big, sorted(seen.items()), t
print(f(2000))
#---
# Shifts by counts that vary, that are too large, and that raise.
def f(x, counts):
    t = 0
    for k in counts:
        x = (x * 5 + 0x8000000000000001) & 0xFFFFFFFFFFFFFFFF
        t ^= (x >> k) ^ (x << k) & 0xFFFFFFFFFFFFFFFF
    return t
print(f(1, list(range(64)) * 60), f(1, [0, 63, 64, 65, 200] * 100), f(1, [1 << 10, 5000] * 20))
try:
    f(1, [3] * 3000 + [-1])
except ValueError as e:
    print(e)
#---
# A product that is looked at between its computation and its mask.
def f(n):
    h, log = 14695981039346656037, []
    for i in range(n):
        p = (h ^ i) * 1099511628211
        if i % 700 == 0: log.append(p)
        h = p & 0xFFFFFFFFFFFFFFFF
    return h, log, p
print(f(2500))
#---
# Sums without a mask grow beyond 64 bits, in loops that began with small ones.
def f(n, a):
    s = p = 0
    for i in range(n):
        s += a
        p = p * 3 + i
        if p > 1 << 200: p = i
    return s, p
print(f(3000, 1), f(3000, 1 << 52), f(3000, 1 << 62), f(3000, -(1 << 63)), f(2000, 1 << 90))
