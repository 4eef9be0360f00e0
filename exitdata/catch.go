package exitdata

import (
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/native"
)

// Exceptions that helpers raise leave by exits without rows, to the interpreter, which
// looks for the handler. An exit whose exceptions are handled in one of its own frames
// can be continued, too: the helper that has raised does not return then, machine code
// goes on in the executor that begins at the handler. Nothing is rebuilt; where the
// frame's values are is what the exit's state says, since no value is in a register
// while a helper runs. The guest keeps the exception for that executor (lower.Catcher).

// Continue makes exceptions that leave by an exit go on in an executor, which continues
// the exit.
func (x *Exit) Continue(by *Executor) { x.own().catch = by }

// Continued returns the executor in which exceptions that leave by an exit go on, nil if
// there is none.
func (x *Exit) Continued() *Executor {
	by := x.has().catch
	if by != nil && by.Invalid {
		x.more.catch, by = nil, nil
	}
	return by
}

// caught makes machine code go on where the exception is handled that a helper has
// raised, if that is known.
func (t *Table) caught(act *native.Activation, err error) bool {
	w := *word(act.Resume - 8)
	if w == 0 || t.catcher == nil {
		return false
	}
	row, n := lower.ExitNumber(w)
	x := t.exits[t.rowIndex(row)].Executor.Exits[n]
	to := x.Continued()
	if to == nil {
		return false
	}
	if code, pc := x.State.Place(); !t.catcher.Catch(err, code, pc) {
		return false
	}
	to.lastUsed = t.sweeps + 1
	act.Resume = uint64(to.chunk.Addr)
	return true
}
