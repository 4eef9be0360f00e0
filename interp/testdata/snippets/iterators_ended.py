# What an iterator has ended with goes through the iterators over it that hand it on, and is lost in those that do not.
import itertools

class A:
    def __init__(self, n=0): self.n = n
    def __iter__(self): return self
    def __next__(self):
        self.n -= 1
        if self.n < 0: raise StopIteration(42)
        return self.n

def gen(n):
    for i in range(n): yield i
    return 43

def stop(*a): raise StopIteration(44)
def through(it): return (yield from it)
def end(it):
    try:
        while True: next(it)
    except StopIteration as e:
        return e.args
    except Exception as e:
        return type(e).__name__, str(e)

makers = {
    'iter': iter, 'enumerate': enumerate, 'zip': zip, 'zip2': lambda x: zip(x, [1]), 'zip3': lambda x: zip([1, 2, 3, 4], x),
    'strict': lambda x: zip(x, strict=True), 'map': lambda x: map(str, x), 'map2': lambda x: map(max, x, [1, 2, 3, 4]),
    'filter': lambda x: filter(None, x), 'filter2': lambda x: filter(bool, x), 'genexpr': lambda x: (y for y in x),
    'through': through, 'mapmap': lambda x: map(str, map(int, x)),
    'accumulate': itertools.accumulate, 'batched': lambda x: itertools.batched(x, 2), 'chain': itertools.chain,
    'chain2': itertools.chain.from_iterable, 'compress': lambda x: itertools.compress(x, [1] * 5), 'compress2': lambda x: itertools.compress([1] * 5, x),
    'cycle': lambda x: itertools.islice(itertools.cycle(x), 5), 'dropwhile': lambda x: itertools.dropwhile(bool, x),
    'takewhile': lambda x: itertools.takewhile(lambda v: True, x), 'filterfalse': lambda x: itertools.filterfalse(bool, x),
    'islice': lambda x: itertools.islice(x, 5), 'islice2': lambda x: itertools.islice(x, 2, 5), 'pairwise': itertools.pairwise,
    'starmap': lambda x: itertools.starmap(max, ((v, 1) for v in x)), 'starmap2': lambda x: itertools.starmap(max, zip(x, x)),
    'zip_longest': itertools.zip_longest, 'groupby': itertools.groupby, 'tee': lambda x: itertools.tee(x)[0],
}
for name, make in makers.items():
    print(name, *(end(make(mk(n))) for mk in (A, gen) for n in (0, 2, 3)))
    try: print(len(list(make(A(2)))), next(make(A()), 'default'))
    except Exception as e: print(type(e).__name__, e)
    def g(): print('value', (yield from make(A())))
    for x in g(): print('x', x)
#---
# StopIteration that a function raises ends the iterator that calls it.
import itertools
def stop(*a): raise StopIteration(44)
class Falsy:
    def __bool__(self): raise StopIteration(45)
class Item:
    def __getitem__(self, i):
        if i == 2: raise StopIteration(46)
        return i
    def __len__(self): return 5
def end(it):
    try:
        while True: next(it)
    except StopIteration as e:
        return e.args
for it in (lambda: map(stop, [1]), lambda: map(stop, [1], [2]), lambda: filter(stop, [1]), lambda: filter(None, [Falsy()]),
           lambda: iter(stop, 1), lambda: iter(Item()), lambda: reversed(Item()), lambda: itertools.takewhile(stop, [1]),
           lambda: itertools.dropwhile(stop, [1]), lambda: itertools.filterfalse(stop, [1]), lambda: itertools.starmap(stop, [(1,)]),
           lambda: itertools.accumulate([1, 2], stop), lambda: itertools.groupby([1], stop), lambda: itertools.compress([1], [Falsy()])):
    print(end(it()), list(it()), tuple(it()), [x for x in it()], next(it(), 'd'))
    for x in it(): print(x)
    def g(): print('value', (yield from it()))
    list(g())
#---
# Hot: a loop whose iterator ends by StopIteration of what it calls.
def stop_at(n):
    def f(x):
        if x == n: raise StopIteration(n)
        return x
    return f
total = 0
for i in range(300):
    for x in map(stop_at(i % 7), range(10)): total += x
    def g():
        global total
        total += (yield from map(stop_at(i % 5), range(9)))
    total += sum(g())
print(total)
