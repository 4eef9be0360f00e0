# tuple, list, set, frozenset and bool of many kinds of values at one place, and tuples' classes that are compared and sliced.
from collections import namedtuple
P = namedtuple('P', 'a b c')
class T(tuple): pass
class E(tuple):
    def __eq__(self, o): return 'E'
    def __lt__(self, o): return 'L'
    def __hash__(self): return 1
class G(tuple):
    def __gt__(self, o): return 'G'
class L(list): pass
class D(dict): pass
d = {i: -i for i in range(9)}
del d[3]
few = {3: 1, 1: 2, 20: 4, 9: 1}
sources = [[1, 2, 3], (4, 5), range(5), range(10, 0, -3), range(0), {1: 2, 'a': 3}, {}, d, d.keys(), d.values(), d.items(), few, few.items(), 'abc', '', 'ünï', 'αβγ',
           {1, 2, 17}, frozenset({5}), b'ab', T((1, 2)), P(1, 2, 3), L([1, 2]), D(x=1), 'x' * 70, {i: i for i in range(70)}, {i: i for i in range(70)}.items(), list(range(100)), bytearray(b'q'),
           range(2**60, 2**60 + 3), {9: 1, 1: 1, 17: 1, 33: 1, 25: 1}, {i * 8: 1 for i in range(12)}.keys()]
def each(f, n):
    for _ in range(n):
        r = [f(x) for x in sources]
    return r
def tuples(n):
    for _ in range(n):
        r = [tuple(x) for x in sources]
    return r
def lists(n):
    for _ in range(n):
        r = [list(x) for x in sources]
    return r
def sets(n):
    for _ in range(n):
        r = [set(x) if type(x) is not str and x != {1: 2, 'a': 3} else len(set(x)) for x in sources]
    return r
def frozen(n):
    for _ in range(n):
        r = [frozenset(x) if type(x) is not str and x != {1: 2, 'a': 3} else len(frozenset(x)) for x in sources]
    return r
for f in (tuples, lists, sets, frozen):
    print(f.__name__)
    for x in f(150): print('  ', x)
many = tuple(({}, {}.items())[0] for _ in range(3))
print(tuple({'k': [1]}.items())[0][1] is many, [t is sources[1] for t in (tuple(sources[1]), tuple(sources[20]))], type(tuple(sources[20])))

class B:
    def __init__(self, x): self.x = x
    def __bool__(self): return self.x
class N:
    def __len__(self): return 0
class Bad:
    def __bool__(self): return 1
truths = [0, 1, -5, 2**70, 0.0, -0.0, 2.5, float('nan'), '', 'a', None, (), (0,), [], [0], {}, {0: 0}, set(), {0}, b'', b'a', B(True), B(False), N(), object(), int, print, range(0), range(2), 1j, 0j, D(), T(), T((1,)), ...]
def bools(n):
    for _ in range(n):
        r = [bool(x) for x in truths]
    return r
print(bools(200))
def bad(n):
    k = 0
    for _ in range(n):
        try: bool(Bad())
        except TypeError as e: k += 1
    return k, str(e) if False else k
print(bad(200))

things = [(1, 2), (1, 2, 3), (2,), T((1, 2)), T((1, 2, 3)), P(1, 2, 3), P(1, 2, 4), E((1, 2)), G((1, 2)), T(), (), T((1.0, 2)), [1, 2]]
ops = [lambda a, b: a == b, lambda a, b: a != b, lambda a, b: a < b, lambda a, b: a <= b, lambda a, b: a > b, lambda a, b: a >= b]
def compared(n):
    for _ in range(n):
        r = []
        for a in things:
            for b in things:
                for op in ops:
                    try: r.append(op(a, b))
                    except TypeError as e: r.append('x')
    return r
print(*compared(60))
def parts(n):
    for _ in range(n):
        r = [(x[1:], x[:], x[0:2], x[-1:], x[:10], type(x[:]).__name__) for x in things if type(x) is not list]
    return r
print(parts(200))
def within(n):
    for _ in range(n):
        r = [x in ((1, 2), P(1, 2, 4), (2,)) for x in things[:-1]]
    return r
print(within(200))
