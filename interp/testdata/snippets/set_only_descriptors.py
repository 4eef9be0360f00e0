# A descriptor that only has __set__ does not go before what the instance has in its dict; iter() of what has an iterator of its own.
class SetOnly:
    def __set__(self, o, v):
        o.__dict__["_adj"] = v
        o.__dict__["seen"] = o.__dict__.get("seen", 0) + 1

class Deletes:
    def __delete__(self, o): o.gone = True

class G:
    _adj, other = SetOnly(), Deletes()
    def __init__(self, adj):
        self._adj = adj
    def neighbors(self, n):
        return iter(self._adj[n])

def walk(n):
    g, total = G({1: {2: 3, 4: 5}, 2: {1: 3}}), 0
    for i in range(n):
        for k in g.neighbors(1 + i % 2):
            total += k
        if i % 700 == 0:
            g._adj = {1: {i: 1}, 2: [i]}
    return total, g.seen
print(walk(3000))

def reads(g, n):
    kinds = set()
    for i in range(n):
        kinds.add((type(g._adj).__name__, type(g.other).__name__))
        if i == n // 2:
            g.__dict__["other"] = 5
        elif i == n // 2 + 100:
            del g.other
        elif i == n // 2 + 200:
            del g.__dict__["_adj"]
    return sorted(kinds), g.gone
print(reads(G({}), 3000))

def becomes(g, n):
    kinds = set()
    for i in range(n):
        kinds.add(str(g._adj))
        if i == n - 50:
            SetOnly.__get__ = lambda self, o, t: "got"
    return sorted(kinds)
print(becomes(G("own"), 2000))
del SetOnly.__get__
print(becomes(G("own"), 100))
del SetOnly.__get__

class Meta(type):
    attr = SetOnly()
class C(metaclass=Meta):
    attr = 4
def classes(n):
    return sum(C.attr for i in range(n))
print(classes(2000))

class It:
    def __iter__(self): return iter((1, 2))
class Bad:
    def __iter__(self): return 5
def gen():
    yield 9
sources = [[1], (2,), {3}, {4: 5}, "ab", b"c", range(3), {6: 7}.items(), frozenset([8]), It(), gen(), zip([1], [2]), enumerate("x"), map(len, ["abc"])]
def iters(n):
    out = set()
    for i in range(n):
        it = iter(sources[i % len(sources)])
        out.add((type(it).__name__, str(list(it))))
    return sorted(out)
for line in iters(3000): print(line)
def errors(n):
    out = set()
    for i in range(n):
        try:
            iter([5, Bad(), None, int][i % 4])
        except TypeError as e:
            out.add(str(e))
    return sorted(out)
print(errors(2000))
