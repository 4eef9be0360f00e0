# Calls, classes and iterators of values that change their types: what machine code does with any.
import operator
import random


def each(f, values):
    out = []
    for _ in range(60):
        out = []
        for a in values:
            try:
                r = f(a)
                out.append((type(r).__name__, repr(r)))
            except Exception as e:
                out.append((type(e).__name__, str(e)))
    return out


things = [0, 1, -1, 2**48 - 1, -2**48, 2**48, 2**100, -2**100, 2.5, -2.5, -0.0, 0.0, float("inf"), float("nan"), True, "a", "é", "ω", "𝄞", "", "ab",
          b"a", b"\xff", b"", b"ab", bytearray(b"x"), None, [1], (1, 2), 97, 255, 256, 0x10FFFF, 0x110000]
print(each(lambda x: ord(x), things))
print(each(lambda x: chr(x), things))
print(each(lambda x: abs(x), things))
print(each(lambda x: operator.index(x), things))
print(each(lambda x: x.bit_length(), things))
for y in (0, 1.0, -0.0, float("nan"), True, 2**60, "a"):
    print(each(lambda x: min(x, y), things), each(lambda x: max(x, y), things), each(lambda x: min(y, x), things))


def identities(values):
    out = []
    for _ in range(100):
        out = [id(a) == id(b) for a in values for b in values]
    return out


class Place:
    pass


place = Place()
print(identities([place, Place, place, None, "s", [], ()]))
print(hex(id(place))[2:] == object.__repr__(place).split(" at 0x")[1].rstrip(">"))


class Base:
    pass


class Other:
    pass


class Left(Base):
    pass


class Pretends:
    @property
    def __class__(self):
        return Base


def instances(values):
    out = []
    for _ in range(60):
        out = []
        for x in values:
            out += [isinstance(x, Base), isinstance(x, int), isinstance(x, str), isinstance(x, float), isinstance(x, object), isinstance(x, dict)]
    return "".join("x" if y else "." for y in out)


values = [Base(), Left(), Other(), Pretends(), 1, True, 2**70, 1.5, "s", {}, None, Base, [], type("D", (dict,), {})()]
print(instances(values))
Left.__bases__ = (Other,)
print(instances(values))
Left.__bases__ = (Base,)
print(instances(values))
values[2].__class__ = Base
print(instances(values))


class Store(dict):
    def get_all(self):
        return sorted(self)

    def twice(self):
        return self.get_all() * 2


class Wrong(ValueError):
    def show(self):
        return "show %s" % self.args


class Dice(random.Random):
    def three(self):
        return [self.randrange(10), self.randint(1, 6), self.getrandbits(8)]


def calls(values, n=60):
    out = []
    for _ in range(n):
        out = [x.twice() if isinstance(x, Store) else x.show() if isinstance(x, Wrong) else x.three() for x in values]
    return out


s, w, d = Store(a=1, b=2), Wrong("w"), Dice(3)
print(calls([s, w, d]))
s.get_all = lambda: ["own"]
w.show = lambda: "own"
print(calls([s, w, d]))
del s.get_all
print(calls([s, w, d]))
Store.get_all = lambda self: ["class"]
w.other = 1
print(calls([s, w, d]))
del w.show
Wrong.show = lambda self: ("new", self.other)
print(calls([s, w, d]))
w.__dict__ = {"show": lambda: "of a new dict"}
print(calls([s, w, d]))
w.__dict__ = {"other": 5}
print(calls([s, w, d]))
Wrong.show = property(lambda self: lambda: "by property")
print(calls([s, w, d]))


def loops(values):
    out = []
    for _ in range(60):
        out = []
        for x in values:
            try:
                it = iter(x)
                out.append((type(it).__name__, it is x, [y for y in it][:5]))
            except TypeError as e:
                out.append(str(e))
    return out


print(loops([[1, 2], (3, 4), range(3), range(5, 0, -1), range(0), range(0, 10, 3), range(2**60, 2**60 + 2), range(-2**48, -2**48 + 2), {1: 2, "k": 3}, "str",
             {5}, frozenset(), b"ab", 7, None, iter([1, 2]), (x for x in ()), enumerate(()), zip(()), {1: 2}.items(), {1: 2}.values(), reversed([1])]))


def texts(values):
    out = []
    for _ in range(60):
        out = []
        for x in values:
            for i, c in enumerate(x):
                if i > 2:
                    break
                out.append((i, c))
            it = iter(x)
            out.append([next(it, "end") for _ in range(4)])
            out.append(list(zip(x, x))[:2])
    return out


class Text(str):
    def __iter__(self):
        return iter([1, 2])


print(texts(["abc", "", "éa", "ωaé", "𝄞x", b"ab", b"", b"\xff\x00\x01", bytearray(b"xyz"), Text("abcd"), type("B", (bytes,), {})(b"qrs"), "a\udc80"]))


def ranges(pairs):
    out = []
    for _ in range(60):
        out = []
        for a, b, c in pairs:
            r = range(a, b, c)
            out.append((r, len(r), list(r)[:3], r.start, r.stop, r.step))
    return out


print(ranges([(0, 3, 1), (3, 0, 1), (3, 0, -1), (0, 3, -1), (-2**47, 2**47, 2**45), (2**48 - 2, 2**48 - 1, 1), (5, 5, 1), (0, 10, 4), (2**60, 2**60 + 1, 1)]))


def tuples(n):
    out = []
    for k in range(n):
        out.append((*[k] * (k % 70),))
    return sum(map(len, out)), out[5], out[69][-1]


print(tuples(300))
