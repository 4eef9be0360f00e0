# Truth of every type at the same place.
def f(x):
    if x:
        return "t"
    return "f"


def g(x):
    return not x, x and 1, x or 2


for hot in (True, 7, None, [], "", 0.0, (), {}):
    out = ""
    for i in range(1500):
        out = f(hot) + f(i)
    print(out, [f(x) for x in (True, False, None, 0, 1, -1, 0.0, -0.0, 0.5, "", "a", [], [0], (), (0,), {}, {0: 0}, set(), {0}, range(0), range(3), 1 << 70, f, len, b"", b"x", float("nan"))])
    print(g(hot), g("x"), g(0))


class NoBool:
    __bool__ = None


def none_bool(x, n):
    for i in range(n):
        try:
            return bool(x) if i % 2 else 1 if x else 2
        except TypeError as e:
            r = str(e)
    return r


print(none_bool(NoBool(), 600))
NoBool.__bool__ = lambda self: False
print(none_bool(NoBool(), 600))
