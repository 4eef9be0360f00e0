"""Bytearrays from whose front bytes are taken again and again, as buffers of streams are."""


class Buffer(bytearray):
    pass


def digest(b):
    h = len(b)
    for x in b:
        h = (h * 31 + x) & 0xFFFFFFF
    return h


def steps(b, n):
    seed, seen = 12345, 0
    for i in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        k, m = seed >> 8 & 15, seed >> 12 & 63
        if k < 4:
            del b[:m]
        elif k < 7:
            b.extend(bytes([i & 255] * m))
        elif k == 7:
            b += b"xyz" * m
        elif k == 8:
            b[:m] = b"ab"
        elif k == 9:
            del b[m:m + 3]
        elif k == 10:
            b.insert(m, 7)
        elif k == 11 and b:
            b.pop(0)
        elif k == 12:
            del b[-m:]
        elif k == 13 and b:
            b[0] = b[-1] = m
            seen += b[len(b) >> 1]
        elif k == 14:
            b[0:m >> 1] = b""
        else:
            b.append(m)
        if i & 31 == 0:
            seen = (seen + digest(b)) & 0xFFFFFFF
    return seen, len(b), bytes(b[:20]), bytes(memoryview(b)[-5:]), b.find(b"xyz"), b.count(7)


def lines(n):
    b, got = bytearray(), 0
    for i in range(n):
        b.extend(b"line %d\nand a part of" % i)
        while (at := b.find(b"\n")) >= 0:
            line = bytes(memoryview(b)[:at + 1])
            del b[:at + 1]
            got = (got * 7 + digest(line)) & 0xFFFFFFF
    return got, bytes(b)


def emptied(n):
    a, b, out = bytearray(), bytearray(), 0
    for i in range(n):
        a.extend(bytes([i & 255]) * 9000)
        del a[:]
        b.extend(bytes(5000))  # finds what the other one has given up
        out += sum(b[::97]) + len(a) + len(b)
        a.extend(b"new")
        out += a[0] + len(a)
        del b[:4999], a[:2]
        b.clear()
        a.clear()
        b.resize(6000)
        out += sum(b)
        b[5999] = 3
        del b[:5000]
        out += b[999] + len(b)
        b.resize(7000)
        out += sum(b)
        b.clear()
    return out


def iterated():
    b, out = bytearray(range(200)), []
    it = iter(b)
    for x in it:
        if x % 3 == 0:
            del b[:1]
        out.append(x)
    return out, next(it, None)


print(steps(bytearray(), 4000))
print(steps(Buffer(b"start" * 50), 4000))
print(lines(1500))
print(emptied(200))
print(iterated())
b = bytearray(b"0123456789" * 20)
del b[:50]
b.__init__(b"abc")
print(b, b * 2, b + b"d", b.copy(), b[1:], b[::-1], b == b"abc", bytes(b))
del b[:1]
b *= 3
b.reverse()
print(b, b.hex(), b.index(b"c"), b.rfind(b"b"), b.translate(None, b"b"), 98 in b, b[-1], list(b))
