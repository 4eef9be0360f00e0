# sorted() of few elements: what has a total order, what has none, and what raises.
class N:
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        log.append((self.v, other.v))
        return self.v < other.v

    def __repr__(self):
        return f"N{self.v}"


log = []
nan = float("nan")
values = [
    [3, 1, 2], (3, 1, 2), {3: 1, 1: 2}, "hello", "", "b", "schön", "日本", {5, 3, 9}, frozenset({2, 1}), range(5, 0, -1), [], [None], [nan],
    [1, 1.0, True, 0.5, 2**40, -1], [0.0, -0.0, 0, False], [nan, 1.0, 0.5], [2.0, nan, 1.0], [2**70, 5, -2**70, 2**48, 2**48 - 1, -2**48],
    {"b": 1, "a": 2, "c": 0}.items(), {"b": 1, "a": 2}.values(), {"b": 1, "a": 2}.keys(), [(3, "a"), (1, "b"), (1, "a"), (1,), ()], [[2, 1], [1, 5], [1]],
    [(1, 1.0, "x"), (1.0, 1, "w"), (1, True, "v")], [(1, 2, 3, 4, 5), (1, 2, 3, 4, 4)], [(1, (2, 3)), (1, (2, 2))], [b"b", b"a"], ["b" * 40, "b" * 39, "a" * 50],
    [{1, 2}, {1}, {2}, {1, 2, 3}], [N(3), N(1), N(2)], list(range(20, 0, -1)), ["a", "A", "é", "z", "\x00", ""], [3, "a"], [(1, "a"), (1, 2)], [(1, "a"), (2, 2), (3, None)], [None, None], [1j, 2],
    [True, False, True], 5, [[1], (1,)], [(1, None), (1, None)], [(nan, 1), (nan, 0)], [("a", 1), ("a", 1.0), ("a", True)],
]


def f(v):
    try:
        return sorted(v)
    except TypeError as e:
        return str(e)


for v in values:
    log.clear()
    for i in range(150):
        out = f(v)
    print(out, log[:3])
#---
# It is a new list, elements that are equal stay in their order, and the source as it is.
l = [(1, i) for i in (3, 1)] + [(1.0, 2), (True, 0)]
for i in range(200):
    s = sorted(l)
    t = sorted(s)
    t.append(5)
    keys = sorted([1, 1.0, True])
print(s, len(t), l, [type(k).__name__ for k in keys])
#---
# sorted is bound anew, and its keywords.
def g(v):
    return sorted(v)


for i in range(300):
    if i == 200:
        sorted = lambda v: "mine"
    out = g([2, 1])
    if i % 100 == 99:
        print(out)
del sorted
for i in range(100):
    out = sorted([1, 3, 2], reverse=True), sorted("bca", key=ord), "".join(sorted("hello"))
print(out)
