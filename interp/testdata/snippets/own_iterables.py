# Builtin functions over instances whose class says in Python what they iterate over: list, tuple, set, sorted, sum, any, all, max, min.
class Over:
    def __init__(self, *items):
        self.items = items

    def __iter__(self):
        return iter(self.items)


class Yields(Over):
    def __iter__(self):
        for x in self.items:
            yield x


class Steps(Over):
    def __iter__(self):
        self.at = 0
        return self

    def __next__(self):
        if self.at == len(self.items):
            raise StopIteration
        self.at += 1
        return self.items[self.at - 1]


class Items(Over):
    __iter__ = None
    del __iter__

    def __getitem__(self, i):
        return self.items[i]


del Over.__iter__
Over.__iter__ = lambda self: iter(self.items)


class Sequence:
    def __init__(self, *items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]


def every(o):
    r = []
    for f in (list, tuple, set, sorted, sum, any, all, max, min):
        try:
            r.append(f(o))
        except Exception as e:
            r.append(repr(e))
    return r


for cls in (Over, Yields, Steps, Items, Sequence):
    for n in range(120):
        r = every(cls(3, 1, 2)), every(cls())
    print(r, every(cls(2.5, "x")), max(cls("a", "c"), default=0), max(cls(), default=0), sum(cls(1, 2), 10), sorted(cls(3, 1), reverse=True))
#---
# What raises, what is no iterator, what takes no more elements than it has to, and what changes.
class It:
    def __init__(self, how):
        self.how, self.taken = how, 0

    def __iter__(self):
        if self.how == "iter":
            raise LookupError("iter")
        if self.how == "none":
            return None
        return self

    def __next__(self):
        self.taken += 1
        if self.how == "next" and self.taken == 3:
            raise LookupError("next")
        if self.how == "ends" and self.taken == 3:
            raise StopIteration(5)
        if self.how == "stops" and self.taken == 5:
            raise StopIteration
        return self.taken - 1


def tries(f, how):
    for _ in range(80):
        it = It(how)
        try:
            r = f(it)
        except Exception as e:
            t, names = e.__traceback__.tb_next, []
            while t:
                names.append(t.tb_frame.f_code.co_name)
                t = t.tb_next
            r = repr(e), names
    return r, it.taken


for f in (list, tuple, set, sum, max, lambda o: any(o), lambda o: all(o), sorted):
    print([tries(f, how) for how in ("iter", "none", "next", "ends", "stops")])


class Asked:
    def __init__(self):
        self.log = []

    def __iter__(self):
        self.log.append("iter")
        return iter((1, 2))


def asked(f, n):
    for _ in range(n):
        a = Asked()
        r = f(a)
    return r, a.log


for f in (list, tuple, sorted, set, sum):
    print(asked(f, 100), end=" ")
    Asked.__len__ = lambda self: self.log.append("len") or 2
    print(asked(f, 100), end=" ")
    del Asked.__len__
    Asked.__length_hint__ = lambda self: self.log.append("hint") or 2
    print(asked(f, 100), end=" ")
    del Asked.__length_hint__
    Asked.__iter__ = lambda self: iter((5, 6)) if f in (sum, set) else iter("ab")
    print(asked(f, 100))
    del Asked.__iter__
    try:
        asked(f, 100)
    except TypeError as e:
        print(e)

    def __iter__(self):
        self.log.append("iter")
        return iter((1, 2))
    Asked.__iter__ = __iter__
#---
# Recursion, subclasses of builtins, metaclasses, and slots.
class Tree:
    def __init__(self, left=None, value=0, right=None):
        self.left, self.value, self.right = left, value, right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right


def tree(lo, hi):
    if lo >= hi:
        return None
    m = (lo + hi) // 2
    return Tree(tree(lo, m), m, tree(m + 1, hi))


for _ in range(60):
    t = tree(0, 31)
    r = list(t), sum(t), max(t), tuple(t) == tuple(range(31))
print(r)


class L(list):
    def __iter__(self):
        return iter((7, 8))


class D(dict):
    def __iter__(self):
        return iter((7, 8))


class M(type):
    def __iter__(cls):
        return iter(("m", "n"))


class C(metaclass=M):
    pass


class S:
    __slots__ = ("v",)

    def __iter__(self):
        self.v = 1
        return iter((self.v, 2))


for o in (L((1, 2)), D({1: 2}), C, S()):
    for _ in range(70):
        r = list(o), tuple(o), set(o), sorted(o), max(o), min(o), any(o)
    print(r)


def mixed(n):
    r = 0
    for i in range(n):
        o = (S(), L(), [1, 2], (i for i in (1, 2)), (1, 2), D(), {1: 2, 2: 3}, "12", range(2))[i % 9]
        r += len(list(o)) + len(tuple(o))
    return r


print(mixed(300), mixed(300))
