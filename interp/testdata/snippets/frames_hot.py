# Frames that hot loops look at: the same object each time, its caller, its line, in functions that are inlined and in generators.
import sys
def inner(k): return sys._getframe(k)
def middle(k): return inner(k)
def f(n):
    names, lines, same = {}, set(), 0
    me = sys._getframe()
    for i in range(n):
        g = middle(i % 4)
        names[i % 4] = g.f_code.co_name
        lines.add((i % 4, g.f_lineno - me.f_code.co_firstlineno)) if i % 4 == 2 else None
        same += sys._getframe(0) is me
        same += middle(2) is me
    return names, lines, same, me.f_back.f_code.co_name
print(f(3000))
def depth():
    f, k = sys._getframe(0), 0
    while f is not None: k += 1; f = f.f_back
    return k
def deep(n): return depth() if n == 0 else deep(n - 1)
print([deep(i % 7) - depth() for i in range(2000)][-7:])
def gen(n):
    for i in range(n): yield sys._getframe(0).f_code.co_name, sys._getframe(1).f_code.co_name, sys._getframe(0).f_back.f_lineno - sys._getframe(1).f_lineno
def consume(n):
    s = set()
    for x in gen(n): s.add(x)
    return s
print(consume(2000))
class C:
    def __eq__(self, o): return sys._getframe(1).f_code.co_name == "eqs"
    def m(self): return sys._getframe(1).f_locals["i"]
def eqs(n): return sum(C() == 1 for i in range(n)), sum([C() == 1 for i in range(n)])
print(eqs(1500))
def loc(n):
    c, s = C(), 0
    for i in range(n): s += c.m() + len(locals())
    return s
print(loc(2000))
def too(n):
    for i in range(n):
        try: sys._getframe(10 ** 6)
        except ValueError as e: s = str(e)
    return s
print(too(2000))
kept = []
def keep(n):
    for i in range(n):
        if i % 500 == 0: kept.append(sys._getframe(0))
        x = sys._getframe(0).f_lasti > 0
    return x
print(keep(2000), len(set(map(id, kept))), kept[0].f_back.f_code.co_name, kept[0].f_lineno - keep.__code__.co_firstlineno)
def names(n):
    s = set()
    for i in range(n):
        s.add(sys._getframe(0).f_globals is globals())
        s.add(sys._getframemodulename(0))
        s.add(tuple(sorted(vars())) == ("i", "n", "s"))
    return s
print(names(2000))
# Frames of generators whose objects outlive them, whoever drives the generator to its end.
ended = []
def short(i):
    x = i
    if i % 400 == 399: ended.append(sys._getframe(0))
    yield i
    x += 1
def chained(i): yield from short(i)
def drive(n):
    s = 0
    for i in range(n):
        for x in short(i): s += x
        s += sum(short(i)) + sum(chained(i))
    return s
for _ in range(2):
    ended.clear()
    print(drive(2000), [(f.f_locals["x"] - f.f_locals["i"], f.f_back) for f in ended])
def long(n):
    for i in range(n):
        if i % 700 == 699: ended.append(sys._getframe(0))
        yield i
ended.clear()
print(sum(long(3000)), [f.f_locals["i"] for f in ended])
