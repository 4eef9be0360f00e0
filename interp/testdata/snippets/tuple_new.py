# tuple.__new__ of classes in machine code: named tuples, classes with and without a dict; what is no class of tuples, changed classes.
from collections import namedtuple
from typing import NamedTuple

P = namedtuple("P", "a b")
class Dict(P): pass
class Slots(P): __slots__ = ()
class Own(tuple):
    def __new__(cls, *items, extra=None):
        self = tuple.__new__(cls, items)
        if extra is not None:
            self.extra = extra
        return self
class Tag(NamedTuple):
    name: str
    value: object = None
    def __str__(self): return f"<{self.name}={self.value}>"
class Wide(NamedTuple("Wide", [("f%d" % i, int) for i in range(45)])): pass

def many(n):
    total = 0
    for i in range(n):
        p, d, s, o, t = P(i, 1), Dict(i, 2), Slots(i, 3), Own(i, 4, 5), Tag("t", i)
        d.more = i
        total += p.a + d.b + s.a + o[2] + len(o) + t.value + d.more + hash(p) % 3 + hash(p) % 3 + (p == (i, 1)) + (d == s)
        if i % 500 == 0:
            o = Own(1, extra=i)
            print(type(p).__name__, type(d).__name__, d.__dict__, s, o, o.extra, t, str(t), len(Wide(*range(45))))
    return total
print(many(3000))

new = tuple.__new__
def calls(classes, items, n):
    seen = set()
    for i in range(n):
        c, v = classes[i % len(classes)], items[i % len(items)]
        try:
            r = new(c, v)
            seen.add((type(r).__name__, len(r), r == tuple(v), r is v))
        except TypeError as e:
            seen.add(str(e))
    return sorted(map(str, seen))
for line in calls([tuple, P, Own, Tag, Dict, int, "no class", object], [(1, 2), [3, 4], "ab", (), {5: 6}, 7, range(3), P(1, 2), Own(3)], 5000):
    print(line)

def wrong(n):
    seen = set()
    for i in range(n):
        for args in ((), (P,), (P, (1, 2), 3), (P, (1, 2))):
            try:
                seen.add(repr(new(*args)))
            except TypeError as e:
                seen.add(str(e))
    return sorted(seen)
print(wrong(1000))

# What a call means changes.
def make(n):
    return [P(i, i) for i in range(n)][-1]
print(make(2000))
P.__new__ = lambda cls, a, b: tuple.__new__(cls, (b, a, a))
print(tuple(make(2000)), len(make(5)))
class Meta(type):
    def __call__(cls, *args): return ("meta", super().__call__(*args))
class M(tuple, metaclass=Meta): pass
def metas(n):
    return [(M((i,)), new(M, (i,))) for i in range(n)][-1]
print(metas(2000))
