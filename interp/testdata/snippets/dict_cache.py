# Look-ups that machine code remembers: a key that was found must not be found where it is
# no longer, and hashes and comparisons in Python run as often as they would.


def counted(d, keys, rounds):
    for _ in range(rounds):
        for k in keys:
            if k in d:
                d[k] += 1
            else:
                d[k] = 1
    return sum(d.get(k, -1) for k in keys)


def read(d, keys, rounds):
    n = missing = 0
    for _ in range(rounds):
        for k in keys:
            try:
                n += d[k]
            except KeyError as e:
                missing += 1
                last = e.args
    return n, missing


def got(d, keys, rounds):
    n = 0
    for _ in range(rounds):
        for k in keys:
            v = d.get(k)
            n += 1000 if v is None else v
            n += d.get(k, 7)
    return n


words = ["".join(["w", str(i)]) for i in range(20)]
again = ["".join(["w", str(i)]) for i in range(20)]
d = {}
print(counted(d, words, 100), counted(d, again, 100), len(d), read(d, words, 50), got(d, again, 50))

# Keys are deleted, and come back elsewhere; the dict is cleared, grows, and shrinks.
del d["w3"]
print(read(d, words, 50), read(d, again, 50), got(d, again, 50), "w3" in d)
d["w3"] = 5
print(read(d, words, 50), got(d, words, 50), list(d)[-1])
d.pop("w19"), d.popitem()
print(read(d, words, 50), counted(d, again, 50), list(d)[-3:])
for i in range(1000):
    d[i] = i
print(read(d, words, 50), got(d, again, 50))
d.clear()
print(read(d, words, 50), got(d, again, 50), counted(d, words, 50))
d.clear()
d["w7"] = 1
print(read(d, words, 50), got(d, again, 50), counted(d, again, 50), list(d)[:3])

#---
# Numbers that are equal, of several types; None, classes, functions as keys.


def read(d, keys, rounds):
    out = []
    for _ in range(rounds):
        for k in keys:
            out.append(d.get(k))
            if k in d:
                d[k] = d[k]
    return out[-len(keys):]


def f():
    pass


class C:
    pass


keys = [1, True, 1.0, 0, False, -0.0, 0.0, -1, -2, 2**60, 2**70, None, C, f, int, b"x", "x", (), (1,), 3.5, float("inf")]
d = {1: "one", 0: "zero", None: "none", C: "C", f: "f", int: "int", b"x": "bytes", "x": "str", (1,): "tuple", 2**70: "big", -2: "minus"}
print(read(d, keys, 200))
print(len(d), [k for k in d if k is not f])
nan = float("nan")
d = {C: 1}
C.__hash__ = lambda self: 1
print(read(d, [C, C()], 200))

#---
# __hash__ and __eq__ in Python run at each look-up, and may change what they look into.


class Key:
    hashes = compared = 0

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        Key.hashes += 1
        return self.n % 3

    def __eq__(self, other):
        Key.compared += 1
        return isinstance(other, Key) and self.n == other.n


class Name(str):
    def __hash__(self):
        Key.hashes += 1
        return hash(str(self))

    def __eq__(self, other):
        Key.compared += 1
        return str(self) == str(other)


class Meta(type):
    def __hash__(cls):
        Key.hashes += 1
        return 5


class M(metaclass=Meta):
    pass


def work(d, keys, rounds):
    n = 0
    for _ in range(rounds):
        for k in keys:
            if k in d:
                d[k] = d[k] + 1
                n += d.get(k, 0)
    return n


keys = [Key(i) for i in range(5)]
d = {k: i for i, k in enumerate(keys)}
print(work(d, keys, 100), Key.hashes, Key.compared)
print(work(d, [Key(i) for i in range(5)], 100), Key.hashes, Key.compared)
names = [Name("a"), Name("b"), "a", "b"]
d = {"a": 1, Name("b"): 2}
print(work(d, names, 100), Key.hashes, Key.compared)
d = {M: 1}
print(work(d, [M], 100), Key.hashes)


class Changes(Key):
    def __hash__(self):
        d.pop("b", None)
        return 1


d = {"a": 1, "b": 2, "c": 3}
print(work(d, ["a", "b", "c"], 100))
print(work(d, ["a", "b", "c", Changes(1)], 100), d)
for bad in [], {}, {1: []}, ([],):
    for what in (lambda: d[bad], lambda: bad in d, lambda: d.get(bad), lambda: d.__setitem__(bad, 1)):
        try:
            what()
        except TypeError as e:
            print(e)

#---
# Derived dicts, globals, instances' dicts, dicts that change while one iterates over them.


class D(dict):
    def __getitem__(self, k):
        return "own " + k

    def __contains__(self, k):
        return k == "z"

    def get(self, k, default=None):
        return "got " + k


class Missing(dict):
    def __missing__(self, k):
        return "no " + k


def look(d, keys, rounds):
    for _ in range(rounds):
        out = []
        for k in keys:
            out.append((k in d, d[k], d.get(k)))
    return out


def put(d, k, rounds):
    for i in range(rounds):
        d[k] = i
        if d[k] != i or d.get(k) != i:
            return "lost"
    return i


keys = ["x", "y"]
plain = {"x": 1, "y": 2}
print(look(plain, keys, 400))
print(look(D(plain), keys, 400), look(Missing(x=1), ["x", "q"], 400))
print(look(plain, keys, 400))
counter = 0


def bump():
    return counter


def globally(rounds):
    n = 0
    for i in range(rounds):
        globals()["counter"] = i
        n += bump()
    return n


print(globally(2000), put(globals(), "counter", 2000), bump())


class Thing:
    pass


t = Thing()
t.a = 1
print(put(vars(t), "a", 2000), t.a, put(vars(t), "b", 2000), t.b)


def shrink(d):
    try:
        for k in d:
            if k in d:
                d[k] = d[k] + 1
                if d[k] == 600:
                    d["new%d" % len(d)] = d.get(k)
    except RuntimeError as e:
        return str(e)
    return "ended"


d = dict.fromkeys(range(50), 0)
print({r for r in [shrink(d) for _ in range(700)] if r != "ended"}, len(d), d[0], d[49])


def made(rounds):
    n = 0
    for i in range(rounds):
        d = {"a": i}
        if i % 3:
            d["b"] = i
        if "b" in d:
            d["b"] += d["a"]
        n += d.get("b", 1) + d["a"]
    return n


print(made(30000))

#---
# Keys of the same hash on the way to one that was found are compared each time: those that were there, those that come in the place
# of one that was deleted, and those whose class gets an __eq__.
class Seven:
    calls = 0

    def __init__(self, hash=7):
        self.hash = hash

    def __hash__(self):
        return self.hash

    def __eq__(self, other):
        Seven.calls += 1
        return self is other


class Plain:
    def __hash__(self):
        return 7


def look(d, key, times):
    before = Seven.calls
    n = 0
    for _ in range(times):
        if key in d:
            n += d[key]
        n += d.get(key, 0)
        d[key] = 2
    return n, Seven.calls - before


print(look({Seven(): 1, 7: 2}, 7, 300))
print(look({7: 2, Seven(): 1}, 7, 300))
name = "".join(["na", "me"])
print(look({Seven(hash("name")): 1, "name": 2}, name, 300))
print(look({Seven(hash(Seven)): 1, Seven: 2, Seven(hash(None)): 3, None: 4}, Seven, 300))

gone = Seven()
d = {gone: 1, 7: 2}
print(look(d, 7, 300))
del d[gone]
print(look(d, 7, 300))
d[Seven()] = 3
print(look(d, 7, 300), list(d.values()))

d = {Plain(): 1, 7: 2}
print(look(d, 7, 300))
Plain.__eq__ = Seven.__eq__
print(look(d, 7, 300))
del Plain.__eq__
print(look(d, 7, 300))


class Other(Plain):
    __hash__ = Plain.__hash__

    def __eq__(self, other):
        Seven.calls += 1
        return False


for k in d:
    if isinstance(k, Plain):
        k.__class__ = Other
print(look(d, 7, 300))
