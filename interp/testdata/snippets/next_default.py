# next(g, default) of a generator, a map or a filter, each in loops that are compiled.
def count(n):
    for i in range(n):
        yield i

def firsts(n):
    total = 0
    for k in range(n):
        g = count(k % 4)
        total += next(g, 100)
        total += next(g, 1000)
        total += next(g, 10000)
        total += next(g, 100000)
    return total
print(firsts(400))

def search(v, want):
    return next((i for i, x in enumerate(v) if x == want), None)
v = list(range(30))
print([search(v, w) for w in (0, 5, 29, 30)], sum(search(v, i % 30) for i in range(600)))

def mapped(n):
    out = 0
    for i in range(n):
        out += next(map(lambda x: x + i, [3, 4]), None) + next(filter(lambda x: x > i % 3, [0, 1, 2]), 7)
    return out
print(mapped(500))
#---
# What is left of the iterator, and what it returns.
def g():
    a = yield 1
    print('sent', a)
    return 5
for _ in range(3):
    it = g()
    print(next(it, 'd'), next(it, 'd'), next(it, 'd'))
def steps():
    log = []
    it = iter(map(lambda x: x * 2, [1, 2, 3]))
    for i in range(200):
        if i % 5 == 0:
            it = map(lambda x: x * 2, [1, 2, 3])
        log.append(next(it, None))
    return log
print(steps()[:12], len(steps()))
it = filter(None, [0, 1, 0, 2])
print([next(it, 'end') for _ in range(4)])
m = map(lambda a, b: (a, b), 'ab', 'xyz')
print([next(m, 'end') for _ in range(4)])
#---
# Exceptions: of the generator, of the function, StopIteration of each.
def bad(n):
    yield n
    raise KeyError(n)
def stops():
    yield 1
    raise StopIteration(3)
def f(x):
    if x == 2:
        raise StopIteration(x)
    if x == 3:
        raise ValueError(x)
    return x
def run(make):
    out = []
    for i in range(150):
        it = make()
        for _ in range(4):
            try:
                out.append(next(it, 'end'))
            except Exception as e:
                out.append((type(e).__name__, str(e)))
    print(len(out), out[:4], out[:4] == out[-4:])
run(lambda: bad(1))
run(stops)
run(lambda: map(f, [1, 2, 1]))
run(lambda: map(f, [1, 3, 1]))
run(lambda: filter(f, [1, 2, 1]))
run(lambda: filter(f, [0, 3, 1]))
run(lambda: (f(x) for x in (1, 2, 3)))
def late():
    it = map(f, [2])
    try:
        next(it)
    except StopIteration as e:
        return e.value
print({late() for _ in range(200)})
#---
# A generator that is running, one that is closed, and what is no iterator.
def me():
    yield next(it, 'default')
out = set()
for _ in range(100):
    it = me()
    try:
        out.add(next(it, 0))
    except ValueError as e:
        out.add(str(e))
print(out)
def closed():
    it = (x for x in (1, 2))
    it.close()
    return next(it, 'closed')
print({closed() for _ in range(200)})
for x in ([1], 5, 'ab', None):
    try:
        print(next(x, 1))
    except TypeError as e:
        print(e)
try:
    next(iter([]), 1, 2)
except TypeError as e:
    print(e)
try:
    next((x for x in ()), default=1)
except TypeError as e:
    print(e)
mark = object()
print(next((x for x in ()), mark) is mark)
#---
# Where a generator is dropped, suspended, and what its traceback shows.
import traceback
log = []
def with_finally():
    try:
        yield 1
        yield 2
    finally:
        log.append('done')
for _ in range(100):
    it = with_finally()
    next(it, None)
    it.close()
print(len(log))
def raises():
    yield 1
    1 / 0
def caller():
    it = raises()
    next(it, None)
    next(it, None)
for _ in range(100):
    try:
        caller()
    except ZeroDivisionError as e:
        names = [s.name for s in traceback.extract_tb(e.__traceback__)]
print(names)
next_ = next
def other(next, g):
    return next(g, 5)
print([other(next_, (x for x in ())), other(lambda g, d: d * 2, (x for x in ()))], {other(next_, (x for x in (1,))) for _ in range(200)})
import builtins
kept = builtins.next
def uses():
    return next((x for x in (4,)), 0)
print({uses() for _ in range(200)})
builtins.next = lambda g, d: 'mine'
print({uses() for _ in range(20)})
builtins.next = kept
print({uses() for _ in range(20)})
