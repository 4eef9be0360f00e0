# An element of a map or a filter that next takes, hot, with what may go wrong in it.
def f(x):
    return x + 1


def hot(n, it, d=None):
    s = 0
    for _ in range(n):
        s += next(map(f, it), d)
    return s


print(hot(300, [1, 2, 3]), hot(300, (5,), 0), hot(300, [], 7), hot(300, "", 2))


#---
# the function raises, also StopIteration, which is the end
def g(x):
    if x == 1:
        raise StopIteration
    if x == 2:
        raise KeyError(x)
    return x


def tries(n, v, d):
    out = []
    for i in range(n):
        try:
            out.append(next(map(g, [v if i > n - 3 else 5]), d))
        except KeyError as e:
            out.append(repr(e))
    return out[-4:], len(out)


print(tries(300, 1, "d"), tries(300, 2, "d"), tries(300, 3, "d"))


#---
# the function is another one behind the trace
def h(x):
    return x * 2


def changes(n):
    global h
    out = []
    for i in range(n):
        if i == n - 2:
            h = lambda x: -x
        if i == n - 1:
            h = str
        out.append(next(map(h, [i]), None))
    return out[-4:]


print(changes(300))


#---
# subclasses, several iterators, maps over maps, an object that is used besides
class M(map):
    def __next__(self):
        return 10 + super().__next__()


class L(map):
    pass


def several(n):
    s = 0
    for i in range(n):
        s += next(M(f, [i]), 0) + next(L(f, [i]), 0) + next(map(lambda a, b: a * b, [i, 1], [2, 3]), 0)
        m = map(f, map(f, [i, i + 1]))
        s += next(m, 0) + 3 * next(m, 0) + next(m, 100)
    return s


def f(x):
    return x + 1


print(several(300))


#---
# filters, whose first elements do not fit
def odd(x):
    return x & 1


def filters(n):
    s = 0
    for i in range(n):
        s += next(filter(odd, [2, 4, i, 6, 7]), -1) + next(filter(odd, (2, 4)), -1) + next(filter(lambda x: x > i, range(n)), -1)
    return s


print(filters(300))


#---
# what is dropped in the middle of a loop: a generator below is closed, the program's own one
closed = []


def source(n):
    try:
        yield from range(n)
    finally:
        closed.append(n)


def drops(n):
    s = 0
    for i in range(n):
        g = source(3)
        for x in map(f, g):
            s += x
            break
        for x in filter(odd, g):
            s += x
            break
        g.close()
        s += next(g, 5)
        for a, b in zip(map(f, (1, 2)), "ab"):
            s += a
            break
    return s


def f(x):
    return x + 1


def odd(x):
    return x & 1


print(drops(300), len(closed))


#---
# keys of few elements
def key(x):
    return -x


def keys(n):
    out = 0
    for i in range(n):
        v = [(k * 7 + i) % 11 for k in range(i % 9)]
        out += len(str(sorted(v, key=key))) + (max(v, key=key, default=0) + 1) * (min(v, key=key, default=3) + 1)
        v.sort(key=key, reverse=True)
        out += v[0] if v else 1
    return out


print(keys(400))


#---
# a key that fails, and one that changes the list
def bad(x):
    if x == 3:
        raise ValueError(x)
    v.append(x)
    return x


v = []


def failing(n):
    out = []
    for i in range(n):
        v.clear()
        v.extend([1, 2, 4, 5, 3 if i % 2 else 6])
        try:
            v.sort(key=bad)
            out.append(list(v))
        except ValueError as e:
            out.append(repr(e))
    return out[-2:]


print(failing(300))


#---
# as deep as it goes
def deep(n):
    return next(map(deep, [n + 1]), None) if n < 100000 else n


try:
    deep(0)
    print("no end")
except RecursionError:
    print("deep")
