# Short ways of pickle, json and xml.etree.ElementTree: what stands at their borders.
import hashlib
import pickle


def tried(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return type(e).__name__, str(e)


def loaded(data):
    return tried(pickle.loads, data)


# Opcodes that end where the data ends.
for whole in b"\x8c\x03abc.", b"K\x01.", b"M\x01\x02.", b"J\x01\x02\x03\x04.", b"G@\x09\x21\xfb\x54\x44\x2d\x18.", b"]\x94.", b"}(K\x01K\x02u.", b"\x8c\x01x\x94h\x00\x86.":
    print([loaded(whole[:n]) for n in range(len(whole) + 1)])
print(loaded(b"J\xff\xff\xff\xff."), loaded(b"J\x00\x00\x00\x80."), loaded(b"M\xff\xff."), loaded(b"\x8c\x00."), loaded(b"\x8c\x02\xc3\xa9."), loaded(b"\x8c\x01\xe9."),
      ascii(loaded(b"\x8c\x03\xed\xa0\x80.")))

# The memo: holes, indices that are large, and what MEMOIZE counts.
print(loaded(b"K\x01q\x05K\x02\x94h\x05h\x01\x87."), loaded(b"K\x01q\x05K\x02\x94K\x03\x94h\x02."), loaded(b"K\x01h\x00."), loaded(b"h\x07."), loaded(b"\x94."), loaded(b"(\x94."))
print(loaded(b"K\x01r\x00\x00\x20\x00K\x02\x94j\x00\x00\x20\x00h\x01\x87."), loaded(b"K\x01r\x00\x20\x00\x00K\x02q\x00j\x00\x20\x00\x00h\x00\x86\x86."))
print(loaded(b"K\x01r\x00\x12\x00\x00K\x02r\x00\x10\x00\x00K\x03r\x00\x12\x00\x00(j\x00\x12\x00\x00j\x00\x10\x00\x00t."))
print(loaded(b"K\x01q\x00K\x02q\x00h\x00\x86."), loaded(b"G" + bytes(8) + b"q\x00h\x00."))
many = pickle.dumps([str(i) * 3 for i in range(3000)] * 2)
print(pickle.loads(many) == [str(i) * 3 for i in range(3000)] * 2, hashlib.md5(many).hexdigest())
for _ in range(3):
    print(loaded(b"h\x00."), pickle.loads(b"K\x01q\x00h\x00\x86."))

# Dicts: keys twice, keys that are no str, classes derived from dict.
print(loaded(b"}(\x8c\x01aK\x01\x8c\x01bK\x02\x8c\x01aK\x03u."), loaded(b"}(\x8c\x01aK\x01K\x05K\x02\x8c\x01aK\x03K\x05Nu."), loaded(b"}(]K\x01u."), loaded(b"}(K\x01u."),
      loaded(b"(\x8c\x01aK\x01\x8c\x01aK\x03d."), loaded(b"(d."))
big = {"k%d" % i: i for i in range(50)}
data = pickle.dumps(big)
print(pickle.loads(data) == big, list(pickle.loads(data)) == list(big))
d = pickle.loads(data)
del d["k7"], d["k8"]
d["k8"] = 1
print(list(d)[-2:], len(d))


class Own(dict):
    def __setitem__(self, k, v):
        super().__setitem__(k, [v])


print(pickle.loads(pickle.dumps(Own(a=1, b=2))))


#---
# What is written: numbers at the borders of their opcodes, frames, the memo beyond 255.
import hashlib
import io
import pickle

numbers = [0, 1, 255, 256, 65535, 65536, 2**31 - 1, 2**31, -1, -(2**31), -(2**31) - 1, 2**48, 2**63, 1.5, float("inf"), -0.0, True, False, None, "", "a", "é"]
for protocol in range(6):
    print(protocol, hashlib.md5(pickle.dumps(numbers, protocol)).hexdigest(), [pickle.loads(pickle.dumps(x, protocol)) for x in numbers] == numbers)
print(pickle.dumps(numbers).hex())
for n in 65520, 65527, 65530, 65533, 65536, 70000:
    for x in 7, 1000, 100000, 1.5, None, True:
        data = pickle.dumps([b"x" * 60000, "y" * (n - 60000), [x] * 30])
        print(n, x, len(data), hashlib.md5(data).hexdigest())
texts = ["t%d" % i for i in range(400)]
data = pickle.dumps([texts, texts[::-1], dict.fromkeys(texts, texts[300])])
print(len(data), hashlib.md5(data).hexdigest(), pickle.loads(data) == [texts, texts[::-1], dict.fromkeys(texts, texts[300])])


class Marked(pickle.Pickler):
    def persistent_id(self, x):
        if x == 7 or x is None or x == "seven":
            return "id %r" % (x,)


for protocol in 1, 4, 5:
    f = io.BytesIO()
    Marked(f, protocol).dump([7, 8, None, "seven", {"seven": 7, 8: None}])
    print(f.getvalue())
p = pickle.Pickler(f := io.BytesIO())
p.fast = True
p.dump(["a", "a", ("b", "b"), 5])
p.fast = False
p.dump(["a", "a"])
p.dump(["a", 300])
print(f.getvalue())

#---
# JSON: what ends the quick way through a string, at each place.
import json

for c in "\x00", "\x1f", " ", "!", '"', "#", "[", "\\", "]", "\x7e", "\x7f", "\x80", "é", "\u20ac", "\U0001f600", "\ud800":
    for n in (0, 1, 6, 7, 8, 9, 15, 16, 17):
        text = "x" * n + c + "y" * 9
        for plain in True, False:
            if json.loads(json.dumps(text, ensure_ascii=plain)) != text:
                print("differs", n, plain, text)
        for raw in '"%s"' % text, '{"%s": 1, "%s": 2}' % (text, text), '["%s' % text:
            out = []
            for strict in True, False:
                try:
                    out.append(json.loads(raw, strict=strict))
                except json.JSONDecodeError as e:
                    out.append(str(e))
            if n in (0, 8):
                print([repr(x).encode("unicode_escape") for x in out])
    print(json.dumps(c + "abcdefgh" + c + "abc" + c), json.dumps({c: c}), json.dumps(c + "abcdefgh" + c, ensure_ascii=False).encode("unicode_escape"))
print(json.loads('{"a": 1, "a": 2, "b": {"a": 3, "c": {}}, "": 0}'), json.loads("{%s}" % ", ".join('"k%d": %d' % (i % 40, i) for i in range(80))))
a, b = json.loads('[{"key": 1}, {"key": 2}]')
print([k for k in a][0] is [k for k in b][0])

#---
# Fields of elements; what a text file above bytes writes.
import io
import xml.etree.ElementTree as ET


def tried(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


class Sub(ET.Element):
    pass


class Slotted(ET.Element):
    __slots__ = ("mine",)


class Guarded(ET.Element):
    def __setattr__(self, name, v):
        print("set", name, v)
        super().__setattr__(name, v)


def fields(make):
    for i in range(300):
        e = make("t", {"a": "b"})
        e.text = i
        e.tail = e.text
        e.tag = "u"
        if e.text != i or e.tail != i or e.tag != "u" or e.attrib != {"a": "b"}:
            print("wrong", i)
    return e


for make in ET.Element, Sub, Slotted:
    e = fields(make)
    for name in "text", "tail", "tag", "attrib", "other":
        print(name, tried(delattr, e, name), tried(setattr, e, name, 5), getattr(e, name, "none"))
e = Guarded("t")
e.text = "x"
print(e.text)


def several(v):
    out = []
    for x in v:
        x.text = "new"
        out.append(x.text)
    return out


class Plain:
    text = None


for _ in range(200):
    r = several([ET.Element("a"), Sub("b"), Plain(), Slotted("c")])
print(r)
print(tried(several, [object()]), tried(several, [5]))


class Odd(dict):
    def items(self):
        return [("odd", "x")]

    def keys(self):
        return ["odd"]


e = ET.Element("e", {"a": "1", "b": "2"})
print(e.items(), e.keys(), ET.Element("x").items(), ET.Element("x").keys())
e.attrib = Odd(c="3")
print(e.items(), e.keys())

for encoding in "ascii", "us-ascii", "latin-1", "utf-8", "utf-8-sig", "utf-16", "cp1252":
    for errors in "strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "nosuch":
        for newline in None, "\n", "\r\n":
            raw = io.BytesIO()
            f = io.TextIOWrapper(raw, encoding, errors, newline=newline)
            out = [tried(f.write, s) for s in ("plain\n", "", "a" * 10, "e\u0301\n", "\xe9", "end\n")]
            tried(f.flush)
            print(encoding, errors, repr(newline), out, raw.getvalue())
raw = io.BytesIO()
f = io.TextIOWrapper(raw, "ascii")
f.write("before")
raw.close()
print(tried(f.write, "x"), tried(lambda: f.closed), tried(f.flush))


#---
# What print writes to files in memory.
import io
from decimal import Decimal


def tried(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return type(e).__name__, str(e)


class Closing:
    def __str__(self):
        f.close()
        return "closing"


class Swapping:
    def __str__(self):
        f.write = written.append
        return "swapping"


class Derived(io.StringIO):
    def write(self, s):
        written.append(s)
        return super().write(s.upper())


class Text(str):
    pass


for newline in "\n", "", None, "\r\n":
    f = io.StringIO(newline=newline)
    print(1, "two", Decimal("1.50"), "é\u20ac", Text("t"), sep=Text("|"), end="\r\n", file=f)
    print(file=f)
    print("", end="", file=f)
    f.seek(40)
    print("", end="", file=f)
    print("x", file=f, flush=True)
    print(repr(f.getvalue()), f.tell(), f.newlines)
written = []
f = io.StringIO()
print(tried(print, "a", Closing(), "b", file=f), tried(print, "c", file=f))
f = io.StringIO()
print(tried(print, "a", Swapping(), "b", file=f), repr(f.getvalue()), written)
written = []
f = Derived()
print("abc", 5, file=f)
print(repr(f.getvalue()), written)
print(tried(print, "x", file=io.StringIO.__new__(io.StringIO)), tried(print, "x", file=io.BytesIO()))
f = io.StringIO()
f.other = 1
print("kept", file=f)
print(repr(f.getvalue()))

#---
# Decimals of one and two words: precisions, roundings and bounds.
import decimal
import hashlib
import random
from decimal import Decimal

r = random.Random(7)
h = hashlib.md5()
roundings = [decimal.ROUND_UP, decimal.ROUND_DOWN, decimal.ROUND_CEILING, decimal.ROUND_FLOOR, decimal.ROUND_HALF_UP, decimal.ROUND_HALF_DOWN, decimal.ROUND_HALF_EVEN, decimal.ROUND_05UP]


def number():
    kind = r.randrange(5)
    if kind == 0:
        c = 10 ** r.randrange(20) + r.randrange(-1, 2)
    elif kind == 1:
        c = 5 * 10 ** r.randrange(19)
    elif kind == 2:
        c = int("9" * r.randrange(1, 21))
    else:
        c = r.randrange(10 ** r.randrange(1, 21))
    return Decimal((r.randrange(2), tuple(map(int, str(abs(c)))), r.randrange(-25, 25)))


for i in range(4000):
    c = decimal.Context(prec=r.choice([1, 2, 3, 8, 9, 17, 18, 19, 20, 28, 38]), rounding=r.choice(roundings), traps=[], clamp=r.randrange(8) == 0)
    if r.randrange(4) == 0:
        c.Emax, c.Emin = r.randrange(1, 60), -r.randrange(1, 60)
    a, b = number(), number()
    for op in c.add, c.subtract, c.multiply, c.divide, c.quantize, c.compare, c.remainder, c.divide_int:
        c.clear_flags()
        z = op(a, b)
        h.update(repr((i, str(z), sorted(s.__name__ for s, on in c.flags.items() if on))).encode())
    if i % 400 == 0:
        print(i, a, b, c.prec, c.rounding, c.divide(a, b), c.multiply(a, b), c.add(a, b), h.hexdigest())
print(h.hexdigest())
