package exitdata_test

import (
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
)

func newTable(t *testing.T, hotness int) *exitdata.Table {
	t.Helper()
	table, err := exitdata.NewTable(exitdata.Services{}, exitdata.Options{Hotness: hotness})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	})
	return table
}

func add(t *testing.T, table *exitdata.Table) *exitdata.Executor {
	t.Helper()
	ex := &exitdata.Executor{Kind: exitdata.Uops}
	if err := table.Begin(ex); err != nil {
		t.Fatal(err)
	}
	table.Add(ex)
	return ex
}

// heats counts how often an exit is taken until it is hot, at most limit times.
func heats(table *exitdata.Table, x *exitdata.Exit, limit int) int {
	for i := 1; i <= limit; i++ {
		if x.Count(); table.Hot(x) {
			return i
		}
	}
	return -1
}

// Where there are many executors an exit is taken more often before it asks, unless the table has been told how often.
func TestHotnessOfMany(t *testing.T) {
	for _, c := range []struct{ hotness, executors, want int }{{0, 1, 64}, {0, 128, 64}, {0, 129, 65}, {0, 656, 592}, {10, 656, 10}} {
		table := newTable(t, c.hotness)
		x := table.ExitAt(add(t, table), 0, 1, ir.Side)
		for range c.executors - 1 {
			add(t, table)
		}
		if n := heats(table, x, 10_000); n != c.want {
			t.Errorf("Hotness %d, %d executors: hot after %d takings, want %d", c.hotness, c.executors, n, c.want)
		}
		table.BackOff(x)
		if n := heats(table, x, 10_000); n != 2*c.want {
			t.Errorf("Hotness %d, %d executors: after a failure hot again after %d takings, want %d", c.hotness, c.executors, n, 2*c.want)
		}
	}
}

// An exit asks for an executor after Hotness takings, later after each attempt
// that failed, and not at all after too many.
func TestHotness(t *testing.T) {
	table := newTable(t, 4)
	x := table.ExitAt(add(t, table), 0, 1, ir.Side)
	if x.Target.Kind != exitdata.Cold {
		t.Fatalf("a new exit leads to %v", x.Target.Kind)
	}
	if n := heats(table, x, 100); n != 4 {
		t.Errorf("hot after %d takings, want 4", n)
	}
	for want := 8; want <= 32; want *= 2 {
		table.BackOff(x)
		if n := heats(table, x, 100); n != want {
			t.Errorf("after a failure hot again after %d takings, want %d", n, want)
		}
	}
	for range 8 {
		table.BackOff(x)
	}
	if n := heats(table, x, 100_000); n != -1 {
		t.Errorf("an exit that has failed too often asks again after %d takings", n)
	}
}

// Invalidating an executor makes every exit cold that was bound to it, and no
// other; freeing it takes it out of the table.
func TestInvalidateUnstitches(t *testing.T) {
	table := newTable(t, 4)
	a, b, c := add(t, table), add(t, table), add(t, table)
	toB, alsoToB, toC := table.ExitAt(a, 0, 3, ir.Side), table.ExitAt(c, 0, 1, ir.End), table.ExitAt(a, 2, 3, ir.Side)
	toB.Count()
	toB.Count() // what was counted before does not make it hot sooner when it is cold again
	table.Stitch(toB, b)
	table.Stitch(alsoToB, b)
	table.Stitch(toC, c)
	if table.Stats.Stitched != 3 {
		t.Errorf("%d exits stitched, want 3", table.Stats.Stitched)
	}
	table.Invalidate(b)
	if !b.Invalid || toB.Target.Kind != exitdata.Cold || alsoToB.Target.Kind != exitdata.Cold {
		t.Error("exits still lead to an invalid executor")
	}
	if toC.Target != c || c.Invalid {
		t.Error("another executor has been touched")
	}
	if n := heats(table, toB, 100); n != 4 {
		t.Errorf("an unstitched exit is hot after %d takings, want 4", n)
	}
	if err := table.Free(b); err != nil {
		t.Fatal(err)
	}
	for _, ex := range table.Executors {
		if ex == b {
			t.Error("a freed executor is still in the table")
		}
	}
}
