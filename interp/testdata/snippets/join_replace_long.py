# Long joins and replacements, by kinds of texts.
words = ["a", "", "abc", "é", "ß" * 20, "€", "\U0001f600", "x" * 40]


class S(str):
    pass


for sep in ("", ",", ", ", "é", "€", "\U0001f600" * 2, S("-"), S("--")):
    for n in (0, 1, 2, 7, 200):
        for pick in (lambda i: words[i % 3], lambda i: words[i % 4], lambda i: words[i % 8], lambda i: S(words[i % 5])):
            items = [pick(i) for i in range(n)]
            r = sep.join(items)
            want = ""
            for i, x in enumerate(items):
                want = want + (str(sep) if i else "") + str(x)
            assert r == want and type(r) is (type(items[0]) if n == 1 and False else str), (sep, n, type(r))
            assert bytes(str(sep), "utf-8").join(bytes(x, "utf-8") for x in items) == want.encode()
for bad in ([1], ["a", None], ["a", "b", b"c"], [S("a"), 2.5]):
    try:
        ",".join(bad)
    except TypeError as e:
        print(e)
for text in ("the quick brown fox " * 100, "é quick fox " * 50, "€fox" * 70, "aaaa" * 50, "", "fo", "xfoxfoxx"):
    for old, new in (("fox", "dog"), ("fox", "d"), ("fox", "elephant"), ("aa", "b"), ("a", "bb"), ("x", ""), ("fox", "€uro"), ("e", "é"), ("é", "e"), ("quick ", "\U0001f600"), ("", "-"), ("zz", "y")):
        for count in (-1, 0, 1, 3, 1000):
            r = text.replace(old, new, count)
            if old:
                parts = text.split(old, count if count >= 0 else -1)
                assert r == new.join(parts), (text[:20], old, new, count)
            b = text.encode().replace(old.encode(), new.encode(), count)
            assert not old or b.decode() == r
            ba = bytearray(text.encode())
            assert ba.replace(old.encode(), new.encode(), count) == b
        print(len(text.replace(old, new)), max(text.replace(old, new), default=""), end=" ")
    print()
d = {"b": "x", "a": "y", "é": "z"}
print(",".join(d), ",".join(d.keys()), "".join(d.values()), "-".join({"q"}), "-".join(frozenset(["w"])), " ".join({}), b"-".join({b"a": 1, b"c": 2}))
for bad in ({1: 2}, {"a": 1, 2: 3}, {"a": 1}.values(), {"a": 1}.items(), {3}, range(2), 5, None):
    try:
        print(",".join(bad))
    except TypeError as e:
        print(e)
del d["b"]
print("".join(d), "".join(sorted(d)))
