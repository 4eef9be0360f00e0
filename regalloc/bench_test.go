package regalloc_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/regalloc"
	"github.com/tier2go/tier2/regalloc/check"
	"github.com/tier2go/tier2/regalloc/internal/mirtest"
)

// synthetic makes a loop of about n instructions as a trace compiler emits them.
// A guest frame has 20 variables, 8 of which are much used; arithmetic with a
// reused operand and loads assign to them; guards have 2 operands in registers
// and a state of 5 to 20 variables; and every slow instructions there is a slow
// path with a call.
func synthetic(n, slow int) *lower.Func {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	f := &lower.Func{Name: fmt.Sprint("synthetic", n), FirstSlot: 20}
	vars := make([]lower.VReg, 20)
	for i := range vars {
		vars[i] = f.NewVReg(lower.GPR)
		f.Entry = append(f.Entry, lower.Entry{V: vars[i], At: lower.InSlot(i)})
	}
	rf := mirtest.Regs(10, 15)
	var all lower.RegSet
	for _, l := range rf.Allocatable {
		for _, p := range l {
			all = all.With(p)
		}
	}
	block := func(cold bool) lower.BlockID {
		f.Blocks = append(f.Blocks, lower.Block{First: int32(len(f.Insts)), Cold: cold, LoopHead: -1, LoopEnd: -1})
		return lower.BlockID(len(f.Blocks) - 1)
	}
	edge := func(from, to lower.BlockID, args ...lower.VReg) {
		f.Blocks[from].Succs = append(f.Blocks[from].Succs, lower.Edge{To: to, Args: args})
	}
	emit := func(in lower.Inst, ops ...lower.Operand) {
		in.Ops, in.NumOps, in.Exit, in.Origin = int32(len(f.Operands)), uint16(len(ops)), -1, -1
		f.Operands = append(f.Operands, ops...)
		f.Insts = append(f.Insts, in)
		f.Blocks[len(f.Blocks)-1].N++
	}
	pick := func() int {
		if r.IntN(8) == 0 {
			return r.IntN(len(vars))
		}
		return r.IntN(8)
	}
	use := func() lower.Operand { return lower.Operand{V: vars[pick()], Constraint: lower.InARegs} }
	state := func(ops []lower.Operand, p lower.Pos) []lower.Operand {
		n := 5 + r.IntN(16)
		for _, v := range vars[:n] {
			ops = append(ops, lower.Operand{V: v, Constraint: lower.InAny, Pos: p})
		}
		return ops
	}
	def := func(reuse bool) lower.Operand {
		o := lower.Operand{V: f.NewVReg(lower.GPR), Kind: lower.Def, Constraint: lower.InARegs, Pos: lower.Late}
		if reuse {
			o.Constraint, o.Index = lower.Reuse, 1
		}
		return o
	}
	block(false)
	const carried = 12
	args := append([]lower.VReg(nil), vars[:carried]...)
	emit(lower.Inst{Op: lower.MJump, Flags: lower.IsTerm})
	edge(0, 1, args...)
	head := block(false)
	for i := range args {
		vars[i] = f.NewVReg(lower.GPR)
		f.Blocks[head].Params = append(f.Blocks[head].Params, vars[i])
	}
	var ops []lower.Operand
	for len(f.Insts) < n-4 {
		switch k := r.IntN(10); {
		case slow > 0 && len(f.Insts)%slow == slow-1: // a slow path with a call
			emit(lower.Inst{Op: lower.MBr, Flags: lower.IsTerm}, use(), use())
			from := lower.BlockID(len(f.Blocks) - 1)
			cold := block(true)
			edge(from, cold)
			emit(lower.Inst{Op: lower.MCall, Clobber: all}, state(nil, lower.Late)...)
			d := def(false)
			emit(lower.Inst{Op: lower.MLoad}, d)
			emit(lower.Inst{Op: lower.MJump, Flags: lower.IsTerm})
			mid := block(false)
			edge(from, mid)
			emit(lower.Inst{Op: lower.MJump, Flags: lower.IsTerm})
			join := block(false)
			edge(cold, join, d.V)
			i := r.IntN(carried)
			edge(mid, join, vars[i])
			p := f.NewVReg(lower.GPR)
			f.Blocks[join].Params = []lower.VReg{p}
			vars[i] = p
		case k < 4:
			d := def(true)
			ops = append(ops[:0], d, use(), use())
			if k < 2 {
				ops = state(ops, lower.Late)
			}
			emit(lower.Inst{Op: lower.MAdd}, ops...)
			vars[pick()%carried] = d.V
		case k < 6:
			d := def(false)
			emit(lower.Inst{Op: lower.MLoad}, d, use())
			vars[pick()%carried] = d.V
		default:
			emit(lower.Inst{Op: lower.MExit}, state(append(ops[:0], use(), use()), lower.Early)...)
		}
	}
	emit(lower.Inst{Op: lower.MBr, Flags: lower.IsTerm}, use(), use())
	last := lower.BlockID(len(f.Blocks) - 1)
	back := block(false)
	edge(last, back)
	emit(lower.Inst{Op: lower.MJump, Flags: lower.IsTerm})
	edge(back, head, vars[:carried]...)
	f.Blocks[head].LoopEnd = back
	exit := block(false)
	edge(last, exit)
	emit(lower.Inst{Op: lower.MLeave, Flags: lower.IsTerm}, use())
	for b := range f.Blocks {
		for _, e := range f.Blocks[b].Succs {
			f.Blocks[e.To].Preds = append(f.Blocks[e.To].Preds, lower.BlockID(b))
		}
	}
	return f
}

var benchSizes = []int{100, 1000, 10000, 32000}

func BenchmarkAllocate(b *testing.B) {
	for _, slow := range []int{0, 20} {
		for _, n := range benchSizes {
			b.Run(fmt.Sprintf("insts=%d/slow=%d", n, slow), func(b *testing.B) {
				f, rf := synthetic(n, slow), mirtest.Regs(10, 15)
				var a regalloc.Allocator
				res, err := a.Run(f, rf, regalloc.Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					if res, err = a.Run(f, rf, regalloc.Options{}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(f.Insts)), "ns/inst")
				b.ReportMetric(float64(len(f.Operands))/float64(len(f.Insts)), "operands/inst")
				b.ReportMetric(float64(len(res.Edits))/float64(len(f.Insts)), "edits/inst")
			})
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		b.Run(fmt.Sprintf("insts=%d", n), func(b *testing.B) {
			f, rf := synthetic(n, 20), mirtest.Regs(10, 15)
			var a regalloc.Allocator
			res, err := a.Run(f, rf, regalloc.Options{})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				if d := check.Run(f, rf, &res.Allocation); d != nil {
					b.Fatal(d)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(f.Insts)), "ns/inst")
		})
	}
}

// TestSynthetic verifies what the benchmarks allocate.
func TestSynthetic(t *testing.T) {
	for _, slow := range []int{0, 20} {
		f, rf := synthetic(1000, slow), mirtest.Regs(10, 15)
		var a regalloc.Allocator
		opt := regalloc.Options{LiveIn: headers(f)}
		res, err := a.Run(f, rf, opt)
		if err != nil {
			t.Fatal(err)
		}
		verify(t, f, rf, res, opt)
		hot, cold := editsIn(f, res, 0, lower.BlockID(len(f.Blocks)-1))
		t.Logf("%d instructions, %d edits, %d in cold blocks, %d slots", len(f.Insts), hot, cold, res.NumSlots)
	}
}
