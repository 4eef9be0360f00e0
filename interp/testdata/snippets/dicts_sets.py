# Dicts keep insertion order through deletes and re-inserts; keys of all types.
d = {}
for i in range(3000):
    d[i % 97] = i
    if i % 5 == 0:
        d.pop(i % 89, None)
print(list(d.items())[:6], len(d))
d = {1: "int", True: "bool", 1.0: "float", "1": "str", (1,): "tuple", None: "none", frozenset([1]): "fs"}
print(d)
for i in range(1500):
    d.update(a=i)
    d.setdefault("b", i)
    x = d.get("zz"), d.get("zz", 1), "a" in d, len(d)
print(x, d.pop("a"), d.popitem(), list(d), dict(zip("ab", (1, 2))), d | {"n": 1}, {**d, 2: 3} == d, dict(d) == d)
#---
# Set operations and order.
s = set()
for i in range(2500):
    s.add(i * 7 % 101)
    s.discard(i % 13)
t = {1, 2, 50, 200}
print(len(s), sorted(s & t), sorted(s ^ t)[-3:], len(s | t), sorted(t - s), t <= s, {1} < t, s.isdisjoint({500}), frozenset(t) == t, sorted(s)[:4])
print({3, 1, 2}, set("hello") == {"h", "e", "l", "o"}, {x % 3 for x in range(9)})
#---
# Views, iteration with changes of values, copies, nested dicts.
d = {"k%d" % i: {"n": i} for i in range(300)}
for r in range(10):
    for k, v in d.items():
        v["n"] += len(k)
    for v in d.values():
        v["m"] = v.get("m", 0) + 1
    c = d.copy()
print(c["k10"], d.keys() & {"k1", "zz"}, d["k299"], len(c))


#---
# Tuples in tuples as keys, more often than hashes are computed anew, and after their memory is others'.
def nested(rounds):
    grid = {((x, str(y)), (x, (y, 0.5))): x * y for x in range(30) for y in range(30)}
    keys = list(grid)
    n = 0
    for r in range(rounds):
        n += sum(grid[k] for k in keys)
        short = [((r, "s"), (i, (r, None))) for i in range(100)]
        n += len({k: 1 for k in short + short}) + sum(k in grid for k in short)
    return n, len({hash(k) for k in keys})


print(nested(20))


class Loud:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n

    def __eq__(self, other):
        return self.n == other.n


moody = Loud(1)
inside = {(moody, (moody,)): "one"}
for i in range(5000):
    hash(((i, "x"), (i,)))
print(inside.get((Loud(1), (Loud(1),))), inside.get((Loud(2), (Loud(2),))))
#---
# A comparison adds an element to the slot of a deleted one, which the add that compares would have taken.
class K:
    def __init__(self, v):
        self.v = v
    def __hash__(self):
        return 0
    def __eq__(self, other):
        global again
        if again:
            again = False
            s.add(K(3))
        return self.v == other.v

again = False
a, b = K(1), K(2)
s = {a, b}
s.discard(a)
again = True
s.add(K(4))
print(len(s), sorted(k.v for k in s), sorted(k.v for k in list(s)), len(s | set()))
