# Calls at places that see many callees: functions with and without locals, cells,
# defaults, generators, classes, bound methods, builtins; recursion through them.


def none():
    return 1


def one(a):
    return a


def two(a, b):
    c = a + b
    return c


def many(a, b):
    c, d, e, f, g, h, i, j, k, m = range(10)
    return a + b + c + d + e + f + g + h + i + j + k + m


def eight(a):
    b = c = d = e = f = g = h = i = a
    return b + c + d + e + f + g + h + i


def unset(a):
    if a > 10**9:
        b = 1
    try:
        return b
    except UnboundLocalError:
        return a


def celled(a):
    def inner():
        return a
    a += 1
    return inner()


def defaulted(a, b=100):
    return a + b


def starred(*args):
    return len(args)


def keyworded(a, *, k=7):
    return a + k


def gen(a):
    yield a


def nested(a):
    return one(a) + two(a, a)


class K:
    def __init__(self, a):
        self.a = a

    def m(self, b):
        return self.a + b

    def __call__(self, a):
        return a * 1000

    @property
    def p(self):
        return self.a * 3


def apply(fs, n, a):
    total = 0
    for i in range(n):
        for f in fs:
            x = f(a)
            if type(x) is int:
                total += x
    return total


ones = [one, eight, unset, celled, defaulted, starred, keyworded, gen, nested, K, K(5).m, K(1), abs, lambda a: a - 1, lambda a, b=3, *c: b]
print(apply(ones, 300, 7))


def apply0(fs, n):
    return sum(f() for _ in range(n) for f in fs)


print(apply0([none, int, lambda: 2, lambda a=5: a, starred, lambda: none()] * 3, 100))


def apply2(fs, n):
    total = 0
    for i in range(n):
        for f in fs:
            total += f(i, 2)
    return total


print(apply2([two, many, defaulted, starred, max, pow, lambda a, b: a * b, lambda *a: 3, min] * 2, 200))


# Methods and properties of many classes.
def classes(n):
    out = []
    for i in range(n):
        def m(self, b, i=i):
            return self.a + b + i

        def q(self, b):
            if b % 5 == 4:
                raise ValueError(b)
            return b

        def p(self, i=i):
            return self.a * i

        def r(self):
            x = y = self.a
            return x + y
        out.append(type("T%d" % i, (K,), {"m": q if i % 2 else m, "p": property(p if i % 3 else r)}))
    return out


def methods(values, n):
    total = 0
    for i in range(n):
        for v in values:
            try:
                total += v.m(i)
            except ValueError as e:
                total -= e.args[0]
    return total


def properties(values, n):
    total = 0
    for i in range(n):
        for v in values:
            total += v.p
    return total


values = [c(i) for i, c in enumerate(classes(12))]
print(methods(values, 300), properties(values, 300))
type(values[4]).p = property(lambda self: -1)
print(properties(values, 100))
type(values[4]).p = 13
type(values[5]).p = property()
values[7].__dict__["p"] = 1000
try:
    properties(values, 100)
except AttributeError as e:
    print(e)
del type(values[5]).p
print(properties(values, 100))


# A property that raises, at a place where others do not.
class Raising(K):
    @property
    def p(self):
        return self.missing

    def __getattr__(self, name):
        if name == "missing":
            raise KeyError(name)
        raise AttributeError(name)


values.append(Raising(1))
try:
    properties(values, 10)
except KeyError as e:
    print("KeyError", e)


# Trees of nodes of many classes, which call each other.
class Node:
    def __init__(self, *kids):
        self.kids = kids

    def value(self, env):
        return 0


def binary(name, f):
    return type(name, (Node,), {"value": lambda self, env: f(self.kids[0].value(env), self.kids[1].value(env))})


Add = binary("Add", lambda a, b: a + b)
Sub = binary("Sub", lambda a, b: a - b)
Mul = binary("Mul", lambda a, b: a * b)
Min = binary("Min", lambda a, b: a if a < b else b)
Max = binary("Max", lambda a, b: a if a > b else b)
Or = binary("Or", lambda a, b: a | b)


class Const(Node):
    def value(self, env):
        return self.kids[0]


class Var(Node):
    def value(self, env):
        return env[self.kids[0]]


class Div(Node):
    def value(self, env):
        try:
            return self.kids[0].value(env) // self.kids[1].value(env)
        except ZeroDivisionError:
            return 99


def tree(depth, k):
    if depth == 0:
        return Var("xy"[k % 2]) if k % 3 else Const(k)
    return [Add, Sub, Mul, Min, Max, Or, Div][(depth + k) % 7](tree(depth - 1, k * 2), tree(depth - 1, k * 2 + 1))


def evaluate(t, n):
    return sum(t.value({"x": i % 5, "y": i % 3}) for i in range(n))


print(evaluate(tree(6, 1), 120), evaluate(tree(5, 2), 120))


# The recursion limit, through places that see many callees.
def deep(fs, n):
    return fs[n % len(fs)](fs, n) if n else 0


fs = [lambda fs, n, k=k: deep(fs, n - 1) + k for k in range(6)] + [lambda fs, n: deep(fs, n - 1)]
for _ in range(60):
    deep(fs, 200)
try:
    deep(fs, 10000)
except RecursionError as e:
    print("RecursionError", e)
print(deep(fs, 200), deep(fs, 201))


# What is passed wrongly.
def wrong(fs, n):
    errors = {}
    for i in range(n):
        for f in fs:
            try:
                f(1)
            except TypeError as e:
                errors[str(e)] = errors.get(str(e), 0) + 1
    return sorted(errors.items())


print(wrong([one, two, none, eight, keyworded, 5, None, K, K(1).m, starred, "x"], 200))
#---
# Bound methods that are values: of many classes and instances, of builtins, of callables
# that are no functions, with other numbers of arguments, and generators.
from functools import partial
from types import MethodType


class A:
    def __init__(self, n):
        self.n = n

    def add(self, x):
        return self.n + x

    def mul(self, x):
        return self.n * x

    def opt(self, x, y=5):
        return self.n + x + y

    def many(self, *xs):
        return sum(xs) + self.n

    def none(self):
        return self.n

    def gen(self, x):
        yield self.n
        yield x

    @classmethod
    def made(cls, x):
        return cls(x).n

    @staticmethod
    def plain(x):
        return x + 1

    def deep(self, x):
        return x if x <= 0 else METHODS[0](x) + self.deep(x - 1)

    def fails(self, x):
        if x % 5 == 3:
            raise ValueError(x)
        return x


class B(A):
    def add(self, x):
        return super().add(x) * 2


class Callable:
    def __call__(self, *args):
        return len(args)


def free(self, x):
    return self * x


METHODS = [A(3).add, A(4).mul, B(5).add, A(6).opt, A(7).many, B.made, A.plain, MethodType(free, 7), A(1).deep,
           MethodType(Callable(), 3), MethodType(partial(free, 2), 9), [1, 2].__contains__, B(2).fails, free.__get__(2)]


def call(methods, rounds):
    out = []
    for i in range(rounds):
        n = 0
        for m in methods:
            try:
                r = m(i % 7)
                n += r
            except (ValueError, TypeError) as e:
                n += len(str(e))
        out.append(n)
    return out[:7], sum(out)


def bare(methods, rounds):
    n = 0
    for i in range(rounds):
        for m in methods:
            try:
                n += m()
            except TypeError as e:
                last = str(e)
                n += 1
    return n, last


def listed(methods, rounds):
    n = 0
    for i in range(rounds):
        for m in methods:
            for x in m(i):
                n += x
    return n


print(call(METHODS, 1000))
print(call(METHODS[:4], 1000), call(METHODS[::-1], 100))
print(bare([A(3).none, B(4).none, A(5).add, A(8).many, B(9).none], 400))
print(listed([A(3).gen, B(4).gen, A(5).gen], 500))


def endless(x):
    return METHODS[-1](x) + 1


METHODS.append(MethodType(lambda self, x: METHODS[-1](x) + 1, 5))
try:
    call(METHODS[-1:], 2)
except RecursionError as e:
    print(e)
METHODS[-1] = A(1).add
print(call(METHODS, 50))
