# Patterns: sequences, mappings, classes, stars, guards, in hot loops.
class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


def kind(v):
    match v:
        case []:
            return "empty"
        case [x]:
            return "one", x
        case [int(a), int(b)] if a > b:
            return "down", a, b
        case [a, *rest, b] if len(rest) > 1:
            return "star", a, rest, b
        case (a, b):
            return "two", a, b
        case {"op": "add", "args": [a, b]}:
            return a + b
        case {"op": op, **rest}:
            return "op", op, rest
        case {}:
            return "map"
        case Point(x=0, y=0):
            return "origin"
        case Point(0, y):
            return "on y", y
        case Point(x, y):
            return "point", x, y
        case bool(b):
            return "bool", b
        case int() | float() as n:
            return "number", n
        case str(s):
            return "str", s
        case None:
            return "none"
        case _:
            return "other"


values = [[], (), [5], [3, 2], (1, 2), [1, 2, 3, 4], range(2), range(5), {"op": "add", "args": (1, 2)}, {"op": "neg", "x": 1}, {"a": 1},
          Point(0, 0), Point(0, 3), Point(4, 5), True, 7, 2.5, "text", b"bytes", None, bytearray(b"x"), {1}, kind, "", [[1], 2]]
for i in range(60):
    out = [kind(v) for v in values]
for o in out:
    print(o)
#---
def f(command):
    match command.split():
        case ["go", ("north" | "south") as way]:
            return way
        case ["take", what, *more]:
            return what, more
        case [first, *_, last]:
            return first, last
        case [only]:
            return only
    return None


for i in range(500):
    out = [f(c) for c in ("go north", "go up", "take lamp", "take a b c", "x", "a b c d", "")]
print(out)
#---
def tree(n):
    return ("leaf", n) if n == 0 else ("node", tree(n - 1), tree(n - 1))


def count(t):
    match t:
        case ("leaf", n):
            return 1
        case ("node", left, right):
            return count(left) + count(right)


for i in range(20):
    out = count(tree(6))
print(out)
#---
def attempt(f):
    try:
        return f()
    except Exception as e:
        return repr(e)


class A:
    __match_args__ = ["x"]


class B:
    __match_args__ = (1,)


class C:
    __match_args__ = ("x", "x")
    x = 5


def a():
    match A():
        case A(1):
            return 1


def b():
    match B():
        case B(1):
            return 1


def c():
    match C():
        case C(1 | 5, 5):
            return 1


def d():
    match 5:
        case int(1, 2):
            return 1


def e():
    match 5:
        case kind(1):
            return 1


def g():
    match C():
        case C(y=1):
            return 1
        case C(x=x):
            return x


kind = 5
for f in a, b, c, d, e, g:
    print(attempt(f))
#---
def f(d):
    match d:
        case {"a": 1, "b": b}:
            return b
        case {"a": a, **rest}:
            return a, rest
        case {1: x, 2.0: y, None: z}:
            return x, y, z
    return "no"


for i in range(1000):
    out = [f(x) for x in ({"a": 1, "b": 2}, {"a": 2, "c": 3}, {1: 1, 2: 2, None: 3}, {}, {"b": 1}, 5)]
print(out)
