"""What resumes a generator, or pushes the frame of a __next__: a tree's walker that yields
from its branches, next, send, an iterator of a class, and await, one or several in turn; generators
that handle exceptions, coroutines that await coroutines of their own code, functions that are made, and asynchronous
generators that run over each other, end soon, or are sent values.

resumers.py KERNEL COUNT ROUNDS prints the median time of an element."""
import sys
import time


def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 1)


def walk(count, n):
    s = 0
    while n > 0:
        for x in tree(count + 3):
            s += x
            n -= 1
    return s


def counter(step):
    i = 0
    while True:
        yield i
        i += step


def by_next(count, n):
    gs = [counter(i) for i in range(count)]
    s = 0
    for i in range(n):
        s += next(gs[i % count])
    return s


def adder(t):
    while True:
        x = yield t
        t += x


def by_send(count, n):
    gs = [adder(i) for i in range(count)]
    for g in gs:
        next(g)
    s = 0
    for i in range(n):
        s ^= gs[i % count].send(i)
    return s


class Count:
    """The numbers below n, the greatest first."""

    def __init__(self, n):
        self.left = n

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


def iterator(count, n):
    s = 0
    for r in range(count):
        for x in Count(n // count):
            s += x
    return s


async def nested(depth, x):
    if depth:
        return await nested(depth - 1, x) + 1
    return x


async def awaiting(count, n):
    s = 0
    for i in range(n // count):
        s ^= await nested(count - 1, i)
    return s


def awaited(count, n):
    try:
        awaiting(count, n).send(None)
    except StopIteration as e:
        return e.value


def guarded(step):
    i = 0
    while True:
        try:
            yield i
        finally:
            i += step


def by_guarded(count, n):
    gs = [guarded(i) for i in range(count)]
    s = 0
    for i in range(n):
        s += next(gs[i % count])
    return s


async def recursive(depth):
    if depth:
        return await recursive(depth - 1) + await recursive(depth - 1)
    return 1


def recursively(count, n):
    s = 0
    while s < n:
        try:
            recursive(count + 3).send(None)
        except StopIteration as e:
            s += e.value
    return s


def made(count, n):
    s = 0
    for i in range(n // count):
        for j in range(count):
            f = lambda x, y=j: x + y + i
            s ^= f(i)
    return s


async def passing(count, n):
    if count > 1:
        async for x in passing(count - 1, n):
            yield x
    else:
        for i in range(n):
            yield i


async def over(count, n):
    s = 0
    async for x in passing(count, n // count):
        s ^= x
    for i in range(n // 200):
        async for x in passing(count, 2):
            s += x
    return s


def asynchronous(count, n):
    try:
        over(count, n).send(None)
    except StopIteration as e:
        return e.value


async def echo(x):
    while True:
        x = yield x + 1


async def asending(count, n):
    gs = [echo(i) for i in range(count)]
    for g in gs:
        await g.asend(None)
    s = 0
    for i in range(n):
        s += await gs[i % count].asend(i)
    return s


def by_asend(count, n):
    try:
        asending(count, n).send(None)
    except StopIteration as e:
        return e.value


KERNELS = {"walk": walk, "next": by_next, "send": by_send, "iterator": iterator, "awaited": awaited,
           "guarded": by_guarded, "recursive": recursively, "made": made,
           "asynchronous": asynchronous, "asend": by_asend}


if __name__ == "__main__":
    kernel, count = KERNELS[sys.argv[1]], int(sys.argv[2])
    times = []
    for i in range(int(sys.argv[3])):
        start = time.perf_counter()
        kernel(count, 20000)
        times.append(time.perf_counter() - start)
    print("%s %d %.2f ns" % (sys.argv[1], count, sorted(times)[len(times) // 2] / 20000 * 1e9))
