package cpython

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// place says which result of a trace a value is, before and after passes.
type place struct {
	uop int32
	op  ir.Op
	aux int64
}

// placeOf returns the place of an operation of a trace. Pure ones have none of
// their own: passes merge them.
func placeOf(f *ir.Func, v *ir.Value) (place, bool) {
	switch {
	case f.Row(v).Flags&ir.Pure != 0:
		return place{-1, v.Op, v.Aux}, true
	case len(v.From) == 0:
		return place{}, false
	}
	return place{v.From[0], v.Op, v.Aux}, true
}

// Aim makes the evaluator make objects up as the guards of a function, which is as
// it was built, want them, for the most part: otherwise no evaluation gets far.
func (g *Guest) Aim(f *ir.Func) {
	want := map[place]ir.TypeSet{}
	aim := func(v *ir.Value, types ir.TypeSet) {
		v = root(v)
		if k, ok := placeOf(f, v); ok && v.Op >= ir.FirstGuestOp {
			if old, ok := want[k]; ok && old&types != 0 {
				types &= old
			}
			want[k] = types
		}
	}
	for _, b := range f.Blocks {
		for v := range b.Values() {
			switch v.Op {
			case ir.OpGuardType:
				aim(v.Args[0], v.TypeSet())
			case ir.OpGuardFact:
				aim(v.Args[0], g.p.Shown(v.Claim()).Types)
			case ir.OpGuardTrue, ir.OpGuardFalse:
				c := v.Args[0]
				if c.Op == ir.OpUnboxBool {
					c = c.Args[0]
				}
				aim(c, wantTrue<<(v.Op-ir.OpGuardTrue))
			}
		}
	}
	g.p.wanted = want
}

// wantTrue, and the bit behind it, stand for truth values in place's sets.
const wantTrue ir.TypeSet = 1 << 62

var _ eval.Guesser = words{}

// Guess implements eval.Guesser: seven times out of eight what the guards want.
func (w words) Guess(f *ir.Func, v *ir.Value, h uint64) (uint64, bool) {
	k, ok := placeOf(f, v)
	if !ok {
		return 0, false
	}
	types, ok := w.wanted[k]
	switch {
	case !ok || h>>8%8 == 0:
		return 0, false
	case types&(wantTrue|wantTrue<<1) == 0:
		x, err := w.Invent(types, h)
		return x, err == nil
	case v.Type == ir.Bool:
		return uint64(types & wantTrue >> 62), true
	case types&wantTrue != 0:
		return wordTrue, true
	}
	return wordFalse, true
}
