# Buffered files that the object below them uses: reentrant calls are refused.
import io
class Raw(io.RawIOBase):
    def __init__(self, act): self.act, self.left = act, 3
    def readable(self): return True
    def writable(self): return True
    def seekable(self): return True
    def seek(self, *a): return 0
    def tell(self): return 0
    def truncate(self, *a): return 0
    def readinto(self, b):
        b[:2] = b'xy'
        self.go()
        return 2 if self.left else 0
    def read(self, n=-1):
        b = bytearray(n)
        return bytes(b[:self.readinto(b)])
    def write(self, b):
        self.go()
        return len(b)
    def go(self):
        if self.left:
            self.left -= 1
            try: print(self.act(self.above))
            except RuntimeError as e: print('RuntimeError', str(e)[:40])
acts = {
    'readline': lambda b: b.readline(), 'peek': lambda b: b.peek(), 'read': lambda b: b.read(), 'read9': lambda b: b.read(9),
    'read1': lambda b: b.read1(9), 'readinto': lambda b: b.readinto(bytearray(9)), 'write': lambda b: b.write(b'q' * 30),
    'seek': lambda b: b.seek(0, 2), 'flush': lambda b: b.flush(), 'close': lambda b: b.close(), 'truncate': lambda b: b.truncate(0),
}
def within(cls, outer, names):
    for name in names.split():
        raw = Raw(acts[name])
        b = raw.above = cls(raw, 8)
        print(cls.__name__, outer, name, '->', acts[outer](b))
        raw.left = 0
for outer in 'readline', 'read1', 'peek':
    within(io.BufferedReader, outer, 'readline peek read read9 read1 readinto seek close')
    within(io.BufferedRandom, outer, 'readline peek read read9 read1 readinto write seek flush close truncate')
within(io.BufferedWriter, 'write', 'write flush seek close truncate')
within(io.BufferedRandom, 'write', 'write flush seek close truncate read readline peek')
#---
# What the program does to a file within a call of the object below it.
import io, os, tempfile, gc
def t(f):
    try: return f()
    except Exception as e: return type(e).__name__, str(e)
for c in io.BufferedReader, io.BufferedWriter, io.BufferedRandom:
    print(t(lambda: io.TextIOWrapper(c.__new__(c))))
b = io.BufferedReader(io.BytesIO(b'ab'))
b.detach()
print(t(lambda: io.TextIOWrapper(b)))
name = os.path.join(tempfile.mkdtemp(), 'file')
with open(name, 'wb') as f: f.write(b'hello\nworld\n')
f = open(name, 'rb')
w = io.TextIOWrapper(f)
for enc in 'latin-1', 'ascii', 'utf-8':
    w.__init__(f, enc)
gc.collect()
print(t(w.read), t(f.tell), w.encoding)
w.close()
class Below:
    closed = False
    def __init__(self, act): self.act, self.got, self.left = act, [], 1
    def readable(self): return True
    writable = seekable = readable
    def flush(self): pass
    def tell(self): return 0
    def close(self): pass
    def go(self):
        if self.left:
            self.left = 0
            self.act()
    def read(self, n=-1):
        if len(self.got) > 2: return b''
        self.got.append(n)
        self.go()
        return b'ab\ncd'
    def write(self, data):
        self.got.append(bytes(data))
        self.go()
        return len(data)
def text(act, **more):
    below = Below(lambda: act(w))
    w = io.TextIOWrapper(below, **more)
    return w, below
w, below = text(lambda w: w.write('inner'))
w.write('outer'); w.flush(); w.flush()
print(below.got)
w, below = text(lambda w: print(w.readline()))
t(w.readline)
w, below = text(lambda w: w.write('x' * 9000))
print(t(lambda: w.write('y' * 9000))); w.flush()
print([d[:1] * 2 + str(len(d)).encode() for d in below.got])
w, below = text(lambda w: w.detach())
print(t(lambda: w.write('y' * 9000)), t(lambda: w.write('x')), t(lambda: w.readable()))
#---
# An open that fails closes no descriptor that is not its own.
import os, tempfile
def t(f):
    try: return f()
    except Exception as e: return type(e).__name__, e.errno if isinstance(e, OSError) else str(e)
def alive(fd): return t(lambda: os.fstat(fd).st_size > 0)
where = tempfile.mkdtemp()
name = os.path.join(where, 'file')
with open(name, 'w') as f: f.write('text')
d = os.open(where, os.O_RDONLY)
print(t(lambda: open(d)), t(lambda: open(d, 'rb', closefd=False)), alive(d))
print(t(lambda: open(where, opener=lambda *a: d)), alive(d))
fd = os.open(name, os.O_RDONLY)
print(t(lambda: open(fd, encoding='nope', closefd=False)), alive(fd))
print(t(lambda: open(fd, newline='x', closefd=False)), alive(fd))
print(t(lambda: open(fd, encoding='nope')), alive(fd))
fd = os.open(name, os.O_RDONLY)
f = open(fd)
os.close(fd)
print(t(f.read), t(f.readline), t(lambda: f.read(1)), t(f.close))
#---
# Errors of arguments name the function.
import io
def t(f, **k):
    try: return f(**k)
    except Exception as e: return type(e).__name__, str(e)
w = io.TextIOWrapper(io.BytesIO())
for name in 'encoding', 'errors', 'newline':
    for f in lambda **k: io.TextIOWrapper(io.BytesIO(), **k), w.reconfigure, lambda **k: open('.', **k):
        print(t(f, **{name: 5}), t(f, **{name: b'x'}))
