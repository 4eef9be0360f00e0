"""Writes the case files of number_cases_test.go, with the results of the Python
that runs it (CPython 3.14):

    PYTHONHASHSEED=0 python3.14 -I -S testdata/gen_numbers.py testdata [seed [factor]]

Each line of a case file is: function, arguments, result, separated by tabs. The
arguments are a Python tuple, and a dict for keyword arguments if there are any;
the result is a repr, or "!" with the type and message of the exception. Another
seed and a larger factor make files for long runs: go test -run Cases -cases DIR.
"""
import math
import operator
import os
import random
import sys
import warnings

warnings.simplefilter("ignore")
out_dir = sys.argv[1]
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
factor = int(sys.argv[3]) if len(sys.argv) > 3 else 1
rng = random.Random(seed)

BINARY = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "<<": operator.lshift, ">>": operator.rshift, "&": operator.and_,
    "|": operator.or_, "^": operator.xor, "<": operator.lt, "<=": operator.le, "==": operator.eq,
    "!=": operator.ne, ">": operator.gt, ">=": operator.ge,
}
FUNCTIONS = dict(BINARY)
FUNCTIONS.update({
    "neg": operator.neg, "pos": operator.pos, "inv": operator.inv, "abs": abs, "divmod": divmod, "pow": pow,
    "round": round, "hash": hash, "repr": repr, "str": str, "ascii": ascii, "bool": bool, "int": int, "float": float,
    "format": format, "percent": lambda f, a: f % a, "str.format": lambda s, *a, **k: s.format(*a, **k),
    "format_map": lambda s, m: s.format_map(m), "floor": math.floor, "ceil": math.ceil, "trunc": math.trunc,
    "getattr": lambda v, n: getattr(v, n), "setattr": setattr,
    "int.from_bytes": int.from_bytes, "bool.from_bytes": bool.from_bytes, "float.fromhex": float.fromhex,
    "float.from_number": float.from_number, "index": lambda v: "x"[v:v] and None,
})
METHODS = {"bit_length", "bit_count", "to_bytes", "conjugate", "is_integer", "as_integer_ratio", "hex"}

lines = []


def show(v):
    """A literal: repr, but for what the reader of the cases spells otherwise."""
    if isinstance(v, tuple):
        return "(" + ", ".join(map(show, v)) + ("," if len(v) == 1 else "") + ")"
    if isinstance(v, list):
        return "[" + ", ".join(map(show, v)) + "]"
    if isinstance(v, dict):
        return "{" + ", ".join(show(k) + ": " + show(x) for k, x in v.items()) + "}"
    if isinstance(v, int) and not isinstance(v, bool) and abs(v) > 10**300:
        n = round(math.log10(abs(v)))
        for d in (0, -1, 1):
            if v == 10**n + d:
                return f"10 ** {n} + {d}"
        return hex(v)
    if isinstance(v, str) and len(v) > 100:
        for n in (1, 3):
            rest = v[1:] if v[0] == "-" else v
            tail = "x" if rest[-1] == "x" else ""
            unit = rest[:n]
            k = (len(rest) - len(tail)) // n
            if unit * k + tail == rest:
                return f"{v[:len(v) - len(rest)]!r} + {unit!r} * {k} + {tail!r}"
    return ascii(v)


def case(name, *args, **kwargs):
    f = FUNCTIONS.get(name)
    if f is None:
        assert name in METHODS, name
        f = lambda v, *a, **k: getattr(v, name)(*a, **k)
    try:
        r = f(*args, **kwargs)
        if name == "hash" and args[0] != args[0]:
            return  # by identity
        # Text results past the limit of digits are hexadecimal.
        result = hex(r) if isinstance(r, int) and abs(r) > 10**4000 else repr(r)
    except Exception as e:
        result = "!" + type(e).__name__ + ": " + str(e)
    if len(result) > 3000 or "\n" in result or "\t" in result:
        return
    shown = show(args) + (show(kwargs) if kwargs else "")
    lines.append(f"{name}\t{shown}\t{result}")


def write(name):
    with open(os.path.join(out_dir, "cases_" + name + ".txt"), "w", encoding="utf-8", errors="surrogatepass") as f:
        f.write("".join(line + "\n" for line in dict.fromkeys(lines)))
    lines.clear()


def some(n):
    return range(n * factor)


# ---- int ----

EDGE_INTS = [0, 1, -1, 2, -2, 3, 7, 10, -10, 63, 64, 65, 255, 256, 2**31, -2**31, 2**32 - 1, 2**47, 2**48 - 1, 2**48,
             -2**48, -2**48 - 1, 2**53, 2**53 + 1, 2**62, 2**63 - 1, 2**63, -2**63, -2**63 - 1, 2**64 - 1, 2**64,
             -2**64, 2**64 + 1, 2**100, -2**100, 2**127, 2**128 - 1, -2**128, 10**30, 3**90, -3**90, 2**200 - 1]


def random_int(bits=None):
    n = bits if bits is not None else rng.choice([3, 8, 20, 40, 48, 49, 50, 60, 63, 64, 65, 90, 127, 128, 129, 200, 500])
    style = rng.random()
    if style < 0.2:
        v = (1 << n) + rng.choice([-1, 0, 1])
    elif style < 0.3:
        v = (1 << n) - (1 << rng.randrange(n + 1))
    else:
        v = rng.getrandbits(n)
    return -v if rng.random() < 0.4 else v


def any_int():
    return rng.choice(EDGE_INTS) if rng.random() < 0.4 else random_int()


ARITHMETIC = ["+", "-", "*", "/", "//", "%", "&", "|", "^", "<", "<=", "==", "!=", ">", ">=", "divmod"]
for op in ARITHMETIC:
    for _ in some(45):
        case(op, any_int(), any_int())
for a in EDGE_INTS:
    for f in ["neg", "pos", "inv", "abs", "hash", "repr", "bool", "float", "bit_length", "bit_count", "is_integer",
              "as_integer_ratio", "conjugate"]:
        case(f, a)
for _ in some(60):
    case("<<", any_int(), rng.choice([0, 1, 5, 47, 48, 63, 64, 65, 128, rng.randrange(300)]))
    case(">>", any_int(), rng.choice([0, 1, 5, 47, 48, 63, 64, 65, 128, rng.randrange(300), 2**70]))
    case("**", random_int(rng.choice([2, 5, 20, 64, 100])), rng.randrange(30))
    case("pow", any_int(), abs(any_int()), any_int())
    case("pow", any_int(), -abs(random_int(8)), any_int())
    case("round", any_int(), -rng.randrange(45))
    case("hash", random_int())
    case("neg", random_int())
    case("inv", random_int())
    case("abs", random_int())
for op in ["<<", ">>"]:
    for a, b in [(1, -1), (0, 2**70), (1, 2**70), (-1, 2**70), (-5, 2**70), (2**100, 2**70), (0, -2**70), (True, 3), (5, 1.0)]:
        case(op, a, b)
for a, b in [(2, -1), (0, -1), (0, 0), (-2, -3), (2**2000, -1), (2, -2**2000), (-1, 2**70 + 1), (-1, 2**70), (1, 2**70),
             (0, 2**70), (10, 400), (True, -1), (-8, 0.5), (2, 0.5), (2, 1000), (-2, 101), (-4, 33), (3, 200)]:
    case("**", a, b)
for a, b in [(1, 0), (0, 0), (2**100, 0), (0, -5), (2**2000, 3), (3, 2**2000), (2**2000, 2**1999), (2**1100, 2**80),
             (1, 2**1074), (1, 2**1075), (3, 2**1075), (1, 2**1076), (2**53 + 1, 1), (2**54 + 2, 4), (2**1024, 1),
             (2**1024 - 2**970, 1), (2**1024 - 2**969, 1), (-2**1024, 2), (1, -2**1080), (2**64 - 1, 2**64 - 1), (7, 3)]:
    for op in ["/", "//", "%", "divmod"]:
        case(op, a, b)
for _ in some(60):
    case("/", random_int(rng.choice([60, 64, 100, 1000])), random_int(rng.choice([50, 64, 100, 1000])))
    case("float", random_int(rng.choice([50, 54, 60, 64, 65, 128, 1000, 1024])))
for e in [2**1024 - 2**970, 2**1024 - 2**970 - 1, 2**1024, -2**1024, 2**53 + 1, 2**54 + 3, 2**64 - 2**10, 2**64 - 2**10 - 1]:
    case("float", e)
for a, b, c in [(2, 3, 0), (2, -1, 0), (2, -1, 4), (2, -1, 1), (2, -1, -1), (0, 0, 1), (3, -2, -7), (-3, 5, 7), (2, 3, None),
                (2.0, 3, 4), (2, 3, 4.0), (2, 3, "a"), ("a", 2, 3), (2, 3.0, "a"), (2.0, "a", 3), (True, 2, 3),
                (2, 2**70, 2**61 - 1), (2**100, 2**100, 2**100 + 1), (2**100, -3, 2**89 - 1), (5, 3, -2**90)]:
    case("pow", a, b, c)
for a, b in [(1, "a"), (1.5, "a"), (None, 1), ("a", 2)]:
    for op in ["+", "-", "/", "//", "**", "<<", "&", "<", "==", "!="]:
        if not (op == "%" and isinstance(a, str)) and not isinstance(a, str):
            case(op, a, b)
    case("divmod", a, b)
    case("pow", a, b)

TEXTS = ["", " ", "0", "00", "-0", "+5", "- 5", "--5", "5-", "12", " 12 ", "\t12\n", "1_000", "1__0", "_1", "1_", "0x10", "0X1f",
         "0b101", "0o17", "0b2", "0x", "0x_1", "0x__1", "010", "0_0", "0_7", "00_0", "1e5", "1.5", "z", "Zz", "9" * 40, "٣٤", "१२३",
         "\u20035", "5\u2003", "\x1c5", "5\x00", "\x85" "7", "é", "x" * 300, "'", "\"", "a\nb", "0b", "-0x1A", "+0b1", "1" * 30 + "_" + "2" * 30,
         "𝟘𝟙", "\U0001fbf5", "１２", "0" * 30, "-" * 5, "0xg", "g", "inf", "nan", "\ud800", "5 5", "ÿ"]
for t in TEXTS:
    case("int", t)
    case("float", t)
    for base in [0, 2, 8, 16, 36]:
        case("int", t, base)
    try:
        b = t.encode("ascii")
    except UnicodeError:
        continue
    case("int", b)
    case("float", b)
for v in [0, 5, -5, True, 2**100, 1.5, -1.5, 1e20, 1e300, -1e300, 2.0**63, -2.0**63, 2.0**48, float("inf"), float("nan"), None, [], (), {}]:
    case("int", v)
    case("float", v)
    case("bool", v)
    case("floor", v) if isinstance(v, (int, float)) else None
    case("round", v)
    case("int", v, 10)
case("int")
case("float")
case("bool")
case("int", base=10)
case("int", "11", base=2)
case("int", "11", base=True)
case("int", "11", 2, 3)
case("int", "11", 2, 3, 4)
case("int", "11", x=2)
case("int", x=2)
case("int", "1", bse=2)
case("int", "1", 2, base=2)
case("int", "1", base=3, x=4, y=5)
for base in [1, 37, -1, 2**70, -2**70, 5.0, "a", None]:
    case("int", "5", base)
case("float", 1, 2)
case("float", x=1)
case("bool", 1, 2)
case("bool", x=1)
for n in [640, 4299, 4300, 4301, 5000]:
    case("bit_length", int("9" * min(n, 4300)))
    case("int", "9" * n)
    case("int", "9" * n + "x")
    case("int", "0" * n)
    case("int", "-" + "1_0" * (n // 2))
    case("int", "1" * n, 16)
    case("int", "1" * n, 3)
    case("repr", 10**n)
    case("repr", -10**(n - 1))
    case("str", 10**n - 1)
    case("format", 10**n, "d")
    case("format", 10**n, ",")
for _ in some(60):
    base = rng.randrange(2, 37)
    v = any_int()
    digits = ""
    n = abs(v)
    while True:
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[n % base] + digits
        n //= base
        if not n:
            break
    if rng.random() < 0.5:
        digits = digits.upper()
    case("int", ("-" if v < 0 else "") + digits, base)
    case("int", str(v))
    case("repr", v)

for _ in some(50):
    v = any_int()
    n = rng.choice([0, 1, 2, 6, 7, 8, 9, 16, 17, 30])
    case("to_bytes", v, n, rng.choice(["big", "little"]), signed=rng.random() < 0.5)
    b = rng.randbytes(rng.randrange(20))
    case("int.from_bytes", b, rng.choice(["big", "little"]), signed=rng.random() < 0.5)
for args, kw in [((5,), {}), ((5, 0), {}), ((0, 0), {}), ((-1, 0), {"signed": True}), ((0, 0), {"signed": True}), ((5, -1), {}), ((-5, 1), {}), ((5, 1, "middle"), {}),
                 ((5, -1, "x"), {}), ((5, "a"), {}), ((5, 1, 2), {}), ((5, 2**70), {}), ((5, 1, "big", True), {}), ((5,), {"foo": 1}),
                 ((5,), {"lenght": 1}), ((5,), {"length": 3, "byteorder": "little"}), ((5, 1), {"length": 2}), ((5, 1, "big"), {"foo": 1, "bar": 2}),
                 ((128, 1), {"signed": True}), ((-128, 1), {"signed": True}), ((-129, 1), {"signed": True}), ((True, 2), {}), ((5, True), {}),
                 ((5, 1.0), {}), ((-2**63, 8), {"signed": True}), ((2**63, 8), {"signed": True}), ((2**64, 8), {}), ((5,), {"signed": []}),
                 ((5,), {"Length": 1}), ((5,), {"LENGTH": 1}), ((5,), {"byteord": 1, "foo": 2})]:
    case("to_bytes", *args, **kw)
for args, kw in [((), {}), ((b"",), {}), ((b"ab",), {}), (([1, 2],), {}), (([300],), {}), ((["a"],), {}), (([-1],), {}), (([2**70],), {}), (("ab",), {}), ((5,), {}),
                 ((b"a", "x"), {}), ((b"a", b"big"), {}), ((b"a", "big", True), {}), ((b"a", "big", 1, 2), {}), ((), {"bytes": b"a", "byteorder": "little"}),
                 ((), {"byteorder": "big"}), ((b"\xff",), {"signed": True}), ((b"\x80" + bytes(7),), {"signed": True}), ((5, "x"), {})]:
    case("int.from_bytes", *args, **kw)
case("bool.from_bytes", b"\0")
case("bool.from_bytes", b"\1")
for v in [5, True, 2**70, 1.5]:
    for name in ["real", "imag", "numerator", "denominator", "foo", "__class__"]:
        case("getattr", v, name)
    for name in ["real", "foo", "bit_length", "hex"]:
        case("setattr", v, name, 1)
    case("conjugate", v)
    case("is_integer", v)
    case("bit_length", v)
    case("as_integer_ratio", v)
    case("hex", v)
case("bit_count", 5, 1)
for a in [True, False]:
    for f in ["neg", "pos", "inv", "abs", "repr", "str", "hash", "bool", "int", "float", "floor", "round", "bit_length"]:
        case(f, a)
    for b in [True, False, 3, 2.5, 2**70]:
        for op in ["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "<", "==", ">="]:
            case(op, a, b)
            case(op, b, a)
write("int")

# ---- float ----

EDGE_FLOATS = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 0.1, 1e16, 1e17, 9999999999999998.0, 1e-4, 1e-5, 123456789.123, 5e-324, 2.2250738585072014e-308,
               1.7976931348623157e308, -1.7976931348623157e308, float("inf"), float("-inf"), float("nan"), 2.0**53, 2.0**63, 2.0**64, -2.0**63,
               1e22, 1e23, 0.3, 2.675, 1e300, 4.35, 1e15, 1e100]


def any_float():
    style = rng.random()
    if style < 0.3:
        return rng.choice(EDGE_FLOATS)
    if style < 0.5:
        return round(rng.uniform(-1000, 1000), rng.randrange(6))
    if style < 0.7:
        return float(rng.randrange(-50, 50))
    return math.ldexp(rng.uniform(-1, 1), rng.randrange(-1080, 1025))


for op in ["+", "-", "*", "/", "//", "%", "**", "divmod", "<", "<=", "==", "!=", ">", ">="]:
    for _ in some(50):
        case(op, any_float(), any_float())
    for _ in some(12):
        case(op, any_float(), any_int())
        case(op, any_int(), any_float())
for a in [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, float("inf"), float("-inf"), float("nan"), 1e300]:
    for b in [0.0, -0.0, 1.0, -1.0, 2.0, 3.0, -3.0, 0.5, -0.5, float("inf"), float("-inf"), float("nan"), 2.0**53]:
        case("**", a, b)
        case("//", a, b)
        case("%", a, b)
for i in [2**53, 2**53 + 1, 2**63, 2**63 - 1, 2**64, 2**64 - 1, 10**22, 10**23, -2**63, -2**64 + 1, 2**1023, 2**1024]:
    for f in [2.0**53, 2.0**63, 2.0**64, 1e22, 1e23, -2.0**63, -2.0**64, 2.0**1023, float("inf"), float("-inf"), float("nan"), 0.0, 0.5]:
        for op in ["<", "==", ">="]:
            case(op, i, f)
            case(op, f, i)
for _ in some(60):
    f = any_float()
    if math.isfinite(f) and abs(f) > 2:
        case("==", f, int(f))
        case("<", int(f), f)
        case(">", int(f) + 1, f)
        case("hash", f)
    for name in ["repr", "hash", "as_integer_ratio", "hex", "is_integer", "neg", "abs", "pos", "inv", "bool", "floor", "ceil", "trunc", "round", "int"]:
        case(name, f)
    case("round", f, rng.randrange(-20, 25))
    case("round", f, rng.choice([0, 1, 2, 3]))
    case("float", repr(f))
    case("float.fromhex", f.hex())
for f in EDGE_FLOATS:
    for name in ["repr", "hash", "as_integer_ratio", "hex", "is_integer", "neg", "abs", "bool", "floor", "ceil", "trunc", "round", "int", "conjugate"]:
        case(name, f)
    for n in [0, 1, 2, -1, 15, 16, 17, 22, 300, 323, 324, 400, -300, -307, -308, -309, -400, 2**70, -2**70]:
        case("round", f, n)
for _ in some(60):
    f = rng.randrange(1000000) / rng.choice([2, 4, 8, 10, 100, 1000, 16])
    case("round", f, rng.randrange(5))
    case("round", f * 10.0**rng.randrange(12), -rng.randrange(12))
for args in [(1.5, None), (1.5, 1.0), (1.5, "a"), (5, None), (5, 2.0), ([],), ("a",), (True, -1), (15, -1), (25, -1), (-25, -1), (-15, -1), (5, -1000), (5, 2**70),
             (10**40, -40), (5 * 10**39, -40), (5 * 10**39 + 1, -40), (True, 1)]:
    case("round", *args)
for t in ["1_0.0_1e1_0", "1._5", "1_.5", "1e_5", "1e5_", "1.e5", ".5", ".", "e5", "infinity", "-INF", "+nan", "-nan", "infinit", "1e400", "-1e400", "1e-400",
          "1 2", "1d5", "٠١.٥", "1e", "1e+", "+.5", "+-5", "0x1p3", "1e5.5", "9" * 400, "0." + "0" * 400 + "1", "2.4703282292062327208e-324",
          "2.4703282292062328e-324", "9007199254740993", "9007199254740993.00000000000000000000000001", "1.7976931348623158e308", "1.7976931348623159e308",
          "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880"]:
    case("float", t)
for t in ["0x1.8p3", "1.8", "inf", "-nan", "x", "", "0x1p5000", "0x1p-5000", " 0x1 ", "0x1_0", "0x.8", "0x.", "0x", "1p", "1p+", "1p-3", "1.8.1", "0x1.fffffffffffff8p0",
          "0x1.fffffffffffff7fffp0", "0x1.fffffffffffffp1023", "0x1.fffffffffffff7p1023", "0x1.fffffffffffff8p1023", "0x0.00000000000008p-1022", "0x0.000000000000080001p-1022",
          "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1.00000000000018p0", "0x1.00000000000008p0", "0x1.0000000000000800000000000000001p0", "123456789abcdef0123456789",
          "0x0." + "0" * 300 + "1p1200", "-0x0p0", "0x1p99999999999999999999", "0x1p-99999999999999999999", "0x0p99999999999999999999", "+0xAp1", "0XAP1", "infinity", "INF", "1.8 p3"]:
    case("float.fromhex", t)
case("float.fromhex", 5)
case("float.fromhex")
case("float.from_number", 5)
case("float.from_number", 2.5)
case("float.from_number", "5")
case("float.from_number", 2**2000)
for _ in some(60):
    digits = "".join(rng.choice("0123456789") for _ in range(rng.randrange(1, 30)))
    t = digits[:rng.randrange(len(digits) + 1)] + "." + digits + "e" + str(rng.randrange(-330, 310))
    case("float", t)
    h = "".join(rng.choice("0123456789abcdefABCDEF") for _ in range(rng.randrange(1, 25)))
    case("float.fromhex", h + "." + h[::-1] + "p" + str(rng.randrange(-1150, 1030)))
write("float")

# ---- format specifications ----


def random_spec():
    s = ""
    if rng.random() < 0.4:
        s += rng.choice(["", "", "*", "0", "x", "é", "😀", "<"]) + rng.choice("<>=^")
    if rng.random() < 0.3:
        s += rng.choice("+- ")
    if rng.random() < 0.1:
        s += "z"
    if rng.random() < 0.2:
        s += "#"
    if rng.random() < 0.25:
        s += "0"
    if rng.random() < 0.6:
        s += str(rng.randrange(1, 25))
    if rng.random() < 0.3:
        s += rng.choice(",_")
    if rng.random() < 0.35:
        s += "." + rng.choice(["", "0", "1", "2", "3", "6", "10", "17", "20"])
        if rng.random() < 0.25:
            s += rng.choice(",_")
    if rng.random() < 0.75:
        s += rng.choice("bcdoxXneEfFgG%s" + "dfgex" * 2)
    if rng.random() < 0.03:
        s += rng.choice(["y", "é", "\x01", "5", " "])
    return s


FORMATTED = [0, 1, -1, 65, 255, 1234, -1234, 123456, 1234567, -1234567890, 2**48, 2**64, -2**100, 10**25, True, False, 0.0, -0.0, 1.0, -1.5, 3.14159, 1234567.891, -1234567.891,
             1e-7, 1e22, 1e100, 123456789012345680.0, 0.001, -0.0001, 0.5, 2.5, 99.95, 999999.5, float("inf"), float("-inf"), float("nan"), "", "a", "abc", "naïve", "日本語", "😀x"]
for _ in some(900):
    case("format", rng.choice(FORMATTED), random_spec())
for _ in some(200):
    case("format", any_float(), rng.choice(["", "0", "10", ",", ",.2"]) * (rng.random() < 0.3) + "." + str(rng.randrange(20)) + rng.choice("eEfFgG%"))
    case("format", any_float(), "." + str(rng.randrange(20)))
    case("format", any_float(), "#." + str(rng.randrange(5)) + rng.choice(["e", "f", "g", ""]))
for w in range(1, 22):
    for v in [0, 7, 123, 1234, 123456, 1234567, -1234]:
        case("format", v, f"0{w},")
        case("format", v, f"+0{w}_d")
        case("format", v, f"#0{w}_x")
    case("format", 1234.5, f"0{w},.2f")
    case("format", -1234.5, f"0={w}_.7_f")
for s in ["", ".3", "zd", "z", "+c", "#c", ",c", "_c", "5c", "05c", "<05c", "^5c", "s", "y", "é", "\x01", "\x00", "<\x00", "5y5", ",_", "_,", ",,", ",x", "_x", ",b", ".", ".f", ".,", "._", ".,f",
          ".,d", ".,x", ".,n", ",n", "_n", "._,f", ".,_f", ".,,f", ".2,", "_s", "=", "=5", " ", "+", "-", "#", "05", "<05", "d", "99999999999999999999", ".99999999999999999999f", ".9999999999f",
          "٣", "0٣", "010", "010,", "+010.2f", "F", "x", "#x", "#X", "#06X", "=#10x", "#,d", "n", "%", ".1%", "  5", "x5", "xx5", ">>5", "😀>5", "{", "}", "z z", "<<<", "c", ".0f", "#.0f", ".0e",
          "#.0e", ".0g", "#.0g", "g", "#g", "G", "E", "z.1f", "z.0f", "z+.1f", "é^7.2s", "^7", ">7", "<7", ".0", ".1", "#.3", "#", "0=+z#010,.5_f", "1000", "*^9", "*>+9", "0<9", "0>9"]:
    for v in [5, -1, 65, 2**70, True, 1.5, -0.04, float("nan"), float("-inf"), "abc", "x"]:
        case("format", v, s)
for v in [None, [], {}]:
    case("format", v, "")
    case("format", v, "5")
for v in [-1, 0x110000, 2**31, 2**63, 2**70, 0x10FFFF, 0xD800, 0, 955]:
    case("format", v, "c")
    case("format", v, "é>3c")
case("format", 2**2000, "f")
case("format", 2**2000, "x")
for n in [-5, -4, 0, 1, 14, 15, 16, 17, 18, 22, 23]:
    for m in [1.0, 1.25, 9.999999999999999, 1.5]:
        case("repr", m * 10.0**n)
        case("format", m * 10.0**n, "")
        case("format", m * 10.0**n, ".4")
        case("format", m * 10.0**n, "g")
        case("format", m * 10.0**n, "n")
write("format")

# ---- % ----

PERCENT_ARGS = [0, 5, -5, 255, 2**70, -2**70, True, 1.5, -1.5, 1e10, 1e-10, 1e300, float("inf"), float("nan"), "a", "abc", "", "naïve", "日本", None, (1,), [1, 2], b"x"]


def random_conversion():
    s = "%"
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 3])):
        s += rng.choice("-+ #0")
    if rng.random() < 0.5:
        s += str(rng.randrange(1, 20))
    if rng.random() < 0.3:
        s += "." + rng.choice(["", "0", "1", "2", "5", "12"])
    if rng.random() < 0.05:
        s += rng.choice("hlL")
    return s + rng.choice("diouxXeEfFgGcrsa%sdfx" + "yé")


for _ in some(900):
    n = rng.choice([1, 1, 1, 2, 3])
    text = "".join(rng.choice(["", "x", "=", " ", "é", "日"]) + random_conversion() for _ in range(n))
    k = n if rng.random() < 0.93 else rng.randrange(4)
    args = tuple(rng.choice(PERCENT_ARGS) for _ in range(k))
    if k == 1 and rng.random() < 0.5 and not isinstance(args[0], tuple):
        args = args[0]
    case("percent", text, args)
for text, args in [("%", ()), ("%", 5), ("abc", ()), ("abc", 5), ("abc", {}), ("abc", []), ("abc", (1,)), ("%s", ()), ("%s %s", (1,)), ("%s", (1, 2)), ("%%", ()), ("%%", 5), ("%5%", ()),
                   ("%(a)s", {"a": 1}), ("%(a)s", {}), ("%(a)s", 5), ("%(a)s", (1,)), ("%(a", {"a": 1}), ("%(a(b)c)s", {"a(b)c": 7}), ("%()s", {"": 3}), ("%(a)s %(b)d", {"a": 1, "b": 2}),
                   ("%(a)s %s", {"a": 1}), ("%s %(a)s", {"a": 1}), ("%(a)*d", {"a": 3}), ("%s", {"a": 1}), ("%d", {"a": 1}), ("%(a)s", [1]), ("%s", [1, 2]), ("%s %s", [1, 2]),
                   ("%*d", (5, 3)), ("%*d", (-5, 3)), ("%-*d|", (5, 3)), ("%.*f", (2, 3.14159)), ("%.*f", (-2, 3.14159)), ("%*.*f", (8, 2, 3.14159)), ("%*d", ("a", 3)), ("%*d", (2.0, 3)),
                   ("%*d", (True, 3)), ("%*d", (2**70, 3)), ("%.*d", (2**70, 3)), ("%.*d", (2**31, 3)), ("%*d", (3,)), ("%.*f", (3,)), ("%99999999999999999999d", 5), ("%.9999999999d", 5),
                   ("%.2147483647d", 5), ("%5", 3), ("%.5", 3), ("%+", 3), ("%h", 3), ("%hd", 3), ("%hhd", 3), ("%lf", 2.5), ("%c", "ab"), ("%c", ""), ("%c", "é"), ("%c", 65),
                   ("%c", 955), ("%c", -1), ("%c", 0x110000), ("%c", 2**70), ("%c", 1.5), ("%c", None), ("%5c|", "x"), ("%-5c|", "x"), ("%05c", "x"), ("%.0c", "x"), ("%c", True), ("%d", "a"), ("%d", None),
                   ("%x", 1.5), ("%o", "a"), ("%X", None), ("%i", []), ("%u", 1e20), ("%d", 1e300), ("%d", float("inf")), ("%d", float("nan")), ("%f", "a"), ("%f", None), ("%f", 2**2000),
                   ("%y", 5), ("%\x01", 5), ("%é", 5), ("x%y", 5), ("日%日", 5), ("%s", ("a",)), ("%s", ((1, 2),)), ("%r", "it's"), ("%a", "é日😀"), ("%r", "é日😀"), ("%.2a", "é"), ("%5.1s|", "é日"),
                   ("%s", "ok" * 50), ("%#x", 255), ("%#X", 255), ("%#o", 8), ("%#d", 5), ("%#08x", 255), ("%#8x", 255), ("%-#8x|", 255), ("%+#08x", 255), ("% #08x", -255), ("%-08d|", -5), ("%+08d", 5),
                   ("%08.3d", -5), ("%8.3d", -5), ("%.0d", 0), ("%.5x", 255), ("%#.5x", 255), ("%#.5o", 8), ("%010.2f", -3.14159), ("%+.1e", 12345.678), ("%g", 1e-5), ("%#g", 1.0), ("%G", 1e-10),
                   ("%010f", float("inf")), ("%-010f|", float("-inf")), ("%+f", float("nan")), ("% f", 1.0), ("%F", float("inf")), ("%e", 0), ("%.0f", 0.5), ("%.0f", 1.5), ("%.0e", 15), ("%#.0f", 1), ("%5s|%-5s|", ("ab", "cd")),
                   ("%s" * 5, (1, "a", None, 2.5, True)), ("%d", 10**4301), ("%x", 10**4301), ("%s", 10**4301)]:
    case("percent", text, args)
for v in ["a", "é", "日本", "😀", "'", "\"", "\n", "\x7f", "\xad", "\ud800", "\\", 5, ["é"], ("ü",)]:
    case("ascii", v)
write("percent")

# ---- str.format ----

PIECES = ["{}", "{0}", "{1}", "{a}", "{b!r}", "{!s}", "{:>5}", "{0:<8}|", "{a:{b}}", "{:{}}", "{0[0]}", "{0[a]}", "{a.real}", "{0.foo}", "{{", "}}", "x", "é", "{!a}", "{:.2f}", "{:,}", "{b:x}", "{c[1]}", "{c}",
          "{:{w}.{p}}", "{2}", "{a!r:>10}", "{", "}", "{a[}", "{:{:{}}}"]
FORMAT_ARGS = [5, -7, 255, 2.5, "abc", "é", None, True, [1, 2], (3, 4), {"a": 1, "0": 2}, 2**70]
for _ in some(700):
    text = "".join(rng.choice(PIECES) for _ in range(rng.choice([1, 2, 2, 3, 4])))
    args = [rng.choice(FORMAT_ARGS) for _ in range(rng.randrange(4))]
    kwargs = {k: v for k, v in [("a", rng.choice(FORMAT_ARGS)), ("b", rng.choice([3, 8, 12, "x"])), ("c", [10, "q"]), ("w", 9), ("p", 3)] if rng.random() < 0.8}
    case("str.format", text, *args, **kwargs)
for text, args, kwargs in [
        ("", (), {}), ("abc", (), {}), ("{", (), {}), ("}", (), {}), ("{}", (), {}), ("{}}", (1,), {}), ("{{}", (1,), {}), ("{{}}", (1,), {}), ("}{", (1,), {}), ("a}b", (), {}), ("a{b", (), {}),
        ("{0", (1,), {}), ("{0!", (1,), {}), ("{0!r", (1,), {}), ("{0!r:", (1,), {}), ("{0!rx}", (1,), {}), ("{0!}", (1,), {}), ("{0!x}", (1,), {}), ("{0!é}", (1,), {}), ("{0!\x01}", (1,), {}),
        ("{0:", (1,), {}), ("{0:{", (1,), {}), ("{0:{}", (1,), {}), ("{0:{}}", (1,), {}), ("{:{}}", (1, 5), {}), ("{:{}}", (1,), {}), ("{0:{1}}", (1, 5), {}), ("{0:{}}", (1, 5), {}), ("{:{1}}", (1, 5), {}),
        ("{:{:{}}}", (1, 2, 3), {}), ("{0[}", ([1],), {}), ("{0[0}", ([1],), {}), ("{0[0]", ([1],), {}), ("{0[0]x}", ([1],), {}), ("{0[]}", ([1],), {}), ("{0.}", (1,), {}), ("{.real}", (1,), {}), ("{[0]}", ([7],), {}),
        ("{[0]} {[1]}", ([7, 8], [9, 10]), {}), ("{0[5]}", ([1],), {}), ("{0[-1]}", ([1],), {}), ("{0[-1]}", ({"-1": 5},), {}), ("{0[a]}", ([1],), {}), ("{0[a]}", ({"a": 5},), {}), ("{0[0]}", ({"0": 5},), {}),
        ("{0[0]}", ({0: 5},), {}), ("{0[0][1]}", ([[1, 2]],), {}), ("{0[a].real}", ({"a": 5},), {}), ("{0.real.imag}", (5,), {}), ("{0.foo}", (5,), {}), ("{0[99999999999999999999]}", ([1],), {}),
        ("{99999999999999999999}", (), {}), ("{1}", (1,), {}), ("{a}", (1,), {}), ("{a}", (), {"a": 1}), ("{ a}", (), {" a": 1}), ("{a }", (), {"a ": 1}), ("{} {0}", (1,), {}), ("{0} {}", (1,), {}),
        ("{a} {} {b} {}", (1, 2), {"a": 3, "b": 4}), ("{-1}", (1,), {}), ("{٠}", (7,), {}), ("{0[٠]}", ([7],), {}), ("{00}", (7,), {}), ("{:d}", ("a",), {}), ("{:5}", (None,), {}), ("{}", (None,), {}),
        ("{:s}", (5,), {}), ("{!s:>5}", (5,), {}), ("{!r:>8}", ("a",), {}), ("{!a}", ("é",), {}), ("{a[b[c]}", (), {"a": {"b[c": 1}}), ("{a{b}", (), {"a": 1}), ("{!r}{!s}{!a}", ("é", "é", "é"), {}),
        ("{:}}", (1,), {}), ("{:{{}", (1,), {}), ("{:{{}}}", (1,), {}), ("{:{a}{b}}", (5,), {"a": ">", "b": 6}), ("{0:>{w}} {w}", ("x",), {"w": 4}), ("{:{}{}}", (1.5, ".", "3"), {}), ("{0!r:{1}}", ("x", 8), {}),
        ("{}" * 30, tuple(range(30)), {}), ("日本{}語", ("é",), {}), ("{0:é^9}", ("x",), {}), ("{!", (1,), {}), ("{!r", (1,), {}), ("{:x", (1,), {}), ("{[", (1,), {}), ("{a.b[c].d}", (), {}), ("{a:b!c}", (), {"a": 1})]:
    case("str.format", text, *args, **kwargs)
for text, m in [("{a}", {"a": 1}), ("{a}", {}), ("{}", {}), ("{0}", {"0": 5}), ("{a[b]}", {"a": {"b": 2}}), ("{a:{w}}", {"a": 1, "w": 5}), ("x", 5), ("{a}", 5), ("{a}", [1]), ("{", {}), ("{a!r}", {"a": "x"})]:
    case("format_map", text, m)
write("strformat")
