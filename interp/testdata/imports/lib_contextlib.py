import contextlib
import io
import sys
from contextlib import AbstractContextManager, ContextDecorator, ExitStack, chdir, closing, contextmanager, nullcontext, redirect_stderr, redirect_stdout, suppress


@contextmanager
def tag(name):
    print(f"<{name}>")
    try:
        yield name.upper()
    except ValueError as e:
        print("caught", e)
    finally:
        print(f"</{name}>")


with tag("a") as a, tag("b") as b:
    print(a, b)
with tag("v"):
    raise ValueError("inside")
try:
    with tag("k"):
        raise KeyError("out")
except KeyError as e:
    print("outside", e)


@tag("deco")
def decorated(x):
    print("body", x)
    return x * 2


print(decorated(4), decorated(5), tag.__name__, decorated.__name__)
with suppress(ZeroDivisionError, KeyError):
    print(1 // 0)
print("after suppress")
with nullcontext(5) as n:
    print(n)


class Res:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, *exc):
        print("exit", self.name, exc[0] and exc[0].__name__)
        return self.name == "swallow"

    def close(self):
        print("close", self.name)


with closing(Res("c")) as c:
    print(c.name)
with ExitStack() as stack:
    rs = [stack.enter_context(Res(f"r{i}")) for i in range(3)]
    stack.callback(print, "callback", end="!\n")
    stack.push(lambda *exc: print("pushed", exc[0]))
with ExitStack() as stack:
    stack.enter_context(Res("swallow"))
    stack.enter_context(Res("inner"))
    raise RuntimeError("gone")
with ExitStack() as stack:
    stack.enter_context(Res("kept"))
    kept = stack.pop_all()
print("still open")
kept.close()
try:
    with ExitStack() as stack:
        stack.enter_context(Res("x"))
        stack.callback(lambda: 1 / 0)
        raise LookupError("first")
except ZeroDivisionError as e:
    print(repr(e), repr(e.__context__))
out = io.StringIO()
with redirect_stdout(out):
    print("captured")
    with redirect_stderr(out):
        print("err", file=sys.stderr)
print(repr(out.getvalue()))


class Timer(ContextDecorator):
    def __enter__(self):
        print("start")
        return self

    def __exit__(self, *exc):
        print("stop")


@Timer()
def work():
    return "worked"


print(work(), issubclass(Res, AbstractContextManager), isinstance(nullcontext(), AbstractContextManager))


@contextmanager
def twice():
    yield 1
    yield 2


@contextmanager
def never():
    if False:
        yield


for cm in (twice, never):
    try:
        with cm():
            pass
    except RuntimeError as e:
        print(e)
try:
    with tag("stop"):
        raise StopIteration("s")
except StopIteration as e:
    print("stop", e)


@contextmanager
def count(box):
    box[0] += 1
    try:
        yield box
    finally:
        box[1] += 1


box = [0, 0]
for i in range(1500):
    with count(box) as bx:
        if i % 3 == 0:
            continue
        with suppress(IndexError):
            bx[5]
print(box)
