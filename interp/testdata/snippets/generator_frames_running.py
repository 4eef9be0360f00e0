# The frame of a generator that runs, which nobody has asked for before.
import sys
def g():
    f = it.gi_frame
    print(f.f_code.co_name, f.f_lineno, f is sys._getframe(), it.gi_running)
    yield 1
    print(it.gi_frame is f, f.f_lineno)
it = g()
print(list(it), it.gi_frame)
def inner():
    print(outer_it.gi_frame.f_lineno, inner_it.gi_frame.f_lineno, sys._getframe(1) is outer_it.gi_frame, outer_it.gi_yieldfrom)
    yield 2
def outer():
    yield from inner_it
inner_it, outer_it = inner(), outer()
print(list(outer_it))
def called():
    yield sum(asked())
def asked():
    yield called_it.gi_frame.f_lineno
    yield called_it.gi_frame.f_back.f_code.co_name == 'asked'
called_it = called()
print(next(called_it))
def hot(n):
    for i in range(n):
        if i % 500 == 499:
            f = hot_it.gi_frame
            yield f.f_lineno, f.f_locals['i'], f is hot_it.gi_frame
        else:
            yield i
hot_it = hot(2000)
t = 0
for x in hot_it:
    if type(x) is int:
        t += x
    else:
        print(x, hot_it.gi_frame.f_lineno)
print(t)
def many(n):
    s = 0
    for i in range(n):
        k = one()
        box[0] = k
        s += next(k)
    return s
def one():
    yield box[0].gi_frame.f_lineno
box = [None]
print(many(2000))
#---
# The frame of a coroutine that runs, which nobody has asked for before.
import asyncio, sys
async def leaf():
    task = asyncio.current_task()
    c = task.get_coro()
    await asyncio.sleep(0)
    return repr(task)[:28], c.cr_frame.f_code.co_name, c.cr_frame.f_lineno, c.cr_running
async def main():
    print(repr(asyncio.current_task()).split(' coro=')[0].startswith('<Task pending name='))
    c = asyncio.current_task().get_coro()
    print(c.cr_frame.f_lineno, c.cr_frame is sys._getframe())
    print(await leaf())
    async def agen():
        print(a.ag_frame.f_lineno, a.ag_running)
        yield 1
        await asyncio.sleep(0)
        print(a.ag_frame.f_lineno)
    a = agen()
    print([x async for x in a], a.ag_frame)
    t = asyncio.create_task(leaf(), name='t')
    print(await t)
    for i in range(300):
        t = asyncio.create_task(leaf(), name='t')
        r = await t
    print(r)
asyncio.run(main())
class Awaited:
    def __await__(self):
        c = box[0]
        print(c.cr_frame.f_lineno, c.cr_running)
        yield
async def waits():
    await Awaited()
async def waits_for():
    await waits()
box = [waits_for()]
box[0].send(None)
for i in range(200):
    box[0].close()
    box[0] = waits_for()
box[0].close()
