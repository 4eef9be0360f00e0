# Asynchronous generators: asend, athrow, aclose, and what awaiting within them lets through.
import types
@types.coroutine
def pause(x): return (yield x)
def show(f, *args):
    try: return repr(f(*args))
    except BaseException as e: return f"{type(e).__name__}: {e}"
def drive(c):
    out = []
    try:
        while True: out.append(c.send(len(out) or None))
    except StopIteration as e: return out, e.value
    except BaseException as e: return out, type(e).__name__, str(e)
async def count(n):
    for i in range(n):
        got = yield (i, await pause("p%d" % i))
        if got: print("got", got)
async def reads():
    out = []
    async for x in count(3): out.append(x)
    return out, [y async for y in count(2) if y[0] != 1]
print(drive(reads()))
async def sends():
    g = count(3)
    print(g.ag_running, g.ag_await, await g.__anext__(), await g.asend("hello"), g.ag_suspended)
    await g.aclose()
    return [x async for x in g], await drained(g)
async def drained(g):
    try: await g.__anext__()
    except StopAsyncIteration as e: return repr(e)
print(drive(sends()))
async def catches():
    try: yield 1
    except ValueError as e:
        await pause("in except")
        yield ("caught", str(e))
    finally:
        await pause("in finally")
async def throws():
    g = catches()
    print(await g.asend(None))
    print(await g.athrow(ValueError("v")))
    await g.aclose()
    g = catches()
    await g.asend(None)
    try: await g.athrow(KeyError("k"))
    except KeyError as e: print("out", repr(e))
    try: await g.athrow(KeyError("again"))
    except BaseException as e: print("done", repr(e))
print(drive(throws()))
async def ignores():
    try: yield 1
    except GeneratorExit: yield 2
async def closing():
    g = ignores()
    await g.asend(None)
    await g.aclose()
print(drive(closing()))
async def raises(e):
    yield 1
    raise e
for e in StopIteration("s"), StopAsyncIteration("a"), ValueError("v"):
    async def f():
        async for x in raises(e): pass
    print(drive(f()))
g = count(2)
a, b = g.asend(None), g.asend(None)
print(show(a.send, None), show(b.send, None), show(b.send, None), show(a.send, 3), show(a.send, None), show(g.asend(5).send, None))
g = count(2)
print(show(g.asend(5).send, None), type(g.asend(None)).__name__, type(g.aclose()).__name__, type(g.athrow(ValueError)).__name__)
a = g.asend(None)
a.close()
print(show(a.send, None), show(g.aclose().send, None), show(g.aclose().send, None), show(g.athrow(ValueError).send, None))
c = count(1).aclose()
print(show(c.send, 1), show(c.close), show(c.throw, ValueError("t")))
async def total(n):
    t = 0
    async for i, _ in counting(n): t += i
    return t
async def counting(n):
    for i in range(n): yield i, None
print(drive(total(4000)))
#---
# What ends a step of an asynchronous generator, by the methods and by await.
import types

@types.coroutine
def wait(x): return (yield x)

async def g(n):
    for i in range(n):
        got = yield i
        if got: print('  got', got)
        if i == 2: await wait('waits')

def steps(it, *sent):
    for v in sent:
        try:
            print('  ', it.send(v))
        except BaseException as e:
            print('  ', type(e).__name__, e.args, e.__context__)

a = g(4)
for v in (None, None, 'x'): steps(a.asend(v), None, None)
steps(a.__anext__(), None, 'back', None)
steps(a.__anext__(), None)
steps(a.__anext__(), None, None)
it = g(1).asend(None)
print(next(it, 'default'))
try: next(it)
except RuntimeError as e: print(e)
async def tuples():
    yield (1, 2)
    yield None
    yield StopIteration(5)
async def collect(make):
    out = []
    async for x in make(): out.append(x)
    return out
def run(coro):
    try:
        while True: print('  yields', coro.send(None))
    except StopIteration as e: return e.value
print(run(collect(tuples)))
print(run(collect(lambda: g(4))))
t = tuples()
steps(t.asend(None), None)
steps(t.asend(None), None)
steps(t.asend(None), None)
async def stops():
    yield 1
    raise StopIteration(3)
async def halts():
    yield 1
    raise StopAsyncIteration(3)
for make in (stops, halts):
    try: run(collect(make))
    except RuntimeError as e: print(e, repr(e.__cause__))
async def total(n):
    s = 0
    async for x in numbers(n): s += x
    return s
async def numbers(n):
    for i in range(n): yield i
print(run(total(20000)))
async def throws():
    try: yield 1
    except ValueError as e: yield repr(e)
a = throws()
steps(a.asend(None), None)
steps(a.athrow(ValueError('v')), None)
steps(a.athrow(KeyError('k')), None)
steps(a.aclose(), None)
async def with_wrapper():
    async def c():
        await wait('inner')
        return 'value'
    class W:
        def __init__(self, c): self.c = c
        def __await__(self): return self.c.__await__()
    return await W(c())
print(run(with_wrapper()))
