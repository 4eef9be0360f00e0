# At one place in turn: flags that are no bools, methods and functions, lists and what derives from them, lists that are changed and look unchanged.
class B:
    def __init__(self, v): self.v = v
    def __bool__(self):
        if self.v is None: raise ZeroDivisionError("flag")
        return self.v
class K:
    def __init__(self, m): self.m = m
    def rem(self, x): return x % self.m
class L(list): pass
def neg(x): return -x
def run(n, flags, keys, kinds):
    out = {}
    for i in range(n):
        l = kinds[i % len(kinds)]([5, 3, 8, i % 2])
        flag, key = flags[i % len(flags)], keys[i % len(keys)]
        try: r = sorted(l, key=key, reverse=flag)
        except (TypeError, ZeroDivisionError) as e: r = str(e)
        try: r = r, l.sort(reverse=flag, key=key), l
        except (TypeError, ZeroDivisionError) as e: r = r, str(e), l
        out[str(r)] = out.get(str(r), 0) + 1
    return sorted(out.items())
for r in (run(900, [True, False], [neg], [list]), run(900, [True, B(True), 0, B(False), B(None), None, "x"], [neg], [list]),
          run(900, [False], [neg, K(3).rem, K(2).rem, K(3)], [list]), run(900, [True], [neg], [list, L]), run(900, [B(None), True], [K(3).rem, neg], [L, list, list])):
    print(r)
#---
# What a list holds that was changed while it was sorted, also if nothing of that is left.
def run(n, change, last):
    out = {}
    for i in range(n):
        l = [3, 1, i % 4, 7]
        def key(x):
            change(l, x)
            return 1 // (x - last)
        try: r = l.sort(key=key)
        except Exception as e: r = type(e).__name__ + ": " + str(e)
        r = str((r, l))
        out[r] = out.get(r, 0) + 1
    return sorted(out.items())
for change in (lambda l, x: l.append(x), lambda l, x: (l.append(x), l.pop()), lambda l, x: l.clear(), lambda l, x: l.extend(()), lambda l, x: l.__iadd__([x]),
               lambda l, x: l.__setitem__(slice(None), []), lambda l, x: (l.insert(0, x), l.remove(x)), lambda l, x: l.sort(key=lambda y: y), lambda l, x: len(l) and 1 / 0):
    print(run(300, change, 9), run(300, change, 2))
#---
# Equal keys keep their order, in both directions; more than a routine sorts.
def run(n, m, size):
    s = 0
    for i in range(n):
        l = [(j * 7 + i) % 23 for j in range(size)]
        l.sort(key=lambda x: x % m, reverse=True)
        for j, x in enumerate(l): s = (s * 31 + x * j) % 1000003
        for j, x in enumerate(sorted(l, key=lambda x: x % m)): s = (s * 31 + x * j) % 1000003
    return s
print([run(300, m, size) for m in (1, 2, 5) for size in (2, 5, 16, 17, 40)])
#---
# A map of one iterator and of two, strict or not, and a filter at one place.
def neg(x, y=0): return y - x
def run(n, make):
    out = {}
    for i in range(n):
        m = make[i % len(make)](i & 3)
        try: r = list(m), sum(m)
        except ValueError as e: r = str(e)
        out[str(r)] = out.get(str(r), 0) + 1
    return sorted(out.items())
one, two = lambda i: map(neg, (i, 2)), lambda i: map(neg, (i, 2), (5, 6, 7))
print(run(1500, [one]), run(1500, [one, two]), run(1500, [one, lambda i: map(neg, [i, 2], strict=True), two, lambda i: map(neg, (i, 2), (1,), strict=True), lambda i: filter(neg, (i, 2))]))
#---
# An instance that a driver takes, and at the same place one whose class says how many elements it has, or nothing.
class A:
    def __iter__(self): return iter((1, 2))
class Len(A):
    def __len__(self): asked.append(1); return 2
class Hint(A):
    def __length_hint__(self): asked.append(2); return 3
class Item:
    def __getitem__(self, i): return (4, 5)[i]
class None_: pass
asked = []
def run(n, values):
    out = {}
    for i in range(n):
        v = values[i % len(values)]
        try: r = list(v), sum(v), any(v), sorted(v)
        except TypeError as e: r = str(e)
        out[str(r)] = out.get(str(r), 0) + 1
    return sorted(out.items()), len(asked), sum(asked)
print(run(1500, [A()]), run(1500, [A(), Len()]), run(1500, [A(), Hint(), Item(), None_(), A(), (1,)]))
