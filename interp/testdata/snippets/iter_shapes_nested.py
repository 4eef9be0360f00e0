# Loops over zip and enumerate of strs, dicts, views and of each other: what each iterator has given when one of them ends.
def left(it):
    return list(it)


def run(make, n=60):
    out = None
    for k in range(n):
        its = make(k)
        got = []
        for x in its[0]:
            got.append(x)
        out = got, [left(it) for it in its[1:]]
    return out


def zips(k):
    a, b = iter("abcdé"[: 2 + k % 4]), iter([1, 2, 3, k])
    return zip(a, b), a, b


def dicts(k):
    d = {"a": 1, "b": k, "c": 3}
    v, i = iter(d.values()), iter(d.items())
    return zip(d, v, i, range(k % 5)), v, i


def pairs(k):
    a, b = iter([1, 2, 3]), iter((4, 5, 6, k))
    return enumerate(zip(a, b), k), a, b


def deep(k):
    a = iter("xyz")
    e = enumerate(a)
    return zip(e, enumerate({1: 2, k + 5: 3}.items()), (7, 8, 9)), e, a


def same(k):
    a = iter([1, 2, 3, 4, k])
    return zip(a, a), a


def sames(k):
    a = enumerate("abcdefg")
    return zip(a, a, a), a


def apart(k):
    l = [1, 2, k]
    return zip(l, iter(l), l), iter(l)


def changing(k):
    if k % 3 == 0:
        return zip("ab", [k, k]), iter("")
    if k % 3 == 1:
        return zip([k, k], "ab"), iter("")
    return enumerate([k, "é"]), iter("")


def wide(k):
    return enumerate(zip([k], "a", (1,), range(1), "b", [2])), iter("")


for make in zips, dicts, pairs, deep, same, sames, apart, changing, wide:
    print(make.__name__, run(make))


def big():
    total = 0
    for k in range(40):
        for i, (a, b) in enumerate(zip("ab", [1, 2]), 2**62 - 1):
            total += i + b
            if a == "b":
                total -= 2**62
    return total


print(big())


def grown():
    out = []
    for k in range(40):
        d = {1: 2, 3: 4}
        try:
            for i, (a, b) in enumerate(zip(d, "xy")):
                d[a + 10] = i
        except RuntimeError as e:
            out.append(str(e))
    return set(out), len(out)


print(grown())


def kept():
    rows = []
    for k in range(40):
        rows = [pair for pair in enumerate(zip("abc", {1: 2, 3: 4}))]
    return rows


print(kept())
print({i: c for i, c in enumerate("abc")}, {c: i for c, i in zip("abc", range(3))}, [c + d for c, d in zip("ab", "cd")])
