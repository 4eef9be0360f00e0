# //, %, divmod and ** of operands whose types compiled code does not know, next to where they give up.
big = 1 << 48
values = [0, 1, -1, 2, -2, 3, 7, -7, 10, 255, 1 << 31, -(1 << 31) + 1, big - 1, -big, big, 3 * 10**14, 0.0, -0.0, 2.5, -7.5, True, False, 1 << 70, 1e300]

def kinds(values):
    sums = {}
    for x in values:
        for y in values:
            for name, f in (("//", lambda a, b: a // b), ("%", lambda a, b: a % b), ("divmod", lambda a, b: divmod(a, b)), ("**", lambda a, b: a ** b if -3 <= b < 50 else None)):
                try:
                    r = f(x, y)
                except (ZeroDivisionError, OverflowError, ValueError) as e:
                    r = type(e).__name__ + ": " + str(e)
                sums[name, repr(x), repr(y)] = repr(r)
    return sums

for i in range(6):
    first = kinds(values)
lines = sorted(first.items())
print(len(lines))
for (name, x, y), r in lines[::7]:
    print(x, name, y, "=", r)
check = 0
for k, v in lines:
    for c in k[0] + k[1] + k[2] + v:
        check = (check * 31 + ord(c)) & 0xFFFFFFFFFFFF
print(check)
#---
# The same operations in place, in a loop that sees several types.
def assign(values, n):
    out = []
    for i in range(n):
        x = values[i % len(values)]
        y = values[(i * 7 + 3) % len(values)]
        a = x
        a //= y
        b = x
        b %= y
        c = y
        c **= 3
        q, r = divmod(x, y)
        out.append((a, b, c, q, r, a == q, b == r))
    return out

r = assign([1, 17, -5, 2.5, 1 << 47, 9, -(1 << 40), 3], 4000)
for t in r[:16]:
    print(t)
print(sum(t[5] + t[6] for t in r))
#---
class Odd:
    def __floordiv__(self, other): return "floor"
    def __rfloordiv__(self, other): return "rfloor"
    def __mod__(self, other): return "mod"
    def __rdivmod__(self, other): return "rdivmod"
    def __pow__(self, other): return "pow"

class I(int):
    def __rmod__(self, other): return "I.rmod"
    def __floordiv__(self, other): return "I.floor"

def mixed(pairs, n):
    out = {}
    for i in range(n):
        x, y = pairs[i % len(pairs)]
        try:
            out[i % len(pairs)] = (x // y, x % y, x ** 2, divmod(x, y))
        except Exception as e:
            out[i % len(pairs)] = type(e).__name__ + ": " + str(e)
    return out

pairs = [(7, 2), (Odd(), 1), (7, I(2)), (I(7), 2), (7, 0), ("%d", 3), ("%s|%s", (1, 2)), (7, "a"), (7, None), (2.5, 0)]
for k, v in sorted(mixed(pairs, 3000).items()):
    print(k, v)
#---
# isX of bytes, and sets that have nothing in common.
def tests(values, n):
    out = []
    for i in range(n):
        b = values[i % len(values)]
        t = (b.isdigit(), b.isalpha(), b.isalnum(), b.isspace(), b.islower(), b.isupper(), b.istitle())
        if i < len(values):
            out.append((b, t))
        else:
            assert out[i % len(values)] == (b, t)
    return out

for t in tests([b"", b"1", b"12a", b"abc", b"ABC", b"aB", b" \t\n\v\f\r", b" \x1c", b"\x85", b"\xe9a", b"\xb2", b"1" * 300, b"a1 ", b"A 1", b"Ab"], 3000):
    print(t)

def apart(sets, n):
    total = 0
    for i in range(n):
        s, t = sets[i % len(sets)], sets[(i * 5 + 2) % len(sets)]
        total += s.isdisjoint(t) + 2 * s.isdisjoint([1, 2]) + 4 * frozenset(s).isdisjoint(t)
    return total

print(apart([set(), {1}, {2, 3}, {1, 2, 3, "a"}, frozenset({4}), set(range(100)), frozenset("ab"), {(1, 2), None}], 4000))
