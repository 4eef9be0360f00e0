"""The builtins aiter and anext, awaited in loops."""
import types


class Count:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.n == 0:
            raise StopAsyncIteration
        self.n -= 1
        await pause()
        return self.n


@types.coroutine
def pause():
    yield "paused"


def run(coro):
    pauses = 0
    while True:
        try:
            assert coro.send(None) == "paused"
            pauses += 1
        except StopIteration as e:
            return e.value, pauses


async def agen(n):
    for i in range(n):
        await pause()
        yield i


async def main():
    total = 0
    for make in Count, agen:
        for k in range(300):
            it = aiter(make(3))
            total += await anext(it)
            total += await anext(it, 50)
            total += await anext(it)
            total += await anext(it, 1000)
            try:
                await anext(it)
            except StopAsyncIteration:
                total += 1
    return total


print(run(main()))
for f in (lambda: aiter([]), lambda: anext([]), lambda: aiter(), lambda: anext(1, 2, 3), lambda: anext(iter([]), 2)):
    try:
        print(f())
    except TypeError as e:
        print(e)


class Wrong:
    def __aiter__(self):
        return 3

    def __anext__(self):
        return 5


try:
    aiter(Wrong())
except TypeError as e:
    print(e)
try:
    run(anext(Wrong(), None))
except TypeError as e:
    print(e)
a = anext(agen(1), "default")
print(type(a).__name__, a.send(None))
try:
    a.throw(KeyError("thrown"))
except KeyError as e:
    print(repr(e))
b = anext(agen(0), ("default", 1))
try:
    b.__await__().send(None)
except StopIteration as e:
    print(e.value)
