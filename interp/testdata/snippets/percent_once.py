# % of a str by a routine: conversions of ints, floats and strs with widths, alignments and digits behind the point.
def show(f, x):
    out = []
    for i in range(300):
        try:
            r = f % x
        except Exception as e:
            r = type(e).__name__ + ': ' + str(e)
        if i % 100 == 0:
            out.append(r)
    print(repr(f), out[0] == out[1] == out[2], repr(out[2]))

for f in ('%d', '%5d', '%-5d|', '%05d', '%-05d|', '%0-5d|', '%i', '%u', '%x', '%04x', '%o', '%s', '%8s', '%-8s|', '%08s', '%r', '%.2f', '%f',
          '%8.3f', '%-8.3f|', '%08.3f', '%.0f', '%.9f', '%.10f', '%d%%', '%%', '%5%', '%', '%5', '%l', '%ld', '%b', '%c', '%.3d', '%.2s', '%.f', '%+d', '% d', '%#x', '%e', '%g', '%64d', '%65d', '%1d', '%01d', '%010d'):
    for x in (0, 7, -7, 42, -12345, 2**31, 2**40, -2**46, 2**47 - 1, -2**47, 2**47, 2**70):
        show(f, x)
#---
def show(f, xs):
    for x in xs:
        out = set()
        for i in range(200):
            try:
                out.add(f % x)
            except Exception as e:
                out.add(type(e).__name__ + ': ' + str(e))
        print(repr(f), repr(x), sorted(out))

floats = [0.0, -0.0, 1.0, -1.5, 2.5, 3.5, 0.5, 0.125, 0.375, 2.675, 1e-5, 5e-324, 1e-300, 999999.9999999, 0.9999999999, 9.995, 99.9950000001, 123456789.123456789,
          2**31 + 0.5, 2**46 + 0.25, 2.0**47, 2.0**48, 2.0**52, 1e15, 1e16, 1e22, 1e300, float('inf'), float('-inf'), float('nan'), 4294967295.9999, 4294967296.0]
for f in ('%.0f', '%.1f', '%.2f', '%.3f', '%.6f', '%.9f', '%f', '%d', '%i', '%7.2f', '%-9.1f|', '%09.2f', '%x', '%s', '%5s', '%r'):
    show(f, floats)
#---
# Arguments that are no numbers, and numbers that are of classes.
class I(int):
    def __str__(self): return 'I!'
    def __repr__(self): return 'I?'
class F(float):
    def __repr__(self): return 'F?'
class S(str):
    def __str__(self): return 'S!'
class Odd:
    def __index__(self): return 17
    def __int__(self): return 18
    def __float__(self): return 19.5
    def __str__(self): return 'odd'
    def __repr__(self): return 'Odd()'
class T(tuple): pass
class M:
    def __getitem__(self, k): return k * 2
    def __repr__(self): return 'M()'
class Bad:
    def __str__(self): raise ValueError('no text')
    def __float__(self): raise ValueError('no float')
    def __repr__(self): return 'Bad()'
values = [I(5), F(2.5), S('x'), Odd(), True, False, None, 'abc', 'é', 'a' * 200, "it's", 'tab\t', (), (1,), (1, 2), T((3,)), [4], {'k': 5}, M(), Bad(), b'b', 2.0, 3]
for f in ('%d', '%s', '%r', '%.1f', '%5s|', '%-5d|', '%x', 'none', '%s %s', '%(k)s', 'é %s', '%s' * 3):
    for v in values:
        out = set()
        for i in range(150):
            try:
                out.add(f % v)
            except Exception as e:
                out.add(type(e).__name__ + ': ' + str(e))
        print(repr(f), type(v).__name__, sorted(out))
#---
# Several at once, and formats as long as the bound and longer.
def line(i, x, s):
    return '%4d|%-6s|%8.3f|%05d|%x' % (i, s, x, i, i)
total = 0
for i in range(-300, 300):
    total = (total * 31 + hash(line(i, i / 7, 'k%d' % i)) * 0 + len(line(i, i / 7, 'k%d' % i))) % 1000003
print(total, line(-5, 1 / 3, 'ab'), line(77777, -12.0006, 'longer than'))
for n in (30, 31, 32, 33, 60, 61, 62, 63, 64, 65, 100):
    f = 'x' * n + '%d'
    print(n, {f % n for _ in range(100)})
for w in range(60, 70):
    print([('%%%dd' % w) % 5 == ' ' * (w - 1) + '5' for _ in range(50)].count(True))
print({'%s' % 'a' for _ in range(100)}, {'%s' % '' for _ in range(100)}, {'%s%s' % ('', '') for _ in range(100)}, {'%d' % 5 for _ in range(100)})
f = '%s'
a = 'a'
print(all((f % a) is a or (f % a) == 'a' for _ in range(100)))
#---
# The int that an argument is changes while a format is compiled for it.
def f(x): return '%d-%.2f' % (x, x)
for x in [1] * 300 + [2.75] * 300 + [True, 2**50, -3, 2**100]:
    r = f(x)
print([f(x) for x in (1, 2.75, True, 2**50, -3)])
try:
    f('x')
except TypeError as e:
    print(e)
try:
    '%d' % float('nan')
except ValueError as e:
    print(e)
try:
    '%d' % float('inf')
except OverflowError as e:
    print(e)
#---
# The same of format(): letters, alignments, and digits behind the point.
def show(x, spec):
    out = set()
    for i in range(100):
        try:
            out.add(format(x, spec))
        except Exception as e:
            out.add(type(e).__name__ + ': ' + str(e))
    print(repr(x), spec, sorted(out))
for spec in ('', 'd', '5d', '<5d', '^5d', '>5d', '05d', '<05d', 'x', '04x', 'o', 'b', '08b', '<8b', 'f', '.2f', '.9f', '<9.2f', '^9.2f', '>9.2f', '09.2f', '<09.2f', 's', '5s', 'r', 'c', 'e', 'n', '64d', '65d', '.', '.f', '.2', '.2d', '5', '0', '00', '005', '+d', '-d', ' d', '=5d', 'xd', ',', '_', 'X'):
    for x in (0, 5, -42, 255, 2**31, -2**46, 2**60, 0.5, -0.125, 1e16, 'text', 'é', '', True):
        show(x, spec)
#---
# Ints at the ends of those that are words.
def show(x, spec):
    out = set()
    for i in range(100): out.add(format(x, spec))
    print(x, spec, sorted(out))
for spec in 'b', 'o', 'x', 'd', '60b', '<52b', '064b', 'f', '.1f':
    for x in 2**47 - 1, 2**47, 2**48 - 1, 2**48, 2**49, -2**47, 1 - 2**48, -2**48, -1 - 2**48, -2**49: show(x, spec)
for f in '%d', '%x', '%o', '%60d', '%-55x|', '%f':
    for x in 2**48 - 1, 2**48, -2**48, -1 - 2**48:
        for i in range(100): s = f % x
        print(f, x, s)
