# Operations of operands that change their types: what machine code does with any two.
import math
import zlib


def each(f, values, others):
    out = []
    for _ in range(40):
        out = []
        for a in values:
            for b in others:
                try:
                    r = f(a, b)
                    out.append((type(r).__name__, repr(r)))
                except Exception as e:
                    out.append((type(e).__name__, str(e)))
    return out


numbers = [0, 1, -1, 2**31, -2**31, 2**48 - 1, -2**48, 2**48, 2**60, 2.5, -0.0, 0.0, math.inf, math.nan, True, False, 1e308, 3, 63, 2**53 + 1]
for name, f in [
    ("add", lambda a, b: a + b), ("subtract", lambda a, b: a - b), ("multiply", lambda a, b: a * b), ("divide", lambda a, b: a / b),
    ("and", lambda a, b: a & b), ("or", lambda a, b: a | b), ("xor", lambda a, b: a ^ b), ("eq", lambda a, b: a == b), ("ne", lambda a, b: a != b),
    ("invert", lambda a, b: ~b if type(b) is not bool else 0),
]:
    print(name, zlib.crc32(str(each(f, numbers, numbers)).encode()))
counts = [0, 1, 47, 48, 49, 63, 64, -1, True]
print("left", each(lambda a, b: a << b, [1, -1, 3, 2**47, -2**48, 0], counts))
print("right", each(lambda a, b: a >> b, [1, -1, 3, 2**47, -2**48, 0], counts))

things = [[1], [], (1,), "ab", "", b"x", 1, 1.5, None, [2, 3] * 40]
print("add", each(lambda a, b: a + b, things, things))


def inplace(a, b):
    if isinstance(a, list):
        a = a[:]
        c = a
        a += b
        return a, a is c
    a += b
    return a


print("inplace", each(inplace, things, things + [{"k": 1}, {5}]))

holders = [[1, 2, 3], (4, 5), "añb", "xyz", b"abc", bytearray(b"\xff\x00"), {0: "z", 1.0: "o", "k": 3, None: 4, 2**60: 5}, range(3), [], 7]
keys = [0, 1, -1, -2, 2, 3, -4, True, 2**60, 2**60 + 0, "k", None, 1.0, (1,), [1]]
print("getitem", each(lambda a, b: a[b], holders, keys))


def store(a, b):
    a = a[:] if isinstance(a, list) else dict(a) if isinstance(a, dict) else bytearray(a) if isinstance(a, bytearray) else a
    for x in (b, 255, 256, -1, "s"):
        try:
            a[b] = x
        except Exception as e:
            return type(e).__name__, str(e), a
    return a


print("setitem", each(store, holders, keys))
print("contains", each(lambda a, b: b in a, holders, keys + ["x", "xy", "", "ñ", 97]))
print("slice", each(lambda a, b: a[b:], [b"abcdefgh", b"", b"x", "abc", [1, 2], (1, 2), bytearray(b"abc")], [0, 1, -1, 2, 8, 9, None]))


class Plain:
    pass


class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Counted(int):
    pass


def truths(values):
    out = []
    for _ in range(60):
        out = []
        for x in values:
            out.append(1 if x else 0)
            out.append(not x)
    return out


plain = Plain()
values = [plain, Plain, Sized(0), Sized(2), Counted(0), Counted(3), 0, 1, 0.0, -0.0, 0.5, math.nan, "", "a", b"", b"a", bytearray(), bytearray(1), [], [0], (), (0,), {},
          {0: 0}, set(), {0}, frozenset(), frozenset({0}), None, True, False, 2**70, range(0), range(1), len, ..., iter([])]
print(truths(values))
Plain.__len__ = lambda self: 0
print(truths(values)[:2])
Plain.__bool__ = lambda self: True
print(truths(values)[:2])
del Plain.__bool__, Plain.__len__
print(truths(values)[:2])


class Key:
    pass


class Derived(Key):
    pass


def found(c, keys):
    out = []
    for _ in range(60):
        out = [k in c for k in keys]
    return out


def same(list_):
    out = []
    for _ in range(60):
        out = [a == b for a in list_ for b in list_]
    return out


ks = [Key(), Derived(), Key()]
s, d, l = set(ks[:2]), {ks[0]: 1, ks[1]: 2}, ks[:2]
print(found(s, ks), found(d, ks), found(l, ks), same(ks))
Key.__eq__ = lambda self, other: True
Key.__hash__ = object.__hash__
print(found(l, ks), same(ks + [1, None]))
Key.__hash__ = lambda self: 7
print(found(s, ks))  # a dict compares what lies where the hash says: that depends on places
del Key.__eq__, Key.__hash__
print(found(s, ks), found(d, ks), found(l, ks), same(ks))

long = [2**60, -2**60, 2**61 - 1, 2**61 - 2, 1 - 2**61, 2 - 2**61, 2**63, -2**63, 2**64 - 1, 1 - 2**64, 2**64, 2**200, 2**61, -2**61]
again = [int(str(x)) for x in long]
print(found(set(long), again), found(dict.fromkeys(long), again), found(long, again), found({(x, 1) for x in long}, [(x, 1) for x in again]))
print(same(long[:6] + again[:6]), [hash(x) for x in long])
print(same([1.0, 0.0, -0.0, math.nan, math.inf, 1, 0, True, False, None, "a", 2**60, float(2**60), (0.0, 1), (-0.0, 1), (math.nan,), Key]))


def kinds(values):
    out = []
    for _ in range(100):
        out = [type(x) for x in values]
    return out


print(kinds([1, 1.5, "a", None, 2**70, Key(), Key, True]))


def boxes():
    out = {}
    for i in range(300):
        x = (1 << 59) ^ (i * 7919 << 40)
        out[x] = -x
    return sum(out) + sum(out.values()), len(out), min(out), min(out.values())


print(boxes())
