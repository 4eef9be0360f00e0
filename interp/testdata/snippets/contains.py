# x in a set, list or tuple: what a routine finds, and what it gives up.
class Same:
    def __init__(self, answer):
        self.answer = answer
    def __eq__(self, other):
        print('eq', other)
        return self.answer
    __hash__ = None

class Word(str):
    def __eq__(self, other):
        return str(self).lower() == str(other).lower()
    def __hash__(self):
        return hash('a')

def ask(xs, c):
    n = 0
    for x in xs:
        if x in c:
            n += 1
    return n

nan = float('nan')
keys = [0, 1, -1, -2, 2**48 - 1, 2**48, -2**48, 2**64, True, False, None, 1.0, 0.5, nan, 'a', 'ab', '', 'é', 'ω', '𝄞', 'x' * 255, 'x' * 256, 'x' * 257, ('a', 1), b'a', frozenset((1, 2))]
new = [''.join(list(k)) if isinstance(k, str) else k for k in keys]
for n in range(0, 40, 3):
    for kind in list, tuple, set, frozenset:
        c = kind(keys[:n])
        for _ in range(30):
            k = ask(new, c)
        print(n, kind.__name__, k)
for n in 127, 128, 129, 300:
    for kind in list, tuple, set:
        c = kind(range(n))
        for _ in range(60):
            k = ask([n - 1, n, -1, 'a', None], c)
        print(n, kind.__name__, k)
for c in [1, Same(True), 2], (Same(False), 2), [Same(False)]:
    print(ask([2, Same, 1], c))
for c in {'a', 'b'}, ['A', 'b'], ('c',):
    for x in Word('A'), Word('b'), Word('C'):
        print(x in c, ask([x] * 50, c))
#---
# Deleted elements, and sets that have grown and shrunk.
def ask(s, n):
    k = 0
    for i in range(n):
        if i in s:
            k += i
    return k
s = set()
for r in range(40):
    for i in range(r * 7):
        s.add(i * 37 % 1000)
    for i in range(0, r * 5, 2):
        s.discard(i * 37 % 1000)
    print(len(s), ask(s, 1000))
#---
# What is no container, or no key.
def has(c, x):
    try:
        return x in c
    except TypeError as e:
        return str(e)
for c in {1}, [1], (1,), 5, None, 'abc', {1: 2}, range(3), b'ab':
    for x in 1, 'a', [], {}, None, {1}:
        for _ in range(40):
            r = has(c, x)
        print(r)
#---
# x in a range, hot: ints, bools, floats, ints that are none of the word, values that compare themselves.
class E:
    def __init__(self, n): self.n = n
    def __eq__(self, o): return o == self.n
class I(int):
    def __eq__(self, o): return False
    __hash__ = int.__hash__
def eight(x): return x in range(8)
def between(x, a, b): return x in range(a, b)
def stepped(x, a, b, c): return x in range(a, b, c)
def within(r, x): return x in r, x not in r
values = [0, 7, 8, -1, 3, True, False, 2.0, 2.5, float('nan'), 2**48, -2**48, 2**62, 2**70, 'a', None, E(3), E(99), I(3), I(9), 3 + 0j]
for _ in range(300):
    r = [eight(x) for x in values]
print(r)
for a, b in ((0, 0), (5, 2), (-3, 4), (2**48 - 2, 2**48 + 3), (-2**48 - 2, -2**47), (0, 2**70), (-2**70, 2**70), (True, 5)):
    for _ in range(60):
        r = [between(x, a, b) for x in values if b - a < 100 or type(x) in (int, bool)]
    print(a, b, r)
for a, b, c in ((0, 20, 3), (20, 0, -1), (7, -8, -7), (0, 2**47, 2**30), (-2**47, 2**47, 2**46 + 1), (1, 10, 2**60), (2**47, -2**47, -(2**46)), (0, 5, 1), (8, 3, -1), (3, 4, -1)):
    for _ in range(60):
        r = [stepped(x, a, b, c) for x in values if len(range(a, b, c)) < 100 or type(x) in (int, bool)], [stepped(x, a, b, c) for x in range(a, b, c)[:5]], [stepped(x + 1, a, b, c) for x in range(a, b, c)[-5:]]
    print(a, b, c, r)
for r in (range(8), range(1, 9, 2), range(0), range(9, 0, -3)):
    for _ in range(100):
        x = [within(r, x) for x in values]
    print(r, x)
