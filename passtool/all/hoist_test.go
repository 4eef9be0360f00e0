package all_test

import (
	"strings"
	"testing"

	"github.com/tier2go/tier2/internal/toyguest"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/irtext"
	"github.com/tier2go/tier2/passes"
)

// fresh brings a loop's second variable, which nothing tests, one of two sums.
const fresh = `trace @f form=guest {
frame f0 "toy" () locals=3 slots=5
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  s0 = state f0 pc=1 (_, _, _ |)
  poll s0 -> x0
  jump b1(v0, v1)
b1(v2: ref, v3: ref): loop
  s1 = state f0 pc=1 (v2, v3, _ |)
  v4: ref = guard.type v2, {int}, s1 -> x1
  v6: ref = int.add v4, #1, s1 -> x2 !FIRST
  v7: bool = int.less v6, #2, s1 -> x3
  branch v7, b2(), b3()
b2:
  v8: ref = int.add v4, #5, s1 -> x4 !5
  jump b4(v8)
b3:
  jump b4(v6)
b4(v9: ref):
  s4 = state f0 pc=1 (v6, v9, _ |)
  poll s4 -> x5
  jump b1(v6, v9)
}
exits x0: poll, x1: deopt, x2: deopt, x3: deopt, x4: deopt, x5: poll
`

// TestHoistFirst: what asks for the test of a variable is the first micro-op whose sum comes
// around the loop, or the first sum of one micro-op.
func TestHoistFirst(t *testing.T) {
	for first, want := range map[string]int64{"!4": 1, "!5": 5, "!6": 5} {
		g := toyguest.New()
		f, err := irtext.Parse("", []byte(strings.Replace(fresh, "!FIRST", first, 1)), g.Table(), g.Types, irtext.Options{Names: g.Heap})
		if err != nil {
			t.Fatal(err)
		}
		f.Words = g.Words
		p, err := passes.Parse("typeprop,guardelim,hoist", newSet(t))
		if err != nil {
			t.Fatal(err)
		}
		ctx, fired := passes.NewContext(f), 0
		ctx.Guest = &g.Guest
		ctx.SetFiring(&passes.Firing{Log: func(p *passes.Pass, rule int, v *ir.Value) {
			if p.Counters[rule] != "fresh" {
				return
			}
			fired++
			if n, ok := g.Heap.UnboxI64(uint64(v.Arg(1).Aux)); !ok || n != want {
				t.Errorf("first micro-op %s: the sum with %d asks for the test, want that with %d", first, n, want)
			}
		}})
		if err := p.Run(ctx); err != nil || fired != 1 {
			t.Fatalf("%d tests, %v", fired, err)
		}
	}
}
