"""asyncio without sockets: an event loop that only sleeps and is woken within the VM."""
import asyncio


async def worker(name, queue, out):
    while True:
        n = await queue.get()
        await asyncio.sleep(0)
        out.append((name, n))
        queue.task_done()


async def queues():
    queue, out = asyncio.Queue(maxsize=2), []
    tasks = [asyncio.create_task(worker(i, queue, out)) for i in range(3)]
    for n in range(8):
        await queue.put(n)
    await queue.join()
    for t in tasks:
        t.cancel()
    return sorted(n for _, n in out), await asyncio.gather(*tasks, return_exceptions=True)


async def slow(n, fail=None):
    await asyncio.sleep(n / 1000)
    if fail:
        raise fail
    return n


async def groups():
    async with asyncio.TaskGroup() as g:
        a, b = g.create_task(slow(3)), g.create_task(slow(1))
    print(a.result(), b.result())
    try:
        async with asyncio.TaskGroup() as g:
            g.create_task(slow(1, ValueError("one")))
            g.create_task(slow(500))
    except* ValueError as e:
        print(repr(e), e.exceptions)


async def limits():
    try:
        async with asyncio.timeout(0.002):
            await asyncio.sleep(10)
    except TimeoutError as e:
        print("timeout", repr(e))
    try:
        await asyncio.wait_for(slow(1000), 0.001)
    except TimeoutError as e:
        print("wait_for", repr(e))
    print(await asyncio.wait_for(slow(1), 1000))
    done, pending = await asyncio.wait([asyncio.ensure_future(slow(i)) for i in (1, 2)])
    print(sorted(t.result() for t in done), pending)


async def count(n):
    try:
        for i in range(n):
            yield i
            await asyncio.sleep(0)
    finally:
        print("closed")


async def others():
    event, lock = asyncio.Event(), asyncio.Lock()

    async def setter():
        async with lock:
            event.set()

    t = asyncio.create_task(setter())
    await event.wait()
    await t
    print([i async for i in count(3)], event.is_set(), lock.locked())
    g = count(5)
    print(await g.__anext__())
    await g.aclose()
    loop = asyncio.get_running_loop()
    order = []
    for delay in (0.004, 0.001, 0.002):
        loop.call_later(delay, order.append, delay)
    loop.call_soon(order.append, "soon")
    loop.call_soon_threadsafe(order.append, "woken")
    await asyncio.sleep(0.01)
    print(order)
    return asyncio.current_task().get_name()


loop = asyncio.new_event_loop()
print(loop.run_until_complete(queues()))
loop.run_until_complete(groups())
loop.run_until_complete(limits())
print(loop.run_until_complete(others())[:4])
try:
    loop.run_until_complete(slow(1, KeyError("out")))
except KeyError as e:
    print(repr(e))
loop.close()
import socket
import select

a, b = socket.socketpair()
print(select.select([a, b], [a], [], 0)[1] == [a], a.send(b"hello"), b.recv(3), select.select([b, a], [], [a], 0.001)[0] == [b], b.recv(9))
a.setblocking(False)
try:
    a.recv(1)
except BlockingIOError as e:
    print(e)
a.close()
print(b.recv(1), select.select([], [], [], 0), a.fileno(), b.fileno() > 2)
