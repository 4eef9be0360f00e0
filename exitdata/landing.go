package exitdata

import "github.com/tier2go/tier2/ir"

// Landings. An executor is left for a place of the guest's program that is only known at
// run time: where a function begins that has been looked up, where a frame goes on. Each
// such place has a row of its own, which belongs to no executor. It leads to the executor
// that stands at the place, and where there is none, to the interpreter; everything is in
// the guest's frames.

// Landing makes the row of a place. It lives until Unland, at most as long as the table.
func (t *Table) Landing() (*Exit, error) {
	addr, err := t.allocRows(1)
	if err != nil {
		return nil, err
	}
	x := &Exit{Executor: t.interpreter, Kind: ir.Dynamic, Return: true}
	t.addRow(x, t.rowIndex(uint64(addr)))
	return x, nil
}

// Land makes the row of a place lead to the executor that stands there, if that is
// machine code which is entered with everything in memory.
func (t *Table) Land(x *Exit, at *Executor) {
	if x.Target != at && at.Kind == Native && !at.Invalid && at.inMemory() {
		t.bind(x, at)
	}
}

// Unland gives the row of a place back. No frame and nothing of the guest's may resume
// through it any more, and no executor may name it.
func (t *Table) Unland(x *Exit) {
	x.detach()
	x.Target = cold
	t.exits[x.row-1] = nil
	addr := t.rowAddress(x)
	x.dropRow()
	t.must(t.data.FreeRows(addr, 1))
}

// Lands reports whether an exit is the row of a place.
func (x *Exit) Lands() bool { return x.Return && x.Executor.Kind == Cold }
