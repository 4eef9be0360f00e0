# Maps of files and of memory: reading, writing, resizing, what is refused, and what closes one meanwhile.
import mmap, os, tempfile
def t(f):
    try: return f()
    except Exception as e: return type(e).__name__, str(e)
fd, name = tempfile.mkstemp()
os.write(fd, b"hello\nworld\n" * 500)
f = open(name, "r+b")
m = mmap.mmap(f.fileno(), 0)
print(len(m), m.size(), m[0], m[-1], m[0:5], m[5:0:-1], m.find(b"world"), m.rfind(b"hello"), m.find(b"x"))
print(m.readline(), m.read(3), m.tell(), m.read_byte(), m.seek(0), m.seek(-3, 2), m.read(), m.read(), m.readline())
print(t(lambda: m.seek(1, 7)), t(lambda: m.seek(-1)), t(lambda: m[6000]), t(lambda: m["a"]), t(lambda: m.read_byte()))
m[0] = 72; m[1:3] = b"EL"; m[3:9:2] = b"xyz"
print(m[:10])
def bad(k, x): m[k] = x
for k, x in ((0, 256), (0, -1), (0, "a"), (slice(0, 2), b"abc"), (slice(0, 2), "ab"), (9999, 1), ("a", 1)):
    print(t(lambda: bad(k, x)))
def dele(k): del m[k]
print(t(lambda: dele(0)), t(lambda: dele(slice(0, 2))))
m.seek(0); print(m.write(b"0123456789"), m.tell(), m.write_byte(65), m[:12])
print(t(lambda: m.write("a")), t(lambda: m.write_byte(300)), t(lambda: m.write_byte(-1)))
m.move(20, 0, 10); print(m[20:30]); print(t(lambda: m.move(5999, 0, 10)))
print(m.flush(), m.flush(0, 4096), t(lambda: m.flush(0, 99999)), m.madvise(mmap.MADV_RANDOM), t(lambda: m.madvise(1, 99999)))
print(f.read(12)); print(os.path.getsize(name))
v = memoryview(m); print(v[0], bytes(v[:4]), v.readonly, len(v)); v[1] = 33; print(m[:3]); v.release()
print([x for x in m][:3], 72 in m, b"0" in m, next(iter(m)))
print(repr(m)); print(m.closed, m.seekable())
m.resize(8192); print(len(m), os.path.getsize(name), m[6000], m[0])
m.resize(4096); print(len(m), m[:5])
import re, struct; print(re.search(rb"h.l", m).span()); print(struct.unpack_from("<I", m, 4)); struct.pack_into("<I", m, 4, 7); print(m[:9])
with m as q: print(q is m)
print(m.closed, repr(m)); print(t(lambda: m[0]), t(lambda: len(m)), t(lambda: m.read()), m.close())
r = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)
def w(): r[0] = 1
print(t(w), t(lambda: r.write(b"1")), t(lambda: r.resize(1)), memoryview(r).readonly, t(lambda: open(name,'rb').readinto(r)), repr(r))
f.close(); print(r[:4], r.size()); r2 = r; 
c = mmap.mmap(fd, 0, access=mmap.ACCESS_COPY); c[0:3] = b"ZZZ"; print(c[:4], r[:4], t(lambda: c.resize(5)))
c2 = mmap.mmap(fd, 100, mmap.MAP_PRIVATE, mmap.PROT_READ); print(len(c2), repr(c2))
for a, k in (((fd, -1), {}), ((fd, 9999999), {}), ((fd, 0), dict(access=9)), ((fd, 0), dict(offset=-1)), ((fd, 0), dict(offset=1)), ((fd, 0), dict(offset=8192)), ((fd, 0), dict(access=1, prot=1)), ((999, 10), {}), ((-1, 0), {}), (("a", 0), {})):
    print(a[0] == fd, k, t(lambda: mmap.mmap(*a, **k)))
a = mmap.mmap(-1, 13); a.write(b"Hello world!"); print(a[:], t(lambda: a.size()), repr(a), a.flush(), t(lambda: a.resize(20)), t(lambda: a.resize(4)), len(a))
a = mmap.mmap(-1, 13, mmap.MAP_PRIVATE); a[:] = b"abcdefghijklm"; a.resize(20); print(a[:], len(a)); a.resize(3); print(a[:])
n = mmap.mmap(fd, 0, trackfd=False); print(t(lambda: n.size()), t(lambda: n.resize(3)))
class M(mmap.mmap):
    def first(self): return self[0]
s = M(fd, 0, access=mmap.ACCESS_READ); print(s.first(), repr(s)[:30], memoryview(s).readonly, bytes(s)[:4])
os.unlink(name); e = open(name, "w+b"); print(t(lambda: mmap.mmap(e.fileno(), 0))); os.unlink(name)
print(mmap.PAGESIZE, mmap.ALLOCATIONGRANULARITY, mmap.error, mmap.mmap.__module__, t(lambda: hash(a) == hash(a)), t(lambda: a == a))
print(t(lambda: m.find("a")), t(lambda: r.find("a")), t(lambda: r.find(b"a", "b")), r.find(b"e", 1, None), r.rfind(b"l", -4), r.find(b""), r.rfind(b""))
print(t(lambda: r.read("a")), t(lambda: r.read(None))[:3], t(lambda: r.seek("a")), t(lambda: r.read(1, 2)), t(lambda: r.resize()))
class Closes:
    def __init__(self, m): self.m = m
    def __index__(self): self.m.close(); return 1
for f in (lambda m: m.__setitem__(0, Closes(m)), lambda m: m[Closes(m)], lambda m: m[0:Closes(m)], lambda m: m.__setitem__(Closes(m), 1), lambda m: m.__setitem__(slice(0, Closes(m)), b"a"), lambda m: m.find(b"a", Closes(m)), lambda m: m.write_byte(Closes(m)), lambda m: m.seek(Closes(m)), lambda m: m.read(Closes(m)), lambda m: m.move(0, 1, Closes(m)), lambda m: m.flush(Closes(m)), lambda m: m.resize(Closes(m))):
    print(t(lambda: f(mmap.mmap(-1, 100))))
def total(m):
    n = 0
    for i in range(len(m)): n += m[i]; m[i] = n & 255
    return n
a = mmap.mmap(-1, 5000)
print(total(a), total(a)); a[7] = 9; print(total(a), total(a))
