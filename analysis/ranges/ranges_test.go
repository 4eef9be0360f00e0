package ranges_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/analysis"
	"github.com/tier2go/tier2/analysis/ranges"
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
)

// gen makes random functions of integer arithmetic, guards, branches and loops.
type gen struct {
	r    *rand.Rand
	f    *ir.Func
	c    ir.Cursor
	nums []*ir.Value
	all  []*ir.Value // in the order in which they were made
	pc   uint32
}

var consts = []int64{0, 1, -1, 2, 3, -2, 5, 7, math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, math.MinInt64 + 1}

func (g *gen) constant() *ir.Value {
	if g.r.IntN(6) > 0 {
		return g.f.ConstI64(consts[g.r.IntN(6)])
	}
	return g.f.ConstI64(consts[g.r.IntN(len(consts))])
}

// pick returns a number, one of the last made more often.
func (g *gen) pick() *ir.Value {
	if g.r.IntN(4) == 0 {
		return g.constant()
	}
	n := len(g.nums)
	return g.nums[n-1-min(g.r.IntN(n), g.r.IntN(n))]
}

func (g *gen) add(op ir.Op, args ...*ir.Value) *ir.Value {
	v := g.c.Add(op, args...)
	if ir.CoreOps.Row(op).States[ir.Before] {
		g.f.SetExit(v, ir.Before, g.state(), ir.Deopt)
	}
	if v.Type == ir.I64 {
		g.nums = append(g.nums, v)
		g.all = append(g.all, v)
	}
	return v
}

// state makes a state in front of the last value added.
func (g *gen) state() *ir.Value {
	s := g.c
	if last := g.c.Block().First(); last != nil {
		for last.Next() != nil {
			last = last.Next()
		}
		s = g.f.Before(last)
	}
	g.pc++
	return s.AddAux(ir.OpState, ir.StateAux(0, 0, g.pc), nil, nil)
}

func (g *gen) condition() *ir.Value {
	ops := []ir.Op{ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpEq, ir.OpNe, ir.OpUlt, ir.OpUlt}
	c := g.c.Add(ops[g.r.IntN(len(ops))], g.pick(), g.pick())
	if g.r.IntN(8) == 0 {
		c = g.c.Add(ir.OpBNot, c)
	}
	return c
}

func (g *gen) statements(depth, n int) {
	for range 1 + g.r.IntN(n) {
		switch k := g.r.IntN(14); {
		case k < 5:
			ops := []ir.Op{ir.OpAddOv, ir.OpAddOv, ir.OpSubOv, ir.OpAdd, ir.OpSub}
			g.add(ops[g.r.IntN(len(ops))], g.pick(), g.constant())
		case k == 5:
			ops := []ir.Op{ir.OpAddOv, ir.OpSubOv, ir.OpMulOv, ir.OpAdd, ir.OpMul, ir.OpNegOv, ir.OpAnd, ir.OpOr, ir.OpXor}
			op := ops[g.r.IntN(len(ops))]
			args := []*ir.Value{g.pick(), g.pick()}
			g.add(op, args[:len(ir.CoreOps.Row(op).Args)]...)
		case k == 6:
			g.add([]ir.Op{ir.OpModOv, ir.OpSar}[g.r.IntN(2)], g.pick(), g.f.ConstI64(int64(1+g.r.IntN(9))))
		case k < 11:
			g.add([]ir.Op{ir.OpGuardTrue, ir.OpGuardTrue, ir.OpGuardFalse}[g.r.IntN(3)], g.condition())
		case k == 11 && depth < 2:
			g.branch(depth)
		case depth < 2:
			g.loop(depth)
		}
	}
}

func (g *gen) branch(depth int) {
	head, cond := g.c, g.condition()
	n := len(g.nums)
	var ends [2]ir.Cursor
	var args [2]*ir.Value
	var sides [2]*ir.Block
	for i := range sides {
		sides[i] = g.f.NewBlock()
		g.c = g.f.AtEnd(sides[i])
		g.statements(depth+1, 3)
		args[i], ends[i] = g.pick(), g.c
		g.nums = g.nums[:n]
	}
	head.Branch(cond, g.f.Edge(sides[0]), g.f.Edge(sides[1]))
	join := g.f.NewBlock()
	p := g.f.NewParam(join, ir.I64)
	g.nums, g.all = append(g.nums, p), append(g.all, p)
	for i := range ends {
		ends[i].Jump(join, args[i])
	}
	g.c = g.f.AtEnd(join)
}

// loop makes a loop of two variables, most of the time guarded by a comparison
// with something from outside.
func (g *gen) loop(depth int) {
	head := g.f.NewBlock()
	g.f.SetLoop(head, true)
	limit := g.pick()
	g.c.Jump(head, g.pick(), g.pick())
	g.c = g.f.AtEnd(head)
	n := len(g.nums)
	i, j := g.f.NewParam(head, ir.I64), g.f.NewParam(head, ir.I64)
	g.nums, g.all = append(g.nums, i, j), append(g.all, i, j)
	if g.r.IntN(3) > 0 {
		g.add(ir.OpGuardTrue, g.c.Add([]ir.Op{ir.OpLt, ir.OpLe, ir.OpGt, ir.OpUlt, ir.OpNe}[g.r.IntN(5)], i, limit))
	}
	g.statements(depth+1, 6)
	next := g.add([]ir.Op{ir.OpAddOv, ir.OpSubOv}[g.r.IntN(2)], i, g.f.ConstI64(int64(1+g.r.IntN(2))))
	cond, last := g.condition(), g.pick()
	done := g.f.NewBlock()
	g.c.Branch(cond, g.f.Edge(head, next, last), g.f.Edge(done))
	g.c = g.f.AtEnd(done)
	g.nums = g.nums[:n]
	g.nums = append(g.nums, i, j)
}

func generate(seed uint64) *gen {
	g := &gen{r: rand.New(rand.NewPCG(seed, 9)), f: ir.NewFunc("gen", ir.CoreOps, nil)}
	f := g.f
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "gen", NumLocals: 1, NumSlots: 1})
	g.c = f.AtEnd(f.NewBlock())
	base := g.c.AddAux(ir.OpSlot, 0)
	for k := range 4 {
		f.Entries = append(f.Entries, ir.I64)
		f.EntryFacts = append(f.EntryFacts, ir.Top)
		v := g.c.AddTyped(ir.OpEntry, ir.I64, int64(k))
		g.nums, g.all = append(g.nums, v), append(g.all, v)
	}
	for range 2 {
		v := g.c.AddTyped(ir.OpLoad, ir.I64, ir.MemAccess{Disp: 8, Class: 1, NonNeg: true}.Pack(), base)
		g.nums, g.all = append(g.nums, v), append(g.all, v)
	}
	g.statements(0, 9)
	g.pc++
	g.c.Exit(g.c.AddAux(ir.OpState, ir.StateAux(0, 0, g.pc), nil, nil), ir.End)
	return g
}

// A claim is x ≤ y + c in front of a value; nil is 0.
type claim struct {
	x, y *ir.Value
	c    int64
}

// ideal runs a function in the integers: Checked operations never leave, and what
// they give may be of any size. What wraps around in 64 bits is not followed
// beyond: it would not be computed.
type ideal struct {
	vals   map[*ir.Value]*big.Int
	inputs []int64
	steps  int
	claims map[*ir.Value][]claim // by the value that they are in front of
	check  func(at *ir.Value, c claim, x, y *big.Int)
	fits   func(v *ir.Value, r *big.Int, operandsFit bool)
	decide func(v *ir.Value, truth bool)
}

func (m *ideal) of(v *ir.Value) *big.Int {
	switch {
	case v == nil:
		return new(big.Int)
	case v.Op == ir.OpConstI64:
		return big.NewInt(v.Aux)
	}
	return m.vals[v]
}

var one = big.NewInt(1)

func (m *ideal) run(f *ir.Func) {
	m.vals = map[*ir.Value]*big.Int{}
	load := 0
	for b := f.Entry(); ; {
		var next *ir.Edge
		for v := b.First(); v != nil; v = v.Next() {
			if m.steps--; m.steps < 0 {
				return
			}
			for _, c := range m.claims[v] {
				m.check(v, c, m.of(c.x), m.of(c.y))
			}
			switch v.Op {
			case ir.OpEntry:
				m.vals[v] = big.NewInt(m.inputs[v.Aux])
			case ir.OpLoad:
				m.vals[v] = big.NewInt(m.inputs[4+load] & math.MaxInt64)
				load++
			case ir.OpState, ir.OpSlot:
			case ir.OpGuardTrue, ir.OpGuardFalse:
				truth := m.of(v.Args[0]).Sign() != 0
				m.decide(v, truth)
				if truth != (v.Op == ir.OpGuardTrue) {
					return
				}
			case ir.OpBranch:
				next = &b.Succs[0]
				if m.of(v.Args[0]).Sign() == 0 {
					next = &b.Succs[1]
				}
			case ir.OpJump:
				next = &b.Succs[0]
			case ir.OpExit:
				return
			default:
				if !m.compute(v) {
					return
				}
			}
		}
		args := make([]*big.Int, len(next.Args))
		for i, a := range next.Args {
			args[i] = m.of(a)
		}
		b = next.To
		for i, p := range b.Params {
			m.vals[p] = args[i]
		}
	}
}

// compute does an operation; it is false where the operation cannot be done on
// numbers that do not fit 64 bits.
func (m *ideal) compute(v *ir.Value) bool {
	r, fit := new(big.Int), true
	var a [2]*big.Int
	for i, x := range v.Args {
		a[i] = m.of(x)
		fit = fit && a[i].IsInt64()
	}
	truth := func(b bool) {
		if b {
			r = one
		}
	}
	switch v.Op {
	case ir.OpAddOv, ir.OpAdd:
		r.Add(a[0], a[1])
	case ir.OpSubOv, ir.OpSub:
		r.Sub(a[0], a[1])
	case ir.OpMulOv, ir.OpMul:
		r.Mul(a[0], a[1])
	case ir.OpNegOv:
		r.Neg(a[0])
	case ir.OpModOv:
		r.Mod(a[0], a[1]) // by a positive number
	case ir.OpSar:
		r.Rsh(a[0], uint(a[1].Int64()))
	case ir.OpAnd:
		r.And(a[0], a[1])
	case ir.OpOr:
		r.Or(a[0], a[1])
	case ir.OpXor:
		r.Xor(a[0], a[1])
	case ir.OpBNot:
		truth(a[0].Sign() == 0)
	case ir.OpUlt:
		if !fit {
			return false
		}
		truth(a[0].Int64() >= 0 && (a[1].Sign() < 0 || a[0].Cmp(a[1]) < 0) || a[0].Sign() < 0 && a[1].Sign() < 0 && a[0].Cmp(a[1]) < 0)
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe:
		c := a[0].Cmp(a[1])
		truth(map[ir.Op]bool{ir.OpEq: c == 0, ir.OpNe: c != 0, ir.OpLt: c < 0, ir.OpLe: c <= 0, ir.OpGt: c > 0, ir.OpGe: c >= 0}[v.Op])
	}
	switch v.Op {
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		if !fit {
			return false
		}
		r = big.NewInt(int64(new(big.Int).And(r, new(big.Int).SetUint64(math.MaxUint64)).Uint64()))
	}
	m.fits(v, r, fit)
	m.vals[v] = r
	return true
}

// TestOracle holds all that the analysis claims of random functions against runs
// in the integers, of inputs at the ends of int64 among others.
func TestOracle(t *testing.T) {
	counts := struct{ symbolic, constant, fits, decided, runs int }{}
	for seed := range uint64(1500) {
		g := generate(seed)
		f := g.f
		if d := verify.Check(f, verify.Options{}); len(d) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, d[0], irtext.String(f))
		}
		facts := analysis.Get(analysis.NewCache(f), ranges.Analysis)
		m := ideal{claims: claims(g, facts)}
		fits := map[*ir.Value]bool{}
		decided := map[*ir.Value][2]bool{}
		for _, b := range f.Blocks {
			for v := range b.Values() {
				if facts.Fits(v) {
					fits[v] = true
				}
				if v.Op == ir.OpGuardTrue || v.Op == ir.OpGuardFalse {
					holds, fails := facts.Holds(v.Args[0], true, v), facts.Holds(v.Args[0], false, v)
					decided[v] = [2]bool{holds, holds || fails}
				}
			}
		}
		m.check = func(at *ir.Value, c claim, x, y *big.Int) {
			if x.Cmp(new(big.Int).Add(y, big.NewInt(c.c))) > 0 {
				t.Fatalf("seed %d: %v ≤ %v + %d in front of %v: not for %v, %v (inputs %d)\n%s", seed, c.x, c.y, c.c, at, x, y, m.inputs, irtext.String(f))
			}
			if c.x == nil || c.y == nil {
				counts.constant++
			} else {
				counts.symbolic++
			}
		}
		m.fits = func(v *ir.Value, r *big.Int, operandsFit bool) {
			if !fits[v] || !operandsFit {
				return
			}
			counts.fits++
			if !r.IsInt64() {
				t.Fatalf("seed %d: %v does not fit: %v (inputs %d)\n%s", seed, v, r, m.inputs, irtext.String(f))
			}
		}
		m.decide = func(v *ir.Value, truth bool) {
			if d := decided[v]; d[1] {
				counts.decided++
				if d[0] != truth {
					t.Fatalf("seed %d: the condition of %v in b%d is %v (inputs %d)\n%s", seed, v, v.Block.ID, truth, m.inputs, irtext.String(f))
				}
			}
		}
		for range 12 {
			m.inputs = nil
			for range 6 {
				x := int64(g.r.IntN(12) - 3)
				if g.r.IntN(3) == 0 {
					x = consts[g.r.IntN(len(consts))] + int64(g.r.IntN(3)-1)
				}
				m.inputs = append(m.inputs, x)
			}
			m.steps = 400
			m.run(f)
			counts.runs++
		}
	}
	t.Logf("%+v", counts)
	if counts.symbolic < 5000 || counts.constant < 50000 || counts.fits < 5000 || counts.decided < 1000 {
		t.Errorf("little was claimed: %+v", counts)
	}
}

// claims asks for the strongest of a few claims about pairs of values, in front of
// each value.
func claims(g *gen, facts *ranges.Facts) map[*ir.Value][]claim {
	all := map[*ir.Value][]claim{}
	for _, b := range g.f.Blocks {
		for at := b.First(); at != nil; at = at.Next() {
			if at.Op == ir.OpState || g.r.IntN(3) > 0 {
				continue
			}
			for range 6 {
				x, y := g.all[g.r.IntN(len(g.all))], g.all[g.r.IntN(len(g.all))]
				if !visible(x, at) || !visible(y, at) {
					continue
				}
				zero := g.f.ConstI64(0)
				for _, c := range []int64{math.MinInt64 + 1, -100, -3, -2, -1, 0, 1, 2, 3, 100, math.MaxInt64 - 2, math.MaxInt64 - 1, math.MaxInt64} {
					if x != y && facts.AtMost(x, y, c, at) {
						all[at] = append(all[at], claim{x, y, c})
						break
					}
				}
				for _, c := range []int64{math.MinInt64, -1, 0, 1, 7, 100, math.MaxInt64 - 1, math.MaxInt64} {
					if facts.AtMost(x, zero, c, at) {
						all[at] = append(all[at], claim{x, nil, c})
						break
					}
				}
				lo, hi := facts.Range(x, at)
				if hi != math.MaxInt64 {
					all[at] = append(all[at], claim{x, nil, hi})
				}
				if lo != math.MinInt64 {
					all[at] = append(all[at], claim{nil, x, -lo})
				}
			}
		}
	}
	return all
}

// visible reports whether x is computed in front of at, by the blocks of this
// test's functions: values of the same block, or of the entry.
func visible(x, at *ir.Value) bool {
	if x.Block != at.Block {
		return x.Block == x.Block.Func().Entry()
	}
	if x.Op == ir.OpParam {
		return true
	}
	for v := at.Prev(); v != nil; v = v.Prev() {
		if v == x {
			return true
		}
	}
	return false
}

// TestRange: behind a comparison with a number of which nothing is known but that it fits
// 64 bits, one that is smaller is not the largest of all; nothing is said of the lowest.
func TestRange(t *testing.T) {
	for _, c := range []struct {
		op     ir.Op
		lo, hi int64
	}{
		{ir.OpLt, math.MinInt64, math.MaxInt64 - 1}, {ir.OpLe, math.MinInt64, math.MaxInt64},
		{ir.OpGt, math.MinInt64, math.MaxInt64}, {ir.OpGe, math.MinInt64, math.MaxInt64},
	} {
		f := ir.NewFunc("range", ir.CoreOps, nil)
		f.SetForm(ir.Typed)
		f.AddFrame(ir.Frame{Name: "range", NumLocals: 1, NumSlots: 1})
		f.Entries, f.EntryFacts = []ir.Type{ir.I64, ir.I64}, []ir.Fact{ir.Top, ir.Top}
		b := f.AtEnd(f.NewBlock())
		x, y := b.AddTyped(ir.OpEntry, ir.I64, 0), b.AddTyped(ir.OpEntry, ir.I64, 1)
		s := b.AddAux(ir.OpState, ir.StateAux(0, 0, 0), nil, nil)
		b.AddGuard(ir.OpGuardTrue, 0, s, ir.Side, b.Add(c.op, x, y))
		end := b.Exit(b.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, x), ir.End)
		facts := analysis.Get(analysis.NewCache(f), ranges.Analysis)
		if lo, hi := facts.Range(x, end); lo != c.lo || hi != c.hi {
			t.Errorf("%s: from %d to %d, want %d to %d", ir.CoreOps.Row(c.op).Name, lo, hi, c.lo, c.hi)
		}
	}
}

// TestRangeBelowSum: what is less than a sum or a difference is not the largest of all if the sum, in the integers, is not larger than int64
// holds: its check may have been removed. One operand has to be so small, and the other one must have no such sum in it.
func TestRangeBelowSum(t *testing.T) {
	up, down, all := ir.RangeFact(0, 5), ir.RangeFact(-5, 0), ir.Top
	for i, c := range []struct {
		op    ir.Op
		a, b  ir.Fact
		sum   bool // a is a product
		known bool
	}{
		{op: ir.OpSubOv, a: all, b: up, known: true}, {op: ir.OpSubOv, a: all, b: down}, {op: ir.OpSubOv, a: all, b: all},
		{op: ir.OpSubOv, a: up, b: all}, {op: ir.OpSubOv, a: down, b: all}, {op: ir.OpSubOv, a: all, b: up, sum: true},
		{op: ir.OpAddOv, a: all, b: down, known: true}, {op: ir.OpAddOv, a: down, b: all, known: true}, {op: ir.OpAddOv, a: all, b: up},
		{op: ir.OpAddOv, a: up, b: all}, {op: ir.OpAddOv, a: all, b: down, sum: true}, {op: ir.OpMulOv, a: all, b: up},
	} {
		f := ir.NewFunc("range", ir.CoreOps, nil)
		f.SetForm(ir.Typed)
		f.AddFrame(ir.Frame{Name: "range", NumLocals: 1, NumSlots: 1})
		f.Entries, f.EntryFacts = []ir.Type{ir.I64, ir.I64, ir.I64}, []ir.Fact{ir.Top, c.a, c.b}
		at := f.AtEnd(f.NewBlock())
		x, a, b := at.AddTyped(ir.OpEntry, ir.I64, 0), at.AddTyped(ir.OpEntry, ir.I64, 1), at.AddTyped(ir.OpEntry, ir.I64, 2)
		s := at.AddAux(ir.OpState, ir.StateAux(0, 0, 0), nil, nil)
		if c.sum {
			a = at.Add(ir.OpMulOv, a, a)
			f.SetExit(a, ir.Before, s, ir.Deopt)
		}
		sum := at.Add(c.op, a, b)
		f.SetExit(sum, ir.Before, s, ir.Deopt)
		at.AddGuard(ir.OpGuardTrue, 0, s, ir.Side, at.Add(ir.OpLt, x, sum))
		end := at.Exit(at.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, x), ir.End)
		want := int64(math.MaxInt64)
		if c.known {
			want--
		}
		if _, hi := analysis.Get(analysis.NewCache(f), ranges.Analysis).Range(x, end); hi != want {
			t.Errorf("case %d: up to %d, want %d", i, hi, want)
		}
	}
}

// TestRangeOfNumber: behind a comparison with a number a value is in the range that this leaves.
func TestRangeOfNumber(t *testing.T) {
	for _, c := range []struct {
		op     ir.Op
		holds  bool
		lo, hi int64
	}{
		{ir.OpLt, true, math.MinInt64, 4}, {ir.OpLe, true, math.MinInt64, 5}, {ir.OpGt, true, 6, math.MaxInt64}, {ir.OpGe, true, 5, math.MaxInt64},
		{ir.OpLt, false, 5, math.MaxInt64}, {ir.OpLe, false, 6, math.MaxInt64}, {ir.OpGt, false, math.MinInt64, 5}, {ir.OpGe, false, math.MinInt64, 4},
	} {
		f := ir.NewFunc("range", ir.CoreOps, nil)
		f.SetForm(ir.Typed)
		f.AddFrame(ir.Frame{Name: "range", NumLocals: 1, NumSlots: 1})
		f.Entries, f.EntryFacts = []ir.Type{ir.I64}, []ir.Fact{ir.Top}
		b := f.AtEnd(f.NewBlock())
		x := b.AddTyped(ir.OpEntry, ir.I64, 0)
		s := b.AddAux(ir.OpState, ir.StateAux(0, 0, 0), nil, nil)
		guard := ir.OpGuardFalse
		if c.holds {
			guard = ir.OpGuardTrue
		}
		b.AddGuard(guard, 0, s, ir.Side, b.Add(c.op, x, f.ConstI64(5)))
		end := b.Exit(b.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, x), ir.End)
		facts := analysis.Get(analysis.NewCache(f), ranges.Analysis)
		if lo, hi := facts.Range(x, end); lo != c.lo || hi != c.hi {
			t.Errorf("%s 5 %v: from %d to %d, want %d to %d", ir.CoreOps.Row(c.op).Name, c.holds, lo, hi, c.lo, c.hi)
		}
	}
}

func BenchmarkCompute(b *testing.B) {
	f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
	guesttest.Func(f, guesttest.Bytes(4, 2000), ir.Typed)
	ctx := analysis.NewCache(f)
	analysis.Get(ctx, ranges.Analysis)
	b.ReportAllocs()
	for b.Loop() {
		ctx.Reset(f)
		analysis.Get(ctx, ranges.Analysis)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.NumValues()), "ns/value")
}

// BenchmarkQueries asks of every check of a random function whether it is needed.
func BenchmarkQueries(b *testing.B) {
	g := generate(3)
	for seed := uint64(4); g.f.NumValues() < 150; seed++ {
		g = generate(seed)
	}
	facts := analysis.Get(analysis.NewCache(g.f), ranges.Analysis)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		for _, blk := range g.f.Blocks {
			for v := blk.First(); v != nil; v = v.Next() {
				switch {
				case v.Op == ir.OpGuardTrue || v.Op == ir.OpGuardFalse:
					facts.Holds(v.Args[0], v.Op == ir.OpGuardTrue, v)
					n++
				case v.Op >= ir.OpAddOv && v.Op <= ir.OpNegOv:
					facts.Fits(v)
					n++
				}
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/query")
}
