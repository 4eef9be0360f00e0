import sys
def inner(a, b=2):
    c = a + b
    raise ValueError(c)
def mid(x):
    y = [x]
    inner(x)
def outer():
    z = 1
    try:
        mid(5)
    except ValueError as e:
        return e
e = outer()
tb = e.__traceback__
fs = []
while tb:
    fs.append(tb.tb_frame); tb = tb.tb_next
for f in fs[1:]:
    print(f.f_code.co_name, f.f_locals, f.f_lineno)
print(fs[2].f_back is fs[1])
def key(k):
    w = k * 2
    raise KeyError(w)
def viago():
    try:
        sorted([1, 2], key=key)
    except KeyError as e:
        return e.__traceback__.tb_next.tb_frame
f = viago()
print(f.f_locals, f.f_code.co_name)
class C:
    def m(self):
        try:
            1/0
        finally:
            self.x = 3
            l = 4
try: C().m()
except ZeroDivisionError as e:
    f = e.__traceback__.tb_next.tb_frame
    print(sorted(f.f_locals), f.f_lineno, e.__traceback__.tb_next.tb_lineno, f.f_back is sys._getframe())
def g():
    me = sys._getframe()
    q = 1
    raise IndexError
try: g()
except IndexError as e:
    f = e.__traceback__.tb_next.tb_frame
    print(f is f.f_locals['me'], sorted(f.f_locals))
def gg():
    i = 0
    while True:
        yield i
        i += 1
        if i == 3: raise OSError
try:
    for v in gg(): pass
except OSError as e:
    f = e.__traceback__.tb_next.tb_frame
    print(f.f_locals, f.f_code.co_name)
def clo():
    n = 3
    def h(): return n / 0
    h()
try: clo()
except ZeroDivisionError as e:
    print(e.__traceback__.tb_next.tb_next.tb_frame.f_locals, sorted(e.__traceback__.tb_next.tb_frame.f_locals))
def cls():
    class D:
        a = 1
        b = a / 0
try: cls()
except ZeroDivisionError as e:
    print(e.__traceback__.tb_next.tb_next.tb_frame.f_locals['a'])
def live():
    a = 1
    try:
        inner(7)
    except ValueError as e:
        f = e.__traceback__.tb_frame
        b = 2
        print(f is sys._getframe(), f.f_locals['a'], f.f_locals['b'], f.f_back is sys._getframe(1), f.f_lineno)
        try:
            mid(9)
        except ValueError as e2:
            print(e.__traceback__.tb_frame is f, e2.__traceback__.tb_frame is f, e2.__traceback__.tb_next.tb_frame.f_back is f)
        try:
            print(e.__traceback__.tb_frame is f)
        finally:
            print(e.__traceback__.tb_frame is f, [x.f_code.co_name for x in (e.__traceback__.tb_next.tb_frame, e.__traceback__.tb_next.tb_frame.f_back)])
live()
def withs():
    class CM:
        def __enter__(self): return self
        def __exit__(self, t, v, tb):
            print(tb.tb_frame is sys._getframe(1), tb.tb_frame.f_code.co_name, tb.tb_next.tb_frame.f_locals)
            return True
    with CM() as c:
        inner(1, 1)
withs()
def rec(n):
    if n == 0: raise ValueError('x')
    try: rec(n - 1)
    except ValueError as e:
        t = e.__traceback__
        print(n, t.tb_frame is sys._getframe(), t.tb_frame.f_locals['n'])
        ns = []
        while t: ns.append(t.tb_frame.f_locals['n']); t = t.tb_next
        print(ns)
        raise
try: rec(3)
except ValueError as e:
    t = e.__traceback__.tb_next
    while t: print(t.tb_frame.f_locals['n'], t.tb_frame.f_back.f_code.co_name, t.tb_lineno, t.tb_frame.f_lineno, t.tb_frame.f_lasti == t.tb_lasti); t = t.tb_next
def manygens():
    def g():
        try:
            yield 1
            inner(3)
        except ValueError as e:
            print(e.__traceback__.tb_frame is sys._getframe(), e.__traceback__.tb_frame.f_code.co_name)
            yield 2
            print(e.__traceback__.tb_frame is sys._getframe(), e.__traceback__.tb_frame.f_locals['e'] is e)
    try: inner(4)
    except ValueError as e:
        for x in g(): print(x, e.__traceback__.tb_frame is sys._getframe())
manygens()
def hot(n):
    s = set()
    for i in range(n):
        try:
            mid(i)
        except ValueError as e:
            t = e.__traceback__
            s.add((t.tb_frame is sys._getframe(), t.tb_frame.f_locals['i'] == i, t.tb_next.tb_frame.f_locals['x'] == i, t.tb_next.tb_next.tb_frame.f_locals['c'] == i + 2, t.tb_next.tb_frame.f_back is t.tb_frame))
    return s
print(hot(3000))
def bigframe(i):
    a=b=c=d=e=f=g=h=j=k=l=m=n=o=p=q=r=s=t=u=v=w=x=y=z=i
    raise ValueError(z)
def hot2(n):
    r = set()
    for i in range(n):
        try: bigframe(i)
        except ValueError as e: r.add(len(e.__traceback__.tb_next.tb_frame.f_locals)); r.add(e.__traceback__.tb_next.tb_frame.f_locals['z'] == i)
    return r
print(hot2(3000))
import traceback
def shows():
    try: mid(2)
    except ValueError as e:
        for l in traceback.TracebackException.from_exception(e, capture_locals=True).stack: print(l.name, l.lineno, sorted(l.locals)[:4])
        traceback.clear_frames(e.__traceback__)
        print(e.__traceback__.tb_next.tb_frame.f_locals, len(e.__traceback__.tb_frame.f_locals))
shows()
def returns(a):
    b = a * 2
    f = sys._getframe()
    a = 7
    return f
def caller(): 
    q = 5
    here = sys._getframe()
    return returns(3)
this = sys._getframe()
f = caller()
print(f.f_locals['a'], f.f_locals['b'], f.f_lineno, f.f_back.f_code.co_name, f.f_back.f_locals['q'], f.f_back.f_lineno, f.f_back.f_back is sys._getframe())
f.clear(); print(f.f_locals, f.f_back.f_code.co_name)
def g1():
    x = 1
    f = sys._getframe()
    yield f
    x = 2
for f in g1(): pass
print(sorted(f.f_locals), f.f_locals['x'], f.f_lineno, f.f_back)
def g2():
    x = 1
    yield sys._getframe()
    raise KeyError(x)
try:
    for f in g2(): pass
except KeyError as e: print(e.__traceback__.tb_next.tb_frame is f, f.f_locals, f.f_lineno, f.f_back)
class Cls:
    f = sys._getframe()
    z = 3
print(Cls.f.f_locals['z'], Cls.f.f_lineno)
def viagen():
    try:
        list(map(inner, [1, 2]))
    except ValueError as e:
        t = e.__traceback__.tb_next.tb_frame
        print(t.f_locals, t.f_back is sys._getframe())
viagen()
def swallowed():
    class B:
        def __eq__(self, o):
            try: inner(8)
            except ValueError as e: saved.append(e)
            return True
    saved = []
    B() == 1
    f = saved[0].__traceback__.tb_next.tb_frame
    print(f.f_locals, f.f_back.f_code.co_name)
swallowed()
