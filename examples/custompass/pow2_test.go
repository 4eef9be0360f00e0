package custompass

import (
	"fmt"
	"testing"

	"github.com/tier2go/tier2/golden"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passtool/all"
)

// set has the library's passes and this one.
func set(t *testing.T) *passes.Set {
	s, err := passes.NewSet(append(all.List[:len(all.List):len(all.List)], Pow2)...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestGolden runs the golden files, and on each of them what package golden checks
// of every pass.
func TestGolden(t *testing.T) { golden.Run(t, "testdata", golden.Model(set(t))) }

// TestRules proves the rules at 8 bits: the pass runs on x op n for every n of 8
// bits, and the function before and the one behind are evaluated for every x of 8
// bits. Multiplication wraps, so x also stands in the top byte of the word, where
// arithmetic is modulo 2^8.
func TestRules(t *testing.T) {
	for rule, op := range []ir.Op{ruleMul: ir.OpMul, ruleDiv: ir.OpDivOv, ruleMod: ir.OpModOv} {
		fired := 0
		for n := int64(-128); n < 128; n++ {
			before, after := function(op, n), function(op, n)
			fire := &passes.Firing{}
			optimize(t, after, fire)
			fired += fire.Count(Pow2)[rule]
			for x := int64(-128); x < 128; x++ {
				agree(t, before, after, x)
				agree(t, before, after, x<<56)
			}
		}
		if fired != 7 { // 1, 2, 4 … 64
			t.Errorf("%s fires for %d numbers of 8 bits", Pow2.Counters[rule], fired)
		}
	}
}

// function returns one that leaves with x op n, x being an entry value.
func function(op ir.Op, n int64) *ir.Func {
	f := ir.NewFunc("f", ir.CoreOps, eval.ModelTypes)
	f.SetForm(ir.Typed)
	f.AddFrame(ir.Frame{Name: "rule", NumLocals: 1, NumSlots: 1})
	f.Entries = []ir.Type{ir.I64}
	c := f.AtEnd(f.NewBlock())
	x := c.AddTyped(ir.OpEntry, ir.I64, 0)
	s := c.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, nil)
	var v *ir.Value
	if f.Ops.Row(op).States[ir.Before] {
		v = c.AddGuard(op, 0, s, ir.Deopt, x, f.ConstI64(n))
	} else {
		v = c.Add(op, x, f.ConstI64(n))
	}
	c.Exit(c.AddAux(ir.OpState, ir.StateAux(0, 0, 2), nil, v), ir.End)
	return f
}

func optimize(t *testing.T, f *ir.Func, fire *passes.Firing) {
	p, err := passes.Parse("pow2", set(t))
	if err != nil {
		t.Fatal(err)
	}
	ctx := passes.NewContext(f)
	ctx.SetFiring(fire)
	if err := p.Run(ctx); err != nil {
		t.Fatal(err)
	}
}

// agree evaluates two functions, which must leave in the same way.
func agree(t *testing.T, a, b *ir.Func, x int64) {
	m := eval.Machine{Words: eval.NewModel()}
	in := eval.In{Slots: []uint64{0}, Entries: []uint64{uint64(x)}}
	outA, errA := m.Run(a, in)
	outB, errB := m.Run(b, in)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	if err := eval.Equal(outA, outB); err != nil {
		t.Fatalf("%d: %v\n%s%s", x, err, irtext.String(a), irtext.String(b))
	}
}

// Example makes a pipeline with the pass in it and runs it.
func Example() {
	s, err := passes.NewSet(append(all.List[:len(all.List):len(all.List)], Pow2)...)
	if err != nil {
		panic(err)
	}
	p, err := passes.Parse("fix(constprop,pow2{max=31}),dce", s)
	if err != nil {
		panic(err)
	}
	f := function(ir.OpModOv, 16)
	if err := p.Run(passes.NewContext(f)); err != nil {
		panic(err)
	}
	fmt.Print(irtext.String(f))
	// Output:
	// trace @f form=typed {
	// entries (i64)
	// frame f0 "rule" () locals=1
	// b0:
	//   v0: i64 = entry 0
	//   v1: i64 = and v0, 15
	//   s0 = state f0 pc=2 (box v1 |)
	//   exit s0 -> x0
	// }
	// exits x0: end
}
