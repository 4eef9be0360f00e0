# Lists, tuples, sets and sorted lists of deques, in loops that are compiled.
from collections import deque


class Sub(deque):
    pass


class Own(deque):
    def __iter__(self):
        return iter(('own', 'own2'))


def gather(d):
    return list(d), tuple(d), sorted(d), set(d) == set(list(d)), len(frozenset(d)), [*d], (*d,), list(reversed(d))


def turned(n, maxlen):
    d = deque(maxlen=maxlen)
    out = []
    for i in range(n):
        d.append(i * 7 % 5)
        if i % 3 == 0:
            d.rotate(1)
        if i % 4 == 3 and d:
            d.popleft()
        out.append(gather(d))
    return out


for maxlen in (None, 0, 1, 3, 8, 70):
    first = turned(80, maxlen)
    assert turned(80, maxlen) == first
    print(maxlen, first[-1], sum(len(x[0]) for x in first))
for make in (Sub, Own):
    for _ in range(100):
        last = gather(make(('b', 'a', 'c')))
    print(make.__name__, last)


def mixed(ds):
    for d in ds:
        l = list(d)
        l.append(1)
        t = tuple(d)
        assert len(l) == len(t) + 1
    return l, t


for _ in range(200):
    last = mixed([deque('abc'), [1], (2,), deque(), {3}, deque([None, 'x']), 'text'])
print(last)
