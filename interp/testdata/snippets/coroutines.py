async def c(x): return x
async def a(): yield 1
x, y = c(1), a()
print(type(x), type(y), type(x).__name__, x.__name__, y.__qualname__)
print(repr(x)[:22], repr(y)[:27])
print(x.cr_running, x.cr_suspended, x.cr_await, x.cr_origin, x.cr_code is c.__code__)
print(y.ag_running, y.ag_await, y.ag_code.co_name, hasattr(y, 'close'), hasattr(x, '__iter__'))
x.close()
print(x.cr_frame, x.cr_running)
x.close()
for f in (lambda: type(x)(), lambda: setattr(x, 'foo', 1), lambda: setattr(x, 'cr_code', 1), lambda: setattr(x, 'close', 1),
          lambda: iter(x), lambda: next(y), lambda: x.nothing, lambda: [*y], lambda: c(), lambda: c(1, 2)):
    try:
        print(f())
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
x.__name__ = 'renamed'
print(x.__name__)
class C:
    async def m(self): pass
    async def __aenter__(self): return self
k = C()
m = k.m()
print(m.__qualname__)
m.close()
#---
async def c(x):
    return x
async def g():
    yield 1
n = 0
for i in range(4000):
    z = c(i)
    n += z.cr_running is False
    z.close()
    n += type(g()) is not type(z)
print(n)
