"""Writes unicode_digests.txt: for each method of str, the SHA-256 of what it
answers for each code point by itself, in order: the mapped text in UTF-8 and a
line feed, or 0 or 1. Run it from package unicode's directory:

    python3.14 -I -S testdata/gen_unicode_digests.py > testdata/unicode_digests.txt
"""
import hashlib

MAPS = "upper lower title casefold".split()
TESTS = "isalpha isdecimal isdigit isnumeric isspace isprintable islower isupper isidentifier istitle isalnum".split()

for name in MAPS:
    h = hashlib.sha256()
    for c in range(0x110000):
        h.update(getattr(chr(c), name)().encode("utf-8", "surrogatepass") + b"\n")
    print(name, h.hexdigest())
for name in TESTS:
    print(name, hashlib.sha256(bytes(48 + getattr(chr(c), name)() for c in range(0x110000))).hexdigest())
