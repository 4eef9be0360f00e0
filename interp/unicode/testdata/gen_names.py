"""Writes names.txt: the names of characters that CPython 3.14's module unicodedata knows.

    python3.14 -P -s -S testdata/gen_names.py > names.txt

A line is one of
    N character name
    R first last prefix      (the name is the prefix and the character in hexadecimal)
    L first last prefix      (so, but unicodedata.name does not say it)
    A name character…        (an alias, or a sequence of several)
all characters in hexadecimal. Hangul syllables are computed.
"""
import os
import sys
import unicodedata

HANGUL = range(0xAC00, 0xD7A4)


def ranges(kind, prefixes):
    """Prints the runs of characters with the same prefix."""
    first = None
    for i, prefix in enumerate([*prefixes, None]):
        if first is not None and prefix != prefixes[first]:
            print(kind, f"{first:x}", f"{i - 1:x}", prefixes[first])
            first = None
        if first is None and prefix:
            first = i


prefixes = []
for i in range(sys.maxunicode + 1):
    name = unicodedata.name(chr(i), "")
    regular = name.endswith(f"-{i:X}")
    prefixes.append(name.removesuffix(f"{i:X}") if regular else None)
    if name and not regular and i not in HANGUL:
        print("N", f"{i:x}", name)
ranges("R", prefixes)


def found(name):
    try:
        return unicodedata.lookup(name)
    except KeyError:
        return None


ranges("L", ["TANGUT IDEOGRAPH-" if not unicodedata.name(chr(i), "") and found(f"TANGUT IDEOGRAPH-{i:X}") == chr(i) else None for i in range(sys.maxunicode + 1)])
with open(os.path.join(os.path.dirname(__file__), "aliases.txt")) as f:
    for line in f:
        if not line.startswith("#"):
            name = line.rstrip("\n")
            print("A", name + ";", *(f"{ord(c):x}" for c in unicodedata.lookup(name)))
