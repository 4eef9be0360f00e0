# What machine code does by itself with generators and coroutines: they are told to the heap when they are suspended where
# closing them executes something, resumed in handlers, ended in the place of others; and functions that are made in loops.
import gc
import sys


log = []


def guarded(i):
    try:
        yield i
        yield i + 1
    finally:
        log.append(i)


def dropped(n):
    s = 0
    for i in range(n):
        g = guarded(i)
        s += next(g)
        if i % 3 == 0:
            s += next(g)
        if i % 5 == 0:
            s += len(list(g))
    return s


print(dropped(600))
gc.collect()
print(len(log), sorted(log) == list(range(600)))


def inner(n):
    for i in range(n):
        x = yield sys.exception()
        if x:
            try:
                raise KeyError(i)
            except KeyError as e:
                yield e


def handled(n):
    g = inner(n)
    seen = []
    for i in range(n):
        try:
            if i % 2:
                raise ValueError(i)
            seen.append(g.send(i % 3 == 0) if i else next(g))
        except ValueError as e:
            seen.append(g.send(True))
            assert sys.exception() is e
        except StopIteration:
            break
        assert sys.exception() is None
    return [repr(x) for x in seen]


r = handled(400)
print(len(r), r[:9], r[-3:])


def leaf(n):
    yield n
    return n * 2


def tree(n):
    if n <= 1:
        return (yield from leaf(n))
    a = yield from tree(n - 1)
    b = yield from tree(n - 2)
    return a + b


def whole(n):
    s = c = 0
    g = tree(n)
    while True:
        try:
            s += next(g)
            c += 1
        except StopIteration as e:
            return s, c, e.value


for i in range(6):
    print(whole(11 + i % 2))


def failing(n):
    if n == 0:
        yield 1
        raise LookupError(n)
    try:
        yield from failing(n - 1)
    except LookupError:
        if n % 4 == 0:
            yield -n
            return
        raise


print([sum(failing(8)) for i in range(300)][-1], list(failing(6)))


async def add(a, b):
    try:
        return a + b
    finally:
        log.append(a)


async def many(n):
    s = 0
    for i in range(n):
        s += await add(i, await add(1, 2))
        if i % 50 == 0:
            try:
                await fails(i)
            except ArithmeticError as e:
                s += e.args[0]
    return s


async def fails(i):
    raise ArithmeticError(i)


def drive(c):
    try:
        c.send(None)
    except StopIteration as e:
        return e.value


print([drive(many(300)) for i in range(3)], len(log))


def framed(n):
    for i in range(n):
        yield i
    global last
    last = sys._getframe()


def look(n):
    s = 0
    for i in range(n):
        for x in framed(3):
            s += x
    return s


print(look(300), last.f_code.co_name, last.f_locals["i"])


def deep(n):
    if n:
        yield from deep(n - 1)
    yield n


sys.setrecursionlimit(200)
for i in range(40):
    print(sum(deep(100)), end=" ")
try:
    for x in deep(400):
        pass
except RecursionError as e:
    print("recursion")
sys.setrecursionlimit(1000)


def makes(n):
    fs = []
    for i in range(n):
        f = lambda x, y=i: x + y
        def g(): return i
        f.tag = i
        fs.append((f, g))
    return fs


fs = makes(500)
f, g = fs[321]
print(f(1), g(), f.tag, f.__name__, f.__qualname__, g.__qualname__, f.__module__, f.__defaults__, g.__closure__[0].cell_contents, f.__doc__)
__name__ = "another"
f, g = makes(200)[-1]
print(f.__module__, g.__module__, fs[0][0].__module__)
exec("fs = makes(3)", {"makes": makes})
def elsewhere(n):
    ns = {"__name__": "there"}
    exec("def makes(n):\n    return [lambda: k for i in range(n)]\nk = n = 5", ns)
    return ns["makes"](n)[-1]
for i in range(3):
    f = elsewhere(300)
    print(f.__module__, f())
