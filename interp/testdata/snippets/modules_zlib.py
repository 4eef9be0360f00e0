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


kinds = [b'', b'a', b'abc', b'a' * 1000, b'\0' * 70000, text(3000), text(40000), noise(300), noise(20000), copies(5000), copies(60000)]
for data in kinds:
    for level in -1, 1, 3, 4, 6, 9:
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
