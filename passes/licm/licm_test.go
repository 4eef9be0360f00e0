package licm

import (
	"fmt"
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/ir/verify"
	"github.com/tier2go/tier2/passes"
)

func newRunner(t testing.TB) passes.Runner {
	r, err := Pass.New(passes.Options{"live": 16})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// firstExit returns the state that a block's first exit leaves with.
func firstExit(b *ir.Block) *ir.Value {
	for v := range b.Values() {
		for _, s := range v.States {
			if s != nil {
				return s
			}
		}
	}
	return nil
}

// place describes where a state resumes: the frames and pcs, from the inside out.
func place(s *ir.Value) string {
	text := ""
	for ; s != nil; s = s.StateCaller() {
		text += fmt.Sprintf("f%d pc=%d in ", s.StateFrame(), s.StatePC())
	}
	return text
}

// TestProgress checks on random functions that what is moved leaves where the
// header of a loop left before anything else, or a guard in front of the loop did: at
// the same pc, in the same frames. So no exit that resumes at the function's entry is
// added where none was.
func TestProgress(t *testing.T) {
	r, ctx, moved := newRunner(t), passes.NewContext(nil), 0
	for seed := range uint64(6000) {
		f := ir.NewFunc("gen", guesttest.Ops, guesttest.Types)
		guesttest.Func(f, guesttest.Bytes(seed, 60+int(seed%200)), ir.Typed)
		f.Words = eval.NewModel()
		before := len(f.Exits)
		places := map[string]bool{}
		for _, b := range f.Blocks {
			if b.Loop {
				places[place(firstExit(b))] = true
			}
			for v := range b.Values() {
				if x := v.Exits[ir.Before]; x != nil && x.Kind == ir.Deopt && len(b.Succs) == 1 && b.Succs[0].To.Loop {
					places[place(x.State())] = true
				}
			}
		}
		ctx.Reset(f)
		if err := r.Run(ctx); err != nil {
			t.Fatal(err)
		}
		f.Settle()
		if d := verify.Check(f, verify.Options{}); len(d) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, d[0], irtext.String(f))
		}
		for _, x := range f.Exits[before:] {
			if x.Owner == nil {
				continue // moved on, out of another loop
			}
			moved++
			b := x.Owner.Block
			if len(b.Succs) != 1 || x.Kind != ir.Deopt {
				t.Fatalf("seed %d: x%d leaves from b%d by %v", seed, x.ID, b.ID, x.Kind)
			}
			if at := place(x.State()); !places[at] {
				t.Fatalf("seed %d: x%d leaves at %s, which neither begins a loop nor is in front of one\n%s", seed, x.ID, at, irtext.String(f))
			}
		}
	}
	if moved < 20 {
		t.Errorf("only %d guards were moved", moved)
	}
}

// BenchmarkLicm runs the pass over a loop of which nothing is invariant.
func BenchmarkLicm(b *testing.B) {
	f := ir.NewFunc("bench", ir.CoreOps, nil)
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "bench", NumLocals: 1, NumSlots: 1})
	c := f.AtEnd(f.NewBlock())
	object := c.AddAux(ir.OpSlot, 0)
	head := f.NewBlock()
	f.SetLoop(head, true)
	c.Jump(head, f.ConstI64(0))
	x := f.NewParam(head, ir.I64)
	c = f.AtEnd(head)
	s := c.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, nil)
	f.SetExit(c.Add(ir.OpPoll), ir.After, s, ir.Poll)
	v := x
	for i := range 100 {
		w := c.AddTyped(ir.OpLoadX, ir.I64, ir.MemAccess{Scale: 8, Class: uint8(i % 4)}.Pack(), object, v)
		s := c.AddAux(ir.OpState, ir.StateAux(0, 0, 2), nil, nil)
		v = c.AddGuard(ir.OpAddOv, 0, s, ir.Deopt, w, v)
		c.AddAux(ir.OpStoreX, ir.MemAccess{Scale: 8, Class: uint8(i % 3)}.Pack(), object, w, v)
	}
	c.Jump(head, v)
	r, ctx := newRunner(b), passes.NewContext(f)
	b.ReportAllocs()
	for b.Loop() {
		ctx.Reset(f)
		if err := r.Run(ctx); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.NumValues()), "ns/value")
}
