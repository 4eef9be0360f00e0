# Builtin functions and displays that take all elements of a generator, or of a map.
class L(list): pass
class S(set): pass
def va(*a): return a
def gen(l):
    for x in l: yield x * 3 % 11
def f(l):
    r, s, r2, s2 = [7], {1}, L(), S()
    r.extend(gen(l))
    r += gen(l)
    r2.extend(x + 1 for x in l)
    s.update(gen(l), (x & 3 for x in l))
    s |= {*gen(l)}
    s2.update(gen(l))
    return (r, sorted(s), r2, sorted(s2), [*gen(l), 5, *map(lambda x: -x, l)], va(*gen(l)), va(0, *filter(lambda x: x & 1, l), *l), sorted(gen(l), key=lambda x: -x),
            sorted(map(lambda x: x ^ 5, l), reverse=True), max(gen(l), default=-1), min((-x for x in l), default=-2), max(map(lambda x: x % 3, l), default=-3), max(map(lambda x, y: x - y, l, l), default=-4),
            sorted(frozenset(gen(l))), frozenset(x & 1 for x in l) == {0, 1}, {1, 2, 3}.union(gen(l)) == {1, 2, 3} | set(gen(l)), list(gen(l)) == L(gen(l)), max(map(lambda a, b, c, d, e: a, l, l, l, l, l), default=-5),
            min([[x] for x in l], default=0), tuple(max(([x] for x in l), default=())), max((float(x) if x & 1 else x for x in l), default=None), max((str(x) for x in l), default="z"))
for n in (0, 1, 2, 3, 7, 8, 9, 10, 15):
    print(f(list(range(n))))
for i in range(100):
    r = f(list(range(20)))
print(r)
#---
# What is left after an exception, and what the generator sees and does.
def upto(n, k):
    for i in range(n):
        if i == k:
            raise KeyError(i)
        yield i
def stops(n):
    for i in range(n):
        if i == 11:
            raise StopIteration(i)
        yield i
def lines(e):
    tb, r = e.__traceback__, []
    while tb:
        r.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
        tb = tb.tb_next
    return type(e).__name__, str(e), r
def run():
    l, s, out = [0], {0}, []
    def lens():
        for i in range(16):
            yield len(l)
    def grows():
        for i in range(16):
            l.append(-i)
            yield i
    def again():
        for i in range(15):
            yield i
        l.extend(g)
    g = again()
    for f in (lambda: l.extend(upto(19, 12)), lambda: s.update(upto(19, 12)), lambda: [*upto(19, 12)], lambda: max(upto(19, 12), default=1), lambda: l.extend(stops(19)), lambda: max(stops(19), default=0),
              lambda: l.extend(map(lambda x: 1 // (14 - x), range(19))), lambda: s.update(x if x < 12 else [x] for x in range(19)), lambda: max((x if x < 14 else "a" for x in range(19)), default=0),
              lambda: l.extend(lens()), lambda: l.extend(grows()), lambda: l.extend(g), lambda: s.update(x for x in [*range(15), {}])):
        try:
            out.append(f())
        except Exception as e:
            out.append(lines(e))
        out.append((len(l), len(s)))
    return out, l, sorted(s)
for i in range(3):
    for x in run()[0]:
        print(x)
for i in range(30):
    r = run()
print(r[1:])
def flat(t):
    for x in t:
        if isinstance(x, tuple):
            yield from [*flat(x)]
        else:
            yield x
def flat2(t):
    r = []
    for x in t:
        r.extend(flat2(x) if isinstance(x, tuple) else (y for y in [x] * 12))
    return r
t = (*range(12), (*range(20, 32), tuple(range(40, 52)), 14), 15)
for i in range(30):
    r = [*flat(t)], flat2(t), sorted(flat(t), key=lambda x: [*flat((x, *range(12), x))])
print(r)
def deep(n):
    global most
    most = n
    return [*(deep(n + 1) if i == 12 else i for i in range(15))]
try:
    deep(0)
except RecursionError as e:
    print(most, e)
#---
# The recursion depth where machine code has the frames between in registers.
from functools import reduce
def over(n):
    return sum((deep(n + 1) if i == 90 else i for i in range(95)))
def key(n):
    return max(range(95), key=lambda i: deep(n + 1) if i == 90 else i)
def mapped(n):
    for x in map(lambda i: deep(n + 1) if i == 90 else i, range(95)):
        pass
def folded(n):
    return reduce(lambda a, i: deep(n + 1) if i == 90 else i, range(95))
def gen(n):
    for i in range(95):
        yield deep(n + 1) if i == 90 else i
def looped(n):
    for x in gen(n):
        pass
def sorts(n):
    return sorted(range(95), key=lambda i: deep(n + 1) if i == 90 else i)
def called(n):
    for i in range(95):
        r = max(i, 3, key=lambda x: deep(n + 1) if i == 90 else x)
for f in over, key, mapped, folded, looped, sorts, called:
    def deep(n):
        global most
        most = n
        f(n)
    try:
        deep(0)
    except RecursionError as e:
        print(f.__name__, most, e)
