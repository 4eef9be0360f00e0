package difffuzz

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Containers makes a seed's program of containers, text, names and modules: a function with one
// long loop over them, and loops over a module's and a class's names.
func Containers(seed uint64) string {
	return headContainers + containers(seed, false) + "print(main(2500, 1, 2, 3, 0.5, 1.5))\nprint(main(700, 1 << 65, -5, 0, -1.0, 2.0))\nprint(log, named, Body.t)\n"
}

// BatchContainers makes one program of n of them, those of the seeds from first on, which share what all
// have in front. What they print begins with their seed.
func BatchContainers(first uint64, n int) string {
	var b strings.Builder
	b.WriteString(headContainers)
	for i := range uint64(n) {
		seed := first + i
		fmt.Fprintf(&b, "log.clear()\ntotal = 1\n%s", containers(seed, true))
		for _, call := range []string{"print(S, main(48, 1, 2, 3, 0.5, 1.5))", "print(S, main(16, 1 << 65, -5, 0, -1.0, 2.0))"} {
			fmt.Fprintf(&b, "try:\n    %s\nexcept Exception as e:\n    print(%d, type(e).__name__, e)\n", strings.Replace(call, "S", strconv.FormatUint(seed, 10), 1), seed)
		}
		fmt.Fprintf(&b, "print(%d, log, named, Body.t)\n", seed)
	}
	return b.String()
}

// containers makes main of a seed's program, and what its module does.
func containers(seed uint64, batched bool) string {
	g := &maker{
		rand:  rand.New(rand.NewPCG(seed, 0x636f6e7461696e)),
		ints:  slices.Concat(formsInt, formsIntContainer),
		stmts: slices.Concat(formsStmt[:8], formsStmtContainer),

		batched: batched,
	}
	g.out.WriteString(`def main(n, a, b, c, x, y):
    global total
    l = [3, 1, 4, 1, 5, 9, 2, 6]
    t = r = (1, 2, 3, 4, 5, 6, 7, 8)
    d = {}
    s = 'abcdef'
    m = 0
    u = {'k': 1}
    small = {1, 2, 3, 300}
    few = Few([1, 2])
    slim, watched, instance = Slim(3), Watched(), Plain()
    by, ba = b'abcdefgh', bytearray(8)
`)
	code := g.one("b", "B", "h", "H", "i", "I", "q", "Q", "l", "L", "f", "d")
	fmt.Fprintf(&g.out, "    nums, reals = array(%q, [1, 2, 3, 4, 5, 6, 7, 8]), array('d', [0.5] * 8)\n    for i in range(n):\n", code)
	g.tried()
	g.line(2, "m = (m * 31 + int(a) + (int(b) ^ int(c)) + total) & 0x3FFFFFFFFFF")
	g.out.WriteString("    return a, b, c, x, y, l, t, sorted(d.items()), s, m, len(few), slim.v, nums.tolist(), reals.tolist(), bytes(ba), total\n")
	// Names of a module and of a class.
	g.out.WriteString("named = 1\nfor step in range(" + g.rounds("60", "900", "1500") + "):\n")
	for range 1 + g.rand.IntN(3) {
		g.line(1, g.one(
			"named = (named * 3 + step) & 0xFFFF", "gone = step;;    del gone", "named ^= len(log)", "if named & 1:;;        named += 5", "named = h(named, step)",
			"named += -1 if step is None else 2", "other = [named & 7, step];;    p, q = other;;    named ^= p", "named = min(named, 4000)"))
	}
	g.out.WriteString("class Body:\n    t = 0\n    for k in range(" + g.rounds("50", "700", "1200") + "):\n")
	for range 1 + g.rand.IntN(2) {
		g.line(2, g.one("t = (t * 5 + k) & 0xFFFF", "gone = k;;        del gone", "t ^= named", "if t & 3 == 1:;;            t += 7", "t = h(t, k)"))
	}
	return strings.ReplaceAll(g.out.String(), ";;", "\n")
}

var (
	formsIntContainer = []weighted[string]{
		{2, "len(s)"}, {2, "nums[J & 7]"}, {1, "by[J & 7]"}, {1, "ba[J & 7]"}, {1, "t[J & 7]"}, {2, "l[J & 7]"}, {1, "few.rest(J & 7)"}, {1, "slim.kind"}, {1, "watched.v"},
		{1, "keyed(J & 7, r=J & 15)"}, {1, "max(I, J)"}, {1, "(J & 15) ** 3"}, {1, "(J & 15) ** (J & 3)"}, {1, "int(l[-1] is not None)"}, {1, "total"}, {1, "ord(s[J % 3])"},
	}
	// Letters in capitals are replaced: names have none of I, F, C, J, G, O and K.
	formsStmtContainer = []weighted[string]{
		{3, "s += chr(97 + (J & 15));;if len(s) > 40:;;    s = 'abcdef'"}, {2, "c = ord(s[J % 6]) if len(s) > 5 else 3"}, {1, "s = s[J & 3:] + 'xyzabc'[:J & 7];;s = s[:30]"},
		{2, "q = l[1:J & 7];;a = len(q)"}, {2, "l[2:4] = l[J & 3:(J & 3) + 2];;del l[8:];;l.extend((1, 2, 3, 4, 5, 6, 7, 8)[len(l):])"},
		{1, "c = sum(l[::2]) & 0xFFFF"}, {1, "q = s[::-1];;m += q == s"}, {1, "c = len(s[J & 7::3])"}, {1, "q = slice(J & 3, 7);;c = l[q][0] & 255"},
		{2, "s = f'{a}-{b & 15:x}{s!r:.9}'[:20]"}, {1, "s = f'{x:.3f}{i}'"}, {1, "s = ('%d,%s' % (a, s))[:12]"}, {1, "s = ','.join(str(e & 7) for e in l)[:30]"},
		{2, "q = tuple(l);;c = q[J & 7] & 255"}, {1, "t = tuple(e & 3 for e in l);;c = len(t)"}, {1, "t = tuple(l)"}, {1, "t, r = r, t"},
		{2, "d[J % 13] = i;;del d[next(iter(d))]"}, {1, "del l[J & 7];;l.append(J & 1023)"}, {1, "d[J % 7] = l[J & 7]"}, {1, "d.update({J & 7: i});;c = d.pop(J & 7, 0) & 255"},
		{2, "q = {**d, 1: J & 7};;c = len(q)"}, {1, "q = {*l, *t};;c = len(q)"}, {1, "l[1:3] = t[:2]"}, {2, "q = J & 3;;l[q:q + 2] = t[:2]"}, {1, "q = J & 7;;ba[q:] = by[q:]"}, {1, "q = J & 1;;l[q:q] = l[:0]"}, {1, "q = [*l, *t];;c = len(q)"}, {1, "q = {e & 7 for e in l};;c = len(q)"}, {1, "q = {e: i for e in l};;c = len(q)"},
		{2, "if maybe(J) is None:;;    a ^= 1;;else:;;    b ^= 2"}, {1, "m += maybe(J) is None"}, {1, "q = maybe(J);;m += (q is not None) + (q is l)"}, {1, "if maybe(J):;;    b ^= 4"},
		{2, "m += (J & 511) in small"}, {1, "m += (J & 7) in {1, 5, 6}"}, {1, "small.add(J & 3);;small.discard(J & 3);;c = len(small)"},
		{2, "match u:;;    case {'k': q, 'w': 0 | 1 as z}:;;        a = q + z;;    case {'k': q}:;;        b = q;;    case [q, *z]:;;        c = q + len(z);;    case _:;;        c = 3"},
		{1, "u = {'k': J & 7, 'w': J & 3}"}, {1, "u = [J & 7, 1, 2]"}, {1, "u = {'k': i & 7}"}, {1, "u = s"},
		{1, "import math as q;;c = q.gcd(J & 255, 12)"}, {1, "from sys import maxsize as q;;a ^= q & 7"}, {1, "c = sys.maxsize & 63"}, {1, "y = math.pi * 0.5"}, {1, "x = math.sqrt(abs(G))"},
		{1, "x = math.fabs(G) + abs(G)"}, {1, "y = math.floor(y) * 0.5"},
		{2, "total = (total + J) & 0xFFFF"}, {1, "lost = J & 7;;c = lost;;del lost"}, {1, "setname(J & 7)"},
		{2, "a = keyed(J & 7, r=J & 15)"}, {1, "a = keyed(J & 7, q=1, r=i) & 0xFFFF"}, {1, "q = sorted(l, reverse=True);;c = q[0] & 255"}, {1, "a = few.rest(k=J & 7)"}, {1, "a = instance.keyed(k=J & 7)"},
		{1, "c = few.kind + slim.kind + slim.v"}, {1, "slim.v = J & 63"}, {1, "few.append(J & 7);;if len(few) > 9:;;    few.clear()"}, {1, "few.late = J & 3;;c = few.late"}, {1, "c = watched.v + watched.w"},
		{1, "c = len(few) + few.rest(1)"}, {2, "c = spread(*l[:3], k=J & 7)"}, {2, "c = spread(**{'k': J & 7})"}, {2, "c = h(*t[:2])"}, {1, "c = max(*l) & 255"}, {1, "c = min(*(J & 7, 3)) & 255"}, {1, "q = dict(**{'k': J & 7});;c = q['k']"}, {1, "q = Plain(*());;c = q.keyed(*l[:2]) & 0xFFFF"}, {1, "q = few.rest;;c = q(J & 7)"}, {2, "q = few.rest;;c = q()"}, {2, "q = instance.keyed;;c = q(k=J & 7)"},
		{2, "if l:;;    a ^= 1"}, {1, "if not s:;;    b ^= 1"}, {1, "if not d:;;    c ^= 3"}, {1, "q = not (a & 1);;m += q"}, {1, "q = not l;;m += q"}, {1, "if few:;;    c ^= 1"}, {1, "q = None if i & 1 else l;;if q:;;    a ^= 3"},
		{2, "q = l[:2];;p, q = q;;a = (p ^ q) & 0xFFFF"}, {1, "q = (J & 7, b, c);;p, b, c = q"}, {1, "p, q = s[:2].ljust(2)"}, {1, "p, *q = t;;c = len(q)"}, {1, "p, q = {1: 2, 3: 4};;c = p + q"},
		{1, "c = driven(two(J & 7))"}, {1, "for q in s:;;    c = (c * 3 + ord(q)) & 0xFFFF"}, {1, "for q in by:;;    c = (c + q) & 0xFFFF"}, {1, "for q in t:;;    c = (c ^ q) & 0xFFFF"},
		{2, "nums[J & 7] = J & 63"}, {1, "nums[J & 15] = J & 127"}, {1, "nums[-1 - (J & 7)] += J & 1"}, {2, "a = (nums[J & 7] + nums[i & 7]) & 0xFFFF if nums.typecode not in 'fd' else 1"}, {1, "reals[J & 7] = G"}, {1, "x = reals[J & 7] * 0.5 + reals[i & 7]"},
		{1, "c = by[J & 7] ^ by[-1 - (i & 7)]"}, {1, "ba[J & 7] = J & 255;;c = ba[i & 7]"}, {1, "ba[J & 7] = J & 511"}, {1, "c = len(nums) + len(by) + len(ba) + len(t) + len(small) + len(d)"},
		{1, "x = abs(G) ** 0.5 if abs(G) < 1e300 else 1.5"}, {1, "y = x ** 2 if -1e6 < x < 1e6 else 0.5"}, {1, "c = (J & 7) ** 3"}, {1, "c = (J & 15) ** (J & 3)"}, {1, "x = (J & 1023) / ((J & 15) + 1)"},
		{1, "x = (J & 1023) / (J & 3)"}, {1, "c = max(J, I) & 0xFFFF"}, {1, "c = pow(J & 15, 3, 1009)"}, {1, "a = ~I & 0xFFFFFF"}, {1, "m += s == 'abcdef'"}, {1, "m += s < 'b'"}, {1, "m += s[:1] == s[-1:]"}, {1, "m += 'b' in s"},
		{1, "q = str(J & 1023);;c = len(q)"}, {1, "q = type(l[J & 7]);;m += q is int"}, {1, "m += isinstance(u, dict)"}, {1, "c = len(l.copy()) + l.index(l[J & 7])"}, {1, "c = d.get(J & 7) or 3"}, {1, "l.insert(J & 7, i);;l.pop()"},
		{1, "c = s.count('a') + s.rfind('b')"}, {1, "s = s.replace('a', 'b').upper().lower()"}, {1, "s, c = s.partition('c')[0] + 'c', len(s.split('b'))"}, {1, "try:;;    c = l[J & 15];;except lookerr:;;    c = 1"},
		{1, "q = [];;for e in l:;;    q.append(e & 7);;l = q"}, {1, "q = [[e] for e in l];;c = q[J & 7][0] & 255"}, {1, "l = sorted(l)"}, {1, "c = (I << (J & 63)) & 0xFFFFFFFF"}, {1, "c = (I >> (J & 127)) & 0xFFFF"},
	}
)

// headContainers is what all programs have in front.
const headContainers = `import math, sys
from array import array
log = []
total = 1
err, lookerr = Exception, LookupError
def h(p, q=3):
    return (p - q) % 1009 if p > q else (p * 3 + q) % 10007
def f(p, q):
    return 0.5
def both(p, q):
    return q % 65537, p
def maybe(k):
    return None if k & 1 else k
def keyed(p, *, q=2, r=3):
    return p * 16 + q + r
def spread(*q, k=1, **r):
    return len(q) + k + len(r)
def setname(k):
    global late
    late = k
    if k & 1:
        del late
class Few(list):
    kind = 5
    def rest(self, k=1):
        return len(self) + k
class Plain:
    def keyed(self, j=1, k=2):
        return j * 8 + k
class Slim:
    __slots__ = 'v',
    kind = 3
    def __init__(self, v):
        self.v = v
class Watched:
    def __getattribute__(self, q):
        return len(q) + 2 if q == 'v' else 5
class Later:
    def __init__(self, k):
        self.k = k
    def __await__(self):
        return self.k
        yield
async def one(k):
    return k + await Later(k)
async def two(k):
    return await one(k) + 1
def driven(c):
    try:
        c.send(None)
    except StopIteration as e:
        return e.value
`
