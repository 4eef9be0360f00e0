package simplify

import (
	"math"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
)

// types finds the representations of a pattern's variables.
func types(n *node, vars map[byte]ir.Type, t ir.Type) {
	if n.name != 0 {
		vars[n.name] = t
	}
	for i, a := range n.args {
		types(a, vars, ir.CoreOps.Row(n.op).Args[i])
	}
}

func variables(r *rule) (names []byte, vars map[byte]ir.Type) {
	vars = map[byte]ir.Type{}
	types(r.pattern, vars, ir.Void)
	for c := byte('a'); c <= 'z'; c++ {
		if _, ok := vars[c]; ok {
			names = append(names, c)
		}
	}
	return names, vars
}

func size(n *node) int {
	if n.name != 0 || n.konst != nil {
		return 0
	}
	k := 1
	for _, a := range n.args {
		k += size(a)
	}
	return k
}

// TestRulesNoWorse checks that no rule makes more operations than it takes, and
// that its variables fit the matcher.
func TestRulesNoWorse(t *testing.T) {
	for i := range rules {
		r := &rules[i]
		if size(r.result) > size(r.pattern) {
			t.Errorf("%s: %d operations become %d", r.name, size(r.pattern), size(r.result))
		}
		if names, _ := variables(r); len(names) > maxVars {
			t.Errorf("%s has %d variables", r.name, len(names))
		}
	}
}

// Semantics at 8 bits. Integers are sign-extended int8s, truth values 0 or 1.

// wrap8 computes the operations that never leave.
var wrap8 = map[ir.Op]func(x, y int) int{
	ir.OpAdd: func(x, y int) int { return x + y },
	ir.OpSub: func(x, y int) int { return x - y },
	ir.OpMul: func(x, y int) int { return x * y },
	ir.OpNeg: func(x, _ int) int { return -x },
	ir.OpAnd: func(x, y int) int { return x & y },
	ir.OpOr:  func(x, y int) int { return x | y },
	ir.OpXor: func(x, y int) int { return x ^ y },
	ir.OpNot: func(x, _ int) int { return ^x },
	ir.OpShl: func(x, y int) int { return x << (y & 7) },
	ir.OpSar: func(x, y int) int { return x >> (y & 7) },
	ir.OpShr: func(x, y int) int { return int(uint8(x) >> (y & 7)) },
}

var compare8 = map[ir.Op]func(x, y int) bool{
	ir.OpEq:        func(x, y int) bool { return x == y },
	ir.OpNe:        func(x, y int) bool { return x != y },
	ir.OpLt:        func(x, y int) bool { return x < y },
	ir.OpLe:        func(x, y int) bool { return x <= y },
	ir.OpGt:        func(x, y int) bool { return x > y },
	ir.OpGe:        func(x, y int) bool { return x >= y },
	ir.OpUlt:       func(x, y int) bool { return uint8(x) < uint8(y) },
	ir.OpBNot:      func(x, _ int) bool { return x == 0 },
	ir.OpBoolToI64: func(x, _ int) bool { return x != 0 },
}

// checked8 computes the operations that leave where the result does not fit.
var checked8 = map[ir.Op]func(x, y int) (int, bool){
	ir.OpAddOv: func(x, y int) (int, bool) { return x + y, true },
	ir.OpSubOv: func(x, y int) (int, bool) { return x - y, true },
	ir.OpMulOv: func(x, y int) (int, bool) { return x * y, true },
	ir.OpShlOv: func(x, y int) (int, bool) {
		if y < 0 || y > 7 {
			return 0, false
		}
		return x << y, true
	},
	ir.OpDivOv: func(x, y int) (int, bool) {
		if y == 0 {
			return 0, false
		}
		return int(math.Floor(float64(x) / float64(y))), true
	},
	ir.OpModOv: func(x, y int) (int, bool) {
		if y == 0 {
			return 0, false
		}
		return x - y*int(math.Floor(float64(x)/float64(y))), true
	},
}

// eval8 computes a node at 8 bits; ok is false if it leaves.
func eval8(t *testing.T, n *node, vars *[256]int) (x int, ok bool) {
	switch {
	case n.name != 0:
		return vars[n.name], true
	case n.konst != nil:
		return int(int8(n.konst.aux)), true
	}
	var a [2]int
	for i := range n.args {
		if a[i], ok = eval8(t, n.args[i], vars); !ok {
			return 0, false
		}
	}
	if f := wrap8[n.op]; f != nil {
		return int(int8(f(a[0], a[1]))), true
	}
	if f := compare8[n.op]; f != nil {
		if f(a[0], a[1]) {
			return 1, true
		}
		return 0, true
	}
	f := checked8[n.op]
	if f == nil {
		t.Fatalf("no semantics of %s at 8 bits", ir.CoreOps.Row(n.op).Name)
	}
	x, ok = f(a[0], a[1])
	return x, ok && x == int(int8(x))
}

// TestRules proves every rule over integers and truth values: exhaustively at 8
// bits, leaving included.
func TestRules(t *testing.T) {
	proved := 0
	for i := range rules {
		r := &rules[i]
		names, vars := variables(r)
		if !discrete(r.pattern) {
			continue
		}
		proved++
		var at [256]int
		var try func(k int)
		try = func(k int) {
			if k < len(names) {
				lo, hi := math.MinInt8, math.MaxInt8
				if vars[names[k]] == ir.Bool {
					lo, hi = 0, 1
				}
				for x := lo; x <= hi; x++ {
					at[names[k]] = x
					try(k + 1)
				}
				return
			}
			a, okA := eval8(t, r.pattern, &at)
			b, okB := eval8(t, r.result, &at)
			if okA != okB || okA && a != b {
				t.Fatalf("%s: x=%d y=%d b=%d: %d, %v becomes %d, %v", r.name, at['x'], at['y'], at['b'], a, okA, b, okB)
			}
		}
		try(0)
	}
	if proved < 40 {
		t.Errorf("only %d rules over integers and truth values", proved)
	}
}

// discrete reports whether a pattern is about integers and truth values only.
func discrete(n *node) bool {
	if n.name != 0 || n.konst != nil {
		return true
	}
	row := ir.CoreOps.Row(n.op)
	for i, a := range n.args {
		if t := row.Args[i]; t != ir.I64 && t != ir.Bool || !discrete(a) {
			return false
		}
	}
	return row.Result == ir.I64 || row.Result == ir.Bool
}

var (
	someFloats = []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, -2, 3, 1e308, -1e308, math.MaxFloat64, 5e-324, -5e-324, 2.2250738585072014e-308,
		math.Inf(1), math.Inf(-1), math.NaN(), 0.1, 1 << 53, -(1<<53 - 1), math.Pi,
	}
	someInts = []int64{0, 1, -1, 2, 7, 63, 64, -128, 1 << 31, 1 << 47, -1 << 47, 1 << 62, math.MaxInt64, math.MinInt64, math.MinInt64 + 1}
)

// inputs returns values of a representation to try.
func inputs(m *eval.Model, t ir.Type) (list []uint64) {
	switch t {
	case ir.I64:
		for _, n := range someInts {
			list = append(list, uint64(n))
		}
	case ir.F64:
		for _, x := range someFloats {
			list = append(list, math.Float64bits(x))
		}
	case ir.Bool:
		return []uint64{0, 1}
	case ir.Ref:
		return []uint64{m.None(), m.BoxBool(true), m.Object(1)}
	}
	return list
}

// function builds a function that leaves with a pattern's result, its variables
// being entry values. With swap, operations that commute have their operands
// exchanged.
func function(r *rule, swap bool) *ir.Func {
	f := ir.NewFunc(r.name, ir.CoreOps, ir.GuestTypes{"int", "float", "bool", "none", "object"})
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "rule", NumLocals: 1, NumSlots: 1})
	c := f.AtEnd(f.NewBlock())
	names, vars := variables(r)
	values := map[byte]*ir.Value{}
	for i, n := range names {
		f.Entries = append(f.Entries, vars[n])
		values[n] = c.AddTyped(ir.OpEntry, vars[n], int64(i))
	}
	var build func(n *node) *ir.Value
	build = func(n *node) *ir.Value {
		switch {
		case n.name != 0:
			return values[n.name]
		case n.konst != nil:
			return (&matcher{}).build(f, n, nil)
		}
		var args []*ir.Value
		for _, a := range n.args {
			args = append(args, build(a))
		}
		if swap && n.commutes {
			args[0], args[1] = args[1], args[0]
		}
		if !ir.CoreOps.Row(n.op).States[ir.Before] {
			return c.Add(n.op, args...)
		}
		s := c.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, nil)
		return c.AddGuard(n.op, 0, s, ir.Deopt, args...)
	}
	c.Exit(c.AddAux(ir.OpState, ir.StateAux(0, 0, 2), nil, build(r.pattern)), ir.End)
	return f
}

// TestRulesFire checks that every rule fires where its pattern stands, whichever
// way round the operands of commutative operations are, and that the evaluator
// gives the same before and after.
func TestRulesFire(t *testing.T) {
	m := eval.NewModel()
	set, err := passes.NewSet(Pass)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rules {
		for _, swap := range []bool{false, true} {
			r := &rules[i]
			before, f := function(r, swap), function(r, swap)
			p, err := passes.Parse("simplify", set)
			if err != nil {
				t.Fatal(err)
			}
			ctx, fire := passes.NewContext(f), &passes.Firing{}
			ctx.SetFiring(fire)
			if err := p.Run(ctx); err != nil {
				t.Fatal(err)
			}
			if fire.Count(Pass)[i] == 0 {
				t.Errorf("%s does not fire (%v) in\n%s", r.name, fire.Stats(), irtext.String(before))
			}
			for _, d := range verify.Check(f, verify.Options{}) {
				t.Errorf("%s: %v\n%s", r.name, d, irtext.String(f))
			}
			agree(t, m, r, before, f)
		}
	}
}

// agree compares two functions over all pairs of interesting entry values.
func agree(t *testing.T, m *eval.Model, r *rule, a, b *ir.Func) {
	t.Helper()
	mach := eval.Machine{Words: m}
	var entries []uint64
	var try func()
	try = func() {
		if k := len(entries); k < len(a.Entries) {
			for _, x := range inputs(m, a.Entries[k]) {
				entries = append(entries, x)
				try()
				entries = entries[:k]
			}
			return
		}
		in := eval.In{Slots: []uint64{m.None()}, Entries: entries}
		x, errX := mach.Run(a, in)
		y, errY := mach.Run(b, in)
		if errX != nil || errY != nil {
			t.Fatalf("%s: %v, %v", r.name, errX, errY)
		}
		if err := (eval.Comparer{}).Equal(x, y); err != nil {
			t.Fatalf("%s of %#x: %v", r.name, entries, err)
		}
	}
	try()
}

// BenchmarkSimplify runs the pass over a function in which nothing matches.
func BenchmarkSimplify(b *testing.B) {
	f := ir.NewFunc("bench", ir.CoreOps, nil)
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "bench", NumLocals: 1, NumSlots: 1})
	f.Entries = []ir.Type{ir.I64, ir.I64}
	c := f.AtEnd(f.NewBlock())
	x, y := c.AddTyped(ir.OpEntry, ir.I64, 0), c.AddTyped(ir.OpEntry, ir.I64, 1)
	ops := []ir.Op{ir.OpAdd, ir.OpMul, ir.OpXor, ir.OpSub, ir.OpAnd}
	for i := range 400 {
		x, y = c.Add(ops[i%len(ops)], x, y), x
	}
	c.Exit(c.AddAux(ir.OpState, ir.StateAux(0, 0, 2), nil, x), ir.End)
	ctx := passes.NewContext(f)
	r, err := Pass.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Run(ctx); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/400, "ns/value")
}
