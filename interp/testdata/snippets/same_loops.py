# What looks for an element that is the same compares by a loop in the VM's own code where a method in Python compares: in, index,
# count, remove, and comparisons of lists and tuples.
class Item:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        log.append((self.value, getattr(other, "value", other)))
        return self.value == getattr(other, "value", other)

    __hash__ = None


log = []
items = [Item(i) for i in range(8)]
wanted = Item(5)
for seq in (items, tuple(items)):
    print(wanted in seq, seq.index(wanted), seq.count(wanted), Item(9) in seq, 4 in seq, log[-5:], len(log))
    try:
        print(seq.index(Item(9)))
    except ValueError as e:
        print(e)
    print(seq.index(wanted, 2), seq.index(wanted, -4, 7), seq.count(Item(1)), items[6] in seq, len(log))
    try:
        print(seq.index(wanted, 0, 5))
    except ValueError as e:
        print(e)
    same = type(seq)(Item(i) for i in range(8))
    other = type(seq)(Item(i) if i != 6 else Item(-6) for i in range(8))
    print(seq == same, seq != same, seq == other, seq != other, seq == same[:7], seq[:7] == same[:7], len(log))
    del log[:]
items.remove(wanted)
print([x.value for x in items], log)
#---
# The list changes while its elements are compared.
class Shrinks:
    def __init__(self, seq, at, how):
        self.seq, self.at, self.how, self.n = seq, at, how, 0

    def __eq__(self, other):
        self.n += 1
        if self.n == self.at:
            self.how(self.seq)
        return False


class Plain:
    pass


def run(f, how, at, n=10):
    seq = [Plain() for _ in range(n)]
    x = Shrinks(seq, at, how)
    try:
        r = f(seq, x)
    except Exception as e:
        r = repr(e)
    return r, x.n, len(seq)


ways = [lambda s: s.clear(), lambda s: s.append(1), lambda s: s.pop(), lambda s: s.__setitem__(slice(0, 6), []), lambda s: s.extend([2] * 5)]
for f in (lambda s, x: x in s, lambda s, x: s.index(x), lambda s, x: s.count(x), lambda s, x: s.remove(x), lambda s, x: s == [x] * 10, lambda s, x: [x] * 10 == s,
          lambda s, x: s.index(x, 2, 30)):
    print([run(f, how, at) for how in ways for at in (1, 2, 5, 10)])
#---
# An exception in the middle, what is no bool, and a method that asks for more of itself.
class Raises:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        if self.value == 4:
            raise LookupError("at 4")
        if self.value == 2:
            return NotImplemented
        return [self.value] if self.value == other else []


seq = [Raises(i) for i in range(8)]
for f in (lambda: 9 in seq, lambda: 3 in seq, lambda: seq.count(3), lambda: tuple(seq).index(3), lambda: seq.remove(7), lambda: seq == list(range(1, 9)), lambda: seq[:4] == list(range(4)),
          lambda: (seq[0],) * 5 == (0,) * 4 + (1,)):
    try:
        print(f())
    except LookupError as e:
        print(repr(e), e.__traceback__.tb_next.tb_frame.f_code.co_name, e.__traceback__.tb_next.tb_next.tb_frame.f_code.co_name, e.__traceback__.tb_next.tb_next.tb_next)


class Deep:
    def __init__(self, inner):
        self.inner = inner

    def __eq__(self, other):
        return self.inner == other.inner


def nest(n):
    v = [0, 1, 2, 3]
    for _ in range(n):
        v = [Deep(v) for _ in range(4)]
    return v


print(nest(4) == nest(4), nest(3) == nest(3)[:3] + [Deep(9)])
endless = [Deep(None) for _ in range(5)]
for d in endless:
    d.inner = endless
other = [Deep(None) for _ in range(5)]
for d in other:
    d.inner = other
try:
    endless == other
except RecursionError as e:
    print("RecursionError")
#---
# Classes in turn, a method that changes, and classes derived from list and tuple, whose own methods nobody asks.
class A:
    def __eq__(self, other):
        return self is other or type(other) is int and other > 6


class B:
    def __eq__(self, other):
        return other == "b"


class L(list):
    def __len__(self):
        return 99

    def __getitem__(self, i):
        return 7


class T(tuple):
    def __len__(self):
        return 99


a, b = A(), B()
mixed = [1, a, "x", b, 2.5, None, a, b] * 2
for s in (mixed, tuple(mixed), L(mixed), T(mixed)):
    print([x in s for x in (7, "b", 2.5, "c", a, B())], [s.count(x) for x in (7, "b", 2.5, "c", a, None)], [s.index(x) for x in (7, "b", b)], s == list(mixed), s == tuple(mixed))
for n in range(3):
    A.__eq__ = lambda self, other, n=n: other == n
    print([k in mixed for k in range(4)], mixed.count(n), [A()] * 5 == [n] * 5)
del A.__eq__
print([k in mixed for k in range(4)], mixed.count(1), [a] * 5 == [A()] * 5, a in mixed)
#---
# An order that one class only has by the reflected method, as max, sorted and heaps ask for it.
class Less:
    def __init__(self, value):
        self.value = value

    def __lt__(self, other):
        return self.value < other.value


class Sub(Less):
    pass


class Both(Less):
    def __gt__(self, other):
        return NotImplemented


for cls in (Less, Sub, Both):
    v = [cls(i * 7 % 11) for i in range(11)]
    print(max(v).value, min(v).value, v[3] > v[2], v[2] > v[3], v[1] < v[2])
    r = 0
    for i in range(200):
        for x, y in zip(v, v[1:]):
            r += (x > y) + (Sub(3) > x) + (x > Sub(3))
    print(r)
for op in (lambda a, b: a >= b, lambda a, b: a <= b, lambda a, b: a > object(), lambda a, b: object() < a, lambda a, b: a > 3):
    try:
        print(op(Less(1), Less(2)))
    except (TypeError, AttributeError) as e:
        print(e)
#---
# In a hot loop `in` is a frame of the trace: with lists and tuples in turn, classes that change, and what raises.
class E:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        if self.v == 99:
            raise KeyError(other.v)
        return self.v == other.v


def inside(n, seqs, x):
    a = b = 0
    for i in range(n):
        s = seqs[i % len(seqs)]
        if x in s:
            a += 1
        b += x not in s
    return a, b


l = [E(i) for i in range(4)]
print(inside(400, [l], E(2)), inside(400, [l], E(7)), inside(400, [tuple(l)], E(3)), inside(400, [l, tuple(l)], E(3)), inside(400, [[], (), l], l[0]))
print(inside(400, [{1: 2}, {3}, l], E(3)) if E.__hash__ else "unhashable", inside(400, [[1.5, "x", None, 3]], 3))
l.append(E(99))
print(inside(300, [l], E(1)))
try:
    inside(300, [l], E(50))
except KeyError as e:
    print(repr(e), e.__traceback__.tb_next.tb_next.tb_frame.f_code.co_name, e.__traceback__.tb_next.tb_next.tb_next)
E.__eq__ = lambda self, other: self is other
print(inside(300, [l], E(1)), inside(300, [l], l[3]))
del E.__eq__
print(inside(300, [l], E(1)), inside(300, [l], l[3]))


class F(E):
    def __eq__(self, other):
        return NotImplemented


print(inside(300, [l], F(1)), inside(300, [[F(1), F(2)]], F(1)), inside(300, [l + [1, "a"]], F(99)))


def generated(n):
    found = 0
    for i in range(n):
        x = E(i % 7)
        found += any(x in s for s in (l, l[:2]))
    return found


E.__eq__ = lambda self, other: self.v == other.v
print(generated(300))
