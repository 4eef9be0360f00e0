# The frames of generators, coroutines and asynchronous generators that wait.
import inspect
import types


def tries(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


def show(f):
    if f is None:
        return print(f)
    print(f.f_code.co_name, f.f_lineno - f.f_code.co_firstlineno, {k: v if isinstance(v, int | str | list | tuple) else type(v).__name__ for k, v in f.f_locals.items()}, f.f_back, f.f_globals is globals(), f.f_builtins["len"] is len,
          type(f.f_lasti).__name__)


def gen(a, *rest, k=1):
    b = [a]
    x = yield b

    def inner():
        return x
    try:
        yield inner
    finally:
        a = k
        yield a


def outer():
    """of outer"""
    loop = 0
    for loop in range(2):
        yield loop
    yield from gen(7)


g = gen(5, 6)
f = g.gi_frame
print(f is g.gi_frame, f.f_generator is g, inspect.getgeneratorstate(g))
show(f)
for v in (None, "sent", None):
    g.send(v)
    show(g.gi_frame)
    print(inspect.getgeneratorstate(g), f is g.gi_frame, inspect.getgeneratorlocals(g).keys(), f.f_locals["k"], "b" in f.f_locals, list(f.f_locals)[:2])
print(tries(f.clear))
print(list(g), g.gi_frame, inspect.getgeneratorstate(g), inspect.getgeneratorlocals(g))
g = outer()
print(repr(g.gi_frame).split(",")[-2:])
for v in g:
    if v == 1 or v == [7]:
        show(g.gi_frame)
        if g.gi_yieldfrom:
            show(g.gi_yieldfrom.gi_frame)
g = outer()
f = g.gi_frame
f.clear()
print(g.gi_frame, list(g))


def own():
    me = yield
    f = me.gi_frame
    print(f.f_code.co_name, sorted(f.f_locals), f.f_back.f_code.co_name)
    yield f


def drive():
    g = own()
    f = g.gi_frame
    next(g)
    print(g.send(g) is f)
    show(g.gi_frame)


drive()


async def coro(n):
    await wait()
    return n


@types.coroutine
def wait():
    yield "waits"


async def agen():
    x = 1
    yield x


c = coro(3)
show(c.cr_frame)
print(inspect.getcoroutinestate(c), c.send(None))
show(c.cr_frame)
show(c.cr_await.gi_frame)
print(dict(inspect.getcoroutinelocals(c)), tries(c.send, None), c.cr_frame, inspect.getcoroutinestate(c))
a = agen()
show(a.ag_frame)
print(tries(a.__anext__().send, None)[0])
show(a.ag_frame)


# In a loop that is compiled.
def total(n):
    k = 0
    for i in range(n):
        k += i
        yield k


for g in (total(3000), total(3000)):
    for v in g:
        if v == 1000 * 1001 // 2:
            show(g.gi_frame)


# Who waits for a generator that yields from another is above it.
import sys


def names():
    f, out = sys._getframe(1), []
    while f and f.f_code.co_name != "<module>":
        out.append((f.f_code.co_name, f.f_lineno - f.f_code.co_firstlineno, sorted(f.f_locals)))
        f = f.f_back
    return out


def leaf(k):
    for i in range(k):
        yield names()


def middle(k):
    first = 1
    yield from leaf(k)
    yield names()


def top(k):
    yield names()
    yield from middle(k)


def walk(g):
    return [n for n in g]


for n in walk(top(3)):
    print(n)
g = top(3)
next(g)
it = g
print(next(it), sys._getframe().f_back)
async def deep(): return names()
async def high(): return await deep()
try: high().send(None)
except StopIteration as e: print(e.value)
for n in walk(top(400))[300:302]:
    print(n)
#---
# A generator's frame knows its generator however it was come by, and that it has ended.
import sys, warnings
def g():
    yield sys._getframe()
    yield 2
def outer(): yield from g()
for make in g, outer:
    for asked in False, True:
        G = make()
        if asked: G.gi_frame
        f = next(G)
        print(f.f_code.co_name, f.f_lineno, f.f_generator.__name__, f.f_back, f.f_lasti, G.gi_frame.f_lasti, G.gi_frame.f_lineno)
        next(G)
        print(f.f_lineno, f.f_lasti, list(G), f.f_generator, f.f_back, f.clear())
G = g(); f = G.gi_frame
print(f.f_lasti, f.f_generator is G)
G.close()
print(f.f_generator, f.f_back, f.clear(), G.gi_frame)
# throw: what a generator yields from gets the arguments as they are.
warnings.simplefilter("ignore")
class It:
    def __iter__(self): return self
    def __next__(self): return 1
    def throw(self, *args):
        print(args)
        raise StopIteration(len(args))
class Plain:
    def __iter__(self): return self
    def __next__(self): return 1
def over(it): yield (yield from it)
def tries(G, *args):
    try: return G.throw(*args)
    except BaseException as e: return type(e).__name__, str(e)
for args in (ValueError,), (ValueError, "x"), (ValueError, "x", 3), (3, "x"), (ValueError("y"), None), (KeyError("z"), "w"):
    for it in It, Plain, lambda: over(It()), lambda: over(iter([1])):
        G = over(it()); next(G)
        print(tries(G, *args))
#---
# The frames of generators that pass an exception on are beneath those that deal with it; close() hides them.
import sys
def names(f):
    r=[]
    while f: r.append(f.f_code.co_name+':'+str(f.f_lineno)); f=f.f_back
    return r
def inner():
    try:
        yield 1
    except ValueError:
        print(names(sys._getframe()))
        yield 2
def mid():
    yield from inner()
def outer():
    yield from mid()
g=outer()
next(g)
print(g.throw(ValueError))
class It:
    def __iter__(self): return self
    def __next__(self): return 5
    def throw(self,*a):
        print(names(sys._getframe())); return 6
def w():
    yield from It()
g=w(); next(g); print(g.throw(KeyError))
def c():
    try: yield 1
    finally: print(names(sys._getframe()))
def cc(): yield from c()
g=cc(); next(g); g.close()
def tb():
    try: yield
    except ValueError: 1/0
def tb2(): yield from tb()
g=tb2(); next(g)
try: g.throw(ValueError)
except ZeroDivisionError as e:
    t=e.__traceback__
    while t: print(t.tb_frame.f_code.co_name,t.tb_lineno); t=t.tb_next
