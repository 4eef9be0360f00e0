package exitdata_test

import (
	"slices"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// TestOwnPoll: an executor of an optimizer's own is told to leave where the budget is used
// up and not before, and when it has become invalid.
func TestOwnPoll(t *testing.T) {
	for _, invalid := range []bool{false, true} {
		table, err := exitdata.NewTable(exitdata.Services{Layout: &lower.FrameLayout{}}, exitdata.Options{Budget: func() uint64 { return 2 }})
		if err != nil {
			t.Fatal(err)
		}
		var told []bool
		e := &exitdata.Executor{Kind: exitdata.Own, Leaves: []ir.ExitKind{ir.Poll}}
		e.Execute = func(f exitdata.Frame) (int, error) {
			e.Invalid = invalid
			for range 3 {
				told = append(told, f.Poll())
				f.Count(1)
			}
			return 0, nil
		}
		if err := table.Begin(e); err != nil {
			t.Fatal(err)
		}
		table.Add(e)
		var left exitdata.Left
		if err := table.Run(e, 0, &left); err != nil || left.Exit.Kind != ir.Poll {
			t.Errorf("it leaves by %v: %v", left.Exit, err)
		}
		if want := []bool{invalid, invalid, true}; !slices.Equal(told, want) {
			t.Errorf("invalid %v: it is told %v, want %v", invalid, told, want)
		}
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	}
}
