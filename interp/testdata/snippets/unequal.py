# != of a class with an __eq__ and no __ne__ is the opposite of the truth of what __eq__ returns, whatever is wanted of it.
class Point:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        if not isinstance(other, Point):
            return NotImplemented
        return self.x == other.x


class Sub(Point):
    pass


class SubEq(Point):
    def __eq__(self, other):
        return "sub" if self.x == other.x else ""


class Listed:
    def __init__(self, x):
        self.x = x

    def __eq__(self, other):
        return self.x


class Truth:
    def __bool__(self):
        raise ZeroDivisionError("truth")


class Ne(Point):
    def __ne__(self, other):
        return "ne"


def run(pairs, n):
    r = []
    for i in range(n):
        for a, b in pairs:
            try:
                x = a != b
            except Exception as e:
                x = repr(e)
            try:
                y = 1 if a != b else 2
            except Exception as e:
                y = repr(e)
            if i in (0, n - 1):
                r.append((x, y))
    return r


P, S, Q = Point, Sub, SubEq
for pairs in ([(P(1), P(1)), (P(1), P(2))], [(P(1), 1), (1, P(1)), (P(1), None)], [(P(1), S(1)), (S(1), P(2)), (S(1), S(1))],
              [(P(1), Q(1)), (Q(1), P(1)), (Q(1), Q(2)), (Q(1), P(3))], [(Listed([]), 1), (Listed([1]), 1), (3, Listed(0)), (Listed(NotImplemented), 1)],
              [(Listed(Truth()), 1), (1, Listed(Truth()))], [(Ne(1), P(1)), (P(1), Ne(1)), (Ne(1), 3), (3, Ne(1))],
              [(P(1), Listed(1)), (Listed(0), P(1)), (P(1), Listed(""))]):
    print(run(pairs, 200))
#---
# The method changes behind a hot loop.
class A:
    def __eq__(self, other):
        return True


def count(a, b, n):
    k = 0
    for _ in range(n):
        if a != b:
            k += 1
    return k


a, b = A(), A()
print(count(a, b, 300))
A.__eq__ = lambda self, other: False
print(count(a, b, 300))
A.__ne__ = lambda self, other: self is other
print(count(a, b, 300), count(a, a, 300))
del A.__ne__
print(count(a, b, 300))
del A.__eq__
print(count(a, b, 300), count(a, a, 300))
A.__ne__ = object.__ne__
A.__eq__ = lambda self, other: NotImplemented
print(count(a, b, 300), count(a, a, 300), count(a, 1, 10), count(1, a, 10))
A.__eq__ = object.__eq__
print(count(a, b, 300), count(a, a, 300))


class C:
    def __eq__(self, other):
        raise LookupError(depth(self, other))


def depth(x, y):
    import sys
    f, n = sys._getframe(), []
    while f:
        n.append(f.f_code.co_name)
        f = f.f_back
    return n


def fails(x):
    for _ in range(120):
        try:
            x != 1
        except LookupError as e:
            r = e
    return r.args, r.__traceback__.tb_next.tb_frame.f_code.co_name


print(fails(C()))


class Deep:
    def __eq__(self, other):
        return self != other


try:
    Deep() != 1
except RecursionError as e:
    print("RecursionError")
