# split without arguments and strip of few characters: whitespace of str and of bytes,
# wide strs, derived classes, limits, empty pieces.


class S(str):
    pass


class B(bytes):
    pass


texts = ["", " ", "a", " a", "a ", "  two  words ", "tab\tnl\nvt\x0bff\x0ccr\r", "fs\x1cgs\x1drs\x1eus\x1f.", "nel\x85nbsp\xa0\xe9t\xe9",
         "wide\u2003em\u3000id", "\U0001f600 x \U0001f600", "one", "x" * 30 + "  " + "y" * 30, "\xa0", "a\xa0"]
data = [b"", b" a  b ", b"\x85\xa0\x1c a\x0b\x0cb\r\n", bytearray(b" one two  "), memoryview(b"x y").tobytes()]
for _ in range(300):
    out = []
    for t in texts:
        out += [t.split(), t.rsplit(), t.split(None, 1), t.rsplit(None, 1), t.split(None, 0), S(t).split(), t.split(maxsplit=-5)]
    for b in data:
        out += [b.split(), b.rsplit(), b.split(None, 1), b.rsplit(maxsplit=0)]
    out.append(B(b" q r ").split())
print(out)
print(sorted({type(w).__name__ for ws in out for w in ws}))
s = S("whole")
print(s.split()[0] == s, type(s.split()[0]), type(S(" part ").split()[0]))

cuts = ["", ".", ".,", ".,;:", ".,;:!?", "\xe9", "\u2003.", "a\xe9.,"]
for _ in range(300):
    out = []
    for t in texts + ["...", ".,.x,.", "\xe9.x.\xe9", "\u2003.x", ",a.", "abcba"]:
        for c in cuts:
            out += [t.strip(c), t.lstrip(c), t.rstrip(c), S(t).strip(c), t.strip(S(c))]
    for b in data:
        out += [b.strip(b" a"), b.lstrip(bytearray(b" ")), b.rstrip(memoryview(b"\n\r ")), b.strip(b"")]
print(len(out), out[:400:7], out[-20:])
t = "same"
print(t.strip(".") is t, t.strip() is t, S(t).strip(".") is t, type(S(t).strip(".")), type(bytearray(b"x").strip(b".")))
for bad in (lambda: "a".strip(1), lambda: "a".strip(b"a"), lambda: b"a".strip("a"), lambda: b"a".strip(1), lambda: "a".split(1), lambda: "a".split("")):
    try:
        bad()
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)

for _ in range(300):
    out = [m(t) for t in texts + ["MiXed caSE 1", "A", "ab", "ZZZZZZZZz[`@{", "\xc9T\xc9", "\u0130", "\xdf"]
           for m in (str.lower, str.upper, str.casefold, str.title, str.capitalize, str.swapcase)]
print(out)
print(b"MiXed 1".lower(), bytearray(b"aZ").upper(), S("ABC").lower(), type(S("abc").lower()))
