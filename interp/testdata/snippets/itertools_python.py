# Iterators of itertools whose steps run Python: loops over them share what they keep with whoever else takes a step.
from itertools import (accumulate, chain, compress, dropwhile, filterfalse, islice, pairwise, starmap, takewhile, zip_longest)


def gen(n):
    for i in range(n):
        yield i


class Raises:
    """An iterator that raises once, and goes on."""

    def __init__(self, at, n):
        self.i, self.at, self.n = 0, at, n

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        if self.i == self.at:
            raise KeyError(self.i)
        if self.i > self.n:
            raise StopIteration
        return self.i


l = list(range(8))
makers = {
    'takewhile': lambda s: takewhile(lambda x: x < 5, s),
    'dropwhile': lambda s: dropwhile(lambda x: x < 3, s),
    'filterfalse': lambda s: filterfalse(lambda x: x & 1, s),
    'filterfalse None': lambda s: filterfalse(None, s),
    'filterfalse bool': lambda s: filterfalse(bool, s),
    'starmap': lambda s: starmap(lambda a, b=1: a * 10 + b, ((x, x + 1) for x in s)),
    'starmap lists': lambda s: starmap(lambda *a: a, ([x] * (x % 3) for x in s)),
    'compress': lambda s: compress(s, (x % 3 for x in l)),
    'accumulate': lambda s: accumulate(s, lambda a, b: a * 2 + b),
    'accumulate sum': lambda s: accumulate(s),
    'accumulate None': lambda s: accumulate(s, None),
    'accumulate max': lambda s: accumulate(s, max),
    'accumulate initial': lambda s: accumulate(s, lambda a, b: a - b, initial=100),
    'islice': lambda s: islice(s, 5),
    'islice 0': lambda s: islice(s, 0),
    'islice from': lambda s: islice(s, 2, 6),
    'islice step': lambda s: islice(s, 1, None, 3),
    'islice all': lambda s: islice(s, 2, 7, 4),
    'pairwise': pairwise,
    'chain': lambda s: chain([10, 11], s, gen(2)),
    'chain one': lambda s: chain(s),
    'from_iterable': lambda s: chain.from_iterable([x] * (x % 3) for x in s),
    'zip_longest': lambda s: zip_longest(s, gen(3), l[:5], fillvalue='-'),
    'zip_longest one': lambda s: zip_longest(s),
    'in each other': lambda s: takewhile(lambda p: p[0] < 6, pairwise(islice(chain(s, gen(3)), 9))),
    'six deep': lambda s: islice(chain(islice(chain(islice(chain(s), 9)), 8)), 7),
    'zipped': lambda s: zip(islice(s, 4), accumulate(gen(9))),
    'enumerated': lambda s: enumerate(chain(s, s), 5),
    'mapped': lambda s: map(lambda x: (x, x), dropwhile(lambda x: x < 2, s)),
}
sources = {'list': lambda: l, 'gen': lambda: gen(8), 'class': lambda: Raises(0, 7), 'empty': lambda: gen(0)}


def use(make):
    it = make()
    out = [[x for x in make()], list(make()), tuple(make()), max(make(), default='none', key=str), sum(1 for _ in make())]
    for x in it:
        out.append(x)
        if len(out) == 7:
            break
    out.append(next(it, 'end'))
    for x in it:
        out.append((x, next(it, 'no')))
        for y in it:
            out.append(y)
            break
    out.append(next(it, 'end'))
    out.append(list(it))
    a = make()
    out.append(list(zip(a, a)))
    return out


for _ in range(4):
    for name, make in makers.items():
        for kind, source in sources.items():
            r = use(lambda: make(source()))
            if _ == 3:
                print(name, kind, r)


# What raises, and what is left of the object then.
def raising(make):
    it = make(Raises(3, 7))
    out = []
    for k in range(4):
        try:
            for x in it:
                out.append(x)
        except KeyError as e:
            out.append(repr(e))
    return out


for _ in range(4):
    for name, make in makers.items():
        if name.startswith('starmap') or name == 'from_iterable':
            continue
        r = raising(make)
        if _ == 3:
            print('raises', name, r)


def bad(x):
    if x == 3:
        raise ValueError(x)
    return x < 6


fails = {
    'takewhile': lambda: takewhile(bad, l),
    'dropwhile': lambda: dropwhile(bad, l),
    'filterfalse': lambda: filterfalse(bad, l),
    'starmap': lambda: starmap(bad, zip(l)),
    'starmap int': lambda: starmap(lambda *a: a, (x if x == 2 else (x,) for x in l)),
    'starmap args': lambda: starmap(lambda a: a, ((1, 2) if x == 2 else (x,) for x in l)),
    'accumulate': lambda: accumulate(l, lambda a, b: bad(b) and a + b),
    'accumulate str': lambda: accumulate(x if x != 4 else 'four' for x in l),
    'chain': lambda: chain(gen(2), 5, gen(2)),
    'chain raises': lambda: chain(gen(2), (1 // (2 - x) for x in l), gen(2)),
    'from_iterable': lambda: chain.from_iterable(gen(x) if x != 2 else None for x in l),
    'stop': lambda: takewhile(lambda x: next(iter(())) if x == 4 else True, l),
    'stop in accumulate': lambda: accumulate(l, lambda a, b: next(iter(())) if b == 4 else a),
}
for _ in range(4):
    for name, make in fails.items():
        it, out = make(), []
        for k in range(3):
            try:
                for x in it:
                    out.append(x)
            except (ValueError, TypeError, ZeroDivisionError, RuntimeError) as e:
                out.append((type(e).__name__, str(e).replace('<lambda>()', 'f()').replace(name, 'f')[:60]))
        if _ == 3:
            print('fails', name, out)


# The function takes steps of its own.
def reentrant(make):
    out, hold = [], []

    def f(*a):
        if len(out) == 2:
            out.append(('inner', next(hold[0], 'end')))
        return a[-1] < 6

    hold.append(make(f))
    for x in hold[0]:
        out.append(x)
    return out


for _ in range(4):
    for name, make in (
        ('takewhile', lambda f: takewhile(f, iter(l))),
        ('dropwhile', lambda f: dropwhile(f, iter(l))),
        ('filterfalse', lambda f: filterfalse(lambda x: f(x), iter(l))),
        ('accumulate', lambda f: accumulate(iter(l), lambda a, b: a + f(a, b))),
    ):
        print('reentrant', name, reentrant(make))


# Classes that derive from them have steps of their own.
class Twice(takewhile):
    def __next__(self):
        x = super().__next__()
        return x, x


class Named(islice):
    name = 'named'


for _ in range(3):
    print([x for x in Twice(lambda x: x < 4, gen(9))], [x for x in Named(gen(5), 3)], Named(gen(2), 1).name)

# Elements that are cells, or the objects themselves.
def cells():
    a, b, c = 1, 2, 3
    return (lambda: (a, b, c)).__closure__


for _ in range(3):
    print([(x.cell_contents, y.cell_contents) for x, y in pairwise(x for x in cells())])
    print([x.cell_contents for x in accumulate((x for x in cells()), lambda a, b: b)])
    print([type(x).__name__ for x in accumulate((x for x in [NotImplemented, None, ...]), lambda a, b: b)])
    own = []
    it = accumulate((x for x in own), lambda a, b: b)
    own.append(it)
    own.append(1)
    print([x is it for x in it])

# A list that changes while it is iterated; ints beyond a word.
for _ in range(3):
    grows = [1, 2, 3]
    print([grows.append(x) or x for x in islice(chain(grows, gen(2)), 8)])
    print([x for x in accumulate(gen(6), lambda a, b: (a + 1) * 2**30)])
    print([x for x in islice(gen(5), 2**62)], [x for x in islice(gen(5), 1, None, 2**62)])


# A generator that yields from them, and throws.
def outer(it):
    try:
        yield from it
    except ValueError:
        yield 'caught'


for _ in range(3):
    print(list(outer(takewhile(lambda x: x < 3, gen(9)))), list(outer(chain(gen(2), gen(2)))))
    print(list(outer(takewhile(bad, gen(9)))))
    g = outer(pairwise(gen(9)))
    print(next(g), next(g))
    try:
        print(g.throw(ValueError))
    except AttributeError as e:
        print(e)
