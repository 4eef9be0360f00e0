package exitdata_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/routine"
)

// TestHelped: where a routine would give up it calls the helper that its caller has named. Registers are as they were behind
// it, and the executor that has called the routine is not freed while the helper runs.
func TestHelped(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	counter, err := m.data.Alloc(8)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("COUNTER", fmt.Sprintf("#0x%016x", counter), "else 0xffff", "else 0xffff helped").Replace(small)
	code, err := routine.New(target, ops).Compile(parse(t, text), 0)
	if err != nil {
		t.Fatal(err)
	}
	at, err := m.table.AddRoutine(code.Func.Name, code.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	m.sel.Routine = func(string) (*lower.Routine, error) { return code.At(at), nil }
	ex := m.compile(`trace @helped form=typed {
frame f0 "helped" () locals=2 slots=4
b0:
  v0: ref = slot 0
  v1: ref = slot 1
  v2: ref = t.helped v0
  s0 = state f0 pc=1 (v2, v1 |)
  exit s0 -> x0
}
exits x0: end
`, nil)
	m.quiet = func(a []uint64) (uint64, error) {
		m.table.Invalidate(ex)
		m.table.Collect(uses())
		if m.table.Stats.Freed != 0 {
			t.Error("freed while the routine that it has called runs")
		}
		return a[0] + 2, nil
	}
	m.at(m.run(ex, 7, 30), ir.End, 1, 8, 30)
	m.at(m.run(ex, 700, 30), ir.End, 1, 702, 30)
	if n := m.data.Words(counter, 1)[0]; n != 2 {
		t.Errorf("the routine was called %d times", n)
	}
	m.table.Retry()
	m.table.Collect(uses())
	if m.table.Stats.Freed != 1 {
		t.Errorf("%d executors are freed behind it", m.table.Stats.Freed)
	}
}
