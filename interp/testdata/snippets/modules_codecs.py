import _codecs as c


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


text = "a\xe9\u20ac\U0001f600z"
for name in "utf_8 utf_16 utf_16_le utf_16_be utf_32 utf_32_le utf_32_be latin_1 ascii".split():
    enc, dec = getattr(c, name + "_encode"), getattr(c, name + "_decode")
    attempt(enc, text)
    attempt(enc, text, "replace")
    attempt(enc, "")
    data = enc(text, "ignore")[0]
    attempt(dec, data)
    attempt(dec, bytearray(data))
    for end in range(len(data)):
        attempt(dec, data[:end], "replace")
        if name not in ("latin_1", "ascii"):
            attempt(dec, data[:end], None, False)
            attempt(dec, data[:end], "replace", True)
print(c.utf_16_encode("a", None, 1), c.utf_16_encode("a", None, -1), c.utf_32_encode("a", "strict", 1))
for f in (c.utf_16_ex_decode, c.utf_32_ex_decode):
    for data in (b"", b"\xff\xfea\0", b"\xfe\xff\0a", b"a\0", b"a", b"\xff\xfe\0\0a\0\0\0", b"\0\0\xfe\xff\0\0\0a", b"a\0\0\0b"):
        for first in (0, -1, 1):
            attempt(f, data, "strict", first)
            attempt(f, data, "replace", first, True)
for bad in (b"\xe2\x82", b"\xf0\x9f\x98", b"\xff", b"a\xc3", b"\xed\xa0\x80", b"\xf4\x90", b"\xc0\x80", b"\xe0\x80"):
    attempt(c.utf_8_decode, bad)
    attempt(c.utf_8_decode, bad, "strict", True)
attempt(c.utf_8_encode, 1)
attempt(c.utf_8_encode, "a", 1)
attempt(c.utf_8_decode, "a")


def show(e):
    print("handler", e.encoding, e.start, e.end, e.reason)
    return "<%d>" % e.start, e.end


c.register_error("show", show)
c.register_error("back", lambda e: ("?", e.start + 2))
c.register_error("bytes", lambda e: (b"\xff!", e.end))
c.register_error("wrong", lambda e: 1)
c.register_error("far", lambda e: ("", 99))
c.register_error("negative", lambda e: ("n", -1))
for handler in ("show", "back", "bytes", "wrong", "far", "none", "strict"):
    attempt("a\xe9\u20acb\u20ac".encode, "ascii", handler)
    attempt("a\ud800b".encode, "utf-8", handler)
    attempt("a\ud800b".encode, "utf-16-le", handler)
    attempt(b"a\xff\xfeb\x80c".decode, "utf-8", handler)
    attempt(b"a\xff\xfeb".decode, "ascii", handler)
attempt("a\xe9bc".encode, "ascii", "negative")
attempt(b"a\xffbc".decode, "ascii", "negative")
attempt(c.register_error, 1, 2)
attempt(c.register_error, "a", 2)
attempt(c.lookup_error, "nothing")
errors = [UnicodeEncodeError("x", "a\xe9\u20ac\U0001f600\udc80", 1, 4, "r"), UnicodeDecodeError("x", b"ab\x80\xff", 2, 4, "r"), UnicodeTranslateError("a\xe9b", 1, 2, "r"), ValueError("v")]
for name in "strict ignore replace backslashreplace xmlcharrefreplace surrogateescape show".split():
    f = c.lookup_error(name)
    for e in errors[:3 if name == "show" else 4]:
        if name != "show":
            attempt(f, e)
attempt(c.lookup_error("surrogateescape"), UnicodeEncodeError("x", "\udc80\udcff", 0, 2, "r"))
table = "".join(map(chr, range(0x60, 0x70))) + "\ufffe\u20ac"
mapping = c.charmap_build(table)
for handler in ("strict", "ignore", "replace", "backslashreplace", "back"):
    attempt(c.charmap_decode, b"\0\1\x10\x11\x12", handler, table)
    attempt(c.charmap_encode, "`a\u20acz\xe9b", handler, mapping)
attempt(c.charmap_decode, b"\0\1\2\3", "strict", {0: "zero", 1: 65, 2: "\u20ac", 3: ""})
attempt(c.charmap_decode, b"\0\1\2", "replace", {0: None, 1: 0xfffe})
attempt(c.charmap_decode, b"\0", "strict", {0: 1.5})
attempt(c.charmap_decode, b"ab\xff")
attempt(c.charmap_encode, "ab\xff")
attempt(c.charmap_encode, "ab", "strict", {97: b"xyz", 98: 1})
attempt(c.charmap_encode, "ab", "strict", {97: None})
attempt(c.charmap_encode, "ab", "strict", {97: 300})
attempt(c.charmap_encode, "ab", "strict", {97: "a"})
attempt(c.charmap_encode, "ab", "replace", {63: 64})
attempt(c.readbuffer_encode, "abc")
attempt(c.readbuffer_encode, bytearray(b"abc"))
found = []


def search(name):
    found.append(name)
    if name == "mine":
        return (lambda s, e="strict": ([s, e], len(s)), lambda b, e="strict": ("<%s>" % bytes(b).decode(), len(b)), None, None)


n = 0
for i in range(2000):
    n += len(c.utf_8_encode("h\xe9llo")[0]) + c.latin_1_decode(b"abc")[1]
print(n)
