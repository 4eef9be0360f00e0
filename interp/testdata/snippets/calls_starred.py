# Calls with arguments behind stars: in hot code their frames are part of the trace, until
# something is not as it was.
import functools
import sys
import traceback

N = 400


def add(a, b=2, *, c=3):
    return a + b + c


def deco(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return f(*args, **kwargs)
    return wrapper


@deco
def mul(a, b):
    return a * b


@deco
def fail(a):
    if a == N - 1:
        raise ValueError(a)
    return a


class Point:
    def __init__(self, x, y=0):
        self.x, self.y = x, y

    def move(self, dx, dy=1):
        self.x += dx
        self.y += dy
        return self

    def forward(self, *args, **kwargs):
        return self.move(*args, **kwargs)


def loop(f, args, n=N, **kw):
    r = None
    for i in range(n):
        r = f(*args, **kw)
    return r


# each form, of one function and then of another
print(loop(add, (1,)), loop(add, (1, 5)), loop(add, [7]), loop(add, [7, 8]), loop(add, (1,), c=10))
print(loop(add, range(2)), loop(max, (1, 5)), loop(max, [3, 4, 9]))
print(loop(mul, (3, 4)), loop(mul, (3,), b=5), loop(str.upper, ("x",)), loop(Point, (1, 2)).y, loop(Point, (1,), y=7).y)
p = Point(0)
print(loop(p.forward, (1,)).x, loop(p.forward, (1, 2)).y, loop(p.forward, (), dx=1).x)


# other numbers of arguments at one place, other functions
def varied():
    out = []
    for i in range(N):
        args = tuple(range(i % 4))
        try:
            out.append(add(*args))
        except TypeError as e:
            out.append(str(e))
    return out[-8:]


print(varied())


def many(fs):
    t = 0
    for i in range(N):
        t += fs[i % len(fs)](*(i, 1))
    return t


print(many([add]), many([add, max]), many([add, mul, lambda *a: len(a), lambda a, b: a - b, min, divmod.__class__ and pow]))


# keywords that are there at last, mappings that are no dicts
class Map:
    def __init__(self, d):
        self.d = d

    def keys(self):
        return self.d.keys()

    def __getitem__(self, k):
        return self.d[k]


class Sub(dict):
    pass


def late(kws):
    t = 0
    for i in range(N):
        kw = kws[i * len(kws) // N]
        t += add(i, **kw)
    return t


print(late([{}]), late([{}, {"c": 5}]), late([{}, Map({"b": 1})]), late([{}, Sub(c=1)]), late([{"c": 1}, {"b": 1}]))
for bad in ({1: 2}, {"nope": 1}, {"a": 1}, 5, None):
    try:
        late([{}, bad])
    except TypeError as e:
        print(e)
for bad in (5, None, Point(1)):
    try:
        loop(add, (1,))
        loop(add, bad)
    except TypeError as e:
        print(e)


# the dict that the callee gets is its own
def keeps(*args, **kw):
    kw["n"] = len(args)
    return kw


def passes(*args, **kw):
    kept = keeps(*args, **kw)
    return kept is kw, kept, kw


print(loop(passes, (1, 2)), loop(passes, (), z=1))


def changed(*args, **kw):
    kw["c"] = 4
    return add(*args, **kw)


print(loop(changed, (1,)))


# defaults that change
def defaults():
    out = set()
    for i in range(N):
        if i == N // 2:
            add.__defaults__ = (20,)
        if i == N // 4 * 3:
            add.__kwdefaults__ = {"c": 30}
        out.add(add(*(1,)))
    add.__defaults__, add.__kwdefaults__ = (2,), {"c": 3}
    return sorted(out)


print(defaults())


# exceptions, frames, generators, recursion
def catches():
    for i in range(N):
        try:
            fail(i)
        except ValueError:
            return [(f.name, f.line) for f in traceback.extract_tb(sys.exc_info()[2])]


print(catches())


def caller(*args):
    return [sys._getframe(i).f_code.co_name for i in range(3)]


@deco
def who(*args):
    return caller(*args)


print(loop(who, (1, 2)))


def gen(*args):
    yield from args


def gens():
    t = 0
    for i in range(N):
        for x in gen(*(i, 1, 2)):
            t += x
    return t


print(gens())


@deco
def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


print(depth(50), [depth(5) for _ in range(N)][-1])
try:
    depth(10**6)
except RecursionError as e:
    print(type(e).__name__)


async def step(*args):
    return len(args)


async def steps():
    t = 0
    for i in range(N):
        t += await step(*(1,) * (i % 3))
    return t


try:
    steps().send(None)
except StopIteration as e:
    print(e.value)


# {} in a loop is a new dict each time
def empties():
    out = []
    for i in range(N):
        d = {}
        if i % 100 == 0:
            d[i] = i
            out.append(d)
    return out


print(empties())
