# The encodings of several bytes a character: all pairs of bytes, all characters of the first planes, every error's place.
import zlib
NAMES = "big5 big5hkscs cp950 gb2312 gbk gb18030 euc_jp euc_jis_2004 euc_jisx0213 shift_jis cp932 shift_jis_2004 shift_jisx0213 euc_kr cp949 johab".split()
pairs = b"".join(bytes([a, b]) + b"\n" for a in range(0x80, 256) for b in range(256))
threes = b"".join(bytes([a, b, c]) + b"\n" for a in (0x8E, 0x8F) for b in range(0xA0, 256, 3) for c in range(0xA0, 256, 2))
text = "".join(map(chr, range(0xD800))) + "".join(map(chr, range(0xE000, 0x10000))) + "".join(map(chr, range(0x1F000, 0x20000, 7))) + "".join(map(chr, range(0x20000, 0x2A800, 5)))
for name in NAMES:
    print(name, *(zlib.crc32(x) for x in (pairs.decode(name, "replace").encode(), threes.decode(name, "backslashreplace").encode(), text.encode(name, "replace"), text.encode(name, "ignore"))))
#---
def show(f, *a, **k):
    try: return ascii(f(*a, **k))
    except UnicodeError as e: return type(e).__name__, *map(ascii, e.args)
    except Exception as e: return type(e).__name__, str(e)
for name in ("big5", "gb18030", "euc_jp", "euc_kr", "shift_jis_2004", "johab"):
    for b in (b"\xa4", b"a\xa4\x20", b"\x81\x30", b"\x81\x30\x81", b"\x81\x30\x81\x30", b"\x81\x30\x41\x41", b"\x8f\xa2", b"\x8f\xa2\x20z", b"\xff\xfe", b"\xa4\xd4\xa4", b"\xa4\xd4\xa4\xa1\xa4\xbf\xa4\xd4", b"\xa4\xd4\xa4\xbf\xa4\xbf\xa4\xd4", b"\x82\xf5", b"\xe3\x32\x9a\x35"):
        print(name, b, *(show(b.decode, name, e) for e in ("strict", "ignore", "replace", "surrogateescape")))
    for s in ("\x80", "a\u304b\u309a", "\u304b", "\uac02\ub73e", "\ud800", "\U0010ffff", "\u4e00\U00020000"):
        print(name, ascii(s), *(show(s.encode, name, e) for e in ("strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "none")))
#---
import codecs, io
def show(f, *a, **k):
    try: return ascii(f(*a, **k))
    except Exception as e: return type(e).__name__, str(e)
codecs.register_error("made", lambda e: ("<\u4e00>", e.end) if isinstance(e, UnicodeEncodeError) else ("<%d-%d>" % (e.start, e.end), e.end))
codecs.register_error("wrong", lambda e: (1, 2))
codecs.register_error("far", lambda e: ("", 99))
print("a\x80b".encode("big5", "made"), b"a\xff\xa4".decode("big5", "made"), show("\x80".encode, "big5", "wrong"), show(b"\xff".decode, "big5", "far"))
e = codecs.getincrementalencoder("shift_jisx0213")()
print(e.errors, show(e.encode, "\u304b"), e.getstate(), show(e.encode, "\u309a"), e.getstate(), show(e.encode, "\u304b"), show(e.encode, "x"), show(e.encode, "\u304b", True), show(e.encode, 5))
for x in (2340545283, 0, -1, 1 << 200, 9, 258, "x"): print(x, show(e.setstate, x), e.getstate(), show(e.encode, "\u309a", final=True), e.reset())
d = codecs.getincrementaldecoder("big5")("replace")
print(d.errors, show(d.decode, b"\xa4"), d.getstate(), show(d.decode, b"@"), d.getstate(), show(d.setstate, (b"\xa4", 7)), d.getstate(), show(d.decode, b"@"), show(d.setstate, 5), show(d.setstate, (1, 2)), show(d.decode, b"\xa4", True), d.getstate())
d.errors = "strict"
print(d.errors, show(setattr, d, "errors", 5), show(delattr, d, "errors"), show(d.decode, b"\xa4", True), show(d.decode, "x"), d.reset())
r = codecs.getreader("big5")(io.BytesIO(b"\xa4@\n\xa4@a\nb\xa4@"))
print(show(r.readline), show(r.read, 1), show(r.readlines), show(r.read), r.errors, show(r.read, "x"), r.reset())
w = codecs.getwriter("shift_jisx0213")(io.BytesIO(), errors="ignore")
print(w.write("\u304b"), w.writelines(["\u309a", "\u304b"]), w.stream.getvalue(), w.reset(), w.stream.getvalue(), show(w.write, 5))
f = io.TextIOWrapper(io.BytesIO("一二三\r\n四\n".encode("gbk")), encoding="gbk")
print(ascii(f.read(2)), ascii(f.readline()), ascii(f.read()))
import _multibytecodec, _codecs_tw
print(show(_codecs_tw.getcodec, "gbk"), show(_codecs_tw.getcodec, 5), show(type(_codecs_tw.getcodec("big5"))), show(_codecs_tw.getcodec("big5").encode, "\x80", "xmlcharrefreplace"), show(_codecs_tw.getcodec("big5").encode, "a", 5))
class X(_multibytecodec.MultibyteIncrementalEncoder): codec = 5
print(show(X))
#---
# the codecs that switch between character sets, by digests: each character, and each sequence behind each escape sequence
import hashlib

NAMES = 'hz iso2022_kr iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext'.split()
CHARS = [chr(i) for i in [*range(0, 0x3400), *range(0x4e00, 0xa000), *range(0xac00, 0xd800, 7), *range(0xe000, 0x10000, 5), *range(0x20000, 0x2a700, 11)]]
ESCAPES = [b'', *(b'\x1b' + x for x in [b'(B', b'(J', b'(I', b'$B', b'$@', b'$A', b'$(C', b'$(D', b'$(O', b'$(P', b'$(Q', b'&@\x1b$B', b'(A', b'(F'])]
for name in NAMES:
    text = b'|'.join(c.encode(name, 'ignore') for c in CHARS)
    d = hashlib.md5()
    for esc in [b'~{'] if name == 'hz' else ESCAPES:
        for a in range(0x20, 0x80, 3):
            data = esc + bytes(x for b in range(0x20, 0x100) for x in (a, b))
            try:
                d.update(data.decode(name, 'replace').encode('utf-8', 'surrogatepass'))
            except UnicodeDecodeError as e:
                d.update(str(e).encode())
    print(name, hashlib.md5(text).hexdigest(), d.hexdigest())
#---
# errors and states of the codecs that switch
import codecs

TEXTS = ['a\u4e00b', '\u4e00\u3042\uff71\xa5', '\u304b\u309a\u304b', '\uac00\n\uac01', '\xe9\u4e00\U0001f600x', '~\u4e00~', '\u2550\u5e72']
for name in 'hz iso2022_kr iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext'.split():
    print(name)
    for text in TEXTS:
        for errors in 'strict', 'replace', 'backslashreplace', 'xmlcharrefreplace':
            try:
                print(text.encode(name, errors))
            except UnicodeEncodeError as e:
                print(e)
        e = codecs.getincrementalencoder(name)('ignore')
        print(*(e.encode(c) for c in text), hex(e.getstate()), e.encode('', True), hex(e.getstate()))
    for data in [b'\x1b$B0l', b'\x1b$B0', b'\x1b$B0l\x1b(B', b'\x1b$', b'\x1b', b'\x1bXab', b'\x1b$)C\x0e0!\x0f', b'\x1b$)C\x0e0!\n0!', b'\x80a', b'\x1b(Z',
                 b'\x1b.A\x1bN\x69', b'\x1b.F\x1bN\x61\x1bN', b'~{R;~}a', b'~{R;', b'~{R', b'~', b'~x', b'~~~\n', b'~}', b'~{~{', b'\x1b(abcdefghijklmnop0123456789',
                 b'\x1b(J\\~\x7f\x1b(B\\', b'\x1b&@\x1b$B0l', b'\x1b(I1\x7e']:
        for errors in 'strict', 'replace', 'ignore':
            try:
                print(data, ascii(data.decode(name, errors)))
            except UnicodeDecodeError as e:
                print(data, e)
        d = codecs.getincrementaldecoder(name)('replace')
        out = []
        for i in range(len(data)):
            try:
                out.append(d.decode(data[i:i + 1]))
            except UnicodeError as e:
                out.append(str(e))
        print(ascii(out), d.getstate())
        try:
            print(ascii(d.decode(b'', True)), d.getstate())
        except UnicodeError as e:
            print(e)
        d.reset()
        print(d.getstate())
