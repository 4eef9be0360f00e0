# Bodies of routines in place of operations: what is tested on the way, and what gives up.


class Equal:
    "compares by guest code"

    def __init__(self, result):
        self.result, self.asked = result, 0

    def __eq__(self, other):
        self.asked += 1
        if isinstance(self.result, Exception):
            raise self.result
        return self.result

    __hash__ = None


class Sub(tuple):
    def __eq__(self, other):
        return "sub"

    def __contains__(self, x):
        return x == 5


def members(values, rounds):
    found = []
    for _ in range(rounds):
        n = 0
        for x in values:
            if x in (1, 2, 3):
                n += 1
            if x not in ("a", "b", None):
                n += 10
            if x in (2.5, True, ()):
                n += 100
        found.append(n)
    return found[0], found[-1], len(set(found))


def ranges(n):
    hits = [0, 0, 0, 0]
    for i in range(n):
        if (i & 7) in (1, 2, 3):
            hits[0] += 1
        if i - 2 in (-1, 0, 1 << 50):
            hits[1] += 1
        if (i & 3, i & 1) == (2, i & 7):
            hits[2] += 1
        if (i & 3, i) != (i % 4, i + 0):
            hits[3] += 1
    return hits


def pairs(a, b, n):
    yes = no = 0
    for i in range(n):
        if (a, i & 3) == (b, 1):
            yes += 1
        if (a, b) != (b, a):
            no += 1
    return yes, no


limit = 10


class Changing:
    "its comparison changes what compiled code has watched"

    def __eq__(self, other):
        global limit
        limit += 1
        return other == 3


def watched(x, n):
    seen = 0
    for i in range(n):
        if i == n - 3:
            x = Changing()
        if x in (1, 2, 3):
            seen += limit
    return seen


def raises(n):
    e = Equal(0)
    for i in range(n):
        x = e if i == n - 1 else i & 3
        if i == n - 1:
            e.result = ValueError("last")
        try:
            if x in (7, 8):
                return "found"
        except ValueError as why:
            return str(why), e.asked, i
    return "end"


print(ranges(4000))
nan = float("nan")
for values in (
    [1, 2, 5, 7] * 50,
    [1, 1.0, True, 2.5, nan, 1 << 70, -1, 3.0],
    ["a", "b", "c", "aa"[:1], "", None, 0],
    [(), (1,), Sub(), None, [], {}, 2],
    [Equal(True), Equal(False), 1],
):
    print(members(values, 300))
print(members(Sub((1, 2)), 3), 5 in Sub(), Sub() == (), (Sub(),) == ((),))
for a, b in ((1, 1), (1, True), (1, 1.0), ("x", "x" * 1), (None, None), ((1, 2), (1, 2)), (nan, nan),
             (1 << 70, 1 << 70), (1 << 70, 2), (Equal(True), 3), ([], []), (-1, 0xFFFFFFFF)):
    print(pairs(a, b, 700))
print(watched(2, 3000), limit)
print(raises(3000))
e = Equal(True)
print((e, 1) == (e, 1), e.asked, (e, 1) == (2, 1), e.asked, e in (e,), e.asked, 5 in (4, e), e.asked)
