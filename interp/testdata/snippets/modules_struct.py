import _struct as struct
def a(f,*x):
    try: print(x,repr(f(*x)))
    except Exception as e: print(x,type(e).__module__,type(e).__name__, e)
for p in ("","<",">"):
    for c in "bBhHiIlLqQ" + ("" if p else "nNP"):
        a(struct.pack,p+c,1<<70); a(struct.pack,p+c,-1<<70)
        a(struct.pack,p+c,1<<31); a(struct.pack,p+c,-1); a(struct.pack,p+c,1.5)
for c in "efd?scpx":
    a(struct.pack,c,"a"); a(struct.pack,c,1e300); a(struct.pack,c,b"ab")
a(struct.pack,"3s",b"a"); a(struct.pack,"3p",b"abcd"); a(struct.pack,"bih",1,2,3); a(struct.pack,"bq0i",1,2); a(struct.pack, "2x i",1)
a(struct.pack,"5"); a(struct.pack,"y"); a(struct.pack,"i"); a(struct.pack,"i",1,2); a(struct.unpack,"i",b"abc"); a(struct.unpack_from,"i",b"abc"); a(struct.unpack_from,"i",b"abc",-1); a(struct.unpack_from,"i",b"abcdefgh",-5); a(struct.unpack_from,"i",b"abc",9); a(struct.unpack_from,"i",b"abc",-9)
b=bytearray(4); a(struct.pack_into,"i",b,0,7); print(b); a(struct.pack_into,"i",b,2,7); a(struct.pack_into,"i",b,-2,7); a(struct.pack_into,"i",b,-9,7);a(struct.pack_into,"i",b"1234",0,7);a(struct.pack_into,"i"); a(struct.pack_into,"i",b); a(struct.pack_into,"i",b,0)
s=struct.Struct("<ih"); print(s, s.format,s.size,s.pack(1,2),s.unpack(b"\1\0\0\0\2\0")); a(struct.Struct,1); a(struct.Struct,b"i"); a(struct.calcsize,"i\0"); a(struct.calcsize,"99999999999999999999i"); a(struct.calcsize,"9223372036854775807i")
a(struct.pack,"e",65520.0); a(struct.pack,"e",1e-8); a(struct.unpack,"e",b"\1\0"); a(struct.unpack,"<e",b"\0\x7c"); a(struct.unpack,"?",b"\2"); a(struct.pack); a(struct.pack,1); a(struct.unpack,"i","abcd"); a(s.pack,1); a(s.unpack,b""); print(struct.error, struct.error.__mro__)
a(struct.pack,"<P",1); a(struct.pack,"<n",1); a(s.pack_into,b); a(s.unpack_from,b"",0); a(struct.unpack,"3p",b"\7abc"[:3]);
#---
from _struct import Struct, pack, unpack, iter_unpack, unpack_from, pack_into

total = 0
s = Struct(">hIq")
buf = bytearray(s.size * 4)
for i in range(300):
    s.pack_into(buf, s.size * (i % 4), i, i * i, -i)
    a, b, c = s.unpack_from(buf, s.size * (i % 4))
    total += a * 3 + b - c
print(total, list(s.iter_unpack(buf)), unpack("<d", pack("<d", 1.5)), pack("<e", 3.14159), pack(">f", -0.1), unpack(">e", b"\x3c\x01"))


class Header(Struct):
    def __init__(self, fmt):
        super().__init__(fmt)
        self.names = "ab"

    def read(self, data):
        return dict(zip(self.names, self.unpack(data)))


h = Header("<BH")
print(h.read(b"\1\2\3"), h.names, h.size, h, isinstance(h, Struct))


class Index:
    def __index__(self):
        return 77


print(pack("b", Index()), pack("?", []), unpack("2s3x1s", b"abcdef"), pack("0s", b"abc"), pack(">0i"), pack("<3h", 1, 2, 3))
#---
import struct


# What makes an int of a value may pack itself, and may raise; what pack works in is its own each time.
class Packs:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        if self.n == 7:
            raise ValueError("seven")
        return struct.unpack("<Q", struct.pack("<II", self.n, 1))[0] & 0xFFFF


s = struct.Struct("<HxH")
print(s.pack(Packs(3), Packs(258)), s.pack(1, 2), struct.pack("3xB", 255), struct.pack("5s2x", b"ab"))
try:
    s.pack(9, Packs(7))
except ValueError as e:
    print(e, s.pack(Packs(4), 0))
print(struct.pack(b"<H", 5), struct.pack("<H", 6), struct.pack(">H", 6), struct.pack("<100H", *range(100))[-4:], s.pack(0, 0))
#---
# complex numbers
import struct

print(struct.pack('<F', 1+2j), struct.pack('>D', 3), struct.calcsize('FD'), struct.unpack('D', struct.pack('D', 1-2j)))
for args in [('F', 1e300+1j), ('F', 'x'), ('D', None), ('2F', 1e300, 2), ('xF', 3)]:
    try:
        print(struct.pack(*args))
    except struct.error as e:
        print(e)


class C:
    def __complex__(self):
        return 1j


class F:
    def __float__(self):
        return 2.5


for x in C(), F(), True, 10**400:
    try:
        print(struct.pack('D', x))
    except struct.error as e:
        print(e)
for f in 'FD':
    try:
        print(memoryview(bytes(16)).cast(f))
    except ValueError as e:
        print(e)
for text in '\udc00', '\xe9':
    try:
        struct.Struct(text)
    except UnicodeEncodeError as e:
        print(e)
