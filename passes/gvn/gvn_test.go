package gvn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passes/gvn"
)

// TestGuards: of two equal guards of a guest the second one goes if they may do nothing but
// leave before they begin, and depend on their operands alone.
func TestGuards(t *testing.T) {
	before, raise, after := [ir.NumWhen]bool{ir.Before: true}, [ir.NumWhen]bool{ir.Before: true, ir.Raise: true}, [ir.NumWhen]bool{ir.Before: true, ir.After: true}
	for _, c := range []struct {
		row    ir.OpRow
		states string
		want   int
	}{
		{ir.OpRow{States: before}, "%[1]s -> x%[2]d", 1},
		{ir.OpRow{States: raise}, "before %[1]s -> x%[2]d, raise %[1]s -> x%[3]d", 2},
		{ir.OpRow{States: after}, "before %[1]s -> x%[2]d, after %[1]s -> x%[3]d", 2},
		{ir.OpRow{States: before, Reads: 1 << 3}, "%[1]s -> x%[2]d", 2},
		{ir.OpRow{States: before, Writes: 1 << 3}, "%[1]s -> x%[2]d", 2},
		{ir.OpRow{States: before, Flags: ir.Escapes}, "%[1]s -> x%[2]d", 2},
		{ir.OpRow{States: before, Flags: ir.Opaque}, "%[1]s -> x%[2]d", 2},
	} {
		c.row.Name, c.row.Args, c.row.Flags = "toy.guard", []ir.Type{ir.Ref}, c.row.Flags|ir.Guard
		table, err := ir.NewOpTable([]ir.OpRow{c.row})
		if err != nil {
			t.Fatal(err)
		}
		text := `trace @t form=guest {
frame f0 "t" () locals=1 slots=1
b0:
  v0: ref = slot 0
  s0 = state f0 pc=1 (_ |)
  toy.guard v0, ` + fmt.Sprintf(c.states, "s0", 0, 1) + `
  s1 = state f0 pc=2 (_ |)
  toy.guard v0, ` + fmt.Sprintf(c.states, "s1", 2, 3) + `
  s2 = state f0 pc=3 (_ |)
  exit s2 -> x4
}
exits x0: deopt, x2: deopt, x4: end`
		if strings.Count(text, "-> ") > 3 {
			text += ", x1: deopt, x3: deopt"
		}
		f, err := irtext.Parse("", []byte(text+"\n"), table, nil, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		set, err := passes.NewSet(gvn.Pass)
		if err != nil {
			t.Fatal(err)
		}
		p, err := passes.Parse("gvn", set)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Run(passes.NewContext(f)); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(irtext.String(f), "toy.guard"); n != c.want {
			t.Errorf("%+v: %d guards are left, want %d", c.row, n, c.want)
		}
	}
}
