# strip, lower, upper, join, + and comparisons of strs.
def run(f, *args):
    try:
        for _ in range(50):
            r = f(*args)
    except (TypeError, AttributeError) as e:
        return type(e).__name__, str(e)
    return r
texts = ['', ' ', 'a', 'A', ' a', 'a ', ' aB ', '\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f x \x85', 'x\x1b', '\xa0y\xa0', 'Zebra@[`{', 'é', ' É ', 'ω Ω', 'İ', 'ß', 'abcdefgh', 'ABCDEFGHIJ', '  ' * 40 + 'mid' + ' ' * 70, 'q' * 127, 'Q' * 128, 'Qq' * 65, '𝄞 x', '\x7f\x00A']
for t in texts:
    print(ascii((run(lambda: t.strip()), run(lambda: t.lower()), run(lambda: t.upper()))))
print([[run(lambda a, b: a < b, s, t) for t in texts] == [s < t for t in texts] for s in texts])
print(''.join('<=>'[(s > t) - (s < t) + 1] for s in texts for t in texts))
for s in texts[:12]:
    print(ascii([run(lambda a, b: a + b, s, t) for t in texts[:20]]))
parts = [[], ['a'], ['a', 'b'], ('a', 'b', 'c'), ['ab'] * 16, ['ab'] * 17, ['', ''], ['', 'x', ''], ['é', 'a'], ['a', 1], ['x' * 128, 'y'], ['x' * 129, 'y'], [None], 'abc', {'k': 1}, range(2), 5]
for sep in '', ',', ', ', 'é', '-' * 130:
    print(ascii([run(lambda s, p: s.join(p), sep, p) for p in parts]))
class T(str):
    def lower(self): return 'mine'
print(run(lambda: T('A').lower()), run(lambda: T(' A ').strip()), type(run(lambda: T('A').upper())), run(lambda a, b: a < b, T('a'), 'b'), run(lambda a, b: a + b, T('a'), 'b'))
def grow(n):
    s = 'x'
    for i in range(n):
        t = s + 'y'
        s = t + 'z' if len(t) < 300 else 'x'
    return s, t
print([len(x) for x in grow(1000)])
def words(text):
    seen = {}
    for w in text.split():
        w = w.strip().lower()
        seen[w] = seen.get(w, 0) + 1
    return sorted(seen.items())
print(words('The cat THE dog the Cat a A b ' * 30))
# Slices of strs and tuples, and by constant slices.
def cut(v, a, b):
    for _ in range(50):
        r = v[a:b]
    return r
for v in 'abcdefghijkl', ('a', 'b', 'c', 'd'), 'é' * 5, '', (), 'z' * 300, tuple(range(100)):
    print(ascii([cut(v, a, b) for a in (None, 0, 1, 3, -2, 99) for b in (None, 0, 2, -1, 99)][:18]))
def fixed(v):
    for _ in range(50):
        r = v[1:], v[:-1], v[::-1], v[:], v[2:4], v[::2]
    return r
for v in [1, 2, 3, 4, 5], 'hello', (1, 2, 3), b'bytes', bytearray(b'ab'), [], range(9):
    print(fixed(v))
class S:
    def __getitem__(self, k): return k
print(fixed(S()))
