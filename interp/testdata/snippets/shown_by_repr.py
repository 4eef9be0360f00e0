# str() of an instance whose class has a __repr__ and no __str__ is what that returns, and says so of what is no str; repr(x) is a frame.
class A:
    def __repr__(s): return 1
class B:
    def __str__(s): return 1
class C(A):
    __str__ = object.__str__
for x in (A(),B(),C()):
    for f in (str,repr,lambda x:"%s"%x,lambda x:"%r"%x,lambda x:f"{x}",lambda x:f"{x!r}",lambda x:f"{x!s}",lambda x:f"{x!a}",ascii,format,lambda x:"{}".format(x),lambda x:x.__str__(),lambda x:object.__str__(x),lambda x:x.__repr__(),print, lambda x:str([x]), lambda x: format(x,"")):
        try: r=f(x); print(type(r))
        except TypeError as e: print(e)
#---
class A:
    def __repr__(self):
        return "A" + str(n)


class B(A):
    pass


class C(Exception):
    def __repr__(self):
        return "C!"


class I(int):
    def __repr__(self):
        return "I!"


class L(list):
    def __repr__(self):
        return "L!"


def texts(x, k):
    global n
    r = set()
    for n in range(k):
        r.add((str(x), repr(x), f"{x}", f"{x!r}", f"{x!s:>5}", "%s" % x, "{}".format(x)))
    return len(r), min(r)


for x in (A(), B(), C("a"), I(3), L([1])):
    print(texts(x, 200))
A.__str__ = lambda self: "str"
print(texts(B(), 200))
B.__str__ = object.__str__
print(texts(B(), 200))
del A.__str__, B.__str__
B.__repr__ = object.__repr__
print([t[0][:9] for t in [texts(B(), 100)[1]]], texts(A(), 100))
B.__repr__ = lambda self: 1 / 0
for f in (str, repr, lambda x: f"{x}", lambda x: [repr(x) for _ in range(100)], lambda x: [str(x) for _ in range(100)]):
    try:
        f(B())
    except ZeroDivisionError as e:
        t, names = e.__traceback__, []
        while t:
            names.append(t.tb_frame.f_code.co_name)
            t = t.tb_next
        print(names)


class R:
    def __repr__(self):
        return repr(self.inner)


r = R()
r.inner = r
for f in (repr, str):
    try:
        f(r)
    except RecursionError:
        print("RecursionError")
repr = lambda x: "mine"
print(texts(A(), 100))
