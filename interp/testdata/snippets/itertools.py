from itertools import *
def show(f, n=20):
    try:
        it = f()
        out = []
        for x in it:
            out.append(x)
            if len(out) == n:
                out.append('...')
                break
        print(out)
    except Exception as e:
        print(type(e).__name__, e)
show(lambda: accumulate([1, 2, 3]))
show(lambda: accumulate([1, 2, 3], lambda a, b: a * b + 1, initial=5))
show(lambda: accumulate([], initial=None))
show(lambda: batched('abcdefg', 3))
show(lambda: batched('abcdefg', 3, strict=True))
show(lambda: batched('a', 0))
show(lambda: chain('ab', [1], (), range(2)))
show(lambda: chain.from_iterable(['ab', 'cd']))
show(lambda: chain('a', 5))
for r in range(5):
    show(lambda: combinations('abcd', r))
    show(lambda: combinations_with_replacement('abc', r))
    show(lambda: permutations('abcd', r))
show(lambda: permutations('abc'))
show(lambda: permutations('abc', -1))
show(lambda: combinations_with_replacement('', 0))
show(lambda: combinations_with_replacement('', 2))
show(lambda: compress('abcdef', [1, 0, 1, 0, 1]))
show(lambda: count(), 5)
show(lambda: count(2.5, step=0.5), 5)
show(lambda: count(10**30, -1), 3)
show(lambda: count('a'))
show(lambda: cycle('abc'), 8)
show(lambda: cycle(''))
show(lambda: dropwhile(lambda x: x < 3, [1, 2, 3, 1, 4]))
show(lambda: takewhile(lambda x: x < 3, [1, 2, 3, 1, 4]))
show(lambda: filterfalse(lambda x: x % 2, range(6)))
show(lambda: filterfalse(None, [0, 1, '', 'a']))
for a in ((3,), (1, 4), (0, None, 2), (2, 9, 3), (None, None, None), (-1,), (1, 2, 0), ('a',), (0,), (3, 3)):
    show(lambda: islice('abcdefgh', *a))
show(lambda: pairwise('abcd'))
show(lambda: pairwise('a'))
show(lambda: product('ab', range(2)))
show(lambda: product('ab', repeat=3))
show(lambda: product())
show(lambda: product('ab', []))
show(lambda: product('ab', repeat=-1))
show(lambda: repeat('x', 3))
show(lambda: repeat('x'), 3)
show(lambda: repeat('x', -3))
show(lambda: starmap(pow, [(2, 3), [3, 2]]))
show(lambda: zip_longest('abc', 'x', fillvalue='-'))
show(lambda: zip_longest('ab', [], 'xyz'))
show(lambda: zip_longest())
show(lambda: ((k, list(g)) for k, g in groupby('aabbbca')))
show(lambda: ((k, list(g)) for k, g in groupby([1, 3, 2, 4, 5], key=lambda x: x % 2)))
gs = [(k, g) for k, g in groupby('aab')]
print([(k, list(g)) for k, g in gs])
a, b = tee('abc')
print(next(a), list(b), list(a), list(b))
a, b, c = tee(range(3), 3)
next(a)
d, e = tee(a)
print(list(d), list(a), list(e), list(c))
show(lambda: tee('abc', 0))
print(count(3), count(3, 2), repeat('a'), repeat('a', 2), count(1.5))
it = islice(count(), 3)
print(iter(it) is it, list(it), list(it))
def loop(n):
    s = 0
    for a, b in product(range(n), range(n)):
        s += a * b
    for x in chain(range(n), range(n)):
        s += x
    for a, b in combinations(range(n), 2):
        s -= a
    return s
print(loop(60))
print(type(count()), type(tee('')[0]), chain)

# Numbers that do not fit into a word.
import itertools, sys
for n in 2**48 - 1, 2**48, 2**49 + 3, 2**60, sys.maxsize, sys.maxsize + 1, -1, -2, 'x':
    for f in (lambda: list(itertools.islice('abcdef', n)), lambda: list(itertools.islice('abcdef', 1, n, 2)), lambda: list(itertools.islice('abcdef', 1, None, n)),
              lambda: list(itertools.islice('abcdef', n, None)), lambda: list(itertools.islice('abcdef', n, n)), lambda: itertools.repeat(1, n), lambda: next(itertools.repeat(1, n)),
              lambda: ''.join(itertools.islice(itertools.cycle('ab'), 5, 9, n))):
        try: print(f())
        except Exception as e: print(type(e).__name__, e)
