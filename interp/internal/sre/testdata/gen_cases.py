# Writes cases.json: patterns as re._compiler translates them, texts, and what
# CPython's own matcher makes of them. Run by the test with CPython 3.14.
import json
import random
import re
import sys
import warnings
from re import _compiler, _parser

warnings.simplefilter("ignore")

WRITTEN = [
    (r"abc", 0), (r"a+b", 0), (r"(a+)(b*)c", 0), (r"(?:ab|a)(?:bc|c)", 0), (r"(a|b)*c", 0), (r"(?:(a)|b)*", 0), (r"(a|ab)(c|bcd)(d*)", 0),
    (r"(?:(a)|(b)|(c))+?d", 0), (r"a{2,4}?b", 0), (r"(?:ab){2,3}", 0), (r"(?:ab){2,3}?c", 0), (r"(a*)*", 0), (r"(a*)+b", 0), (r"(?:a?)*?b", 0),
    (r"(a)|b\1", 0), (r"(a+)-\1", 0), (r"(?i)(a+)-\1", 0), (r"(a)?(?(1)b|c)", 0), (r"(<)?(\w+@\w+(?:\.\w+)+)(?(1)>|$)", 0), (r"(a)?(?(1)b)c", 0),
    (r"^abc$", 0), (r"^abc$", re.M), (r"\Aab|cd\Z", 0), (r"\bfoo\b", 0), (r"\Bfoo\B", 0), (r"\bfoo\b", re.A), (r"a.c", 0), (r"a.c", re.S), (r".*", 0), (r".+?x", 0),
    (r"(?=ab)a", 0), (r"(?!ab)a", 0), (r"(?<=ab)c", 0), (r"(?<!ab)c", 0), (r"(?<=(a))b", 0), (r"(?=(a+))\1b", 0), (r"(?!(a)b)(a)", 0), (r"(?>a+)b", 0), (r"(?>a|ab)c", 0),
    (r"a++b", 0), (r"(?:ab)++a", 0), (r"a*+a", 0), (r"(?:a|b)?+b", 0), (r"(?:ab){1,2}+ab", 0), (r"[a-c]+", 0), (r"[^a-c]+", 0), (r"[a-cx-z]+[^x]", 0), (r"[\w-]+", 0), (r"[\d\s]+", 0),
    (r"\d+(?:\.\d*)?", 0), (r"\d+", re.A), (r"\s+", re.A), (r"\w+", re.A), (r"\W+", 0), (r"\D", 0), (r"\S+", 0), (r"[^\s\S]", 0), (r"[\s\S]", 0), (r"(?i)straße", 0), (r"(?i)[k-m]+", 0), (r"(?i)[äöü]+", 0),
    (r"(?i)σ+", 0), (r"(?i)[^a-c]+", 0), (r"(?i)abc", re.A), (r"(?i)[b-y]+", re.A), (r"[\u0100-\u0200äλ]+", 0), (r"(?i)[\U00010400-\U00010410]+", 0), (r"(?i)[\u1f00-\U00010400]+", 0), (r"[λ-ω€]+x?", 0),
    (r"(?P<x>a)(?P<y>b)?", 0), (r"((a)(b)?)+", 0), (r"((a)|b)+?c", 0), (r"(?:(x)|(y))*?z", 0), (r"(a(b(c)?)?)?", 0), (r"", 0), (r"|a", 0), (r"a|", 0), (r"(|a)+", 0), (r"(?:|a){3}", 0), (r"(?:a|){2,}?b", 0), (r"x*", 0),
    (r"(?s)(.*?)(\d+)(.*)", 0), (r"\"(?:[^\"\\]|\\.)*\"", 0), (r"(\w+)\s*=\s*(?:\"([^\"]*)\"|(\d+))", 0), (r"(?:(?:a|b)+c)+d", 0), (r"(?:a{0,2}b){1,3}?c", 0), (r"(?:a|b|ab)*?abb", 0), (r"((?:a|b)*)\1", 0), (r"(?m)^\s*(\w+)", 0),
    (r"(?:(?=(\w))\1)+", 0), (r"(?!\w+\d)\w+", 0), (r"(?<=^a)b", re.M), (r"(?x) a b # c", 0), (r"(?-i:a)b", re.I), (r"(?i:a)b", 0), (r"a$b", re.M), (r"[\]\-^]+", 0), (r"é", re.I), (r"\u212a", re.I), (r"[ıİ]+", re.I), (r"(ab)?\1c", 0),
]
BYTES = [(rb"\w+", 0), (rb"(?i)abc", 0), (rb"[^\x00-\x7f]+", 0), (rb"\bfoo\b", 0), (rb"(?L)\w+", 0), (rb"(?Li)[a-c]+x", 0), (rb"(?Li)ABC", 0), (rb"\x80|a", 0), (rb"(a)(?Li:\1)", 0), (rb"(?s).", 0)]
TEXTS = ["", "a", "b", "ab", "abc", "aabbc", "xaab aab", "abab", "ababab", "abcbcd", "acbd", "a\nb", "abc\n", "x\nabc\ny", "foo foo1 _foo foo-bar", "aa-aa", "aA-Aa", "b", "c", "ac", "<a@b.c>", "a@b.cd", "aaab", "aaaa",
         "12.5 7.", "  \t12", "STRASSE straße", "KLM\u212a", "äÖü", "ΣσςΣ", "\U00010400\U00010428x", "\u0101\u0200λ", "ωλ€x", '"a\\"b" c = "d" e=12', "x" * 30 + "1", "bbabb", "abba abba", "zyxz", "ıİiI", "\u0661\u0662 \u00a0\u2028x", "éÉ", "]-^", "caacd", "aabaabc"]

rng = random.Random(20261121)


def pattern(depth):
    kind = rng.randrange(12)
    if depth == 0 or kind < 4:
        return rng.choice(["a", "b", "c", ".", "[ab]", "[^a]", r"\w", "", "ab", r"\b", "^", "$", "abc", "a*", "[ab]+", "c?", "[^ab]*", r"\s", "λ", "[^λ]", "[k-sλ]", "(?<=a)", "x{0}"])
    if kind < 6:
        return pattern(depth - 1) + pattern(depth - 1)
    if kind == 6:
        return "(?:" + pattern(depth - 1) + "|" + pattern(depth - 1) + ")"
    if kind == 7:
        return "(" + pattern(depth - 1) + ")"
    if kind == 8:
        return "(" + pattern(depth - 1) + "|" + pattern(depth - 1) + ")"
    if kind == 9:
        return rng.choice(["(?=", "(?!", "(?>", "(?:"]) + pattern(depth - 1) + ")"
    return "(?:" + pattern(depth - 1) + ")" + rng.choice(["*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{0,2}?", "*+", "?+"])


def spans(m, groups):
    return None if m is None else [m.lastindex or 0, [list(m.span(i)) for i in range(groups + 1)]]


def cases(source, flags, texts):
    p = re.compile(source, flags)
    parsed = _parser.parse(source, flags)
    code = [int(x) for x in _compiler._code(parsed, flags)]
    out = []
    for text in texts:
        each, at = [], 0
        for m in p.finditer(text):
            each.append(spans(m, p.groups))
        t = text if isinstance(text, str) else text.decode("latin-1")
        pos, end = len(text) // 4, len(text) - len(text) // 5
        out.append([t, spans(p.match(text), p.groups), spans(p.fullmatch(text), p.groups), spans(p.search(text, pos, end), p.groups), each])
    name = source if isinstance(source, str) else source.decode("latin-1")
    return {"pattern": name, "flags": int(flags), "bytes": isinstance(source, bytes), "groups": p.groups, "code": code, "texts": out}


all = [cases(p, f, TEXTS) for p, f in WRITTEN]
all += [cases(p, f, [t.encode("latin-1", "replace") for t in TEXTS]) for p, f in BYTES]
SMALL = ["", "a", "ab", "ba", "abc", "aab", "abab", "bcab", "aabba c", "cabcab", "aλbΛ", "kKſ\u212a"]
made = set()
while len(made) < 400:
    source = pattern(4)
    if source not in made and len(source) < 60:
        try:
            all.append(cases(source, rng.choice([0, 0, 0, re.I, re.I | re.A]), SMALL))
        except re.error:
            continue
        made.add(source)
json.dump(all, sys.stdout, ensure_ascii=True, separators=(",", ":"))
sys.stdout.write("\n")
