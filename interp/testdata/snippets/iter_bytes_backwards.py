# Loops over bytearrays, and over strs backwards, which change or end meanwhile.
def total(b):
    n = 0
    for x in b:
        n = n * 3 + x & 0xFFFF
    return n


def grown(n):
    b = bytearray(b"abc")
    out = []
    for x in b:
        out.append(x)
        if len(b) < n:
            b.append(x + 1)
        elif len(b) > n:
            del b[-2:]
    return out


def backwards(s):
    out = ""
    for c in reversed(s):
        out += c
    return out


for k in range(60):
    got = total(bytearray(range(20 + k % 5))), total(b"xyz"), total(bytearray()), grown(9 + k % 3)
    words = backwards("hello"), backwards(""), backwards("é\u20acx" if k % 4 == 0 else "plain"), backwards("\U0001f600a"), backwards("x")
print(got, words)


class B(bytearray):
    pass


class C(bytearray):
    def __iter__(self):
        return iter("own")


for k in range(60):
    got = total(B(b"sub")), list(C(b"sub")), list(zip(bytearray(b"ab"), reversed("xy"))), list(enumerate(bytearray(b"q")))
    it = reversed("abc")
    got += next(it), it.__length_hint__(), list(it), list(it), next(it, "end")
print(got)
