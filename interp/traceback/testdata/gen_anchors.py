"""Writes anchors.json: expressions over several lines and the lines of the anchors
that CPython 3.14's traceback finds in them: [source, left, right], -1 for none.

    PYTHONHASHSEED=0 python3.14 -P -s -S testdata/gen_anchors.py > testdata/anchors.json
"""
import ast
import json
import random
import sys
import traceback

r = random.Random(7)


def nl():
    return r.choice(["", "", "", " ", "\n", "\n  ", " # a ) comment (\n", "\n\n", " \\\n"])


def expr(depth):
    if depth <= 0:
        return r.choice(["a", "bb", "1", "2.5e-3", "0x1F", "'s'", '"a(b"', "f'{x}'", "f'{d[\"k\"]} {{'", "'''t\nu'''", "b'x' b'y'", "...", "None", "not_", "1_000", "1e+5", "()", "r'\\''", "lambda_", ".5"])
    e = lambda: expr(depth - r.randrange(1, 3))
    kind = r.randrange(16)
    if kind < 5:
        return e() + nl() + " " + r.choice("| ^ & << >> + - * / // % @ **".split()) + " " + nl() + e()
    if kind == 5:
        return r.choice("+-~") + e()
    if kind == 6:
        return "(" + nl() + e() + nl() + ")"
    if kind in (7, 8):
        return "f" + nl() + "(" + nl() + e() + nl() + "," + nl() + "k=" + e() + nl() + ")"
    if kind == 9:
        return "(" + e() + ")" + "(" + nl() + ")"
    if kind == 10:
        return "x" + nl() + "[" + nl() + e() + nl() + "]"
    if kind == 11:
        return "x" + nl() + "." + nl() + "y"
    if kind == 12:
        return "[" + e() + "," + nl() + e() + "]"
    if kind == 13:
        return e() + nl() + r.choice([" < ", " and ", " if c else ", " in ", " is not ", ", ", " == "]) + nl() + e()
    if kind == 14:
        return r.choice(["not ", "lambda: ", "await ", "-"]) + e()
    return "x.m" + "(" + nl() + e() + ")" + nl() + "." + "n" + "(" + nl() + ")"


seen = {}
while len(seen) < 700:
    s = expr(3).strip()
    if "\n" not in s or s in seen:
        continue
    try:
        ast.parse(f"(\n{s}\n)")
    except SyntaxError:
        continue
    try:
        a = traceback._extract_caret_anchors_from_line_segment(s)
    except Exception:
        a = None
    seen[s] = (a.left_end_lineno, a.right_start_lineno) if a else (-1, -1)
for s in ["x = 1\n", "return f(\n1)", "f(\n1", "f(1))\n", "x += (\n1)", "f(\n1) g", "'\nabc", "raise\n x"]:
    seen[s] = (-1, -1)
sys.stdout.write("[\n" + ",\n".join(json.dumps([s, *a]) for s, a in seen.items()) + "\n]\n")
