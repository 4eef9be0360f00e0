import json
from json import JSONDecodeError, JSONEncoder, dumps, loads

doc = {"name": "café", "n": [1, -2, 3.5, 1e100, 1e-7, True, False, None], "nested": {"a": {}, "b": [], "c": [[1], {"x": "y\n\t\"\\\u0001"}]}, "big": 12345678901234567890, "": "é😀"}
text = dumps(doc)
print(text, loads(text) == doc)
print(dumps(doc, indent=2, sort_keys=True, ensure_ascii=False))
print(dumps([1, [2, {"a": 3}]], indent="--"), dumps({"b": 1, "a": 2}, separators=(",", ":"), sort_keys=True), dumps({1: 1, 2.5: 2, True: 3, None: 4}), dumps((1, (2,))), dumps("</script>"))
print(dumps(float("nan")), dumps(float("inf")), dumps(-float("inf")), loads("NaN") != loads("NaN"), loads("-Infinity"))
for bad in (lambda: dumps(float("nan"), allow_nan=False), lambda: dumps({(1, 2): 3}), lambda: dumps(object), lambda: dumps({1, 2}), lambda: dumps([lambda: 0])):
    try:
        print(bad())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, str(e)[:60])
cyc = []
cyc.append(cyc)
try:
    dumps(cyc)
except ValueError as e:
    print(e)
print(dumps({(1, 2): 3, "k": 1}, skipkeys=True))
for bad in ("", "{", "[1,]", '{"a" 1}', '{"a": 1,}', "nul", '"abc', "[1] 2", '{"a": }', "01", "-", "1.", '"\\ud800"', "\ufeff1", '{1: 2}', '["a" "b"]'):
    try:
        print(repr(bad), repr(loads(bad)))
    except JSONDecodeError as e:
        print(repr(bad), e, e.pos, e.lineno, e.colno, e.msg)


class Enc(JSONEncoder):
    def default(self, o):
        if isinstance(o, complex_like):
            return {"re": o.re, "im": o.im}
        if isinstance(o, set):
            return sorted(o)
        return super().default(o)


class complex_like:
    def __init__(self, re, im):
        self.re, self.im = re, im


print(dumps({"z": complex_like(1, 2), "s": {3, 1, 2}}, cls=Enc), dumps(complex_like(1, 2), default=vars), "".join(Enc(indent=1).iterencode([complex_like(0, 1)])))
print(loads('{"re": 1, "im": 2, "o": {"x": [1.5, 2]}}', object_hook=lambda d: sorted(d.items(), key=str)), loads("[1.1, 2]", parse_float=str, parse_int=float), loads('{"a": 1, "a": 2}', object_pairs_hook=list))
print(loads(b'["bytes", "\\u00e9"]'), loads("  [1 , 2 ]  \n"), loads('"\\u0041\\n\\/\\ud83d\\ude00"'), json.JSONDecoder().raw_decode('[1] tail'))


class MyInt(int):
    def __repr__(self):
        return "no"


class MyStr(str):
    pass


print(dumps([MyInt(5), MyStr("s"), {MyStr("k"): MyInt(1)}]))


def tree(depth):
    return {"d": depth, "kids": [tree(depth - 1) for _ in range(2)]} if depth else {"leaf": [1.5, "x", None]}


t = tree(6)
s = dumps(t)
back = loads(s)
print(len(s), back == t, len(dumps(t, indent=1)))
import io
f = io.StringIO()
json.dump({"a": [1, 2]}, f, indent=4)
f.seek(0)
print(f.getvalue(), json.load(f))
rows = [{"id": i, "name": f"row{i}", "tags": ["a", "b"], "score": i / 4} for i in range(150)]
print(loads(dumps(rows)) == rows, sum(r["score"] for r in loads(dumps(rows))))
