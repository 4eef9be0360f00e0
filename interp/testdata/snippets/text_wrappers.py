# A detached file says so, whatever is asked of it.
import io
def tried(f):
    try: return repr(f()).split(' at 0x')[0]
    except Exception as e: return type(e).__name__, str(e)
w=io.TextIOWrapper(io.BytesIO(),'utf8'); print(repr(w), w.newlines, w._CHUNK_SIZE)
print(tried(lambda: w.name), tried(lambda: w.mode), tried(w.detach))
for n in 'name closed encoding errors newlines line_buffering write_through buffer'.split():
    print(n, tried(lambda: getattr(w,n)))
print(tried(lambda: repr(w)))
for f in (w.read,w.flush,w.close,w.detach,w.tell,w.isatty,w.fileno,w.readable, lambda: w.write('a'), lambda: w.seek(0), w.__enter__):
    print(tried(f))
b=io.BufferedReader(io.BytesIO(b'abc')); print(tried(b.detach))
for f in (b.read,b.flush,b.close,b.detach,b.tell,b.isatty,b.fileno,b.readable, lambda: b.write('a'), lambda: b.seek(0), lambda: b.raw, lambda:b.closed,lambda:b.name):
    print(tried(f))
#---
# TextIOWrapper above an object of the program's calls its methods in CPython's portions.
import io
def tried(f):
    try: return repr(f()).split(' at 0x')[0]
    except Exception as e: return type(e).__name__, str(e)
class Log(io.BytesIO):
    def write(self, b):
        print("write", len(b), bytes(b[:8]))
        return super().write(b)
    def read1(self, n=-1):
        r = super().read1(n)
        print("read1", n, len(r))
        return r
    def close(self):
        super().close()
b = Log()
with io.TextIOWrapper(b, encoding="latin-1", newline="\r\n") as w:
    w.write("a\n")
    print(b.getvalue())
    w.write("x" * 9000)
    w.write("y" * 100)
    w.write("z" * 8150)
    print(len(b.getvalue()), w.tell())
    w.flush()
print(w.closed, b.closed)
for kw in ({"line_buffering": True}, {"write_through": True}):
    w = io.TextIOWrapper(Log(), **kw)
    w.write("abc")
    w.write("d\ne")
    print(w.line_buffering, w.write_through)
    print(w.detach().getvalue())
w = io.TextIOWrapper(Log(b"one\r\ntwo\nthree\rfour\n" * 3))
w._CHUNK_SIZE = 10
print(w.readline(), w.newlines, w.readlines(), w.newlines)
w = io.TextIOWrapper(Log("é\nzwei\ndrei\n".encode()))
print(next(w), tried(w.tell), list(w), w.tell())
print(w.seek(0), w.readline(), w.tell(), w.read(2), w.tell(), w.seek(3), w.read())
#---
# Classes derived from TextIOWrapper, encodings with a mark and others, reconfigure.
import io
def tried(f):
    try: return repr(f()).split(' at 0x')[0]
    except Exception as e: return type(e).__name__, str(e)
class Named(io.TextIOWrapper):
    def __init__(self, buffer, name, **kw):
        super().__init__(buffer, **kw)
        self._name = name
    @property
    def name(self):
        return self._name
    def close(self):
        self.flush()
    def readline(self, *a):
        return super().readline(*a).upper()
raw = io.BytesIO(b"ab\ncd\n")
n = Named(raw, "here", encoding="ascii")
print(n, n.name, list(n), isinstance(n, io.TextIOBase), n.buffer is raw)
n.extra = 3
with n:
    n.write("more")
print(raw.closed, raw.getvalue(), n.closed, vars(n))
print("in print", file=n)
n.flush()
print(raw.getvalue(), tried(lambda: n.write(b"x")))
for bad in ({"encoding": "nonsense"}, {"encoding": "hex"}, {"newline": "x"}):
    print(tried(lambda: io.TextIOWrapper(io.BytesIO(), **bad)))
print(tried(lambda: io.TextIOWrapper(3)), tried(lambda: Named.__new__(Named).read()))
for enc in "utf-8-sig", "utf-16", "utf-32", "cp1252", "koi8-r", "utf-16-le":
    raw = io.BytesIO()
    w = io.TextIOWrapper(raw, encoding=enc, newline="\r\n")
    w.write("абв\n" if enc != "cp1252" else "äöü\n")
    w.write("x")
    w.flush()
    print(enc, w.encoding, raw.getvalue())
    raw.seek(0)
    r = io.TextIOWrapper(raw, encoding=enc)
    print(r.readline(), r.read(), r.newlines)
w = io.TextIOWrapper(io.BytesIO())
w.write("ä")
w.reconfigure(encoding="latin-1", newline="\r\n", write_through=True)
w.write("ä\n")
print(w.buffer.getvalue(), w.encoding, w.errors, w.write_through)
w.seek(0)
w.read(1) if w.reconfigure(errors="replace") else print(w.read(1))
print(tried(lambda: w.reconfigure(encoding="utf-8")))
#---
# The buffered classes above a BytesIO.
import io
def tried(f):
    try: return repr(f()).split(' at 0x')[0]
    except Exception as e: return type(e).__name__, str(e)
r = io.BufferedReader(io.BytesIO(b"line\nanother\nrest"), 5)
print(r.peek(1)[:1], r.readline(), r.read1(3), r.tell(), r.read(), r.seek(2), r.read(4), r.seek(1, 1), r.seek(-2, 2), r.read())
raw = io.BytesIO()
w = io.BufferedWriter(raw, 8)
print(w.write(b"abc"), raw.getvalue(), w.write(b"defghijkl"), w.flush(), raw.getvalue(), w.tell(), w.raw is raw)
print(tried(lambda: w.read()), tried(lambda: io.BufferedReader(3)), tried(lambda: io.BufferedWriter(raw, 0)))
buf = bytearray(4)
print(io.BufferedReader(io.BytesIO(b"abcdef")).readinto(buf), buf)
