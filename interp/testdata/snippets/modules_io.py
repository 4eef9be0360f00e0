from _io import StringIO, BytesIO


def attempt(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


s = StringIO()
for i in range(200):
    s.write(f"line {i}\n")
print(len(s.getvalue()), s.tell(), s.seek(0), s.readline(), s.read(5), s.readlines(20), sum(len(l) for l in s))
print(s.read(), s.seek(3), s.write("XYZ\u20ac"), s.getvalue()[:12], s.truncate(5), s.getvalue(), s.seek(0, 2), s.write("end"), s.getvalue())
s.seek(10)
s.write("gap")
print(repr(s.getvalue()), s.closed, s.readable(), s.writable(), s.seekable(), s.isatty(), s.line_buffering, s.encoding, s.flush())
print(list(StringIO("a\nb\r\nc\rd")), list(StringIO("a\nb\r\nc\rd", None)), list(StringIO("a\nb\r\nc\rd", "")), list(StringIO("a\nb\r\nc", newline="\r\n")))
with StringIO("with") as w:
    print(w.read(2), w.read(), repr(w.read()))
attempt(w.read)
attempt(w.getvalue)
attempt(lambda: w.closed)
attempt(StringIO, 5)
attempt(StringIO, "", "x")
attempt(s.write, 5)
attempt(s.read, "a")
attempt(s.seek, -1)
attempt(s.seek, 1, 1)
attempt(s.seek, 0, 7)
attempt(s.truncate, -1)
s = StringIO()
s.writelines(["a", "b", "c"])
print("more", 1, 2.5, sep=",", file=s)
print(repr(s.getvalue()))


class Log(StringIO):
    def __init__(self):
        super().__init__()
        self.count = 0

    def write(self, text):
        self.count += 1
        return super().write(text.upper())


log = Log()
for i in range(100):
    log.write("x")
log.writelines("yz")
print(log.getvalue()[-5:], log.count, isinstance(log, StringIO))
#---
from _io import BytesIO


def attempt(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


b = BytesIO(b"first\nsecond\nthird")
print(b.readline(), b.read(3), b.tell(), b.readlines(), b.read(), b.seek(-5, 2), b.read(), b.seek(2), b.seek(3, 1), b.read1(4))
b.seek(0)
for i in range(200):
    b.write(bytes([i]))
print(len(b.getvalue()), b.getvalue()[95:105], b.truncate(3), b.getvalue(), b.seek(6), b.write(b"z"), b.getvalue())
buf = bytearray(4)
b.seek(0)
print(b.readinto(buf), buf, list(BytesIO(b"a\nb")), b.closed, b.readable())
attempt(BytesIO, "a")
attempt(b.write, "a")
attempt(b.seek, -1)
attempt(b.seek, 0, 9)
attempt(b.readinto, b"abc")
b.close()
attempt(b.read)
with BytesIO(bytearray(b"q")) as c:
    c.writelines([b"x", bytearray(b"y")])
    print(c.getvalue())


class Counted(BytesIO):
    reads = 0

    def read(self, n=-1):
        self.reads += 1
        return super().read(n)


c = Counted(b"0123456789")
while c.read(3):
    pass
print(c.reads, c.getvalue(), c.__dict__)
