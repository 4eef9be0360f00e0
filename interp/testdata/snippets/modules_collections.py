from _collections import deque, defaultdict, _count_elements, _tuplegetter


def attempt(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


d = deque(range(5))
for i in range(300):
    d.append(i)
    d.appendleft(-i)
    if i % 3:
        d.pop()
        d.popleft()
    d.rotate(i % 7 - 3)
print(len(d), sum(d), d[3], d[-3], list(d)[:9], list(reversed(d))[:9])
d = deque("abcdef", maxlen=4)
print(d, d.maxlen, d.count("c"), d.index("e"), "z" in d, "c" in d)
d.extend("xy")
print(d)
d.extendleft("12")
print(d)
d.rotate(1)
d.reverse()
print(d, d.copy(), d + deque("q"), d * 2, 2 * d)
del d[1]
d[0] = "new"
d.insert(1, "ins")
print(d, d == deque(d), d != deque(d), d < deque("z"), d == [1])
d += "pq"
d *= 2
print(d)
attempt(d.insert, 0, 1)
attempt(d.remove, "nothing")
attempt(d.index, "nothing")
attempt(lambda: d[99])
attempt(lambda: d["a"])
attempt(lambda: d[1:2])
attempt(lambda: d + [1])
attempt(lambda: d * "a")
attempt(lambda: hash(d))
attempt(deque, 5)
attempt(deque, [], -1)
attempt(deque, [], "a")
attempt(deque().pop)
attempt(deque().popleft)
attempt(deque, 1, 2, 3)
e = deque([1, 2])
e.append(e)
print(e, e.__reduce__()[:2], deque([1], 2).__reduce__()[1])


def grow():
    for x in e:
        e.append(x)


attempt(grow)
e.clear()
print(e, bool(e), deque(maxlen=0), deque([1, 2], 0))
#---
from _collections import deque


class Stack(deque):
    def __init__(self, *args):
        super().__init__(*args)
        self.pushed = 0

    def append(self, x):
        self.pushed += 1
        super().append(x)

    def __getitem__(self, i):
        return ("item", super().__getitem__(i))


s = Stack([1, 2])
for i in range(50):
    s.append(i)
    if i % 2:
        s.popleft()
print(s, s.pushed, s[0], len(s), s.copy(), isinstance(s, deque), Stack.__mro__)


class Slotted(deque):
    __slots__ = ("a", "b")


t = Slotted("ab", 1)
t.a = 5
print(t, t.a, t == deque("b"), t + t)
#---
from _collections import defaultdict, _count_elements

d = defaultdict(list)
for i in range(100):
    d[i % 7].append(i)
print(d, len(d), d[99], 100 in d, d.get(100))
print(defaultdict(int, {1: 2}, a=3), defaultdict(None, [(1, 2)]), defaultdict())
d = defaultdict(int)
for c in "mississippi":
    d[c] += 1
print(d, d.copy(), d | {"z": 1}, {"z": 1} | d, d.default_factory, d == dict(d))
d |= {"q": 7}
d.default_factory = None
try:
    d["none"]
except KeyError as e:
    print("KeyError", e)
for f in (lambda: defaultdict(1), lambda: defaultdict(int, 5), lambda: hash(d)):
    try:
        f()
    except TypeError as e:
        print(e)
d = defaultdict(lambda: d)
print(type(d["a"]), d.__reduce__()[1] == (d.default_factory,), list(d.__reduce__()[4])[0][0])


class Tree(defaultdict):
    def __init__(self):
        super().__init__(Tree)
        self.seen = []

    def __missing__(self, key):
        self.seen.append(key)
        return super().__missing__(key)


t = Tree()
t["a"]["b"]["c"] = 1
t["a"]["d"]
print(t, t.seen, t["a"].seen)


class Upper(dict):
    def __missing__(self, key):
        return key.upper()


print(Upper()["abc"], Upper(a=1)["a"])
c = {"a": 5}
_count_elements(c, "abracadabra")
print(c)


class Counting(dict):
    def get(self, key, default=None):
        return super().get(key, default) + 10


c = Counting()
_count_elements(c, "aab")
print(c)
#---
from _collections import _tuplegetter


class Point(tuple):
    __slots__ = ()
    x = _tuplegetter(0, "the x")
    y = _tuplegetter(1, "the y")


p = Point((3, 4))
total = 0
for i in range(200):
    total += p.x * p.y
print(total, p.x, p.y, Point.x, Point.x.__doc__, Point.y.__reduce__())
for f in (lambda: setattr(p, "x", 1), lambda: delattr(p, "x"), lambda: Point((1,)).y, lambda: Point.x.__get__(5)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
#---
# the iterators of a deque can be made of one and of an index, and say how
from collections import deque

ahead, back = type(iter(deque())), type(reversed(deque()))
for t in ahead, back:
    print(t, list(t(deque('abcd'))), list(t(deque('abcd'), 1)), list(t(deque('abcd'), 9)), list(t(deque('abcd'), -2)))
    for args in [(), ([],), ('x',), (deque(), 'x'), (deque(), 1, 2)]:
        try:
            print(t(*args))
        except TypeError as e:
            print(e)
    it = t(deque('abc'))
    print(next(it), it.__reduce__()[1])
