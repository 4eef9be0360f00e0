# loop: a coroutine that is awaited where it is made is a frame of the trace
async def add(a, b):
    return a + b


async def total(n):
    t = 0
    for i in range(n):
        t += await add(i, 1)
    return t


try:
    total(5000).send(None)
except StopIteration as e:
    print(e.value)
