package exitdata_test

import (
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
)

// TestLandings: each place has a row of its own, which leads to the executor that stands there, and is given back.
func TestLandings(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(enters, nil)
	rows := map[uint64]bool{}
	var places []*exitdata.Exit
	for range 4 {
		x, err := m.table.Landing()
		if err != nil {
			t.Fatal(err)
		}
		if rows[x.RowAddress()] {
			t.Errorf("two places have the row at %#x", x.RowAddress())
		}
		rows[x.RowAddress()] = true
		places = append(places, x)
	}
	for i, x := range places {
		m.table.Land(x, ex)
		for k, y := range places {
			if (y.Target == ex) != (k <= i) {
				t.Errorf("%d places are bound: that of number %d leads to %v", i+1, k, y.Target)
			}
		}
	}
	for _, x := range places {
		m.table.Unland(x)
	}
}

// TestRunnable: an executor of the VM's own has something that runs it, and exits of kinds that are known.
func TestRunnable(t *testing.T) {
	for _, c := range []struct {
		leaves []ir.ExitKind
		want   bool
	}{{nil, false}, {[]ir.ExitKind{ir.End}, true}, {[]ir.ExitKind{ir.Side, ir.Error}, false}, {make([]ir.ExitKind, exitdata.MaxExits), true}, {make([]ir.ExitKind, exitdata.MaxExits+1), false}} {
		e := &exitdata.Executor{Kind: exitdata.Own, Leaves: c.leaves}
		if e.Runnable() {
			t.Errorf("%d exits: runs, and nothing runs it", len(c.leaves))
		}
		e.Execute = func(exitdata.Frame) (int, error) { return 0, nil }
		if e.Runnable() != c.want {
			t.Errorf("%d exits: %v", len(c.leaves), e.Runnable())
		}
	}
}

// TestCloseTwice: a table that is closed has nothing left to close.
func TestCloseTwice(t *testing.T) {
	table, err := exitdata.NewTable(exitdata.Services{}, exitdata.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	}
}
