# Classes that derive from those of io: each method is made of others.
import io
def t(f, *a, **k):
    try: print(f(*a, **k))
    except BaseException as e: print(type(e).__name__, e)
class R(io.RawIOBase):
    def __init__(self, data=b'', step=3): self.data, self.pos, self.step = data, 0, step
    def readable(self): return True
    def readinto(self, b):
        d = self.data[self.pos:self.pos+min(len(b), self.step)]
        b[:len(d)] = d
        self.pos += len(d)
        return len(d)
    def write(self, b): self.data += bytes(b); return len(b)
r = R()
print(r.closed, r.seekable(), r.writable(), r.readable(), r.isatty())
for name, *a in (('fileno',),('tell',),('seek',0),('truncate',),('read',),('readall',),('readline',),('readlines',),('flush',),('truncate',3)): t(getattr(r,name), *a)
t(r.close); print(r.closed); t(r.close)
for name, *a in (('readline',),('flush',),('seekable',),('isatty',),('read',),('readlines',),('writelines',[b'a']),('tell',),('_checkClosed',),('_checkReadable',),('_checkWritable',),('_checkSeekable',)): t(getattr(r,name), *a)
with R() as q: print(q.closed)
print(q.closed)
r = R(b'one\ntwo\nthree and more\n\nlast')
t(r.readline); t(r.readline, 2); t(r.readline, None); print(list(r))
r = R(b'one\ntwo\nthree and more\n\nlast')
t(r.read, 2); t(r.read, 5); t(r.read); t(r.read); t(r.readall)
r = R(b'one\ntwo\nthree and more\n\nlast'); t(r.readlines, 5); t(r.readlines)
r.writelines([b'x', b'y\n']); print(r.data)
t(r.readline, 'x')
class N(io.RawIOBase):
    def readinto(self, b): return None
n = N(); t(n.read, 3); t(n.readall); t(n.readline)
class O(io.RawIOBase):
    def readinto(self, b): return 99
t(O().read, 3)
class P(io.RawIOBase):
    def readinto(self, b): return -1
t(P().read, 3)
class Q(io.RawIOBase):
    def read(self, n=-1): return 'str'
t(Q().readline); t(Q().readall)
class S(io.IOBase):
    def __init__(self): self.flushed = 0
    def flush(self): self.flushed += 1; super().flush()
s = S(); s.close(); s.close(); print(s.flushed, s.__dict__)
class F(io.IOBase):
    def flush(self): raise ValueError('flushing')
f = F(); t(f.close); print(f.closed)
class K(io.IOBase):
    def seek(self, *a): return a
    def seekable(self): return True
k = K(); t(k.tell); t(k._checkSeekable); t(k._checkReadable)
class B(io.BufferedIOBase):
    def __init__(self, d): self.d = d
    def read(self, n=-1):
        if n < 0: n = len(self.d)
        r, self.d = self.d[:n], self.d[n:]
        return r
    read1 = read
b = B(b'abcdefgh'); x = bytearray(3); t(b.readinto, x); print(x); t(b.readinto1, x); print(x); t(b.detach); t(b.write, b'')
m = memoryview(x)[1:]; t(b.readinto, m); print(x)
class B2(io.BufferedIOBase):
    def read(self, n): return b'x' * (n + 1)
    def read1(self, n): return 'x'
t(B2().readinto, bytearray(2)); t(B2().readinto1, bytearray(2)); t(B2().readinto, b'ab'); t(B2().readinto, 5)
t(io.BufferedIOBase().read); t(io.BufferedIOBase().read1)
T = io.TextIOBase()
t(T.read); t(T.readline); t(T.write, ''); t(T.detach); print(T.encoding, T.errors, T.newlines, T.closed)
T.close(); print(T.closed)
x = io.IOBase(); x.y = 3; print(x.__dict__, x.y); t(x.readline)
class C(io.IOBase):
    closed = True
t(C().__enter__); t(C().flush)
print(isinstance(io.BytesIO(), io.IOBase), io.BytesIO().closed, io.StringIO().seekable())
class PB(io.RawIOBase):
    def __init__(s): s.d=b'ab\ncd'
    def peek(s, n): return s.d[:2]
    def read(s, n=-1):
        print('read', n); r, s.d = s.d[:n], s.d[n:]; return r
print(list(PB()))
class PC(PB):
    def peek(s, n): return 'x'
t(PC().readline)
class PD(PB):
    def peek(s, n): return b''
t(PD().readline)
