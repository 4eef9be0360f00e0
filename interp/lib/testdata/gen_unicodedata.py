"""Writes unicodedata.txt: what CPython 3.14's module unicodedata says of each character, but
its name.

    python3.14 -P -s -S testdata/gen_unicodedata.py > unicodedata.txt

A line is one of
    P first last category bidirectional combining east_asian_width mirrored
    D character decomposition…
    C character         (the last step of a canonical composition)
    N character decimal digit numeric   (- for none)
all characters in hexadecimal.
"""
import sys
import unicodedata as u

print("V", u.unidata_version)
row, first = None, 0
for i in range(sys.maxunicode + 2):
    now = None
    if i <= sys.maxunicode:
        c = chr(i)
        now = (u.category(c), u.bidirectional(c) or "-", u.combining(c), u.east_asian_width(c), u.mirrored(c))
    if now != row:
        if row is not None:
            print("P", f"{first:x}", f"{i - 1:x}", *row)
        row, first = now, i
for i in range(sys.maxunicode + 1):
    c = chr(i)
    if (d := u.decomposition(c)) and not 0xAC00 <= i < 0xD7A4:  # Hangul syllables are computed
        print("D", f"{i:x}", d)
        if not d.startswith("<") and " " in d and u.normalize("NFC", c) == c:
            print("C", f"{i:x}")
    if u.numeric(c, None) is not None:
        print("N", f"{i:x}", u.decimal(c, "-"), u.digit(c, "-"), repr(u.numeric(c)))
