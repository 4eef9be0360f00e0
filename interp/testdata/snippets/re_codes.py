# Codes of re._compiler, without the package around them.
import _sre

p0 = _sre.compile('a+b', 32, [14, 4, 0, 2, 4294967295, 24, 6, 1, 4294967295, 16, 97, 1, 16, 98, 1], 0, {}, (None,))
p1 = _sre.compile('(\\w+)\\s*=\\s*(?P<v>\\d+)?', 32, [14, 4, 0, 2, 4294967295, 17, 0, 24, 9, 1, 4294967295, 13, 4, 8, 14, 0, 1, 17, 1, 24, 9, 0, 4294967295, 13, 4, 8, 12, 0, 1, 16, 61, 24, 9, 0, 4294967295, 13, 4, 8, 12, 0, 1, 23, 17, 0, 1, 17, 2, 24, 9, 1, 4294967295, 13, 4, 8, 10, 0, 1, 17, 3, 18, 1], 2, {'v': 2}, (None, None, 'v'))
p2 = _sre.compile('(a)|(b)', 32, [14, 4, 0, 1, 1, 7, 9, 17, 0, 16, 97, 17, 1, 15, 11, 9, 17, 2, 16, 98, 17, 3, 15, 2, 0, 1], 2, {}, (None, None, None))
p3 = _sre.compile('', 32, [14, 4, 0, 0, 0, 1], 0, {}, (None,))
p4 = _sre.compile('(?i)straße|λ', 34, [14, 4, 0, 1, 6, 7, 20, 39, 6, 16, 115, 16, 383, 0, 40, 116, 40, 114, 40, 97, 40, 223, 40, 101, 15, 7, 5, 40, 955, 15, 2, 0, 1], 0, {}, (None,))
p5 = _sre.compile('x*', 32, [14, 4, 0, 0, 4294967295, 24, 6, 0, 4294967295, 16, 120, 1, 1], 0, {}, (None,))

for p in (p0, p1, p2, p3, p4, p5):
    print(p, p.pattern, p.flags, p.groups, dict(p.groupindex))
    for text in ('', 'aab xaab', 'k = 12, long = 7; none = ', 'abba', 'STRASSE straßE Λ \U00010400', 'axxb'):
        for m in (p.match(text), p.search(text, 1), p.search(text, 2, 5), p.fullmatch(text)):
            if m is None:
                print(m)
                continue
            print(m, m.group(), m.groups(), m.groups('-'), m.groupdict(), m.span(), m.start(), m.end(), m.lastindex, m.lastgroup, m.regs, m.pos, m.endpos, m.string == text, m.re is p, m[0])
        print(p.findall(text), p.split(text), p.split(text, 1), p.sub('<>', text), p.subn('-', text, 2))
        print([m.span() for m in p.finditer(text)], p.sub(str, text, 1))
        s = p.scanner(text)
        print(s.match(), s.search(), s.pattern is p)
m = p1.match('k = 12')
print(m['v'], m.group('v', 1, 0), m.span('v'), m.start(2))
def loop(n):
    s = 0
    for i in range(n):
        s += p1.match('k = 12').end(1) + len(p2.findall('abxba'))
    return s
print(loop(3000))
print(p0 == p0, p0 == p1, p0 != p1, hash(p0) == hash(p0))
print(_sre.ascii_iscased(65), _sre.ascii_iscased(48), _sre.unicode_iscased(955), _sre.unicode_tolower(923), _sre.ascii_tolower(65), _sre.MAGIC, _sre.CODESIZE)
for f in (lambda: m.group(5), lambda: m['w'], lambda: p0.match(1), lambda: p0.match(b'a'), lambda: p0.match(), lambda: p0.search('a', 'b'), lambda: m.group('x'), lambda: _sre.compile('', 0, [99], 0, {}, ())):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)

