package eval

import (
	"testing"

	"github.com/tier2go/tier2/ir"
)

// claims makes a function of guards of claims about one value, an opaque effect
// between them, and evaluates it for many values: it counts where it leaves.
func claims(t *testing.T, ops []ir.OpRow, guards func(f *ir.Func, c ir.Cursor, s, v *ir.Value)) (deopts, ends int) {
	table, err := ir.NewOpTable(ops)
	if err != nil {
		t.Fatal(err)
	}
	f := ir.NewFunc("claims", table, ModelTypes)
	f.AddFrame(ir.Frame{Name: "claims", NumLocals: 1, NumSlots: 1})
	c := f.AtEnd(f.NewBlock())
	v := c.AddAux(ir.OpSlot, 0)
	s := c.AddAux(ir.OpState, ir.StateAux(0, 0, 0), nil, nil)
	guards(f, c, s, v)
	c.Exit(c.AddAux(ir.OpState, ir.StateAux(0, 0, 1), nil, nil), ir.End)
	model := NewModel()
	m := Machine{Words: model, Uninterpreted: true}
	for i := range int64(400) {
		w, _ := model.BoxI64(i)
		out, err := m.Run(f, In{Slots: []uint64{w}})
		switch {
		case err != nil:
			t.Fatal(err)
		case out.Kind == ir.Deopt:
			deopts++
		default:
			ends++
		}
	}
	return deopts, ends
}

// TestClaims checks that claims hold of most values and not of all, that a stable
// one which has held holds again behind an effect, that another need not, and that
// an ordered one implies smaller ones.
func TestClaims(t *testing.T) {
	effect := []ir.OpRow{{Name: "effect", Args: []ir.Type{ir.Ref}, Flags: ir.Opaque, Writes: ir.AllMemory}}
	stable, other := ir.NewClaim(1, 7, ir.Stable, 0), ir.NewClaim(1, 7, 0, 3)
	ordered := func(n uint64) ir.Claim { return ir.NewClaim(2, n, ir.Stable|ir.Ordered, 0) }
	test := func(c ir.Cursor, s, v *ir.Value, claim ir.Claim) {
		c.AddGuard(ir.OpGuardFact, int64(claim), s, ir.Deopt, v)
	}
	run := func(a, b ir.Claim, between bool) int {
		n, _ := claims(t, effect, func(f *ir.Func, c ir.Cursor, s, v *ir.Value) {
			test(c, s, v, a)
			if between {
				c.Add(ir.FirstGuestOp, v)
			}
			test(c, s, v, b)
		})
		return n
	}
	once, _ := claims(t, nil, func(f *ir.Func, c ir.Cursor, s, v *ir.Value) { test(c, s, v, stable) })
	if once < 20 || once > 120 {
		t.Errorf("a claim fails for %d of 400 values", once)
	}
	if n := run(stable, stable, true); n != once {
		t.Errorf("a stable claim fails for %d values, then for %d more", once, n-once)
	}
	first := run(other, other, false)
	if n := run(other, other, true); n <= first {
		t.Errorf("a claim that is not stable fails for %d values, and behind an effect for no more", first)
	}
	if n, m := run(ordered(900), ordered(3), false), run(ordered(900), ordered(900), false); n != m || m < 100 {
		t.Errorf("an ordered claim fails for %d values, with a smaller one behind it for %d", m, n)
	}
	states, _ := claims(t, nil, func(f *ir.Func, c ir.Cursor, s, v *ir.Value) {
		c.AddGuard(ir.OpGuardState, int64(ordered(0)), s, ir.Deopt)
	})
	if states != 0 {
		t.Errorf("a claim of nothing about the VM fails")
	}
}
