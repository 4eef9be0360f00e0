# unicodedata: properties of all characters, decompositions, normalization forms.
import unicodedata as u
digest = 0
for i in list(range(0, 0x3200, 7)) + list(range(0x3200, 0x110000, 1257)):
    c = chr(i)
    t = (u.category(c), u.bidirectional(c), u.combining(c), u.east_asian_width(c), u.mirrored(c), u.decomposition(c), u.decimal(c, None), u.digit(c, None), u.numeric(c, None))
    for x in ascii(t): digest = (digest * 31 + ord(x)) % 1000000007
print(digest, u.unidata_version)
for i in list(range(0xA0, 0x3000, 37)) + list(range(0xAC00, 0xB000, 97)) + list(range(0xF900, 0xFB50, 17)) + list(range(0x1D15E, 0x1D162)):
    s = "a" + chr(i) + "\u0327\u0301\u0323" + chr(i ^ 1) + "\u0345"
    for form in "NFC", "NFD", "NFKC", "NFKD":
        r = u.normalize(form, s)
        for x in ascii((r, u.is_normalized(form, s), u.is_normalized(form, r))): digest = (digest * 31 + ord(x)) % 1000000007
print(digest)
def show(f, *args):
    try: return repr(f(*args))
    except Exception as e: return f"{type(e).__name__}: {e}"
print(show(u.category, "ab"), show(u.category, 5), show(u.decimal, "x"), show(u.digit, "x"), show(u.numeric, "x"), show(u.numeric, "½"), show(u.normalize, "X", "a"), show(u.normalize, 1, "a"), show(u.decimal, "ab"), show(u.normalize, "NFC", ""))
print(u.normalize("NFC", "가각힣") == "가각힣", ascii(u.normalize("NFD", "가각힣")), ascii(u.normalize("NFC", u.normalize("NFD", "가각힣"))))
#---
# What version 3.2 of Unicode says, and the encodings that go by it.
import unicodedata as u
o, digest = u.ucd_3_2_0, 0
print(o.unidata_version, type(o).__name__)
for i in [*range(0x7C0, 0x7CA), *range(0x9F4, 0x9F9), 0x3405, 0xFA6E, *range(0x1D15E, 0x1D162), 0x2F868, 0x2F874, 0x2F91F, 0x2F95F, 0x2F9BF, *range(0, 0x3200, 13), *range(0x3200, 0x110000, 2111)]:
    c = chr(i)
    t = (o.category(c), o.bidirectional(c), o.combining(c), o.east_asian_width(c), o.mirrored(c), o.decomposition(c), o.decimal(c, None), o.digit(c, None), o.numeric(c, None),
         *(o.normalize(f, "a" + c + "\u0327\u0301") for f in ("NFC", "NFD", "NFKC", "NFKD")), o.is_normalized("NFKC", c))
    for x in ascii(t): digest = (digest * 31 + ord(x)) % 1000000007
print(digest)
for s in "bücher.example", "straße", "ＡＢＣ.com", "a..b", "x" * 70, "\u0627a", "日本語.jp", "", "a\u00ad", "\u0130x", "㈠", "\u0221":
    for f in (lambda: s.encode("idna"), lambda: s.encode("punycode"), lambda: s.encode("idna").decode("idna"), lambda: s.encode("punycode").decode("punycode")):
        try: print(ascii(f()), end=" ")
        except UnicodeError as e: print(type(e).__name__, ascii(str(e)), end=" ")
    print()
import codecs
d = codecs.getincrementaldecoder("idna")()
print(ascii(d.decode(b"xn--bcher-") + d.decode(b"kva.xn--") + d.decode(b"fa-hia.de", True)))
