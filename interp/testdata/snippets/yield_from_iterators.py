# yield from over what is no generator: lists, tuples, ranges, dicts, strs, zips, and what changes between them.
from collections import deque


class Rows:
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        for row in self.rows:
            yield from row


def chain(x, y):
    a = yield from x
    b = yield from y
    return a, b


def drain(g):
    out = []
    while True:
        try:
            out.append(next(g))
        except StopIteration as e:
            return out, e.value


def rows(make, n):
    total = 0
    for i in range(n):
        for x in Rows(make(i)):
            total += x
    return total


print(rows(lambda i: [[1, 2, i], [], [4], [5, i]], 300))
print(rows(lambda i: [(1, 2, i), (), (4,), (5, i)], 300))
print(rows(lambda i: [range(i % 7), range(10, 0, -3), range(0)], 300))
print(rows(lambda i: [{1: 2, 3: 4}, {i: i}], 300))
print(rows(lambda i: [[1, i], (2, i), {3, 4}, range(i % 5), {i: 1}], 300))


def kinds(n):
    seen = []
    for i in range(n):
        for x in Rows(["ab", {"k": i}.items(), zip([i], (2,)), enumerate((i, 3)), deque([i])]):
            seen.append(x)
    return len(seen), seen[-7:]


print(kinds(200))

for k in range(120):
    got = drain(chain([1, k], (2, k)))
print(got)
for k in range(120):
    got = drain(chain(iter([1, k]), map(abs, (-2, k))))
print(got)


# A list grows while it is gone through, and the iterator of another one is at its end.
def growing(n):
    items = [0]

    def gen():
        yield from items

    out = []
    for x in gen():
        out.append(x)
        if x < n:
            items.append(x + 1)
    return out[-3:], len(out)


for k in range(60):
    got = growing(30)
print(got)


def twice(it):
    yield from it
    yield from it


for k in range(100):
    it = iter([1, 2, k])
    got = list(twice(it)), list(it)
print(got)


# An iterator that has ended stays at its end.
def ended(items):
    it = iter(items)

    def gen():
        yield from it

    out = []
    for x in gen():
        out.append(x)
    items.append(9)
    return out, list(it), next(it, "none")


def drained(it):
    yield from it


for k in range(400):
    got = ended([1, 2, 3, 4, 5, 6, k])
    items = [k, 1, 2, 3]
    it = iter(items)
    n = 0
    for x in drained(it):
        n += x
    items.append(9)
    got += n, next(it, "none")
print(got)


# What is sent goes to the iterator's send, which lists have none of.
def sent():
    try:
        yield from [1, 2, 3]
    except AttributeError as e:
        yield str(e)


for k in range(100):
    g = sent()
    got = [next(g), next(g)]
    got.append(g.send(5) if k % 3 == 0 else next(g))
    if k % 5 == 0:
        g.close()
        got.append(next(g, "closed"))
print(got, k)
for k in range(99, 105):
    g = sent()
    got = [next(g), g.send(None), g.send("x" if k == 102 else None)]
    print(got)


def thrown():
    try:
        yield from (1, 2, 3)
    except ValueError as e:
        yield "caught " + str(e)


for k in range(100):
    g = thrown()
    got = [next(g), g.throw(ValueError(k)) if k % 2 else next(g)]
print(got)


# A tree's values: generators below, a tuple at the leaves.
class Tree:
    def __init__(self, left, value, right):
        self.left, self.value, self.right = left, value, right

    def __iter__(self):
        yield from self.left
        yield self.value
        yield from self.right


def build(lo, hi):
    if lo >= hi:
        return ()
    mid = (lo + hi) // 2
    return Tree(build(lo, mid), mid, build(mid + 1, hi))


for k in range(40):
    t = build(0, 40)
    got = sum(t), list(t)[:5], sorted(t)[-2:], max(t)
print(got)
