package overflow

import (
	"math"
	"math/big"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
)

// maker builds functions of one block over two numbers.
type maker struct {
	f    *ir.Func
	c    ir.Cursor
	i, n *ir.Value
}

// newMaker makes i, any number, and n, a length if nonneg is set.
func newMaker(f *ir.Func, nonneg bool) *maker {
	f.Reset("rule")
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "rule", NumLocals: 1, NumSlots: 1})
	f.Entries = append(f.Entries, ir.I64)
	f.EntryFacts = append(f.EntryFacts, ir.Top)
	m := &maker{f: f, c: f.AtEnd(f.NewBlock())}
	m.i = m.c.AddTyped(ir.OpEntry, ir.I64, 0)
	m.n = m.c.AddTyped(ir.OpLoad, ir.I64, ir.MemAccess{Class: 1, NonNeg: nonneg}.Pack(), m.c.AddAux(ir.OpSlot, 0))
	return m
}

func (m *maker) state() *ir.Value { return m.c.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, nil) }

func (m *maker) checked(op ir.Op, args ...*ir.Value) *ir.Value {
	s := m.state()
	return m.c.AddGuard(op, 0, s, ir.Deopt, args...)
}

func (m *maker) guard(op ir.Op, a, b *ir.Value, truth bool) *ir.Value {
	cond := m.c.Add(op, a, b)
	if truth {
		return m.checked(ir.OpGuardTrue, cond)
	}
	return m.checked(ir.OpGuardFalse, cond)
}

// run ends the function and runs the pass.
func (m *maker) run(t testing.TB, r passes.Runner, ctx *passes.Context) {
	s := m.state()
	m.c.Exit(s, ir.End)
	ctx.Reset(m.f)
	if err := r.Run(ctx); err != nil {
		t.Fatal(err)
	}
	m.f.Settle()
}

func newRunner(t testing.TB) passes.Runner {
	r, err := Pass.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var comparisons = []ir.Op{ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpUlt}

func holds(t *testing.T, op ir.Op, a, b int64) bool {
	x, ok := eval.Fold(op, []uint64{uint64(a), uint64(b)})
	if !ok {
		t.Fatal(ir.CoreOps.Row(op).Name)
	}
	return x != 0
}

// TestImplications proves the removal of guards and of overflow checks behind a
// guard: for every pair of comparisons of i and i+k with n, over all i and n of 8
// bits; and for overflow near the ends of int64.
func TestImplications(t *testing.T) {
	f, r, ctx := ir.NewFunc("", ir.CoreOps, nil), newRunner(t), passes.NewContext(nil)
	var near []int64
	for d := range int64(6) {
		near = append(near, math.MinInt64+d, math.MaxInt64-d, d, -d)
	}
	removed, fit := 0, 0
	for code := range len(comparisons) * len(comparisons) * 2 * 2 * 2 * 5 {
		pick := func(n int) int { x := code % n; code /= n; return x }
		op, op2 := comparisons[pick(len(comparisons))], comparisons[pick(len(comparisons))]
		truth, truth2, nonneg, k := pick(2) == 1, pick(2) == 1, pick(2) == 1, int64(pick(5)-2)
		m := newMaker(f, nonneg)
		m.guard(op, m.i, m.n, truth)
		sum := m.checked(ir.OpAddOv, m.i, f.ConstI64(k))
		second := m.guard(op2, sum, m.n, truth2)
		m.run(t, r, ctx)
		if second.Block == nil {
			removed++
			for i := int64(math.MinInt8); i <= math.MaxInt8; i++ {
				for n := int64(math.MinInt8); n <= math.MaxInt8; n++ {
					if !(nonneg && n < 0) && holds(t, op, i, n) == truth && holds(t, op2, i+k, n) != truth2 {
						t.Fatalf("i=%d n=%d: the second guard is removed, but fails\n%s", i, n, irtext.String(f))
					}
				}
			}
		}
		if sum.Op != ir.OpAddOv {
			fit++
			for _, i := range near {
				for _, n := range near {
					if !(nonneg && n < 0) && holds(t, op, i, n) == truth && (k > 0 && i+k < i || k < 0 && i+k > i) {
						t.Fatalf("i=%d n=%d: the sum does not fit\n%s", i, n, irtext.String(f))
					}
				}
			}
		}
	}
	t.Logf("%d guards and %d overflow checks removed", removed, fit)
	if removed < 200 || fit < 600 {
		t.Error("few checks are removed")
	}
}

// fits reports whether x op y, of numbers of 8 bits in the highest byte, fits.
func fits(op ir.Op, x, y *big.Int) bool {
	r := new(big.Int)
	switch op {
	case ir.OpAddOv:
		r.Add(x, y)
	case ir.OpSubOv:
		r.Sub(x, y)
	case ir.OpMulOv:
		r.Mul(x, y)
	case ir.OpShlOv:
		r.Lsh(x, uint(y.Uint64()))
	case ir.OpNegOv:
		r.Neg(x)
	}
	return r.IsInt64()
}

// TestFits proves the removal of overflow checks, exhaustively for bounds and
// operands of 8 bits: i lies between two bounds in the highest byte, and the check
// goes if, and only if, no such i needs it.
func TestFits(t *testing.T) {
	f, r, ctx := ir.NewFunc("", ir.CoreOps, nil), newRunner(t), passes.NewContext(nil)
	type operation struct {
		op    ir.Op
		shift uint // of the second operand
		lo    int64
		hi    int64
	}
	ops := []operation{
		{ir.OpAddOv, 56, math.MinInt8, math.MaxInt8}, {ir.OpSubOv, 56, math.MinInt8, math.MaxInt8},
		{ir.OpMulOv, 0, math.MinInt8, math.MaxInt8}, {ir.OpShlOv, 0, 0, 62}, {ir.OpNegOv, 0, 0, 0},
	}
	for _, o := range ops {
		for _, sign := range []int64{1, -1} { // i between 0 and a bound
			for c := int64(1); c < math.MaxInt8; c++ {
				for k := o.lo; k <= o.hi; k++ {
					lo, hi, y := int64(0), c<<56, k<<o.shift
					if sign < 0 {
						lo, hi = -hi, 0
					}
					m := newMaker(f, false)
					m.guard(ir.OpGe, m.i, f.ConstI64(lo), true)
					m.guard(ir.OpGt, m.i, f.ConstI64(hi), false)
					args := []*ir.Value{m.i, f.ConstI64(y)}
					v := m.checked(o.op, args[:len(ir.CoreOps.Row(o.op).Args)]...)
					m.run(t, r, ctx)
					b := big.NewInt(y)
					want := fits(o.op, big.NewInt(lo), b) && fits(o.op, big.NewInt(hi), b)
					if got := v.Op != o.op; got != want {
						t.Fatalf("%s of a number from %d to %d and %d: the check is removed: %v", ir.CoreOps.Row(o.op).Name, lo, hi, y, got)
					}
				}
			}
		}
	}
}

// BenchmarkOverflow runs the pass over a block of checks, none of which can go.
func BenchmarkOverflow(b *testing.B) {
	f := ir.NewFunc("bench", ir.CoreOps, nil)
	m := newMaker(f, false)
	for k := range int64(50) {
		j := m.c.AddTyped(ir.OpLoad, ir.I64, ir.MemAccess{Disp: int32(8 * k), Class: 2}.Pack(), m.c.AddAux(ir.OpSlot, 0))
		m.guard(ir.OpUlt, j, m.n, true)
		next := m.checked(ir.OpAddOv, j, m.i)
		m.guard(ir.OpUlt, next, m.n, true)
		m.checked(ir.OpMulOv, next, j)
	}
	s := m.state()
	m.c.Exit(s, ir.End)
	r, ctx := newRunner(b), passes.NewContext(f)
	n := 0
	for v := f.Entry().First(); v != nil; v = v.Next() {
		n++
	}
	b.ReportAllocs()
	for b.Loop() {
		ctx.Reset(f)
		if err := r.Run(ctx); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/value")
}
