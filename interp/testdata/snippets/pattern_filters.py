# What cannot match by its first characters, and the parts of a match, in loops that are compiled.
import re


def lex(text, rules):
    pos, out = 0, []
    while pos < len(text):
        for name, match in rules:
            m = match(text, pos)
            if m:
                out.append((name, m.group(), m.start(), m.end(), m.span()))
                pos = m.end()
                break
        else:
            out.append(('?', text[pos], pos, pos + 1, None))
            pos += 1
    return out


rules = [(n, re.compile(p, f).match) for n, p, f in (
    ('num', r'\d+(\.\d*)?', 0), ('key', r'(?:if|else|while)\b', re.I), ('id', r'[^\W\d]\w*', 0), ('str', r'"[^"\n]*"', 0), ('com', r'//.*', 0),
    ('ws', r'\s+', 0), ('empty', r'(?=\})', 0), ('op', r'[{}()=<>!]=?', 0), ('greek', '[α-ω]+', 0), ('ß', 'ß|é', 0))]
for text in ('If (x1 >= 2.5) { print("hi") } // done\n else wHile élan ß! ' * 8, 'x = ωμέγα "αβ" é{' * 6, '', '\x00\xff' * 20):
    got = lex(text, rules[:6] + rules[7:])
    for _ in range(30):
        assert lex(text, rules[:6] + rules[7:]) == got
    print(len(got), got[:12])


def calls(p, s):
    out = []
    for f in (p.match, p.fullmatch, p.search):
        for args in ((s,), (s, 1), (s, 2, 4), (s, -3), (s, 0, -1), (s, 100), (s, 3, 1), (s, True), (s, 1, 10**30)):
            try:
                m = f(*args)
            except Exception as e:
                out.append((type(e).__name__, str(e)))
                continue
            out.append(m and (m.span(), m.group(0), m[0], m.pos, m.endpos))
    return out


class S(str):
    pass


for pattern in ('abc', 'a*', '', 'a|b', r'\bab', 'b+$', '(?i)AB', '(?<=a)b', '(?!a)', 'é', 'ω', '[^a]b', '(a)?b', r'(a)\1', '(?s:.)b', '(?:ab)+c', 'x{2,3}', 'a++b', '(?>a|ab)c'):
    for s in ('abc', 'xxabc', 'éab', 'ωab', '', 'ABab', S('abc'), 'aab', 'b' * 200, 'a' * 130 + 'b'):
        p = re.compile(pattern)
        first = calls(p, s)
        for _ in range(3):
            assert calls(p, s) == first, (pattern, s)
        print(pattern, ascii(s)[:20], len(first), hash(str(first)) and str(first)[:300].encode('ascii', 'backslashreplace').decode())
for pattern in (b'ab', b'[\x80-\xff]a', b'', b'(?i)A'):
    for s in (b'ab', b'\xffab', bytearray(b'xab'), memoryview(b'ab'), b'', 'ab'):
        print(pattern, type(s).__name__, calls(re.compile(pattern), s))
print(calls(re.compile('ab'), b'ab')[:2], calls(re.compile('ab'), 5)[:2])


def groups(texts):
    p = re.compile(r'(?P<key>\w+)\s*=\s*(?P<num>\d+)?(?P<rest>.*)')
    out = []
    for t in texts:
        m = p.match(t)
        if m is None:
            out.append(None)
            continue
        out.append((m.group('key'), m['num'], m.group(3), m[0], m.start('num'), m.end('key'), m.span('rest'), m.span(2), m.lastgroup, m.lastindex))
    return out


texts = ['a = 12 rest', 'long_name=', '= 3', 'k =x', 'ключ = 7 é', 'é = 1é', S('s = 9t')]
first = groups(texts)
print(ascii(first))
for _ in range(300):
    assert groups(texts) == first


def bad(m, g):
    out = []
    for f in (m.group, m.start, m.end, m.span, m.__getitem__):
        try:
            out.append(f(g))
        except Exception as e:
            out.append((type(e).__name__, str(e)))
    return out


m = re.match('(a)(b)?', 'ac')
for _ in range(200):
    for g in (0, 1, 2, 3, -1, 'x', None, 1.0, True, 10**20):
        last = bad(m, g)
        if _ == 0:
            print(g, last)
for f in (type(m).end, type(m).group, re.Pattern.match, re.Pattern.search):
    for _ in range(100):
        try:
            f('x', 0)
        except TypeError as e:
            if _ == 0:
                print(e)
b = bytearray(b'hello')
m = re.match(b'h(e)', b)
b[1:2] = b'E'
print(m.group(), m.group(1), m.span(1))


def parts(ms):
    return [m.groups() for m in ms]


ms = [re.match(p, t) for p, t in ((r'(a)(b)?', 'ac'), (r'()x', 'x'), ('(é)(.)', 'éa'), ('abc', 'abc'), ('(.)' * 9, '123456789'), (b'(a)(b)?(c)', b'ac'), ('(ω)', 'ω'))]
for _ in range(300):
    last = parts(ms)
print(ascii(last))


def subs(p, texts):
    out = []
    for t in texts:
        for w in (r'<\1>', 'x', r'\g<0>\n', '', 'é', r'\\', lambda m: m[0] * 2):
            for _ in range(3):
                out.append(p.sub(w, t))
        try:
            p.sub(r'\9', t)
        except re.error as e:
            out.append(str(e))
    return out


for _ in range(40):
    last = subs(re.compile(r'(\w)\d'), ['a1 b2', 'none', '', 'é3'])
print(ascii(last))
