# binascii on texts that are right, wrong and nearly right.
import binascii, random
def show(f, *args, **kw):
    try: return repr(f(*args, **kw))
    except Exception as e: return f"{type(e).__name__}: {e}"
digest = 0
def note(text):
    global digest
    for c in text: digest = (digest * 31 + ord(c)) % 1000000007
random.seed(5)
def check(name, *args, **kw):
    note(name + show(getattr(binascii, name), *args, **kw))
for n in range(60):
    data = random.randbytes(n)
    for nl in True, False: check("b2a_base64", data, newline=nl)
    text = binascii.b2a_base64(data)
    check("a2b_base64", text)
    check("a2b_base64", text, strict_mode=True)
    check("b2a_uu", data[:45]); check("b2a_uu", data[:45], backtick=True)
    check("a2b_uu", binascii.b2a_uu(data[:45]))
    check("hexlify", data); check("hexlify", data, ":"); check("hexlify", data, b"-", 2); check("hexlify", data, "_", -3)
    check("unhexlify", data.hex()); check("crc32", data); check("crc32", data, 12345); check("crc_hqx", data, 0xFFFF)
    check("b2a_qp", data); check("b2a_qp", data, quotetabs=True); check("b2a_qp", data, istext=False); check("b2a_qp", data, header=True)
    check("a2b_qp", binascii.b2a_qp(data)); check("a2b_qp", data)
sums = 0
def note(text):
    global sums
    sums = binascii.crc32(text.encode(), sums)
data = random.randbytes(12290) # more than is done at once
text = binascii.b2a_base64(data, newline=False)
digits = binascii.hexlify(data)
for n in 12287, 12288, 12289: check("b2a_base64", data[:n]); check("unhexlify", digits[:2 * n])
note(repr([text, digits]))
for at in 0, 1, 4, 12288, len(text) - 4, len(text):
    for junk in b"\n", b"=", b"A", b"\xff":
        check("a2b_base64", text[:at] + junk + text[at:]); check("a2b_base64", text[:at] + junk + text[at:], strict_mode=True)
for at in 0, 12287, 12288, len(digits) - 1: check("unhexlify", digits[:at] + b"g" + digits[at + 1:])
turned = bytes(reversed(range(256)))
print(sums, [t.translate(table, d) for t in (b"abc\0\xff", bytearray(b"ab"), b"", bytearray()) for table in (None, turned) for d in (b"", b"a", bytes(200))])
print(digest)
for text in ["", "=", "ab", "abc", "abcd", "abcde", "ab=", "ab==", "a=b=", "ab=c", "abc=d", "abc=\n", "ab==cd", "a b\nc d", "ab==\n", "====", "ab=c=", "abcd=", "abcd==ef", "a===", "-_==", "abc\u20ac", "ab$=="]:
    print(repr(text), show(binascii.a2b_base64, text), show(binascii.a2b_base64, text, strict_mode=True))
for line in b"=\nab", b"a=\r\nb", b"a==b", b"=4", b"=4g", b"=41=42", b"a_b", b"a=":
    print(line, binascii.a2b_qp(line), binascii.a2b_qp(line, header=True))
for data in b"a\nb", b"a \nb\t\n", b"a\r\nb", b"x" * 80, b"." , b"a\n.\nb", b" " * 80 + b"\n", b"a b_c\td", "é=".encode(), b"\r", b"a\rb", b"x" * 75 + b"=", b"x" * 75 + b"\n":
    print([show(binascii.b2a_qp, data, quotetabs=q, istext=t, header=h) for q in (0, 1) for t in (0, 1) for h in (0, 1)])
for data in b"", b" ", b"!", b"#86)C\n", b"#86)C  \n", b"#86)Cx\n", b"#86\x01C\n", b"M", b"`", b"#86":
    print(data, show(binascii.a2b_uu, data))
print(show(binascii.unhexlify, "abc"), show(binascii.unhexlify, "zz"), show(binascii.b2a_uu, bytes(46)), show(binascii.hexlify, "x"), show(binascii.a2b_hex, 5))
print(binascii.Error.__mro__, binascii.Incomplete.__module__, binascii.crc32(b"x", -1), binascii.crc32(b"x", 2**40))
import base64, quopri
print(base64.b64encode(b"hello"), base64.b64decode("aGVsbG8="), base64.urlsafe_b64encode(b"\xff\xfe"), base64.b32encode(b"abc"), base64.a85encode(b"hello"), base64.b85decode(base64.b85encode(b"xyz")), quopri.encodestring(b"a=b\n"))
