package exitdata_test

import (
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/uop"
)

// TestSwitch: a type switch is a chain of executors that begin with one instruction; the
// executor ahead of it, which begins elsewhere, is no part of it.
func TestSwitch(t *testing.T) {
	table := newTable(t, 4)
	const code, offset = 7, 3
	root := add(t, table)
	root.Code, root.Offset = code, offset+1
	e, x := root, table.ExitAt(root, 0, 1, ir.Side)
	for want := range 4 {
		if n, head := x.Switch(code, offset); n != want || head != root {
			t.Errorf("%d executors in: %d, head %d", want, n, head.ID)
		}
		e = add(t, table)
		e.Parent, e.Code, e.Offset = x, code, offset
		x = table.ExitAt(e, 0, 1, ir.Side)
	}
	for _, other := range []struct{ code, offset uint64 }{{code + 1, offset}, {code, offset + 1}} {
		if n, head := x.Switch(other.code, uint32(other.offset)); n != 0 || head != e {
			t.Errorf("of code %d, offset %d: %d executors, head %d", other.code, other.offset, n, head.ID)
		}
	}
}

// TestLeftState: an exit that hands values over waits for an executor of its own, though
// there is one at its target that takes everything from memory.
func TestLeftState(t *testing.T) {
	table := newTable(t, 4)
	x := table.ExitAt(add(t, table), 0, 1, ir.Side)
	x.State = &exitdata.State{Snapshot: ir.Snapshot{Frames: make([]ir.FrameSnapshot, 1)}}
	asked := 0
	for range 4 {
		x.Count()
		if table.Left(x, add(t, table), func() *exitdata.Executor { asked++; return nil }) {
			t.Fatal("bound")
		}
	}
	if asked != 1 || x.Failures() != 1 {
		t.Errorf("asked %d times, %d failures", asked, x.Failures())
	}
}

// TestEnteredWithoutMap: an executor without a map counts its entries from Go.
func TestEnteredWithoutMap(t *testing.T) {
	table := newTable(t, 4)
	e := add(t, table)
	e.Entries = 5
	if n := table.Entered(e); n != 5 {
		t.Errorf("entered %d times", n)
	}
}

// TestManyExits: an executor whose exits' numbers no row could hold does not run.
func TestManyExits(t *testing.T) {
	for n, want := range map[int]bool{1: true, 1 << 16: true, 1<<16 + 1: false} {
		e := &exitdata.Executor{Kind: exitdata.Uops, Trace: &uop.Trace{Insts: make([]uop.Inst, n)}}
		if e.Runnable() != want {
			t.Errorf("%d micro-ops: runnable %v", n, !want)
		}
		e = &exitdata.Executor{Kind: exitdata.IR, Trace: e.Trace, Func: &ir.Func{Exits: make([]*ir.Exit, n)}}
		if e.Runnable() != want {
			t.Errorf("%d exits: runnable %v", n, !want)
		}
	}
}
