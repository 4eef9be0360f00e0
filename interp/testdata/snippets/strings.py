# Formatting by f-string, % and format.
n = 0
for i in range(-1200, 1200):
    s = f"{i:5d}|{i:<6}|{i:>+7}|{i:^8x}|{i:#o}|{i * 0.25:.3f}|{i!r:>6}|{i:08.2f}|{i:,}|{i * 1000:_}|{'ab'!r}|{i=}"
    t = "%5d|%-6s|%+d|%x|%o|%.3f|%r|%08.2f|%%|%c|%5.1e" % (i, i, i, i & 255, i & 63, i * 0.25, "q", i, 65 + i % 26, i)
    u = "{0}-{1:>4}-{name:.2f}-{0!s}".format(i, i * 2, name=i / 3)
    n += len(s) + len(t) + len(u)
print(n, s, t, u)
#---
# Building by += keeps other references as they were.
def f(n):
    s = ""
    kept = []
    for i in range(n):
        s += chr(97 + i % 26)
        if i % 600 == 0:
            kept.append(s)
    t = s
    s += "!"
    return len(s), len(t), [len(k) for k in kept], t[-3:], s[-3:], kept[1][-2:]


print(f(3000))
#---
# Widths change in the middle: latin, BMP, astral.
def f(n):
    s = ""
    for i in range(n):
        s += "a" if i < 1500 else "é" if i < 1700 else "日" if i < 1900 else "😀"
    return len(s), s[1499:1502], s[1698:1702], s[1899:1901], s[-1], s.count("é"), s.find("😀"), s.encode()[-4:], ord(s[-1])


print(f(2000))
#---
# Methods that programs use.
out = None
for i in range(400):
    s = "The Quick  brown,fox "
    out = [s.split(), s.split(" "), s.split(","), s.strip(), s.lower(), s.upper(), s.title(), s.swapcase(), s.replace("o", "0"), s.find("Q"), s.rfind("o"), s.startswith("The"), s.endswith(("x", " ")), s.count("o"), s.index("b"), s.center(30, "*"), s.ljust(25, "."), s.zfill(25), s.partition(","), s.rpartition(" "), "a1".isalnum(), "12".isdigit(), "ab".isalpha(), " ".isspace(), "x".join("abc"), s.splitlines(), s.isupper(), s.casefold()[:3], s.removeprefix("The"), "%s" % [1], "a\tb".expandtabs(4), s.encode()[:3]]
for x in out:
    print(repr(x))
#---
# Comparison, hashing, membership, repetition, slicing, repr of escapes.
d = {}
for i in range(2500):
    k = "k" + str(i % 100)
    d[k] = d.get(k, "") + "x"
print(len(d), d["k7"], "b" > "a", "abc" * 3, "-" * 0, max("hello"), sorted("hello"), repr("a'b\"c\n\t\\\x00é\u200b😀"), ascii("é"), "é" == "e\u0301")
#---
# int and float to text and back.
t = 0.0
for i in range(2500):
    t += float(repr(i * 0.1)) - float(str(i / 10))
    t += int(str(i)) - i
print(t, 0.1, 1e16, 1e15, 1e-5, 0.0001, 1.5e300, float("inf"), -float("inf"), float("nan"), -0.0, 1 / 3, 123456789.125, 5e-324, int("-0b101", 0), int("ff", 16), int(" 12_3 "), int(-3.9), "%.17g" % 0.1, f"{1e10:g}", f"{0.00001:g}", round(2.675, 2), round(1234.5), round(-2.5), round(1234, -2), str(10 ** 25), float(10 ** 25))
