# Tasks that are started eagerly: which there are while one, or one in another one, runs its first step.
import asyncio, threading


def names():
    return sorted(t.get_name() for t in asyncio.all_tasks()), asyncio.current_task().get_name()


class Own(asyncio.Task):
    pass


class Hashed(asyncio.Task):
    def __hash__(self):
        log.append('hash')
        return 5

    def __eq__(self, other):
        log.append('eq')
        return self is other


class Unhashable(asyncio.Task):
    __hash__ = None


log = []


async def leaf(wait):
    r = [names()]
    if wait:
        await asyncio.sleep(0)
        r.append(names())
    return r


async def inner(make, wait, n):
    if n == 0:
        return await make(leaf(wait), name='leaf')
    r = await make(inner(make, wait, n - 1), name=f'inner{n}')
    return r + [names()]


async def fails(e):
    names()
    raise e


async def main():
    loop = asyncio.get_running_loop()
    for cls in asyncio.Task, Own:
        def make(coro, **kw):
            return cls(coro, loop=loop, eager_start=True, **kw)
        for wait in False, True:
            for i in range(30):
                r = await make(inner(make, wait, 2), name='outer'), names()
            print(cls.__name__, r)
        for e in ValueError(1), KeyboardInterrupt(2), asyncio.CancelledError(3):
            try:
                t = make(fails(e), name='fails')
                await t
            except BaseException as x:
                print(type(x).__name__, x, names())
    t = Hashed(leaf(True), loop=loop, eager_start=True, name='hashed')
    print(len(log) > 0, await t)
    try:
        Unhashable(leaf(True), loop=loop, eager_start=True, name='unhashable')
    except TypeError as e:
        print(type(e).__name__)

    def plain(coro, **kw):
        return asyncio.Task(coro, loop=loop, **kw)
    t = plain(leaf(False), name='registered')
    for f in asyncio.tasks._register_eager_task, asyncio.tasks._register_eager_task, asyncio.tasks._unregister_eager_task, asyncio.tasks._unregister_eager_task:
        f(t)
        print(names())
    await t


with asyncio.Runner() as runner:
    runner.get_loop()
    asyncio.set_event_loop(runner.get_loop())

    runner.run(main())
#---
# in two threads at once
import asyncio, threading


async def step(n):
    if n == 0:
        turn.wait()
        return sorted(t.get_name() for t in asyncio.all_tasks())
    return await asyncio.Task(step(n - 1), loop=asyncio.get_running_loop(), eager_start=True, name=f'{threading.current_thread().name}{n}')


def run():
    async def main():
        asyncio.current_task().set_name('main')
        return [await step(3) for i in range(20)][-1]
    results.append(asyncio.run(main()))


results = []
turn = threading.Barrier(2)
ts = [threading.Thread(target=run, name=n) for n in 'ab']
for t in ts:
    t.start()
for t in ts:
    t.join()
print(sorted(results))
