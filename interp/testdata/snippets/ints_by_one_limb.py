# Large ints divided by what has one limb: floor, remainder, divmod and true division, of all signs, where quotients lose a limb.
import math


def digits(x):
    n = 0
    while x > 0:
        n += x % 10
        x //= 10
    return n


for k in range(40):
    got = digits(2**1000 + k), digits(3**200), digits(10**60 - 1)
print(got)

bigs = [2**64, 2**64 - 1, 2**127, 2**128, 2**128 - 1, 2**191 + 12345, 2**192 - 1, 3**150, 10**40, 2**1023, 2**1024 - 1, 7**400, 2**1100 + 1]
words = [1, 2, 3, 7, 10, 97, 255, 2**31, 2**32 - 1, 2**48, 2**48 + 1, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64 - 59, True]


def both(a, b):
    return a // b, a % b, divmod(a, b)


def check(n):
    total = 0
    for i in range(n):
        for a in bigs:
            for b in words:
                for x, y in (a, b), (-a, b), (a, -b), (-a, -b):
                    q, r, d = both(x, y)
                    if (q, r) != d or q * y + r != x or r and (r < 0) != (y < 0) or abs(r) >= abs(y):
                        print("wrong", x, y, q, r, d)
                    total ^= q ^ r
    return total


print(check(3))


def true(a, b):
    try:
        return (a / b).hex()
    except OverflowError as e:
        return str(e)


print([[true(a, b) for a in bigs] for b in words[:4]])
print([[true(-a, b) for a in bigs] for b in words[8:]])
# Halfway, and next to it: what is left of the division decides.
for shift in 65, 130, 200, 500:
    for low in -1, 0, 1:
        for odd in 0, 1:
            x = ((2**53 + odd) * 2 + 1 << shift) + low
            print(shift, low, odd, true(x, 1), true(x * 3, 3), true(x * 3 + 1, 3), true(x * (2**63 + 1) + low, 2**63 + 1))
