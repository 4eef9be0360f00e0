# Operators and builtin functions of ints of any size, at places that have seen small ones first, or floats, bools and instances of classes.
import operator
import warnings

warnings.simplefilter("ignore")


class Int(int):
    pass


class Loud(int):
    def __neg__(self):
        return "neg"

    def __abs__(self):
        return "abs"

    def __float__(self):
        return 2.5

    def __lt__(self, other):
        return "lt"

    def __gt__(self, other):
        return "gt"

    def __radd__(self, other):
        return 7


small = [0, 1, -1, 2, 3, -7, 10, 12345, 2**31, -2**31, 2**47 - 1, -2**47, 2**48 - 1, 2**48, -2**48, -2**48 - 1, 2**53, 2**53 + 1, -2**53 - 1]
large = [2**62, 2**63 - 1, -2**63, 2**63, -2**63 - 1, 2**64 - 1, 2**64, -2**64, 2**64 + 1, 2**64 + 2**63, 2**65 - 1, 3**50, -3**50, 2**127, 2**128 - 1, -2**128, 2**128,
         2**116 + 2**63, 2**117 + 2**63 + 1, 2**117 + 2**64 - 1, -10**38, 3**100, -3**100, 2**191, 2**192 - 1, 2**192, -2**192, 2**193 + 5, 7**90, -7**90, 2**1023, 2**1100, -10**400]
every = small + large + [True, False]


def summary(x):
    if isinstance(x, float) or isinstance(x, str):
        return repr(x)
    if isinstance(x, tuple):
        return " ".join(map(summary, x))
    return f"{type(x).__name__}:{x % (2**89 - 1)}:{x < 0}:{x.bit_length()}"


def shown(f, *args):
    try:
        return summary(f(*args))
    except (ArithmeticError, ValueError, TypeError) as e:
        return f"{type(e).__name__}: {e}"


def checksum(lines):
    h = 0
    for s in lines:
        for c in s:
            h = (h * 1000003 + ord(c)) & (2**61 - 1)
    return h


unary = {
    "-": lambda a: -a, "+": lambda a: +a, "~": lambda a: ~a, "abs": lambda a: abs(a), "float": lambda a: float(a), "int": lambda a: int(a),
    "bits": lambda a: int(a).bit_length(), "not": lambda a: not a, "round": lambda a: round(a), "-abs": lambda a: -abs(-a), "if": lambda a: 1 if a else 2,
}
binary = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "//": lambda a, b: a // b, "%": lambda a, b: a % b,
    "divmod": lambda a, b: divmod(a, b), "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "max": lambda a, b: max(a, b), "min": lambda a, b: min(a, b),
    "sum": lambda a, b: sum([a, b, a]), "max3": lambda a, b: max(a, b, 5), "sumt": lambda a, b: sum((1, a, b)), "float+": lambda a, b: float(b) + a,
    "f*": lambda a, b: a * 1.5 - b, "f/": lambda a, b: 2.5 / (b or 1) + a / 0.5,
}


def each(f, values):
    return [shown(f, a) for a in values]


def pairs(f, values):
    return [shown(f, a, b) for a in values for b in values]


for name, f in unary.items():  # the functions themselves are hot: first with small ints, then with all
    for _ in range(30):
        each(f, small)
    for _ in range(10):
        lines = each(f, every)
    print(name, checksum(lines), checksum(each(f, [Int(-5), Int(2**70), Loud(3), Loud(-2**80)])), lines[-12:-6] if name in ("float", "-") else "")
for name, f in binary.items():
    for _ in range(4):
        pairs(f, small)
    for _ in range(2):
        lines = pairs(f, every)
    print(name, checksum(lines), checksum(pairs(f, [Int(-5), Int(2**70), Loud(3), Loud(-2**80), 4, 2**65, 2.5])))


def negated(values):
    total = 0
    for a in values:
        total += -a - ~a + abs(a) + max(a, 7) - min(a, 2**66) + max(-a, a)
        total ^= a >> 3 | a << 5
    return total


def folded(values):
    best, worst, count = 0, 0, 0
    for a in values:
        best = max(best, a)
        worst = min(worst, -a)
        if a:
            count += 1
        while a:
            a >>= 40
            count += a < 0 and 100 or 1
            if a == -1:
                break
    return best, worst, count


for values in (small * 40, large * 40, small * 20 + large * 20, every * 20):
    print(summary(negated(values)), summary(folded(values)))


def shifts(values, counts):
    out = 0
    for a in values:
        for n in counts:
            out = out * 3 + (a << n) ^ (a >> n)
            out %= 2**521 - 1
    return out


print(shifts(every, [0, 1, 13, 31, 48, 62, 63, 64, 65, 100, 126, 127, 128, 129, 190, 191, 192, 1000, 1023, 1024]))
for a in (5, 2**70, True):
    for n in (-1, -2**70, 2**70):
        print([shown(operator.lshift, a, n), shown(operator.rshift, a, n)])
print([-1 >> 2**70, 0 << 2**70, -(2**100) >> 100, -(2**100) >> 101, (1 - 2**100) >> 99, ~True, -True, abs(True), +True])

# What is identical.
for a in (2**70, -2**70, 2**200):
    print(abs(a) is a, +a is a, int(a) is a, max(a, a) is a, min(2**70 + 1, a) is a)


def sums():
    rows = [[2**60] * 100, [2**63] * 9, [-2**64] * 128, [3**50, -3**50] * 7, [2**190] * 20, [2**192] * 3, [1] * 129 + [2**80] * 3, [-1] * 128, [2**48 - 1] * 128, [True, 2**64, False],
            [2**64, 0.5], [0.5, 2**64], [2**64, Int(3)], [Int(3), 2**64], [Loud(2), 2**64], [2**64, Loud(2)], [2**64, 1j], [-2**191] * 5 + [2**191] * 5, [2**128 - 1, 1], [-(2**128), 2**128 - 1]]
    return [shown(sum, r) + shown(sum, tuple(r)) + shown(sum, iter(r)) + shown(sum, r, 2**65) for r in rows[:16] + rows[17:]] + [str(sum(rows[16]))]


for _ in range(30):
    lines = sums()
print(lines[:4], checksum(lines))
print([shown(sum, [2**64, "x"]), shown(sum, [2**64, None]), shown(max, 2**64, "x"), shown(max, 2**64, None), shown(operator.neg, "x"), shown(float, 2**1024)])
nan = float("nan")
for _ in range(200):
    mixed = [max(2**70, 1.5), min(2**70, 1.5), max(nan, 2**70), 2**70 > 1.5, 2**70 < float("inf"), 2**70 == float(2**70), 2**70 + 1 == float(2**70), 2**64 * 0.5, 1.0 - 2**64]
print(mixed)
