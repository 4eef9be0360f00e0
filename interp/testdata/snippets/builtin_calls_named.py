# Calls of builtin functions, methods and classes with arguments by keyword, and of class methods of builtin classes, in loops that are compiled.
import math


def show(name, f, n=300):
    last = None
    for i in range(n):
        try:
            r = f(i)
        except Exception as e:
            r = type(e).__name__ + ": " + str(e)
        if i in (0, 1, n - 1) or r != last and i < 4:
            print(name, i, r)
        last = r


class I(int):
    pass


class L(list):
    def sort(self, *, key=None, reverse=False):
        return "own sort"


class E:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        return iter(self.x)

    def __index__(self):
        return self.x

    def __bool__(self):
        return self.x > 100


def sort_reverse(i):
    l = [3, i, 1, i & 3]
    l.sort(reverse=i & 1)
    return l


def sort_key(i):
    l = [3, i % 5, 1]
    l.sort(reverse=True, key=lambda x: -x)
    return l


show("from_bytes", lambda i: int.from_bytes(bytes([i & 255, 7]), "big"))
show("from_bytes named", lambda i: int.from_bytes(bytes=bytes([i & 255, 200]), byteorder="little", signed=True))
show("from_bytes named 2", lambda i: int.from_bytes(bytes([i & 255, 200]), byteorder="little"))
show("from_bytes derived", lambda i: (type(I.from_bytes(b"\1\2", "big")).__name__, I.from_bytes(b"\1", byteorder="big")))
show("from_bytes instance", lambda i: (i).from_bytes(b"\1\2"))
show("from_bytes wrong", lambda i: int.from_bytes(b"\1", order="big"))
show("from_bytes twice", lambda i: int.from_bytes(b"\1", bytes=b"\2"))
show("from_bytes none", lambda i: int.from_bytes(byteorder="big"))
show("from_bytes order", lambda i: int.from_bytes(b"\1", "middle"))
show("from_bytes many", lambda i: int.from_bytes(b"\1", "big", True))
show("to_bytes", lambda i: i.to_bytes(2, byteorder="little"))
show("to_bytes named", lambda i: i.to_bytes(length=3, byteorder="big"))
show("to_bytes swapped", lambda i: i.to_bytes(byteorder="big", length=3))
show("to_bytes signed", lambda i: (-i).to_bytes(length=3, byteorder="big", signed=True))
show("to_bytes too big", lambda i: i.to_bytes(byteorder="big", length=0))
show("to_bytes twice", lambda i: i.to_bytes(2, length=3))
show("to_bytes unknown", lambda i: i.to_bytes(2, lenght=3))
show("sorted", lambda i: sorted([3, i, 1], reverse=True))
show("sorted flag", lambda i: sorted((3, i, 1), reverse=E(i)))
show("sorted iterable", lambda i: sorted(E([3, i, 1]), reverse=True))
show("sorted key", lambda i: sorted([3, i % 4, 1], reverse=True, key=lambda x: x ^ 1))
show("sorted key none", lambda i: sorted([3, i % 4, 1], key=None, reverse=True))
show("sorted generator", lambda i: sorted((x ^ i for x in (1, 2, 3)), reverse=True))
show("sorted wrong", lambda i: sorted([1], reversed=True))
show("sorted none", lambda i: sorted(reverse=True))
show("sort", sort_reverse)
show("sort key", sort_key)
show("sort own", lambda i: L([2, 1]).sort(reverse=True))
show("min", lambda i: min([3, i, 1], default=0))
show("min empty", lambda i: min([], default=i))
show("min key", lambda i: min([3, i, 1], key=lambda x: -x))
show("max many", lambda i: max(1, i, key=None))
show("isclose", lambda i: math.isclose(1.0, 1.0 + i / 1000, rel_tol=.01))
show("enumerate", lambda i: list(enumerate("ab", start=i)))
show("enumerate both", lambda i: list(enumerate(iterable="ab", start=i)))
show("enumerate huge", lambda i: list(enumerate("ab", start=10**20 + i)))
show("enumerate wrong", lambda i: list(enumerate("ab", begin=i)))
show("enumerate index", lambda i: list(enumerate(E("ab"), start=E(i))))
show("enumerate float", lambda i: list(enumerate("ab", start=1.5)))
show("zip strict", lambda i: list(zip((1, 2), (3, i), strict=True)))
show("zip strict short", lambda i: list(zip((1, 2), (3,), strict=i >= 0)))
show("int base", lambda i: int("101", base=2 + i % 3))
show("str", lambda i: str(b"abc", encoding="ascii"))
show("str object", lambda i: str(object=i))
show("bytes", lambda i: bytes("abc", encoding="utf-16-le"))
show("splitlines", lambda i: "a\nb\n".splitlines(keepends=i & 1))
show("decode", lambda i: b"ab\xff".decode(errors="replace"))
show("encode", lambda i: "abé".encode(encoding="ascii", errors="backslashreplace"))
show("dict fromkeys", lambda i: dict.fromkeys("abc", i))
show("dict update", lambda i: (d := {"a": 1}, d.update(a=i, b=2))[0])
show("fromhex", lambda i: bytes.fromhex("00ff%02x" % (i & 255)))
show("float fromhex", lambda i: float.fromhex("0x1.8p%d" % (i & 7)))
show("maketrans", lambda i: "abc".translate(str.maketrans("ab", "xy")))
show("pow", lambda i: pow(base=i, exp=3, mod=1000))
show("round", lambda i: round(i / 3, ndigits=2))
show("sum", lambda i: sum([1, i], start=10))
show("print", lambda i: print("p", i, sep="-", end=";\n") if i < 3 else 0)
show("complex", lambda i: complex(real=i, imag=1))
show("compile", lambda i: eval(compile("1+2", filename="x", mode="eval")))
show("open", lambda i: open(file=i, bad=1))


def values():
    a = int.from_bytes
    b = int.from_bytes
    return a is b, a == b, a(b"\1\2"), a.__self__ is int


show("values", lambda i: values())


class M(type):
    def __call__(cls, *args, **kw):
        return "made", args, kw


class C(metaclass=M):
    pass


show("metaclass", lambda i: C(1, a=i))


def sentinels(n):
    seen = [object() for _ in range(n)]
    a, b = object(), object()
    return len(set(seen)), a == a, a == b, type(a).__name__, bool(a), a in seen


show("object", lambda i: sentinels(5))
show("object argument", lambda i: object(i))
show("object named", lambda i: object(a=i))


def attribute(i):
    o = object()
    o.x = i


show("object attribute", attribute)
