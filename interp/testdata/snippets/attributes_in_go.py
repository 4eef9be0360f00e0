# Attributes of types that modules have in Go, read and set in hot loops: theirs, overridden, of other classes, and what raises.
import asyncio, collections, re, weakref


class Own(asyncio.Future):
    pass


class Shadows(asyncio.Future):
    _log_traceback = property(lambda self: 'mine', lambda self, x: log.append(x))
    _loop = 5


class Sets(asyncio.Future):
    def __setattr__(self, name, x):
        log.append((name, x))
        super().__setattr__(name, x)


class Gets(asyncio.Future):
    def __getattribute__(self, name):
        return 'got ' + name if name == '_loop' else super().__getattribute__(name)


log = []


def look(fs, n):
    r = {}
    for i in range(n):
        f = fs[i % len(fs)]
        k = type(f).__name__
        r[k] = str(f._log_traceback), type(f._loop).__name__, f._state
        try:
            f._asyncio_future_blocking = i % 2
            f._log_traceback = False
            r[k] += f._asyncio_future_blocking,
        except Exception as e:
            r[k] += type(e).__name__, str(e)
        try:
            f._state = 1
        except AttributeError as e:
            r[k] += str(e),
        try:
            f._log_traceback = True
        except Exception as e:
            r[k] += type(e).__name__, str(e)
        try:
            del f._asyncio_future_blocking
        except AttributeError as e:
            r[k] += str(e),
    return r


async def main():
    loop = asyncio.get_running_loop()
    for makes in [asyncio.Future], [Own], [Shadows], [Sets], [Gets], [asyncio.Future, Own, Shadows, Sets, Gets]:
        print(look([m(loop=loop) for m in makes], 400))
    print(len(log), log[-2:])
    t = asyncio.current_task()
    for i in range(300):
        t._log_destroy_pending = i % 3
        t.own = i
    print(t._log_destroy_pending, t.own)

    class Other:
        loop = asyncio.Future.__dict__['_loop']
        max = collections.deque.__dict__['maxlen']
    o = Other()
    for i in range(100):
        try:
            r = o.loop
        except TypeError as e:
            r = 'TypeError'
        try:
            o.max = 1
        except (AttributeError, TypeError) as e:
            s = type(e).__name__
    print(r, s)


asyncio.run(main())


def others(n):
    d, m, s = collections.deque([1], 3), re.match('a(b)', 'ab'), 0
    for i in range(n):
        s += d.maxlen + m.pos + m.endpos + len(m.re.pattern)
        try:
            d.maxlen = 2
        except AttributeError:
            s += 1
    return s


print(others(1000))
#---
# the order of an object's weak references, and of their callbacks; many of one object
import weakref, gc


class A:
    pass


class R(weakref.ref):
    pass


def call(n):
    return lambda r: out.append(n)


out, keep = [], []


def names():
    return [type(r).__name__ + str([i for i, k in enumerate(keep) if k is r]) for r in weakref.getweakrefs(a)]


a = A()
for make in (lambda: weakref.ref(a, call(0)), lambda: weakref.proxy(a), lambda: weakref.ref(a), lambda: weakref.ref(a, call(3)), lambda: R(a), lambda: R(a, call(5)), lambda: weakref.proxy(a, call(6))):
    keep.append(make())
    print(names(), weakref.getweakrefcount(a), a.__weakref__ is keep[2 if len(keep) > 2 else len(keep) - 1])
assert weakref.ref(a) is keep[2] and weakref.proxy(a) is keep[1]
del a
gc.collect()
print(out)
b = A()
both = [weakref.proxy(b), weakref.ref(b)]
print([type(x).__name__ for x in weakref.getweakrefs(b)])
w = weakref.WeakSet()
for i in range(30000):
    w.add(b)
print(len(w))
