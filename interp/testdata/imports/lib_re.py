import re

print(re.match(r"(\w+) (\w+)", "hello world").groups(), re.search(r"\d+", "ab123cd").span(), re.fullmatch(r"a+", "aab"))
m = re.match(r"(?P<year>\d{4})-(?P<month>\d\d)(?:-(?P<day>\d\d))?", "2026-11-21 rest")
print(m.groupdict(), m["year"], m.group(1, "month"), m.start("day"), m.end(), m.lastgroup, m.lastindex, m.expand(r"\2/\g<year>"), m.string[m.end():])
print(m, m.re.pattern, m.pos, m.endpos, m.groups("none"), re.match("(a)?(b)?", "").groups("-"))
print(re.sub(r"(\w)(\w)", r"\2\1", "abcdef"), re.sub("x*", "-", "abxd"), re.subn("a", "b", "aaa", count=2), re.sub(r"\d+", lambda m: str(int(m[0]) * 2), "a1b22c333"))
print(re.split(r"[,;]\s*", "a, b;c,d"), re.split(r"(\d)", "a1b2c"), re.split("x", "axbxc", maxsplit=1), re.split(r"\b", "hi there"))
print(re.findall(r"\w+", "the quick brown"), re.findall(r"(\w)(\d)", "a1 b2 c3"), re.findall(r"(a)|b", "ab"), [m.span() for m in re.finditer(r"o", "foo boo")])
print(re.findall(r"(?<=@)\w+", "x@one y@two"), re.findall(r"\w+(?=!)", "hi! you there!"), re.findall(r"\b(?!no)\w+", "no yes none so"), re.findall(r"(?<!\d)\d{2}(?!\d)", "1 22 333 44"))
verbose = re.compile(r"""
    (?P<sign>[-+])?      # sign
    (?P<int>\d+)         # digits
    (?:\.(?P<frac>\d*))? # fraction
    """, re.VERBOSE)
print([verbose.fullmatch(s) and verbose.fullmatch(s).groupdict() for s in ("-12.5", "7", "+3.", "x")], verbose.groups, dict(verbose.groupindex), verbose.flags)
print(re.findall(r"^\w+$", "one\ntwo\nthree four", re.M), re.search(r"a.b", "a\nb", re.S), re.search("HeLLo", "say hello", re.I).group(), re.findall("(?i:A)b", "ab Ab AB"))
print(re.search(r"(\w+) \1", "the the cat").group(), re.match(r"(a+)+$", "aaaa").span(), re.match(r"a*?b", "aaab").group(), re.match(r"<.+?>", "<a><b>").group(), re.match(r"a{2,3}", "aaaa").group())
print(re.match(r"(?>a+)ab", "aaab"), re.match(r"a++b", "aaab").group(), re.match(r"(a)?(?(1)b|c)", "ab").group(), re.match(r"(a)?(?(1)b|c)", "c").group())
print(re.escape("a.b*c[d]"), re.compile("a|b"), re.compile("a", re.I | re.X), re.RegexFlag.I | re.M, repr(re.A), re.compile(b"x+").findall(b"axxbx"), re.sub(b"a", b"\\g<0>!", b"cab"))
for bad in ("(", "a**", "[z-a]", "(?P<1>x)", r"\1", "(?<=a+)b", "*a", "a{3,2}", "(?P<n>a)(?P<n>b)", r"\q", "(?z)"):
    try:
        re.compile(bad)
    except re.error as e:
        print(repr(bad), e, e.pos, e.lineno, e.colno)
for bad in (lambda: re.sub("(a)", r"\2", "a"), lambda: re.match("a", "a").group(3), lambda: re.match("a", b"a"), lambda: re.compile("a").match(5), lambda: re.match("a", "a")["n"]):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
scanner = re.Scanner([(r"\d+", lambda s, t: int(t)), (r"[a-z]+", lambda s, t: t), (r"\s+", None)])
print(scanner.scan("abc 12 def 3!"))
token = re.compile(r"\s*(?:(?P<num>\d+(?:\.\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<op>[-+*/()=]))")


def tokens(text):
    pos, out = 0, []
    while pos < len(text):
        m = token.match(text, pos)
        if m is None:
            break
        out.append((m.lastgroup, m[m.lastgroup]))
        pos = m.end()
    return out


print(tokens("x = 3.14*(y_1 + 42) / 7"))
count = 0
for i in range(400):
    count += len(tokens(f"a{i} + {i} * (b - {i}.5)"))
    count += len(re.findall(r"[aeiou]", "the quick brown fox jumps"))
print(count)
p = re.compile(r"(\d+)-(\d+)")
print(p.match("12-34", 1), p.search("xx 5-6", 3).groups(), p.sub(r"\g<2>:\1", "1-2 3-4"), p == re.compile(r"(\d+)-(\d+)"), hash(p) == hash(re.compile(r"(\d+)-(\d+)")), p.fullmatch("1-2x"))
words = {"cat": "dog", "red": "blue"}
print(re.compile("|".join(map(re.escape, words))).sub(lambda m: words[m.group()], "a red cat"), re.findall(r"\w+", "naïve café Ünï"), re.findall(r"\w+", "naïve", re.A), re.findall(r"[^\W\d_]+", "ab1_é"))
re.purge()
print(re.template if hasattr(re, "template") else "none", re.PatternError is re.error, re.NOFLAG)
