package types_test

import (
	"testing"

	"github.com/tier2go/tier2/analysis/types"
	"github.com/tier2go/tier2/guest/guesttest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/ir/irtext"
)

// TestLost counts two tests of what meets at a join: on one of the ways there each holds already.
func TestLost(t *testing.T) {
	const text = `trace @t form=typed {
entries (i64, bool)
frame f0 "t" (a)
b0:
  v0: i64 = entry 0
  v1: bool = entry 1
  branch v1, b1(), b2()
b1:
  v2: ref = box.i64 v0
  jump b3(v2)
b2:
  v3: ref = slot 0
  jump b3(v3)
b3(v4: ref):
  s0 = state f0 pc=0 (_ |)
  v5: i64 = guard.i64 v4, s0 -> x0
  v6: ref = guard.type v4, {int}, s0 -> x1
  s1 = state f0 pc=1 (v6 |)
  exit s1 -> x2
}
exits x0: deopt, x1: deopt, x2: end
`
	f, err := irtext.Parse("", []byte(text), ir.CoreOps, guesttest.Types, irtext.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f.Words = eval.NewModel()
	var facts types.Facts
	types.Compute(f, &facts)
	if tests, lost := types.Lost(f, &facts); tests != 2 || lost != 2 {
		t.Errorf("%d tests, %d ways on which one holds", tests, lost)
	}
}
