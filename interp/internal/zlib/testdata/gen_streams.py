"""Writes streams.json: what CPython's zlib makes of data that zlib_test.go makes too, and what it says of spoilt streams.

    python3.14 -P -s -S testdata/gen_streams.py > testdata/streams.json
"""
import base64
import json
import random
import zlib

R = random.Random(3)


def make(kind, seed, n):
    """Data of one kind: those of makeData in zlib_test.go."""
    def rand(below):
        nonlocal seed
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        return (seed >> 8) % below
    if kind == 0:
        return bytes(rand(256) for _ in range(n))
    if kind == 1:
        return bytes(97 + rand(4) for _ in range(n))
    if kind == 2:
        return bytes([rand(3)]) * n
    out = bytearray()
    while len(out) < n:
        if out and rand(2):
            j = rand(len(out))
            out += out[j:j + 3 + rand(300)]
        else:
            out += bytes(rand(256) for _ in range(1 + rand(40)))
    return bytes(out[:n])


def stream(level, wbits, mem, strategy, dictionary, parts):
    c = zlib.compressobj(level, zlib.DEFLATED, wbits, mem, strategy, *([make(*dictionary)] if dictionary else []))
    out = b''
    for kind, seed, n, flush in parts:
        out += c.compress(make(kind, seed, n))
        if flush:
            out += c.flush(flush)
    out += c.flush()
    row = dict(Level=level, Wbits=wbits, Mem=mem, Strategy=strategy, Dict=dictionary, Parts=parts, Len=len(out), CRC=zlib.crc32(out))
    return row, out


streams, short = [], []
SIZES = [0, 1, 2, 3, 4, 257, 258, 259, 300, 5000, 16383, 32767, 32768, 32769, 65535, 65536, 65537, 100000]


def add(*args):
    row, out = stream(*args)
    streams.append(row)
    if len(out) < 400 and not args[4]:
        short.append((args[1], out))


for n in SIZES:
    for level in range(10):
        add(level, 15, 8, 0, None, [(R.randrange(4), R.randrange(1000), n, 0)])
for i in range(200):
    wbits = R.choice([15, 15, 9, 10, 12, -15, -9, 31, 25])
    dictionary = (R.randrange(4), R.randrange(1000), R.choice([10, 300, 40000])) if wbits < 16 and R.random() < .3 else None
    parts = [(R.randrange(4), R.randrange(1000), R.choice(SIZES[:12]), R.choice([0, 0, 0, 1, 2, 3, 5])) for _ in range(R.randint(1, 4))]
    add(R.choice([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), wbits, R.choice([8, 8, 9, 1, 2, 5]), R.choice([0, 0, 0, 0, 1, 2, 3, 4]), dictionary, parts)
add(0, 15, 8, 0, None, [(0, 5, 1500000, 0), (1, 6, 40000, 2), (3, 7, 200000, 0)])
add(0, -10, 1, 0, None, [(0, 5, 70000, 0), (1, 6, 40000, 5), (3, 7, 20, 3), (1, 9, 3000, 0)])
# A match of three bytes as far away as one may be. Nothing matches at the start: zlib takes position 0 for none. Without what is
# compressed well the block would be stored.
add(6, 15, 8, 0, None, [(0, 13, 1, 0), (0, 11, 4096, 0), (0, 11, 3, 0), (0, 12, 100, 0), (2, 5, 3000, 0)])

spoilt = []
while len(spoilt) < 400:
    wbits, data = R.choice(short)
    data, kind = bytearray(data), R.random()
    for _ in range(R.randint(1, 2)):
        j = R.randrange(len(data)) if R.random() < .5 else R.randrange(min(len(data), 30))
        if kind < .6:
            data[j] ^= 1 << R.randrange(8)
        elif kind < .7:
            data[j] = R.randrange(256)
        elif kind < .8:
            data += b'trail'
        elif len(data) > 1:
            del data[j]
    if R.random() < .1:
        wbits = R.choice([0, 47, 15, -15, 31])
    d, error, out = zlib.decompressobj(wbits), '', b''
    try:
        out = d.decompress(bytes(data), 1 << 20)
        if not d.eof:
            error = 'incomplete'
    except zlib.error as e:
        error = str(e).split(': ', 1)[1] if ': ' in str(e) else 'dictionary'
    spoilt.append(dict(Wbits=wbits, Data=base64.b64encode(data).decode(), Error=error, Len=len(out), CRC=zlib.crc32(out), Unused=len(d.unused_data)))

print('{"Streams": [')
print(',\n'.join(json.dumps(r, separators=(',', ':')) for r in streams))
print('], "Spoilt": [')
print(',\n'.join(json.dumps(r, separators=(',', ':')) for r in spoilt))
print(']}')
