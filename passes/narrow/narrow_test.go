package narrow_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passes/narrow"
)

// TestShift: the low bits of an int of any size that is shifted by a constant number from 0
// to 63, as those of an operation of 64 bits can be, come from its own low bits. Those of
// one shifted by any other number are what the shift has made.
func TestShift(t *testing.T) {
	table, err := ir.NewOpTable([]ir.OpRow{
		{Name: "toy.shift", Args: []ir.Type{ir.Ref, ir.I64}, Result: ir.Ref, Flags: ir.Pure, Low: ir.OpShl},
	})
	if err != nil {
		t.Fatal(err)
	}
	set, err := passes.NewSet(narrow.Pass)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse("narrow", set)
	if err != nil {
		t.Fatal(err)
	}
	for count, want := range map[string]bool{"0": true, "1": true, "62": true, "63": true, "64": false, "-1": false, "v1": false} {
		text := fmt.Sprintf(`trace @t form=typed {
entries (ref, i64)
frame f0 "t" () locals=1 slots=1
b0:
  v0: ref = entry 0
  v1: i64 = entry 1
  v2: ref = toy.shift v0, %s
  v3: i64 = low.i64 v2
  s0 = state f0 pc=1 (box v3 |)
  exit s0 -> x0
}
exits x0: end
`, count)
		f, err := irtext.Parse("", []byte(text), table, nil, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f.Words = eval.NewModel()
		if err := p.Run(passes.NewContext(f)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(irtext.String(f), "= shl "); got != want {
			t.Errorf("by %s: a shift of 64 bits is %v, want %v\n%s", count, got, want, irtext.String(f))
		}
	}
}
