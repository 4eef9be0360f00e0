import _string


def pieces(s):
    try:
        return list(_string.formatter_parser(s))
    except Exception as e:
        return type(e).__name__, str(e)


def name(s):
    try:
        first, rest = _string.formatter_field_name_split(s)
        return first, list(rest)
    except Exception as e:
        return type(e).__name__, str(e)


for s in ("", "a", "{}", "a{b}c", "{{x}}", "a{{b", "{0!r:>{1}}", "{a.b[c]!s}", "{:{}}", "{!r}", "{", "}", "{a", "{a!", "{a!r", "{a!rx}", "{{}", "{}}", "{a{b}", "{0:{1}{2}}tail", "\u20ac{\xe9}\U0001f600{{", "{a[}]}"):
    print(repr(s), pieces(s))
for s in ("", "0", "a", "12.x", "a.b.c", "a[0][b]", "0[1].z", "a..b", "a[", "a[]", "a[0]b", "99999999999999999999", "-1", "1_0", "a.", ".a", "\u0663[\u0664]"):
    print(repr(s), name(s))
for s in (1, b"a", None):
    print(pieces(s), name(s))
n = 0
for i in range(3000):
    for literal, field, spec, conversion in _string.formatter_parser("a{b!r:c}d"):
        n += len(literal)
        if field is not None:
            n += len(field) + len(spec) + len(conversion)
print(n)
it = _string.formatter_parser("{a}{")
print(next(it))
try:
    next(it)
except ValueError as e:
    print(e)
