package exitdata_test

import (
	"testing"

	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/ir"
)

// TestTypedEnds: an executor that takes values over is led to by the exit that it was
// made for and by those that leave in its state; it is found at its place until it is
// invalid.
func TestTypedEnds(t *testing.T) {
	table := newTable(t, 4)
	state := func() *exitdata.State {
		return &exitdata.State{Snapshot: ir.Snapshot{Frames: []ir.FrameSnapshot{{Frame: &ir.Frame{Code: 7}, PC: 9, Slots: []ir.Slot{
			{Kind: ir.SlotPlace, Type: ir.I64, Fact: ir.RangeFact(1, 2)}, {Type: ir.I64, Kind: ir.SlotConst, Word: 3, Fact: ir.ConstFact(3)},
		}}}}}
	}
	from := add(t, table)
	first, fits, other := table.ExitAt(from, 0, 4, ir.End), table.ExitAt(from, 1, 4, ir.End), table.ExitAt(from, 2, 4, ir.End)
	side := table.ExitAt(from, 3, 4, ir.Side)
	for _, x := range []*exitdata.Exit{first, fits, other, side} {
		x.State = state()
	}
	if !first.TypedEnd() || side.TypedEnd() || table.ExitAt(add(t, table), 0, 1, ir.End).TypedEnd() {
		t.Error("what a typed end is")
	}
	first.State.Widen()
	if s := first.State.Frames[0].Slots; s[0].Fact != ir.Top || s[1].Fact != ir.ConstFact(3) {
		t.Errorf("widened: %+v", s)
	}
	code, pc := first.State.Place()
	loop := &exitdata.Executor{Kind: exitdata.Uops, Code: code, Offset: pc, Parent: first, Takes: first.State}
	child := &exitdata.Executor{Kind: exitdata.Uops, Code: code, Offset: pc, Parent: other}
	for _, ex := range []*exitdata.Executor{loop, child} {
		if err := table.Begin(ex); err != nil {
			t.Fatal(err)
		}
		table.Add(ex)
	}
	if list := table.At(code, pc); len(list) != 1 || list[0] != loop {
		t.Fatalf("%d executors at the place", len(list))
	}
	fits.LeaveInto(loop)
	asked := func() *exitdata.Executor { t.Error("asked for an executor"); return nil }
	if !table.Stitch(first, loop) || !table.Left(fits, nil, asked) || fits.Target != loop {
		t.Error("not bound")
	}
	if table.Stitch(other, loop) || table.Stitch(side, loop) {
		t.Error("an exit leads to what takes other values")
	}
	table.Invalidate(loop)
	if len(table.At(code, pc)) != 0 || fits.Target == loop || table.Left(fits, nil, func() *exitdata.Executor { return nil }) {
		t.Error("bound to what is invalid")
	}
}
