"""Tasks that are made behind stars: with and without a frame, with names that differ, and what goes wrong."""
import asyncio


async def value(x):
    return x


async def waits(x):
    await asyncio.sleep(0)
    return x


def made(*args, **kw):
    return asyncio.Task(*args, **kw)


def named(coro, loop, **kw):
    return asyncio.Task(coro, loop=loop, **kw)


def shown(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return type(e).__name__, str(e)


async def plain(loop):
    s = 0
    for i in range(1500):
        s += await named(value(i), loop)
    for i in range(300):
        t = named(waits(i), loop, name=f"n{i}") if i & 1 else named(waits(i), loop)
        s += await t
        s += t.get_name() == f"n{i}"
    print(s, t.get_name(), t._source_traceback, t._loop is loop, t.__class__ is asyncio.Task)


async def eager(loop):
    s = 0
    for i in range(1500):  # the frames of some run at once
        t = named(value(i) if i & 3 else waits(i), loop, eager_start=bool(i & 2))
        s += t.done()
        s += await t
    for i in range(600):
        s += await named(value(i), loop, **({"eager_start": True} if i % 3 else {}))
    print(s)


async def twice(loop):
    for i in range(1200):
        more = {"loop": loop} if i == 1199 else {}
        coro = value(i)
        r = shown(named, coro, loop, **more)
        if i < 1199:
            await r
        else:
            print(r)
            coro.close()
    for i in range(1200):
        coro = value(i)
        r = shown(made, coro, **({"nobody": 1} if i == 1199 else {"loop": loop}))
        if i < 1199:
            await r
        else:
            print(r)
            coro.close()


def others(n):
    """Builtin functions and classes with names that differ at one place."""
    def call(f, *args, **kw):
        return f(*args, **kw)

    def based(x, **kw):
        return int(x, **kw)

    def ordered(x, **kw):
        return sorted(x, reverse=True, **kw)

    def paired(x, **kw):
        return dict(x, a=1, **kw)
    s, seen = 0, []
    for i in range(n):
        s += based("11", **({"base": 2} if i % 5 else {"base": 3}))
        s += ordered([3, 1, 2, -9], **({"key": abs} if i & 1 else {}))[0]
        d = paired([("z", i)], b=i, c=3) if i & 1 else paired([("z", i)], c=3, b=i)
        s += len(d) + d["a"]
        seen = list(d)
        s += call(max, 1, 2, key=None) + call(max, [i], default=3)
    print(s, seen)
    print(shown(based, "11", nobody=1), shown(paired, [], a=2), shown(ordered, [1], reverse=False))
    print(shown(based, *"12", **{"base": 3}))


async def main():
    loop = asyncio.get_running_loop()
    await plain(loop)
    await eager(loop)
    await twice(loop)


asyncio.run(main())
others(1500)
