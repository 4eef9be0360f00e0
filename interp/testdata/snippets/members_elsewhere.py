"""A member of one class in another: each access is an error, also where it is hot, and changes nothing."""
import datetime
import gc


class A:
    __slots__ = tuple("a%03d" % i for i in range(200))


class B:
    __slots__ = ("q",)


class Q:
    year = datetime.date.year


B.x, B.y, B.z = A.__dict__["a150"], A.__dict__["a149"], A.__dict__["a002"]
l = [B() for i in range(300)]
for b in l:
    b.q = 7
errors = 0
for b in l:
    for i in range(50):
        try:
            b.x = 5
        except TypeError:
            errors += 1
        try:
            b.y = "abc"
        except TypeError:
            errors += 1
        try:
            b.z
        except TypeError:
            errors += 1
        try:
            Q().year
        except TypeError:
            errors += 1
gc.collect()
print(errors, set(type(b) for b in l), set(b.q for b in l))
#---
"""Fields that lie further away than an inline cache says."""
A = type("A", (), {"__slots__": tuple("a%04d" % i for i in range(9000))})
a = A()


def g(o):
    for i in range(100):
        o.a8999 = i
        o.a0804 = -i
        o.a0807 = -2
        o.a0808 = -3
    for i in range(100):
        x = o.a8999
    return x


print(g(a), a.a8999, a.a0804, a.a0807, a.a0808)


class B(A):
    def m(self):
        return 3


b = B()


def h(o):
    for i in range(100):
        o.foo = i
        o.bar = -i
    return o.foo, o.bar, o.m()


print(h(b), b.__dict__)
#---
"""The class of a class's attribute becomes one of descriptors while instances have an attribute of that name."""


class S:
    pass


class E:
    y = S()


def stored():
    e = E()
    for i in range(20000):
        e.y = i
        if i == 10000:
            S.__set__ = lambda s, o, v: None
    print(e.__dict__)


stored()


class S2:
    pass


class E2:
    y = S2()


def loaded():
    e = E2()
    e.y = 5
    for i in range(20000):
        r = e.y
        if i == 10000:
            S2.__set__ = S2.__get__ = lambda s, o, v: "got"
    print(r)


loaded()
