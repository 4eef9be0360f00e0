# A sort within the key or the comparison of a sort, of many elements or few, with arguments by name in any order.
import random

random.seed(3)
long, short = [str(random.random()) for _ in range(300)], ["c", "a", "b"]


def key(s):
    inner = sorted(long[:90 + len(s)], reverse=True)
    return inner[3], s


print(sorted(long, key=key)[:3] == sorted(long)[:3], sorted(long[:70], key=key, reverse=True)[0] == max(long[:70]))


class Item:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        assert sorted(long)[0] == min(long)
        return self.n < other.n


items = [Item(random.random()) for _ in range(150)]
items.sort(reverse=True)
print(all(a.n >= b.n for a, b in zip(items, items[1:])))


def fails(n):
    calls = 0

    def key(s):
        nonlocal calls
        calls += 1
        if calls == n:
            raise ValueError(calls)
        return s
    l = long[:]
    try:
        l.sort(key=key, reverse=bool(n % 2))
    except ValueError as e:
        return l == long, e.args
    return l == sorted(long, reverse=bool(n % 2))


print(fails(5), fails(299), fails(1000), fails(1001))
for l in long, short, [3, 1, 2], [2.5, 1], [(2, "b"), (2, "a"), (1,)], [], [1], [b"z", b"y"]:
    a, b, c = l[:], l[:], l[:]
    a.sort(reverse=True)
    b.sort(key=None, reverse=0)
    c.sort(reverse=[1], key=lambda x: x)
    print(a == sorted(l)[::-1], b == sorted(l), c == a)
for kw in {"reverse": True, "cmp": 1}, {"key": 5}, {"reverse": "x", "key": None}:
    try:
        print([2, 1].sort(**kw))
    except TypeError as e:
        print(e)
try:
    l = long[:]
    l.sort(key=lambda x: l.append(x) or x)
except ValueError as e:
    print(e, len(l))
