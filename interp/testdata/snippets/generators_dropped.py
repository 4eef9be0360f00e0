import gc, sys
def guarded(n):
    try: yield n
    finally: print('finally', n)
def twice(n):
    yield from guarded(n)
def outer(n):
    try: yield from guarded(n)
    finally: print('outer', n)
class Context:
    def __enter__(s): return s
    def __exit__(s, *a): print('exit', a[0])
def within():
    with Context() as c: yield c
class Closes:
    def __iter__(s): return s
    def __next__(s): return 1
    def close(s): print('close')
def through():
    yield from Closes()
def started(make, *args):
    g = make(*args)
    next(g)
for make in guarded, twice, outer:
    started(make, make.__name__)
    gc.collect()
started(within); gc.collect()
started(through); gc.collect()
for n in map(guarded, range(3)): pass
del n
gc.collect()
def count():
    for i in range(5):
        try: yield i
        finally: print('count', i)
def stop():
    for v in count():
        if v == 2: break
stop(); gc.collect()
print('not begun, ended, closed')
def three():
    a, b, c = guarded('a'), guarded('b'), guarded('c')
    list(b); next(c); c.close()
three(); gc.collect()
#---
import gc, sys
sys.unraisablehook = lambda u: print(u.err_msg.split(' object ')[0], u.exc_type, u.exc_value, u.object)
def ignores():
    while True:
        try: yield 1
        except GeneratorExit: print('ignored')
def raises():
    try: yield 1
    finally: 1 / 0
def started(make):
    g = make(); next(g)
started(ignores); gc.collect()
gc.collect()
started(raises); gc.collect()
kept = []
def returns():
    me = yield
    try: yield
    finally: kept.append(me)
def resurrected():
    g = returns(); next(g); g.send(g)
resurrected(); gc.collect()
print(len(kept), kept[0].gi_frame)
kept.clear(); gc.collect()
#---
import gc, sys, types
@types.coroutine
def wait():
    try: yield 'waits'
    finally: print('wait')
async def inner():
    try: await wait()
    finally: print('inner')
async def plain(): await inner()
def started(f):
    c = f()
    print(c.send(None))
for f in plain, inner: started(f); gc.collect()
async def agen():
    try:
        yield 1
    finally: print('agen')
def asked():
    g = agen()
    try: g.asend(None).send(None)
    except StopIteration as e: print(e.value)
asked(); gc.collect()
sys.set_asyncgen_hooks(finalizer=lambda g: print('hook', g.__name__, g.ag_running))
asked(); gc.collect()
print(sys.get_asyncgen_hooks().firstiter)
sys.set_asyncgen_hooks(finalizer=None)
asked(); gc.collect()
#---
import gc
print(type(gc.collect()), gc.get_debug(), gc.set_debug(0))
try: gc.collect(3)
except ValueError as e: print(e)
