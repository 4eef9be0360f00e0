# A call of a builtin class that no routine and no method in Python does is the class's own function, whatever it is given.
import collections
import datetime
import io
import xml.etree.ElementTree as ET
from decimal import Decimal, InvalidOperation


def texts(parts, encoding, errors):
    found = []
    for b in parts:
        try:
            found.append(str(b, encoding, errors))
        except (TypeError, UnicodeDecodeError, LookupError, ValueError) as e:
            found.append(type(e).__name__)
    return found


class Text(str):
    pass


parts = [b"abc", b"", b"\xff\xfe", bytearray(b"q"), memoryview(b"view"), "no", 5, b"\xc3\xa9", b"\xed\xa0\x80", None]
for encoding in "utf-8", "utf8", "UTF-8", "ascii", "latin-1", "latin1", "u8", "nothing", Text("ascii"), "utf-8\0", "", "\u20ac":
    for errors in "strict", "replace", "ignore", "surrogateescape", "surrogatepass", "nobody", Text("replace"):
        print(ascii(encoding), errors, ascii(texts(parts * 1, encoding, errors)))
for _ in range(300):
    seen = texts(parts, "utf-8", "surrogatepass")
print(ascii(seen))
for bad in (5, "strict"), ("utf-8", None), (None, "strict"):
    print(texts([b"a", b""], *bad))


def made(n):
    out = []
    for i in range(n):
        f = io.BytesIO(b"ab%d" % i)
        out.append((f.read(1), f.read(1), f.read(None), f.read(5), Decimal("1.5") + i, ET.Element("t").tag, collections.deque((i,))[0],
            datetime.date(2020, 1, 1 + i % 28).day, str(b"x%d" % i, "ascii")))
    return out


print(made(400)[-1], made(3))
f = io.BytesIO(b"a\0\xff")
print([f.read(True), f.read(2**70 % 7), f.read(-1), f.getvalue()[0:1] is f.getvalue()[0:1]])
try:
    f.read(1.5)
except TypeError as e:
    print(e)


class Here(io.BytesIO):
    def __init__(self, *args):
        super().__init__(b"own")


def kinds(classes, n):
    got = []
    for i in range(n):
        for c in classes:
            try:
                got.append(c("1") if c is not Here else c("1").read(3))
            except (TypeError, InvalidOperation) as e:
                got.append(type(e).__name__)
    return got[-len(classes):]


def number(s):
    return int(s)


for classes in [Decimal], [Here], [Decimal, Here, number, float, ET.Element and str], [datetime.date, Decimal, int], [io.BytesIO, Decimal]:
    print(kinds(classes, 300))
deep = 0


class Sized:
    def __index__(self):
        global deep
        deep += 1
        return 1 if deep % 2 else 2


def days(n):
    total = 0
    for i in range(n):
        total += datetime.date(2020, 1, Sized()).day
    return total


print(days(301), deep)
io.BytesIO = Here


def again(n):
    for i in range(n):
        x = io.BytesIO(b"zz").getvalue()
        if i == n // 2:
            io.BytesIO = bytearray.__new__ and Other
    return x


class Other:
    def __init__(self, b):
        self.b = b

    def getvalue(self):
        return self.b * 2


print(again(500))
