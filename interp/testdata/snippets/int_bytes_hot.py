# int.from_bytes and to_bytes, hot, of all lengths about a word's, and with what may be wrong.
class Order(str):
    pass


class I(int):
    pass


def all_of(n):
    out, g = [], int.from_bytes
    for i in range(n):
        size = i % 12
        data = bytes((k * 37 + i * 11 + 0x80) & 0xFF for k in range(size))
        for order in "big", "little", Order("big"), "".join(["lit", "tle"]):
            for signed in False, True:
                x = g(data, order, signed=signed)
                y = g(bytearray(data), order, signed=signed)
                back = x.to_bytes(size, order, signed=signed)
                if back != data or x != y or I.from_bytes(data, order, signed=signed) != x:
                    print("differs", data, order, signed, x, back)
                out.append(x & 0xFFFF)
    return sum(out), len(out)


print(all_of(300))


#---
# the ends of a word
def ends(n):
    s = 0
    for i in range(n):
        for x in (0, 1, 255, 256, 2**31, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**127, -1, -128, -129, -(2**63), -(2**63) - 1, True):
            for size in (1, 2, 8, 9, 16, 17, 20):
                try:
                    b = x.to_bytes(size, "little", signed=True)
                    if int.from_bytes(b, "little", signed=True) != x:
                        print("differs", x, size, b)
                    s += len(b)
                except OverflowError:
                    s += 1000
    return s


print(ends(60))


#---
# errors, and other classes
class J(int):
    def __new__(cls, x):
        return int.__new__(cls, x + 1)


def errors(n):
    out = []
    for i in range(n):
        last = i == n - 1
        for f in (
            lambda: int.from_bytes(b"ab", "middle"),
            lambda: int.from_bytes("ab", "big"),
            lambda: int.from_bytes([1, 256], "big"),
            lambda: int.from_bytes([1, 2], "big"),
            lambda: int.from_bytes(b"", "big"),
            lambda: int.from_bytes(b"", "big", signed=True),
            lambda: int.from_bytes(b"ab", 1),
            lambda: int.from_bytes(b"ab", b"big"),
            lambda: (5).to_bytes(2, "middle"),
            lambda: (5).to_bytes(-1, "big"),
            lambda: (5).to_bytes(0, "big"),
            lambda: (0).to_bytes(0, "big"),
            lambda: (-5).to_bytes(2, "big"),
            lambda: (300).to_bytes(),
            lambda: (65).to_bytes(),
            lambda: J.from_bytes(b"\x05", "big"),
            lambda: type(J.from_bytes(b"\x05", "big")),
            lambda: bool.from_bytes(b"\x05", "big"),
            lambda: int.from_bytes(b"\xff" * 8, signed=[0]),
            lambda: int.from_bytes(b"\xff" * 8, signed=[]),
        ):
            try:
                x = repr(f())
            except Exception as e:
                x = f"{type(e).__name__}: {e}"
            if last:
                out.append(x)
    return out


for line in errors(120):
    print(line)

#---
from string.templatelib import Interpolation

for f in (
    lambda: int.from_bytes(b"a", None),
    lambda: (1).to_bytes(1, None),
    lambda: Interpolation(1, None),
    lambda: Interpolation(1, "a", "r", None),
    lambda: Exception().add_note(None),
):
    try:
        f()
    except TypeError as e:
        print(e)
