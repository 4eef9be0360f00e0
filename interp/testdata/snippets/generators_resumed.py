"""Generators that are resumed where nobody knows beforehand which one it is, and where it
stands: by for, yield from, next and send; what comes between: other resumers, throw and
close, ends, errors, deep recursion."""
import sys


def tree(n):
    if n > 0:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 1)
    return n


def total(n):
    s = 0
    for x in tree(n):
        s = (s * 31 + x) % 1000003
    return s


print([total(n) for n in range(11)])


# Those between are resumed by others, in turn with the outermost.
def inner(n):
    for i in range(n):
        got = yield i
        if got is not None:
            yield ("got", got)
    return "inner %d" % n


def outer(g, log):
    r = yield from g
    log.append(r)
    r = yield from inner(2)
    log.append(r)
    return "outer"


def others(n):
    log = []
    a = inner(n)
    b = outer(a, log)
    c = outer(b, log)
    out = []
    for i in range(3 * n):
        g = (a, b, c)[i * 7 % 3]
        try:
            if i % 5 == 4:
                out.append(g.send(i))
            else:
                out.append(next(g))
        except StopIteration as e:
            out.append(("end", i, e.value))
        except TypeError as e:
            out.append(str(e))
    return out, log


print(others(4))
print(others(9))
check = 0
for i in range(300):
    out, log = others(i % 17)
    check = (check * 7 + len(out) + len(log)) % 10007
print(check)


# Two outer ones share one inner one.
def share(g, name):
    while True:
        try:
            x = yield from g
        except KeyError as e:
            yield (name, "caught", e.args)
            continue
        return name, x


def sharing(n):
    g = inner(n)
    a, b = share(g, "a"), share(g, "b")
    a2 = share(a, "a2")
    out = []
    for i in range(2 * n + 2):
        h = (a2, b)[i % 2]
        try:
            if i % 11 == 10:
                out.append(h.throw(KeyError(i)))
            else:
                out.append(next(h))
        except StopIteration as e:
            out.append(e.value)
        except KeyError as e:
            out.append(("not caught", e.args))
    return out


print(sharing(3))
print(sharing(12))
for i in range(200):
    out = sharing(i % 29)
print(out)


# Errors: already executing, sending to one that has not begun, StopIteration inside.
def selfish(box, how):
    yield 1
    try:
        how(box[0])
    except ValueError as e:
        yield str(e)
    yield 2


def again(how):
    box = []
    box.append(selfish(box, how))
    return list(box[0])


def around(how):
    box = []

    def wrap(g):
        yield from g

    box.append(wrap(wrap(selfish(box, how))))
    return list(box[0])


for how in next, list, lambda g: g.send(None), lambda g: [x for x in g]:
    for i in range(100):
        r = again(how), around(how)
    print(r)

try:
    inner(3).send(1)
except TypeError as e:
    print(e)


def stops(n):
    for i in range(n):
        yield i
    raise StopIteration(n)


def stopped(n):
    try:
        for x in stops(n):
            pass
    except RuntimeError as e:
        return str(e), type(e.__cause__), e.__cause__.args, e.__context__ is e.__cause__


for i in range(200):
    r = stopped(i % 5)
print(r)


# Exceptions that go through generators, with what they handle.
def handling(n):
    try:
        for i in range(n):
            yield i
            if i == 3:
                raise KeyError(i)
    except KeyError as e:
        yield repr(e)
        yield repr(sys.exception())
    finally:
        yield "finally"


def through(n):
    try:
        yield from handling(n)
    except ZeroDivisionError as e:
        yield "zero"


def handled(n):
    out = []
    try:
        raise OSError("outside")
    except OSError:
        for x in through(n):
            out.append((x, repr(sys.exception())))
    return out


for i in range(100):
    r = handled(i % 7)
print(r)


# close and throw in the middle.
def closing(log):
    try:
        for i in range(10):
            yield i
    finally:
        log.append("closed")


def closes(n):
    log = []
    g = closing(log)
    h = outer(outer(g, log), log)
    out = [next(h) for i in range(n)]
    (g, h)[n % 2].close()
    out.append(list(h))
    return out, log


for i in range(200):
    r = closes(i % 8)
print(r)


def raising(n):
    for i in range(n):
        yield i
    1 // 0


def catches(n):
    out = []
    g = outer(outer(raising(n), out), out)
    try:
        while True:
            out.append(next(g))
    except ZeroDivisionError as e:
        tb = e.__traceback__
        while tb:
            out.append(tb.tb_lineno - catches.__code__.co_firstlineno)
            tb = tb.tb_next
    return out


for i in range(200):
    r = catches(i % 6)
print(r)


# Many locals, many on the stack.
def wide(n):
    a = b = c = d = e = f = g = h = 1
    i = j = k = l = m = o = p = q = 2
    for r in range(n):
        a, b, c, d, e, f, g, h = b, c, d, e, f, g, h, a + i
        yield a + j + k + l + m + o + p + q + ((yield r) or 0)
    return a, h


def middle(n):
    a = b = c = d = 1
    for r in range(n):
        a, b, c, d = b, c, d, a + r
        yield a + ((yield r) or 0)
    return a, d


def drive(n):
    s = 0
    list_of = [wide(n), middle(n), tree(4), wide(n // 2)]
    while list_of:
        for g in list_of[:]:
            try:
                x = g.send(s if s % 3 and g.gi_yieldfrom is None and g.gi_suspended else None)
                s = (s * 5 + (x or 1)) % 1009
            except StopIteration as e:
                s = (s + len(repr(e.value))) % 1009
                list_of.remove(g)
    return s


print([drive(n) for n in range(40)])


# Too deep.
def chain(n):
    if n:
        yield from chain(n - 1)
    else:
        for i in range(3):
            yield i


def depth(n):
    try:
        return sum(chain(n))
    except RecursionError as e:
        return str(e)


limit = sys.getrecursionlimit()
print([depth(n) for n in (10, 100, 500)], [depth(n) for n in (limit, 2 * limit)])
for i in range(100):
    r = depth(i)
print(r)


# Generators that a for loop drives have generators that a for loop drives.
def evens(it):
    for x in it:
        if x % 2 == 0:
            yield x


def doubled(it):
    for x in it:
        yield 2 * x


def pipe(n, k):
    g = iter(range(n))
    for i in range(k):
        g = evens(g) if i % 2 else doubled(g)
    return sum(g)


print([pipe(50, k) for k in range(8)] * 2)
print(sum(pipe(30, k % 5) for k in range(300)))
#---
# A generator that is resumed by its own code while it runs.
def again(n):
    me = None
    def f():
        for i in range(n):
            try:
                yield i, me.gi_running, next(me)
            except ValueError as e:
                yield i, me.gi_running, str(e)
    me = f()
    return me
t = 0
for k in range(60):
    for x in again(40):
        last = x
print(last)
def rec(n):
    me = None
    def f(k):
        t = 0
        for i in range(n):
            if k and i == n - 1:
                try:
                    next(me)
                except ValueError as e:
                    t += 1
            yield t
    out = 0
    for r in range(200):
        me = f(r > 150)
        for x in me: out += x
    return out
print(rec(30))
