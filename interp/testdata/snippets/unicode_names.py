# names of characters, of all of them by a digest
import hashlib
import unicodedata as u

old = u.ucd_3_2_0
names = [u.name(chr(i), '') for i in range(0x110000)]
print(hashlib.md5('\n'.join(names).encode()).hexdigest())
print(hashlib.md5('\n'.join(old.name(chr(i), '') for i in range(0, 0x110000, 3)).encode()).hexdigest())
print(all(u.lookup(n.lower()) == chr(i) for i, n in enumerate(names) if n))
#---
# what is no name, aliases and sequences
import unicodedata as u

for name in ['cjk unified ideograph-4e00', 'CJK UNIFIED IDEOGRAPH-04E00', 'CJK UNIFIED IDEOGRAPH-4E0', 'CJK UNIFIED IDEOGRAPH-A000', 'CJK UNIFIED IDEOGRAPH-',
             'hangul syllable ga', 'HANGUL SYLLABLE GAX', 'HANGUL SYLLABLE ', 'HANGUL SYLLABLE IH', 'tangut ideograph-17000', 'null', 'NUL',
             'KEYCAP DIGIT ONE', 'LATIN SMALL LETTER GHA', 'x' * 300, '', 'LATIN SMALL LETTER A ', '\xe9', 'BELL', b'BELL', 3]:
    for m in u, u.ucd_3_2_0:
        try:
            print(ascii(m.lookup(name)))
        except (KeyError, TypeError) as e:
            print(type(e).__name__, str(e)[:50])
for c in '\0\x9f\U00017000\ufffe\u0378\u01a2\U0001f600':
    for m in u, u.ucd_3_2_0:
        try:
            print(ascii(c), m.name(c))
        except ValueError as e:
            print(ascii(c), e)
print(u.name('\0', 5))
for args in [(), (1,), ('ab',), ('a', 'b', 'c'), ('',)]:
    try:
        print(u.name(*args))
    except TypeError as e:
        print(e)
#---
# names in codecs
import codecs

print('a\xe9\u4e00\U0001f600\x80\ud800'.encode('ascii', 'namereplace'))
print(codecs.lookup_error('namereplace')(UnicodeEncodeError('ascii', 'a\xe9\x80', 1, 3, 'why')))
print('\xe9\u20ac'.encode('cp437', 'namereplace'))
for s in [rb'\N{BELL}x', rb'\N{NUL}', rb'\N{latin small letter a}', rb'\N{KEYCAP DIGIT ONE}', rb'\N{x', rb'\N', rb'\Nx', rb'\N{}', rb'\N{nonsense}y']:
    for errors in 'strict', 'replace':
        try:
            print(ascii(s.decode('unicode_escape', errors)))
        except UnicodeDecodeError as e:
            print(e)

# texts that are in a form already, and such that are not
import unicodedata as u
for s in ("", "abc", "h\xe9llo", "\xe9\u0301", "e\u0301", "\xa0\xb2\xbd", "\xc5", "\u212b", "x" * 50 + "\xff", "\u0344", "\uac00", "\u1100\u1161", "\u03d3", "\u2126"):
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        t = u.normalize(form, s)
        print(ascii(s), form, ascii(t), u.is_normalized(form, s), t is s if s and t == s and ord(max(s)) < 128 else "")
