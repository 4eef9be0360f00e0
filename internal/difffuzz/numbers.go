package difffuzz

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// maker writes a random program: a function with one long loop over ints around
// the edges of their representations, floats, a list, a dict, a str and tuples. Values
// are cut down in each statement that grows them, so that all programs end.
type maker struct {
	rand        *rand.Rand
	out         strings.Builder
	ints, stmts []weighted[string]
	batched     bool // this is one of many functions in a program: most are short, and so are loops
}

// most returns how many statements a loop has, least or more: most loops of a batch have one to three, for what
// a compiler does to two that stand together is then seen most often for its cost.
func (g *maker) most(least, more int) int {
	if g.batched && g.rand.IntN(8) > 0 {
		return 1 + g.rand.IntN(3)
	}
	return least + g.rand.IntN(more)
}

// rounds chooses how often a loop of a program runs, and in a batch one of short, but for one of 32.
func (g *maker) rounds(short string, long ...string) string {
	if g.batched && g.rand.IntN(32) > 0 {
		return short
	}
	return g.one(long...)
}

// Numbers makes a seed's program of ints, floats and containers.
func Numbers(seed uint64) string {
	g := &maker{rand: rand.New(rand.NewPCG(seed, 0x7469657232)), ints: formsInt, stmts: formsStmt}
	g.out.WriteString(headNumbers)
	g.numbers("main")
	fmt.Fprintf(&g.out, "print(main(%s, 1, 2, 3, 0.5, 1.5))\n", g.one("2000", "2500", "4000"))
	g.out.WriteString("print(main(700, 1 << 65, -5, 0, -1.0, 2.0))\n")
	if g.rand.IntN(3) == 0 { // ints where floats were
		g.out.WriteString("print(main(700, 1, 2, 3, 1, 2))\n")
	}
	return g.out.String()
}

// headNumbers is what all programs have in front.
const headNumbers = `def h(p, q=3):
    if p > q:
        return (p - q) % 1009
    return (p * 3 + q) % 10007
def f(p, q):
    r = p * 0.5 + q
    return r if -1e9 < r < 1e9 else 0.25
def both(p, q):
    return q % 65537, p
`

// numbers makes a function.
func (g *maker) numbers(name string) {
	g.line(0, "def "+name+"(n, a, b, c, x, y):")
	g.out.WriteString(`    t = u = v = (1, 0.5)
    m = 0
    l = [3, 1, 4, 1, 5, 9, 2, 6]
    d = {}
    s = ''
    k = 0
    z = 0.0
    for i in range(n):
`)
	g.block(2, 0, g.most(6, 10))
	// What is overwritten later is not lost: sums of it are printed too.
	g.line(2, "k = (k * 31 + a + (b ^ c)) & 0x3FFFFFFFFFF")
	g.line(2, "z = z * 0.5 + x + y * 0.25")
	g.line(1, "return a, b, c, x, y, l, sorted(d.items()), s, k, z, t, u, v, m, t is u")
}

// one chooses a text.
func (g *maker) one(texts ...string) string { return texts[g.rand.IntN(len(texts))] }

// weighted is a choice that is made as often as its weight says.
type weighted[T any] struct {
	weight int
	choice T
}

func choose[T any](r *rand.Rand, table []weighted[T]) T {
	total := 0
	for _, w := range table {
		total += w.weight
	}
	n := r.IntN(total)
	for _, w := range table {
		if n -= w.weight; n < 0 {
			return w.choice
		}
	}
	panic("unreachable: n < total")
}

// Forms of ints, floats, conditions and statements: I, F and C in them stand for
// an int, a float and a condition made at random, J for a short int, G for a
// short float, O for an instance and K for a class of [Objects].
var (
	namesInt  = []string{"a", "b", "c", "i"}
	leavesInt = []string{
		"0", "1", "2", "3", "7", "255", "1000", "-1", "-7", "2147483648",
		"281474976710655", "-281474976710656", "140737488355328", "4611686018427387904", "9223372036854775807", "1180591620717411303424",
	}
	namesFloat  = []string{"x", "y"}
	leavesFloat = []string{"0.5", "1.25", "-3.0", "1e10", "0.1", "-0.0"}

	formsInt = []weighted[string]{
		{10, "(I + I)"}, {10, "(I - I)"}, {6, "(I * I)"}, {6, "(I & I)"}, {4, "(I | I)"}, {4, "(I ^ I)"},
		{2, "(I % 7)"}, {2, "(I % 64)"}, {1, "(I % -5)"}, {2, "(I % 1000003)"}, {2, "(I // 3)"}, {1, "(I // 16)"}, {1, "(I // -7)"},
		{2, "(I << 1)"}, {1, "(I << 8)"}, {2, "(I >> 3)"}, {1, "(I >> 40)"}, {1, "(I >> 63)"}, {1, "(I >> 64)"},
		{3, "(-I)"}, {2, "(~I)"}, {2, "h(I, I)"}, {1, "h(I)"}, {3, "(I if C else I)"}, {1, "abs(I)"}, {1, "min(I, I)"}, {1, "int(G)"},
	}
	formsFloat = []weighted[string]{
		{6, "(F + F)"}, {6, "(F - F)"}, {6, "(F * F)"}, {1, "(F / 2.0)"}, {1, "(F / -3.5)"}, {1, "(F / (1.0 + x * x))"},
		{1, "(F + (J % 1000))"}, {1, "(F * (J % 1000))"}, {1, "(F // 0.3)"}, {1, "(F // -1.7)"}, {1, "(F % 0.7)"}, {1, "(F % -2.5)"},
		{2, "(-F)"}, {1, "(F if C else F)"}, {1, "float(J % 4099)"},
	}
	formsCond = []weighted[string]{
		{4, "I < I"}, {3, "I <= I"}, {3, "I > I"}, {2, "I >= I"}, {3, "I == I"}, {2, "I != I"},
		{2, "F < F"}, {2, "F >= F"}, {1, "F == F"}, {1, "F != F"}, {1, "J < J < J"},
		{3, "not (C)"}, {2, "(C and C)"}, {2, "(C or C)"}, {1, "J in l"}, {1, "J % 13 in d"}, {1, "J"}, {1, "G"},
		{1, "i % 2 == 0"}, {1, "i % 5 == 0"}, {1, "i % 97 == 0"}, {1, "i > 1500"}, {1, "i > 30"},
	}

	// Lines of a statement are split by ";;".
	formsStmt = []weighted[string]{
		{4, "a = (I) & 0xFFFF"}, {4, "b = (I) % 1000003"}, {4, "c = (I) & 0xFFFFFFFFFFFF"}, {4, "a = (I) & 0xFFFFFFFFFFFFFFFF"},
		{3, "b = (I) % (1 << 90)"}, {3, "c = (I) % (1 << 49) - (1 << 48)"}, {3, "a = (I) % -(1 << 47)"},
		{6, "x = F;;if not (-1e15 < x < 1e15):;;    x = 1.5"}, {6, "y = F;;if not (-1e15 < y < 1e15):;;    y = -2.25"},
		{6, "l[J % 8] = I % 100003"}, {3, "l[-1 - J % 8] = l[J % 8]"}, {5, "a = (a + l[J % len(l)]) % (1 << 80)"},
		{4, "d[J % 13] = d.get(J % 13, 0) + 1"}, {3, "t = (J, G);;b, y = t[0] % 65537, t[1];;if not (-1e15 < y < 1e15):;;    y = 0.0"},
		{3, "a, b, c = b, c % 77777, a % 99991"}, {3, "s = s + chr(97 + a % 26) if len(s) < 50 else ''"}, {2, "c += len(s)"},
		{2, "x = f(G, i)"}, {2, "x = f(G, a % 100)"}, {2, "y = f(G, y)"}, {2, "c = i"},
		{3, "u = t;;t = (J % 65537, G)"}, {2, "t = (t[0] ^ i, x)"}, {2, "a, y = t;;if not (-1e15 < y < 1e15):;;    y = 0.0"}, {2, "m += t is u"},
		{2, "v = (t, u);;m += (v[0] is t) + (v[1] is v[0])"}, {2, "b, a = both(J % 1009, b)"}, {1, "u = t if C else u"}, {1, "l[J % 8] = t[0] % 99991"},
		{1, "for e, q in enumerate(l):;;    c = (c + e * q) % 99991"}, {1, "for e, q in zip(l, (1, 2, i)):;;    a = (a ^ e * q) % 65537"},
		{1, "for e, q in d.items():;;    c = (c + e * q) % 77773"},
		{1, "l.append(I % 1009);;l.pop()"}, {1, "l.sort()"}, {1, "l[:3] = [J % 11, J % 12, J % 13]"},
		{1, "c = sum(l[1:5]) % 8191"}, {1, "b = len(s[2:9]) + (s.find('c') if s else 0)"}, {1, "s = '%d' % (J % 100003)"},
	}
)

// write puts texts in place of the letters of a form.
func (g *maker) write(form string, depth int) string {
	var b strings.Builder
	for i := range len(form) {
		switch form[i] {
		case 'I':
			b.WriteString(g.int(depth + 1))
		case 'F':
			// 0xFFFF is a number: its letters are digits.
			if i > 0 && (form[i-1] == 'x' || form[i-1] == 'F') {
				b.WriteByte('F')
				continue
			}
			b.WriteString(g.float(depth + 1))
		case 'C':
			b.WriteString(g.cond(depth + 1))
		case 'J':
			b.WriteString(g.int(deepest - 1))
		case 'G':
			b.WriteString(g.float(deepest - 1))
		case 'O':
			b.WriteString(g.write(g.one(namesObject...), depth))
		case 'K':
			b.WriteString(g.one(namesClass...))
		default:
			b.WriteByte(form[i])
		}
	}
	return b.String()
}

// deepest is the nesting at which expressions are leaves.
const deepest = 4

func (g *maker) int(depth int) string {
	if depth >= deepest || depth > 1 && g.rand.IntN(3) == 0 {
		if g.rand.IntN(5) < 3 {
			return g.one(namesInt...)
		}
		return g.one(leavesInt...)
	}
	return g.write(choose(g.rand, g.ints), depth)
}

func (g *maker) float(depth int) string {
	if depth >= deepest || depth > 1 && g.rand.IntN(3) == 0 {
		if g.rand.IntN(5) < 3 {
			return g.one(namesFloat...)
		}
		return g.one(leavesFloat...)
	}
	return g.write(choose(g.rand, formsFloat), depth)
}

func (g *maker) cond(depth int) string {
	if depth >= deepest {
		return g.one("a < b", "i & 1", "x > y", "c", "i % 3 == 0")
	}
	return g.write(choose(g.rand, formsCond), depth)
}

// block writes n statements.
func (g *maker) block(indent, depth, n int) {
	for range n {
		g.stmt(indent, depth)
	}
}

// tried writes what a loop does that logs its exceptions.
func (g *maker) tried() {
	g.line(2, "try:")
	g.block(3, 0, g.most(4, 8))
	g.line(2, "except err as e:")
	g.line(3, "m += len(e.args)")
	g.line(3, "if len(log) < 40:")
	g.line(4, "log.append((i, type(e).__name__, str(e)))")
}

// stmt writes a statement; depth is how many others it is in.
func (g *maker) stmt(indent, depth int) {
	kind := g.rand.IntN(100)
	switch {
	case kind < 16 && depth < 3:
		g.line(indent, "if "+g.cond(0)+":")
		g.block(indent+1, depth+1, 1+g.rand.IntN(2))
		if g.rand.IntN(2) == 0 {
			g.line(indent, "else:")
			g.block(indent+1, depth+1, 1+g.rand.IntN(2))
		}
	case kind < 22 && depth < 2:
		v := "j" + strconv.Itoa(depth)
		g.line(indent, "for "+v+" in range("+g.one("2", "3", "7")+"):")
		g.line(indent+1, "a = (a + "+v+") % (1 << 80)")
		g.block(indent+1, depth+1, 1+g.rand.IntN(2))
		if g.rand.IntN(3) == 0 {
			g.line(indent+1, "if "+g.cond(1)+":")
			g.line(indent+2, "break")
		}
	case kind < 27 && depth < 2:
		v := "w" + strconv.Itoa(depth)
		g.line(indent, v+" = "+g.one("2", "4"))
		g.line(indent, "while "+v+" > 0:")
		g.line(indent+1, v+" -= 1")
		if g.rand.IntN(3) == 0 {
			g.line(indent+1, "if "+g.cond(1)+":")
			g.line(indent+2, "continue")
		}
		g.stmt(indent+1, depth+1)
	default:
		for _, l := range strings.Split(g.write(choose(g.rand, g.stmts), 0), ";;") {
			g.line(indent, l)
		}
	}
}

func (g *maker) line(indent int, text string) {
	fmt.Fprintf(&g.out, "%s%s\n", strings.Repeat("    ", indent), text)
}
