# Operators that are methods in Python, hot, with results that are not what the method returned.
class A:
    def __init__(self, n):
        self.n = n
    def __add__(self, o):
        if isinstance(o, int) and o % 7 == 0:
            return NotImplemented
        return A(self.n + (o if isinstance(o, int) else o.n) & 0xFFFF)
    def __radd__(self, o):
        return A(self.n * 2 + o & 0xFFFF)
    def __sub__(self, o):
        return NotImplemented
    def __lt__(self, o):
        return self.n < o.n if self.n % 5 else NotImplemented
    def __gt__(self, o):
        return 'more' if self.n % 3 else ''
    def __eq__(self, o):
        return NotImplemented if self.n % 11 == 0 else self.n == o.n
class B(A):
    def __radd__(self, o):
        if self.n % 13 == 0:
            return NotImplemented
        return B(self.n ^ (o if isinstance(o, int) else o.n))
    def __rsub__(self, o):
        return self.n - o.n
def main():
    a, b, c, errors, hits = A(1), B(2), 0, 0, [0] * 6
    for i in range(3000):
        a = a + b
        b = b + 3
        a = i + a
        try:
            a = a + i
        except TypeError as e:
            errors += 1
            text = str(e)
        try:
            c += a - b
            c += b - a
        except TypeError as e:
            errors += 1
        hits[0] += 1 if a < b else 0
        hits[1] += bool(a > b)
        hits[2] += 1 if a == b else 0
        hits[3] += 1 if a != b else 0
        hits[4] += 1 if b < a else 0
        hits[5] += (a > b) == 'more'
    return a.n, b.n, c, errors, text, hits, type(a), type(b)
print(main())
#---
# In place: the method, else the plain operator; what is replaced on the class while it is hot.
class V:
    def __init__(self, x):
        self.x = x
    def __iadd__(self, o):
        self.x += o.x
        return self
    def __add__(self, o):
        return V(self.x - o.x)
    def __mul__(self, k):
        return V(self.x * k)
    def __isub__(self, o):
        return NotImplemented
    def __sub__(self, o):
        return V(self.x + 100)
def main(n):
    v, w = V(1.5), V(0.25)
    for i in range(n):
        v += w
        v *= 0.5
        v -= w
        if i == 1500:
            V.__add__ = lambda s, o: V(s.x + 1000)
        if i == 2000:
            del V.__iadd__
        if i == 2500:
            V.__mul__ = lambda s, o: NotImplemented
            try:
                v *= 0.5
            except TypeError as e:
                print(e)
            V.__mul__ = lambda s, k, z=2.0: V(s.x / z - k)
    return v.x, w.x
print(main(3000))
#---
# Who goes first: a class that derives from the other operand's and has another method.
class P:
    def __add__(self, o): return 'P+'
    def __radd__(self, o): return 'P<'
    def __lt__(self, o): return 'P lt'
    def __gt__(self, o): return 'P gt'
class Q(P):
    def __radd__(self, o): return 'Q<'
    def __gt__(self, o): return 'Q gt'
class R(P):
    pass
def main():
    seen = {}
    things = [P(), P(), P(), Q(), R()]
    for i in range(4000):
        a = things[0] if i < 2000 else things[i % 5]
        b = things[0] if i < 1000 else things[i // 5 % 5]
        for r in a + b, a < b, type(a).__name__ + (1.5 .__add__(2).hex()):
            seen[r] = seen.get(r, 0) + 1
    return seen
print(main())
#---
# Exceptions that leave an operator, where they are caught, and what tracebacks show.
import sys
class E:
    def __init__(self, n):
        self.n = n
    def __add__(self, o):
        if o.n % 9 == 4:
            raise ValueError(o.n)
        return E(self.n + 1)
    def __lt__(self, o):
        return 1 // (o.n % 4)
    def __mul__(self, o):
        f = sys._getframe()
        return f.f_code.co_name, f.f_back.f_code.co_name, f.f_back.f_lineno - f.f_back.f_code.co_firstlineno
def lines(tb):
    l = []
    while tb:
        l.append((tb.tb_lineno, tb.tb_lasti))
        tb = tb.tb_next
    return l
def main():
    e, caught, where, less = E(0), 0, set(), 0
    for i in range(3000):
        try:
            e = e + E(i)
        except ValueError as x:
            caught += x.args[0]
            where.add(str(lines(x.__traceback__)))
        try:
            if e < E(i):
                less += 1
        except ZeroDivisionError as x:
            where.add(str(lines(x.__traceback__)))
        if i % 500 == 0:
            print(e * e)
    return e.n, caught, less, sorted(where)
print(main())
#---
# The recursion limit counts the method's frame, nothing beneath it.
import sys
class N:
    def __init__(self, next):
        self.next = next
    def __add__(self, depth):
        if self.next is None:
            return depth
        return self.next + (depth + 1)
    def __eq__(self, o):
        return self.next == o.next
    def __lt__(self, o):
        global deepest
        deepest += 1
        return self < o
def chain(n):
    r = None
    for i in range(n):
        r = N(r)
    return r
sys.setrecursionlimit(400)
deepest = 0
c = chain(300)
for i in range(200):
    assert c + 0 == 299
    assert c == chain(300)
for i in range(5):
    deepest = 0
    try:
        c < c
    except RecursionError as e:
        print(deepest, e)
for n in 395, 398, 399, 400, 410:
    try:
        print(n, chain(n) + 0)
    except RecursionError as e:
        print(n, e)
#---
# A method that is no plain function of two parameters.
class M:
    def __init__(self, n):
        self.n = n
    def __add__(self, o, k=3):
        return self.n + o.n + k
    def __sub__(*args):
        return len(args)
    @staticmethod
    def __lt__(o):
        return o.n
    __mul__ = max
    @classmethod
    def __or__(self, o):
        return o.n | len(self.__name__)
    def __xor__(self, o):
        yield self.n
        yield o.n
    __matmul__ = None
    __and__ = lambda self, o: [self.n, o.n]
def main():
    a, t = 0, 0
    m, k = M(4), M(9)
    for i in range(1500):
        a += m + k
        a += (m - k) + (m < k) + (k | m) + sum(m ^ k) + len(m & k)
        try:
            m @ k
        except TypeError as e:
            t += len(str(e))
        try:
            m * k
        except TypeError as e:
            t += 1
            text = str(e)
    return a, t, text
print(main())
#---
# Instances made by operators that escape on some ways only, beneath calls.
class Vec:
    __slots__ = 'x', 'y'
    def __init__(self, x, y):
        self.x = x
        self.y = y
    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)
    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y)
    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)
    __rmul__ = __mul__
    def __neg__(self):
        return Vec(-self.x, -self.y)
    def __eq__(self, o):
        return self.x == o.x and self.y == o.y
    def __lt__(self, o):
        return self.x < o.x
kept = []
def step(p, v, i):
    q = p + v * 0.5 - (2.0 * v) * 0.125
    if i % 100 == 50:
        kept.append(q)
    if q == p:
        kept.append(None)
    return -q if q < p else q
def main():
    p, v = Vec(0.0, 1.0), Vec(0.5, -0.25)
    for i in range(4000):
        p = step(p, v, i)
        if i == 3000:
            v = Vec(1, 2)
    return p.x, p.y, len(kept), kept[-1].x, kept[3].y
print(main())
#---
# Each attempt is made once, in CPython's order.
class A:
    def __add__(s,o): print("A.add"); return NotImplemented
    def __radd__(s,o): print("A.radd"); return NotImplemented
    def __lt__(s,o): print("A.lt"); return NotImplemented
    def __gt__(s,o): print("A.gt"); return NotImplemented
    def __mul__(s, o): print("A.mul"); return NotImplemented
class B:
    def __add__(s,o): print("B.add"); return NotImplemented
    def __radd__(s,o): print("B.radd"); return NotImplemented
    def __lt__(s,o): print("B.lt"); return NotImplemented
    def __gt__(s,o): print("B.gt"); return NotImplemented
class L(list):
    pass
class C(A):
    def __radd__(s,o): print("C.radd"); return NotImplemented
    def __iadd__(s,o): print("C.iadd"); return NotImplemented
for x in (A(), B(), C(), 1, "s", [3], L([4])):
    for y in (A(),B(),C(),1.5,[2], L([1])):
        print(type(x).__name__, type(y).__name__)
        try: x+y
        except TypeError as e: print(e)
        try: x<y
        except TypeError as e: print(e)
        try:
            x*=y
        except TypeError as e: print(e)
        try:
            x+=y
        except TypeError as e: print(e)
#---
# What an operator's method returns as NotImplemented raises where the operator stands: no frame is between.
class A:
    def __init__(self, n):
        self.n = n
    def __add__(self, o):
        return NotImplemented if o % 7 == 0 else A(self.n + 1)
    def __lt__(self, o):
        return NotImplemented if o % 11 == 0 else True
    def __contains__(self, o):
        return 1 // (o % 5)
def places(e):
    t, found = e.__traceback__, []
    while t:
        found.append((t.tb_frame.f_code.co_name, t.tb_lineno))
        t = t.tb_next
    return tuple(found)
def main():
    a, seen = A(1), {}
    for i in range(4000):
        try:
            a = a + i
            a < i
            i in a
        except (TypeError, ZeroDivisionError) as e:
            seen[places(e)] = seen.get(places(e), 0) + 1
    for k, n in sorted(seen.items()):
        print(k, n)
main()
