"""Writes tables.bin: what CPython 3.14's codecs of several bytes a character say, those without a state.

    python3.14 -P -s -S testdata/gen_tables.py > tables.bin

All numbers are in base 128, lowest digits first, the highest bit of a byte set where more follow; with a sign, twice the
number, or -1 less twice a negative one. A codec is its name, with its length before it, the number of the codec, from 1
on, that it is told apart from (0: none), and its nodes, breadth first. A node says of each of 256 bytes what they make
behind the bytes that lead to it, in tokens, by the lowest two bits and the others:

    0 difference   a character, by its difference from the one behind the one before
    1 length runs  the first bytes, so many, are an error; for so many bytes in turn
    2 what         0: a node; 1: a sequence that is computed, of four bytes by the ranges, or of eight (euc_kr); 2: two
                   characters, which follow
    3 runs         as in the other codec, for so many bytes in turn

Then come ranges of sequences of four bytes, if there are any (how many; the first one's number and its character as
differences from what is behind the range before, and how many), and where an encoder does not take the first sequence
that gives the character, or pair, but another or none: how many, the number of characters, these, the number of bytes,
these; no bytes: none.
"""
import sys

BASES = {
    "big5": "", "cp950": "big5", "big5hkscs": "big5", "gb2312": "", "gbk": "gb2312", "gb18030": "gbk",
    "euc_jp": "", "euc_jis_2004": "euc_jp", "euc_jisx0213": "euc_jis_2004",
    "shift_jis": "", "cp932": "shift_jis", "shift_jis_2004": "shift_jis", "shift_jisx0213": "shift_jis_2004",
    "euc_kr": "", "cp949": "euc_kr", "johab": "",
}
SYLLABLE = b"\xa4\xd4"  # behind it six bytes are the parts of one
LEADS, TAILS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ", "ㅤㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
out = bytearray()


def number(n):
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)


def signed(n):
    number(2 * n if n >= 0 else -1 - 2 * n)


def asked(codec, data):
    """What bytes are: text, the length of an error, or None where more may follow."""
    try:
        return data.decode(codec)
    except UnicodeDecodeError as e:
        assert e.start == 0, (codec, data)
        return None if e.reason.startswith("incomplete") else e.end


def nodes(codec):
    """The nodes by what leads to them: of each byte what asked says, or ... for what is computed."""
    made, todo = {}, [b""]
    for prefix in todo:
        made[prefix] = row = []
        for b in range(256):
            data = prefix + bytes([b])
            row.append(x := asked(codec, data))
            if x is None:
                if codec == "gb18030" and len(data) == 2 or codec == "euc_kr" and data == SYLLABLE:
                    row[-1] = ...
                else:
                    todo.append(data)
    return made


def four(n):
    n, d = divmod(n, 10)
    n, c = divmod(n, 126)
    a, b = divmod(n, 10)
    return bytes([0x81 + a, 0x30 + b, 0x81 + c, 0x30 + d])


def ranges():
    """Ranges of sequences of four bytes."""
    found = []
    for n in range(126 * 10 * 126 * 10):
        x = asked("gb18030", four(n))
        if type(x) is int:
            assert x == 1
            continue
        c = ord(x)
        if found and found[-1][0] + found[-1][2] == n and found[-1][1] + found[-1][2] == c:
            found[-1][2] += 1
        else:
            found.append([n, c, 1])
    return found


def write(codec, base, made):
    out.append(len(codec))
    out.extend(codec.encode())
    number(list(BASES).index(base) + 1 if base else 0)
    other = tables.get(base, {})
    for prefix, row in made.items():
        i, behind, same = 0, 0, other.get(prefix, [0] * 256)
        while i < 256:
            n = i
            while n < 256 and row[n] == same[n]:
                n += 1
            x = row[i]
            if n > i + 1 or n > i and type(x) is str:
                number((n - i) * 4 + 3)
                if (last := row[n - 1]) and type(last) is str:
                    behind = ord(last[-1]) + 1
                i = n
                continue
            i += 1
            if type(x) is int:
                n = i
                while n < 256 and row[n] == x:
                    n += 1
                number(x * 4 + 1)
                number(n - i + 1)
                i = n
            elif x is None or x is ...:
                number(2 if x is None else 6)
            elif len(x) == 2:
                number(10)
                for c in x:
                    number(ord(c))
            else:
                d = ord(x) - behind
                number((2 * d if d >= 0 else -1 - 2 * d) * 4)
                behind = ord(x) + 1
    found = ranges() if codec == "gb18030" else []
    number(len(found))
    n = c = 0
    for first, char, count in found:
        number(first - n)
        signed(char - c)
        number(count)
        n, c = first + count, char + count
    first = {}
    for prefix, row in made.items():
        for b, x in enumerate(row):
            if type(x) is str:
                first.setdefault(x, prefix + bytes([b]))
    for n, c, count in found:
        for i in range(count):
            first.setdefault(chr(c + i), four(n + i))
    if codec == "euc_kr":
        for i in range(11172):
            parts = [LEADS[i // 588], chr(0x314F + i // 28 % 21), TAILS[i % 28]]
            first.setdefault(chr(0xAC00 + i), SYLLABLE + b"".join(bytes([0xA4, 0xA1 + ord(c) - 0x3131]) for c in parts))
    others, some = [], []
    for i in range(0, sys.maxunicode + 1, 256):
        block = [chr(j) for j in range(i, i + 256)]
        if "".join(block).encode(codec, "ignore") or any(c in first for c in block):
            some += block
    for x in some + [x for x in first if len(x) == 2]:
        try:
            data = x.encode(codec)
        except UnicodeEncodeError as e:
            assert (e.start, e.end) == (0, 1)
            data = b""
        if data != first.get(x, b""):
            others.append((x, data))
    number(len(others))
    for x, data in others:
        out.append(len(x))
        for c in x:
            number(ord(c))
        out.append(len(data))
        out.extend(data)


tables = {}
for codec, base in BASES.items():
    tables[codec] = nodes(codec)
    write(codec, base, tables[codec])
sys.stdout.buffer.write(out)
