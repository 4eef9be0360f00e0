# Ints of few limbs: powers, keys, digits, divisors, coefficients.
import math

edges = [0, 1, 2, 3, 10, 2**31, 2**47 - 1, 2**47, 2**48, 2**53 + 1, 2**61 - 2, 2**61 - 1, 2**61, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**64 + 1,
         10**19 - 1, 10**19, 10**19 + 1, 10**38 - 1, 10**38, 2**122 - 1, 2**127, 2**128 - 1, 2**128, 3**100, 10**57, 7**90, 2**255 + 19, 2**256, 2**1023, 2**1024 - 1, 10**310]
edges += [-x for x in edges]


def powers():
    for a in (0, 1, -1, 2, -2, 3, -3, 10, -10, 97, 2**31, -2**47, True, 2**64, -2**63, 2**100 + 1):
        for n in (0, 1, 2, 3, 4, 5, 7, 13, 27, 40, 42, 60, 63, 64, 80, 81, 100, 127, 128, 129):
            yield a ** n


def check(s, m, base):
    digits = "0123456789abcdef"
    n = abs(m)
    out = ""
    while n:
        n, r = divmod(n, base)
        out = digits[r] + out
    return s == ("-" if m < 0 else "") + (out or "0")


for _ in range(3):
    total = 0
    for x in powers():
        total = (total * 31 + x) % (2**521 - 1)
    print(total)

for x in edges:
    assert check(str(x), x, 10) and check(f"{x:d}", x, 10) and check("%d" % x, x, 10) and check(f"{x:x}", x, 16), x
    assert int(str(x)) == x and repr(x) == str(x)

table = {x: i for i, x in enumerate(edges)}
seen = set()
for turn in range(40):
    for x in edges:
        again = (x + 2**300) - 2**300  # an equal int, another object
        assert table[again] == table[x] and again in table and (again in seen) == (turn > 0)
    for x in edges:
        seen.add((x + 2**300) - 2**300)
    assert len(seen) == len(table)
print(sorted({hash(x) for x in edges})[:6], hash(float(2**200)) == hash(2**200), hash(-2**61 + 1), hash(2**128 - 1))
print([2.0**70 in seen, 2.0**64 in seen, 1.0 in seen, True in seen, 2**65 in seen, -(2**64) in seen])

g = 0
for x in edges:
    for y in edges:
        d = math.gcd(x, y)
        assert (x == y == 0) or (x % d == 0 and y % d == 0 and math.gcd(x // d, y // d) == 1)
        g = (g * 7 + d) % 1000003
print(g)
print([math.comb(n, n // 2) for n in (0, 1, 20, 61, 62, 63, 64, 66, 67, 68, 120, 130, 131, 140, 300)])
print(math.comb(2**64 - 1, 2), math.comb(2**64, 2), math.comb(2**70, 1), math.comb(5, 9), math.comb(100, 98))
for bad in ((3, -1), (-3, 1), (2.5, 1)):
    try:
        math.comb(*bad)
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
