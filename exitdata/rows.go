package exitdata

import "github.com/tier2go/tier2/uop"

// Rows: who has one, and where it leads.

// cold is what unbound exits lead to, of all tables: it never changes. Its code is one
// micro-op, made with each table: code leaves with the row's address, which says what exit it
// was, so that one serves all.
var cold = &Executor{ID: -1, Kind: Cold, Name: ColdExit, Trace: &uop.Trace{Table: ownUops, Name: ColdExit, Insts: []uop.Inst{{Op: 0}}}}

// ownUops are the micro-ops that are no guest's.
var ownUops = func() *uop.Table {
	t, err := uop.NewTable("exits", []uop.Row{{Name: ColdExit, Flags: uop.Tier2Only | uop.Ends}})
	if err != nil {
		panic(err)
	}
	return t
}()

// addRows gives an executor's exits their rows, all cold: those that have any. The
// others share one, behind them.
func (t *Table) addRows(e *Executor, exits []*Exit) error {
	if len(exits) > MaxExits {
		return ErrTooManyExits
	}
	e.Exits, e.table = exits, t
	if e.Kind == Uops || e.Kind == IR || e.Kind == Own || len(exits) == 0 {
		for i, x := range exits {
			t.addLocal(e, x, i)
		}
		return nil
	}
	own := rowed(exits)
	rows := min(own+1, len(exits)) // one for those without
	addr, err := t.allocRows(rows)
	if err != nil {
		return err
	}
	e.rows, e.numRows = addr, rows
	first := t.rowIndex(uint64(addr))
	if own < len(exits) {
		e.plain = &Exit{Executor: e, Index: uint16(own), Plain: true}
		t.addRow(e.plain, first+own)
	}
	n := 0
	for i, x := range exits {
		x.Executor, x.Index = e, uint16(i)
		if x.State != nil && (i == 0 || exits[i-1].State != x.State) {
			x.State.ID = uint16(i)
		}
		if x.Plain {
			x.Target = cold
			continue
		}
		t.addRow(x, first+n)
		n++
	}
	return nil
}

// rowed returns how many exits have rows of their own.
func rowed(exits []*Exit) (n int) {
	for _, x := range exits {
		if !x.Plain {
			n++
		}
	}
	return n
}

// addRow gives an exit the row with an index, cold.
func (t *Table) addRow(x *Exit, index int) {
	x.row = uint32(index) + 1
	t.exits[index] = x
	row := x.data()
	*row = Row{}
	if x.State != nil {
		row.State = x.State.ID
		row.Target = x.State.Target()
	}
	t.bind(x, cold)
}

// allocRows makes rows, and room for their exits.
func (t *Table) allocRows(n int) (uintptr, error) {
	addr, err := t.data.AllocRows(n)
	if err != nil {
		return 0, err
	}
	for len(t.exits) < t.rowIndex(uint64(addr))+n {
		t.exits = append(t.exits, nil)
	}
	return addr, nil
}

// addLocal sets up an exit of an executor that is no machine code.
func (t *Table) addLocal(e *Executor, x *Exit, i int) {
	x.Executor, x.Index = e, uint16(i)
	x.Target = cold
}

func (t *Table) rowIndex(addr uint64) int { return int(uintptr(addr)-t.data.Start()) / RowSize }

// rowAddress returns the address of the row that an exit has.
func (t *Table) rowAddress(x *Exit) uintptr { return t.data.Start() + uintptr(x.row-1)*RowSize }

// bind makes an exit lead to an executor.
func (t *Table) bind(x *Exit, to *Executor) {
	x.detach()
	if x.more != nil {
		x.more.former = nil
	}
	x.attach(to)
	if x.row == 0 {
		return
	}
	row := x.data()
	row.Entry = uint64(to.chunk.Addr)
	if to.Kind == Cold {
		row.Entry = uint64(t.stub.Addr)
	}
}

// dropRow takes an exit's row away; how often it was taken stays known.
func (x *Exit) dropRow() {
	if taken := x.Taken(); taken != 0 {
		x.own().taken = taken
	}
	x.row = 0
}

// RowAddress returns the address of an exit's row, 0 if it has none.
func (x *Exit) RowAddress() uint64 {
	if x.row == 0 {
		return 0
	}
	return uint64(x.Executor.table.rowAddress(x))
}

// PlainRow returns the address of the row that an executor's exits leave through that
// have none of their own (lower.Linkage), 0 if there are none.
func (e *Executor) PlainRow() uint64 {
	if e.plain == nil {
		return 0
	}
	return e.plain.RowAddress()
}

// RowBytes returns the memory of an executor's rows.
func (e *Executor) RowBytes() int { return e.numRows * RowSize }

func (t *Table) dropRows(e *Executor) {
	if e.rows == 0 {
		return
	}
	first := t.rowIndex(uint64(e.rows))
	for _, x := range t.exits[first : first+e.numRows] {
		x.dropRow()
	}
	clear(t.exits[first : first+e.numRows])
	t.must(t.data.FreeRows(e.rows, e.numRows))
	e.rows, e.numRows, e.plain = 0, 0, nil
	t.dropForced(e)
}
