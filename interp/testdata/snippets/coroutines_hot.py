# Coroutines that are called and awaited so often that it is compiled: what they return and raise.
async def add(a, b):
    return a + b
async def total(n):
    t = 0
    for i in range(n):
        t += await add(i, t & 7)
    return t
def run(c):
    try:
        c.send(None)
    except StopIteration as e:
        return e.value
print(run(total(5000)), run(total(3)))
async def fib(n):
    if n < 2:
        return n
    return await fib(n - 1) + await fib(n - 2)
print(run(fib(15)))
async def deep(n):
    return n if n == 0 else 1 + await deep(n - 1)
print([run(deep(i)) for i in (1, 50, 400)])
try:
    run(deep(100000))
except RecursionError as e:
    print(type(e).__name__)
#---
# Exceptions pass through awaits; a coroutine cannot be awaited twice, nor while it waits.
class Ready:
    def __await__(self):
        got = yield self
        return got
async def fail(i):
    if i % 100 == 7:
        raise ValueError(i)
    return i
async def guarded(i):
    try:
        return await fail(i)
    except ValueError as e:
        return -e.args[0]
    finally:
        seen.append(i)
async def loop(n):
    return sum([await guarded(i) for i in range(n)])
seen = []
def run(c):
    try:
        c.send(None)
    except StopIteration as e:
        return e.value
print(run(loop(3000)), len(seen))
async def again(n):
    errors = {}
    for i in range(n):
        c = fail(0)
        await c
        try:
            await c
        except RuntimeError as e:
            errors[str(e)] = errors.get(str(e), 0) + 1
    return errors
print(run(again(2000)))
async def waits():
    return await Ready()
async def twice(n):
    errors = {}
    for i in range(n):
        c = waits()
        c.send(None)
        try:
            await c
        except RuntimeError as e:
            errors[str(e)] = errors.get(str(e), 0) + 1
        try:
            c.throw(KeyError(i))
        except KeyError as e:
            errors["KeyError"] = e.args[0]
    return errors
print(run(twice(2000)))
async def stops():
    raise StopIteration(1)
async def stopped(n):
    k = 0
    for i in range(n):
        try:
            await stops()
        except RuntimeError as e:
            k += isinstance(e.__cause__, StopIteration)
    return k
print(run(stopped(1500)))
#---
# What is sent arrives at the innermost one, and what that yields at whoever sends; send, throw and close by name.
class Ready:
    def __init__(self, v): self.v = v
    def __await__(self):
        got = yield self.v
        return got
async def inner(v): return await Ready(v)
async def outer(n):
    t = 0
    for i in range(n):
        t += await inner(i)
    return t
def drive(n):
    c, x, k = outer(n), None, 0
    while True:
        try:
            x = c.send(x)
        except StopIteration as e:
            return e.value, k
        k += 1
        x *= 2
print(drive(3000), drive(2))
def closed(n):
    k = 0
    for i in range(n):
        c = outer(5)
        c.send(None)
        if i % 3 == 0:
            c.close()
            k += c.cr_frame is None
        else:
            try:
                c.send(1)
                c.throw(ZeroDivisionError)
            except ZeroDivisionError:
                k += c.cr_running
        try:
            c.send(None)
        except RuntimeError as e:
            k += 1
    return k
print(closed(1500))
class Sender:
    def send(self, v): return ("mine", v)
def sends(objects, v):
    out = None
    for o in objects:
        try:
            out = o.send(v)
        except (StopIteration, TypeError) as e:
            out = e
    return repr(out)
async def one(): return 1
def gen():
    yield 5
for i in range(600):
    a = sends([one() for _ in range(3)], None)
print(a, sends([one(), Sender()], None), sends([gen(), gen()], None), sends([Sender()], 4))
c = one()
try:
    type(c).send(gen(), None)
except TypeError as e:
    print(e)
print(sends([c], 3)); c.close()
#---
# Asynchronous generators and coroutines that are made and never begin, in a loop.
import warnings
warnings.simplefilter("ignore")
async def agen(n):
    for i in range(n):
        yield i
async def plain(n): return n
def gen(n): yield n
def kinds(n):
    k = {}
    for i in range(n):
        for f in agen, plain, gen:
            x = f(i)
            t = type(x).__name__
            k[t] = k.get(t, 0) + 1
            if t == "coroutine":
                x.close()
    return k
print(kinds(2000))
def same(n):
    out = []
    for i in range(n):
        a, c = agen(i), plain(i)
        out = [type(a).__name__, a.__name__, type(c).__name__, c.cr_code.co_name, c.cr_running]
        c.close()
    return out
print(same(2000))
async def over(n):
    t = 0
    async for i in agen(n):
        t += i
    return t + sum([i async for i in agen(4)])
def run(c):
    try:
        c.send(None)
    except StopIteration as e:
        return e.value
print(run(over(3000)))
