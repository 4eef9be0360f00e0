"""Writes unicodedata.txt: what CPython 3.14's module unicodedata says of each character, but
its name, and what its ucd_3_2_0 says.

    python3.14 -P -s -S testdata/gen_unicodedata.py > unicodedata.txt

A line is one of
    V version           (a table begins)
    P first last category bidirectional combining east_asian_width mirrored
    D character decomposition…
    X character other   (its canonical decomposition in full is another one than D says)
    C character a b     (it is composed of a and b)
    N character decimal digit numeric   (- for none)
all characters in hexadecimal.
"""
import sys
import unicodedata

ALL = [chr(i) for i in range(sys.maxunicode + 1)]
HANGUL = range(0xAC00, 0xD7A4)  # these syllables are computed
# Pairs that may be composed, also by a version that does not know what of.
PAIRS = [(c, *(chr(int(x, 16)) for x in d)) for c in ALL
         if ord(c) not in HANGUL and len(d := unicodedata.decomposition(c).split()) == 2 and d[0][0] != "<"]


def number(x):
    return f"{ord(x):x}"


def table(u):
    print("V", u.unidata_version)
    row, first = None, 0
    for i, c in enumerate([*ALL, None]):
        now = None
        if c is not None:
            now = (u.category(c), u.bidirectional(c) or "-", u.combining(c), u.east_asian_width(c), u.mirrored(c))
        if now != row:
            if row is not None:
                print("P", f"{first:x}", f"{i - 1:x}", *row)
            row, first = now, i
    canonical = {}
    for c in ALL:
        if (d := u.decomposition(c)) and ord(c) not in HANGUL:
            print("D", number(c), d)
            if d[0] != "<":
                canonical[c] = [chr(int(x, 16)) for x in d.split()]

    def full(c):
        return "".join(map(full, canonical[c])) if c in canonical else c

    for c in ALL:
        if ord(c) not in HANGUL and len(d := u.normalize("NFD", c)) == 1 and d != full(c):
            print("X", number(c), number(d))
    for c, a, b in PAIRS:
        if u.normalize("NFC", a + b) == c:
            print("C", number(c), number(a), number(b))
    for c in ALL:
        if u.numeric(c, None) is not None or u.digit(c, None) is not None:
            print("N", number(c), u.decimal(c, "-"), u.digit(c, "-"), u.numeric(c, "-"))


table(unicodedata)
table(unicodedata.ucd_3_2_0)
