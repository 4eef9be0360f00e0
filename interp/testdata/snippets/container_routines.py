# Operations on dicts, sets, lists, deques, strs and bytes that compiled code does by itself: with aliases, derived classes,
# changes while something is gone through, keys of one hash, and sizes at which tables and storage grow.
from collections import deque


class Same:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 7

    def __eq__(self, other):
        return isinstance(other, Same) and self.n == other.n

    def __repr__(self):
        return f"Same({self.n})"


class D(dict):
    def copy(self):
        return "copied"

    def update(self, other):
        super().update(other)
        self["updated"] = True


class L(list):
    def insert(self, i, x):
        super().insert(i, (x, x))


def updates(n):
    log = []
    for i in range(n):
        a = {k: i for k in range(i % 50)}
        b = {k: str(k) for k in range(i % 7, i % 7 + i % 45)}
        alias, before = a, a.copy()
        a.update(b)
        c = before | b
        e = dict(before)
        e |= b
        assert alias is a and a == c == e and list(a) == list(c) == list(e), i
        assert before == {k: i for k in range(i % 50)}
        f = {**before, **b}
        assert f == a and list(f) == list(a)
        for k in list(a)[::3]:
            del a[k]
        g = a.copy()
        h = dict(a)
        assert g == a == h and list(g) == list(h) == list(a)
        g["x"] = 1
        assert "x" not in a and (g != a)
        if a:
            k, v = a.popitem()
            assert g[k] == v and k not in a and len(a) == len(h) - 1
        last = a.copy()
        a.clear()
        assert not a and len(alias) == 0 and a == {} and a is alias
        a.update(last)
        assert a == last and list(a) == list(last)
        a.update(a)
        assert a == last
        if i % 97 == 0:
            log.append((len(b), len(c), list(c.items())[-2:]))
    return log


def mixed(n):
    out = []
    for i in range(n):
        a = {"a": 1, "b": 2}
        b = {Same(1): 1, Same(2): 2, "b": 3} if i % 3 else {1.0: 1, True: 2, 1: 3, None: 4}
        a.update(b)
        c = {Same(2): 5, 1: 6} | a
        out.append((len(a), len(c), Same(2) in c, 1 in c))
        d = D(a)
        d.update({"z": 1})
        out.append((d.copy(), d["updated"], type(d | a).__name__, dict(d) == d))
        assert {1: [1, (2, 3)]} == {1: [1, (2, 3)]} and {1: 2} != {1: 3} and {1: 1.0} == {1.0: True}
        nan = float("nan")
        assert {1: nan} == {1: nan} and {1: nan} != {1: 1.0}
    return sorted(set(out), key=repr)


def disturbed(kind):
    d = {1: 1, 2: 2}
    try:
        for k in d:
            if kind == "update":
                d.update({3: 3})
            elif kind == "clear":
                d.clear()
            elif kind == "popitem":
                d.popitem()
            else:
                d |= {k: 5}
    except RuntimeError as e:
        return str(e)
    return sorted(d.items())


def sets(n):
    total = 0
    for i in range(n):
        s, t = set(), set(range(i % 30))
        alias = s
        s |= t
        assert s == t and alias is s and s is not t and list(s) == list(t.copy()), i
        u = set() | t
        assert u == t and type(u) is set and frozenset() | t == t
        f = frozenset(t)
        assert {f: 1}[f] == 1 and hash(f) == hash(frozenset(t)) and f in {f}
        got = []
        while s:
            got.append(s.pop())
        assert got == sorted(got) == list(range(i % 30))
        s.add(i)
        s.clear()
        assert not alias
        try:
            s.pop()
        except KeyError as e:
            total += len(str(e))
        assert list({3, 1, 2}) == [1, 2, 3] and list(t) == sorted(t)
    return total


def lists(n):
    log = []
    for i in range(n):
        l = list(range(i % 40))
        alias = l
        l.insert(i % 11 - 5, "x")
        assert len(alias) == i % 40 + 1
        l[i % 5:i % 9] = [1, 2, 3]
        l[2:2] = (7, 8)
        m = l[:]
        del l[i % 7:i % 13]
        del m[i % 7:i % 13]
        assert l == m == alias
        l[1:4] = []
        l[:] = l
        k = L([1, 2])
        k.insert(1, i % 3)
        assert k == [1, (i % 3, i % 3), 2]
        d = {a: -a for a in range(i % 20)}
        assert list(d) == list(d.keys()) == list(range(i % 20)) and list(d.values()) == [-a for a in d]
        assert list(range(9, i % 9, -2)) == [a for a in range(9, i % 9, -2)] and list({5, 3}) == [a for a in {5, 3}]
        t = (1, 2.0, "a", i % 4, True)
        log.append((t.count(1), t.index("a"), t.index(i % 4)))
        if i % 50 == 0:
            log.append(tuple(l))
    try:
        (1, 2).index(3)
    except ValueError as e:
        log.append(str(e))
    return log[-3:], len(set(log))


def rings(n):
    total = 0
    for i in range(n):
        d, short = deque(), deque(maxlen=3)
        for k in range(i % 140):
            d.append(k)
            short.append(k)
        assert list(d) == list(range(i % 140)) and list(short) == list(range(i % 140))[-3:]
        total += (i % 13 in d) + ("a" in d) + (1.0 in d)
        it = iter(d)
        try:
            for x in it:
                d.append(x)
        except RuntimeError:
            total += 1
    return total


def texts(n):
    log = set()
    for i in range(n):
        s = ["a.b.c", "", "x", "..", "key=value", "  padded\t\n", "aXbXXc", "Žluť", "ABC", "abc", "A1", "12", " \t", "aB", "١"][i % 15]
        r = (s.rfind("."), s.rfind("b"), s.partition("="), s.rpartition("."), s.replace("X", "--"), s.replace(".", ""), s.replace("b", "ž"),
             s.strip(" \t"), s.lstrip(".a"), s.rstrip("\n"), s.startswith(("a", "k")), s.startswith(()), s.endswith(("c", "e")),
             s.isdigit(), s.isalpha(), s.isalnum(), s.isspace(), s.islower(), s.isupper(), s.isdecimal(), s.isnumeric())
        log.add(r)
        b = s.encode()
        q = (b.rfind(b"."), b.partition(b"="), b.split(b"."), b.replace(b"X", b"--"), b.replace(b"a", b""), 97 in b, b < b"b", b >= b"a")
        log.add(repr(q))
        assert s.partition("=")[1] in ("=", "") and "".join(s.rpartition(".")) == s
        assert s.replace("q", "r") == s and b.replace(b"q", b"r") == b
    for bad in ("partition", "replace", "split"):
        try:
            "ab".partition("") if bad == "partition" else b"ab".split(b"") if bad == "split" else "a".replace(1, 2)
        except (ValueError, TypeError) as e:
            log.add(str(e))
    return sorted(map(str, log))


def products(n):
    total = 0
    for i in range(n):
        a, b = (1 << 64 + i % 60) + i * 0xFFFF_FFFF_FFFF, -(1 << 127 - i % 60) + i
        p = [a, b][i & 1] * [b, a][i & 1]
        assert p // a == b and p % a == 0 and p // b == a
        total ^= p ^ a * a ^ b * b
    return total


print(updates(1500))
print(mixed(400))
for kind in ("update", "clear", "popitem", "or"):
    for _ in range(300):
        r = disturbed(kind)
    print(kind, r)
print(sets(800))
print(lists(1200))
print(rings(300))
for line in texts(1500):
    print(line)
print(products(900))
