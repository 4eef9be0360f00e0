package loadelim_test

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
	"github.com/tier2go/tier2/passes/loadelim"
)

// TestDeadBehindReads: of two stores to one place the first stays where what lies between may read
// the place's class, and goes where that reads another class or nothing.
func TestDeadBehindReads(t *testing.T) {
	set, err := passes.NewSet(loadelim.Pass)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse("loadelim", set)
	if err != nil {
		t.Fatal(err)
	}
	for reads, want := range map[ir.AliasSet]int{0: 1, 1 << 0: 1, 1 << 3: 1, 1 << 2: 2, 1<<2 | 1<<3: 2, ir.AllMemory: 2} {
		table, err := ir.NewOpTable([]ir.OpRow{{Name: "toy.look", Reads: reads}})
		if err != nil {
			t.Fatal(err)
		}
		const text = `trace @t form=guest {
frame f0 "t" () locals=1 slots=1
b0:
  v0: ref = slot 0
  store v0, #0x7 +8 64 class=2
  toy.look
  store v0, #0x8 +8 64 class=2
  s0 = state f0 pc=1 (_ |)
  exit s0 -> x0
}
exits x0: end
`
		f, err := irtext.Parse("", []byte(text), table, nil, irtext.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Run(passes.NewContext(f)); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(irtext.String(f), "  store "); n != want {
			t.Errorf("%d stores are left around what reads %#x, want %d", n, reads, want)
		}
	}
}
