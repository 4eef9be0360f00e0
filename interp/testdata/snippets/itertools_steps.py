# the steps of iterators of itertools, which a routine takes: in loops, by next, in parts, over what changes
from itertools import *
def run(f, *a):
    try: return f(*a)
    except Exception as e: return type(e).__name__, str(e)
big = 2 ** 46
def gen(n):
    for i in range(n): yield i
class It:
    def __init__(s, n): s.n = n
    def __iter__(s): return s
    def __next__(s):
        s.n -= 1
        if s.n < 0: raise StopIteration
        return s.n
makers = [
    lambda: chain([1, 2], (3, 4), range(5, 7), 'ab', {7: 8}, [], gen(2), It(2)), lambda: chain.from_iterable([[1], (2,), range(3)]), lambda: chain(), lambda: chain([], [1]),
    lambda: islice([1, 2, 3, 4, 5], 3), lambda: islice((1, 2, 3, 4, 5), 1, 4), lambda: islice(range(20), 2, None, 5), lambda: islice(range(9), None), lambda: islice(gen(9), 2, 7, 2), lambda: islice([1, 2], 5), lambda: islice(range(5), 0), lambda: islice('abcdef', 1, 6, 3), lambda: islice(range(10), 1, 9, big),
    lambda: islice(count(), 4), lambda: islice(count(3, -2), 4), lambda: islice(count(big * 2 - 2), 5), lambda: islice(count(2 ** 62), 3), lambda: islice(count(1.5, 0.25), 3), lambda: islice(count(True), 3),
    lambda: repeat(7, 3), lambda: repeat(None, 0), lambda: islice(repeat([1]), 2), lambda: islice(cycle('abc'), 8), lambda: islice(cycle([]), 3), lambda: islice(cycle(gen(3)), 7), lambda: islice(cycle((1,)), 4),
    lambda: pairwise([1, 2, 3, 4]), lambda: pairwise((1,)), lambda: pairwise([]), lambda: pairwise(range(5)), lambda: pairwise(gen(4)), lambda: pairwise('abc'),
    lambda: product([1, 2], 'ab'), lambda: product([1, 2], repeat=3), lambda: product(), lambda: product([1], []), lambda: product(range(2), repeat=9) if 0 else product(range(2), repeat=4), lambda: product([0], repeat=9),
    lambda: combinations([1, 2, 3, 4], 2), lambda: combinations('abc', 3), lambda: combinations('abc', 0), lambda: combinations('ab', 3), lambda: combinations(range(9), 9), lambda: combinations(range(5), 1),
    lambda: combinations_with_replacement('abc', 2), lambda: combinations_with_replacement('ab', 3), lambda: combinations_with_replacement([], 2), lambda: combinations_with_replacement([1, 2], 0),
    lambda: permutations([1, 2, 3]), lambda: permutations('abcd', 2), lambda: permutations('ab', 3), lambda: permutations([], 0), lambda: permutations([1], 1), lambda: permutations(range(4), 3), lambda: islice(permutations(range(9), 2), 5),
    lambda: accumulate([1, 2, 3]), lambda: accumulate((1.5, 2.5, -0.0)), lambda: accumulate([1, 2.5, 3]), lambda: accumulate([big, big, big, big, -big]), lambda: accumulate('abc'), lambda: accumulate([1, 2, 3], initial=5), lambda: accumulate([1, 2, 3], lambda a, b: a * b), lambda: accumulate([True, True]), lambda: accumulate(range(4), None), lambda: accumulate([1, 'a']), lambda: accumulate([float('inf'), float('-inf'), 1.0]), lambda: accumulate([[1], [2]]), lambda: accumulate([]),
]
def loop(it):
    out = []
    for x in it: out.append(x)
    return out
def twice(it):
    out = []
    for x in it:
        out.append(x)
        if len(out) == 2: break
    out.append(next(it, 'end'))
    for x in it: out.append(x)
    return out, next(it, 'no'), list(it)
def nexts(it): return [next(it, None) for _ in range(4)]
def all_(it): return list(it)
def nested(it): return [(x, next(it, 0)) for x in it]
for f in loop, twice, nexts, all_, nested:
    for _ in range(25): r = [run(f, m()) for m in makers]
    print(f.__name__, r)
def shared(n):
    l = [1, 2, 3]
    it = iter(l); c = chain(it, it); s = islice(it, 2); p = pairwise(it)
    out = [next(c), next(s)]
    l += [4, 5, 6]
    for x in c:
        out.append(x)
        if x == n: l.clear()
    return out, list(s), list(p)
for _ in range(50): r = shared(3), shared(5), shared(9)
print(r)
def self(n):
    l = [1]
    out = []
    for x in chain(l, l):
        out.append(x)
        if len(l) < n: l.append(x + 1)
    a = accumulate(l)
    for x in a:
        out.append(x)
        if len(l) < n + 3: l.append(x)
    return out
for _ in range(50): r = self(1), self(4)
print(r)
class C(chain): pass
class S(islice):
    def __next__(s): return 1 / 0
class P(product): pass
def subs(): return list(C([1], [2])), [x for x in P('ab', 'c')], run(lambda: [x for x in S([1], 1)])
for _ in range(40): r = subs()
print(r, count(5), repeat(1, 3), count(2.5))
def states():
    c = count(5); r = repeat(1, 3); out = []
    for x in c:
        if x > 7: break
    for x in r: break
    return repr(c), repr(r), r.__length_hint__()
for _ in range(40): r = states()
print(r)


class Counts(count):
    pass


class Repeats(repeat):
    pass


print(Counts(3), Counts(3, 2), Repeats(1), Repeats("a", 2), count(), repeat(1))
