package machinetest

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/lower"
)

// What operations of the IR do at the edges of 64 bits, as machine operations of every
// target, which the evaluator runs, and as machine code of the host.

// edgeInts and edgeFloats are the operands.
var (
	edgeInts   = []int64{math.MinInt64, math.MinInt64 + 1, -1 << 32, -64, -7, -2, -1, 0, 1, 2, 3, 62, 63, 64, 65, 1 << 32, math.MaxInt64 - 1, math.MaxInt64}
	edgeFloats = []float64{math.Inf(-1), -math.MaxFloat64, -1 << 63, math.Nextafter(-1<<63, 0), math.Nextafter(-1<<63, math.Inf(-1)), -1.5, -1, math.Copysign(0, -1), 0,
		5e-324, 0.5, 1, 1<<53 + 2, math.Nextafter(1<<63, 0), 1 << 63, math.Inf(1), math.NaN()}
)

// edgeFunc returns the IR of a function of two numbers, a and b, of a type, that stores
// what result is; body computes it.
func edgeFunc(typ, result, body string) string {
	exits := "x1: end"
	if strings.Contains(body, "x0") {
		exits = "x0: deopt, " + exits
	}
	return fmt.Sprintf(`trace @edge form=typed {
frame f0 "edge" () locals=1 slots=2
b0:
  o: ref = slot 0
  a: %[1]s = load o +0 64 class=0
  b: %[1]s = load o +8 64 class=0
  s0 = state f0 pc=0 (_ |)
%[3]s
  store o, %[2]s +16 64 class=0
  s1 = state f0 pc=1 (_ |)
  exit s1 -> x1
}
exits %[4]s
`, typ, result, body, exits)
}

// named gives the values of a text the numbers that the grammar has for them, in order.
func named(text string) string {
	n := 0
	var old []string
	for _, line := range strings.Split(text, "\n") {
		if name, _, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.ContainsAny(name, " \"") && strings.Contains(line, " = ") {
			old = append(old, name, fmt.Sprintf("v%d", n))
			n++
		}
	}
	var out strings.Builder
	for _, w := range words(text) {
		for i := 0; i < len(old); i += 2 {
			if w == old[i] {
				w = old[i+1]
				break
			}
		}
		out.WriteString(w)
	}
	return out.String()
}

// words splits a text into words and what is between them.
func words(text string) (list []string) {
	isWord := func(c byte) bool {
		return c == '_' || c == '.' || c == '@' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	for i := 0; i < len(text); {
		k := i + 1
		for k < len(text) && isWord(text[k]) == isWord(text[i]) {
			k++
		}
		list = append(list, text[i:k])
		i = k
	}
	return list
}

// edges runs functions with all operands.
type edges struct {
	*runner
	table *ir.OpTable
	rules lower.Rules
}

func newEdges(t *testing.T) *edges {
	table, err := ir.NewOpTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &edges{newRunner(t), table, lower.CoreRules(table.Len())}
}

// compile selects machine operations for a text.
func (e *edges) compile(t *testing.T, target *lower.Target, text string) *lower.Func {
	t.Helper()
	f, err := irtext.Parse("", []byte(named(text)), e.table, nil, irtext.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, named(text))
	}
	s := lower.Selector{Target: target, Rules: e.rules, Frame: &lower.FrameLayout{
		Size: func(uint64) int { return 64 }, Box: func(_ *lower.Asm, _ ir.Type, x lower.V) lower.V { return x },
	}}
	fn, err := s.Select(f, lower.Borders{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return fn
}

// expect runs a function for a pair of operands: it must store want, or leave if ok is
// false.
func (e *edges) expect(t *testing.T, target *lower.Target, fn *lower.Func, what string, a, b, want uint64, ok bool) {
	t.Helper()
	memory := make([]byte, 3*areaSize)
	binary.LittleEndian.PutUint64(memory, 0x1000) // the slot, which refers to the second part
	binary.LittleEndian.PutUint64(memory[areaSize:], a)
	binary.LittleEndian.PutUint64(memory[areaSize+8:], b)
	check := func(by string, out left, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s, %s: %v", what, by, err)
		}
		end := fn.Insts[fn.Exits[out.exit].Inst].Op == lower.MLeave
		if got := binary.LittleEndian.Uint64(out.memory[areaSize+16:]); end != ok || ok && got != want {
			t.Errorf("%s of %#x, %#x, %s: %#x, at the end: %v; want %#x, %v", what, a, b, by, got, end, want, ok)
		}
	}
	out, _, err := e.evaluate(fn, memory)
	check("evaluated for "+target.Name, out, err)
	if target == host() {
		out, err = e.native(fn, memory)
		check("on the host", out, err)
	}
}

// floorDiv and floorMod are // and % of Python for what has a result.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 {
	if b == -1 {
		return 0
	}
	return a - floorDiv(a, b)*b
}

var intEdges = []struct {
	op   string
	want func(a, b int64) (int64, bool)
}{
	{"add", func(a, b int64) (int64, bool) { return a + b, true }},
	{"sub", func(a, b int64) (int64, bool) { return a - b, true }},
	{"mul", func(a, b int64) (int64, bool) { return a * b, true }},
	{"and", func(a, b int64) (int64, bool) { return a & b, true }},
	{"or", func(a, b int64) (int64, bool) { return a | b, true }},
	{"xor", func(a, b int64) (int64, bool) { return a ^ b, true }},
	{"add.ov", func(a, b int64) (int64, bool) { return a + b, (a+b > a) == (b > 0) }},
	{"sub.ov", func(a, b int64) (int64, bool) { return a - b, (a-b < a) == (b > 0) }},
	{"mul.ov", func(a, b int64) (int64, bool) {
		if a == 0 || b == 0 {
			return 0, true
		}
		lowest := a == math.MinInt64 && b == -1 || b == math.MinInt64 && a == -1
		return a * b, !lowest && a*b/b == a
	}},
	{"shl.ov", func(a, b int64) (int64, bool) {
		if b < 0 || b > 63 {
			return 0, false
		}
		return a << b, a<<b>>b == a
	}},
	{"div.ov", func(a, b int64) (int64, bool) {
		if b == 0 || a == math.MinInt64 && b == -1 {
			return 0, false
		}
		return floorDiv(a, b), true
	}},
	{"mod.ov", func(a, b int64) (int64, bool) {
		if b == 0 {
			return 0, false
		}
		return floorMod(a, b), true
	}},
}

// forms are the ways to write an operation of two numbers: both in registers, or one of
// them a constant.
func forms(op string, a, b int64) []struct{ what, body string } {
	state := ""
	if strings.HasSuffix(op, ".ov") {
		state = ", s0 -> x0"
	}
	return []struct{ what, body string }{
		{op, fmt.Sprintf("  r: i64 = %s a, b%s", op, state)},
		{op + " by a constant", fmt.Sprintf("  r: i64 = %s a, %d%s", op, b, state)},
		{op + " of a constant", fmt.Sprintf("  r: i64 = %s %d, b%s", op, a, state)},
	}
}

// TestIntEdges: arithmetic of ints.
func TestIntEdges(t *testing.T) {
	e := newEdges(t)
	for _, target := range targets {
		for _, c := range intEdges {
			both := e.compile(t, target, edgeFunc("i64", "r", forms(c.op, 0, 0)[0].body))
			both = cloned(both)
			for _, a := range edgeInts {
				for _, b := range edgeInts {
					want, ok := c.want(a, b)
					e.expect(t, target, both, c.op, uint64(a), uint64(b), uint64(want), ok)
				}
			}
			for i, n := range edgeInts {
				for k, p := range forms(c.op, n, n)[1:] {
					if n == 0 && strings.HasSuffix(c.op, ".ov") && !strings.HasPrefix(c.op, "shl") && c.op != "add.ov" && c.op != "sub.ov" && c.op != "mul.ov" && k == 0 {
						continue // the passes leave no division by 0
					}
					fn := e.compile(t, target, edgeFunc("i64", "r", p.body))
					for j, m := range edgeInts {
						a, b := m, n
						if k == 1 {
							a, b = n, m
						}
						if (i+j)%3 != 0 && a != math.MinInt64 && b != -1 {
							continue // a third of the pairs is enough for operands that are constants
						}
						want, ok := c.want(a, b)
						e.expect(t, target, fn, p.what, uint64(a), uint64(b), uint64(want), ok)
					}
				}
			}
		}
	}
}

// cloned copies what a selector writes over.
func cloned(f *lower.Func) *lower.Func {
	c := *f
	c.Insts, c.Operands, c.Exits, c.Entry = slices.Clone(f.Insts), slices.Clone(f.Operands), slices.Clone(f.Exits), slices.Clone(f.Entry)
	c.Classes, c.Blocks = slices.Clone(f.Classes), slices.Clone(f.Blocks)
	return &c
}

// comparisons are what compares ints, and floats.
var intComparisons = []struct {
	op    string
	holds func(a, b int64) bool
}{
	{"eq", func(a, b int64) bool { return a == b }}, {"ne", func(a, b int64) bool { return a != b }},
	{"lt", func(a, b int64) bool { return a < b }}, {"le", func(a, b int64) bool { return a <= b }},
	{"gt", func(a, b int64) bool { return a > b }}, {"ge", func(a, b int64) bool { return a >= b }},
	{"ult", func(a, b int64) bool { return uint64(a) < uint64(b) }},
}

var floatComparisons = []struct {
	op    string
	holds func(a, b float64) bool
}{
	{"feq", func(a, b float64) bool { return a == b }}, {"fne", func(a, b float64) bool { return a != b }},
	{"flt", func(a, b float64) bool { return a < b }}, {"fle", func(a, b float64) bool { return a <= b }},
	{"fgt", func(a, b float64) bool { return a > b }}, {"fge", func(a, b float64) bool { return a >= b }},
}

// uses are what tests a comparison c: its value, guards, selections. ok says that the
// function comes to its end if c holds, and if it does not.
var uses = []struct {
	what, body  string
	yes, no     int64
	okYes, okNo bool
}{
	{"value", "  r: i64 = b2i c", 1, 0, true, true},
	{"not", "  n: bool = bnot c\n  r: i64 = b2i n", 0, 1, true, true},
	{"guard.true", "  guard.true c, s0 -> x0\n  r: i64 = add a, 0", 0, 0, true, false},
	{"guard.false", "  guard.false c, s0 -> x0\n  r: i64 = add a, 0", 0, 0, false, true},
	{"select", "  r: i64 = select c, 5, 6", 5, 6, true, true},
}

// TestIntComparisons: comparisons of ints, and what tests them.
func TestIntComparisons(t *testing.T) {
	e := newEdges(t)
	for _, target := range targets {
		for _, c := range intComparisons {
			for _, u := range uses {
				try := func(operands string, as, bs []int64) {
					fn := e.compile(t, target, edgeFunc("i64", "r", "  c: bool = "+c.op+" "+operands+"\n"+u.body))
					for _, a := range as {
						for _, b := range bs {
							want, ok := u.no, u.okNo
							if c.holds(a, b) {
								want, ok = u.yes, u.okYes
							}
							if strings.HasPrefix(u.what, "guard") {
								want = a
							}
							e.expect(t, target, fn, c.op+" "+operands+" "+u.what, uint64(a), uint64(b), uint64(want), ok)
						}
					}
				}
				try("a, b", edgeInts, edgeInts)
				for _, n := range []int64{0, 1, -1, 63, math.MinInt64} {
					try(fmt.Sprintf("a, %d", n), edgeInts, []int64{n})
					try(fmt.Sprintf("%d, b", n), []int64{n}, edgeInts)
				}
			}
		}
	}
}

// TestFloatComparisons: comparisons of floats, what tests them, and the lesser and the
// greater of two, which is the one that is asked for also if they are equal or one is NaN.
func TestFloatComparisons(t *testing.T) {
	e := newEdges(t)
	for _, target := range targets {
		for _, c := range floatComparisons {
			each := func(what, result, body string, f func(a, b float64, holds bool) (uint64, bool)) {
				fn := e.compile(t, target, edgeFunc("f64", result, "  c: bool = "+c.op+" a, b\n"+body))
				for _, a := range edgeFloats {
					for _, b := range edgeFloats {
						want, ok := f(a, b, c.holds(a, b))
						e.expect(t, target, fn, c.op+" "+what, math.Float64bits(a), math.Float64bits(b), want, ok)
					}
				}
			}
			pick := func(yes, no uint64, holds bool) (uint64, bool) {
				if holds {
					return yes, true
				}
				return no, true
			}
			each("value", "r", "  r: i64 = b2i c", func(a, b float64, h bool) (uint64, bool) { return pick(1, 0, h) })
			each("guard.true", "a", "  guard.true c, s0 -> x0", func(a, b float64, h bool) (uint64, bool) { return math.Float64bits(a), h })
			each("guard.false", "a", "  guard.false c, s0 -> x0", func(a, b float64, h bool) (uint64, bool) { return math.Float64bits(a), !h })
			each("select", "r", "  r: i64 = select c, 5, 6", func(a, b float64, h bool) (uint64, bool) { return pick(5, 6, h) })
			each("one", "r", "  r: f64 = fselect c, a, b", func(a, b float64, h bool) (uint64, bool) { return pick(math.Float64bits(a), math.Float64bits(b), h) })
			each("the other", "r", "  r: f64 = fselect c, b, a", func(a, b float64, h bool) (uint64, bool) { return pick(math.Float64bits(b), math.Float64bits(a), h) })
		}
	}
}

// TestConversions: f2i.ov leaves for all that is no int64, and for the lowest one.
func TestConversions(t *testing.T) {
	e := newEdges(t)
	for _, target := range targets {
		fn := e.compile(t, target, edgeFunc("f64", "r", "  r: i64 = f2i.ov a, s0 -> x0"))
		for _, a := range edgeFloats {
			ok := a > -1<<63 && a < 1<<63
			want := int64(0)
			if ok {
				want = int64(a)
			}
			e.expect(t, target, fn, "f2i.ov", math.Float64bits(a), 0, uint64(want), ok)
		}
		fn = e.compile(t, target, edgeFunc("i64", "r", "  r: f64 = i2f a"))
		for _, a := range edgeInts {
			e.expect(t, target, fn, "i2f", uint64(a), 0, math.Float64bits(float64(a)), true)
		}
	}
}

// TestBits: guards, branches and selections that test some bits of a number.
func TestBits(t *testing.T) {
	e := newEdges(t)
	for _, target := range targets {
		for _, mask := range []int64{1, 6, 8, 1 << 31, 1 << 40, math.MinInt64, -1} {
			for _, op := range []string{"eq", "ne"} {
				for _, u := range uses {
					body := fmt.Sprintf("  m: i64 = and a, %d\n  c: bool = %s m, 0\n%s", mask, op, u.body)
					fn := e.compile(t, target, edgeFunc("i64", "r", body))
					for _, a := range append(edgeInts, mask, ^mask) {
						want, ok := u.no, u.okNo
						if (a&mask == 0) == (op == "eq") {
							want, ok = u.yes, u.okYes
						}
						if strings.HasPrefix(u.what, "guard") {
							want = a
						}
						e.expect(t, target, fn, fmt.Sprintf("& %#x %s 0 %s", mask, op, u.what), uint64(a), 0, uint64(want), ok)
					}
				}
			}
		}
	}
}

// TestExitValues: an operation that leaves has not written over what its state holds, also
// where nothing needs that any more when the operation does not leave.
func TestExitValues(t *testing.T) {
	e := newEdges(t)
	for op, operands := range map[string][2]int64{
		"add.ov a, b": {math.MaxInt64, 2}, "sub.ov a, b": {math.MinInt64, 2}, "mul.ov a, b": {math.MaxInt64, 3}, "shl.ov a, b": {5, 62},
		"neg.ov a": {math.MinInt64, 2}, "add.ov a, 7": {math.MaxInt64, 2}, "sub.ov a, 7": {math.MinInt64, 2}, "mul.ov a, 7": {math.MaxInt64, 2},
		"div.ov a, b": {math.MinInt64, -1}, "mod.ov a, b": {9, 0},
	} {
		text := strings.Replace(edgeFunc("i64", "r", "  r: i64 = "+op+", s0 -> x0"), "pc=0 (_ |)", "pc=0 (box a | box b)", 1)
		fn := e.compile(t, host(), text)
		memory := make([]byte, 3*areaSize)
		binary.LittleEndian.PutUint64(memory, 0x1000)
		binary.LittleEndian.PutUint64(memory[areaSize:], uint64(operands[0]))
		binary.LittleEndian.PutUint64(memory[areaSize+8:], uint64(operands[1]))
		got, err := e.native(fn, memory)
		if err != nil {
			t.Fatal(err)
		}
		if want := []uint64{uint64(operands[0]), uint64(operands[1])}; !slices.Equal(got.values, want) {
			t.Errorf("%s leaves with %#x, want %#x", op, got.values, want)
		}
	}
}
