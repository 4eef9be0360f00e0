# throw and athrow with a type, a value and a traceback, which is deprecated.
import warnings, sys, types
warnings.simplefilter("always")
warnings.showwarning = lambda m, c, f, l, *rest: print(c.__name__, m, l)
def g():
    while True:
        try:
            x = yield "y"
        except (ValueError,KeyError) as e:
            print("got", type(e).__name__, e.args, e.__traceback__ is not None, e.__cause__)
        else: print("sent", x)
class E(ValueError):
    def __new__(cls, *a): return 5 if a==("five",) else super().__new__(cls, *a)
try: 1/0
except ZeroDivisionError as z: tb=z.__traceback__
for args in ((ValueError,),(ValueError,"v"),(ValueError,("a","b")),(ValueError,ValueError("i")),(ValueError,KeyError("k")),(ValueError,None),(ValueError,None,None),(ValueError,"v",tb),(ValueError("x"),None),(ValueError("x"),"y"),(ValueError("x"),None,tb),(ValueError,"v",5),(5,),(int,),("s","t"),(int,"x"),(),(1,2,3,4),(E,"five"),(E,("five",)),(KeyError,E("sub")),(ValueError,E("sub")),(Exception("other"),),(BaseException,"b")):
    it=g(); next(it)
    try: print(args[:2], it.throw(*args))
    except BaseException as e:
        print(type(e).__name__, e, [t for t in [e.__traceback__.tb_next and e.__traceback__.tb_next.tb_frame.f_code.co_name]])
async def c(): await w()
@types.coroutine
def w():
    yield 1
def run(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
co=c(); co.send(None); run(lambda: co.throw(ValueError,"v"))
co=c(); co.send(None); run(lambda: co.__await__().throw(ValueError,"v",None))
async def ag(): yield 1
a=ag(); run(lambda: a.athrow(ValueError,"v").send(None))
a=ag(); x=a.__anext__(); run(lambda: x.throw(ValueError,"v"))


# Yielding from a coroutine is for generators that types.coroutine has made.
def plain(c):
    return (yield from c)


@types.coroutine
def awaiting(c):
    return (yield from c)


async def value(k):
    await w()
    return k


def run_all(c):
    try:
        while True:
            c.send(None)
    except StopIteration as e:
        return e.value


total = 0
for i in range(3000):
    total += run_all(awaiting(value(i)))
print(total)
c = value(1)
run(lambda: next(plain(c)))
bad = 0
for i in range(3000):
    try:
        next(plain(c))
    except TypeError:
        bad += 1
print(bad, run_all(c))
