# f(x, a=1, **kw) and f(**kw, a=1): the names of both, in their order, of functions, methods and classes; names that come twice, change, or fit nothing.
def g(a, b=0, c=0, d=1, *, e=2, **kw):
    return a, b, c, d, e, kw


def plain(a, b=0, c=0, d=1):
    return a, b, c, d


def only(a, /, b=5, **kw):
    return a, b, kw


class A:
    def __init__(self, x=0, **kw):
        self.x, self.kw = x, kw


class B(A):
    def __init__(self, y, **kw):
        super().__init__(y=y, **kw)
        self.y = y

    def m(self, *a, **kw):
        return g(self.y, *a, z=1, **kw)

    def __repr__(self):
        return "B"

    def __call__(self, q, **kw):
        return q, list(kw.items())


def attempt(f, *a, **kw):
    try:
        return f(*a, **kw)
    except TypeError as e:
        return str(e)


forms = [
    lambda kw: g(1, b=2, **kw),
    lambda kw: g(1, **kw, b=3),
    lambda kw: g(1, zz=4, **kw),
    lambda kw: g(*(1, 2), **kw, zz=4),
    lambda kw: plain(1, b=2, **kw),
    lambda kw: plain(1, **kw, d=2),
    lambda kw: only(1, a=7, **kw),
    lambda kw: vars(B(y=3, **kw)).copy(),
    lambda kw: vars(B(**kw, y=3)).copy(),
    lambda kw: B(1).m(5, d=6, **kw),
    lambda kw: B(1)(2, w=1, **kw),
    lambda kw: B(1)(**kw, q=2),
    lambda kw: dict(a=1, **kw),
    lambda kw: g(1, **{"b": 5}, **kw),
    lambda kw: g(**kw, **{"a": 5}),
    lambda kw: g(**{"a": 5, "e": kw}),
]
mappings = [{}, {"c": 1}, {"c": 1, "e": 5}, {"e": 5, "c": 1}, {"b": 9}, {"q": 1, "r": 2}, {"a": 1}, {"n%d" % i: i for i in range(9)}, {1: 2}, {"x": 8, "c": 3}]
for f in forms:
    for kw in mappings:
        for _ in range(120):
            r = attempt(f, kw)
        print(r, kw)
    # Changing from call to call.
    seen = [attempt(f, mappings[i % len(mappings)]) for i in range(60)]
    print(seen[:10] == seen[50:])


class K(dict):
    def keys(self):
        return ["c"]

    def __getitem__(self, k):
        return "own"


class M:
    def keys(self):
        return iter(["c", "d"])

    def __getitem__(self, k):
        return k * 2


for f in forms[:6]:
    for kw in K(c=1), M(), 5, None, [("a", 1)]:
        for _ in range(80):
            r = attempt(f, kw)
        print(r)


# What is merged changes, and what has been made stays as it was.
def keep(kw):
    held = []

    def h(**k):
        held.append(k)
        k["new"] = 1
        return k

    for i in range(200):
        h(a=i, **kw)
    kw["late"] = 2
    h(a=0, **kw)
    return held[0], held[-2], held[-1], kw


print(keep({"b": 1}))


def wrap(f):
    def inner(*a, **kw):
        return f(*a, extra=len(kw), **kw)
    return inner


@wrap
@wrap
def target(x, extra=0, **kw):
    return x, extra, kw


print([attempt(target, i, k=i) for i in range(150)][-1], [attempt(target, i) for i in range(150)][-1])
made = "".join(["d", "yn"])
print([attempt(g, 1, b=2, **{made: i}) for i in range(200)][-1])
displays = [({"a": i, "b": [i]}, {"a": 1, "a": i}, {"x": i, "y": 2, 3: 4}) for i in range(300)]
print(displays[0], displays[-1], displays[0][0] is displays[1][0])
