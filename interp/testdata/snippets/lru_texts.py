# Functions with an lru_cache, and dicts with a __missing__, asked for strs and bytes that have just been made, also in tuples.
from collections import defaultdict
from functools import lru_cache


@lru_cache(maxsize=64)
def size(text, kind='auto'):
    return len(text), kind


@lru_cache(maxsize=None)
def whole(text):
    return text.upper()


class Counts(dict):
    def __missing__(self, key):
        self[key] = n = len(self)
        return n


def found(n):
    r = 0
    for i in range(n):
        r += size('xy'[i & 1] + 'abc', 'auto')[0] + len(whole('k' + str(i & 7))) + size(b'%d' % (i & 3))[0]
    return r


def missing(n):
    for i in range(n):
        size(str(i), 'a' + str(i & 1)), whole('m' + str(i))
    return size(str(n - 1), 'a1')


def items(n):
    c, d = Counts(), defaultdict(lambda: 1)
    for i in range(n):
        c['k' + str(i % 11)], c['k' + str(i % 5), b'%d' % (i & 1)]
        d['d' + str(i % 7)] += 1
    return list(c.items())[:4], len(c), dict(d)


for _ in range(3):
    print(found(2000), size.cache_info(), whole.cache_info())
    print(missing(2000), size.cache_info(), whole.cache_info())
    print(items(2000))
#---
# equal keys of other types, and keys that have no hash
from functools import lru_cache


class Text(str):
    def __hash__(self):
        asked.append(str(self))
        return 1

    def __eq__(self, other):
        return str(self) == str(other)


@lru_cache(None)
def kind(text, *more):
    return type(text).__name__, more


asked = []
for i in range(300):
    t = 'ab' + str(i & 1)
    r = [kind(t, 1), kind(t, True), kind(t.encode(), t), kind(Text(t), t)]
    try:
        kind(t, [])
    except TypeError as e:
        r.append(str(e))
print(r, len(asked), kind.cache_info())
