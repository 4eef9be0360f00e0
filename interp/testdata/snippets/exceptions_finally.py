# finally on all ways out.
def f(x, log):
    for i in range(3):
        try:
            log.append(("try", x, i))
            if x == 1:
                return "return"
            if x == 2:
                break
            if x == 3:
                continue
            if x == 4:
                raise ValueError(x)
            if x == 5:
                1 / 0
        except ValueError:
            log.append("except")
        finally:
            log.append("finally")
        log.append("after")
    else:
        log.append("else")
    return "end"
for x in range(7):
    log = []
    try:
        r = f(x, log)
    except ArithmeticError as e:
        r = repr(e)
    print(x, r, log)
for i in range(300):
    try:
        f(i % 6, [])
    except ZeroDivisionError:
        pass
log = []
print(f(4, log), log[-4:])
#---
# return, break and continue in finally replace what was under way.
def ret():
    try:
        raise ValueError
    finally:
        return 1
def ret2():
    try:
        return 1
    finally:
        return 2
def brk():
    out = []
    for i in range(5):
        try:
            1 // (i - 2)
            out.append(i)
        finally:
            if i == 2:
                break
    return out
def cont():
    out = []
    for i in range(5):
        try:
            1 // (i - 2)
            out.append(i)
        finally:
            if i == 2:
                continue
    return out
def nested():
    for i in range(3):
        try:
            try:
                raise KeyError(i)
            finally:
                if i == 1:
                    continue
        except KeyError as e:
            print("caught", e)
        finally:
            print("outer", i)
            if i == 2:
                break
    return "done"
for i in range(100):
    ret(), ret2(), brk(), cont()
print(ret(), ret2(), brk(), cont(), nested())
#---
# Nested finally, exceptions in them, and what they replace.
import sys
def f(n):
    order = []
    try:
        try:
            try:
                order.append("a")
                [][n]
            finally:
                order.append("b")
                if n == 1:
                    {}[n]
        except IndexError:
            order.append("c")
            if n == 2:
                raise
        finally:
            order.append("d")
            if n == 3:
                int("x")
    except (LookupError, ValueError) as e:
        order.append((type(e).__name__, type(e.__context__).__name__))
    finally:
        order.append(sys.exception())
    return order
for i in range(200):
    f(i % 4)
for i in range(5):
    print(f(i))
#---
# What is being handled, at every step.
import sys
def now():
    e = sys.exception()
    t, v, tb = sys.exc_info()
    assert v is e and (e is None or type(e) is t)
    return repr(e)
def f():
    out = [now()]
    try:
        raise ValueError(1)
    except ValueError:
        out.append(now())
        try:
            raise KeyError(2)
        except KeyError:
            out.append(now())
            try:
                out.append(now())
            finally:
                out.append(now())
        out.append(now())
        try:
            try:
                raise IndexError(3)
            finally:
                out.append(now())
        except IndexError:
            out.append(now())
        out.append(now())
        for i in range(2):
            try:
                raise OSError(i)
            except OSError:
                if i:
                    break
                continue
        out.append(now())
    out.append(now())
    return out
for i in range(100):
    f()
print(f())
def inner():
    try:
        raise TypeError("inner")
    except TypeError:
        return now()
def outer():
    try:
        raise ValueError("outer")
    except ValueError:
        return inner(), now(), sorted([2, 1], key=lambda x: now())
for i in range(50):
    outer()
print(outer(), now())
#---
# Contexts: chains, and cycles that are cut.
def chain(e):
    out = []
    while e is not None and len(out) < 9:
        out.append(repr(e))
        e = e.__context__
    return out
def f():
    try:
        try:
            try:
                raise ValueError(1)
            except ValueError as a:
                raise KeyError(2)
        except KeyError as b:
            raise IndexError(3)
    except IndexError as c:
        return chain(c)
print(f())
def g():
    a, b, c = ValueError("a"), ValueError("b"), ValueError("c")
    try:
        try:
            try:
                raise a
            except ValueError:
                raise b
        except ValueError:
            raise c
    except ValueError:
        try:
            raise a
        except ValueError as e:
            return chain(e), chain(b), chain(c)
print(g())
def h():
    e = ValueError(1)
    try:
        raise e
    except ValueError:
        try:
            raise e
        except ValueError as f:
            return f is e, chain(e)
print(h())
#---
# An exception that leaves a handler: both are shown.
def f(x):
    try:
        return 10 // x
    except ZeroDivisionError:
        return [][x]
    finally:
        print("finally")
for i in range(3):
    f(i + 1)
f(0)
#---
# A loop in a handler, and a handler in a loop in a handler.
def f(n):
    total = 0
    try:
        raise ValueError(n)
    except ValueError as e:
        for i in range(n):
            total += i
            try:
                total //= i % 3
            except ZeroDivisionError as z:
                total += 7
                assert z.__context__ is e
        return total, e.args
for i in range(30):
    f(50)
print(f(1000))
#---
# Comprehensions restore their variables when they raise.
def f(n):
    x = "x"
    try:
        return [10 // (3 - x) for x in range(n)], x
    except ZeroDivisionError:
        return x
for i in range(200):
    f(i % 5)
print(f(3), f(4))
#---
# Generators and handlers: throw, close, what each of them handles.
import sys
def now():
    return repr(sys.exception())
def gen(log):
    try:
        log.append(now())
        x = yield 1
        log.append((x, now()))
        try:
            raise KeyError("in gen")
        except KeyError:
            log.append(now())
            yield 2
            log.append(now())
        log.append(now())
        yield 3
    except ValueError as e:
        log.append(("caught", repr(e), now()))
        yield 4
    finally:
        log.append(("finally", now()))
def drive():
    log = []
    g = gen(log)
    try:
        raise OSError("outer")
    except OSError:
        next(g)
        g.send("sent")
        log.append(now())
    log.append(now())
    try:
        raise IndexError("second")
    except IndexError:
        next(g)
        log.append(now())
        log.append(g.throw(ValueError("thrown")))
        log.append(now())
    log.append(now())
    g.close()
    log.append(now())
    return log
for i in range(100):
    drive()
for x in drive():
    print(x)
def stops():
    yield 1
    raise StopIteration(5)
try:
    print(list(stops()))
except RuntimeError as e:
    print(e, repr(e.__cause__), repr(e.__context__))
def deleg(log):
    try:
        r = yield from gen(log)
        log.append(r)
    except GeneratorExit:
        log.append("exit")
        raise
log = []
g = deleg(log)
next(g), next(g)
g.close()
print(log)
try:
    g.throw(TypeError("late"))
except TypeError as e:
    print(e)
def ignores():
    for i in range(2):
        try:
            yield
        except GeneratorExit:
            pass
g = ignores()
next(g)
try:
    g.close()
except RuntimeError as e:
    print(e)
def handling():
    try:
        1 / 0
    except ZeroDivisionError:
        try:
            yield
        except ValueError as e:
            yield repr(e.__context__)
def plain():
    try:
        yield
    except ValueError as e:
        yield repr(e.__context__)
try:
    {}[1]
except KeyError:
    for f in handling, plain:
        g = f()
        next(g)
        print(g.throw(ValueError(3)))
#---
# Generators with handlers that hot loops run over.
import sys
def gen(n):
    for i in range(n):
        try:
            if i % 3 == 0:
                raise ValueError(i)
            yield i
        except ValueError as e:
            yield e.args[0] // 3
            if sys.exception() is not e:
                yield "wrong"
            yield 1
        finally:
            if i % 100 == 99 and sys.exception() is None:
                yield 2
def total(n):
    t = 0
    for x in gen(n):
        t += x
    return t
def handling(n):
    try:
        raise KeyError(n)
    except KeyError as k:
        t = total(n)
        assert sys.exception() is k
        for x in gen(n):
            t += x
            try:
                t //= x - 7
            except ZeroDivisionError as z:
                assert z.__context__ is k
        assert sys.exception() is k
    return t
print(total(1000), handling(1000), sys.exception())
def fails(n):
    for i in range(n):
        if i == 500:
            raise IndexError(i)
        yield i
def drive():
    t = 0
    try:
        for x in fails(1000):
            t += x
    except IndexError as e:
        return t, e.args
print(drive(), drive())
