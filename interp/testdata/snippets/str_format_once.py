# str.format by a routine: fields with and without numbers, and specifications of ints, floats and strs.
def show(f, *args):
    out = []
    for i in range(120):
        try:
            r = f.format(*args)
        except Exception as e:
            r = type(e).__name__ + ': ' + str(e)
        if i % 40 == 0:
            out.append(r)
    print(ascii(f), out[0] == out[1] == out[2], ascii(out[2]))

def call(f, a, b):
    out = set()
    for i in range(120):
        try:
            out.add(f.format(a, b))
        except Exception as e:
            out.add(type(e).__name__ + ': ' + str(e))
    print(ascii(f), ascii(sorted(out)))

for f in ('{}', '{} {}', '{0}', '{1}', '{0}{1}{0}', '{1} {0}', '{} {0}', '{0} {}', '{2}', '{} {} {}', '{00}', '{01}', '{10}', '{-1}', '{ }', '{a}', '{0.real}', '{0[0]}',
          '{', '}', '{{', '}}', '{{}}', '{{{}}}', '}{', '{}}', '{{}', '{}{', 'x{', 'x}', '{!r}', '{!s}', '{!a}', '{!x}', '{0!r:>5}', '{:}', '{:>5}|{:<5}|', '{:5}|{:5}|', '{:^5}|{:^6}|',
          '{:d}', '{:s}', '{:x}', '{:o}', '{:b}', '{:f}', '{:.2f}', '{:.0f}', '{:.10f}', '{:g}', '{:.3g}', '{:e}', '{:n}', '{:c}', '{:r}', '{:05}', '{:<05}', '{:>05d}', '{:+d}', '{: d}',
          '{:,}', '{:_}', '{:%}', '{:.2}', '{:.}', '{:64}|', '{:65}|', '{:{}}', '{:>{}}', '{:*^9}', '{:}}', '{:{{', '{:>5', '{0', '{:', '{0:', 'é{}', '{}ω', '%s{}', '\x00{}\x00', ''):
    for a, b in ((5, 'ab'), (-42, ''), ('', 0), (0.5, -2.25), ('é', 1), ('ω𝄞', '\ud800'), (2**47, -2**47), (10**30, 1e300), (True, None), (1e16, 123456789012.5), (-0.0, float('nan'))):
        call(f, a, b)
#---
# The number of arguments, keywords, and formats that are called by other ways.
def calls(a, b, c, d, e):
    return ('none'.format(), '{}'.format(a), '{}-{}'.format(a, b), '{}-{}-{}'.format(a, b, c), '{}-{}-{}-{}'.format(a, b, c, d), '{}-{}-{}-{}-{}'.format(a, b, c, d, e),
            '{3}{2}{1}{0}'.format(a, b, c, d), '{x}'.format(x=a), '{}{x}'.format(a, x=b), '{}'.format(*[a]), '{a}{b}'.format(**{'a': a, 'b': b}), str.format('{}', a), str.format('{}{}', a, b), ''.format(a))
for args in ((1, 2, 3, 4, 5), ('a', 'b', 'c', 'd', 'e'), (1.5, 'x', -7, '', 0), (None, True, [], (), {})):
    for i in range(200):
        r = calls(*args)
    print(r)
f = '{}:{:>4}'.format
print([f(i, 'k') for i in range(3)], list(map('<{}>'.format, range(4))), list(map('{}{}'.format, 'ab', 'cd')))
try:
    for i in range(100): str.format()
except TypeError as e:
    print(e)
try:
    for i in range(100): str.format(5, 6)
except TypeError as e:
    print(e)
#---
# Values and formats of classes.
class I(int):
    def __format__(self, spec): return 'I' + spec
class J(int): pass
class F(float):
    def __str__(self): return 'F!'
class S(str):
    def __format__(self, spec): return 'S' + spec
class T(str):
    def __str__(self): return 'T!'
class Bad:
    def __format__(self, spec): raise ValueError('no format')
class P(str):
    def format(self, *args): return 'mine'
class Q(str): pass
for v in (I(5), J(6), F(2.5), S('s'), T('t'), Bad(), True, None, [1], (2,), b'b', 1j):
    for f in ('{}', '{:5}|', '{:>4}|', '{0}{0}', P('{}'), Q('<{}>')):
        out = set()
        for i in range(100):
            try:
                out.add(f.format(v))
            except Exception as e:
                out.add(type(e).__name__ + ': ' + str(e))
        print(repr(f), type(v).__name__, sorted(out))
#---
# Formats and results as long as the bounds and longer; what is made is a new str.
for n in (60, 61, 62, 63, 64, 65, 100, 126, 127, 128, 129, 130, 300):
    f, a = 'x' * n + '{}', 'y' * n
    print(n, {f.format(7) for _ in range(60)}, {'{}'.format(a) for _ in range(60)} == {a}, {len('{}{}{}{}'.format(a, a, a, a)) for _ in range(60)}, {len('{:>64}{:<64}{:^64}'.format(a, 5, 2.5)) for _ in range(60)},
          {len('%s%s%s%s%s%s%s%s' % ((a,) * 8)) for _ in range(60)}, {len(('%64d' * 9) % tuple(range(9))) for _ in range(60)})
print({'{}'.format('a') for _ in range(60)}, {'{}'.format('') for _ in range(60)}, {'{}{}'.format('', '') for _ in range(60)}, {'{}'.format(7) for _ in range(60)}, {'{:1}'.format(7) for _ in range(60)})
kept = []
for i in range(400):
    kept.append('{}/{:.2f}/{:>6}'.format(i, i / 4, 'k%d' % (i % 10)))
print(len(set(kept)), kept[0], kept[17], kept[399])
def f(x): return '{}-{:>3}'.format(x, x)
for x in [1] * 300 + [2.75] * 300 + ['s'] * 300 + [True, 2**50, None]:
    try:
        r = f(x)
    except TypeError as e:
        r = str(e)
print(r, f(5), f('q'), f(0.5))
