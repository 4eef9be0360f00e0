# Functions of module math and int() of texts, for ints of few limbs: edges, errors, bools and instances of classes.
import math


class Int(int):
    pass


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


class Text(str):
    pass


def shown(f, *args):
    try:
        x = f(*args)
        return f"{type(x).__name__} {x}"
    except (ValueError, TypeError, OverflowError) as e:
        return f"{type(e).__name__}: {str(e)[:120]}"


def checksum(h, s):
    for c in s:
        h = (h * 1000003 + ord(c)) & (2**61 - 1)
    return h


roots = [0, 1, 2, 3, 4, 8, 9, 15, 16, 24, 25, 10**6 - 1, 10**6, 2**46 - 1, 2**47, 2**48 - 1, 2**48, (2**24 - 1)**2 - 1, (2**24 - 1)**2, 2**52, 2**60 + 7, 2**62 - 1, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**64 + 1]
roots += [(2**32 - 1)**2 + d for d in (-1, 0, 1)] + [(2**64 - 1)**2 + d for d in (-1, 0, 1)] + [2**127 - 1, 2**127, 2**128 - 1, 2**128, 3**80, 3**100, 10**40, 10**100]
roots += [(10**k + 3)**2 + d for k in range(1, 30) for d in (-1, 0, 1)]
for turn in range(30):
    h = 0
    for x in roots:
        r = math.isqrt(x)
        assert r * r <= x < (r + 1)**2, x
        h = (h * 31 + r) % (2**89 - 1)
print(h, [shown(math.isqrt, x) for x in (True, Int(17), Index(2**70), -1, -2**70, 2.0, "4", None)])

h = 0
for n in range(140):
    for k in range(n + 3):
        c = math.comb(n, k)
        h = (h * 31 + c) % (2**89 - 1)
print(h, math.comb(131, 65), math.comb(132, 66), math.comb(127, 63), math.comb(131, 131), math.comb(0, 0))
print([shown(math.comb, *a) for a in ((5, -1), (-1, 5), (-1, -1), (True, 1), (Int(6), Index(3)), (5, 2**70), (2**70, 2), (5.0, 2), (131, -1), (5, None))])

lists = [[], [1], [0, 2**80], list(range(1, 20)), list(range(1, 90)), [2**63, 2**63, -1], [2**64 - 1] * 5, [-2**127, 3], [True, False], [True, 5, 2**70], [2.5, 2], [2**70, 0.5], [Int(3), 2**65], [2**65, Int(3)],
         [[1], 2], ["a", 3], [1, None], [3] * 130, [1j, 2], [2**900, 2**300]]
for turn in range(20):
    lines = [shown(math.prod, l) + shown(math.prod, tuple(l)) + shown(math.prod, iter(l)) for l in lists]
print(checksum(0, "".join(lines)), lines[:4])
print(shown(math.prod, [2, 3], 5), shown(lambda: math.prod([2, 3], start=2**70)))

texts = ["0", "7", "-7", "+7", "007", "-0", "", "-", "+", " 5", "5 ", "5\n", "1_000", "_1", "1_", "1__0", "12a", "0x10", "1.5", "1e5", "\u0663", "5\u0663", "\x00", "5\0"]
for n in (13, 14, 15, 17, 18, 19, 20, 35, 36, 37, 38, 39, 60):
    for d in "19":
        texts += [d * n, "-" + d * n, "0" + d * n, "1" + "0" * (n - 1), d * (n - 1) + "x", d * (n // 2) + "/" + d * (n // 2), d * (n // 2) + ":" + d * (n // 2)]
texts += [str(2**k + d) for k in (31, 47, 48, 49, 62, 63, 64, 65, 100, 119, 120, 127, 128) for d in (-1, 0, 1)]
texts += ["-" + t for t in texts[-39:]]
for turn in range(10):
    h = 0
    for t in texts:
        h = checksum(h, shown(int, t))
print(h, [shown(int, x) for x in (Text("12345678901234567890"), b"123456789012345678901", bytearray(b"77"), "9" * 36, "-" + "9" * 36, "9" * 37)])

for base in (0, 2, 3, 7, 8, 10, 11, 16, 32, 35, 36, 1, 37, -2, 2**70, True, Int(16), Index(16), 16.0, None):
    h = 0
    for turn in range(5):
        for t in texts + ["ff", "FF", "fF", "zZ", "0b101", "0B1", "0o17", "0x1f", "0X1F", "1" * 56, "1" * 57, "1" * 63, "1" * 64, "1" * 65, "z" * 11, "z" * 12, "z" * 13, "f" * 14, "f" * 15, "f" * 16, "f" * 17, "[", "{", "`", "@", "é"]:
            h = checksum(h, shown(int, t, base))
    print(base if type(base) in (int, bool, float) or base is None else type(base).__name__, h)
print([shown(int, "11", 2), shown(int, 11, 2), shown(int, b"11", 2), shown(int, Text("11"), 2), shown(int, bytearray(b"z"), 36), shown(int, None, 2)])


def palindromes(n):
    count = 0
    for i in range(n):
        m = i * 1000003 + 10**15
        m += int(str(m)[::-1])
        if str(m) == str(m)[::-1]:
            count += 1
        m = int(bin(i)[:1:-1], 2)
        count += m & 1
    return count


print(palindromes(3000))
