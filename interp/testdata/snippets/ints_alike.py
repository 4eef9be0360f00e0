# Instances of classes that derive from int, which have nothing to say about numbers: compared, hashed and computed with as ints.
import enum


class I(enum.IntEnum):
    Z = 0
    A = 1
    B = 2
    N = -1


class J(int):
    pass


class JD(int):
    def __init__(self, *a): self.own = 'x'


class JS(int):
    __slots__ = ()
    def __str__(self): return 'shown'


class K(J):
    pass


class Eq(int):
    def __eq__(self, o): return 'eq'
    __hash__ = int.__hash__


class NoHash(int):
    __hash__ = None


class Ha(int):
    def __hash__(self): return 77


class Add(int):
    def __add__(self, o): return ('add', int(o))
    def __radd__(self, o): return ('radd', int(o))


class RSub(J):
    def __rsub__(self, o): return ('rsub', int(o))


class IAdd(int):
    def __iadd__(self, o): return 'iadd'


class Lt(int):
    def __lt__(self, o): return 'lt'


class ToInt(int):
    def __int__(self): return 99


class ToIndex(int):
    def __index__(self): return 98


class ToFloat(int):
    def __float__(self): return 97.5


class NoInt(int):
    __int__ = None


class Fl(float):
    pass


def show(f):
    try:
        r = f()
        return (type(r).__name__, r if not isinstance(r, float) or r == r else 'nan')
    except Exception as e:
        return (type(e).__name__, str(e))


values = [I.Z, I.A, I.B, I.N, J(0), J(1), J(-1), J(1 << 48), J(-(1 << 60)), J((1 << 128) - 1), J(-(1 << 200)), JD(1), JS(2), K(1), Eq(1), NoHash(1), Ha(1), Add(1),
          RSub(2), IAdd(1), Lt(1), ToInt(1), ToIndex(1), NoInt(1), True, 0, 1, -1, 1 << 60, 1.0, Fl(1), 'a', None, float('nan')]
for name, f in (('==', lambda a, b: a == b), ('<', lambda a, b: a < b), ('+', lambda a, b: a + b), ('-', lambda a, b: a - b),
                ('*', lambda a, b: a * b if not isinstance(a, (str, tuple)) and not isinstance(b, (str, tuple)) else 0), ('in', lambda a, b: a in (5, b)), ('key', lambda a, b: {a: 1}.get(b)), ('set', lambda a, b: b in {a})):
    for a in values:
        print(name, *[x if t in ('bool', 'int', 'NoneType') else t if t == 'TypeError' else (t, x) for t, x in (show(lambda: f(a, b)) for b in values)])
for name, f in (('int', int), ('hash', lambda a: hash(a) if not isinstance(a, (str, tuple)) and a is not None and a == a else 0), ('float', float), ('neg', lambda a: -a), ('bool', bool), ('abs', abs), ('str', str),
                ('range', lambda a: list(range(a))[:3] if not isinstance(a, int) or abs(a) < 9 else 0), ('index', lambda a: [10, 11, 12][a])):
    print(name, [show(lambda: f(a)) for a in values])


def many(n):
    counts = {}
    total = 0
    for i in range(n):
        a = values[i % 9]
        b = values[i % 7]
        if a == b:
            total += 1
        if a < b:
            total += 2
        total += a + b - int(a) * 2
        counts[a] = counts.get(a, 0) + 1
        if i & 3 in (I.A, I.N):
            total += 3
        if a in (I.A, I.B):
            total += 5
    return total, sorted(counts.items())


print(many(5000))


# A class that changes.
class C(int):
    pass


def changed(x, n):
    r = None
    for i in range(n):
        r = x == 1, x + 1, int(x)
    return r, C.__hash__ and ({1: 'one'}.get(x), hash(x))


c = C(1)
print(changed(c, 3000))
C.__eq__ = lambda self, o: False
print(changed(c, 3000) if C.__hash__ else show(lambda: changed(c, 3000)))
C.__hash__ = lambda self: 5
print(changed(c, 3000))
del C.__eq__
C.__add__ = lambda self, o: 'added'
C.__int__ = lambda self: 44
print(changed(c, 3000))
del C.__add__, C.__int__, C.__hash__
print(changed(c, 3000))
