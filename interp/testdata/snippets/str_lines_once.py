# splitlines, title, rsplit and searches with a start and an end by routines.
def run(f, *args):
    out = set()
    for _ in range(50):
        try:
            r = f(*args)
        except Exception as e:
            r = type(e).__name__ + ': ' + str(e)
        out.add(repr(r))
    return sorted(out)
texts = ['', 'a', '\n', 'a\n', 'a\nb', 'a\n\nb\n', '\r\n', 'a\r\nb\r\n', '\r\r\n\n', 'a\rb', 'a\n\rb', 'a\vb\fc', 'a\x1cb\x1dc\x1ed\x1fe', 'a\x85b', 'a\u2028b\u2029c', 'é\nω', '\n' * 15, '\n' * 16, '\n' * 17, 'x\n' * 16, 'x\n' * 16 + 'y',
         'a' * 127 + '\n', 'a' * 128, 'a' * 128 + '\n', 'a' * 129, 'b\r', '\rb', '\ud800\n', 'one line\nand two']
for t in texts:
    print(ascii(t[:30]), ascii(run(lambda s: s.splitlines(), t)), ascii(run(lambda s: s.splitlines(True), t)), ascii(run(lambda s: s.splitlines(False), t)))
#---
def run(f, *args):
    out = set()
    for _ in range(50):
        try:
            r = f(*args)
        except Exception as e:
            r = type(e).__name__ + ': ' + str(e)
        out.add(repr(r))
    return sorted(out)
for t in ('', 'a', 'A', '1', ' ', 'ab', 'aB cD', "they're bill's", 'x1y 2z', 'ÉCOLE école', 'ǆ', 'ß', 'some words here', 'A' * 127, 'aB' * 64, 'aB' * 65, '@[`{', 'a@b[c`d{e', '\x00a\x7fb', 'HELLO-world_foo'):
    print(ascii(run(lambda s: s.title(), t)), t.istitle())
class S(str):
    def title(self): return 'mine'
class T(str): pass
print(run(lambda s: s.title(), S('a b')), run(lambda s: (s.title(), type(s.title()).__name__), T('a b')), run(lambda s: s.splitlines(), T('a\nb')), run(lambda s: s.rsplit('a', 1), T('banana')))
for t in ('', 'a', ',', 'a,b', ',a,', 'a,b,c,d', ',,,', 'a b  c ', 'é,b', ','.join('x' * 15), ','.join('x' * 16), ','.join('x' * 17), ','.join('x' * 40), 'y' * 140 + ',z'):
    print(ascii(t[:20]), ascii([run(lambda s, n: s.rsplit(',', n), t, n) for n in (-1, 0, 1, 2, 3, 15, 16, 2**40, 2**70, None, 1.5, True)]), ascii(run(lambda s: (s.rsplit(), s.rsplit(','), s.rsplit(None, 1), s.rsplit(' ', 1), s.split(',', 1), s.split(',', 0), s.split(',', 2)), t)))
print(run(lambda s: s.rsplit('', 1), 'abc'), run(lambda s: s.rsplit('bc', 1), 'abcabc'), run(lambda s: s.rsplit(sep='b', maxsplit=1), 'abcabc'), run(lambda s: s.rsplit('ω', 1), 'aωb'))
#---
def run(f, *args):
    out = set()
    for _ in range(40):
        try:
            r = f(*args)
        except Exception as e:
            r = type(e).__name__ + ': ' + str(e)
        out.add(repr(r))
    return sorted(out)
class N:
    def __index__(self): return 2
places = (None, 0, 1, 2, 3, 5, 6, 7, -1, -3, -6, -7, 2**40, -2**40, 2**70, -2**70, True, N(), 1.0)
def short(rows):
    n = 0
    for c in ascii(rows): n = (n * 31 + ord(c)) % 1000003
    return n
def all_of(s, p):
    for a in places:
        row = []
        for b in places:
            row.append(run(lambda: (s.find(p, a, b), s.startswith(p, a, b), s.count(p, a, b), s.find(p, a), s.startswith(p, a), s.count(p, a), s.rfind(p, a, b), s.endswith(p, a, b))))
        print(ascii(row[4]), short(row))
for s, p in (('banana', 'a'), ('banana', 'an'), ('banana', ''), ('', ''), ('', 'a'), ('banané', 'é'), ('bananω', 'n'), ('banana', 'ω')):
    print(ascii((s, p)))
    all_of(s, p)
for s, p in ((b'banana', b'a'), (b'banana', b'an'), (b'banana', b''), (b'banana', 97), (bytearray(b'banana'), b'n')):
    print(s, p)
    for a in places:
        row = [run(lambda: (s.find(p, a), s.find(p, a, b), s.count(p, a, b), s.rfind(p, a, b))) for b in places[:12]]
        print(row[5], short(row))
long = 'ab' * 100
print([run(lambda: (long.find('b', i), long.find('b', i, 199), long.count('a', i, 150), long.startswith('ba', i, 170), long.find('bb', i, i + 100))) for i in (0, 1, 70, 71, 72, 73, 150, 199, 200, 201)])
