# next(it) in machine code: an iterator at its end raises as often as it is asked.
from collections import deque

def drain(make, n):
    count, total = 0, 0
    for k in range(n):
        it = iter(make())
        try:
            while True:
                x = next(it)
                count += 1
                total += x if type(x) is int else len(str(x))
        except StopIteration as e:
            if e.args:
                print(e.args)
        for again in range(2):
            try:
                next(it)
                print('more')
            except StopIteration:
                pass
    return count, total

makers = [
    lambda: [1, 2, 3] * 5, lambda: (4, 5, 6), lambda: range(7), lambda: range(2 ** 70, 2 ** 70 + 3), lambda: 'abcé', lambda: 'x€😀', lambda: b'bytes',
    lambda: bytearray(b'ab'), lambda: {1: 2, 'k': 3}, lambda: {1: 2}.values(), lambda: {1: 2, 3: 4}.items(), lambda: {5, 6}, lambda: frozenset({7}),
    lambda: reversed([1, 2, 3]), lambda: enumerate([1, 2]), lambda: zip([1, 2], 'ab'), lambda: map(abs, [-1, -2]), lambda: filter(None, [0, 3]),
    lambda: deque([1, 2, 3]), lambda: (i * i for i in range(4)), lambda: iter([1, 2, 0].pop, 0),
]
for make in makers:
    print(drain(make, 60))

#---
class Count:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration(self.n)
        return self.n
def two(its):
    out = []
    for it in its:
        while True:
            try:
                out.append(next(it))
            except StopIteration as e:
                out.append(e.value)
                break
    return out
for k in range(60):
    r = two([iter([1, 2]), Count(2), iter(()), iter('ab'), Count(0), (x for x in [9])])
print(r)

#---
# The container changes meanwhile.
def grown(n):
    l = [1]
    it, seen = iter(l), 0
    for k in range(n):
        seen += next(it)
        l.append(k)
        if k % 10 == 9:
            del l[len(l) // 2 + 1:]
            try:
                while True:
                    seen += next(it)
            except StopIteration:
                l.append(5)
                try:
                    next(it)
                except StopIteration:
                    it = iter(l)
    return seen, len(l)
print(grown(300))
def resized(n):
    d = {k: k for k in range(n)}
    it, s = iter(d), 0
    try:
        for k in range(n + 5):
            s += next(it)
            if k == n - 30:
                d[-1] = 0
    except RuntimeError as e:
        return s, str(e)
print(resized(200))

#---
# Another next, and what is no iterator.
def use(x, n):
    s = 0
    for k in range(n):
        s += next(x)
    return s
print(use(iter(range(500)), 300))
for bad in [1, 2], 5, None:
    try:
        use(bad, 3)
    except TypeError as e:
        print(e)
next = lambda it: 2
print(use(None, 100))
del next
print(use(iter([3] * 400), 300))
try:
    use(iter([3] * 30), 300)
except StopIteration as e:
    print(repr(e))

#---
# next() and iter() of instances: the methods are frames of the trace.
class It:
    pos = 0
    def __init__(self, o): self.o = o
    def __iter__(self): return self
    def __next__(self):
        r = self.pos
        if r > 400:
            raise StopIteration('end', r)
        self.pos += 1
        return self.o[r]
class Of:
    def __init__(self, s): self.i, self.s = It(self), s
    def __iter__(self): return self.i
    def __getitem__(self, i): return i * self.s
class Gen:
    def __iter__(self):
        yield 1
        yield 2
class Bad:
    def __iter__(self): return 5
class Sub(list):
    def __iter__(self): return iter([7, 8])
def count(x, n):
    for t in range(n):
        it = iter(x)
        a = next(it); b = next(it)
    return a, b
print(count(Of(3), 150))
try:
    count(Of(2), 500)
except StopIteration as e:
    print(e.args)
print(count(Gen(), 200), count(Sub([1]), 200), count([4, 5, 6], 200), count('xyz', 50), count(Gen(), 50))
for bad in Bad(), 5:
    try:
        count(bad, 3)
    except TypeError as e:
        print(e)
def mixed(xs, n):
    out = []
    for t in range(n):
        for x in xs:
            try:
                out.append(next(iter(x)))
            except (TypeError, StopIteration) as e:
                out.append(type(e).__name__)
        del out[:-len(xs)]
    return out
print(mixed([[1], Gen(), Sub(), Bad(), (), Of(9), 'a', {3: 4}, range(2)], 150))
def changed(n):
    x, s = Of(1), 0
    for t in range(n):
        s += next(x.i)
        if t == n - 50:
            It.__next__ = lambda self: 1000
        if t == n - 20:
            del It.__next__
            try:
                next(x.i)
            except TypeError as e:
                print(e)
            It.__next__ = lambda self: -1
    return s
print(changed(300))
def deep(n):
    class R:
        def __next__(self): return next(R2()) if n else 0
        def __iter__(self): return iter(self)
    R2 = R
    try:
        next(R())
    except RecursionError as e:
        print('deep', type(e).__name__)
    try:
        iter(R())
    except RecursionError as e:
        print('deep', type(e).__name__)
deep(1)
