package exitdata

import (
	"errors"
	"fmt"
)

// What leads to an executor: exits, by their rows. Each executor knows them
// (Executor.bound), so that replacing or invalidating it takes time in their
// number, not in that of all executors.

// ErrReplace is what errors of Replace wrap.
var ErrReplace = errors.New("exitdata: the executor cannot be replaced")

// attach adds an exit to those that are bound to its target.
func (x *Exit) attach(to *Executor) {
	x.Target = to
	if to.Kind != Cold {
		x.own().at = len(to.bound)
		to.bound = append(to.bound, x)
	}
}

// detach takes an exit out of those that are bound to its target.
func (x *Exit) detach() {
	from := x.Target
	if from == nil || from.Kind == Cold {
		return
	}
	last := len(from.bound) - 1
	at := x.more.at
	from.bound[at] = from.bound[last]
	from.bound[at].more.at = at
	from.bound = from.bound[:last]
	x.Target = nil
}

// Bound returns the exits that lead to an executor. It must not be changed.
func (e *Executor) Bound() []*Exit { return e.bound }

// inMemory reports whether an executor is entered with everything in the guest's
// frames.
func (e *Executor) inMemory() bool { return e.Parent == nil || e.Parent.State.InMemory() }

// mayBind reports whether an exit may lead to an executor: machine code leads to
// machine code only, and so on, and an executor that takes over what an exit hands
// over can take it from that exit alone, or from ends that leave in its state. It
// follows that exits cannot lead in a circle but through an executor that is entered
// with everything in memory or such an end, and those execute an instruction at least.
func (x *Exit) mayBind(to *Executor) bool {
	return !x.Plain && to.Kind == x.Executor.Kind && !to.Invalid && (to.takesFrom(x) || to.inMemory() && x.State.InMemory())
}

// Replace puts an executor in the place of another one: all exits that led to old
// lead to new. The old one is not entered any more, and leaves at its next check if
// it is running, even if it is what has called Replace; Collect frees it later. The new one
// must stand for the same place and take over the same values: otherwise the error
// says what differs, and nothing has changed. If it is of another kind, exits that
// cannot lead to that become cold.
func (t *Table) Replace(old, new *Executor) error {
	wrong := func(what string) error { return fmt.Errorf("%w: %d by %d: %s", ErrReplace, old.ID, new.ID, what) }
	switch {
	case old == new:
		return wrong("it is the same")
	case !t.Owns(old) || !t.Owns(new):
		return wrong("one is in another table")
	case old.Invalid || new.Invalid:
		return wrong("one is invalid")
	case old.Code != new.Code || old.Offset != new.Offset:
		return wrong("they stand for different places")
	case old.Parent != new.Parent && !(old.inMemory() && new.inMemory()):
		return wrong("they continue different exits")
	}
	for n := len(old.bound); n > 0; n = len(old.bound) {
		if x := old.bound[n-1]; x.mayBind(new) {
			t.bind(x, new)
		} else {
			t.unstitch(x)
		}
	}
	t.retire(old)
	return nil
}

// retire makes an executor to which nothing is bound leave at its next check.
func (t *Table) retire(e *Executor) {
	for _, x := range e.cooled {
		if x.has().former == e {
			x.more.former = nil
		}
	}
	e.cooled = nil
	e.Invalid = true
	t.unsettle(e)
	t.retired, t.fresh = append(t.retired, e), true
	if e.valid != 0 {
		t.data.Words(e.valid, 1)[0] = 0
	}
}
