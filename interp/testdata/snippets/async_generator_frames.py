# Asynchronous generators whose steps are frames: each ends as it does nested, however it is left.
import types, sys
class Aw:
    def __init__(self, v): self.v = v
    def __await__(self):
        r = yield self.v
        return (self.v, r)
def drive(c, sends=()):
    out, sends = [], list(sends)
    v = None
    while True:
        try: x = c.send(v)
        except StopIteration as e: return out, ('returned', e.value)
        except BaseException as e: return out, (type(e).__name__, str(e), type(e.__context__).__name__)
        out.append(x); v = sends.pop(0) if sends else len(out)

async def gen(n):
    for i in range(n):
        r = yield i * 2
        if r is not None: print('got', r)
        await Aw(('w', i))
async def use():
    l = []
    async for x in gen(4): l.append(x)
    return l
for _ in range(3): print(drive(use()))

async def sends():
    g = gen(3); l = []
    l.append(await g.asend(None))
    l.append(await g.asend('a'))
    l.append(await g.asend('b'))
    try: l.append(await g.asend('c'))
    except StopAsyncIteration as e: l.append(repr(e))
    try: l.append(await g.asend('d'))
    except StopAsyncIteration as e: l.append(repr(e))
    return l
print(drive(sends()))
async def toearly():
    g = gen(1)
    try: await g.asend(3)
    except TypeError as e: print(e)
    return await g.asend(None)
print(drive(toearly()))
async def reuse():
    g = gen(3)
    s = g.asend(None)
    print(await s)
    try: await s
    except RuntimeError as e: print(e)
    return g.ag_running, g.ag_suspended
print(drive(reuse()))
#---
import types, sys
class Aw:
    def __init__(self, v): self.v = v
    def __await__(self):
        r = yield self.v
        return (self.v, r)
def drive(c, sends=()):
    out, sends = [], list(sends)
    v = None
    while True:
        try: x = c.send(v)
        except StopIteration as e: return out, ('returned', e.value)
        except BaseException as e: return out, (type(e).__name__, str(e), type(e.__context__).__name__)
        out.append(x); v = sends.pop(0) if sends else len(out)

# running twice
async def slow():
    yield 1
    await Aw('slow')
    yield 2
def twice():
    g = slow()
    print(drive(g.__anext__()))
    async def step(): return await g.__anext__()
    a, b = step(), step()
    print(a.send(None), g.ag_running)
    try: b.send(None)
    except RuntimeError as e: print(e)
    print(drive(a))
    print(g.ag_running)
    try: drive(step())
    except StopAsyncIteration as e: print('end')
twice()
# raising
async def raises(kind):
    yield 1
    raise kind
async def catch(kind):
    g = raises(kind)
    try:
        async for x in g: print(x)
    except BaseException as e:
        import traceback
        print(type(e), e, e.__cause__, [(f.name, f.lineno) for f in traceback.extract_tb(e.__traceback__)])
    print(g.ag_running, g.ag_frame)
    try: print(await g.__anext__())
    except BaseException as e: print(repr(e))
for k in ValueError('x'), StopIteration(3), StopAsyncIteration(4), GeneratorExit(), KeyboardInterrupt(): print(drive(catch(k)))
# throw into a coroutine that waits inside of an async generator
async def tidy():
    try:
        yield 1
        await Aw('in')
        yield 2
    except ValueError as e:
        print('caught', e)
        yield 'after'
    finally:
        print('finally')
async def outer():
    l = []
    async for x in tidy(): l.append(x)
    return l
c = outer()
print(c.send(None))
try: print(c.throw(ValueError('thrown')))
except StopIteration as e: print('value', e.value)
c = outer(); print(c.send(None)); c.close()
c = outer(); print(c.send(None))
try: c.throw(KeyError('k'))
except KeyError as e: print('key', e)
#---
import types, sys
class Aw:
    def __init__(self, v): self.v = v
    def __await__(self):
        r = yield self.v
        return (self.v, r)
def drive(c, sends=()):
    out, sends = [], list(sends)
    v = None
    while True:
        try: x = c.send(v)
        except StopIteration as e: return out, ('returned', e.value)
        except BaseException as e: return out, (type(e).__name__, str(e), type(e.__context__).__name__)
        out.append(x); v = sends.pop(0) if sends else len(out)

# frames
async def looks():
    f = sys._getframe()
    print(f.f_code.co_name, f.f_back.f_code.co_name)
    yield 1
    f = sys._getframe()
    print(f.f_code.co_name, f.f_back.f_code.co_name, f.f_back.f_back.f_code.co_name)
async def looker():
    async for _ in looks(): pass
drive(looker())
# handled exception inside
async def handled():
    try: 1/0
    except ZeroDivisionError:
        yield sys.exc_info()[0]
        yield sys.exc_info()[0]
async def h():
    try: [][1]
    except IndexError:
        async for x in handled(): print(x, sys.exc_info()[0])
    print(sys.exc_info()[0])
drive(h())
# recursion
async def deep(n):
    if n:
        async for x in deep(n - 1): yield x + 1
    else:
        yield 0
        yield 10
async def d(n):
    return [x async for x in deep(n)]
print(drive(d(50)))
sys.setrecursionlimit(150)
async def forever(n):
    async for x in forever(n + 1): yield x
    yield 0
async def f():
    try:
        async for x in forever(0): print(x)
    except RecursionError as e: print('RecursionError')
print(drive(f()))
sys.setrecursionlimit(1000)
#---
import types, sys
class Aw:
    def __init__(self, v): self.v = v
    def __await__(self):
        r = yield self.v
        return (self.v, r)
def drive(c, sends=()):
    out, sends = [], list(sends)
    v = None
    while True:
        try: x = c.send(v)
        except StopIteration as e: return out, ('returned', e.value)
        except BaseException as e: return out, (type(e).__name__, str(e), type(e.__context__).__name__)
        out.append(x); v = sends.pop(0) if sends else len(out)

# self iteration
async def selfish():
    yield 1
    try:
        await g.__anext__()
    except RuntimeError as e: print(e)
    yield 2
g = selfish()
async def se():
    async for x in g: print(x)
print(drive(se()))
@types.coroutine
def tc(v):
    r = yield v
    r2 = yield (v, r)
    return r, r2
async def usestc():
    yield await tc(1)
    x = await tc(2)
    yield x
async def utc():
    return [x async for x in usestc()]
print(drive(utc(), ['a', 'b', 'c', 'd']))
#---
import types, sys
class Aw:
    def __init__(self, v): self.v = v
    def __await__(self):
        r = yield self.v
        return (self.v, r)
def drive(c, sends=()):
    out, sends = [], list(sends)
    v = None
    while True:
        try: x = c.send(v)
        except StopIteration as e: return out, ('returned', e.value)
        except BaseException as e: return out, (type(e).__name__, str(e), type(e.__context__).__name__)
        out.append(x); v = sends.pop(0) if sends else len(out)

async def gen(n):
    for i in range(n):
        r = yield i * 2
        if r is not None: print('got', r)
        await Aw(('w', i))
async def use():
    l = []
    async for x in gen(4): l.append(x)
    return l
# manual steps between
async def mixed():
    for i in range(6): yield i
async def mix():
    g = mixed()
    s = g.__anext__()
    try: s.send(None)
    except StopIteration as e: print('manual', e.value)
    print(await g.__anext__())
    s = g.asend(None)
    print(next(iter([1])), await anext(g), await anext(g, 'd'))
    print(await s)
    await g.aclose()
    print(await anext(g, 'd'))
    try: await g.asend(None)
    except StopAsyncIteration: print('stop')
print(drive(mix()))
# athrow
async def th():
    g = tidy()
    print(await g.asend(None))
    print(await g.athrow(ValueError('a')))
    try: await g.athrow(ValueError('b'))
    except ValueError as e: print('out', e)
print(drive(th()))
# yields out of a generator-based awaiter driven by yield from
@types.coroutine
def yf(g):
    return (yield from g.asend(None))
async def viayf():
    g = gen(2)
    a = await yf(g)
    b = await yf(g)
    return a, b
print(drive(viayf()))
async def comp():
    return {x: y async for x in gen(2) async for y in gen(2) if y}, [x async for x in gen(3)]
print(drive(comp()))
#---
import types, sys
class Aw:
    def __init__(self, v): self.v = v
    def __await__(self):
        r = yield self.v
        return (self.v, r)
def drive(c, sends=()):
    out, sends = [], list(sends)
    v = None
    while True:
        try: x = c.send(v)
        except StopIteration as e: return out, ('returned', e.value)
        except BaseException as e: return out, (type(e).__name__, str(e), type(e.__context__).__name__)
        out.append(x); v = sends.pop(0) if sends else len(out)

# hot
async def hot(n):
    for i in range(n): yield i
async def runhot():
    t = 0
    for k in range(20):
        async for x in hot(500): t += x
    return t
print(drive(runhot()))
async def tree(n):
    if n:
        async for x in tree(n-1): yield x
        yield n
        async for x in tree(n-1): yield x
async def runtree():
    t = 0
    for k in range(4):
        async for x in tree(8): t = t * 3 + x & 0xffffff
    return t
print(drive(runtree()))
async def hotawait(n):
    for i in range(n):
        await Aw(i)
        r = yield i
async def runhotawait():
    t = 0
    async for x in hotawait(3000): t += x
    return t
o, r = drive(runhotawait()); print(len(o), r)
async def hotsend():
    r = 0
    while True: r = yield r + 1
async def runhotsend():
    g = hotsend(); x = await g.asend(None)
    for i in range(5000): x = await g.asend(x)
    try: await g.athrow(KeyError)
    except KeyError: pass
    return x
print(drive(runhotsend()))
async def hotraise(i):
    yield i
    raise ValueError(i)
async def runhotraise():
    t = 0
    for i in range(3000):
        try:
            async for x in hotraise(i): t += x
        except ValueError as e: t += e.args[0]
    return t
print(drive(runhotraise()))
