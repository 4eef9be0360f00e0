# Tuples that are only keys are not made: what looks them up takes what they consist of.


def get(d, n):
    s = 0
    for i in range(n):
        s += d[i & 3, i & 1]
        s += d.get((i & 7, "a"), 1000)
        if (i & 7, i & 1) in d:
            s += 10000
        if (i, i) not in d:
            s += 100000
    return s


def found(c, n):
    s = 0
    for i in range(n):
        if (i & 3, None) in c:
            s += 1
        if (i % 5, 2.5, "x") in c:
            s += 100
    return s


def failing(d, n):
    seen = []
    for i in range(n):
        try:
            d[i % 1000, "k"]
        except KeyError as e:
            seen.append(e.args)
    return len(seen), seen[0], seen[-1]


numbers = {(i, k): i + k for i in range(4) for k in range(4)}
numbers.update({(i, "a"): i for i in range(4)})
print(get(numbers, 9000))
print(get(numbers | {(1.0, True): 7, (2, 0): -1}, 9000))
for kind in set, frozenset, list, tuple, dict.fromkeys:
    print(found(kind([(1, None), (2, None), (3, 2.5, "x"), (4, 2.5, "y")]), 9000))
print(failing({(i, "k"): i for i in range(999)}, 9000))
#---
class Key:
    def __init__(self, n, fails=False):
        self.n, self.fails, self.met = n, fails, []

    def __hash__(self):
        if self.fails:
            raise ValueError("no hash of %d" % self.n)
        return hash(self.n)

    def __eq__(self, other):
        self.met.append(type(other).__name__)
        return isinstance(other, Key) and self.n == other.n


class Odd:
    "has a tuple's hash, and keeps what it is compared with"

    def __init__(self, like):
        self.hash, self.met = hash(like), []

    def __hash__(self):
        return self.hash

    def __eq__(self, other):
        self.met.append(other)
        return False


def keyed(d, a, b, n):
    hits = 0
    for i in range(n):
        if (a, i & 1) in d:
            hits += 1
        if d.get((a, b), None) is not None:
            hits += 100
    return hits


a, b = Key(3), Key(3)
print(keyed({(a, 1): 1, (a, b): 2}, b, a, 5000), sorted(set(a.met + b.met)), len(a.met + b.met) > 5000)
print(keyed({(1, 1): 1}, "s", "t", 5000))
odd = Odd((1, 2))
d = {odd: 5}


def look(d, n):
    for i in range(n):
        if (i & 1, 2) in d:
            print("found")
    return len(odd.met), set(odd.met)


print(look(d, 5000))
#---
class Key:
    def __init__(self, n, fails=False):
        self.n, self.fails, self.met = n, fails, []

    def __hash__(self):
        if self.fails:
            raise ValueError("no hash of %d" % self.n)
        return hash(self.n)

    def __eq__(self, other):
        self.met.append(type(other).__name__)
        return isinstance(other, Key) and self.n == other.n


class Missing(dict):
    def __missing__(self, key):
        return key, len(key)


def errors(d, x, n):
    texts = set()
    for i in range(n):
        try:
            d[i & 3, x]
        except (TypeError, ValueError, KeyError) as e:
            texts.add("%s: %s" % (type(e).__name__, e))
        try:
            (x, i & 3) in d
        except (TypeError, ValueError) as e:
            texts.add("in %s: %s" % (type(e).__name__, e))
    return sorted(texts)


print(errors({}, [], 5000))
print(errors({(1, 2): 3}, Key(5, True), 5000))
print(errors({(1, 2): 3}, 2, 5000))
print(errors(Missing(), 2, 5000))
print(errors({frozenset(), ()}, set(), 5000))
#---
def nested(d, n):
    s = 0
    for i in range(n):
        s += d[(i & 1, 2), (i & 3, "x")]
        s += d.get((i & 1, (2, (3, i & 1))), 50)
    return s


print(nested({((i, 2), (k, "x")): i + k for i in range(2) for k in range(4)} | {(1, (2, (3, 1))): 9}, 5000))


def long(d, n):
    s = 0
    for i in range(n):
        s += d[i & 1, 2, 3, 4] + d[i & 1, 2, 3, 4, 5] + d[i & 1,]
    return s


print(long({(i, 2, 3, 4): i for i in range(2)} | {(i, 2, 3, 4, 5): 10 for i in range(2)} | {(0,): 100, (1,): 200}, 5000))


def kept(d, n):
    last = None
    for i in range(n):
        k = i & 3, i & 1
        if k in d:
            last = k
        x = i & 3, i
        if x == last or (x, 1) in d:
            last = x
        d[k] = i
    return last, len(d)


print(kept({}, 5000))


def beyond(d, n):
    s = 0
    for i in range(n):
        s += d[i + (1 << 62), i * 0.5]
    return s


print(beyond({(i + (1 << 62), i / 2): i for i in range(6000)}, 6000))
#---
# A key that the program has in a variable too is one object, also for what a failed look-up raises or an __eq__ keeps.
class Keeps:
    def __init__(self, h): self.h = h; self.last = None
    def __hash__(self): return self.h
    def __eq__(self, other): self.last = other; return False
def raised(d, n):
    bad = 0
    for i in range(n):
        k = (i & 3, i)
        try:
            d[k]
        except KeyError as e:
            if e.args[0] is not k: bad += 1
    return bad
print(raised({(i & 3, i): 1 for i in range(19900)}, 20000))
def kept(d, e, n):
    bad = 0
    for i in range(n):
        e.last = None
        k = (i & 3, i & 7)
        d.get(k)
        if e.last is not None and e.last is not k: bad += 1
    return bad
e = Keeps(hash((1, 5)))
print(kept({e: 1, (2, 2): 3}, e, 4000))
def inside(e, n):
    bad = 0
    l = [e]
    for i in range(n):
        k = (i & 3, i & 7)
        if k in l: bad += 1
        if e.last is not k: bad += 1
    return bad
print(inside(e, 4000))
def twice(d, n):
    t = 0
    for i in range(n):
        k = (i & 3, i)
        r = d.get(k, k)
        t += len(r)
        if k in k: t += 1
        d[i & 3, i & 1] += 1
    return t
d = {(i, j): 0 for i in range(4) for j in range(2)}
try:
    print(twice({}, 3))
except KeyError as e:
    print(e)
class T(dict): pass
d2 = {(a, b): 0 for a in range(4) for b in range(2)}
def counted(d, n):
    for i in range(n):
        d[i & 3, i & 1] += 1
    return sorted(d.items())
print(counted(d2, 5000))
