# The handler is the right one, with the state of where it was raised.
def f(x):
    a = x + 1
    try:
        b = a * 2
        if x % 5 == 1:
            1 / (x - x)
        if x % 5 == 2:
            [][x]
        if x % 5 == 3:
            {}["k%d" % x]
        if x % 5 == 4:
            raise ValueError(x, b)
    except ZeroDivisionError as e:
        return a, b, repr(e)
    except (IndexError, KeyError) as e:
        return a, b, type(e).__name__, str(e)
    else:
        b += 1
    return a, b

seen = []
for i in range(400):
    try:
        seen.append(f(i))
    except ValueError as e:
        seen.append(e.args)
print(len(seen), seen[:12], seen[-6:])
#---
# Loops go on after a handler: continue, break, else.
def scan(words):
    good, bad = [], 0
    for w in words:
        try:
            n = int(w)
        except ValueError:
            bad += 1
            continue
        else:
            good.append(n)
        if n == 997:
            break
    else:
        good.append(-1)
    return sum(good), bad

words = []
for i in range(500):
    words.append("%d" % i if i % 3 else "x%d" % i)
print(scan(words))
words[300] = "997"
print(scan(words))
#---
# A while loop around a try with else and finally; values on the stack stay.
def run(n):
    out = []
    i = 0
    total = 0
    while i < n:
        for k in [1, 2, 0, 3]:
            try:
                total += 12 // k
            except ZeroDivisionError:
                total -= 1
                if i % 7 == 0:
                    break
            else:
                total += 100
            finally:
                total += 1000
        i += 1
    return total
print(run(200))
#---
# Exceptions through several frames, from callees that are inlined.
def third(x):
    if x % 10 == 7:
        raise KeyError(x)
    return x
def second(x):
    y = third(x) + 1
    return y
def first(x):
    z = second(x) * 2
    return z
def top(n):
    total, errors = 0, []
    for i in range(n):
        try:
            total += first(i)
        except LookupError as e:
            errors.append(e.args[0])
            total += 0.5
    return total, len(errors), errors[-3:]
print(top(1000))
#---
# Nothing catches it in the end: the traceback is that of the first place.
def deep(n):
    if n == 0:
        return [1, 2, 3][n + 3]
    try:
        return deep(n - 1)
    except KeyError:
        return 0
def go():
    for i in range(300):
        try:
            deep(3)
        except IndexError:
            pass
    deep(5)
go()
#---
# except clauses that are no exceptions; only evaluated when needed.
def odd(c):
    try:
        1 // 0
    except c:
        return "caught"
for c in [ZeroDivisionError, ArithmeticError, Exception, BaseException, (KeyError, ZeroDivisionError), ()]:
    try:
        print(odd(c))
    except ZeroDivisionError as e:
        print("not caught", e)
for c in [5, "x", None, (ZeroDivisionError, 5), ((ZeroDivisionError,),), int]:
    try:
        odd(c)
    except TypeError as e:
        print(e, "/", repr(e.__context__))
try:
    pass
except undefined:
    pass
#---
# Locals in handlers: e is unbound afterwards, others keep what was assigned.
def f(n):
    e = "before"
    try:
        x = 1
        x = 2 // n
        x = 3
    except ZeroDivisionError as e:
        pass
    try:
        return x, e
    except UnboundLocalError as err:
        return x, str(err)
for i in range(200):
    f(i % 2)
print(f(0), f(1))
def g():
    try:
        raise ValueError(1)
    except ValueError as e:
        del e
        e = 5
        del e
    return "ok"
print(g())
#---
# raise of types, instances, with causes; errors of raise itself.
def attempt(f):
    try:
        f()
    except BaseException as e:
        print(type(e).__name__, e.args, repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
def a(): raise ValueError
def b(): raise ValueError("x")
def c(): raise ValueError("x") from KeyError
def d(): raise ValueError("x") from KeyError("k")
def e(): raise ValueError("x") from None
def f(): raise 5
def g(): raise ValueError from 5
def h(): raise
def i(): raise int
def j(): raise 5 from 6
def k(): raise ValueError from int
def l():
    try:
        1 / 0
    except ZeroDivisionError:
        raise ValueError
def m():
    try:
        1 / 0
    except ZeroDivisionError as z:
        raise ValueError from z
def n():
    try:
        1 / 0
    except ZeroDivisionError as z:
        raise ValueError from None
def o():
    try:
        1 / 0
    except ZeroDivisionError as z:
        raise
def p():
    try:
        1 / 0
    except ZeroDivisionError as z:
        raise z
def q():
    try:
        1 / 0
    except ZeroDivisionError as z:
        raise z from z
for fn in (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q):
    attempt(fn)
#---
# Builtins that call back: exceptions pass through them.
def key(x):
    if x == 13:
        raise KeyError("thirteen")
    return -x
def run(n):
    try:
        return sorted(range(n), key=key)[:2]
    except KeyError as e:
        return e.args
for i in range(60):
    r = run(i)
print(run(5), run(20))
def pairs(n):
    try:
        return list(map(lambda x: 10 // (x - 5), range(n)))
    except ZeroDivisionError:
        return "no"
for i in range(60):
    pairs(4)
print(pairs(5), pairs(6))
try:
    max([1, 2], key=lambda x: x.y)
except AttributeError as e:
    print(e)
#---
# RecursionError can be caught, again and again, and the depth is right after.
def down(n):
    return down(n + 1) + 1
def up(n):
    if n == 0:
        return 0
    return up(n - 1) + 1
caught = 0
for i in range(5):
    try:
        down(0)
    except RecursionError as e:
        caught += 1
        last = str(e)
    print(up(800))
print(caught, last)
def half(n):
    try:
        return half(n + 1)
    except RecursionError:
        return n
print(half(0) > 400)
#---
# Assertion, unbound names, attributes, imports.
def check(x):
    assert x != 77, "x is %d" % x
    return x
def tries(n):
    names = []
    for i in range(n):
        try:
            if i % 4 == 0:
                check(i % 100 + 1)
                check(77)
            elif i % 4 == 1:
                undefined_name
            elif i % 4 == 2:
                i.real_part
            else:
                import no_such_module
        except (AssertionError, NameError, AttributeError, ImportError) as e:
            names.append(str(e))
    return names
print(tries(200)[-4:])
try:
    undefined_name
except NameError as e:
    print(e.name)
try:
    [].nope
except AttributeError as e:
    print(e.name, e.obj)
try:
    from math import nope
except ImportError as e:
    print(e.name, e.name_from, e.msg[:27])
#---
# SystemExit, KeyboardInterrupt and GeneratorExit are no Exception.
import sys
def leave(x):
    try:
        if x == 0:
            sys.exit(3)
        if x == 1:
            raise KeyboardInterrupt
        if x == 2:
            raise GeneratorExit
        if x == 3:
            sys.exit("why")
        if x == 4:
            exit
        sys.exit()
    except Exception as e:
        return "Exception"
for i in range(6):
    try:
        print(leave(i))
    except BaseException as e:
        print(repr(e), getattr(e, "code", "no code"))
try:
    sys.exit(7)
finally:
    print("finally")
#---
# exit status 0
try:
    raise SystemExit
except SystemExit as e:
    print(e.code)
    raise
