"""Classes that derive from futures and tasks, with and without an __init__, and loops whose methods change while they run."""
import asyncio
import contextvars


class Named(asyncio.Future):
    def __init__(self, name, *, loop=None):
        super().__init__(loop=loop)
        self.name = name


class Late(asyncio.Future):
    def __init__(self, *args, **kw):
        self.args = args, sorted(kw)


class Plain(asyncio.Future):
    pass


class New(asyncio.Future):
    def __new__(cls, *args, **kw):
        made.append(cls.__name__)
        return super().__new__(cls)

    def __init__(self, x, loop):
        super().__init__(loop=loop)
        self.x = x


class Counted(asyncio.Task):
    n = 0

    def __init__(self, coro, *, loop, **kw):
        Counted.n += 1
        super().__init__(coro, loop=loop, **kw)


class Slots(asyncio.Future):
    __slots__ = "a",

    def __init__(self, a, loop):
        self.a = a
        super().__init__(loop=loop)


class Bad(asyncio.Future):
    def __init__(self, loop):
        super().__init__(loop=loop)
        return self if made[0] == "bad" else None


made = [""]


async def value(x):
    return x


def shown(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return type(e).__name__, str(e)


async def futures(loop):
    s = 0
    for i in range(1200):
        f = Named(i, loop=loop)
        g = Late(i, loop=loop) if i & 1 else Late()
        h = Plain(loop=loop)
        k = New(i, loop)
        m = Slots(i, loop)
        b = Bad(loop)
        f.set_result(i)
        m.set_result(m.a)
        s += await f + f.name + len(g.args[1]) + h.done() + k.x + await m + b.cancelled()
    print(s, len(made), g.args, type(f).__name__, f._state, f.get_loop() is loop, h._callbacks)
    print(shown(g.result), shown(g.add_done_callback, print), g._loop, g._source_traceback, g.done())
    print(shown(Named), shown(Plain, 1), shown(New, 1), shown(Slots, 1))
    made[0] = "bad"
    print(shown(Bad, loop))


async def tasks(loop):
    loop.set_task_factory(lambda loop, coro, **kw: Counted(coro, loop=loop, **kw))
    s = 0
    for i in range(1000):
        t = loop.create_task(value(i))
        s += await t
    loop.set_task_factory(None)
    print(s, Counted.n, type(t).__name__)


async def changed(loop):
    seen = []
    var = contextvars.ContextVar("var", default=0)

    def done(f):
        seen.append((f.result(), var.get()))
    for i in range(300):
        f = loop.create_future()
        f.add_done_callback(done)
        var.set(i)
        f.add_done_callback(done, context=contextvars.copy_context())
        f.set_result(i)
        await f
    await asyncio.sleep(0)
    print(len(seen), seen[-2:], shown(f.add_done_callback), shown(f.add_done_callback, done, 1))
    kind, calls = type(loop), []
    soon = loop.call_soon
    for i in range(300):  # the loop's own attribute goes before the class's from one round to the next
        if i == 100:
            loop.call_soon = lambda f, *args, **kw: (calls.append(i), soon(f, *args, **kw))[1]
        if i == 200:
            del loop.call_soon
        await asyncio.create_task(value(i))
    print(len(calls), calls[:3], calls[-1])
    asked = []
    debug = kind.get_debug
    kind.get_debug = lambda self: (asked.append(1), debug(self))[1]
    for i in range(20):
        await asyncio.create_task(value(i))
    kind.get_debug = debug
    print(len(asked) > 20)
    for i in range(20):
        await asyncio.create_task(value(i))


async def main():
    loop = asyncio.get_running_loop()
    await futures(loop)
    await tasks(loop)
    await changed(loop)


asyncio.run(main())
