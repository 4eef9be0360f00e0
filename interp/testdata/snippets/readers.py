# Functions that only read attributes, where Go calls them: without a frame, and as if there was one.
class A:
    def __init__(self, x):
        self.x = x

    def get(self):
        return self.x

    def has(self):
        return self.x is not None

    def hasnt(self):
        return (self.x is None)

    def itself(self):
        return self

    def deep(self):
        return self.x.x

    def nothing(self):
        pass


for n in range(50):
    v = [A(3), A(1), A(2)][:n % 4]
    r = [a.x for a in sorted(v, key=A.get)], [a.x for a in sorted(v[:2], key=lambda a: a.x)], min(v, key=A.get, default=A(0)).x
    r += list(map(A.has, v)), list(map(A.hasnt, [A(None), A(0)])), list(map(A.nothing, v)), list(map(A.itself, v)) == v
    r += (list(map(A.deep, [A(A(5))])),)
print(r)
#---
# what is missing, a property, a slot, __getattr__, __getattribute__, another class
class A:
    def get(self):
        return self.x


class Property(A):
    @property
    def x(self):
        return 'property'


class Slot(A):
    __slots__ = 'x',


class Missing(A):
    def __getattr__(self, name):
        return 'missing ' + name


class All(A):
    def __getattribute__(self, name):
        return 'all'


class Shared(A):
    x = 'class'


class Function(A):
    def x(self):
        return 1


class Data:
    def __get__(self, v, t):
        return 'get'

    def __set__(self, v, x):
        raise TypeError(x)


class Described(A):
    x = Data()


def all_of(make):
    v = make()
    try:
        return sorted([v, v], key=A.get)[0] is v, list(map(A.get, [v])), min([v], key=A.get) is v
    except Exception as e:
        t = e.__traceback__
        names = []
        while t:
            names.append(t.tb_frame.f_code.co_name)
            t = t.tb_next
        return type(e).__name__, e, names


def slot():
    v = Slot()
    v.x = 4
    return v


for n in range(40):
    for make in A, Property, Slot, slot, Missing, All, Shared, Described, object, int, lambda: None:
        r = all_of(make)
        if n == 39:
            print(make.__name__, r)
print(str(list(map(A.get, [Function()]))[0]).split(' at ')[0])
#---
# wrong arguments, keywords, defaults, code that is replaced, attributes that come and go
def get(a):
    return a.x


class A:
    pass


def call(f, *args):
    try:
        return list(map(f, *args))
    except Exception as e:
        return type(e).__name__, str(e)


a = A()
for n in range(30):
    r = [call(get, [a], [a]), call(get, [a])]
    a.x = n
    r.append(call(get, [a]))
    a.__dict__['x'] = -n
    r.append(call(get, [a]))
    a.__dict__ = {'x': 'dict'}
    r.append(call(get, [a]))
    A.x = property(lambda self: 'p')
    r.append(call(get, [a]))
    del A.x
    r.append(call(get, [a]))
    del a.x
print(r)
a.x, a.y = 1, 2
print(call(get, [a]))
get.__code__ = (lambda a: a.y).__code__
print(call(get, [a]))
get.__code__ = (lambda a, b=3: a.y).__code__
print(call(get, [a]))
get.__defaults__ = (1,)
print(call(get, [a]), call(get, [a], [2]))
#---
# an event loop's methods, overridden afterwards
import asyncio


class Loop(asyncio.SelectorEventLoop):
    def get_debug(self):
        log.append('debug')
        return super().get_debug()

    def is_running(self):
        log.append('running')
        return super().is_running()


log = []


async def one():
    return 1


async def main():
    loop = asyncio.get_running_loop()
    loop.set_task_factory(asyncio.eager_task_factory)
    for i in range(30):
        f = loop.create_future()
        f.set_result(i)
        assert await f == i and await asyncio.create_task(one()) == 1
    print(len(log), sorted(set(log)))
    del Loop.get_debug, Loop.is_running
    log.clear()
    loop.get_debug = lambda: log.append('instance')
    await asyncio.create_task(one())
    print(log)
    del loop.get_debug
    f = loop.create_future()
    del loop._debug
    try:
        loop.create_future()
    except AttributeError as e:
        print(e)
    loop._debug = False


with asyncio.Runner(loop_factory=Loop) as r:
    r.run(main())
#---
# at the recursion limit
import sys


class A:
    x = None

    def __init__(self):
        self.x = 1

    def get(self):
        return self.x


def down(n):
    try:
        return down(n + 1)
    except RecursionError:
        try:
            return list(map(A.get, [A()]))
        except RecursionError:
            return 'no room'


for _ in range(3):
    assert down(0) in ([1], 'no room')
print('done')
#---
# Go calls one until another thread has changed what it reads
import threading, time


class A:
    def __init__(self):
        self.x = 0

    def get(self):
        return self.x

    def isnt(self):
        return self.x is None


a = A()


def later():
    time.sleep(.05)
    a.x = 7


for _ in range(3):
    a.x = 0
    t = threading.Thread(target=later)
    t.start()
    print(any(iter(a.get, 7)), sum(iter(a.get, 7)), list(map(A.isnt, [a])))
    t.join()
#---
# functions of itertools and bisect call from Go: attributes of instances and of classes, which come and go
import bisect
import itertools


class A:
    def __init__(self, x):
        self.x = x


class B(A):
    pass


class Data:
    def __get__(self, o, t):
        return 'data'

    def __set__(self, o, v):
        pass


class Slot:
    __slots__ = ('x',)


def get(a):
    return a.x


def has(a):
    return a.x is not None


def all_of(a):
    try:
        return list(itertools.starmap(get, [(a,)])), list(itertools.filterfalse(has, [a])) == [a], [k for k, _ in itertools.groupby([a], get)], bisect.bisect([a], 2, key=get) if type(a.x) is int else 0
    except Exception as e:
        return type(e).__name__, str(e)


for n in range(40):
    a, b, r = A(n), B(None), []
    r.append((all_of(a), all_of(b)))
    b.x = 1
    B.x = property(lambda self: 'p')
    r.append((all_of(a), all_of(b)))
    B.x = Data()
    r.append(all_of(b))
    B.x = 5
    r.append(all_of(b))
    del b.x
    r.append(all_of(b))
    del B.x
    r.append(all_of(b))
    B.__getattr__ = lambda self, name: name
    r.append(all_of(b))
    del B.__getattr__
    b.__dict__ = {'x': 'dict'}
    r.append(all_of(b))
    s = Slot()
    r.append(all_of(s))
    s.x = 2
    r.append((all_of(s), all_of(A), all_of(n)))
print(r)
