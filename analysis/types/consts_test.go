package types

import (
	"testing"

	"github.com/tier2go/tier2/ir"
)

// TestConstantsOfUse: what was found of a function's constants is not that of those which it has when it is used
// for something else, or asks other words.
func TestConstantsOfUse(t *testing.T) {
	f := ir.NewFunc("one", ir.CoreOps, nil)
	var facts Facts
	of := func(n int64) ir.Fact {
		v := f.ConstI64(n)
		Compute(f, &facts)
		return facts.Of(v)
	}
	for _, n := range []int64{7, 8, 7} {
		if k := of(n); !k.Const || k.Lo != n || k.Hi != n {
			t.Errorf("of %d in one use: %+v", n, k)
		}
	}
	f.Reset("two")
	if k := of(9); k.Lo != 9 || k.Hi != 9 {
		t.Errorf("of 9, the first constant of the next use: %+v", k)
	}
	f.Reset("three")
	v := f.ConstRef(64)
	for _, want := range []ir.TypeSet{1, 2} {
		f.Detach(f.Ops, ofType{want})
		Compute(f, &facts)
		if k := facts.Of(v); k.Types != want {
			t.Errorf("of a word of other types: %+v", k)
		}
	}
}

// ofType knows one thing of all words.
type ofType struct{ set ir.TypeSet }

func (w ofType) Fact(uint64) ir.Fact                 { return ir.TypesFact(w.set) }
func (w ofType) Boxes() (i64, f64, truth ir.TypeSet) { return 0, 0, 0 }
func (w ofType) Int(int64) (uint64, bool)            { return 0, false }
func (w ofType) BoxF64(float64) uint64               { return 0 }
func (w ofType) BoxBool(bool) uint64                 { return 0 }
func (w ofType) UnboxI64(uint64) (int64, bool)       { return 0, false }
func (w ofType) UnboxF64(uint64) (float64, bool)     { return 0, false }
func (w ofType) UnboxBool(uint64) (bool, bool)       { return false, false }
