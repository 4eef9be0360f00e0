# Iterators that go backwards, over tuples, dicts and their views; what is changed meanwhile.
def total(v):
    k = 0
    for x in reversed(v):
        k = k * 3 + x
    return k


def pairs(d):
    out = []
    for k, v in reversed(d.items()):
        out.append((k, v))
    return out


def main():
    d = {i: i * i for i in range(7)}
    del d[3]
    for _ in range(3000):
        a, b, c, e, f = total((1, 2, 3)), total(()), total(d), total(d.values()), pairs(d)
    print(a, b, c, e, f)
    del d[6], d[0]
    print(total(d), total(d.values()), total(d.keys()), pairs(d), pairs({}))
    for v in (d, d.keys(), d.values(), d.items(), (1, 2, 3)):
        it = reversed(v)
        print(type(it).__name__, it.__length_hint__(), next(it), it.__length_hint__(), list(it), it.__length_hint__(), list(it))
        print(iter(it) is it)
    it = reversed(d)
    next(it)
    d[9] = 9
    for _ in range(2):
        try:
            next(it)
        except RuntimeError as e:
            print(e)
    it = reversed(d.values())
    print(next(it))
    d.pop(1)
    d[10] = 10
    try:
        print(list(it))
    except RuntimeError as e:
        print(e)
    for v in (set(), frozenset(), 1, iter(())):
        try:
            reversed(v)
        except TypeError as e:
            print(e)
    for kind in ("keys", "values", "items"):
        it = reversed(getattr({}, kind)())
        print(list(it), next(it, None))
    class D(dict):
        def __reversed__(self):
            return iter("own")
    print(list(reversed(D(a=1))), list(reversed(D(a=1).values())))
    class R(reversed):
        pass
    print(list(R((1, 2))), [x for x in R([3, 4])])
    big = {i: None for i in range(300)}
    for i in range(40, 290):
        del big[i]
    print(list(reversed(big))[:12], total(big))


main()
