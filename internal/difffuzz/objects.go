package difffuzz

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Objects makes a seed's program of classes, exceptions and generators: a
// hierarchy whose members are chosen at random, and one long loop over its
// instances.
func Objects(seed uint64) string {
	p := objects(seed, false)
	return headObjects + p.body + "print(main(" + p.rounds + ", 1, 2, 3, 0.5, 1.5))\n" + p.change + "\nprint(main(700, 1 << 65, -5, 0, -1.0, 2.0))\nfor e in log:\n    print(e)\n"
}

// BatchObjects makes one program of n of them, those of the seeds from first on, which share what all
// have in front: the classes of one take the place of those of the one before. What they print begins with
// their seed.
func BatchObjects(first uint64, n int) string {
	var b strings.Builder
	b.WriteString(headObjects)
	for i := range uint64(n) {
		seed := first + i
		p := objects(seed, true)
		fmt.Fprintf(&b, "log.clear()\nrule = 3\n%s", p.body)
		for _, call := range []string{"print(S, main(" + p.rounds + ", 1, 2, 3, 0.5, 1.5))", p.change, "print(S, main(16, 1 << 65, -5, 0, -1.0, 2.0))"} {
			fmt.Fprintf(&b, "try:\n    %s\nexcept Exception as e:\n    print(%d, type(e).__name__, e)\n", strings.Replace(call, "S", strconv.FormatUint(seed, 10), 1), seed)
		}
		fmt.Fprintf(&b, "for e in log:\n    print(%d, e)\n", seed)
	}
	return b.String()
}

// objectsProgram is a seed's: classes and main, how many rounds main has, and what changes before it is called again.
type objectsProgram struct{ body, rounds, change string }

func objects(seed uint64, batched bool) objectsProgram {
	g := &maker{
		rand:  rand.New(rand.NewPCG(seed, 0x6f626a65637473)),
		ints:  slices.Concat(formsInt, formsIntObject),
		stmts: slices.Concat(formsStmt[:8], formsStmtObject),

		batched: batched,
	}
	for i, name := range namesClass {
		base := "(Base)"
		if i > 0 {
			base = "(" + g.one(namesClass[:i]...) + ")"
		}
		g.line(0, "class "+name+base+":")
		g.line(1, fmt.Sprintf("tag = %d", i))
		for _, group := range membersObject {
			if g.rand.IntN(2) == 0 {
				g.out.WriteString(g.one(group...))
			}
		}
	}
	g.out.WriteString(`def main(n, a, b, c, x, y):
    l = [3, 1, 4, 1, 5, 9, 2, 6]
    d = {}
    s = ''
    m = 0
    t = (1, 0.5)
    o = first = A(1)
    p = D(2, 1.5)
    os = [A(1), B(2), C(3), D(4)]
    for i in range(n):
`)
	g.tried()
	g.line(2, "os[i & 3].v &= 0xFFFFFFFFFFF")
	g.line(2, "o.v &= 0xFFFFFFFFFFF")
	g.line(2, "p.v &= 0xFFFFFFFFFFF")
	g.line(2, "first.v &= 0xFFFFFFFFFFF")
	g.line(2, "m = (m * 31 + a + (b ^ c) + o.v + p.v + p.tag) & 0x3FFFFFFFFFF")
	g.out.WriteString(`    return a, b, c, x, y, l, sorted(d.items()), s, m, first.show(), [e.show() for e in os], o.show(), p.show(), o is p, len(log)
`)
	rounds := g.one("2000", "2500", "4000")
	if batched {
		rounds = g.rounds("48", "180")
	}
	change := g.one(
		"A.tag = 77", "B.extra = lambda self: 5", "D.m = lambda self, k: k ^ 5", "del D.tag", "A.m = A.twice", "C.__bases__", "rule = 9")
	return objectsProgram{g.out.String(), rounds, change}
}

var (
	namesObject = []string{"o", "o", "p", "os[i & 3]", "os[J & 3]", "os[i % 3]", "os[0]", "first"}
	namesClass  = []string{"A", "B", "C", "D"}

	formsIntObject = []weighted[string]{
		{5, "O.m(I)"}, {3, "O.v"}, {2, "O.twice(J)"}, {2, "O.half"}, {2, "O.tag"}, {1, "O.made(J)"}, {1, "O.fixed(I)"}, {1, "(O + O).v"}, {1, "(O + J).v"},
		{1, "(J + O).v"}, {1, "(O - O)"}, {1, "len(O)"}, {1, "O[J]"}, {1, "O(J)"}, {1, "risky(J)"}, {1, "getattr(O, 'v', 1)"}, {1, "getattr(O, 'nothing', 3)"},
		{1, "caught(O, J)"}, {1, "O.extra()"}, {1, "sum(O)"}, {1, "int(isinstance(O, K))"}, {1, "total(J & 15)"}, {1, "(O < O)"}, {1, "(O == O)"}, {1, "bool(O)"},
		{1, "type(O).tag"}, {1, "K.tag"}, {1, "K.made(J)"}, {1, "K(J).v"},
	}
	// A generator that stands in a handler is closed: a collection would run the handler at another clock in each mode.
	formsStmtObject = []weighted[string]{
		{5, "O.v = I & 0xFFFF"}, {3, "O.v += J & 255"}, {2, "O.w = G"}, {2, "O.half = J & 255"}, {3, "o = K(J & 1023)"}, {2, "o = K(J & 1023, w=G)"},
		{2, "p = os[J & 3]"}, {2, "os[i & 3] = K(J & 255)"}, {2, "o = O + O"}, {1, "o = O + (J & 63)"}, {1, "o += p"},
		{2, "O[J] = J & 255"}, {1, "del O[J]"}, {1, "O[J & 3] += J & 31"},
		{3, "a = O.m(I) & 0xFFFF"}, {2, "x = O.w * 0.5 + x * 0.25"}, {1, "s = O.name()[:9]"}, {1, "s = ('%s' % O)[:20]"}, {1, "s = f'{O!r:.12}'"},
		{3, "try:;;    a = risky(I);;except valerr as e:;;    c = (c + e.args[0]) & 0xFFFF"},
		{2, "try:;;    a = risky(I) & 0xFF;;except err as e:;;    c = len(e.args);;else:;;    b += 1;;finally:;;    c ^= 1"},
		{2, "try:;;    d[J % 13] += 1;;except keyerr:;;    d[J % 13] = O.v & 255"},
		{2, "try:;;    a = O.nothing(J);;except attrerr as e:;;    b ^= len(str(e)) & 1"},
		{2, "try:;;    b = O.bad(I);;except (valerr, own) as e:;;    b = e.args[0] if e.args else 7"},
		{1, "try:;;    c = l[J & 15];;except lookerr:;;    c = -1"}, {1, "try:;;    if C:;;        raise own(i, a);;    b ^= 3;;except own as e:;;    c, a = e.args"},
		{1, "try:;;    try:;;        a = risky(J);;    finally:;;        b ^= 5;;except err:;;    b += 1"},
		{1, "try:;;    raise own(J) from valerr(2);;except own as e:;;    c = e.__cause__.args[0] + e.args[0]"},
		{2, "with guard(J & 7) as q:;;    a = q.n + risky(J & 3)"}, {1, "with guard(J & 7, True) as q:;;    a = risky(I)"},
		{1, "try:;;    with guard(2) as q:;;        a = O.bad(J);;except err:;;    c ^= q.n"},
		{3, "for e in O:;;    c = (c * 3 + e) & 0xFFFFF"}, {2, "for e in count(J & 7):;;    c = (c + e) & 0xFFFF"},
		{1, "for e in tree(J & 3):;;    b = (b ^ e) & 0xFFFF"}, {1, "for e in pairs(os):;;    a = (a + e[0].v * e[1].tag) & 0xFFFFF"},
		{1, "c = sum(e.v for e in os) & 0xFFFFF"}, {1, "a = max(e.v & 255 for e in os)"}, {1, "l = sorted(l, key=lambda e: -e ^ a)[:8]"},
		{1, "g = accumulate();;next(g);;a = (g.send(J & 255) + g.send(3)) & 0xFFFF"}, {1, "g = count(3);;c = next(g) + next(g, 9);;g.close()"},
		{1, "match O:;;    case D(v=q) if q & 1:;;        a = q & 255;;    case A(tag=2):;;        b = 2;;    case _:;;        c = 3"},
		{1, "match (J & 3, O):;;    case (0, q):;;        a = q.v & 7;;    case (1 | 2 as z, B()):;;        b = z;;    case _:;;        c &= 63"},
		{1, "q = adder(J & 7);;a = q(3) + q(4)"}, {1, "b = spread(*l[:3], k=J & 15, **{'z': 1})"}, {1, "m += O is O"}, {1, "m += O in os"},
		{1, "os.sort(key=lambda e: (e.v & 15, e.tag))"}, {1, "O.w, y = G, 0.5"}, {1, "setattr(O, 'v', J & 1023)"},
		{2, "g = robust(4);;a = (a + next(g)) & 0xFFFF;;try:;;    b ^= g.throw(valerr(J & 7));;    c = g.send(3);;    c += g.send(a & 3);;except stopiter as e:;;    c = e.value;;g.close()"},
		{1, "for e in outer(J & 3):;;    c = (c ^ e) & 0xFFFF"}, {1, "g = outer(3);;a = next(g);;try:;;    a ^= g.throw(own);;except own:;;    b += 1;;g.close()"},
		{2, "try:;;    for e in opened(J & 63):;;        a = (a ^ e) & 0xFFFF;;except err as e:;;    b ^= len(e.args)"},
		{2, "for e in steps(J & 7):;;    c = (c + e) & 0xFFFF"}, {1, "g = steps(5);;try:;;    while True:;;        a = (a ^ next(g)) & 0xFFFF;;except (stopiter, valerr) as e:;;    c = e.args[0]"},
		{2, "q = slotted(J & 31);;q.v += 1;;q.f = J & 63;;a = (a ^ q.v + q.f) & 0xFFFF"}, {1, "try:;;    slotted(3).late = 1;;except attrerr as e:;;    b ^= 1"},
		{1, "c = len({slotted(e) for e in (J & 3, i & 7, 2)})"}, {1, "d[slotted(J & 3).v] = slotted(1).f"}, {1, "q = made(J & 31);;a = 3 if q is None else q.v"},
		{1, "for e in os:;;    if e.v & 1:;;        continue;;    try:;;        a = (a ^ risky(e.v)) & 0xFFFF;;    except valerr:;;        break;;else:;;    b += 1"},
		{1, "while True:;;    try:;;        if risky(J) & 1:;;            break;;        b += 1;;        break;;    finally:;;        c ^= 2"},
		{1, "try:;;    assert C, i;;except asserterr as e:;;    c = e.args[0]"}, {1, "a, *q = l;;b = (b + len(q)) & 0xFFFF"}, {1, "a = (lambda q, r=i: q ^ r)(J) & 0xFFFF"},
		{1, "c = len({e & 3 for e in l} | {J & 7})"}, {1, "c = sum({e.tag: e.v for e in os}.values()) & 0xFFFF"}, {1, "q = [e for e in os if e.v & 1];;b = len(q)"},
		{1, "if hasattr(O, 'late'):;;    O.late += 1;;elif i == 30 and not hasattr(O, '__slots__') and hasattr(O, '__dict__'):;;    O.late = 1"},
	}

	// Members that a class may have, by group; at most one of a group.
	membersObject = [][]string{
		{"    def m(self, k):\n        return (self.v ^ k) & 0xFFFFFF\n", "    def m(self, k):\n        return k + 1 if k < self.v else k - self.tag\n", "    def m(self, k):\n        self.v = (self.v + k) & 0xFFFF\n        return self.v\n"},
		{"    def twice(self, k):\n        return self.m(k) + self.m(self.v)\n", "    def twice(self, k):\n        return super().__init__ is not None and self.v * 2 + k\n"},
		{"    @property\n    def half(self):\n        return self.v >> 1\n    @half.setter\n    def half(self, q):\n        self.v = q << 1\n"},
		{"    def __add__(self, q):\n        return type(self)(self.v + (q.v if isinstance(q, A) else q) & 0xFFFF)\n    def __radd__(self, q):\n        return self + q\n", "    def __add__(self, q):\n        if isinstance(q, D):\n            return NotImplemented\n        return A((self.v ^ 5) & 0xFFF)\n    def __radd__(self, q):\n        return B(3)\n"},
		{"    def __eq__(self, q):\n        return self.v & 7 == q.v & 7 if isinstance(q, A) else NotImplemented\n    __hash__ = None\n"},
		{"    def __lt__(self, q):\n        return self.v < q.v\n"},
		{"    def __len__(self):\n        return self.v & 7\n", "    def __bool__(self):\n        return self.v & 1 == 0\n"},
		{"    def __getitem__(self, q):\n        if q > 5:\n            raise IndexError(q)\n        return q + self.tag\n    __iter__ = None\n    def __iter__(self):\n        yield self.tag\n        yield from (self.v & 15, 4)\n", "    def __iter__(self):\n        return iter((self.v, 2, self.tag))\n", "    def __iter__(self):\n        for q in range(self.v & 3):\n            if q == 2:\n                return\n            yield q + self.tag\n"},
		{"    def __setitem__(self, q, e):\n        if e & 15 == 9:\n            raise Own(e, 3)\n        self.v = e + q & 0xFFFF\n", "    def __delitem__(self, q):\n        super().__delitem__(q + 1)\n"},
		{"    def __setattr__(self, q, e):\n        object.__setattr__(self, q, e)\n"},
		{"    def __call__(self, q):\n        return self.m(q) & 255\n"},
		{"    def bad(self, k):\n        if k & 3 == 1:\n            raise Own(k & 255)\n        return risky(k) + self.tag\n"},
		{"    def name(self):\n        return 'n' + str(self.v)\n", "    def __repr__(self):\n        return 'K%d' % self.v\n", "    def __str__(self):\n        return super().__repr__()[:9]\n"},
		{"    def __init__(self, v, w=0.5):\n        super().__init__(v + 1, w)\n        self.other = v\n", "    def __init__(self, v, w=2.5):\n        self.w = w\n        self.v = v\n"},
		{"    def __getattr__(self, q):\n        if q == 'extra':\n            return lambda: 4\n        raise AttributeError(q)\n"},
		{"    @classmethod\n    def made(cls, q):\n        return cls(q & 31).v\n"},
		{"    @staticmethod\n    def fixed(q):\n        return q & 1023\n"},
	}
)

// membersBase makes Base what its heirs rely on.
const membersBase = `    def __init__(self, v, w=0.5):
        self.v = v
        self.w = w
    def show(self):
        return type(self).__name__, self.v, self.w, self.tag
    def m(self, k):
        return k & 511
    def twice(self, k):
        return 2 * k
    half = 3
    def __add__(self, q):
        return self
    def __radd__(self, q):
        return self
    def __sub__(self, q):
        return self.v - q.v
    def __lt__(self, q):
        return self.tag < q.tag
    def __len__(self):
        return 2
    def __getitem__(self, q):
        return q if q else self.v
    def __setitem__(self, q, e):
        self.v = (self.v ^ e) & 0xFFFF
    def __delitem__(self, q):
        self.v = q & 7
    def __call__(self, q):
        return q
    def __iter__(self):
        yield self.v & 255
        yield 2
    def bad(self, k):
        return k
    def name(self):
        return 'first'
    def __repr__(self):
        return 'first'
    def extra(self):
        return 1
    @classmethod
    def made(cls, q):
        return cls.tag + q
    @staticmethod
    def fixed(q):
        return -q
`

// headObjects is what all programs have in front: functions that raise, generators,
// a context manager, a closure.
const headObjects = `log = []
def h(p, q=3):
    return (p - q) % 1009 if p > q else (p * 3 + q) % 10007
rule = 3
err, valerr, keyerr, attrerr, lookerr = Exception, ValueError, KeyError, AttributeError, LookupError
class Own(Exception):
    pass
class Guard:
    def __init__(self, n, quiet=False):
        self.n = n
        self.quiet = quiet
    def __enter__(self):
        self.n += 1
        return self
    def __exit__(self, kind, e, tb):
        if e is not None and len(log) < 50:
            log.append((kind.__name__, e.args))
        self.n -= 1
        return self.quiet
own, guard = Own, Guard
def risky(k):
    if k % 13 == 5:
        raise ValueError(k % 100)
    if k % 101 == 7:
        raise Own(k % 50, 2)
    if k % 997 == 3:
        return k // (k - k)
    return k & 1023
def caught(q, k):
    try:
        return q.bad(k)
    except (ValueError, Own, ZeroDivisionError):
        return rule
    finally:
        q.v ^= 1
def count(n):
    k = 0
    try:
        while k < n:
            yield k
            k += 1
    finally:
        log[:1] = [('closed', (k,))]
def tree(n):
    if n:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 2 if n > 1 else 0)
def pairs(q):
    for i, e in enumerate(q):
        yield e, q[i - 1]
def accumulate():
    k = 0
    while True:
        k += yield k
def total(n):
    return sum(k * k for k in range(n))
def adder(n):
    def add(k):
        nonlocal n
        n += k
        return n
    return add
def spread(*q, k=1, **r):
    return len(q) + k + sum(r.values())
def robust(n):
    k = 0
    for i in range(n):
        try:
            k += (yield i + k) or 0
        except ValueError as e:
            k += e.args[0]
        finally:
            k += 1
    return k
def outer(n):
    try:
        yield (yield from robust(n))
    except Own:
        yield -1
def opened(n):
    with Guard(n & 7, n & 1) as q:
        yield q.n
        yield risky(n)
class Steps:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        if self.n <= 0:
            raise StopIteration(self.n)
        self.n -= 1
        return risky(self.n * 3)
class Field:
    def __set_name__(self, cls, name):
        self.name = '_' + name
    def __get__(self, q, cls=None):
        return getattr(q, self.name, 0) + 1 if q is not None else self
    def __set__(self, q, v):
        if v & 31 == 9:
            raise ValueError(v)
        setattr(q, self.name, v)
class Slotted:
    __slots__ = 'v', '_f'
    f = Field()
    def __init__(self, v):
        self.v = self.f = v
    def __hash__(self):
        return self.v & 3
    def __eq__(self, q):
        return self.v & 1 == q.v & 1
class Maker(type):
    def __call__(cls, *q):
        return type.__call__(cls, *q) if q[0] & 7 else None
class Made(metaclass=Maker):
    def __init__(self, v):
        self.v = v
steps, slotted, made, stopiter, asserterr = Steps, Slotted, Made, StopIteration, AssertionError
class Base:
` + membersBase
