# Context.run calls functions in Python, and tasks resume coroutines, in the loop of the interpreter: the frames beneath are not seen,
# and what is left by an exception is left.
import contextvars
import functools
import sys
import traceback

var = contextvars.ContextVar("var", default=0)


def names():
    f, list = sys._getframe(1), []
    while f:
        list.append(f.f_code.co_name)
        f = f.f_back
    return list


def inner(*args, **kw):
    var.set(var.get() + 1)
    return args, kw, names()[:3], var.get()


def fails(x):
    var.set(x)
    raise ValueError(x)


class C:
    def method(self, *args):
        return args, var.get()

    def __call__(self, x):
        return x, var.get()


def again(ctx):
    try:
        ctx.run(len, "")
    except RuntimeError as e:
        return str(e).split(":")[0], var.get()


def deeper(ctx, n):
    if n == 0:
        return names().count("deeper"), again(ctx)
    return contextvars.copy_context().run(deeper, ctx, n - 1)


def frames(f):
    try:
        f()
    except BaseException as e:
        return type(e).__name__, str(e), [s.name for s in traceback.extract_tb(e.__traceback__)]


def round(i):
    ctx = contextvars.copy_context()
    run = ctx.run
    r = [ctx.run(inner), run(inner, 1, 2), run(inner, *[i, 2, 3, 4]), run(inner, *range(5)), run(inner, 1, k=2), run(inner, **{"a": 1}),
         run(C().method, i), run(C(), i), run(functools.partial(inner, i), 2), run(len, "abc"), run(dict, a=1), run(int), var.get(), ctx[var]]
    r.append(frames(lambda: run(fails, i)))
    r.append(frames(lambda: ctx.run(lambda: fails(7))))
    r.append(frames(lambda: ctx.run(again, 1, 2)))
    r.append(frames(run))
    r.append(frames(lambda: run(3)))
    r.append(frames(lambda: run(f=1)))
    r += [run(again, ctx), run(deeper, ctx, 3), list(map(ctx.run, [lambda: var.get()] * 2)), ctx[var], var.get()]
    return r


for i in range(300):
    if i in (0, 299):
        print(*round(i), sep="\n")
    else:
        round(i)
ctx = contextvars.copy_context()


def recurse(n):
    contextvars.copy_context().run(recurse, n + 1)


print(frames(lambda: recurse(0))[:2], var.get())
print(ctx.run(lambda: frames(lambda: recurse(0))[0]), ctx.run(var.get))
print(contextvars.Context.run(ctx, lambda: 5), type(ctx.run), [*map(contextvars.Context.run, [ctx] * 3, [var.get] * 3)])
#---
# Steps of tasks: what is seen in them, how they end.
import asyncio
import contextvars
import sys
import traceback
import types

var = contextvars.ContextVar("var", default="none")


def names():
    f, list = sys._getframe(1), []
    while f and f.f_code.co_name != "_run_once":
        list.append(f.f_code.co_name)
        f = f.f_back
    return list


async def plain(x):
    await asyncio.sleep(0)
    return x, names(), asyncio.current_task().get_name()


async def outer(x):
    r = await plain(x)
    var.set(x)
    await asyncio.sleep(0)
    return r, names(), var.get()


async def fails(x):
    await asyncio.sleep(0)
    raise ValueError(x)


async def fails_at_once(x):
    raise ValueError(x)


async def stops(x):
    raise StopIteration(x)


async def cancelled(log):
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError as e:
        log.append(repr(e))
        await asyncio.sleep(0)
        raise


async def survives(log):
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        log.append("survived")
    return 5


@types.coroutine
def generator(x):
    yield
    y = yield
    return x, y


@types.coroutine
def bad():
    yield 5


@types.coroutine
def not_from():
    yield asyncio.get_running_loop().create_future()


async def awaits(x):
    return await x


class Awaitable:
    def __await__(self):
        yield
        return "awaited"


async def self_wait():
    await asyncio.current_task()


async def handling():
    try:
        raise KeyError(1)
    except KeyError:
        await asyncio.sleep(0)
        e = sys.exception()
        await asyncio.create_task(other())
        return e, sys.exception()


async def other():
    r = sys.exception()
    await asyncio.sleep(0)
    return r, sys.exception()


def told(t):
    return "", repr(t.exception()), [s.name for s in traceback.extract_tb(t.exception().__traceback__)]


async def swallow(c):
    t = asyncio.create_task(c)
    try:
        return await t
    except BaseException as e:
        return type(e).__name__, str(e).split("<")[0], [s.name for s in traceback.extract_tb(e.__traceback__)]


async def all_of(eager):
    loop = asyncio.get_running_loop()
    loop.set_task_factory(asyncio.eager_task_factory if eager else None)
    log, r = [], []
    for i in range(60):
        r = [await swallow(c) for c in [plain(i), outer(i), fails(i), fails_at_once(i), stops(i), awaits(bad()), awaits(not_from()), awaits(generator(i)), awaits(Awaitable()), self_wait(), handling()]]
        r.append(await generator(i))
        r.append(await Awaitable())
        log.clear()
        for f in cancelled, survives:
            t = asyncio.create_task(f(log))
            await asyncio.sleep(0)
            t.cancel("why")
            r.append(await asyncio.gather(t, return_exceptions=True))
        t = asyncio.create_task(cancelled(log))
        t.cancel()
        r.append(await asyncio.gather(t, return_exceptions=True))
        r.append(log[:])
        done = []
        t = asyncio.create_task(plain(i))
        t.add_done_callback(lambda t: done.append(t.result()[0]))
        t.add_done_callback(done.append)
        ctx = contextvars.copy_context()
        ctx.run(var.set, "in ctx")
        t.add_done_callback(lambda t: done.append(var.get()), context=ctx)
        await t
        await asyncio.sleep(0)
        r.append([done[0], done[1] is t, done[2], asyncio.current_task() is not None, len(asyncio.all_tasks())])
    for x in r:
        print(str(x).replace("Task-", "T").translate(str.maketrans("", "", "0123456789")))
    print(var.get())


for eager in False, True:
    asyncio.run(all_of(eager))
#---
# Exceptions that leave the loop, and loops within steps.
import asyncio
import contextvars

var = contextvars.ContextVar("var", default=0)


async def leaves(e):
    var.set(1)
    await asyncio.sleep(0)
    raise e


async def main(e, eager):
    if eager:
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
    t = asyncio.create_task(leaves(e))
    await asyncio.sleep(0.01)
    return t


for i in range(30):
    for e in KeyboardInterrupt, SystemExit:
        for eager in False, True:
            try:
                asyncio.run(main(e(i), eager))
            except e as x:
                r = type(x), x.args
            try:
                asyncio.current_task()
            except RuntimeError as x:
                r += str(x),
            if i == 29:
                print(r, var.get())


async def within():
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(asyncio.sleep(0))
    except RuntimeError as e:
        return str(e)
    finally:
        loop.close()


async def deep(n):
    if n:
        return 1 + await asyncio.create_task(deep(n - 1))
    return 0


async def too_deep(n):
    return 1 + await asyncio.create_task(too_deep(n + 1))


async def eagerly():
    asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
    print(await deep(60), await asyncio.create_task(deep(100)))
    try:
        await too_deep(0)
    except RecursionError as e:
        print(type(e))
    print(asyncio.current_task().get_name()[:5], len(asyncio.all_tasks()))


import warnings
warnings.simplefilter("ignore")
print(asyncio.run(within()))
asyncio.run(eagerly())


class Loop:
    """A loop that changes what runs while a step is on its way."""

    def __init__(self):
        self.ready = []

    def get_debug(self):
        return False

    def is_running(self):
        return True

    def call_soon(self, f, *args, context=None):
        self.ready.append((f, args, context))

    def call_exception_handler(self, context):
        pass

    def run(self):
        while self.ready:
            f, args, context = self.ready.pop(0)
            try:
                context.run(f, *args)
            except Exception as e:
                print(type(e).__name__, str(e)[:60].split("<")[0])


l = Loop()


async def changes(what):
    what()
    await asyncio.sleep(0)
    return 1


def swap(t=None):
    asyncio.tasks._swap_current_task(l, t)


def other_loop():
    asyncio._set_running_loop(Loop())


for what in [lambda: None, swap, other_loop, lambda: t.cancel()]:
    for eager in False, True:
        asyncio._set_running_loop(l)
        try:
            t = asyncio.Task(changes(what), loop=l, eager_start=eager)
            l.run()
            print(t.done(), t.cancelled() or t.done() and t.result(), asyncio.current_task(l))
        except Exception as e:
            print(type(e).__name__, str(e)[:60].split("<")[0])
        asyncio._set_running_loop(l)
        swap()
asyncio._set_running_loop(None)
ctx = contextvars.copy_context()
asyncio._set_running_loop(l)
t = asyncio.Task(changes(lambda: ctx.run(print, "entered again")), loop=l, context=ctx)
l.run()
print(type(t.exception()).__name__)
try:
    ctx.run(asyncio.Task, changes(lambda: 0), loop=l, context=ctx, eager_start=True)
except RuntimeError as e:
    print(str(e).split(":")[0], asyncio.current_task(l) is None)
swap()
t = asyncio.Task(changes(lambda: 0), loop=l)
step = l.ready[0][0]
print(type(step).__name__, step.__self__ is t, step(), t.done())
l.run()
try:
    step()
except asyncio.InvalidStateError as e:
    print(str(e).split("<")[0])
asyncio._set_running_loop(None)
try:
    contextvars.copy_context().run(step)
except Exception as e:
    print(type(e).__name__, str(e).split("<")[0])
