import collections
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, abc, defaultdict, deque, namedtuple

Point = namedtuple("Point", "x y z", defaults=[0])
p = Point(1, y=2)
print(p, p.x + p.y, p._asdict(), p._replace(z=5), Point._fields, Point._field_defaults, Point._make([7, 8, 9]), tuple(p), p == (1, 2, 0), p[1:])
print(Point.__doc__, Point.x.__doc__, Point.__module__, hash(p) == hash((1, 2, 0)), isinstance(p, tuple), Point.__match_args__)
for bad in (lambda: Point(), lambda: Point(1, 2, 3, 4), lambda: p._replace(w=1), lambda: namedtuple("A", "def"), lambda: namedtuple("A", "a a"), lambda: setattr(p, "x", 1)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(namedtuple("R", "def x _y x", rename=True)._fields)


class Vec(namedtuple("Vec", ["x", "y"])):
    __slots__ = ()

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)


print(Vec(1, 2) + Vec(3, 4), sum((Vec(i, i) for i in range(2000)), Vec(0, 0)))
match p:
    case Point(x=1, y=b):
        print("matched", b)

c = Counter("abracadabra")
print(c, c.most_common(2), c["zz"], sorted(c.elements())[:6], c.total(), c - Counter("abc"), c & Counter("aab"), c | Counter("xaaaaaaa"))
c.update("aaa")
c.subtract({"a": 5, "q": 1})
print(c, +c, -c, Counter(a=1) + Counter(a=2, b=0), Counter(a=1) <= Counter(a=2), Counter(a=3, b=1) == Counter(b=1, a=3))
del c["zz"]
print(dict(c), Counter.fromkeys if False else Counter([1, 1, 2]))

o = OrderedDict([("a", 1), ("b", 2), ("c", 3)])
o.move_to_end("a")
o.move_to_end("c", last=False)
print(o, list(reversed(o)), o.popitem(), o.popitem(last=False), o, o == OrderedDict(b=2), o == {"b": 2})
o["z"] = 1
print(OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), o | {"q": 3}, list(o.items()), o.copy(), OrderedDict.fromkeys("xy", 0))

d = defaultdict(list)
for k, v in [("a", 1), ("b", 2), ("a", 3)]:
    d[k].append(v)
print(d, d["new"], len(d), d.get("no"), defaultdict(int, x=1) | {"y": 2})

q = deque(range(5), maxlen=4)
q.append(9)
q.appendleft(8)
q.rotate(1)
print(q, q.pop(), q.popleft(), q.maxlen, list(reversed(q)), q[0], 2 in q, q.index(2), q.count(2))
q.extend("xyz")
print(q, deque([1, 2]) + deque([3]), deque("ab") * 2)

ch = ChainMap({"a": 1}, {"a": 2, "b": 3})
print(ch["a"], ch["b"], sorted(ch), len(ch), ch.new_child({"c": 4}), ch.parents, ch.maps[1], "b" in ch, ch.get("zz", 0))
ch["b"] = 10
del ch["a"]
print(ch, dict(ch))
try:
    del ch["b"], ch["b"]
except KeyError as e:
    print(e)


class Lower(UserDict):
    def __setitem__(self, key, item):
        super().__setitem__(key.lower(), item)


u = Lower({"A": 1}, B=2)
u.update(C=3)
print(u, u["a"], "A" in u, u.pop("b"), u.setdefault("D", 4), u.copy(), u | {"E": 5}, isinstance(u, abc.MutableMapping))
l = UserList([3, 1, 2])
l.sort()
l += [4]
print(l, l[1:], l + [9], l * 2, l.index(2), UserList("ab") == ["a", "b"])
s = UserString("Hello")
print(s.upper(), s + " x", s[1:3], s.replace("l", "L"), len(s), "ell" in s, s == "Hello")


class Ring(abc.Sequence):
    def __init__(self, *items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]

    def __len__(self):
        return len(self.items)


r = Ring(1, 2, 3, 2)
print(list(r), list(reversed(r)), 2 in r, r.index(2), r.count(2), isinstance(r, abc.Iterable), issubclass(Ring, abc.Collection), isinstance(5, abc.Hashable), isinstance([], abc.Hashable))


class OnlyLen:
    def __len__(self):
        return 0


class S(abc.Set):
    def __init__(self, it): self.d = sorted(set(it))
    def __contains__(self, x): return x in self.d
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)


print(isinstance(OnlyLen(), abc.Sized), isinstance(OnlyLen(), abc.Sequence), list(S([1, 2]) | S([3])), S([1]) <= S([1, 2]), list(S([1, 2, 3]) - S([2])), S([1]) == {1}, S([1]).isdisjoint([2]))
print(isinstance((i for i in ()), abc.Generator), isinstance({}.keys(), abc.KeysView), isinstance("", abc.Sequence), isinstance(dict(), abc.Mapping), isinstance(len, abc.Callable))
try:
    abc.Mapping()
except TypeError as e:
    print(e)
abc.Sequence.register(OnlyLen)
print(isinstance(OnlyLen(), abc.Sequence), issubclass(OnlyLen, abc.Reversible), abc.Iterable[int], list[int] | None)
n = 0
for i in range(1500):
    pt = Point(i, i + 1)
    n += pt.x + pt[1] + len(pt) + isinstance(pt, abc.Sequence)
print(n)
