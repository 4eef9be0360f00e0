# Texts, numbers and containers that are made by routines, and what they leave to Go: each in a loop, with operands at their edges.
INTS = [0, 7, 9, 10, -1, -10, 99, 100, 2**31, 2**32 - 1, 2**32, -2**32 + 1, -2**32, 2**46, 2**47 - 1, 2**47, -2**47, -2**47 - 1, 2**64 - 1, 2**64, -2**64, 2**127, 2**128 - 1, 2**128, True, False]
TEXTS = ["", "a", "ab", "it's", 'q"q', "back\\slash", "tab\t", "é", "ω", "x" * 127, "x" * 128, "x" * 129, "a,b,,c", ",", ",a,", " a  b ", "\x1ca\n", "%", "12", "-7", "+5", " 5", "1_0", "007", "12345678901234", "123456789012345", "-"]
ODD = [None, 1.5, -2.5, 0.5, 1e300, float("inf"), (), [], (1,), b"b"]


def text(f, v):
    try:
        return f(v)
    except Exception as e:
        return type(e).__name__, str(e)


def digest(name, f, values):
    total = 0
    for _ in range(60):
        out = [text(f, v) for v in values]
        total += sum(len(repr(x)) for x in out)
    print(name, total, out if len(repr(out)) < 400 else repr(out)[:400])


class S(str):
    def __str__(self): return "S"
    def __format__(self, spec): return "F" + spec
    def __repr__(self): return "R"


class I(int):
    def __str__(self): return "I"
    def __repr__(self): return "i"


ALL = INTS + TEXTS + ODD + [S("s"), I(5)]
digest("str", lambda v: str(v), ALL)
digest("repr", lambda v: repr(v), ALL)
digest("f", lambda v: f"{v}", ALL)
digest("f2", lambda v: f"{v}-{v}", ALL)
digest("f3", lambda v: f"<{v}>", ALL)
digest("f5", lambda v: f"{v}{v}{v}{v}{v}{v}", ALL)
digest("f!", lambda v: f"{v!r}{v!s:>4}", ALL)
digest("%s", lambda v: "%s" % v, ALL)
digest("%d", lambda v: "%d" % v, ALL)
digest("%s%d", lambda v: "%s=%d%%" % (v, 5), ALL)
digest("%-", lambda v: "%d" % (v, v), INTS)
digest("%0", lambda v: "none" % v, ALL)
digest("int", lambda v: int(v), ALL)
digest("round", lambda v: round(v), INTS + ODD + [2.5, -0.5, 3.4999, -3.5, 2.0**46, 2.0**47, -2.0**46 + 0.5])
digest("hash", lambda v: hash(v) == hash(v) and type(hash(v)), ALL)
digest("hash int", lambda v: hash(v), INTS)
digest("split", lambda v: v.split(","), TEXTS)
digest("words", lambda v: v.split(), TEXTS)
digest("strips", lambda v: (v.lstrip(), v.rstrip()), TEXTS)
digest("in", lambda v: [(v in t, t.find(v), t.count(v)) for t in TEXTS], TEXTS)
digest("index", lambda v: v.index("b"), TEXTS)
digest("times", lambda v: v * 3, TEXTS)
digest("times neg", lambda v: v * -1, TEXTS)
digest("list times", lambda v: [v, 1] * 4, INTS)
digest("sums", lambda v: [v + w for w in INTS], INTS)
digest("differences", lambda v: [v - w for w in INTS], INTS)
digest("products", lambda v: [v * w for w in INTS], INTS)
digest("orders", lambda v: [(v < w, v <= w, v > w, v >= w, v == w, min(v, w), max(v, w)) for w in INTS], INTS)
digest("text orders", lambda v: [(v < w, v <= w, v > w, v == w) for w in TEXTS], TEXTS)
SEQS = [(), (1,), (1, 2), (2,), (1, "a"), (1, "b"), (1.5, 2), (float("nan"), 1), (1, None), (True,), ((1,),), ((2,),)]
digest("tuple orders", lambda v: [text(lambda w: (v == w, v < w, v <= w, v >= w), w) for w in SEQS], SEQS)
digest("list orders", lambda v: [text(lambda w: (list(v) == list(w), list(v) < list(w), list(v) <= list(w)), w) for w in SEQS], SEQS)
digest("sums of tuples", lambda v: [v + w for w in SEQS], SEQS)
SETS = [set(), {1}, {1, 2}, {3}, frozenset({1}), {"a", 1}, set(range(30)), set(range(0, 300, 8))]
digest("sets", lambda v: [(v == w, v < w, v <= w, v >= w) for w in SETS], SETS)
digest("copies", lambda v: (v.copy(), set(v)), SETS)
digest("bytes", lambda v: [(v + w, v == w) for w in (b"", b"a", b"ab", b"x" * 130)], [b"", b"a", b"ab", b"x" * 130])
digest("min of", lambda v: (min(v), max(v), sum(v)), [[1], [2, 1], (3, 1, 2), [1.5, 1], [True, 0], [2**64, 1], [], ["a"], [None], list(range(200))])
digest("reversed", lambda v: list(reversed(v)), [range(0), range(5), range(0, 10, 3), range(10, 0, -4), [1, 2], [], range(2**50, 2**50 + 3)])
digest("range items", lambda v: [text(lambda i: v[i], i) for i in (0, -1, 2, 5, -5, 2**60)], [range(0), range(5), range(0, 10, 3), range(10, 0, -4), range(2**50, 2**50 + 3), range(0, 2**40, 2**20)])


def grown(n, step):
    s = set()
    for i in range(n):
        s.add(i * step)
        if i % 5 == 4:
            s.discard((i - 2) * step)
            s.add(-i)
    return list(s)


def kept(n):
    d = {}
    for i in range(n):
        d[i] = str(i)
        d["k%d" % i] = i
        if i % 3 == 2:
            d.pop(i - 1)
            del d["k%d" % (i - 2)]
            d.pop("none", None)
    return list(d.items())[-6:], len(d), list(d.keys())[:4], list(d.values())[:4]


def pairs(n):
    a, b = list(range(n)), tuple(range(n - 2))
    out = []
    for x, y in zip(a, b):
        out.append((x, y))
    for i, x in enumerate(b):
        out.append((i, x))
    for i, x in enumerate(a, n):
        out.append((i, x))
    it = zip(a, range(n))
    out.append(next(it))
    a.clear()
    out.append(list(it))
    return out


for _ in range(40):
    a, b, c = [grown(n, step) for n in (3, 4, 5, 12, 20, 40, 200) for step in (1, 8, 1001)], kept(50), pairs(8)
print(a[:9], [sum(x) for x in a])
print(b)
print(c)
l = [0, 1, 2, 3, 4]
for i in range(3000):
    l[1:3] = [i, i + 1]
    l[2:2] = ()
    l[-1:] = (i,)
    m = {i & 3, "x", i & 1, (i & 1, 2)}
print(l, len(m), {n: n * n for n in range(12)}, {n % 7 for n in range(40)})
