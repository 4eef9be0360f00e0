# Classes derived from exceptions: attributes, __str__, hierarchies, in hot loops.
class AppError(Exception):
    code = 1
    def __init__(self, message, *rest, level=0):
        super().__init__(message, *rest)
        self.message = message
        self.level = level
    def __str__(self):
        return "<%s %d>" % (self.message, self.level)
class Missing(AppError, KeyError):
    code = 2
class Wrong(AppError, ValueError):
    def __repr__(self):
        return "Wrong!"
def work(i):
    if i % 5 == 0:
        raise Missing("m%d" % i, level=i)
    if i % 7 == 0:
        raise Wrong("w", i)
    return i
def run(n):
    out = [0, 0, 0, 0]
    for i in range(n):
        try:
            out[0] += work(i)
        except KeyError as e:
            out[1] += e.level + e.code
        except AppError as e:
            out[2] += e.code + e.args[1]
        finally:
            out[3] += 1
    return out
print(run(2000))
for i in 0, 7:
    try:
        work(i)
    except AppError as e:
        print(str(e), repr(e), e.args, e.__dict__, isinstance(e, LookupError), e.message)
print(Missing.__mro__[1:4], issubclass(Missing, KeyError))
#---
# Context managers of classes: what __exit__ gets, suppressing, raising, in loops.
class Guard:
    def __init__(self, log, suppress):
        self.log, self.suppress = log, suppress
    def __enter__(self):
        self.log.append("enter")
        return self
    def __exit__(self, kind, value, tb):
        self.log.append((kind and kind.__name__, value and value.args, tb is not None))
        return self.suppress
def f(x, log):
    with Guard(log, x % 2) as g:
        log.append(10 // (x % 3))
        if x == 4:
            return "returned"
    return "end"
for x in range(8):
    log = []
    try:
        r = f(x, log)
    except ZeroDivisionError as e:
        r = repr(e)
    print(x, r, log)
class Fails:
    def __enter__(self):
        return 1
    def __exit__(self, *a):
        raise KeyError("exit")
def g(x):
    try:
        with Fails():
            10 // x
    except KeyError as e:
        return repr(e), repr(e.__context__)
print(g(1), g(0))
class Count:
    n = 0
    def __enter__(self):
        Count.n += 1
    def __exit__(self, kind, value, tb):
        Count.n += 1
        return kind is ValueError
def loop(n):
    c = Count()
    t = 0
    for i in range(n):
        with c:
            if i % 3 == 0:
                raise ValueError(i)
            t += i
    return t, Count.n
print(loop(3000))
def nested(n):
    t = 0
    for i in range(n):
        try:
            with Count() as a, Count() as b:
                if i % 4 == 0:
                    raise IndexError(i)
                for k in range(3):
                    with Count():
                        if k == 1:
                            break
                        if i % 5 == 0:
                            continue
                    t += k + 1
        except IndexError as e:
            t += e.args[0]
    return t
print(nested(1000), Count.n)
class Half:
    def __enter__(self): pass
for cm in Half(), 5:
    try:
        with cm:
            pass
    except TypeError as e:
        print(e)
#---
# Properties, slots and special methods of exceptions.
class P(Exception):
    @property
    def double(self):
        return self.args[0] * 2
    @property
    def args2(self):
        raise AttributeError("no")
    def __eq__(self, other):
        return isinstance(other, P) and self.args == other.args
    def __hash__(self):
        return 1
try:
    raise P(4)
except P as e:
    print(e.double, e == P(4), e == P(5), len({e, P(4)}))
    try:
        e.double = 3
    except AttributeError as x:
        print(x)
    try:
        e.args2
    except AttributeError as x:
        print(x, repr(x.__context__))
class S(Exception):
    def __new__(cls, *args):
        self = super().__new__(cls, *args)
        self.made = True
        return self
    def __init__(self, *args):
        self.inited = args
try:
    raise S(1, 2)
except S as e:
    print(e.args, e.made, e.inited, repr(e))
try:
    raise S
except S as e:
    print(e.args)
class Odd(Exception):
    def __new__(cls):
        return 5
try:
    raise Odd
except TypeError as e:
    print(str(e)[:50])
class BadStr(Exception):
    def __str__(self):
        raise ValueError
class NoInit(ValueError):
    def __init__(self):
        pass
print(repr(NoInit()), NoInit().args)
class Stop(StopIteration):
    pass
def it():
    raise Stop(7)
try:
    next(iter(it, 0))
except RuntimeError as e:
    print("runtime")
except StopIteration as e:
    print(type(e).__name__, e.value)
class Exit(SystemExit):
    pass
try:
    raise Exit(3)
except SystemExit as e:
    print(e.code)
class MyOS(OSError):
    def __init__(self, a, b, extra=None):
        super().__init__(a, b)
        self.extra = extra
e = MyOS(2, "no", extra=5)
print(e, e.errno, e.strerror, e.extra, e.args)
raise BadStr("x")
#---
# The type of what is no context manager is named with its module, and the other protocol only where it is whole.
class Outer:
    class Async:
        def __aenter__(self):
            pass
        def __aexit__(self, *exc):
            pass
    class Sync:
        def __enter__(self):
            pass
        def __exit__(self, *exc):
            pass
    class Entered:
        def __aenter__(self):
            pass
    class Left:
        def __aexit__(self):
            pass
Outer.Left.__module__ = 'some.where'

async def entered(m):
    async with m:
        pass

for c in Outer.Async, Outer.Sync, Outer.Entered, Outer.Left:
    try:
        with c():
            print(c.__name__, 'with')
    except TypeError as e:
        print(e)
    try:
        entered(c()).send(None)
    except TypeError as e:
        print(e)
