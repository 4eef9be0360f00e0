# Sums of floats, in lists, tuples and iterators, with what rounding loses, and of what ends them.
import random

inf, nan = float("inf"), float("nan")
r = random.Random(5)
lists = [[], [-0.0], [-0.0, -0.0], [.1] * 10, [1e16, 1, -1e16], [1e16, 1.0, -1e16], [1e308, 1e308, -1e308], [inf, 1.0], [inf, -inf], [nan, 1.0], [1.0, nan, inf],
         [1.0, 2], [2, 1.0], [1.5, True], [1.5, 10**30], [.5, 1j], [.1, .2, .3, "x"], ["x", 1.0], [1e-320, 1e-320], [r.uniform(-1, 1) * 10 ** r.randrange(-20, 20) for _ in range(300)]]


class F(float):
    def __radd__(self, other):
        return ("radd", other)


lists.append([1.0, F(2.0), 3.0])


def show(f):
    try:
        v = f()
        return type(v).__name__ + " " + repr(v)
    except Exception as e:
        return type(e).__name__ + " " + str(e)


for l in lists:
    for start in (None, 0, 0.0, -0.0, 1e100, .1, F(1.5), 3, True, 1j, ""):
        a = [] if start is None else [start]
        got = [show(lambda: sum(x, *a)) for x in (l, tuple(l), iter(l), (x for x in l))]
        if start is not None:
            got.append(show(lambda: sum(l, start=start)))
        print(len(l), start, got[0], len(set(got)) == 1)
