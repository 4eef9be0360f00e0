"""Finalizers that drop what has finalizers, and collect."""
import gc, sys, weakref
log = []
def g(n):
    try: yield n
    finally: log.append(("closed", n))
async def co(n):
    try: await Y()
    finally: log.append(("co closed", n))
class Y:
    def __await__(self): yield 1
def gen(n): x = g(n); next(x)
def drop(n):
    gen(n)
    if n: c = co(n); c.send(None)
class A:
    def __init__(self, n): self.n = n
    def __del__(self):
        log.append(("del", self.n))
        drop(self.n)
        gc.collect()
        log.append(("end del", self.n))
def part(): a = A(1)
part(); gc.collect()
print(log); log.clear()
# from callbacks
def cb(r):
    log.append("cb"); drop(0); gc.collect(); log.append("end cb")
class C: pass
def part():
    c = C()
    return weakref.ref(c, cb)
r = part(); gc.collect(); print(log); log.clear()
# in a finally of a dropped generator
def h(n):
    try: yield n
    finally:
        log.append(("closing", n)); drop(0); gc.collect(); log.append(("closed", n))
def part():
    x = h(7); next(x)
part(); gc.collect(); print(log); log.clear()
# finalize against generator
class F: pass
def part(n):
    f = F(); f.x = h2(f, n); next(f.x); weakref.finalize(f, log.append, ("finalize", n))
def h2(f, n):
    try: yield
    finally: log.append(("gen", n))
for i in range(3): part(i)
gc.collect(); print(log); log.clear()
def part(n):
    f = F(); weakref.finalize(f, log.append, ("finalize", n)); f.x = h2(None, n); next(f.x)
for i in range(3): part(i); gc.collect()
print(log); log.clear()
#---
"""Hooks of asynchronous generators."""
import gc, sys
log = []
def hooks(tag):
    def first(g): log.append((tag, "first", g.__name__))
    def final(g): log.append((tag, "final", g.__name__))
    return first, final
async def plain():
    yield 1
    yield 2
async def tried():
    try: yield 1
    finally: log.append("finally")
def begin(f):
    x = f()
    try: x.asend(None).send(None)
    except StopIteration as e: pass
    return x
for f in plain, tried:
    sys.set_asyncgen_hooks(*hooks("a"))
    x = begin(f)
    sys.set_asyncgen_hooks(*hooks("b"))
    y = begin(f)
    sys.set_asyncgen_hooks(None, None)
    z = begin(f)
    log.append("drop")
    del x; gc.collect()
    del y; gc.collect()
    del z; gc.collect()
    w = f(); del w; gc.collect()
    print(log); log.clear()
# not begun but hook; exhausted
sys.set_asyncgen_hooks(*hooks("c"))
async def empty():
    return
    yield
x = begin(empty) if 0 else empty()
try: x.asend(None).send(None)
except StopAsyncIteration: print("stop")
del x; gc.collect(); print(log); log.clear()
x = plain(); x.asend(None); del x; gc.collect(); print(log); log.clear()
x = plain(); c = x.aclose()
try: c.send(None)
except StopIteration: pass
del x, c; gc.collect(); print(log); log.clear()
x = begin(plain); c = x.aclose()
try: c.send(None)
except StopIteration: pass
del x, c; gc.collect(); print(log); log.clear()
def bad(g): log.append("bad"); raise ValueError("no")
sys.set_asyncgen_hooks(bad)
x = plain()
try: x.__anext__()
except ValueError as e: print(repr(e))
try: x.__anext__()
except ValueError as e: print(repr(e))
else: print("second")
sys.set_asyncgen_hooks(None, bad)
sys.unraisablehook = lambda u: print("unraisable", u.err_msg, u.exc_value, u.object.__name__)
x = begin(plain); del x; gc.collect(); print(log)
sys.set_asyncgen_hooks(None, None)
#---
"""A finalizer among several that collects: the others wait for it."""
import gc
log = []
class A:
    def __init__(self, n): self.n = n
    def __del__(self):
        log.append(("del", self.n)); drop(self.n)
        gc.collect()
        log.append(("end", self.n))
def drop(n):
    if isinstance(n, int): A(("inner", n))
def part(): x = {n: A(n) for n in range(3)}
part(); gc.collect(); print(log)
