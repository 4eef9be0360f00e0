"""Iterators of classes: __next__ is called by for, by unpacking, by builtins; what it
raises; what happens to its class meanwhile."""
import sys


class Count:
    def __init__(self, n):
        self.i = 0
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        i = self.i
        if i >= self.n:
            raise StopIteration
        self.i = i + 1
        return i


def total(it):
    s = 0
    for x in it:
        s += x
    else:
        s += 1000
    return s


print([total(Count(n)) for n in (0, 1, 2, 5, 3000)])
print(sum(total(Count(n % 7)) for n in range(2000)))


class Twice(Count):
    def __next__(self):
        return 2 * super().__next__()


class End(StopIteration):
    pass


class Other:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        return self.step()

    def step(self):
        self.n -= 1
        if self.n < 0:
            self.end()
        return self.n

    def end(self):
        raise End(self.n)


def several(n):
    s = 0
    for i in range(n):
        for x in (Count(4), Twice(3), Other(5), [1, 2], Count(2), "ab", Other(0))[i % 7]:
            s += x if x.__class__ is int else ord(x)
    return s


print(several(7), several(3000))


# Exceptions in and around.
class Broken(Count):
    def __next__(self):
        try:
            x = super().__next__()
        finally:
            self.log.append(len(self.log))
        if x == 3:
            raise KeyError(x)
        if x == 5:
            return 1 // (x - 5)
        return x


def around(n, start):
    out = []
    for i in range(n):
        b = Broken(7)
        b.log = []
        b.i = start
        try:
            for x in b:
                out.append(x)
        except StopIteration:
            out.append("never")
        except (KeyError, ZeroDivisionError) as e:
            tb = e.__traceback__
            lines = []
            while tb:
                lines.append(tb.tb_lineno - around.__code__.co_firstlineno)
                tb = tb.tb_next
            out.append((repr(e), lines, e.__context__))
        else:
            out.append("done")
        out.append((len(b.log), sys.exception()))
    return out[-4:]


for start in 0, 4, 6, 7:
    print(around(3, start))
    print(around(300, start) == around(3, start))


def inside_handler(n):
    out = []
    for i in range(n):
        try:
            raise OSError(i)
        except OSError as e:
            for x in Count(3):
                if sys.exception() is not e:
                    out.append("other")
            out.append(repr(sys.exception()))
    return out[-1], len(out)


print(inside_handler(300))


class Handles:
    def __init__(self, n):
        self.it = iter(range(n))

    def __iter__(self):
        return self

    def __next__(self):
        try:
            return next(self.it)
        except StopIteration as e:
            e.args
            raise
        finally:
            self.seen = sys.exception()


class Replaces(Handles):
    def __next__(self):
        try:
            return next(self.it)
        except StopIteration:
            raise StopIteration("replaced")


def handles(n):
    s = 0
    for i in range(n):
        for c in Handles, Replaces:
            h = c(i % 5)
            for x in h:
                s += x
            s += 10 if sys.exception() is None else 20
    return s


print(handles(6), handles(1500))


# In generators.
def over(it):
    for x in it:
        yield x
    yield -1


def delegate(it):
    r = yield from it
    yield r


print(sum(over(Count(5))), list(over(Other(3))), list(delegate(Other(2))), list(delegate(Replaces(2))))
print(sum(sum(over(Count(n % 6))) for n in range(1000)), sum(sum(over(Other(n % 6))) for n in range(1000)))


def leaks(n):
    r = 0
    for i in range(n):
        g = over(Count(1))
        r += next(g)
        r += next(g)
        try:
            next(g)
        except StopIteration as e:
            r += 100 + (e.value is None)
    return r


print(leaks(300))


# Unpacking and builtins.
def uses(n):
    s = 0
    for i in range(n):
        a, b, *c = Count(4)
        s += a + b + len(c) + sum(Count(4)) + max(Twice(4)) + len(list(Other(3))) + (2 in Count(3))
        s += len([*Count(2), *Other(2)]) + len({x for x in Count(3)}) + sum(x * y for x, y in zip(Count(3), Other(3)))
        for k, x in enumerate(Count(3)):
            s += k * x
        for x in map(int, Count(2)):
            s += x
    return s


print(uses(1), uses(300))


# The class changes.
def changes(n):
    class Changes:
        def __init__(self):
            self.n = 0

        def __iter__(self):
            return self

        def __next__(self):
            self.n += 1
            if self.n > n:
                raise StopIteration
            return 1

    def other(self):
        self.n += 1
        if self.n > n:
            raise StopIteration
        return 100

    s = 0
    for x in Changes():
        s += x
    for i, x in enumerate(Changes()):
        s += x
        if i == n // 2:
            Changes.__next__ = other
    it = Changes()
    for x in it:
        s += x
        if it.n == n // 2:
            del Changes.__next__
            try:
                for y in it:
                    s += 5
            except TypeError as e:
                s += len(str(e))
            Changes.__next__ = other
    return s


print(changes(4), changes(500))


# What __next__ may be besides a plain function.
class Odd:
    n = 0

    def __iter__(self):
        return self


def kinds():
    out = []
    for f in (
        lambda self, k=2: k,
        lambda *a: len(a),
        lambda self, **k: k,
        staticmethod(lambda: 7),
        classmethod(lambda c: c.n),
        len,
        iter([1, 2]).__next__,
        lambda: 3,
        lambda self, a: 3,
        3,
        None,
    ):
        Odd.__next__ = f
        try:
            k = 0
            for x in Odd():
                out.append(x)
                k += 1
                if k == 3:
                    break
        except TypeError as e:
            out.append(str(e).replace("kinds.<locals>.", ""))
    return out


print(kinds())
for i in range(100):
    r = kinds()
print(r == kinds())


class Yields:
    def __iter__(self):
        return self

    def __next__(self):
        yield 1


for i, g in enumerate(Yields()):
    if i == 2000:
        print(list(g))
        break


class Deep:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return total(Deep(self.n)) % 7


def depth(n):
    try:
        return total(Deep(n))
    except RecursionError as e:
        return str(e)


print(depth(3), depth(8))


class Bottomless(Deep):
    def __next__(self):
        return sum(x for x in Bottomless(1))


try:
    for x in Bottomless(1):
        pass
except RecursionError as e:
    print(e)
#---
# Special methods of iterators that modules make, and what stands for an object.
import csv, os, string, weakref
async def ag(): yield 1
def shown(x): print(type(x).__name__, *[n for n in ('__iter__', '__next__', '__len__', '__getitem__', '__contains__', '__bool__') if hasattr(type(x), n)])
for x in csv.reader(['a,b']), os.scandir('/'), string.Formatter().parse('a{b}'), ag().__anext__(), ag().athrow(ValueError), anext(ag(), 1): shown(x)
print(csv.reader(['a,b']).__next__(), ag().asend(None).__iter__() is not None)
try: ag().__anext__().__next__()
except StopIteration as e: print(e.value)
class Big:
    def __hash__(self): return 2 ** 62 + 3
    def __ifloordiv__(self, x): return ('in place', x)
    def __reversed__(self): return 'reversed'
b = Big()
r = weakref.ref(b)
print(hash(r) == hash(r) == hash(b), weakref.WeakKeyDictionary({b: 1})[b])
p = weakref.proxy(b)
q = p
q //= 3
print(q, reversed(p))
#---
# Classes whose __next__ is that of a generator: a loop resumes the generator.
def count(n, log=None):
    try:
        for i in range(n):
            yield i
    finally:
        if log is not None: log.append(i)
    return 'over'
def made(g, **more):
    return type('It', (), {'__next__': g.__next__, '__iter__': lambda self: self, **more})()
def total(n):
    s = 0
    for i in range(n):
        for x in made(count(i % 7)): s += x
        s += sum([x for x in made(count(3))])
    return s
print(total(2000))
g = count(5000)
it = made(g)
print(sum(x for x in it), next(it, 'none'), [x for x in it])
def outer(n):
    r = yield from count(n)
    yield r
print([x for x in made(outer(3))])
# The class changes in the loop, or the generator is used besides.
def changing():
    it, seen, other = made(count(10)), [], count(3)
    for x in it:
        seen.append(x)
        if x == 4: type(it).__next__ = other.__next__
        if len(seen) > 20: break
    return seen
for i in range(300): r = changing()
print(r)
def besides():
    g = count(9)
    return [(x, next(g, None)) for x in made(g)]
for i in range(300): r = besides()
print(r)
def deleted():
    it, seen = made(count(4)), []
    try:
        for x in it:
            seen.append(x)
            if x == 2: del type(it).__next__
    except TypeError as e: seen.append(type(e))
    return seen
for i in range(300): r = deleted()
print(r)
# What the generator raises, and one that runs already.
def fails(n):
    yield from range(n)
    raise (StopIteration if n == 2 else KeyError)(n)
def failing(n):
    seen = []
    try:
        for x in made(fails(n)): seen.append(x)
    except (RuntimeError, KeyError) as e: seen.append((repr(e), repr(e.__cause__)))
    return seen
for i in range(300): r = failing(2), failing(3)
print(r)
def selfish():
    yield 1
    for x in me: yield x
me = made(selfish())
try: print([x for x in me])
except ValueError as e: print(e)
# The iterator lives as long as its loop, and no longer.
import gc
log = []
class Dies:
    def __del__(self): log.append('died')
def living():
    it = type('It', (Dies,), {'__next__': count(3, log).__next__, '__iter__': lambda self: self})
    for x in it(): log.append((x, 'died' in log))
living()
gc.collect()
print(log[:4], sorted(set(map(str, log[4:]))))
# __next__ of others: a list's iterator, a static method, a function.
for nx in [iter([1, 2, 3]).__next__, staticmethod(iter((7, 8)).__next__), lambda self, i=iter('xy'): next(i)]:
    T = type('It', (), {'__next__': nx, '__iter__': lambda self: self})
    print([x for x in T()])
async def co(): return 1
class C:
    __next__ = co().send
    def __iter__(self): return self
try: print([x for x in C()])
except TypeError as e: print(type(e).__name__)
