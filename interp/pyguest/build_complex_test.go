package pyguest

import (
	"fmt"
	"math"
	"testing"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/uop"
)

// TestComplexRules: what is built of a row of BINARY_OP_EXTEND for complex numbers computes what the interpreter's function does,
// or leaves where that raises.
func TestComplexRules(t *testing.T) {
	o := newOffline(t)
	h := o.heap
	var samples []object.Value
	for _, x := range []float64{0, 1.5, -3, 1e200, 5e-324, math.Inf(1), math.NaN()} {
		for _, y := range []float64{0, -2.25, -1e200, math.Inf(-1), math.NaN()} {
			samples = append(samples, h.NewComplex(complex(x, y)), h.NewComplex(complex(-y, -x)), object.FloatValue(x), object.FloatValue(-y))
		}
	}
	samples = append(samples, sampleInts(h)...)
	for _, x := range samples {
		h.Push(x)
	}
	evals := o.Guest.Evals()
	for i := range Extensions {
		e := &Extensions[i]
		if complexRules[e.Do] == nil {
			continue
		}
		f := complexTrace(t, o, i)
		computed := 0
		for _, a := range samples {
			for _, b := range samples {
				if !e.Accepts(h, a, b) {
					continue
				}
				machine := eval.Machine{Words: wordsOf(h), Ops: evals}
				out, err := machine.Run(f, eval.In{Slots: []uint64{0, uint64(a), uint64(b), 0, 0, 0}})
				want, wantErr := e.Fn(h, a, b)
				if err != nil {
					t.Fatal(err)
				}
				if out.Frames[0].PC == 0 {
					if wantErr == nil {
						t.Errorf("row %d, %s of %s, %s leaves", i, e.Do, text(h, a), text(h, b))
					}
				} else {
					got := object.Value(out.Frames[0].Slots[3].Word)
					if wantErr != nil || text(h, got) != text(h, want) {
						t.Errorf("row %d, %s of %s, %s: %s, want %s, %v", i, e.Do, text(h, a), text(h, b), text(h, got), text(h, want), wantErr)
					}
					computed++
				}
			}
		}
		if computed < 10 {
			t.Errorf("row %d (%s) computed %d samples", i, e.Do, computed)
		}
	}
}

// complexTrace is the function of a trace that stores what a row gives of two locals to a third.
func complexTrace(t *testing.T, o *Offline, row int) *ir.Func {
	t.Helper()
	tr, err := uop.Parse("", fmt.Appendf(nil, "trace @t entry=0 depth=0 code=0x7\n_SET_IP @0\n_LOAD_FAST_BORROW 0 @0\n_LOAD_FAST_BORROW 1 @0\n"+
		"_GUARD_BINARY_OP_EXTEND 0 @0 =%#x\n_BINARY_OP_EXTEND 0 @0 =%#x\n_STORE_FAST 2 @0\n_SET_IP @1\n_EXIT_TRACE @1", row, row), cpython.Table)
	if err == nil {
		err = o.Prepare(tr)
	}
	if err != nil {
		t.Fatal(err)
	}
	frame, err := o.Guest.World.Frame(7)
	if err != nil {
		t.Fatal(err)
	}
	b := build.New(o.Guest.Table(), o.Guest.Types, o.Guest.Build)
	b.F.Words = o.Guest.Words
	f, err := b.Trace(tr, build.Entry{Frame: frame})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
