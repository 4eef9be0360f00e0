import copy
import sys


class P:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f"P({self.x!r}, {self.y!r})"


class S:
    __slots__ = ("a", "__b")

    def __init__(self):
        self.a = [1]
        self.__b = 2

    def both(self):
        return self.a, self.__b


class New:
    def __new__(cls, a, *, k=0):
        self = super().__new__(cls)
        self.got = (a, k)
        return self

    def __getnewargs_ex__(self):
        return (self.got[0],), {"k": self.got[1]}


class State:
    def __init__(self):
        self.v = 1

    def __getstate__(self):
        return {"v": self.v + 1}

    def __setstate__(self, state):
        self.v = state["v"] * 10


class L(list):
    pass


class D(dict):
    pass


class I(int):
    pass


class T(tuple):
    pass


class Custom:
    def __copy__(self):
        return "copied"

    def __deepcopy__(self, memo):
        return ["deep", len(memo)]

    def __replace__(self, **changes):
        return sorted(changes.items())


p = P([1, 2], {"k": (3, [4])})
q, r = copy.copy(p), copy.deepcopy(p)
p.x.append(9)
p.y["k"][1].append(5)
print(p, q, r, q.x is p.x, r.x is p.x)
s = S()
t, u = copy.copy(s), copy.deepcopy(s)
s.a.append(2)
print(s.both(), t.both(), u.both())
print(copy.copy(New(1, k=5)).got, copy.deepcopy(New([2])).got, copy.deepcopy(State()).v)
l = L([1, [2]])
l.name = "l"
m = copy.deepcopy(l)
m[1].append(3)
print(l, m, type(m), m.name, m is not l)
d = D(a=[1])
d.x = d
e = copy.deepcopy(d)
print(e, type(e), e.x is e, e["a"] is not d["a"])
i = I(5)
i.note = [1]
j = copy.deepcopy(i)
print(j, type(j), j.note, j.note is not i.note, copy.deepcopy(T((1, [2]))))
print(copy.copy(Custom()), copy.deepcopy(Custom()), copy.replace(Custom(), b=1, a=2))

cycle = [1]
cycle.append(cycle)
again = copy.deepcopy(cycle)
print(again, again[1] is again, again is not cycle)
shared = [0]
pair = copy.deepcopy([shared, shared, (shared,)])
print(pair[0] is pair[1], pair[2][0] is pair[0], pair[0] is not shared)
memo = {}
x = copy.deepcopy(shared, memo)
print(copy.deepcopy(shared, memo) is x, id(shared) in memo)
imm = (1, "a", (2.5, None), frozenset([1]))
print(copy.deepcopy(imm) is imm, copy.copy(imm) is imm, copy.deepcopy(len) is len, copy.deepcopy(P) is P)
print(copy.deepcopy({1: {2, 3}, "s": {4: [5]}}), copy.copy(bytearray(b"ab")), copy.deepcopy(range(3)), copy.copy(slice(1, 2)))
err = ValueError("bad", 3)
err.extra = [1]
cp = copy.deepcopy(err)
print(repr(cp), cp.args, cp.extra, cp.extra is not err.extra)
bound = copy.deepcopy(p.__repr__)
print(bound(), bound.__self__ is not p)
for bad in ((i for i in ()), sys._getframe(), s.__class__.both.__get__(s)):
    try:
        print(type(copy.deepcopy(bad)).__name__)
    except TypeError as e:
        print(e)
for v in (P(1, 2), S(), 3, "s", [1], {1: 2}, {1}, (1,), None, object()):
    for protocol in (2, 4):
        f, args, *rest = v.__reduce_ex__(protocol)
        print(type(v).__name__, f.__name__, args[1:], rest[:1])
for v in (P(1, 2), object(), D(a=1), L([1])):
    print(v.__reduce__()[0].__name__, v.__reduce__()[1][1:], v.__getstate__())
try:
    copy.copy(S().__reduce__())
except TypeError as e:
    print(e)
n = 0
for k in range(300):
    o = copy.deepcopy(P(k, [k]))
    n += o.x + o.y[0] + copy.copy(o).x
print(n)
