"""Writes the tables that str_table_test.go checks: calls of the methods and
operators of str, bytes and bytearray and what CPython answers. Run it from
package object's directory:

    PYTHONHASHSEED=0 python3.14 -s -S -P -W ignore testdata/gen_str.py testdata 1 1

(-I would ignore the seed of hashes.)

The second argument seeds the random cases, the third multiplies their number.

A line is: receiver, method, tuple of arguments, dict of keywords, result, with
tabs between, each as ascii() writes it. The result of an error is ! and the
exception's type and arguments. For a bytearray its content afterwards follows.
"""
import ast
import random
import sys

OPS = {
    "+": lambda a, b: a + b, "*": lambda a, b: a * b, "in": lambda a, b: b in a, "[]": lambda a, b: a[b],
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "hash": hash, "len": len, "repr": repr, "ascii": ascii,
    "str": str, "iter": list, "()": lambda t, *a, **k: t(*a, **k), "+=": lambda a, b: a.__iadd__(b),
    "*=": lambda a, b: a.__imul__(b), "[]=": lambda a, k, x: a.__setitem__(k, x), "del[]": lambda a, k: a.__delitem__(k),
}
AST_OPS = {
    ast.Add: "+", ast.Mult: "*", ast.In: "in", ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!=",
    ast.Gt: ">", ast.GtE: ">=",
}


def show(x):
    if isinstance(x, type):
        return x.__name__
    if isinstance(x, (list, tuple)) and type(x) in (list, tuple):
        s = ", ".join(map(show, x))
        return "[" + s + "]" if type(x) is list else "(" + s + ("," if len(x) == 1 else "") + ")"
    return ascii(x)


class Table:
    def __init__(self, path):
        self.lines, self.path = {}, path

    def call(self, self_, name, *args, **kw):
        before = show(self_)
        try:
            f = OPS.get(name) or (lambda s, *a, **k: getattr(s, name)(*a, **k))
            result = show(f(self_, *args, **kw))
        except Exception as e:
            result = f"!{type(e).__name__}{show(e.args)}"
            if isinstance(e, UnicodeError):
                # The arguments of an error behind others that were handled are those of the first one.
                result = f"!{type(e).__name__}{show((e.encoding, e.object, e.start, e.end, e.reason))}{ascii(str(e))}"
            if " at 0x" in result:
                return
        if isinstance(self_, bytearray):
            result += " " + show(self_)
        self.lines["\t".join((before, name, show(args), ascii(kw), result))] = None

    def expr(self, source):
        """Takes a case from an expression: a call, an operator or an index."""
        t = ast.parse(source, mode="eval").body
        ev = lambda n: eval(compile(ast.Expression(n), "", "eval"))
        match t:
            case ast.Call(ast.Attribute(v, name), args, kws):
                self.call(ev(v), name, *map(ev, args), **{k.arg: ev(k.value) for k in kws})
            case ast.Call(ast.Name(f), args, kws) if f in ("str", "bytes", "bytearray"):
                self.call(eval(f), "()", *map(ev, args), **{k.arg: ev(k.value) for k in kws})
            case ast.Call(ast.Name(f), [arg]):
                self.call(ev(arg), f)
            case ast.BinOp(a, op, b):
                self.call(ev(a), AST_OPS[type(op)], ev(b))
            case ast.Compare(a, [op], [b]) if type(op) is ast.In:
                self.call(ev(b), "in", ev(a))
            case ast.Compare(a, [op], [b]):
                self.call(ev(a), AST_OPS[type(op)], ev(b))
            case ast.Subscript(a, ast.Slice(lo, hi, step)):
                part = lambda n: None if n is None else ev(n)
                self.call(ev(a), "[]", slice(part(lo), part(hi), part(step)))
            case ast.Subscript(a, i):
                self.call(ev(a), "[]", ev(i))
            case _:
                raise ValueError(source)

    def write(self):
        with open(self.path, "w") as f:
            f.write("\n".join(self.lines) + "\n")


ASCII = "aabbAB \t\n1-_,.\x1c'\"\\"
LATIN = "é\xa0ßÿ\x85\xb5\xaaÉ²"
BMP = "αΣσς中\u2028\u0660ǅŉ\u0345ﬁİⅣ\u3000\ud800\udc80\udfff½\u200b"
ASTRAL = "🐍𝔸\U00010400\U00010428\U0001d7d8\U000e0100"
KINDS = [ASCII, ASCII, ASCII + LATIN, ASCII + LATIN + BMP * 2, ASCII + BMP + ASTRAL * 3]


class Gen:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def text(self, most=12, kind=None):
        r = self.r
        if kind is None:
            kind = r.choice(KINDS)
        if r.random() < 0.3:  # few different characters: many matches
            kind = r.sample(kind, 2)
        return "".join(r.choice(kind) for _ in range(r.randrange(most + 1)))

    def part(self, s):
        """A part of s, mostly."""
        if not s or self.r.random() < 0.2:
            return s[:0] if self.r.random() < 0.3 else self.like(s, 2)
        i = self.r.randrange(len(s))
        return s[i:i + self.r.choice((1, 1, 1, 2, 2, 3, 5))]

    def like(self, s, most=12):
        return self.text(most) if isinstance(s, str) else self.data(most)

    def data(self, most=12):
        r = self.r
        kind = r.choice((b"ab", b"aabbAB \t\n\r1-,'\"\\", bytes(range(256)), b"\x00\x7f\x80\xff \x1c\x85"))
        return bytes(r.choice(kind) for _ in range(r.randrange(most + 1)))

    def index(self, s):
        r = self.r
        return r.choice((None, 0, 1, -1, len(s), r.randrange(-len(s) - 2, len(s) + 3), r.randrange(-len(s) - 2, len(s) + 3), 10**30, -10**30))

    def bounds(self, s):
        return [self.index(s) for _ in range(self.r.choice((0, 0, 1, 2)))]


NO_ARGS = """capitalize islower isupper istitle isspace isalpha isalnum isdigit isascii lower upper title swapcase
    strip lstrip rstrip split rsplit splitlines expandtabs""".split()
STR_ONLY = "casefold isdecimal isidentifier isnumeric isprintable".split()


def methods(t, g, s):
    """One random call of each kind on s."""
    r, part = g.r, g.part
    isstr = isinstance(s, str)
    for name in r.sample(NO_ARGS + STR_ONLY * isstr, 6):
        t.call(s, name)
    for name in r.sample("find rfind index rindex count startswith endswith".split(), 3):
        t.call(s, name, part(s), *g.bounds(s))
    t.call(s, r.choice(("startswith", "endswith")), tuple(part(s) for _ in range(r.randrange(3))), *g.bounds(s))
    t.call(s, r.choice(("split", "rsplit")), part(s), r.choice((-1, 0, 1, 2)))
    t.call(s, r.choice(("split", "rsplit")), None, r.choice((0, 1, 2, 3)))
    t.call(s, r.choice(("split", "rsplit")), maxsplit=r.choice((0, 1, 2, 3)))
    t.call(s, "splitlines", r.choice((True, False)))
    t.call(s, r.choice(("partition", "rpartition")), part(s))
    t.call(s, r.choice(("strip", "lstrip", "rstrip")), part(s) + part(s))
    t.call(s, r.choice(("removeprefix", "removesuffix")), s[:r.randrange(4)] if r.random() < 0.5 else s[len(s) - r.randrange(3):])
    fill = [] if r.random() < 0.5 else [g.like(s, 1) or s[:1] or s.__class__(b"x") if not isstr else g.text(1) or "é"]
    t.call(s, r.choice(("center", "ljust", "rjust")), len(s) + r.randrange(-2, 7), *fill)
    t.call(s, "zfill", len(s) + r.randrange(-1, 4))
    t.call(s, "expandtabs", r.randrange(-1, 9))
    t.call(s, "replace", part(s), part(s), *([] if r.random() < 0.5 else [r.randrange(-1, 4)]))
    t.call(s, "replace", part(s), g.like(s, 3))
    t.call(s, "join", [g.like(s, 4) for _ in range(r.randrange(4))])
    for op in r.sample(["<", "<=", "==", "!=", ">", ">="], 2):
        t.call(s, op, r.choice((g.like(s), s[:r.randrange(len(s) + 1)], s + part(s))))
    t.call(s, "+", g.like(s, 5))
    t.call(s, "*", r.randrange(-1, 4))
    t.call(s, "in", part(s))
    t.call(s, "[]", r.randrange(-len(s) - 1, len(s) + 1))
    for _ in range(3):
        t.call(s, "[]", slice(g.index(s), g.index(s), r.choice((None, 1, 1, 2, -1, -2, 3, -3, 10**30, -10**30))))
    for op in r.sample(["len", "repr", "ascii", "str", "iter"], 2):
        t.call(s, op)
    if not isinstance(s, bytearray):
        t.call(s, "hash")


def translations(t, g, n):
    for _ in range(n):
        s = g.text()
        t.call(s, "translate", {ord(c): g.r.choice((None, "x", "éé", "中", 0x1F40D, 97, "")) for c in g.text(6)})
        x = g.text(4)
        y = "".join(g.r.choice("xé中🐍") for _ in x)
        t.call(str, "maketrans", x, y)
        t.call(str, "maketrans", x, y, g.text(3))
        t.call(str, "maketrans", {c: 1 for c in g.text(4)})
        b = g.data()
        t.call(b, "translate", g.r.choice((None, bytes(range(255, -1, -1)))), g.part(b))
        t.call(b, "translate", None, delete=g.part(b))
        t.call(bytes, "maketrans", g.data(2), g.data(2))


DECODERS = "strict ignore replace backslashreplace surrogateescape surrogatepass xmlcharrefreplace bogus".split()
ENCODERS = "strict ignore replace backslashreplace surrogateescape surrogatepass xmlcharrefreplace bogus".split()
CODECS = "utf-8 ascii latin-1 utf-16 utf-16-le utf-16-be utf-32 utf-32-le utf-32-be".split()


def broken(g, codec):
    """Encoded text with some bytes changed, added or lost."""
    b = bytearray(g.text(8).encode(codec, "surrogatepass" if codec.startswith("utf") else "replace"))
    for _ in range(g.r.randrange(4)):
        i = g.r.randrange(len(b) + 1)
        match g.r.randrange(4):
            case 0:
                del b[i:i + 1]
            case 1:
                b.insert(i, g.r.choice(b"\x80\xbf\xc0\xc2\xe0\xed\xa0\xf0\xf4\xf5\xff\xd8\xdc\x00a"))
            case 2:
                b[i:i + 1] = bytes([g.r.randrange(256)])
            case 3:
                del b[i:]
    return bytes(b)


def codecs(t, g, n):
    for _ in range(n):
        for codec in CODECS:
            for errors in g.r.sample(DECODERS, 2):
                t.call(broken(g, codec), "decode", codec, errors)
            for errors in g.r.sample(ENCODERS, 2):
                t.call(g.text(8), "encode", codec, errors)
        t.call(bytearray(broken(g, "utf-8")), "decode")
        t.call(str, "()", broken(g, "utf-8"), "utf-8", g.r.choice(DECODERS))
        t.call(bytes, "()", g.text(6), g.r.choice(CODECS), g.r.choice(ENCODERS))
        b = g.data()
        t.call(b, "hex", g.r.choice((":", b"-", "ab")), g.r.randrange(-4, 5))
        h = list(b.hex())
        for _ in range(g.r.randrange(3)):
            h.insert(g.r.randrange(len(h) + 1), g.r.choice(" \t\x1cgé"))
        t.call(g.r.choice((bytes, bytearray)), "fromhex", "".join(h))


def mutations(t, g, n):
    r = g.r
    for _ in range(n):
        b = lambda: bytearray(g.data())
        v = lambda: r.choice((0, 65, 97, 255, 97, 98))
        x = b()
        t.call(x, "append", v())
        x = b()
        t.call(x, "insert", r.randrange(-3, 12), v())
        x = b()
        t.call(x, "pop", *([] if r.random() < 0.3 else [r.randrange(-4, 8)]))
        x = b()
        t.call(x, "remove", v())
        x = b()
        t.call(x, "extend", r.choice((g.data(), b(), list(g.data()), tuple(g.data()))))
        x = b()
        t.call(x, "resize", r.randrange(20))
        x = b()
        t.call(x, r.choice(("reverse", "clear", "copy")))
        x = b()
        t.call(x, "+=", r.choice((g.data(), b())))
        x = b()
        t.call(x, "*=", r.randrange(-1, 5))
        x = b()
        t.call(x, "[]=", r.randrange(-len(x) - 1, len(x) + 1), v())
        for _ in range(4):
            x = b()
            s = slice(g.index(x), g.index(x), r.choice((None, 1, 2, -1, -2, 3)))
            n = len(x[s])
            t.call(x, "[]=", s, r.choice((g.data(), list(g.data()), bytes(n), bytearray(n), b"")))
            x = b()
            t.call(x, "del[]", slice(g.index(x), g.index(x), r.choice((None, 1, 2, -1, -2, 3, -3))))
        x = b()
        t.call(x, "del[]", r.randrange(-len(x) - 1, len(x) + 1))


def stores(t):
    """Stores that have no expression."""
    for key, x in (
        (5, 1), (0, 256), (0, "a"), (0, b"a"), ("a", 1), (5, 256), (10**30, 1), (1.5, 300), (-1, True),
        (slice(0, 1), 1), (slice(0, 1), 1.5), (slice(0, 1), "a"), (slice(0, 1), ["a"]), (slice(0, 1), [300]),
        (slice(0, 1), None), (slice(0, 3, 2), b"a"), (slice(0, 3, 2), b"ab"), (slice(0, 3, 2), b""),
        (slice(0, 3, 2), 1.5), (slice(0, 3, 0), b""), (slice("a"), b""), (slice(2, 1), b"xy"), (slice(None), b""),
        (slice(0, 1), [1, 2, 3]), (slice(0, 1), (1, 2, 3)), (slice(0, 1), bytearray(b"12")),
    ):
        t.call(bytearray(b"abc"), "[]=", key, x)
    for key in (5, "a", None, 1.5, 10**30, True, -3, slice(None), slice(None, None, 2), slice(None, None, -2), slice(1, 1)):
        t.call(bytearray(b"abc"), "del[]", key)
    for x in ("a", 1, [1], b"x"):
        t.call(bytearray(b"abc"), "+=", x)
    for x in (0, 2, -1, True, 2**62):
        t.call(bytearray(b"abc"), "*=", x)


def names(t):
    """Names of encodings and error handlers."""
    for name in """utf_8 U8 utf8- -utf8 UTF.8 utf/8 utf--8 UTF-8 uté8 utf-8é é 646 us-ascii ISO_8859-1 iso8859_1 iso8859.1 l1
            latin1 8859 u16 utf-16le UTF_16_BE u32 utf-32be utf_16.le cp65001 _ x unknown aliases mbcs
            ansi_x3.4_1968 iso_646.irv_1991 utf_8_""".split() + ["utf 8", "", " utf8", "a\0b", "\ud800"]:
        t.call("aé\u4e2d"[:2], "encode", name)
        t.call("\u4e2d", "encode", name)
        t.call(b"a", "decode", name)
        t.call(b"a\xff", "decode", name)
        t.call(b"", "decode", name)
        t.call("", "encode", name)
    for errors in ("x", "", "a\0b", "\ud800", "Strict"):
        t.call("a", "encode", "utf-8", errors)
        t.call("\ud800", "encode", "utf-8", errors)
        t.call(b"\xff", "decode", "utf-8", errors)
        t.call(b"a", "decode", "utf-8", errors)
    for args in ((1,), (None,), ("utf-8", 1), ("utf-8", None), ("a", "b", "c")):
        t.call("a", "encode", *args)
        t.call(b"a", "decode", *args)
    for kw in ({"encodin": "a"}, {"error": "a"}, {"x": 1}, {"errors": "ignore"}, {"encoding": "ascii"}):
        t.call("a\ud800", "encode", **kw)
        t.call(b"a\xff", "decode", **kw)
    t.call("a", "encode", "a", encoding="x")


def unicode_errors(t):
    """The exceptions themselves."""
    for args in (
        (), ("a", b"b", 1, 2), ("a", b"b", 0, 1, "x"), ("a", b"b", 5, 8, "x"), ("a", b"", 0, 1, "x"), ("a", b"abc", -1, 1, "x"),
        ("a", "b", 0, 1, "x"), ("a", 1, 0, 1, "x"), (1, b"1", 0, 1, "x"), ("a", b"1", "a", 1, "x"), ("a", b"1", 0, 10**30, "x"),
        ("a", "b", 0, 1, 1), ("a", "b", 0, 1, None), (None, "b", 0, 1, ""), ("a", "b", 0, 1, "x", 1), ("u", "\ud800", 0, 1, "x"), ("u", "\ud800", 0, 9, "x"),
        ("u", "a\U0001f40d", 1, 2, "x"), ("u", "\xe9", 0, 1, "x"), ("u", "b", True, 2, "x"), ("b", 0, 1, "x"), ("\xe9", 0, 1, "x"),
        (b"b", 0, 1, "x"), ("abc", 0, 2, "x"), ("a", bytearray(b"b"), 0, 1, "x"),
    ):
        for e in (UnicodeDecodeError, UnicodeEncodeError, UnicodeTranslateError):
            t.call(e, "str()", *args)
            t.call(e, "attrs", *args)


OPS["str()"] = lambda e, *a: str(e(*a))
OPS["attrs"] = lambda e, *a: [getattr(e(*a), n, None) for n in ("encoding", "object", "start", "end", "reason", "args")]


def fixed(t, path):
    with open(path) as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                t.expr(line.strip())


def main():
    assert hash('a') == 4644417185603328019, 'PYTHONHASHSEED is not 0'
    folder, seed, scale = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    t = Table(folder + "/str_fixed.txt")
    fixed(t, "testdata/str_cases.txt")
    stores(t)
    names(t)
    unicode_errors(t)
    t.write()
    g = Gen(seed)
    t = Table(folder + "/str_random.txt")
    for _ in range(int(75 * scale)):
        methods(t, g, g.text())
    translations(t, g, int(12 * scale))
    t.write()
    t = Table(folder + "/bytes_random.txt")
    for _ in range(int(30 * scale)):
        b = g.data()
        methods(t, g, b)
        methods(t, g, bytearray(b))
    mutations(t, g, int(20 * scale))
    t.write()
    t = Table(folder + "/codec_random.txt")
    codecs(t, g, int(40 * scale))
    t.write()


main()
