# Strings of JSON.
import _json
from json.decoder import JSONDecodeError

def tried(f, *args, **named):
    try:
        return f(*args, **named)
    except Exception as e:
        return type(e).__name__, str(e).split(" (used")[0], getattr(e, "__notes__", None)

texts = ["", "a", 'q"b\\s/', "\b\f\n\r\t\0\x1f\x7f", "é", "é\n\"", "\u20ac\ud800", "\ud800\udc00", "\U0001d11e\\", "\ud800a", "x" * 70 + "\u2028", "1" * 33]
for s in texts:
    a, b = _json.encode_basestring_ascii(s), _json.encode_basestring(s)
    print(ascii(a), ascii(b), _json.scanstring(a, 1) == (s.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass"), len(a)), _json.scanstring(b, 1, False) == (s, len(b)))

class Text(str):
    def __str__(self):
        return "never"

print(_json.encode_basestring(Text('é"')), _json.encode_basestring_ascii(Text('é"')), tried(_json.scanstring, Text('é"'), 0))
bad = ['', 'a', '"', '\\', '\\u', '\\x"', '\\u12', '\\u123"', '\\u1234', '\\u12g4"', '\\u 123"', '\\u+123"', '\\u0x12"', 'a\nb"', 'a\x00b"', 'a\x1f"', '\x7f"',
       '\\ud834', '\\ud834"', '\\ud834\\"', '\\ud834\\udd1e"', '\\ud834\\u0041"', '\\ud834\\uzzzz"', '\\ud834\\udd1', '\\ud834\\udd1"', '\\ud834\\udd1e', '\\uDD1E\\uD834"',
       '\\ud834\\ud834\\udd1e"', 'é', 'é\\q"', '\u20ac\n"', '\u20ac\\n"', '\U0001d11e\\u00e9"', '\\"\\\\\\/\\b\\f\\n\\r\\t"rest', 'abc"def"']
for s in bad:
    for strict in (True, False):
        print(ascii(s), ascii(tried(_json.scanstring, s, 0, strict)))
try:
    _json.scanstring('"abc', 1)
except JSONDecodeError as e:
    print(e.msg, e.doc, e.pos, e.lineno, e.colno)
for args in [(), (1,), ("a",), (1, 2), ("a", 2), ("a", -1), ("a", "b"), ("a", 1.5), ("a", 1, 0, 2), ("a", 1 << 70)]:
    print(args, tried(_json.scanstring, *args))
print(tried(_json.scanstring, s="a", end=1), tried(_json.encode_basestring, 1), tried(_json.encode_basestring_ascii, None), tried(_json.encode_basestring))
print(_json.make_scanner, _json.make_encoder, _json.scanstring)
#---
# A scanner: what is read, what is refused, and whom it calls.
import _json, json

def tried(f, *args, **named):
    try:
        return f(*args, **named)
    except BaseException as e:
        return type(e).__name__, str(e).split(" (used")[0]

class Context:
    strict, object_hook, object_pairs_hook, parse_float, parse_int, parse_constant = True, None, None, float, int, "const {}".format

scan = _json.make_scanner(Context)
texts = ['', ' ', '1', '-', '-1', '-0', '0', '00', '01', '1.', '1.5', '-1.5e3', '1e', '1e+', '1e5', '1E-2', '1e400', '-1e400', '.5', '1.e5', '12345678901234567', '999999999999999999', '-99999999999999999',
         '123456789012345678', '9223372036854775808', '-123456789012345678901234567890', '0.1', '123456789.123456789', '5e-324', '2.2250738585072014e-308',
         'null', 'nul', 'true', 'tru', 'false', 'fals', 'NaN', 'Na', 'Infinity', '-Infinity', '-Infinit', 'Infinit', 'x', '"', '"a"', '[', '[]', '[ ]', '[1', '[1,', '[1,]', '[1, 2]', '[1 2]', '[,]', '[1,,2]', '[\t\n\r 1 , 2 ]', '[1\v]',
         '{', '{}', '{ }', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{"a":1 , }', '{"a" : 1, "b":[2,{"a":null}]}', '{"a":1,"a":2}', '{1:2}', '{"a" 1}', '{,}', '{"a":}', '{"a":1 "b":2}', "{'a':1}",
         '["é", "\u20ac", {"\U0001d11e": "\\u00e9"}]', '\u0661', '[\u0661]', '[\u00a01]', '"\\ud834\\udd1e"', '{"a\\u0062":1, "ab":2}', '{"":{"":[]}}', '[1]]', '[[[[]]]]']
for t in texts:
    for wide in "", "é", "\u20ac", "\U0001d11e":
        r = tried(scan, wide + t + wide, len(wide))
        if wide == "" or r != first and "Decode" not in str(r[0]):
            print(ascii(t), ascii(r))
        if wide == "":
            first = r
print(tried(scan, "[1]", -1), tried(scan, "[1]", 3), tried(scan, "[1]", 9), tried(scan, "[1]"), tried(scan), tried(scan, b"1", 0), tried(scan, "1", "0"), tried(scan, idx=1, string="[2]"), tried(scan, "1", 0, 1), tried(scan, "1", x=1))
print(tried(_json.make_scanner), tried(_json.make_scanner, 1), tried(_json.make_scanner, context=Context)("2", 0))

class Text(str):
    def __getitem__(self, i):
        return "never"

print(scan(Text('["a", {"b": 1.5}]'), 0))
keys = scan('[{"a":1,"\u00e9":2,"' + "k" * 40 + '":3,"x\\n":4},{"a":1,"\u00e9":2,"' + "k" * 40 + '":3,"x\\n":4}]', 0)[0]
print([a is b for a, b in zip(*map(list, keys))])

for name, hook in [("object_hook", lambda d: sorted(d.items())), ("object_pairs_hook", lambda p: p), ("parse_float", "f{}".format), ("parse_int", "i{}".format), ("parse_float", lambda s: 1 / 0), ("parse_int", None), ("object_hook", 3), ("object_pairs_hook", lambda p: p.clear())]:
    c = Context()
    setattr(c, name, hook)
    s = _json.make_scanner(c)
    print(name, tried(s, '{"b": 1, "a": [1.5, -2e3, {}], "b": 3}', 0), tried(s, '[NaN, -Infinity]', 0), getattr(s, name) is hook)
c = Context()
c.strict = []
print(_json.make_scanner(c)('"a\nb"', 0), _json.make_scanner(c).strict, scan.strict, scan.parse_int, tried(setattr, scan, "strict", 1), tried(getattr, scan, "memo"))
del Context.parse_constant
print(tried(_json.make_scanner, Context))
print(tried(scan, "[" * 100000, 0), tried(scan, '{"a":' * 100000, 0), tried(scan, "9" * 5000, 0), tried(type, "S", (_json.make_scanner,), {}))
print(json.loads(' {"a": [1, 2.5, "x", null, true, false, NaN, Infinity, -Infinity]} '), tried(json.loads, "[1] 2"), tried(json.loads, ""), tried(json.loads, "\ufeff[]"))
for _ in range(300):
    r = json.loads('{"key": [1, 2.5, "x\\ty", {"key": null}], "k\u00e9y": -7}')
print(r)
#---
# An encoder.
import _json, json, enum, collections

def tried(f, *args, **named):
    try:
        return f(*args, **named)
    except BaseException as e:
        notes = getattr(e, "__notes__", [])
        return type(e).__name__, str(e).split(" (used")[0], notes if len(notes) < 9 else "many"

def make(markers=None, default=None, encoder=_json.encode_basestring_ascii, indent=None, key=": ", item=", ", sort=False, skip=False, nan=True):
    return _json.make_encoder(markers, default, encoder, indent, key, item, sort, skip, nan)

class Int(int):
    def __repr__(self):
        return "never"
class Float(float):
    def __repr__(self):
        return "odd"
class Text(str):
    pass
class List(list):
    def __iter__(self):
        return iter("it")
class Dict(dict):
    def items(self):
        return [("x", 1), ("a", 2)]
class Odd(dict):
    def items(self):
        return [1]
class None_(dict):
    def items(self):
        return None
class Num(enum.IntEnum):
    A = 1
Pair = collections.namedtuple("Pair", "a b")

nan, inf = float("nan"), float("inf")
values = [None, True, False, 0, -5, 1 << 47, 1 << 48, -(1 << 64), 10 ** 30, 1.0, -0.0, 1e22, 1e-7, 0.1, nan, inf, -inf, "", "é\"\u20ac", "plain", [], (), {}, [1], (1, [2, [3]]), {"a": 1, "b": {"c": []}},
          {1: 2, 2.5: 3, True: 4, None: 5, "é": 6, nan: 7, 1 << 70: 8}, Int(5), Float(2.5), Float("inf"), Text("t\n"), List([1]), List(), Dict(z=0), Dict(), Odd(a=1), None_(a=1), Num.A, {Num.A: Num.A, Int(7): 1, Float(2): 2, Text("k"): 3}, Pair(1, "2"),
          {(1, 2): 3}, {"a": {b"x": 1}}, {"z": 1, "a": 2, "m": [{"y": 1, "x": 2}]}, {1: 1, "a": 2}, [object], {"x": [1, 2j]}, collections.OrderedDict(b=1, a=2), collections.defaultdict(list, a=[1]), b"x", {1, 2}, [[[{"deep": [{}]}]]], {(1,): 2}, [{(1,): 2}, 3], {"a": 1, (1,): 2, "b": 3}]
for named in [{}, {"indent": "  "}, {"indent": "", "sort": True}, {"encoder": _json.encode_basestring, "skip": True}, {"encoder": lambda s: "<" + s + ">"}, {"encoder": lambda s: 1}, {"nan": False}, {"default": lambda o: [str(type(o))]}, {"default": lambda o: 1 / 0}, {"key": "\u20ac", "item": Text(";")}, {"indent": "\u20ac", "skip": True}]:
    for v in values:
        print(ascii(tried(make(**named), v, 0)), end="; ")
    print()
print(tried(make(indent="ab"), [1, {"x": 2}], 2), tried(make(indent="ab"), [1], -2), tried(make(indent=3), [1], 0), tried(make(indent=3), 1, 0), tried(make(indent=3), [1], 1), tried(make(indent=3), [], 0))
print(tried(make(), 1), tried(make()), tried(make(), obj=[1], _current_indent_level=0), tried(make(), 1, "0"), tried(make(), 1, 0, 0), tried(make(), 1, x=0))
e = make({}, len, indent="x", sort=[], skip=[1])
print(e.markers, e.default, e.indent, e.key_separator, e.item_separator, e.sort_keys, e.skipkeys, e.encoder, tried(getattr, e, "allow_nan"), tried(setattr, e, "indent", 1))
f = _json.make_encoder
print(tried(f), tried(f, *[None] * 8), tried(f, *[None] * 9), tried(f, 1, None, None, None, "", "", 0, 0, 0), tried(f, None, None, None, None, "", None, 0, 0, 0), tried(f, None, None, None, None, "", 1, 0, 0), tried(f, *[""] * 10), tried(type, "E", (f,), {}))

# What contains itself, and what is left of the markers.
def loops():
    a = []
    a.append({"x": (1, a)})
    yield a
    d = {}
    d["me"] = [d]
    yield d
    yield [[a]]
for v in loops():
    markers = {}
    print(tried(make(markers), v, 0), len(markers))
markers = {}
print(make(markers, lambda o: [1])([2j, 2j], 0), len(markers), tried(make(markers, lambda o: o), 2j, 0), len(markers))
print(tried(make({}, lambda o: markers.clear()), 2j, 0))
m = {}
print(tried(make(m, lambda o: m.clear()), [2j], 0)[0])
deep = []
for _ in range(100000):
    deep = [deep]
print(tried(make(), deep, 0), tried(make({}), deep, 0), tried(json.dumps, deep, indent=0))
wide = {}
for _ in range(100000):
    wide = {"a": wide}
print(tried(make(), wide, 0), tried(make(None, lambda o: o), 2j, 0))
del deep, wide

# Code that is called changes what is being encoded.
l = [1j, 2, 3]
print(make(None, lambda o: l.clear())(l, 0))
l = [1j]
print(make(None, lambda o: l.append(len(l)) if len(l) < 5 else l.append(1j) if len(l) < 9 else 0)(l, 0))
d = {"a": 1j, "b": 2}
print(make(None, lambda o: d.clear())(d, 0))
print(tried(json.dumps, 10 ** 5000), tried(json.dumps, {"a": [1, {2j}]}), tried(json.dumps, nan, allow_nan=False), tried(json.dumps, [1, {"a": nan}], allow_nan=False))
for _ in range(300):
    r = json.dumps({"key": [1, 2.5, "x\ty", {"k": None}], "b": (True, False, "\u00e9")})
print(r, json.dumps({"b": [1, {}], "a": "\u00e9"}, indent=2, sort_keys=True, ensure_ascii=False))
#---
# Objects with few and with many keys, some twice, before and behind those that wait for their dict; keys by their length and kind.
import json
for n in 0, 1, 5, 6, 31, 32, 33, 34, 100:
    text = '{' + ','.join('"a%d":{"b":%d}' % (i % 40, i) for i in range(n)) + '}'
    print(list(json.loads(text).items()) == list({'a%d' % (i % 40): {'b': i} for i in range(n)}.items()), len(json.loads(text)))
    print(json.loads(text[:-1] + ',"z":[1]}' if n else text, object_pairs_hook=lambda p: len(p)), end=' ')
    try: json.loads(text[:-1] + ',}')
    except ValueError as e: print(e)
keys = ['', 'k', 'kk', 'k' * 7, 'k' * 8, 'j' + 'k' * 7, 'k' * 9, 'k' * 31, 'k' * 32, 'k' * 33, 'é', 'aé', 'a\x7f', 'a\x80', 'ÿ' * 9, '\u4e00', 'same', 'asme']
for ascii in True, False:
    for some in keys, [k for k in keys if k < '\u0100']:
        text = json.dumps([{k: i for i, k in enumerate(some)}] * 2, ensure_ascii=ascii)
        a, b = json.loads(text)
        print(list(a) == some == list(b), all(x is y for x, y in zip(a, b)))
for text in '{"a\n":1}', '{"a\t":1}', '["\x01"]', '["a', '["a\\', '{"' + 'k' * 40, '{"k', '["é\x1f"]', '["a\\u00e9é"]':
    for strict in True, False:
        try: print(json.loads(text, strict=strict))
        except ValueError as e: print(e)
