def f(a, *b, **c):
    def g():
        return a
    for i in b:
        try:
            with c as d:
                yield i, d[1:2]
        except (KeyError, OSError) as e:
            print(f"{e!r:>{i}}", 2**70, -1.5, 2j, g, i in {1, 2}, "\ud800", b"\xff")


class C:
    """Doc."""
    async def m(self):
        async for x in self:
            await super().n
