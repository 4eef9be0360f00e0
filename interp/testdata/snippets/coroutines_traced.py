# Coroutines that are awaited where they are made: their frames are a trace's.
import sys, types


class Wait:
    def __await__(self):
        return (yield 'wait')


def run(c, *sent):
    sent = list(sent)
    got = []
    v = None
    try:
        while True:
            got.append(c.send(v))
            v = sent.pop(0) if sent else None
    except StopIteration as e:
        return e.value, len(got), got[:3]


async def add(a, b=1, *, c=0):
    return a + b + c


async def twice(x):
    return await add(x, x)


async def rarely(i):
    if i % 97 == 0:
        return await Wait() or i
    return i


async def fails(i):
    if i % 50 == 49:
        raise ValueError(i)
    return i


async def guarded(i):
    try:
        return await fails(i)
    except ValueError as e:
        return -e.args[0]
    finally:
        log.append(i)


log = []


async def main(n):
    s = 0
    for i in range(n):
        s += await add(i)
        s += await add(i, 2, c=3)
        s += await twice(i)
        s += await rarely(i)
        s += await guarded(i)
    return s


for _ in range(3):
    print(run(main(2000)), len(log))
print(run(main(300), 5, 6, 7))
#---
# what is awaited is now one coroutine and now another, one that waits already, one that has ended, and no coroutine
import types


class Wait:
    def __await__(self):
        return (yield 'wait')


async def one(i):
    return 1


async def two(i):
    return 2


async def waits():
    await Wait()


@types.coroutine
def plain(i):
    return 3
    yield


class Ready:
    def __init__(self, i):
        self.i = i

    def __await__(self):
        return iter(())


def nothing(i):
    return None


pending = waits()
pending.send(None)
ended = one(0)
try:
    ended.send(None)
except StopIteration:
    pass


async def main(fs, n):
    s = 0
    errors = {}
    for i in range(n):
        f = fs[i % len(fs)]
        try:
            s += await (one(i) if i % 3 else f(i)) or 0
        except (RuntimeError, TypeError) as e:
            errors[str(e)] = errors.get(str(e), 0) + 1
    return s, errors


def run(c):
    try:
        c.send(None)
    except StopIteration as e:
        return e.value


for fs in [one], [two], [one, two], [plain], [Ready], [nothing], [lambda i: pending], [lambda i: ended], [one, two, plain, Ready, nothing, lambda i: pending, lambda i: ended], [one]:
    print(run(main(fs, 900)))
pending.close()
#---
# tracebacks, frames, and what a coroutine says of itself while it runs in a trace
import sys, inspect


async def look(i):
    if i == 900:
        f = sys._getframe()
        names.append([f.f_code.co_name, f.f_back.f_code.co_name, f.f_back.f_back.f_code.co_name])
    return i


async def outer(i):
    return await look(i)


async def boom(i):
    if i == 950:
        1 / 0
    return i


names = []


async def main():
    s = 0
    for i in range(1000):
        s += await outer(i)
        s += await boom(i)
    return s


def run():
    c = main()
    try:
        c.send(None)
    except ZeroDivisionError as e:
        t, lines = e.__traceback__, []
        while t:
            lines.append((t.tb_frame.f_code.co_name, t.tb_lineno))
            t = t.tb_next
        print(lines, inspect.getcoroutinestate(c), c.cr_frame)


for _ in range(3):
    run()
print(names)


async def itself():
    return states(me[0])


def states(c):
    return inspect.getcoroutinestate(c), c.cr_running, c.cr_await is None


me = [None]


async def with_itself(n):
    r = set()
    for i in range(n):
        me[0] = c = itself()
        r.add(await c)
        r.add(states(c))
    return sorted(r)


try:
    with_itself(500).send(None)
except StopIteration as e:
    print(e.value)
#---
# changed functions, classes and globals afterwards; a method that is overridden; a closure; recursion
class A:
    async def f(self, i):
        return i

    async def g(self, i):
        return await self.f(i) + await self.f(1)


class B(A):
    async def f(self, i):
        return -i


def run(c):
    try:
        c.send(None)
    except StopIteration as e:
        return e.value


async def loop(a, n):
    s = 0
    for i in range(n):
        s += await a.g(i)
    return s


a, b = A(), B()
print(run(loop(a, 1000)), run(loop(b, 1000)), run(loop(a, 1000)))


async def other(self, i):
    return 7


A.f = other
print(run(loop(a, 1000)), run(loop(b, 1000)))
a.f = lambda i: other(a, i)
print(run(loop(a, 1000)))
A.f = lambda self, i: other(self, i)
del a.f
print(run(loop(a, 1000)))


async def deep(n):
    return 0 if n == 0 else 1 + await deep(n - 1)


async def deeps(n):
    return sum([await deep(i % 20) for i in range(n)])


print(run(deeps(500)))


def make(k):
    async def f(i):
        nonlocal k
        k += i
        return k
    return f


async def closures(n):
    f, s = make(3), 0
    for i in range(n):
        s += await f(i)
        if i % 100 == 0:
            f = make(i)
    return s


print(run(closures(1000)))


async def recursive(n):
    return await recursive(n + 1)


for _ in range(2):
    try:
        run(recursive(0))
    except RecursionError as e:
        print(type(e).__name__)
#---
# thrown into, closed, StopIteration, async with and for, yield from of generators that are made
class Wait:
    def __await__(self):
        return (yield 'wait')


async def inner(i):
    if i >= 400:
        try:
            await Wait()
        except KeyError:
            return 'caught'
        except GeneratorExit:
            log.append('exit')
            raise
        finally:
            log.append(i)
    return i


log = []


async def main(n):
    r = []
    for i in range(n):
        r.append(await inner(i))
    return r


c = main(402)
print(c.send(None))
print(c.throw(KeyError(1)))
try:
    c.send(5)
except StopIteration as e:
    print(len(e.value), e.value[-2:], log)
c = main(500)
c.send(None)
c.close()
print(log)


async def stops(i):
    if i == 300:
        raise StopIteration(i)


async def all_stops():
    for i in range(301):
        await stops(i)


try:
    all_stops().send(None)
except RuntimeError as e:
    print(e, repr(e.__cause__))


class Manager:
    def __init__(self):
        self.n = 0

    async def __aenter__(self):
        self.n += 1
        return self.n

    async def __aexit__(self, t, e, tb):
        self.n -= 3
        return t is ValueError


async def managed(n):
    m, s = Manager(), 0
    for i in range(n):
        async with m as k:
            s += k
            if i % 10 == 0:
                raise ValueError
    return s, m.n


try:
    managed(800).send(None)
except StopIteration as e:
    print(e.value)


def gen(n):
    x = yield n
    return x or n


def over(n):
    s = 0
    for i in range(n):
        s += yield from gen(i)
    return s


def total(n):
    s = 0
    for x in over(n):
        s += x
    return s


print(total(1000), total(3))
