# Files by descriptors, by opener, in tempfile; input of another sys.stdin.
import io, os, sys, tempfile
def tried(f):
    try: return repr(f()).split(' at 0x')[0]
    except Exception as e: return type(e).__name__, str(e)
d = tempfile.mkdtemp()
p = os.path.join(d, "f")
fd, name = tempfile.mkstemp(dir=d)
with os.fdopen(fd, "w", encoding="utf-8") as f:
    print(f.name == fd, f.fileno() == fd, f.mode, f.write("one\ntwo\n"), f.isatty())
print(tried(lambda: os.close(fd)), open(name).read())
def opener(path, flags):
    print(os.path.basename(path), flags & os.O_CREAT != 0)
    return os.open(path, flags, 0o600)
with open(p, "w", opener=opener) as f:
    f.write("by opener")
    print(os.path.basename(f.name), f.fileno() > 2)
print(open(p, "rb").read())
print(tried(lambda: open(p, opener=lambda *a: -1)), tried(lambda: open(p, opener=lambda *a: None)), tried(lambda: open(p, closefd=False)), tried(lambda: open(-1)), tried(lambda: open(999)))
fd = os.open(p, os.O_RDWR)
with open(fd, "r+", closefd=False) as f:
    print(f.read(3), f.tell(), f.buffer.name == fd)
os.lseek(fd, 0, 0)
with open(fd, "a") as f:
    f.write("!")
print(tried(lambda: os.fstat(fd)), open(p).read())
f = open(p, "rb")
n = f.fileno()
print(os.fstat(n).st_size, os.read(n, 2), f.fileno() == n)
os.close(n)
print(tried(f.close), f.closed)
with tempfile.NamedTemporaryFile("w+", suffix=".x") as f:
    f.write("hello\n"); f.flush(); f.seek(0)
    print(f.read(), os.path.exists(f.name), f.name.endswith(".x"))
print(os.path.exists(f.name))
with tempfile.TemporaryFile() as f:
    f.write(b"abc"); f.seek(1); print(f.read())
sys.stdin = io.StringIO("first\nsecond")
print(input(), input("prompt> "), tried(input))
sys.stdin = None
print(tried(input))
for p2 in os.listdir(d): os.unlink(os.path.join(d, p2))
os.rmdir(d)
import abc
class A(abc.ABC): pass
print(A._abc_impl.__doc__)
#---
# Addresses are packed and shown as glibc does.
import socket
def tried(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return type(e).__name__, str(e)
for text in "127.0.0.1", "1.2.3", "01.2.3.4", "", "1.2.3.256":
    print(text, tried(socket.inet_pton, socket.AF_INET, text))
for text in "::1", "::", "fe80::1%lo", "1:2:3:4:5:6:7:8", "1::8", "::1.2.3.4", "::ffff:1.2.3.4", "1:0:0:2::3", "0:0:1::", "::1:0", "::2:3", "1.2.3.4", "fe80::g", "::ffff:0:0", "2001:db8::":
    packed = tried(socket.inet_pton, socket.AF_INET6, text)
    print(text, packed, tried(socket.inet_ntop, socket.AF_INET6, packed))
print(tried(socket.inet_ntop, socket.AF_INET, b"abc"), tried(socket.inet_ntop, socket.AF_INET, bytearray(b"abcd")), tried(socket.inet_ntop, 77, b""), tried(socket.inet_pton, 77, ""))
print(tried(socket.inet_ntoa, b"\x7f\0\0\1"), tried(socket.inet_ntoa, b"a"))
#---
# Names of arguments that ** gives may be of a class derived from str.
class T(str): pass
d = {T("a"): 1, "b": 2}
x = {}
x.update(**d)
def f(**k):
    return k
def g(a, b):
    return a, b
for i in range(200):
    f(**d)
    r = f(**{T("c"): 3}), g(**d)
print(x, r, {type(k).__name__ for k in f(**d)}, sorted([2, 1], **{T("reverse"): True}))
for bad in ({1: 2}, {T("a"): 1, None: 2}):
    try:
        f(**bad)
    except TypeError as e:
        print(e)
