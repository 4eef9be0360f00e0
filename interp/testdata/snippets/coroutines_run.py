# Coroutines run by send, throw and close; they await each other, generators and objects.
import types
def show(f, *args):
    try: return repr(f(*args))
    except BaseException as e: return f"{type(e).__name__}: {e}"
@types.coroutine
def pause(x):
    got = yield x
    return got
class Awaits:
    def __init__(self, n): self.n = n
    def __await__(self):
        for i in range(self.n): yield ("at", i)
        return self.n * 10
async def inner(n):
    t = 0
    for i in range(n): t += await pause(i)
    return t
async def outer(n):
    a = await inner(n)
    b = await Awaits(2)
    return a, b
def drive(c, send=lambda x: x * 2 if isinstance(x, int) else None):
    out, v = [], None
    while True:
        try: v = c.send(v)
        except StopIteration as e: return out, e.value
        out.append(v)
        v = send(v)
print(drive(outer(4)))
c = outer(2)
print(c.cr_running, c.cr_suspended, c.cr_await, c.send(None), c.cr_suspended, type(c.cr_await).__name__, c.cr_await.__name__)
print(show(c.throw, ValueError("x")), show(c.send, None), show(c.throw, KeyError), c.cr_suspended)
c = outer(1)
print(show(c.send, 5), c.close(), show(c.send, None), show(c.close))
async def careful():
    try: await pause("a")
    except ValueError as e: x = await pause(("caught", str(e)))
    finally: await pause("finally")
    return x
c = careful()
print(c.send(None), c.throw(ValueError("v")), c.send(7), show(c.send, None))
async def stubborn():
    while True:
        try: await pause(1)
        except GeneratorExit: pass
c = stubborn(); c.send(None)
print(show(c.close))
async def stops(): raise StopIteration(1)
print(show(stops().send, None))
for bad in (1, [], object()):
    async def f(): await bad
    print(show(f().send, None).replace(hex(id(bad)), ""))
class Wrong:
    def __init__(self, r): self.r = r
    def __await__(self): return self.r
for r in 1, inner(1), None:
    async def f(): await Wrong(r)
    print(show(f().send, None))
    if hasattr(r, "close"): r.close()
c = inner(1); c.send(None)
async def again(): await c
print(show(again().send, None))
w = inner(3).__await__()
print(type(w).__name__, iter(w) is w, next(w), w.send(4), show(w.throw, KeyError("k")), show(next, w))
async def own():
    return me.cr_running, show(me.send, None)
me = own()
print(show(me.send, None))
#---
# Many awaits in a hot loop, and recursion of coroutines.
import types
@types.coroutine
def tick(): return (yield)
async def add(a, b):
    if a % 3 == 0: await tick()
    return a + b
async def total(n):
    t = 0
    for i in range(n): t = await add(i, t)
    return t
c, n, v = total(5000), 0, None
try:
    while True:
        c.send(v); n += 1
except StopIteration as e: print(n, e.value)
async def deep(n): return 1 + await deep(n - 1) if n else 0
try: deep(200).send(None)
except StopIteration as e: print(e.value)
#---
# async with and async for.
import types
@types.coroutine
def pause(x): return (yield x)
class Manager:
    def __init__(self, swallow): self.swallow = swallow
    async def __aenter__(self):
        print("enter", await pause("in")); return self
    async def __aexit__(self, t, e, tb):
        print("exit", t and t.__name__, await pause("out")); return self.swallow
class Count:
    def __init__(self, n): self.i, self.n = 0, n
    def __aiter__(self): return self
    async def __anext__(self):
        if self.i >= self.n: raise StopAsyncIteration
        self.i += 1
        return await pause(self.i)
def drive(c):
    out = []
    try:
        while True: out.append(c.send(len(out) or None))
    except StopIteration as e: return out, e.value
    except BaseException as e: return out, type(e).__name__, str(e)
async def uses(swallow, fails):
    async with Manager(swallow) as m:
        if fails: raise ValueError("inside")
        return 5
    return "after"
for args in (0, 0), (0, 1), (1, 1): print(drive(uses(*args)))
async def loops(n):
    t = []
    async for x in Count(n): t.append(x)
    else: t.append("else")
    return t, [y async for y in Count(3)], {y: 1 async for y in Count(2)}, [await pause(z) for z in range(2)]
print(drive(loops(3)))
class NoNext:
    def __aiter__(self): return self
class BadNext:
    def __aiter__(self): return self
    def __anext__(self): return 5
for bad in 1, NoNext(), BadNext():
    async def f():
        async for x in bad: pass
    print(drive(f()))
async def g():
    async with 5: pass
print(drive(g()))
