# Where frames of generators have ended: f_lineno and f_lasti of their frame objects.
def g():
    yield 1
    yield 2
x=g(); next(x); f=x.gi_frame
print(f.f_lineno); x.close(); print(f.f_lineno, f.f_lasti)
x=g(); next(x); f=x.gi_frame; list(x); print(f.f_lineno, f.f_lasti)
x=g(); f=x.gi_frame; x.close(); print(f.f_lineno, f.f_lasti)
x=g(); next(x); f=x.gi_frame
try: x.throw(ValueError)
except ValueError: pass
print(f.f_lineno, f.f_lasti)
def h():
    try:
        yield 1
    finally:
        a = 3
        b = 4
x=h(); next(x); f=x.gi_frame; x.close(); print(f.f_lineno, f.f_lasti)
import sys
def k():
    f = sys._getframe()
    yield 1
    return f
def run():
    r = yield from k()
    print(r.f_lineno, r.f_lasti)
list(run())
def body():
    yield 1
    x = 1
    raise ValueError
g = body(); f = g.gi_frame; next(g)
try: next(g)
except ValueError: pass
print(f.f_lineno, f.f_lasti, f.f_back)
g = body(); f = g.gi_frame
try: g.throw(ValueError)
except ValueError: pass
print(f.f_lineno, f.f_lasti, f.f_back)
async def co():
    await k2()
import types
@types.coroutine
def k2():
    yield 1
c = co(); f = c.cr_frame; c.send(None); c.close(); print(f.f_lineno, f.f_lasti)
def hot(g):
    for v in g: pass
def many():
    for i in range(3):
        yield i
    return 7
fs = []
for i in range(2000):
    g = many()
    if i % 100 == 0: fs.append(g.gi_frame)
    hot(g)
for g in fs[:2]: print(g.f_lineno, g.f_lasti)
#---
# Where what is thrown into a generator was raised, and where its frame ends.
def show(e):
    out, tb = [], e.__traceback__
    while tb:
        f = tb.tb_frame
        out.append((f.f_code.co_name, tb.tb_lineno - f.f_code.co_firstlineno, tb.tb_lasti))
        tb = tb.tb_next
    return out
class S:
    def __enter__(s): return 1
    def __exit__(s, *a): return a[0] is KeyError
def g():
    yield 1
    yield 2
def h():
    a = 1
    try:
        yield a
    finally:
        b = 2
def cl(q):
    def inner():
        yield q
    return inner
def outer(k):
    with S():
        yield from k()
def ctx(k):
    for x in k(): yield x
async def co(k):
    try:
        await tt()
    finally:
        z = 3
import types
@types.coroutine
def tt(): yield 1
def supp():
    with S():
        yield 1
    yield 2
def main():
    out = []
    for i in range(40):
        for name, mk in dict(g=g, h=h, c=cl(1), og=lambda: outer(g), oh=lambda: outer(h), oc=lambda: outer(cl(3)), x=lambda: ctx(h), co=lambda: co(1), ooh=lambda: outer(lambda: outer(h)), supp=supp, osupp=lambda: outer(supp), ge=lambda: (z for z in [1, 2])).items():
            for started in (0, 1):
                for how in ('throw', 'close', 'throwsame'):
                    x = mk()
                    if name == 'co':
                        f = x.cr_frame
                    else: f = x.gi_frame
                    r = [f.f_lasti, f.f_lineno - f.f_code.co_firstlineno]
                    try:
                        if started: x.send(None); r.append(f.f_lasti)
                        if how == 'close': x.close()
                        elif how == 'throw': x.throw(KeyError)
                        else: x.throw(ValueError(2))
                    except BaseException as e:
                        r.append([type(e).__name__, show(e)])
                    r += [f.f_lasti, f.f_lineno - f.f_code.co_firstlineno]
                    try: x.close()
                    except BaseException: pass
                    r += [f.f_lasti, f.f_lineno - f.f_code.co_firstlineno]
                    out.append((name, started, how, r))
    return out
o = main()
n = {}
for x in o: n[str(x)] = n.get(str(x), 0) + 1
for x, y in n.items(): print(y, x)
