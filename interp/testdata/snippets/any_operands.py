# Comparisons, len() and int() at places that see operands of many types.


def compare(pairs, n):
    counts = [0] * 6
    for _ in range(n):
        for a, b in pairs:
            counts[0] += a < b
            counts[1] += a <= b
            counts[2] += a == b
            counts[3] += a != b
            counts[4] += a > b
            counts[5] += a >= b
    return counts


nan, inf = float("nan"), float("inf")
big = 2 ** 53
numbers = [0, 1, -1, 3, 0.0, -0.0, 1.0, 2.5, -1.0, inf, -inf, nan, big, big + 1, float(big), 2 ** 48, 2 ** 48 - 1, -2 ** 48, -2 ** 48 - 1, 2.0 ** 48, 2 ** 70, 2.0 ** 70, True, False, 10 ** 400]
print(compare([(a, b) for a in numbers for b in numbers], 20))
print([compare([(a, b)], 1) for a in (1, 1.5, nan, big + 1) for b in (1, 2.0, float(big), nan)])


def between(knots, us):
    n = 0
    for u in us:
        for i in range(len(knots) - 1):
            if knots[i] <= u < knots[i + 1]:
                n += i
    return n


print(between([0, 0, 1, 2, 3.5, 4, 4], [i / 7 for i in range(40)] * 30))


class Less:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return "less"

    def __eq__(self, other):
        return self.n == other

    def __len__(self):
        return self.n


def less(values, n):
    out = []
    for i in range(n):
        for v in values:
            try:
                out.append(v < 3)
            except TypeError as e:
                out.append(str(e))
    return len(out), sorted(set(map(str, out)))


print(less([1, 2.5, 7, Less(1), "x", None, [1], True, 2 ** 80], 200))


def lengths(values, n):
    total = 0
    for i in range(n):
        for v in values:
            try:
                total += len(v)
            except (TypeError, ValueError) as e:
                total -= len(str(e))
    return total


class L(list):
    pass


class M(list):
    def __len__(self):
        return 1000


values = [[1], (1, 2), "abc", "äö", b"1234", {1: 2}, {1, 2, 3}, frozenset({1}), range(7), L([1, 2]), M(), Less(5), bytearray(3), [], "", ()]
print(lengths(values, 200), lengths(values + [5, None, 1.5, Less(-1), Less("x"), lengths], 100))


def truncate(values, n):
    total = 0
    for i in range(n):
        for v in values:
            total += int(v * 1.5)
    return total


print(truncate([1.5, -1.5, 2.0 ** 40, -2.0 ** 52, 2.0 ** 62, -2.0 ** 62, 0.1, 1e18], 300))
for bad in (2.0 ** 63, -2.0 ** 64, 1e300, inf, -inf, nan):
    try:
        print(truncate([bad], 3))
    except (OverflowError, ValueError) as e:
        print(type(e).__name__, e)
print(truncate([-2.0 ** 63 / 1.5, 2.0 ** 62.4], 3))
#---
# Ints of two limbs and of 2^63 and above, where loops unbox ints of one limb.
def mixed(values, rounds):
    t = 0
    for _ in range(rounds):
        for v in values:
            t = (t * 3 + v) % 1000003
    return t
def signs(values, rounds):
    n = 0
    for _ in range(rounds):
        for v in values:
            if v < 5: n += 1
            n += abs(v) & 1
    return n
for f in mixed, signs:
    small = [1, 2, 3, -4, 5, 6]
    print(f(small, 500))
    print(f(small + [1 << 60], 500))
    for odd in (1 << 64) + 5, -(1 << 64) - 3, (1 << 63), (1 << 63) + 9, -(1 << 63), (1 << 64) - 1, (3 << 64) + (1 << 63):
        print(f(small + [1 << 60, odd], 50), f(small + [odd], 50))
#---
# *= changes a list, whatever type is known of the operand.
class Holder:
    pass
def multiplied(l, n):
    for i in range(n):
        o = Holder()
        o.v = l if i % 2 else (1, 2)
        a = o.v
        o.v *= 1 + (i & 1)
        if i % 2:
            if o.v is not a:
                return i
            del a[3:]
    return "same"
for k in range(3):
    print(multiplied([1, 2, 3], 4000))
