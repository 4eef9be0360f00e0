from collections import deque

# Methods, subscripts, comparisons and iteration of deques in loops that are compiled.
def methods(n):
    d = deque()
    out = []
    for i in range(n):
        d.append(i)
        d.appendleft(-i)
        d.extend([i, i + 1])
        d.extend((i, None, 2.5))
        d.insert(i % 5 - 2, "ins")
        d.insert(10 ** 6, "last")
        d.rotate(3)
        d.rotate(-1)
        d.reverse()
        out.append((d.count(i), d.index(i), len(d)))
        d.remove("ins")
        d[0] = i * 2
        d[-1] = None
        del d[len(d) // 2]
        if len(d) > 40:
            c = d.copy()
            out.append((c == d, c != d, c is d, list(c) == list(d)))
            c.append(1)
            out.append((c == d, c.pop() == 1, c == d))
            s = 0
            for x in d:
                if type(x) is int:
                    s += x
            out.append(s)
            d.clear()
    return out

r = methods(3000)
print(len(r), r[:12], r[-6:], hash(tuple(r)) == hash(tuple(r)))
print(sum(x[0] + x[1] * 3 + x[2] * 7 for x in r if type(x) is tuple and type(x[0]) is int))
#---
from collections import deque

# With a maximum length elements go at the other end.
def window(n):
    d = deque(maxlen=5)
    total = 0
    for i in range(n):
        d.extend([i, i + 1, i + 2])
        total += d[0] + d[-1] * 2
        d.extend((i,) * 7)
        total += len(d) + d[0]
        d.appendleft(i)
        d.rotate(2)
        try:
            d.insert(1, i)
        except IndexError as e:
            total += 1
            if i == n - 1:
                print(e)
        d.pop()
        d.insert(1, -i)
        total += d[1] + d[2]
    z = deque(maxlen=0)
    for i in range(n):
        z.extend([1, 2])
        z.append(i)
        z.appendleft(i)
        total += len(z)
    return total, list(d), d.maxlen, list(z)

print(window(3000))
#---
from collections import deque

# What raises, and elements whose comparison runs code.
class Loud:
    def __init__(self, x): self.x = x
    def __eq__(self, other):
        calls.append(self.x)
        return self.x == other

calls = []

def errors(n):
    d = deque([1, 2, 3])
    kinds = {}
    for i in range(n):
        for f in (lambda: d.index(99), lambda: d.remove(99), lambda: d.index("x"), lambda: d.__setitem__(7, 1), lambda: d[5],
                  lambda: d.rotate("a"), lambda: d.insert("a", 1), lambda: d.extend(5), lambda: d.insert(None, 1)):
            try:
                f()
            except Exception as e:
                kinds[type(e).__name__ + ": " + str(e)] = kinds.get(type(e).__name__ + ": " + str(e), 0) + 1
    return kinds

for k, v in sorted(errors(1500).items()):
    print(k, v)

def loud(n):
    d = deque([Loud(1), 2, Loud(3)])
    out = 0
    for i in range(n):
        out += d.count(3) + d.index(3) * 10 + (7 in d) * 100
        out += (d == deque([1, 2, 3])) * 1000
    return out

print(loud(2000), len(calls), calls[:12])
#---
from collections import deque

# An iterator sees that its deque has changed; rotating and reversing, too, as CPython has it.
def changed(n):
    seen = {}
    for i in range(n):
        for change in ("append", "rotate", "reverse", "setitem", "extend", "insert", "remove", "clear", "delitem", "extend0"):
            d = deque([1, 2, 3])
            got = []
            try:
                for x in d:
                    got.append(x)
                    if x != 1:
                        continue
                    if change == "append":
                        d.append(4)
                    elif change == "rotate":
                        d.rotate(1)
                    elif change == "reverse":
                        d.reverse()
                    elif change == "setitem":
                        d[1] = 9
                    elif change == "extend":
                        d.extend([5])
                    elif change == "extend0":
                        d.extend([])
                    elif change == "insert":
                        d.insert(1, 7)
                    elif change == "remove":
                        d.remove(3)
                    elif change == "clear":
                        d.clear()
                    else:
                        del d[2]
            except RuntimeError as e:
                got.append(str(e))
            key = (change, tuple(got))
            seen[key] = seen.get(key, 0) + 1
    return seen

for k, v in changed(800).items():
    print(k, v)
#---
from collections import deque

# Classes that derive from deque, with methods of their own or without.
class Same(deque):
    pass

class Other(deque):
    def __contains__(self, x): return x == "magic"
    def __iter__(self): return iter([7, 8])
    def __getitem__(self, i): return ("item", i)
    def __setitem__(self, i, x): log.append((i, x))
    def __delitem__(self, i): log.append(("del", i))
    def __eq__(self, other): return "equal"
    def __len__(self): return 42
    __hash__ = None

log = []

def derived(n):
    out = []
    for i in range(n):
        for kind in (deque, Same, Other):
            d = kind([1, 2, 3])
            d.extend([4, 5])
            d.rotate(1)
            d.insert(1, "x")
            d.reverse()
            d[0] = 10
            del d[1]
            c = d.copy()
            t = (type(c).__name__, 5 in d, "magic" in d, [x for x in d], len(d), d == c, d[0], d.count(5), d.index("x"), c == deque(c))
            if i == n - 1:
                out.append(t)
    return out

for t in derived(1000):
    print(t)
print(len(log), log[-2:])
#---
from collections import deque

# Long ones, which are beyond what the operations look at.
def long(n):
    d = deque(range(300))
    e = deque(range(100))
    out = 0
    for i in range(n):
        d.rotate(i % 700 - 350)
        e.rotate(i % 260 - 130)
        out += d[0] + e[0] * 2 + d.count(i % 300) + e.index(e[i % 90])
        d.append(i % 300)
        if i % 2:
            d.popleft()
        else:
            d.remove(i % 300)
        d.reverse()
        e.insert(i % 100, i)
        e.pop()
        e.appendleft(i % 100)
        out += e.count(i % 100) + (d == e) + (e == e.copy())
        if len(e) > 125:
            e = deque(range(100))
    return out, len(d), len(e), sum(d)

print(long(4000))
