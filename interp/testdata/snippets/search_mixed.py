# x in c, index, count and == where elements are of many kinds: numbers that are equal across types, tuples, instances.
class Node:  # orders only: equal by identity
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        return self.v < other.v


class Eq:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return isinstance(other, Eq) and self.v == other.v

    def __hash__(self):
        return hash(self.v)


nodes = [Node(i) for i in range(12)]
items = [1, "a", None, 2.5, True, (1, 2), b"x", nodes[3], Node, 2**70, -0.0, float("inf"), (1, (2, 3)), frozenset((1,)), Ellipsis, [1]]
sought = [1, 1.0, True, 2.5, 2, False, 0, 0.0, "a", "b", None, (1, 2), (1.0, 2), (True, 2), (1, 3), b"x", "x", nodes[3], Node(3), Node, 2**70, float(2**70), -(2**70),
          float("inf"), float("-inf"), (1, (2, 3)), (1, (2, 4)), (), frozenset((1,)), Ellipsis, [1], Eq(1), 1 + 0j]


def search(seq, x):
    where = None
    try:
        where = seq.index(x)
    except ValueError:
        pass
    return x in seq, where, seq.count(x)


def views(d, x):
    return x in d.values(), x in d.values()


def keys(d, x):
    try:
        return x in d.keys(), x in d
    except TypeError as e:
        return str(e)


def equal(a, b):
    return a == b, a != b, b == a


d = {k: k for k in [1, "a", None, 2.5, (1, 2), nodes[3], 2**70, b"x"]}
for k in range(60):
    found = [search(items, x) for x in sought]
    tuples = [search(tuple(items), x) for x in sought]
    seen = [views(d, x) for x in sought], [keys(d, x) for x in sought]
    same = sum(equal(a, b)[0] * (1 + i) for i, a in enumerate(sought) for b in items)
for x, f, t in zip(range(99), found, tuples):
    print(x, f, f == t)
print(seen)
print(same)


# The class gets an __eq__ behind the others.
def later(n):
    out = []
    for i in range(n):
        if i == n - 5:
            Node.__eq__ = lambda self, other: self.v == other.v
            Node.__hash__ = lambda self: 1
        out.append((Node(4) in nodes, nodes.count(Node(4))))
    return out[-7:]


print(later(90))


def numbers(n):
    out = 0
    for i in range(n):
        b = i & 1 == 1
        out += int(b) + int(i == 7) + float(b) + int(float(not b))
    return out


print(numbers(300), int(True), float(False), repr(int(False)), type(int(True)).__name__)
nan = float("nan")
print(nan in [1, 2.5], 1 in [nan], nan == nan, (1, 2) in [nan, (nan, 2)], "a" in [nan, "a"])
