# Strs by slices with a step of -1, among lists and other kinds at the same place.
class S(str):
    pass


class L(list):
    pass


texts = ["", "a", "ab", "abc", "level", "x" * 300, "0123456789" * 40, "é", "éa", "a€b", "a😀b", "\x00\x01\x7f", S("sub"), S("")]
others = [[], [1], [1, 2, 3], L([4, 5]), (1, 2, 3), (), b"bytes", bytearray(b"ba"), range(5), "mixed"]
bounds = [None, 0, 1, 2, 3, 5, 299, 300, 1000, -1, -2, -3, -300, -301, 2**70, -2**70, True]


def whole(v):
    return v[::-1]


def tail(v):
    return v[:1:-1]


def part(v):
    return v[4:0:-1]


def from_end(v):
    return v[-2::-1]


def by(v, a, b):
    return v[a:b:-1]


def step(v, s):
    return v[::s]


total = 0
for _ in range(60):
    for v in texts:
        r = whole(v)
        assert len(r) == len(v) and type(r) is str and whole(r) == v, v
        assert r == "".join(v[i] for i in range(len(v) - 1, -1, -1))
        assert tail(v) == "".join(v[i] for i in range(len(v) - 1, 1, -1))
        assert part(v) == "".join(v[i] for i in range(min(4, len(v) - 1), 0, -1))
        assert from_end(v) == "".join(v[i] for i in range(max(len(v) - 2, -1), -1, -1)), v
        total += sum(map(ord, r)) * 3 + len(tail(v))
for _ in range(40):
    for v in texts + others:
        total += len(whole(v)) + len(part(v)) + len(from_end(v))
print(total, [whole(v) for v in texts + others if len(v) < 10])
for v in ["", "a", "abcdef", "é€", [1, 2, 3, 4], "q" * 301]:
    print([len(by(v, a, b)) for a in bounds for b in bounds])
    print([by(v, a, b)[:3] for a in bounds[:6] for b in bounds[8:12]])
print([step("abcdef", s) for s in (1, -1, 2, -2, 3, -3, 7, -7)], "abc"[::-1] in ["cba"], {"cba": 1}[whole("abc")], hash(whole("abc")) == hash("cba"))


def palindromes(n):
    return sum(str(i) == str(i)[::-1] for i in range(n))


print(palindromes(3000))
for bad in ("x", 1.5, 0):
    try:
        step("abc", bad)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
