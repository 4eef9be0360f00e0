package eval_test

import (
	"testing"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
)

const halved = `trace @halved form=typed {
entries (i64)
returns i64 else 0x7
b0:
  v0: i64 = entry 0
  v1: i64 = and v0, 1
  v2: bool = eq v1, 0
  branch v2, b1(), b2()
b1:
  v3: i64 = sar v0, 1
  ret v3
b2: cold
  giveup
}
`

// TestRoutine: a routine returns, or gives up, and says which; a copy does the same.
func TestRoutine(t *testing.T) {
	f := parse(t, halved)
	if got := irtext.String(f); got != halved {
		t.Errorf("it is printed as\n%s", got)
	}
	var m eval.Machine
	copied := ir.Copy(f, 1)
	for n, want := range map[uint64]eval.Out{8: {Returned: 4}, 3: {Returned: 7, GaveUp: true}, 14: {Returned: 7, GaveUp: true}} {
		for _, f := range []*ir.Func{f, copied} {
			out := run(t, &m, f, eval.In{Entries: []uint64{n}})
			if out.Returned != want.Returned || out.GaveUp != want.GaveUp {
				t.Errorf("%d: %d, given up %v, want %d, %v", n, out.Returned, out.GaveUp, want.Returned, want.GaveUp)
			}
		}
	}
	a, b := run(t, &m, f, eval.In{Entries: []uint64{8}}), run(t, &m, f, eval.In{Entries: []uint64{10}})
	if err := (eval.Comparer{}).Equal(a, b); err == nil {
		t.Error("4 and 5 are called equal")
	}
	if _, err := m.Run(f, eval.In{Entries: []uint64{8}, Slots: []uint64{1}}); err == nil {
		t.Error("a routine is given a slot")
	}
}
