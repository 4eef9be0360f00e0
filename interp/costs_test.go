package interp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp"
	"github.com/tier2go/tier2/interp/deopt"
)

// costly has loops that are run often.
const costly = `
def f(n):
    t = 0
    for i in range(n):
        t = t + (i & 7)
    return t
print(sum([f(5000) for i in range(40)]))
`

// TestCosts: with a clock the costs of executors are measured, in each mode, and what a
// program does is the same; where each run has to be the same, no clock is taken.
func TestCosts(t *testing.T) {
	inModes(t, func(t *testing.T, m mode) {
		var out bytes.Buffer
		at := time.Unix(0, 0)
		clock := func() time.Time { at = at.Add(time.Microsecond); return at }
		vm := newVM(t, m, interp.Options{Heap: small, Stdout: &out, Costs: clock, Hotspots: tier2.Hotspots{K: 64}})
		defer vm.Close()
		_, status := result(vm.RunMain(compiled(t, costly), []string{"<test>"}))
		if status != 0 || out.String() != "700000\n" {
			t.Errorf("status %d, %q", status, out.String())
		}
		s := vm.Stats().Tier2
		if text, err := json.Marshal(s); err != nil || s.Costs != nil && bytes.Contains(text, []byte("break_even")) == math.IsInf(s.Costs.BreakEven, 1) {
			t.Errorf("as JSON: %s, %v", text, err)
		}
		if m.backend != exitdata.Native { // what runs no faster is never worth it, by what it has published
			if s.Executors > 0 {
				t.Errorf("%d executors", s.Executors)
			}
			return
		}
		if s.Costs == nil || s.Costs.Attempts == 0 || s.Costs.TickNS <= 0 || s.Costs.BreakEven <= 0 {
			t.Fatalf("costs %+v", s.Costs)
		}
		measured := 0
		for _, ex := range vm.Executors() {
			if c, ok := vm.CostsOf(ex); ok && c.Attempts > 0 && c.Run != 0.1 {
				measured++
			}
		}
		if measured == 0 {
			t.Error("no executor's place has costs of its own")
		}
	})
	if _, err := interp.New(interp.Options{Heap: small, Costs: time.Now, Budget: 1000}); !errors.Is(err, interp.ErrCosts) {
		t.Errorf("with a budget: %v", err)
	}
	if _, err := interp.NewDeopt(interp.Options{Heap: small, Costs: time.Now}, tier2.Options{}, deopt.Options{}); !errors.Is(err, interp.ErrCosts) {
		t.Errorf("NewDeopt: %v", err)
	}
}
