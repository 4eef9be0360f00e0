package golden_test

import (
	"testing"

	"github.com/tier2go/tier2/golden"
	"github.com/tier2go/tier2/passes"
)

// TestModel runs a file without a guest: words have names, and a wrong pass is
// found by random inputs.
func TestModel(t *testing.T) {
	set, err := passes.NewSet(list...)
	if err != nil {
		t.Fatal(err)
	}
	const rest = `
-- in.ir --
trace @f form=typed {
frame f0 "f" (x, y)
b0:
  v0: ref = slot 0
  s0 = state f0 pc=0 (_, _ |)
  v1: i64 = guard.i64 #5, s0 -> x0
  v2: ref = guard.type v0, {float}, s0 -> x1
  s1 = state f0 pc=1 (v2, box v1 |)
  exit s1 -> x2
}
exits x0: deopt, x1: deopt, x2: end
-- run --
(1.5, None) -> end pc=1 (1.5, 5 |)
(o1, true) -> deopt pc=0 (_, _ |)
`
	if _, fails := golden.Model(set).Check("right", []byte("A right pass.\n-- pipeline --\nright"+rest), false); len(fails) > 0 {
		t.Error(fails)
	}
	if _, fails := golden.Model(set).Check("wrong", []byte("A wrong pass.\n-- pipeline --\nnoguards"+rest), false); len(fails) == 0 {
		t.Error("a pass that removes guards passes")
	}
}
