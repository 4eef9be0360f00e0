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
