package tiering

import (
	"slices"

	"github.com/tier2go/tier2/exitdata"
)

// Executors that nobody enters any more are freed when nobody can come back to them:
// where machine code has left to Go, and before an executor is asked for. Then those
// that are not in use are dropped, too, if the limit of the code is near.

// makeRoom is called before an executor is asked for; x is the exit that it will
// continue, nil if there is none.
func (t *Tier) makeRoom(x *exitdata.Exit) {
	t.Table.Sweep(func(ex *exitdata.Executor) bool { return x != nil && x.Executor == ex }, t.Invalidate)
	if t.Table.HasRetired() {
		t.Collect(x)
	}
}

// Collect frees executors; the one whose exit x is stays.
func (t *Tier) Collect(x *exitdata.Exit) {
	t.Table.Collect(exitdata.Uses{
		Rows: t.vm.ResumeWords,
		Held: func(ex *exitdata.Executor) bool {
			if x != nil && x.Executor == ex || slices.Contains(t.vm.Running(), ex) {
				return true
			}
			p, ok := ex.Data.(place)
			return ok && p.code != nil && p.code.ExecutorAt(p.pc) == ex
		},
		Freed: t.forget,
	})
}
