package licm

import (
	"testing"

	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
)

// TestReach: sets of values and of what they are computed from, with a bound or without.
func TestReach(t *testing.T) {
	f := ir.NewFunc("f", guesttest.Ops, guesttest.Types)
	f.AddFrame(ir.Frame{Name: "f", NumLocals: 2, NumSlots: 2})
	c := f.AtEnd(f.NewBlock())
	x, y := c.AddAux(ir.OpSlot, 0), c.AddAux(ir.OpSlot, 1)
	xx, k := c.Add(ir.OpSame, x, x), f.ConstRef(3)
	set := func(most int, list ...*ir.Value) *reach {
		s := &reach{}
		s.reset(most)
		for _, v := range list {
			s.add(v)
		}
		return s
	}
	for _, c := range []struct {
		name string
		a, b *reach
		want bool
	}{
		{"what a value is computed from", set(0, xx), set(0, x), true},
		{"another value", set(0, xx), set(0, y), false},
		{"nothing", set(0, nil), set(0, x), false},
		{"an object that is a constant", set(0, k), set(0, y, k), true},
		{"a number that is a constant", set(0, f.ConstI64(1)), set(0, f.ConstI64(1)), false},
		{"more than the bound", set(1, x, xx), set(0, y), true},
		{"more than the bound, of nothing", set(1, x, xx), set(0), false},
	} {
		if got := c.a.meets(c.b); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
