import array
m = memoryview(b"abcdef")
print(m[0], m[-1], m[1:3].tobytes(), m[::-1].tolist(), len(m), m.readonly, m.format, m.itemsize, m.shape, m.strides, m.nbytes, m.contiguous)
b = bytearray(b"hello world")
v = memoryview(b)
v[0] = 72
v[6:] = b"WORLD"
print(b, v == b, b == v, v == b"x", bytes(v[::2]), v.hex(), v[2:5].hex(":"))
for f in (
    lambda: v.__setitem__(0, 300),
    lambda: v.__setitem__(0, 'a'),
    lambda: v[99],
    lambda: m.__setitem__(0, 1),
    lambda: v['a'],
    lambda: v.__setitem__(slice(0, 2), b'abc'),
    lambda: v.__delitem__(0),
    lambda: hash(v),
    lambda: memoryview(1),
    lambda: v.cast('zz'),
    lambda: m.cast('I'),
    lambda: memoryview(b'a'*8).cast('I').cast('H'),
    lambda: v[1:3, 2],
    lambda: v.index(200),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
w = memoryview(bytearray(range(16))).cast('I')
print(w.tolist(), w[1], w.shape, w.itemsize)
w[0] = 0xffffffff
print(w.tolist(), w.obj)
a = array.array('d', [1.5, 2.5, 3.5])
x = memoryview(a)
x[1] = 7
print(a, x.tolist(), x.format, x[::2].tolist(), bytes(a)[:4], hash(m) == hash(b"abcdef"))
print(b"".join([m, v]), b"a" + m, m in [m], 97 in m, m.count(97), m.index(98), list(m), "%s" % (type(m),))
with memoryview(b"q") as q: pass
try: q[0]
except ValueError as e: print(e)
print(int.from_bytes(m[:2], 'big'), str(m, 'ascii'), bytearray(m))
match m:
    case [p, *_]: print(p)
print(isinstance(1, complex), complex, memoryview)
total = 0
big = memoryview(bytearray(range(256)) * 40)
for i in range(len(big)):
    total += big[i]
for x in big[::-3]:
    total -= x
print(total, big[5:9] == b"\5\6\7\10", b"\5\6" == big[5:7], big.toreadonly().readonly, big.cast("b")[-1], big.cast("B").nbytes)
print(memoryview(b"") == b"", memoryview(memoryview(b"ab"))[1:].obj, bytes(memoryview(array.array("h", [1, -1]))), array.array("h", [1]) == memoryview(array.array("h", [1])))
print(memoryview(array.array("i", [1])) == b"\1\0\0\0", memoryview(b"\1\0\0\0").cast("i") == array.array("i", [1]), memoryview(array.array("d", [1.0])) == memoryview(array.array("i", [1])))
for f in (
    lambda: big < big,
    lambda: w.__setitem__(0, 2**40),
    lambda: w.__setitem__(0, 1.5),
    lambda: x.__setitem__(0, 'a'),
    lambda: big.__setitem__(slice(0, 2), 5),
    lambda: big.__setitem__(slice(0, 1), w[0:1]),
    lambda: big.cast('c').__setitem__(0, 1),
    lambda: big.cast('?').__setitem__(0, []),
    lambda: big.cast('e').__setitem__(0, 1e9),
    lambda: m.cast(5),
    lambda: m.tobytes('Z'),
    lambda: big[::2].cast('I'),
    lambda: b''.join([big[::2]]),
    lambda: memoryview(),
    lambda: type("M", (memoryview,), {}),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
#---
# what is no str is no order, and no star
class S(str): pass
for order in None, 'C', 'F', 'A', S('C'), 'c', '', 1.5, 2.5e-300, -3, 1 << 70, b'C', ('C',), [], type:
    try: print(memoryview(b'abc').tobytes(order))
    except (TypeError, ValueError) as e: print(type(e).__name__, e)
for names in ('*',), ['*'], '*', {'*'}, iter(['*']):
    print(__import__('os.path', None, None, names).__name__)
