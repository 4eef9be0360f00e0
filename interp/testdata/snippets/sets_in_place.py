# Operators and methods that change a set, in loops that are compiled: the set itself is changed, in CPython's order.


class S(set):
    pass


class Loud:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n & 3

    def __eq__(self, other):
        return isinstance(other, Loud) and self.n == other.n

    def __repr__(self):
        return "L%d" % self.n


def operators(n, make, other):
    changed = kept = 0
    for i in range(n):
        c = other([(i * 7) % 11, i & 3, "a", i % 5])
        for k in range(4):
            a = make(range(i % 13))
            b = a
            if k == 0:
                b |= c
            elif k == 1:
                b &= c
            elif k == 2:
                b -= c
            else:
                b ^= c
            if b is a:
                changed += 1
            else:
                kept += 1
    return changed, kept, list(b), list(a)


for make in (set, frozenset, S):
    for other in (set, frozenset, S):
        print(make.__name__, other.__name__, operators(1500, make, other))


def methods(n):
    log = []
    for i in range(n):
        s = {1, 2, i % 7}
        t = s
        r = (s.update({i % 9, "x"}), s.difference_update({2, "q"}), s.intersection_update({1, "x", i % 7, i % 9, 4}), s.symmetric_difference_update({1, 8}))
        if r != (None, None, None, None) or t is not s:
            print("no")
        s.update([i % 3, i % 4])
        s.update((5,), {6: 1})
        u = s.union({i % 2}), s.intersection({1, 5}), s.difference(frozenset({5})), s.symmetric_difference({5, 9})
        log.append((list(s), [list(x) for x in u], s.issubset(u[0]), s.issuperset({5, 6}), {5}.issubset(s), s.issuperset([5]), s.issubset([5])))
    return log[-1], log[700], hash(repr(log)) == hash(repr(log))


print(methods(2000))


def grown(n):
    out = []
    for i in range(n):
        s = set()
        for k in range(0, 60, 4):
            s |= {k + i % 3, k * 7 % 31}
            if k % 12 == 0:
                s -= {k, 4}
            if k % 20 == 0:
                s ^= {k, 1, 2}
        out.append(tuple(s))
    return out[0], out[1], len(set(out))


print(grown(300))


def itself(n):
    for i in range(n):
        s = {1, 2, 3}
        s |= s
        s &= s
        t = set(s)
        s -= s
        t ^= t
    return s, t


print(itself(2000))


def louder(n):
    for i in range(n):
        s = {Loud(k) for k in range(6)}
        t = s
        s |= {Loud(3), Loud(9)}
        s -= {Loud(1)}
        s &= {Loud(k) for k in range(2, 12)}
        s ^= {Loud(2), Loud(20)}
    return t is s, sorted(x.n for x in s)


print(louder(1200))


def wrong(n):
    errors = set()
    for i in range(n):
        for other in ([1], (1,), {1: 2}, 1, None, "a"):
            s = {1, 2}
            try:
                s |= other
            except TypeError as e:
                errors.add(str(e))
            try:
                s ^= other
            except TypeError as e:
                errors.add(str(e))
    return sorted(errors)


print(wrong(600))


def looped(n):
    for i in range(n):
        s = {1, 2, 3}
        try:
            for x in s:
                s |= {x + 10}
        except RuntimeError as e:
            last = str(e)
    return last, s


print(looped(1500))


def extremes(n):
    total, words = 0, []
    nan = float("nan")
    for i in range(n):
        s = {i % 50, (i * 7) % 50, (i * 3) % 50, 60}
        total += min(s) + max(s) + max(frozenset({i, 2.5})) + min({i & 1, 3, 2 ** 70})
        w = ["b%d" % (i % 3), "a", "ab", "é"]
        words = [min(w), max(w), min(set(w)), max(tuple(w)), min("b", w[0]), max("a", w[0]), min({"only"}), max(["one"])]
        total += min((1, nan)) == 1
        total += min({1, 2.0, True, 0.5}) == 0.5
    return total, words


print(extremes(3000))
for bad in (set(), frozenset(), {1, "a"}, ["a", 1], {None, 1}, [{1}, {2}], [None]):
    for f in (min, max):
        for _ in range(3):
            try:
                print(f(bad), end=" ")
            except (TypeError, ValueError) as e:
                print(type(e).__name__, str(e).replace("'str' and 'int'", "two").replace("'int' and 'str'", "two").replace("'int' and 'NoneType'", "two").replace("'NoneType' and 'int'", "two"), end=" ")
    print()
