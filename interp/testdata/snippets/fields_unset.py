# Fields that are filled when they are first asked for, in classes with and without __slots__; what their AttributeErrors say, and the frames of these.
import sys
import traceback


class P:
    __slots__ = ("_str", "a", "__dict__")

    def __init__(self):
        self.a = 1

    def get(self, more=None):
        local = more
        try:
            return self._str
        except AttributeError:
            self._str = "made"
            return self._str


class Q(P):
    __slots__ = ("_tail",)

    def tail(self):
        try:
            return self._tail
        except AttributeError as e:
            return str(e), e.name, e.obj is self

    def kept(self, k):
        inner = [k]
        try:
            self._tail
        except AttributeError as e:
            inner.append(2)
            return e

    def leaves(self, k):
        before = k
        return self._tail

    def cell(self, k):
        f = lambda: (self, k)
        try:
            return self._tail
        except AttributeError as e:
            return e


for i in range(300):
    p = P()
    if p.get(i) + p.get() != "mademade":
        print("wrong", i)
    q = Q()
    t = q.tail()
    if i % 100 == 0:
        print(t)
    del p._str
    try:
        del p._str
    except AttributeError as e:
        if i % 100 == 0:
            print(e)
for k in range(3):
    e = q.kept(k)
    f = e.__traceback__.tb_frame
    print(f.f_code.co_name, sorted(n for n in f.f_locals), f.f_locals["self"] is q, e.__traceback__.tb_lineno)
    e = q.cell(k)
    print(sorted(e.__traceback__.tb_frame.f_locals), e.__traceback__.tb_frame.f_locals["k"])
    try:
        q.leaves(k)
    except AttributeError as e:
        f = e.__traceback__.tb_next.tb_frame
        print(f.f_code.co_name, f.f_locals["before"], "".join(traceback.format_exception_only(e)))


def moved(cls):
    try:
        cls()._tail
    except AttributeError as e:
        return str(e)


print(moved(Q))
for module in "m1", "m2", "m3", "__main__":
    Q.__module__ = module
    print(moved(Q), moved(Q))
for name in "R", "R.S", "Q":
    Q.__qualname__ = name
    print(moved(Q))
Q.__name__ = "T"
print(moved(Q))
try:
    P.a.__get__(1)
except TypeError as e:
    print(e)
try:
    P.a.__set__("x", 2)
except TypeError as e:
    print(e)

# Of code that runs with several globals.
source = """
class A:
    def lazily(self):
        here = x
        try:
            return self.value
        except AttributeError as e:
            return e
"""
code = compile(source, "<several>", "exec")
for x in 1, 2, 3:
    ns = {"x": x, "__name__": "n%d" % x}
    exec(code, ns)
    e = ns["A"]().lazily()
    f = e.__traceback__.tb_frame
    print(e, f.f_globals["__name__"], f.f_locals["here"], sorted(f.f_locals))
