# Methods of futures in hot loops: pending, with a result, an exception, cancelled, of classes that derive from Future and Task.
import asyncio


class Own(asyncio.Future):
    def twice(self):
        return self.result() * 2


class Loud(asyncio.Future):
    def done(self):
        log.append('done')
        return super().done()


log = []


def look(f):
    try:
        r = f.result()
    except BaseException as e:
        r = type(e).__name__, str(e)
    try:
        x = f.exception()
    except BaseException as e:
        x = type(e).__name__, str(e)
    return f.done(), f.cancelled(), r, repr(x)


def counts(fs, n):
    d = c = 0
    for i in range(n):
        f = fs[i % len(fs)]
        if f.done():
            d += 1
        if f.cancelled():
            c += 1
    return d, c


async def main():
    loop = asyncio.get_running_loop()
    for make in lambda: loop.create_future(), lambda: Own(loop=loop), lambda: Loud(loop=loop):
        rows = []
        for i in range(300):
            f, g, h, p = make(), make(), make(), make()
            f.set_result(i)
            g.set_exception(ValueError(i))
            h.cancel('c')
            rows = [look(f), look(g), look(h), look(p)]
            for x in f, g, h:
                try:
                    x.set_result(1)
                except asyncio.InvalidStateError as e:
                    rows.append(str(e))
            try:
                g.set_exception(1)
            except (TypeError, asyncio.InvalidStateError) as e:
                rows.append(str(e))
            if make.__code__.co_consts and isinstance(f, Own):
                rows.append(f.twice())
        print(rows)
        print(counts([f, g, h, p], 3000), counts([f], 3000), counts([p, h], 3000))
    print(len(log))

    async def returns(x):
        return x

    async def raises(x):
        raise KeyError(x)

    for i in range(200):
        t, u, v = loop.create_task(returns(i)), loop.create_task(raises(i)), loop.create_task(asyncio.sleep(100))
        before = look(t), look(v)
        v.cancel()
        await asyncio.wait([t, u, v])
        after = look(t), look(u), look(v)
        for x in t, u, v:
            try:
                x.set_result(1)
            except RuntimeError as e:
                r = str(e)
    print(before, after, r)
    print(counts([t, u, v], 3000))


asyncio.run(main())
#---
# set_result with callbacks, without, while somebody waits; a result that is asked for twice; wrong arguments
import asyncio


async def main():
    loop = asyncio.get_running_loop()
    order = []
    for i in range(200):
        f = loop.create_future()
        if i % 3 == 0:
            f.add_done_callback(lambda f: order.append(('called', f.result())))
        if i % 3 == 1:
            f.add_done_callback(lambda f: order.append(('first', f.result())))
            f.add_done_callback(lambda f: order.append(('second', f.result())))
        f.set_result(i)
        order.append(i)
        r = await f
        assert r == i == f.result() == f.result() and f.exception() is None
    await asyncio.sleep(0)
    print(order[-8:], len(order))

    async def waits(f):
        return await f
    total = 0
    for i in range(200):
        f = loop.create_future()
        t = loop.create_task(waits(f))
        await asyncio.sleep(0)
        f.set_result(i)
        total += await t
    print(total)
    for call in 'f.done(1)', 'f.result(x=1)':
        try:
            print(eval(call, {'f': loop.create_future(), 'asyncio': asyncio}))
        except TypeError as e:
            print(e)
    empty = asyncio.Future.__new__(asyncio.Future)
    for name in 'done', 'cancelled', 'result', 'exception':
        for i in range(20):
            try:
                r = getattr(empty, name)()
            except Exception as e:
                r = type(e).__name__, str(e)
        print(name, r)
    try:
        empty.set_result(1)
    except RuntimeError as e:
        print(e)


asyncio.run(main())
#---
# an exception that nobody asks for is shown; one that was asked for is not
import asyncio, gc


def handler(loop, context):
    print(context['message'], repr(context['exception']))


async def main():
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(handler)

    def make(asked, n):
        for i in range(n):
            f = loop.create_future()
            f.set_exception(ValueError(asked))
            if asked:
                f.exception()
        f = None
    make(True, 100)
    gc.collect()
    make(False, 1)
    gc.collect()
    print('end')


asyncio.run(main())
#---
# who waits for whom
import asyncio


async def leaf():
    await asyncio.sleep(0)
    return 1


async def main():
    total = 0
    for i in range(60):
        async with asyncio.TaskGroup() as tg:
            ts = [tg.create_task(leaf()) for _ in range(3)]
            assert [t._asyncio_awaited_by == frozenset({asyncio.current_task()}) for t in ts] == [True] * 3
        assert [t._asyncio_awaited_by for t in ts] == [None] * 3
        total += sum(t.result() for t in ts)

    async def other(t):
        return await t
    for i in range(30):
        t = asyncio.create_task(leaf())
        a, b = asyncio.create_task(other(t)), asyncio.create_task(other(t))
        await asyncio.sleep(0)
        assert t._asyncio_awaited_by == frozenset({a, b})
        total += await a + await b
        assert not t._asyncio_awaited_by
    for f in asyncio.future_add_to_awaited_by, asyncio.future_discard_from_awaited_by:
        print(f(1, 2), f(t, None), f(None, t))
    print(total)


asyncio.run(main())
