# a comparison of a value of a builtin type with an instance is the instance's method, in its frame
class A:
    def __init__(s, v): s.v = v
    def __eq__(s, o): return s.v == getattr(o, 'v', o)
    def __lt__(s, o): return s.v < getattr(o, 'v', o)
    def __gt__(s, o): return s.v > getattr(o, 'v', o)
    def __repr__(s): return 'A%r' % (s.v,)
    __hash__ = None
class N(A):
    def __ne__(s, o): return 'ne'
class I(int):
    def __eq__(s, o): return int.__eq__(s, o)
    __hash__ = int.__hash__
class L(A):
    def __eq__(s, o): return NotImplemented if s.v == 1 else super().__eq__(o)
    __hash__ = None
class P: pass
left = [1, 1.5, True, None, 'a', b'a', (1,), [1], {1: 1}, {1}, frozenset((1,)), 1j, 2**70, range(1), len, A, ...]
right = [A(1), A('a'), A((1,)), N(1), I(1), L(1), L('a')]
def run(f, *a):
    try: return f(*a)
    except Exception as e: return type(e).__name__, str(e)
def eq(a, b): return a == b
def ne(a, b): return a != b
def iff(a, b): return 1 if a == b else 0
def inn(a, b): return b in [a, a], b in (a,), [a].count(b), b not in [a]
def lst(a, b): return [a] == [b], (1, a) == (1, b), [a, 1] != [b, 1]
def ind(a, b): return [a, b].index(b)
def rem(a, b): l = [a, b, a]; l.remove(b); return len(l)
for f in eq, ne, iff, inn, lst, ind, rem:
    for _ in range(30): r = [run(f, a, b) for b in right for a in left]
    print(f.__name__, r)
def hot(v, x): return [x in v, x not in v, v.index(x) if x in v else -1, v.count(x)]
for i in range(80): r = hot([0, 1, 2, 'a', None], A(2)), hot([1.5, 'z'], A('z')), hot([A(3), 3], A(3)), hot([], A(1)), hot([A(1), 1], 1)
print(r)
def mono(x, n):
    c = 0
    for i in range(n): c += i == x
    for i in range(n): c += i < x
    for i in range(n): c += i > x
    for i in range(n): c += i != x
    return c
print(mono(A(5), 300), mono(A(-1), 300))
A.__eq__ = lambda s, o: NotImplemented
print(mono(A(5), 300))
del A.__eq__
print(mono(A(5), 300))
