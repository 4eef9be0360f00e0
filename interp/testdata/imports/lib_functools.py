import functools
from functools import cache, cached_property, cmp_to_key, lru_cache, partial, partialmethod, reduce, singledispatch, singledispatchmethod, total_ordering, wraps


@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), fib.cache_info())
fib.cache_clear()
print(fib.cache_info(), fib.__wrapped__.__name__, fib.cache_parameters())


@lru_cache(maxsize=2, typed=True)
def sq(x):
    print("call", x)
    return x * x


print(sq(2), sq(2), sq(2.0), sq(3), sq(2), sq.cache_info())


@cache
def once():
    print("once")
    return 1


print(once() + once())


@total_ordering
class V:
    def __init__(self, *parts):
        self.parts = parts

    def __eq__(self, other):
        return self.parts == other.parts if isinstance(other, V) else NotImplemented

    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, V) else NotImplemented


print(V(1, 2) <= V(1, 2), V(2) > V(1, 9), V(1) >= V(2), V(1) != V(1), sorted([V(3), V(1), V(2)], reverse=True)[0].parts)
try:
    V(1) > 3
except TypeError as e:
    print(e)


@singledispatch
def show(x):
    return f"object {x!r}"


@show.register(int)
def _(x):
    return f"int {x}"


@show.register(list)
def _(x):
    return "[" + ", ".join(map(show, x)) + "]"


@show.register(str | bytes)
def _(x):
    return f"text {x!r}"


class MyInt(int):
    pass


print(show(1), show("a"), show(b"b"), show([1, "x", None]), show(MyInt(7)), show(2.5), show.dispatch(bool).__name__ == show.dispatch(int).__name__)
print(sorted(t.__name__ for t in show.registry))


class Neg:
    @singledispatchmethod
    def neg(self, arg):
        raise NotImplementedError("no")

    @neg.register(int)
    def _(self, arg):
        return -arg

    @neg.register(bool)
    def _(self, arg):
        return not arg

    def base(self, a, b=2, *, c=3):
        return a, b, c

    five = partialmethod(base, 5, c=50)

    @cached_property
    def slow(self):
        """Computed."""
        print("computing")
        return [1]


n = Neg()
print(n.neg(5), n.neg(True), n.five(), n.five(6), n.slow, n.slow is n.slow, n.__dict__, Neg.slow.__doc__)
try:
    n.neg("x")
except NotImplementedError as e:
    print(e)
del n.slow
print(n.slow)

p = partial(int, base=2)
print(p("1010"), p.func, p.args, p.keywords, partial(p, "11")(), partial(max, 5)(3, 9))
q = partial(lambda *a, **k: (a, k), 1, functools.Placeholder, 3, x=1)
print(q(2, y=2), q("b", 4, x=9))
print(reduce(lambda a, b: a * b, range(1, 10)), reduce(lambda a, b: a + [b], "abc", []), sorted(["b", "A", "c"], key=cmp_to_key(lambda a, b: (a.lower() > b.lower()) - (a.lower() < b.lower()))))


def deco(f):
    @wraps(f)
    def inner(*args: int, **kw) -> str:
        return f"<{f(*args, **kw)}>"
    return inner


@deco
def greet(name: str) -> str:
    """Says hello."""
    return "hello " + name


greet.extra = 1
print(greet("x"), greet.__name__, greet.__doc__, greet.__wrapped__("y"), greet.__annotations__, deco(greet).extra)


@lru_cache
def grid(a, b, *, k=1):
    return a * b + k


t = 0
for i in range(3000):
    t += grid(i % 7, i % 5) + grid(i % 3, 2, k=i % 2)
print(t, grid.cache_info())
