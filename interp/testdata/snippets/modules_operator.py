import _operator as o


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


for name in "add sub mul floordiv truediv mod pow lshift rshift and_ or_ xor lt le eq ne gt ge is_ is_not".split():
    print(name, getattr(o, name)(7, 2), end="; ")
print()
for name in "neg pos inv invert abs not_ truth index is_none is_not_none".split():
    print(name, getattr(o, name)(-5), end="; ")
print()
l = [1, 2]
print(o.iadd(l, [3]), l, o.imul(l, 2), o.iconcat(l, (9,)), l)
for name in "iadd isub imul ifloordiv itruediv imod ipow ilshift irshift iand ior ixor".split():
    print(getattr(o, name)(9, 4), end=" ")
print()
print(o.concat("a", "b"), o.contains([1, 2], 2), o.countOf([1, 2, 1], 1), o.indexOf("abc", "c"), o.getitem({1: 2}, 1))
o.setitem(l, 0, "x")
o.delitem(l, 1)
print(l, o.length_hint([1, 2]), o.length_hint(iter([1, 2, 3])), o.length_hint(map(len, []), 4), o.call(max, 1, 2, key=lambda x: -x))
print(o.itemgetter(1)("abc"), o.itemgetter(0, -1)("abc"), o.itemgetter(slice(1, 3))("abcd"))
print(o.attrgetter("real")(3), o.attrgetter("real.imag", "numerator")(3), o.methodcaller("split", ",")("a,b"), o.methodcaller("split", sep=";")("a;b"))
print(o.itemgetter(1, "a"), o.attrgetter("a.b", "c"), o.methodcaller("f", 1, k=2), o.itemgetter(3).__reduce__())
print(sorted([(2, "b"), (1, "c"), (2, "a")], key=o.itemgetter(0)), type(o.itemgetter(1)), o._compare_digest("a", "a"), o._compare_digest(b"a", b"b"))
attempt(o.add, 1, "a")
attempt(o.add, 1)
attempt(o.neg, "a")
attempt(o.neg)
attempt(o.concat, 1, 2)
attempt(o.indexOf, [], 1)
attempt(o.index, 1.5)
attempt(o.itemgetter)
attempt(o.attrgetter, 1)
attempt(o.methodcaller)
attempt(o.methodcaller, 1)
attempt(o.itemgetter(1), [])
attempt(o.itemgetter(1), [], [])
attempt(o.attrgetter("a.b"), 1)
attempt(o.length_hint, 1, "a")
attempt(lambda: o.itemgetter(1)(x=1))
#---
from _operator import itemgetter, add, mul, attrgetter


class P:
    def __init__(self, x, y):
        self.x, self.y = x, y


ps = [P(i * 7 % 11, i) for i in range(200)]
total = 0
for p in sorted(ps, key=attrgetter("x", "y")):
    total = add(mul(total, 3), p.y) % 1000003
print(total)
rows = [{"k": i % 5, "v": i} for i in range(200)]
get = itemgetter("k", "v")
s = 0
for r in rows:
    k, v = get(r)
    s += k * v
print(s)
