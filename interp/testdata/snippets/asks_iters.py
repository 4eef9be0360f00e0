# Sets and dicts of keys with a __hash__ in Python: comprehensions, set(), frozenset(); any, all, sum, next, setattr and operators as functions of instances.
import operator, functools
class H:
    hashes = equals = 0
    def __init__(self, v): self.v = v
    def __hash__(self): H.hashes += 1; return hash(self.v % 5)
    def __eq__(self, o): H.equals += 1; return isinstance(o, H) and self.v == o.v
    def __repr__(self): return f"H{self.v}"
def sets(n):
    s = 0
    for i in range(n):
        l = [H(i % 7), H(3), H(i % 3), H(8)]
        a, b, c, d = {x for x in l}, {x: x.v for x in l}, set(l), frozenset(tuple(l))
        s += len(a) + 3 * len(b) + 5 * len(c) + 7 * len(d) + sum(b.values()) + len({y for x in (l, l) for y in x}) + len({(x, 1) for x in l}) + len(set(l[0:1])) + len({x.v: x for x in l})
        e = {H(0)}
        e.update(l)
        e.update(tuple(l[1:]), [])
        s += len(e) + (e.update([]) is None)
        if i % 400 == 0: print([x.v for x in b], type(d).__name__, a == c == d, H.hashes, H.equals)
    return s, H.hashes, H.equals
print(sets(2000))
def others(n):
    out = []
    for i in range(n):
        l = ([1, 2, 1], [H(1), 1, "a"], [], (H(2), H(2)), "aab", [[1]], [(1, H(1)), (1, H(1))], 5)[i % 8]
        for f in (set, frozenset, lambda l: {x for x in l}, lambda l: {x: 1 for x in l}):
            try: r = len(f(l))
            except TypeError as e: r = str(e)
            out.append(r)
    return out[-32:]
print(others(2000))
class Bad:
    def __init__(self, v): self.v = v
    def __hash__(self):
        if self.v > 2: raise KeyError(self.v)
        return "x" if self.v == 2 else 1
    def __eq__(self, o):
        if self.v == 1: raise ValueError(o.v)
        return False
def bad(n):
    seen = {}
    for i in range(n):
        l = [Bad(0), Bad(i % 4)]
        for f in (set, frozenset, lambda l: {x for x in l}, lambda l: {x: 1 for x in l}):
            try: r = str(len(f(l)))
            except Exception as e: r = type(e).__name__ + ": " + str(e)
            seen[r] = seen.get(r, 0) + 1
    return seen
print(bad(1000))
class Grow:
    def __init__(self, l): self.l = l
    def __hash__(self):
        if len(self.l) < 6: self.l.append(Grow(self.l))
        return 1
    def __eq__(self, o): return False
def grow(n):
    s = 0
    for i in range(n):
        l = []
        l.append(Grow(l))
        s += len((set, frozenset, lambda l: {x for x in l}, lambda l: {x: 1 for x in l})[i % 4](l))
    return s
print(grow(1000))
#---
class V:
    def __init__(self, *v): self.v = v
    def __add__(self, o): return V(*self.v, *o.v)
    def __radd__(self, o): return V(o, *self.v)
    def __bool__(self): return len(self.v) > 1
    def __repr__(self): return f"V{self.v}"
class N:
    def __init__(self, v): self.v = v
    def __radd__(self, o): return o + self.v
    def __len__(self): return 1
class F(float): pass
def sums(n):
    out = []
    for i in range(n):
        l = ([V(1), V(2), V(3)], (V(1), V(i)), [N(1), N(2), 3], [N(0.1), N(0.2), 0.3, N(1e16), 1.0, -1e16], [N(1j), 0.5, N(2)], [1, N(2), 0.1, 0.2], [V(1)], [], [N(1 << 70), 1.5], [True, N(1)], [F(0.1), N(0.2), 0.3], {3: 1}, iter([V(1), V(2)]), [V(1), 2])[i % 14]
        for f in (lambda l: sum(l), lambda l: sum(l, V(0)), lambda l: sum(l, 5), lambda l: sum(l, start=N(1)), lambda l: sum(l, ""), lambda l: sum(l, 0.5), lambda l: sum(l, None)):
            try: r = repr(f(l))
            except Exception as e: r = type(e).__name__ + ": " + str(e)
            out.append(r if "N object" not in r else r.split("<")[0])
        out.append((any(l), all(l)))
    for r in out[-14 * 8:]: print(r)
sums(1400)
def truths(n):
    s = 0
    for i in range(n):
        l = [V(1, 2), V(1), V(), N(2), N(0)][i % 3:]
        s += any(l) + 2 * all(l) + 4 * any([V(1), V()]) + 8 * all((V(1, 1), N(3))) + 16 * any([]) + all([]) + any({1: 0}) + any([0, V(1, 2)])
    return s
print(truths(2000))
class Odd:
    def __bool__(self): return 3
class It:
    def __init__(self, n): self.n = n
    def __next__(self):
        self.n -= 1
        if self.n < 0: raise StopIteration(5)
        if self.n == 77: raise KeyError(77)
        return self.n
def nexts(n):
    s, it, seen = 0, It(3), {}
    for i in range(n):
        if i % 9 == 0: it = It(i % 5)
        s += next(it, 100) + next(iter([i]), 2) + next(iter([]), 3)
        for x in (It(78), 5, Odd()):
            try: r = str(next(x, 1) if i % 2 else any([x]))
            except Exception as e: r = type(e).__name__ + ": " + str(e)
            seen[r] = seen.get(r, 0) + 1
    return s, seen
print(nexts(2000))
#---
import operator, functools
class P:
    def __init__(self, v): self.v = v
    def __add__(self, o): return P(self.v + o.v) if isinstance(o, P) else NotImplemented
    def __iadd__(self, o): self.v += 1; return self
    def __mul__(self, o): return P(self.v * o)
    def __getitem__(self, k): return self.v + k
    def __lt__(self, o): return self.v < o.v
    def __eq__(self, o): return [self.v == o.v] if isinstance(o, P) else NotImplemented
    def __ne__(self, o): return "ne"
    __hash__ = None
def operators(n):
    s, seen = 0, {}
    for i in range(n):
        a, b = P(i), P(3)
        s += operator.add(a, b).v + operator.mul(a, 2).v + operator.getitem(a, 4) + operator.lt(a, b) + operator.gt(a, b) * 2 + len(operator.eq(a, b)) + len(operator.ne(a, b)) + operator.iadd(a, b).v
        s += functools.reduce(operator.add, [a, b, P(1)]).v + sum(map(operator.getitem, [a, b], [1, 2]))
        for x, y in ((a, 1), (1, b), (1, 2), ("a", a))[i % 4:]:
            for f in (operator.add, operator.lt, operator.eq, operator.ge, operator.sub, operator.getitem):
                try: r = str(f(x, y))
                except Exception as e: r = type(e).__name__ + ": " + str(e)
                if "object at" not in r: seen[r] = seen.get(r, 0) + 1
    return s, seen
print(operators(1500))
class S:
    log = 0
    def __setattr__(self, name, value):
        S.log += 1
        if value == 7: raise ValueError(name)
        object.__setattr__(self, name, value)
class Q:
    @property
    def v(self): return self._v
    @v.setter
    def v(self, x): self._v = x + 1
    @property
    def read(self): return 1
class D:
    def __set__(self, o, v): o.__dict__["got"] = v
class E: d = D()
def setters(n):
    s, seen = 0, {}
    for i in range(n):
        a, q, e = S(), Q(), E()
        setattr(q, "v", i); setattr(e, "d", i); setattr(q, "plain", 4)
        s += q.v + e.got + q.plain
        for x, name in ((a, "x"), (q, "read"), (e, "z"), (5, "x"), (S, "cls"), (a, 5)):
            try: setattr(x, name, i % 8); r = "set"
            except Exception as err: r = type(err).__name__ + ": " + str(err)
            seen[r] = seen.get(r, 0) + 1
    return s, S.log, seen
print(setters(1500))
