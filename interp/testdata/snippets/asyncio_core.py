# The futures and tasks of _asyncio: errors, attributes, callbacks, cancellation.
import asyncio, _asyncio, contextvars, gc, weakref

def show(f, *args, **kw):
    try:
        print(repr(f(*args, **kw)))
    except BaseException as e:
        print(type(e).__name__, e)

class Loop:
    def __init__(self, debug=False): self.ready, self.debug, self.told = [], debug, []
    def get_debug(self): return self.debug
    def is_running(self): return True
    def call_soon(self, f, *args, context=None): self.ready.append((f, args, context))
    def call_exception_handler(self, d): self.told.append({k: type(v).__name__ if k != 'message' else v for k, v in d.items()})
    def __repr__(self): return '<loop>'
    def run(self):
        while self.ready:
            f, args, context = self.ready.pop(0)
            try:
                context.run(f, *args) if context else f(*args)
            except BaseException as e:
                print('  raised', type(e).__name__, e)

F, T = _asyncio.Future, _asyncio.Task
print(F.__module__, T.__mro__, asyncio.Future is F, asyncio.Task is T, F[int])
loop = Loop()
f = F(loop=loop)
print(f._state, f._result, f._exception, f._callbacks, f._asyncio_future_blocking, f._log_traceback, f._source_traceback, f._cancel_message, f._asyncio_awaited_by, f._loop)
show(f.result)
show(f.exception)
def done(x): print('  done', x._state)
f.add_done_callback(done)
f.add_done_callback(print)
f.add_done_callback(done)
print(len(f._callbacks), f._callbacks[0][0] is done, type(f._callbacks[1][1]).__name__)
print(f.remove_done_callback(done), f.remove_done_callback(done), f.remove_done_callback(print), f._callbacks)
f.add_done_callback(done)
show(f.add_done_callback)
show(f.add_done_callback, done, None)
show(f.set_exception, 5)
show(f.set_exception, int)
f.set_result(7)
print(f, f.result(), f.exception(), f.done(), f.cancelled(), f.cancel(), loop.ready[0][1][0] is f)
loop.run()
show(f.set_result, 8)
show(f.set_exception, ValueError)
f.x = 1
print(f.x, weakref.ref(f)() is f)
for name, v in [('_log_traceback', True), ('_state', 1), ('_asyncio_future_blocking', 2), ('_cancel_message', 3)]:
    show(setattr, f, name, v)
    show(delattr, f, name)
print(f._cancel_message)

# Exceptions keep the traceback that they were set with.
g = F(loop=loop)
e = KeyError('k')
g.set_exception(e)
print(g._log_traceback)
for _ in range(2):
    try: g.result()
    except KeyError as x: print(x is e, x.__traceback__.tb_next)
print(g._log_traceback, repr(g.exception()))
h = F(loop=loop)
h.set_exception(StopIteration(3))
show(h.result)
print(repr(h.exception().__cause__), repr(h.exception().__context__))

c = F(loop=loop)
print(c.cancel(msg='why'), c.cancel(), c, c._cancel_message)
show(c.result)
show(c.exception)
print(repr(c._make_cancelled_error()))
show(F.cancel, c, 1, 2)

# What __init__ has not been called of.
n = F.__new__(F)
for name in ('result', 'exception', 'cancel', 'get_loop', '__repr__', '__await__', 'done', 'cancelled'):
    show(getattr(n, name))
for name in ('_state', '_result', '_exception', '_callbacks', '_loop', '_source_traceback', '_log_traceback', '_asyncio_future_blocking'):
    show(getattr, n, name)
show(n.set_result, 1)
show(n.add_done_callback, print)
class Sub(F):
    def __init__(self): pass
show(Sub().done)
show(repr, Sub())
show(F, 1)
show(F, loop=loop, x=1)
show(T)
show(T, 5, loop=loop)
t = T.__new__(T)
for name in ('cancelling', 'uncancel', 'done'):
    show(getattr(t, name))
print(t._log_destroy_pending, t._must_cancel)

# Iterators of futures.
f = F(loop=loop)
it = iter(f)
print(type(it).__name__, it.send(None) is f, f._asyncio_future_blocking)
show(next, it)
f.set_result(4)
show(next, it)
it = f.__await__()
show(it.throw, 5)
show(it.throw, ValueError('v'))
print(f.__await__().close())
f = F(loop=loop)
f.set_result((1, 2))
try: next(iter(f))
except StopIteration as e: print(e.value, e.args)
#---
# Tasks on a loop of one's own.
import asyncio, _asyncio, contextvars, gc, types

class Loop:
    def __init__(self): self.ready, self.told = [], []
    def get_debug(self): return False
    def is_running(self): return True
    def call_soon(self, f, *args, context=None): self.ready.append((f, args, context))
    def call_exception_handler(self, d): self.told.append([f'{k}: {v if k == "message" else type(v).__name__}' for k, v in d.items()])
    def __repr__(self): return '<loop>'
    def run(self):
        _asyncio._set_running_loop(self)
        while self.ready:
            f, args, context = self.ready.pop(0)
            try: context.run(f, *args)
            except BaseException as e: print('  raised', type(e).__name__, e)
        _asyncio._set_running_loop(None)

F, T = _asyncio.Future, _asyncio.Task
loop = Loop()
def show(f, *args, **kw):
    try:
        print(repr(f(*args, **kw)))
    except BaseException as e:
        print(type(e).__name__, e)
def task(coro, **kw): return T(coro, loop=loop, **kw)
def end(t):
    loop.run()
    show(t.result)
    return t

async def plain(x): return x
async def wait(f): return await f
t = task(plain(3), name='three')
print(t.get_name(), t._state, t.get_coro().__name__, type(loop.ready[0][0]).__name__, loop.ready[0][0].__self__ is t, t in _asyncio.all_tasks(loop))
show(loop.ready[0][0], 1)
show(loop.ready[0][0], x=1)
end(t)
print(t in _asyncio.all_tasks(loop), t.cancel(), t.get_stack())
show(t.set_result, 1)
show(t.set_exception, ValueError)
t.set_name(5)
print(repr(t.get_name()))
a, b = task(plain(1), name='a'), task(plain(1))
c = task(plain(1))
print(int(c.get_name()[5:]) - int(b.get_name()[5:]))
loop.run()

f = F(loop=loop)
t = task(wait(f), name='w')
loop.run()
print(t._fut_waiter is f, f._asyncio_awaited_by == {t}, f._callbacks[0][0].__name__, f._callbacks[0][0].__self__ is t, f._callbacks[0][1] is t.get_context())
f.set_result('r')
end(t)
print(f._asyncio_awaited_by, t._fut_waiter)

# Two who wait for one.
f = F(loop=loop)
a, b = task(wait(f)), task(wait(f))
loop.run()
print(len(f._asyncio_awaited_by), len(f._callbacks))
f.set_exception(OSError(2, 'no'))
end(a)
end(b)

# Cancellation: of what is waited for, of what has not begun, caught, taken back.
f = F(loop=loop)
t = task(wait(f))
loop.run()
print(t.cancel('stop'), f.cancelled(), t.cancelling(), t._must_cancel)
end(t)
t = task(plain(1))
print(t.cancel('early'), t._must_cancel)
end(t)
print(t.get_coro().cr_frame, t.cancelled())
async def stubborn(f):
    try: await f
    except asyncio.CancelledError as e: return f'caught {e.args}'
f = F(loop=loop)
t = task(stubborn(f))
loop.run()
t.cancel('x'), t.cancel('y')
print(t.cancelling(), t.uncancel(), t.uncancel(), t.uncancel())
end(t)
async def late(): asyncio.current_task(loop).cancel('at the end'); return 1
t = end(task(late()))
async def busy():
    t.cancel('now')
    await f2
f2 = F(loop=loop)
t = task(busy())
end(t)
print(f2.cancelled())

# What coroutines must not do.
@types.coroutine
def gives(*values):
    for v in values: yield v
async def through(*values): await gives(*values)
name = lambda x: x
class Quiet(T):
    def __repr__(self): return '<quiet>'
class QuietFuture(F):
    def __repr__(self): return '<future>'
def quiet(coro): return end(Quiet(coro, loop=loop))
quiet(through(None, None))
quiet(through(5))
quiet(through(QuietFuture(loop=loop)))
quiet(through(QuietFuture(loop=Loop())))
quiet(through((x for x in ())) if False else through(5.5))
async def itself():
    me._asyncio_future_blocking = True
    await gives(me)
me = Quiet(itself(), loop=loop)
end(me)
async def foreign():
    await QuietFuture(loop=Loop())
quiet(foreign())
class Duck:
    _asyncio_future_blocking = True
    def __init__(self): self.callbacks, self._loop = [], loop
    def add_done_callback(self, f, context): self.callbacks.append(f); print('  duck', context is not None)
    def result(self): return 'quack'
    def __await__(self): r = yield self; return self.result()
d = Duck()
t = task(wait(d))
loop.run()
print(d._asyncio_future_blocking, t._fut_waiter is d)
d.callbacks[0](d) if False else loop.call_soon(d.callbacks[0], d, context=contextvars.copy_context())
end(t)

# Exceptions.
async def fail(e): raise e
t = end(task(fail(ValueError('bad'))))
print(t._log_traceback, [x.name for x in __import__('traceback').extract_tb(t.exception().__traceback__)][-1])
t = task(fail(KeyboardInterrupt('k')))
loop.run()
show(t.result)
t = end(task(fail(StopIteration(1))))
t = end(task(fail(asyncio.CancelledError('own'))))
print(t.cancelled())

# Current tasks.
async def who():
    t = _asyncio.current_task()
    show(_asyncio._enter_task, loop, None) if False else None
    print(t.get_name(), _asyncio.current_task(loop) is t, _asyncio.current_task(Loop()), _asyncio.get_running_loop() is loop, _asyncio.get_event_loop() is loop)
end(task(who(), name='who'))
show(_asyncio.current_task)
show(_asyncio.get_running_loop)
print(_asyncio._get_running_loop())
show(_asyncio._enter_task, loop, 1)
_asyncio._set_running_loop(loop)
show(_asyncio._leave_task, loop, 1)
show(_asyncio._enter_task, loop, 1)
show(_asyncio._enter_task, loop, 2)
show(_asyncio._leave_task, loop, 2)
show(_asyncio._swap_current_task, loop, 5)
show(_asyncio._swap_current_task, loop=loop, task=None)
show(_asyncio._swap_current_task, loop, None)
show(_asyncio._swap_current_task, 'other', None)
show(_asyncio._leave_task, task=None)
_asyncio._set_running_loop(None)

# Eager tasks, and contexts.
v = contextvars.ContextVar('v', default=0)
async def sets(x):
    v.set(x)
    await gives(None)
    return v.get()
async def main():
    t = T(plain(9), loop=loop, eager_start=True, name='e')
    print('eager', t.done(), t.get_coro(), t.result(), v.get())
    c = contextvars.copy_context()
    t = T(sets(3), loop=loop, eager_start=True, context=c)
    print(t.done(), v.get(), c[v], t.get_context() is c, t in _asyncio.all_tasks())
    print(await t, v.get(), c[v])
end(task(main()))

# What is dropped.
def drop():
    f = F(loop=loop)
    f.set_exception(ValueError('lost'))
    t = task(wait(F(loop=loop)), name='pending')
    loop.run()
    del f, t
    q = task(plain(1))
    loop.run()
drop()
gc.collect()
for told in sorted(loop.told): print(told)
#---
# The library over it.
import asyncio, contextvars
v = contextvars.ContextVar('v')
log = []
async def work(i, fail=False):
    v.set(i)
    await asyncio.sleep(0)
    if fail: raise ValueError(i)
    return i, v.get()
async def main():
    print(await asyncio.gather(*(work(i) for i in range(5))))
    r = await asyncio.gather(work(1), work(2, True), return_exceptions=True)
    print(r)
    try:
        async with asyncio.TaskGroup() as g:
            g.create_task(work(1)); g.create_task(work(2, True)); g.create_task(asyncio.sleep(10))
    except* ValueError as e: print(e.exceptions)
    try:
        async with asyncio.timeout(0.001): await asyncio.sleep(10)
    except TimeoutError as e: print('timeout', repr(e.__cause__))
    q = asyncio.Queue(2)
    async def producer():
        for i in range(6): await q.put(i)
        await q.put(None)
    p = asyncio.create_task(producer(), name='producer')
    print(repr(p).split(' coro')[0])
    got = []
    while (x := await q.get()) is not None: got.append(x)
    print(got, p.done())
    s = asyncio.shield(asyncio.sleep(0, 'inner'))
    print(await s)
    done, pending = await asyncio.wait([asyncio.ensure_future(work(i)) for i in range(3)])
    print(sorted(t.result() for t in done), pending)
    for x in asyncio.as_completed([work(1), work(2)]): log.append(await x)
    print(sorted(log), 'v' in {k.name for k in contextvars.copy_context()})
    loop = asyncio.get_running_loop()
    loop.set_task_factory(asyncio.eager_task_factory)
    print(await asyncio.gather(*(work(i) for i in range(3))))
    total = 0
    for i in range(3000):
        total += (await asyncio.gather(work(i), asyncio.sleep(0, i)))[1]
    print(total, len(asyncio.all_tasks()))
l = asyncio.new_event_loop()
l.run_until_complete(main())
l.close()
#---
# Debug mode walks the stack for each future and callback, in hot code too.
import asyncio, itertools, sys, traceback
def here(n): return len(traceback.extract_stack(limit=n))
def walk(frame):
    while frame is not None:
        yield frame.f_code.co_name
        frame = frame.f_back
def outer(frame):
    for name in walk(frame): yield name
def names(n): return ' '.join(itertools.islice(outer(sys._getframe()), n))
async def leaf(i):
    f = asyncio.get_running_loop().create_future()
    f.add_done_callback(lambda f: None)
    f.set_result(i)
    return await f + len(f._source_traceback) - len(f._source_traceback)
async def main():
    total, seen = 0, set()
    for i in range(300):
        a, b = await asyncio.gather(leaf(i), leaf(1))
        total += a + b + here(2)
        seen.add(names(2))
    return total, seen, asyncio.current_task()._source_traceback[-1].name
l = asyncio.new_event_loop()
l.set_debug(False)
l.get_debug = lambda: True
print(l.run_until_complete(main()))
l.close()
#---
# A loop that changes the future whose callbacks it is given, finalizers of what is not initialized, handlers that fail.
import _asyncio, asyncio.exceptions, gc, sys
class Loop:
    hook = None
    def get_debug(self): return False
    def call_soon(self, f, *args, context=None):
        print('soon', f)
        if self.hook: self.hook(f)
l = Loop()
f = _asyncio.Future(loop=l)
for i in range(3): f.add_done_callback(i)
def again(callback):
    if callback == 0:
        f.__init__(loop=l)
        f.add_done_callback('new')
        f.set_result('inner')
l.hook = again
f.set_result(1)
print(f.result())
f = _asyncio.Future(loop=l)
for i in range(3): f.add_done_callback(i)
def fail(callback):
    raise KeyError(callback)
l.hook = fail
try: f.set_result(1)
except KeyError as e: print(e, f._callbacks)
f = _asyncio.Future(loop=l)
async def co(): return await f
l.hook = None
class Keep(Loop):
    def call_soon(self, step, *args, context=None): self.step = step
k = Keep()
f = _asyncio.Future(loop=k)
t = _asyncio.Task(co(), loop=k)
_asyncio._set_running_loop(k)
k.step()
f._callbacks[0][0](_asyncio.Future.__new__(_asyncio.Future))
print(repr(t.exception()))
_asyncio._set_running_loop(None)
sys.unraisablehook = lambda a: print(a.exc_type.__name__, a.err_msg)
class Told:
    def __repr__(self): return 'told'
    def __call__(self, d): 1 / 0
l.call_exception_handler = Told()
def drop(loop):
    f = _asyncio.Future(loop=loop)
    f.set_exception(KeyError(2))
drop(l)
gc.collect()
del l.call_exception_handler
drop(l)
gc.collect()
