# What an encoder notes in its dict of markers, as code that it calls sees it, and every place of an escape in texts of any length.
import json
import _json


def encoder(markers, default, quote=_json.encode_basestring_ascii, sort=False):
    return _json.make_encoder(markers, default, quote, None, ": ", ", ", sort, False, True)


class Odd:
    def __lt__(self, other):
        return True


def look(markers):
    def default(o):
        print("default", sorted(type(v).__name__ for v in markers.values()), all(k == id(v) for k, v in markers.items()))
        return "odd"
    return default


def quoting(markers):
    def quote(s):
        print("quote", s, [type(v).__name__ for v in markers.values()])
        return '"' + s + '"'
    return quote


def deep(n, inner):
    for i in range(n):
        inner = [inner] if i & 1 else {"k": inner}
    return inner


m = {}
print(encoder(m, look(m))([{"a": [Odd(), (1, Odd())], "b": Odd()}, Odd()], 0), len(m))
print(encoder(m, look(m))(deep(40, Odd()), 0)[0].count("k"), len(m))
print(encoder(m, None, quoting(m))({"a": ["b", {"c": "d"}], "e": "f"}, 0), len(m))
print(encoder(m, look(m), sort=True)({"b": [Odd()], "a": {"d": 1, "c": Odd()}}, 0), len(m))


class L(list):
    def __iter__(self):
        print("iter", [type(v).__name__ for v in m.values()])
        return iter([1, [2]])


class D(dict):
    def items(self):
        print("items", [type(v).__name__ for v in m.values()])
        return [("x", [1])]


print(encoder(m, None)([L([0]), {"d": D(a=1)}], 0), len(m))

for what in ([1, {"a": [object]}], deep(30, object), {"a": {(1,): 2}}):
    m = {}

    def fail(o):
        raise TypeError("no " + o.__name__)

    try:
        encoder(m, fail)(what, 0)
    except TypeError as e:
        print(type(e).__name__, e, [type(v).__name__ for v in m.values()], e.__notes__[:3])

for n in (1, 2, 15, 16, 17, 18, 33, 50):
    l = []
    try:
        l.append(deep(n, l))
        json.dumps(l)
    except ValueError as e:
        print(n, e, len(e.__notes__))
same = [1]
print(json.dumps([same, same, {"a": same, "b": [same, {"c": same}]}]))
m = {id(same): same}
try:
    encoder(m, None)([2, same], 0)
except ValueError as e:
    print(e, len(m))

for n in range(20):
    for at in range(n):
        for c in '"\\\n\x1f\x7f\x00 ~\x80é€\U0001f600\ud800':
            s = "a" * at + c + "b" * (n - at - 1)
            a = json.dumps(s)
            b = json.dumps(s, ensure_ascii=False)
            want = ""
            for x in s:
                want += {'"': '\\"', "\\": "\\\\", "\n": "\\n"}.get(x) or (x if " " <= x < "\x7f" else "")
                if x < " " and x != "\n" or x >= "\x7f":
                    o = ord(x)
                    units = [o] if o < 0x10000 else [0xD800 + (o - 0x10000 >> 10), 0xDC00 + (o & 0x3FF)]
                    want += "".join("\\u%04x" % u for u in units)
            assert a == '"' + want + '"', (s, a)
            assert json.loads(b) == s and json.loads(a) == s
            assert b[1:-1] == "".join(x if x >= "\x7f" else json.dumps(x)[1:-1] for x in s), (s, b)
print(json.dumps({"é" * 3000: ["\x01" * 2000, "\U0001f600" * 1500, "ü" * 5000]}).__len__())
print(json.dumps({"é" * 3000: ["\x01" * 2000, "\U0001f600" * 1500, "ü" * 5000]}, ensure_ascii=False).__len__())
