# Generators that handle exceptions, in hot loops: what they handle is theirs.
import sys


def safe(n):
    for i in range(n):
        try:
            if i % 3 == 0:
                raise ValueError(i)
            yield i
        except ValueError as e:
            yield -e.args[0]
        finally:
            i += 1


def inside(n):
    for i in range(n):
        try:
            raise KeyError(i)
        except KeyError:
            yield i, sys.exception() is not None


t = 0
for k in range(20):
    for x in safe(100):
        t += x
    for x, y in inside(50):
        t += x * y
        t += sys.exception() is not None
print(t)
try:
    raise OSError
except OSError:
    for k in range(20):
        for x, y in inside(50):
            t += sys.exception().__class__ is OSError
            t += x
        for x in safe(100):
            t += x
    print(t, sys.exception().__class__)
print(sys.exception())
#---
# try around yield in the loop that is hot, and closing it in every state.
log = []


def f(n):
    try:
        for i in range(n):
            try:
                yield i
            except ValueError:
                log.append(i)
                yield -1
    finally:
        log.append("closed")


for k in range(30):
    g = f(50)
    t = 0
    for x in g:
        t += x
        if x == 40 + k % 7:
            g.throw(ValueError)
        if x == 45:
            break
    g.close()
print(t, len(log), log[-3:])


def g1(it):
    x = yield from it
    yield x


def thrown(exc):
    sub = f(3)
    g = g1(sub)
    next(g)
    try:
        r = g.throw(exc)
    except BaseException as e:
        r = type(e)
    g.close()
    sub.close()
    return r


for k in range(300):
    out = thrown(ValueError), thrown(KeyError("k")), thrown(GeneratorExit), thrown(StopIteration(3))
print(out, log[-4:])
#---
# StopIteration inside, and the values of ends.
def ends(n):
    for i in range(n):
        yield i
    return n


def by_hand(g):
    t = 0
    while True:
        try:
            t += next(g)
        except StopIteration as e:
            return t, e.value


for k in range(200):
    out = by_hand(ends(10)), by_hand(ends(0))
print(out)


def bad():
    yield 1
    next(iter(()))


for f in (lambda: list(bad()), lambda: sum(bad()), lambda: by_hand(bad()), lambda: [x for x in bad()]):
    try:
        print(f())
    except RuntimeError as e:
        print(repr(e), repr(e.__cause__))
it = iter([1, 2, 3])
try:
    print(list(next(it) for i in range(5)))
except RuntimeError as e:
    print(e)
#---
# Methods at the wrong time.
def f():
    yield 1
    yield 2


def attempt(what, *args):
    try:
        return what(*args)
    except BaseException as e:
        return repr(e)


g = f()
print(attempt(g.send, 1), attempt(g.throw, ValueError("a")), attempt(next, g), attempt(g.throw, KeyError), attempt(g.close))
g = f()
print(next(g), attempt(g.throw, 5), attempt(g.throw, int), attempt(g.throw, ValueError), attempt(g.send, None), attempt(g.close))


def me():
    yield attempt(g.send, None), attempt(g.close), attempt(g.throw, ValueError), attempt(next, g), g.gi_running


g = me()
print(next(g))


def sub():
    yield attempt(outer.close), outer.gi_running


def deleg():
    yield from sub()


outer = deleg()
print(next(outer))
