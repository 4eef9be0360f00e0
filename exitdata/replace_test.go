package exitdata_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
)

// TestReplace: exits that led to the old executor lead to the new one, no other, and
// the old one is retired.
func TestReplace(t *testing.T) {
	table := newTable(t, 4)
	from, old, other, fresh := add(t, table), add(t, table), add(t, table), add(t, table)
	var exits []*exitdata.Exit
	for i := range 5 {
		exits = append(exits, table.ExitAt(from, i, 6, ir.Side))
		table.Stitch(exits[i], old)
	}
	toOther, itself := table.ExitAt(from, 5, 6, ir.Side), table.ExitAt(old, 0, 1, ir.Side)
	table.Stitch(toOther, other)
	table.Stitch(itself, old)
	table.Unstitch(exits[1])
	if err := table.Replace(old, fresh); err != nil {
		t.Fatal(err)
	}
	for i, x := range exits {
		if want := fresh; i != 1 && x.Target != want {
			t.Errorf("exit %d leads to %d", i, x.Target.ID)
		}
	}
	if exits[1].Target.Kind != exitdata.Cold || toOther.Target != other || itself.Target != fresh {
		t.Error("an exit has been changed that did not lead there, or one has not that did")
	}
	if !old.Invalid || fresh.Invalid || len(old.Bound()) != 0 || len(fresh.Bound()) != 5 {
		t.Errorf("old: invalid %v, %d exits; new: invalid %v, %d exits", old.Invalid, len(old.Bound()), fresh.Invalid, len(fresh.Bound()))
	}
	// What is bound anew is found by what follows.
	if err := table.Free(old); err != nil {
		t.Fatal(err)
	}
	if slices.Contains(fresh.Bound(), itself) || len(fresh.Bound()) != 4 {
		t.Error("an exit of a freed executor is bound")
	}
	table.Invalidate(fresh)
	for _, x := range exits {
		if x.Target.Kind != exitdata.Cold {
			t.Error("an exit leads to an invalid executor")
		}
	}
}

// TestReplaceErrors: what does not fit is refused, and nothing changes.
func TestReplaceErrors(t *testing.T) {
	table := newTable(t, 4)
	from, old := add(t, table), add(t, table)
	x := table.ExitAt(from, 0, 1, ir.Side)
	table.Stitch(x, old)
	handsOver := &exitdata.Exit{Executor: from, State: &exitdata.State{Snapshot: ir.Snapshot{Frames: make([]ir.FrameSnapshot, 1)}}}
	for _, c := range []struct {
		change func(ex *exitdata.Executor)
		want   string
	}{
		{func(ex *exitdata.Executor) { ex.Code = 7 }, "different places"},
		{func(ex *exitdata.Executor) { ex.Offset = 7 }, "different places"},
		{func(ex *exitdata.Executor) { ex.Invalid = true }, "invalid"},
		{func(ex *exitdata.Executor) { ex.Parent = handsOver }, "different exits"},
	} {
		ex := add(t, table)
		c.change(ex)
		if err := table.Replace(old, ex); !errors.Is(err, exitdata.ErrReplace) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if err := table.Replace(old, old); !errors.Is(err, exitdata.ErrReplace) {
		t.Errorf("by itself: %v", err)
	}
	if err := table.Replace(old, &exitdata.Executor{Kind: exitdata.Uops}); !errors.Is(err, exitdata.ErrReplace) {
		t.Errorf("by one of no table: %v", err)
	}
	if x.Target != old || old.Invalid {
		t.Error("something has changed")
	}
}

// TestReplaceKind: where the new executor is of another kind, exits become cold.
func TestReplaceKind(t *testing.T) {
	table := newTable(t, 4)
	from, old, fresh := add(t, table), add(t, table), add(t, table)
	x := table.ExitAt(from, 0, 1, ir.Side)
	table.Stitch(x, old)
	fresh.Kind = exitdata.IR
	if err := table.Replace(old, fresh); err != nil || x.Target.Kind != exitdata.Cold || !old.Invalid {
		t.Errorf("%v; the exit leads to kind %v", err, x.Target.Kind)
	}
}

// TestMayBind: exits lead only to what takes over what they hand over, so that they
// make no circle but through an executor that begins with everything in memory.
func TestMayBind(t *testing.T) {
	table := newTable(t, 4)
	a := add(t, table)
	hands, memory := table.ExitAt(a, 0, 2, ir.Side), table.ExitAt(a, 1, 2, ir.Side)
	hands.State = &exitdata.State{Snapshot: ir.Snapshot{Frames: make([]ir.FrameSnapshot, 1)}}
	child := add(t, table)
	child.Parent = hands
	back := table.ExitAt(child, 0, 1, ir.Side)
	back.State = hands.State
	wrong, gone := add(t, table), add(t, table)
	wrong.Kind = exitdata.IR
	table.Invalidate(gone)
	for _, c := range []struct {
		name string
		x    *exitdata.Exit
		to   *exitdata.Executor
		want bool
	}{
		{"its own", hands, child, true},
		{"in memory, to itself", memory, a, true},
		{"hands over, to what takes nothing", hands, a, false},
		{"another's", memory, child, false},
		{"a circle of what hands over", back, child, false},
		{"another kind", memory, wrong, false},
		{"invalid", memory, gone, false},
	} {
		before := c.x.Target
		if got := table.Stitch(c.x, c.to); got != c.want || (c.x.Target == c.to) != c.want || !c.want && c.x.Target != before {
			t.Errorf("%s: bound %v", c.name, got)
		}
	}
}

// TestLeftAtOnce: an exit whose target has an executor is bound when it is taken first.
func TestLeftAtOnce(t *testing.T) {
	table := newTable(t, 4)
	x := table.ExitAt(add(t, table), 0, 1, ir.End)
	at := add(t, table)
	if !table.Left(x, at, nil) || x.Target != at {
		t.Errorf("the exit leads to %v", x.Target.Kind)
	}
}

// TestLeftUnbound: a hot exit that cannot be bound waits longer.
func TestLeftUnbound(t *testing.T) {
	table := newTable(t, 4)
	x := table.ExitAt(add(t, table), 0, 1, ir.Side)
	at := add(t, table)
	at.Kind = exitdata.IR
	for range 4 {
		x.Count()
		if table.Left(x, at, nil) {
			t.Fatal("bound")
		}
	}
	if x.Failures() != 1 {
		t.Errorf("%d failures", x.Failures())
	}
	if n := heats(table, x, 100); n != 8 {
		t.Errorf("hot again after %d takings", n)
	}
}

// TestReplaceNative replaces an executor by a helper that it calls itself: it goes on
// to its next check, and the next to come by enters the new one.
func TestReplaceNative(t *testing.T) {
	m := newMachine(t, exitdata.Options{})
	ex := m.compile(escape, nil)
	fresh := m.compile(escape, nil)
	caller := m.compile(enters, nil)
	if !m.table.Stitch(caller.Exits[0], ex) {
		t.Fatal("not bound")
	}
	m.call = func(a []uint64) (uint64, error) { return a[0] * a[1], nil }
	m.quiet = func(a []uint64) (uint64, error) { return a[0] + 1, nil }
	if left := m.run(caller, 6, 7); left.Exit.Executor != ex {
		t.Fatalf("left by %d", left.Exit.Executor.ID)
	}
	m.call = func(a []uint64) (uint64, error) {
		if err := m.table.Replace(ex, fresh); err != nil {
			t.Error(err)
		}
		return 5, nil
	}
	left := m.run(caller, 6, 7)
	m.at(left, ir.Deopt, 2, 6, 7, 5)
	if left.Exit.Executor != ex {
		t.Errorf("the one that ran has left by %d", left.Exit.Executor.ID)
	}
	m.call = func(a []uint64) (uint64, error) { return a[0] * a[1], nil }
	left = m.run(caller, 6, 7)
	m.at(left, ir.End, 3, 43, 42, 6)
	if left.Exit.Executor != fresh {
		t.Errorf("the next left by %d, not by the new one", left.Exit.Executor.ID)
	}
}

// enters ends at once, with everything in memory.
const enters = `trace @enters form=typed {
frame f0 "escape" () locals=2 slots=4
b0:
  s0 = state f0 pc=0 (_, _ |)
  exit s0 -> x0
}
exits x0: end
`

// BenchmarkReplace replaces an executor to which exits lead, among many others: the
// time is that of the exits.
func BenchmarkReplace(b *testing.B) {
	table, err := exitdata.NewTable(exitdata.Services{}, exitdata.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer table.Close()
	make := func() *exitdata.Executor {
		ex := &exitdata.Executor{Kind: exitdata.Uops}
		if err := table.Begin(ex); err != nil {
			b.Fatal(err)
		}
		table.Add(ex)
		return ex
	}
	var last *exitdata.Executor
	for range 10_000 {
		last = make()
	}
	from := make()
	for i := range 8 {
		table.Stitch(table.ExitAt(from, i, 8, ir.Side), last)
	}
	b.ReportAllocs()
	for b.Loop() {
		next := make()
		if err := table.Replace(last, next); err != nil {
			b.Fatal(err)
		}
		last = next
	}
}
