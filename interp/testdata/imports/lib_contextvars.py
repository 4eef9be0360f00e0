"""contextvars, and the errors of tokens, whose messages have addresses."""
import _contextvars as cv


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__)


v, d = cv.ContextVar("v"), cv.ContextVar("d", default=5)
t = v.set(1)
u = v.set(2)
v.reset(u)
attempt(v.reset, u)
attempt(d.reset, t)
attempt(cv.copy_context().run, v.reset, t)
c = cv.copy_context()
attempt(c.run, c.run, print)
print(v.get(), isinstance(c, cv.Context))
print(repr(v).startswith("<ContextVar name='v' at 0x"), repr(d).startswith("<ContextVar name='d' default=5 at"), repr(u).startswith("<Token used var=<ContextVar"))
