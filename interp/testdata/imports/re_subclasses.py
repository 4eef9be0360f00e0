import re


class S(str):
    def __len__(self):
        return 3


class B(bytes):
    pass


s = S("hello world")
m = re.search(r"(w)(\w+)", s)
print(m.group(), type(m.group()), m.string is s, type(m.string), m.groups(), m.expand(r"\2\1"), m.span())
print(re.sub("l", "L", s), type(re.sub("z", "", s)), re.split(" ", s), re.findall("o", s), [x.string is s for x in re.finditer("o", s)], type(re.fullmatch(".*", s)[0]))
b = B(b"ab12")
m = re.match(rb"[a-z]+", b)
print(m[0], type(m[0]), m.string is b, re.sub(rb"\d", b"", b), type(re.sub(b"z", b"", b)))
sc = re.compile(r"\w+").scanner(s)
print(sc.search(), sc.search(), sc.search())
for text, pattern in ((s, b"a"), (b, "a")):
    try:
        re.match(pattern, text)
    except TypeError as e:
        print(e)
