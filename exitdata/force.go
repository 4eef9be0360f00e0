package exitdata

import (
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// Exits can be forced, to prove that what they rebuild is what the interpreter
// would have: each that a test takes has a second row, which leads to Go for ever.
// Its Target counts down the visits until the exit is taken although its test passes.

// addForced gives an executor's exits their second rows.
func (t *Table) addForced(e *Executor) error {
	if len(e.Exits) == 0 {
		return nil
	}
	addr, err := t.allocRows(len(e.Exits))
	if err != nil {
		return err
	}
	first := t.rowIndex(uint64(addr))
	e.forced = make([]*Exit, len(e.Exits))
	for i, x := range e.Exits {
		f := &Exit{Executor: e, Index: uint16(i), Kind: x.Kind, State: x.State, Uop: x.Uop, more: &more{forces: x}, row: uint32(first+i) + 1}
		e.forced[i], t.exits[first+i] = f, f
		*f.data() = Row{}
		t.bind(f, cold)
		t.arm(f)
	}
	return nil
}

// arm says when an exit is forced next; f is that of its second row.
func (t *Table) arm(f *Exit) {
	if x := f.more.forces; x.Test {
		f.data().Target = t.opt.Force(x)
	}
}

// dropForced takes the second rows back.
func (t *Table) dropForced(e *Executor) {
	if len(e.forced) == 0 {
		return
	}
	addr := t.rowAddress(e.forced[0])
	first := t.rowIndex(uint64(addr))
	clear(t.exits[first : first+len(e.forced)])
	t.must(t.data.FreeRows(addr, len(e.forced)))
	e.forced = nil
}

// forcedRows returns what makes an executor's code force its exits, nil unless exits
// are forced.
func (e *Executor) forcedRows() []lower.Forced {
	if e.forced == nil {
		return nil
	}
	list := make([]lower.Forced, len(e.forced))
	for i, f := range e.forced {
		list[i] = lower.Forced{Counter: f.RowAddress() + RowTarget, Row: f.RowAddress()}
	}
	return list
}

// forcedExit returns the exit that a row is the second one of and sees to the next
// time; nil for other rows.
func (t *Table) forcedExit(f *Exit) *Exit {
	x := f.has().forces
	if x == nil {
		return nil
	}
	x.own().forced++
	t.Stats.Forced++
	t.arm(f)
	return x
}

// Origin returns the micro-op that an exit of the IR belongs to, by its index in the
// trace; −1: unknown.
func Origin(x *ir.Exit) int32 {
	if len(x.Owner.From) == 0 {
		return -1
	}
	return int32(x.Owner.From[0])
}

// Branch returns the micro-op whose branch an exit takes: one that leads where the
// guest's branch goes. It is nil for guards, and for exits of which the micro-op is
// not known.
func (x *Exit) Branch() *uop.Inst {
	if x.Kind != ir.Side || x.Uop < 0 {
		return nil
	}
	return &x.Executor.Trace.Insts[x.Uop]
}

// Uncount takes back n bytecodes that an exit has counted: what it has left to is
// before them.
func (t *Table) Uncount(n int) { t.Stats.Bytecodes -= uint64(n) }
