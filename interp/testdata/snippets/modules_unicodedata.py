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
