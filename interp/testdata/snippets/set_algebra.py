# Sets made of others in compiled code: their order is the elements' order in CPython's tables.
from collections import Counter, defaultdict


def algebra(pairs):
    seen = []
    for a, b in pairs:
        seen.append([list(a | b), list(a & b), list(a - b), list(a ^ b), list(frozenset(a)), list(set(b)), type(a & b).__name__])
    return seen


def made(lists):
    return [(list(set(l)), list(frozenset(l))) for l in lists]


def sums(words, counts, grouped):
    for w in words:
        counts[w] += 1
        grouped[w] = grouped[w] + 1
    return counts, grouped


def wide(n):
    a, b, out = 1 << 70, -(1 << 65) + 3, 0
    for i in range(n):
        out = (a + b) - (a - b) * i + (True + a) - (b * False)
        a, b = a + i, b - i
    return out, a, b


class Odd:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 7

    def __eq__(self, other):
        return isinstance(other, Odd) and self.n % 3 == other.n % 3


pairs = []
for i in range(60):
    a = {(i * k * 7) % (i + 5) for k in range(i % 23)}
    b = frozenset((i * k * 11) % (2 * i + 3) for k in range(i % 17))
    a.discard(i % 5)
    pairs += [(a, b), (b, a), (a, a), ({"ab%d" % k for k in range(i % 9)} and {i, -1, -2}, a)]
for _ in range(12):
    got = algebra(pairs)
print(sum(len(x) for g in got for x in g[:6]), got[5], got[77], got[150])
print(hash(str(got)) == hash(str(algebra(pairs))))
for g in got[::11]:
    print(g)
lists = [[(k * 13) % (i + 1) for k in range(i)] for i in range(90)] + [(1, 1.0, True, 2), ("a", "b", "a"), [b"x", b"y", b"x"], [None, None]]
for _ in range(12):
    got = made(lists)
print([len(a) for a, b in got], got[40], got[-4:-3], got[-1])
odd = [({Odd(i), Odd(i + 1)}, {Odd(i + 2), 3}) for i in range(6)]
for _ in range(30):
    got = algebra(odd)
print([[len(x) for x in g[:4]] for g in got])
words = [(bytes([65 + i % 7]), bytes([97 + i % 5])) for i in range(100)]
for _ in range(30):
    counts, grouped = sums(words, Counter(), defaultdict(int))
print(counts, dict(grouped) == dict(counts))
print(wide(4000))
