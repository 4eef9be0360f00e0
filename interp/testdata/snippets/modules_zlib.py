# The module zlib: bytes, errors, streams; and gzip and zipfile on it.
import copy
import gzip
import io
import zipfile
import zlib

R = 12345


def rand(n):
    global R
    R = (R * 1103515245 + 12345) & 0x7FFFFFFF
    return (R >> 8) % n


def noise(n):
    return bytes(rand(256) for _ in range(n))


def text(n):
    words = [bytes(97 + rand(12) for _ in range(1 + rand(7))) for _ in range(60)]
    out = b''
    while len(out) < n:
        out += words[rand(60)] + b' '
    return out[:n]


def copies(n):
    out = bytearray()
    while len(out) < n:
        if out and rand(2):
            j = rand(len(out))
            out += out[j:j + 3 + rand(300)]
        else:
            out += noise(1 + rand(40))
    return bytes(out[:n])


def attempt(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs))[:120].split(' at 0x')[0])
    except Exception as e:
        print(f'{type(e).__module__}.{type(e).__name__}: {e}')


kinds = [b'', b'a', b'abc', b'a' * 1000, b'\0' * 70000, text(3000), text(9000), noise(300), noise(4000), copies(5000), copies(40000)]
for data in kinds:
    for level in -1, 0, 1, 4, 9:
        out = zlib.compress(data, level)
        assert zlib.decompress(out) == data
        print(len(data), level, len(out), zlib.crc32(out), zlib.adler32(out))
for data in kinds[4:]:
    for wbits in 9, 12, -15, -9, 31, 25:
        for strategy in range(5):
            c = zlib.compressobj(6, zlib.DEFLATED, wbits, 1 + (wbits + strategy) % 9, strategy)
            out = c.compress(data) + c.flush()
            d = zlib.decompressobj(wbits)
            assert d.decompress(out) + d.flush() == data and d.eof
            print(len(data), wbits, strategy, len(out), zlib.crc32(out))
for mode in zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH, zlib.Z_PARTIAL_FLUSH, zlib.Z_BLOCK, zlib.Z_NO_FLUSH:
    c = zlib.compressobj(5)
    parts = []
    for data in kinds[:8] + [noise(40000)]:
        parts.append(c.compress(data))
        parts.append(c.flush(mode))
        parts.append(c.flush(mode))
    other = c.copy()
    parts.append(c.flush())
    other.compress(b'more')
    print([len(p) for p in parts], zlib.crc32(b''.join(parts)), len(other.flush()))

# Streams.
data = text(5000)
packed = zlib.compress(data) + b'behind'
d = zlib.decompressobj()
got, rest, steps = b'', packed, 0
while not d.eof:
    got += d.decompress(rest, 700)
    rest = d.unconsumed_tail
    steps += 1
    if steps == 2:
        twin = copy.copy(d)
        print(len(rest), twin.decompress(rest) + got == data or len(got))
print(got == data, steps, d.unused_data, d.unconsumed_tail)
d = zlib.decompressobj()
print(b''.join(d.decompress(packed[i:i + 1]) for i in range(len(packed))) == data, d.unused_data)
z = zlib._ZlibDecompressor()
print(z.decompress(packed, 5), z.eof, z.needs_input)
print(z.decompress(b'', 0), z.decompress(b'!') == data[5:], z.eof, z.needs_input, z.unused_data)
attempt(z.decompress, b'')
D = zlib.compress(b'abc' * 100)
d = zlib.decompressobj()
attempt(d.decompress, D, -1)
attempt(d.decompress, D, 10)
print(len(d.unconsumed_tail))
attempt(d.flush, 0)
print(len(d.flush(5)), d.eof, d.unused_data, d.unconsumed_tail)
attempt(d.decompress, b'more')
attempt(d.copy)
d = zlib.decompressobj()
attempt(d.decompress, b'garbage')
print(d.unconsumed_tail, d.unused_data)
attempt(d.decompress, b'')
d = zlib.decompressobj()
print(len(d.decompress(D[:-2])), d.flush(), d.eof)
c = zlib.compressobj(zdict=b'hello')
X = c.compress(b'hello hello') + c.flush()
print(X)
attempt(c.compress, b'')
attempt(c.flush)
attempt(c.copy)
attempt(zlib.decompress, X)
attempt(zlib.decompressobj().decompress, X)
attempt(zlib.decompressobj(zdict=b'hell').decompress, X)
attempt(zlib.decompressobj(zdict=b'hello').decompress, X)
attempt(zlib.decompressobj(-15, zdict=b'hello').decompress, X[6:-4])
attempt(zlib.decompressobj, zdict=1)
attempt(zlib.compressobj, zdict=1)

# Errors.
for args in (b'x', 10), (b'x', -2), (b'x', 6, 0), (b'x', 6, 8), (b'x', 6, -8), (b'x', 6, 16), (b'x', 6, 40), ('x',), ():
    attempt(zlib.compress, *args)
for args in (10,), (6, 7), (6, 8, 7), (6, 8, 15, 0), (6, 8, 15, 10), (6, 8, 15, 8, 5), (6, 8, -8), (6, 8, 24), (6, 8, 31, 8, 0, b'x'):
    attempt(zlib.compressobj, *args)
for args in ((b'',), (b'x',), (b'xx',), (b'x\x9c', 0), (b'x', 7), (b'x', -7), (b'x', -16), (b'x', 48), (b'x', 15, -1), ('s',), (D, 16), (D, 9), (D + b'zz',), (D[:-1],), (D[:-1] + b'!',),
             (b'\x07', -15), (b'\x01\x00\x00\x00\x00', -15), (b'\x05\xff\xff', -15), (b'\x63\x00\x02', -15), (b'\x04\x00\xfe\xff', -15), (gzip.compress(b'abc', mtime=0)[:-1] + b'!', 31),
             (b'\x1f\x8b\x07' + bytes(9), 31), (b'\x1f\x8b\x08\xe0' + bytes(9), 47)):
    attempt(zlib.decompress, *args)
for wbits in 7, -7, -16, 48, 99:
    attempt(zlib.decompressobj, wbits)
c = zlib.compressobj()
attempt(c.flush, 9)
attempt(c.compress, 'x')
print(c.compress(b''), c.compress(b''), c.flush(0))
print(zlib.adler32(b'abc'), zlib.adler32(b'abc', -1), zlib.crc32(b'abc', 2**40 + 5), zlib.crc32(b''), zlib.adler32(bytes(range(256)) * 100), zlib.crc32(memoryview(b'abcdef')[::1]))
attempt(zlib.crc32, 'abc')
attempt(zlib.crc32, b'a', 1.5)
attempt(zlib.crc32, value=1)
attempt(type(c))
print(zlib.error.__mro__, zlib.ZLIB_VERSION, zlib.MAX_WBITS)

# Copies share nothing; a finished stream has none; level 0 in parts.
d = zlib.decompressobj()
d.decompress(D + b'behind')
one, two = d.copy(), d.copy()
one.decompress(b' one' * 9), two.decompress(b' two' * 9), d.decompress(b' three')
print(one.unused_data, two.unused_data, d.unused_data)
c = zlib.compressobj(0, wbits=-9, memLevel=1)
parts = [c.compress(noise(n)) + c.flush(mode) for n in (5, 600, 3000, 70000) for mode in (0, 1, 2, 3, 5)] + [c.flush()]
print([len(p) for p in parts], zlib.crc32(b''.join(parts)))
attempt(c.copy)
attempt(c.__deepcopy__, {})
attempt(c.flush)
z = zlib._ZlibDecompressor()
attempt(z.decompress, D[:20], 4)
attempt(z.decompress, D[20:], max_length=-5)
attempt(z.decompress, data=b'x')
attempt(lambda: z.copy)
bomb = zlib.compress(bytes(3 << 20), 9)
print(len(zlib.decompressobj().decompress(bomb, 1000)), len(zlib.decompress(bomb, bufsize=1)))

# Hostile arguments.
for n in 2**31, -2**31 - 1, 2**63, 2**100, -2**31, 2**31 - 1, 1.5, '6', None:
    for name in 'level', 'wbits', 'memLevel', 'strategy', 'method':
        attempt(zlib.compressobj, **{name: n})
    attempt(zlib.compress, b'x', n)
    attempt(zlib.decompress, b'x', n)
    attempt(zlib.decompress, D, bufsize=n)
    attempt(zlib.decompressobj, n)
    attempt(zlib.decompressobj().decompress, D, n)
    attempt(zlib.decompressobj().flush, n)
    attempt(zlib.compressobj().flush, n)
for t in type(c), type(d):
    attempt(t)
for make, t in (type(c).__new__, type(c)), (object.__new__, type(d)), (object.__new__, zlib._ZlibDecompressor):
    try:
        print(make(t))
    except TypeError as e:
        print('TypeError')  # the text names another function than CPython's
attempt(lambda: type('Derived', (zlib._ZlibDecompressor,), {}))
attempt(zlib.compress, b'a', b'b', 1, 2)
attempt(zlib.compress, data=b'a')
attempt(zlib.decompressobj, unknown=1)
attempt(zlib._ZlibDecompressor, 99)


class Changes:
    def __index__(self):
        buffer.clear()
        return 6


buffer = bytearray(b'abc')
attempt(zlib.compress, bytes(buffer), Changes())

# What stands on it.
data = text(20000)
out = gzip.compress(data, mtime=0)
print(len(out), zlib.crc32(out), gzip.decompress(out + gzip.compress(b'second', mtime=0)) == data + b'second')
f = io.BytesIO()
with gzip.GzipFile(fileobj=f, mode='wb', mtime=0, filename='name') as g:
    for i in range(0, len(data), 777):
        g.write(data[i:i + 777])
f.seek(0)
with gzip.GzipFile(fileobj=f) as g:
    print(g.read(10) == data[:10], g.readline() == (data[10:].split(b'\n')[0]), zlib.crc32(f.getvalue()))
f = io.BytesIO()
with zipfile.ZipFile(f, 'w', zipfile.ZIP_DEFLATED) as archive:
    archive.writestr(zipfile.ZipInfo('a.txt'), data, zipfile.ZIP_DEFLATED)
    archive.writestr(zipfile.ZipInfo('b.txt'), b'stored')
with zipfile.ZipFile(f) as archive:
    print(archive.namelist(), archive.read('a.txt') == data, archive.read('b.txt'), archive.testzip(), archive.getinfo('a.txt').compress_size)
data = text(9000)
for level in range(10):
    out = gzip.compress(data, level, mtime=0)
    print(level, len(out), zlib.crc32(out), gzip.decompress(out) == data)
attempt(gzip.decompress, out[:-1])
attempt(gzip.decompress, out[:-8] + bytes(8))
attempt(gzip.decompress, b'not gzip')
try:
    with zipfile.ZipFile(io.BytesIO(f.getvalue().replace(b'PK\1\2', b'PK\1\3'))) as archive:
        print(archive.namelist())
except zipfile.BadZipFile as e:
    print(e)
#---
# A GzipFile that is dropped is closed by its __del__, which asks that of _IOBase; so does that of a class of the program's.
import gc
import gzip
import io
import sys

events = []
sys.unraisablehook = lambda u: events.append((u.exc_type.__name__, str(u.exc_value), u.err_msg.split('<')[0]))


def shown():
    gc.collect()
    print(sorted(map(str, events)))
    events.clear()


class Dropped(gzip.GzipFile):
    def close(self):
        events.append('close')
        super().close()


def drop():
    g = Dropped(fileobj=io.BytesIO(gzip.compress(b'abc')))
    events.append(g.read())


for _ in range(3):
    drop()
    shown()


class Raw(io.RawIOBase):
    def __init__(self, fails=False):
        self.fails = fails

    def __del__(self):
        events.append('del')
        super().__del__()

    def close(self):
        events.append(f'close {getattr(self, "_finalizing", None)}')
        super().close()
        if self.fails:
            raise OSError('no')


def drop(*args):
    events.append(Raw(*args).closed)


drop()
shown()
drop(True)
shown()


def ask():
    r = Raw()
    events.extend([r.__del__(), r.closed, r.__del__()])


ask()
shown()


class Unknown(io.RawIOBase):
    closed = property(lambda self: 1 // 0)

    def close(self):
        events.append('not called')


print(Unknown.__del__(Unknown.__new__(Unknown)))
b = io.BytesIO(b'x')
b.__del__()
print(b.closed)
shown()
