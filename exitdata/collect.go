package exitdata

import (
	"cmp"
	"slices"

	"github.com/tier2go/tier2/native"
)

// What becomes of executors that are no longer entered. They are retired first, and
// freed when nobody can come back to them: no activation is in a helper that they
// have called, no frame resumes through one of their rows, and nothing of the VM's
// holds them.

// Uses says what the VM still needs of executors.
type Uses struct {
	// Rows calls mark with the resume word of each guest frame: the address of a row,
	// or anything.
	Rows func(mark func(word uint64))
	// Held reports whether the VM holds an executor: it stands over an instruction, or
	// runs without machine code.
	Held func(e *Executor) bool
	// Freed is told of each executor before it is freed.
	Freed func(e *Executor)
}

// HasRetired reports whether executors have been retired since Collect looked last.
func (t *Table) HasRetired() bool { return t.fresh }

// Collect frees the retired executors that nobody can come back to, and those that
// only they led to. It may be called wherever the VM's own goroutine is in Go, with
// machine code on the stack or not, but not while an exit is looked at whose executor
// Uses does not hold. It takes time in the number of retired executors, frames and
// activations, and in that of all executors if it frees one.
func (t *Table) Collect(u Uses) {
	for t.fresh {
		t.fresh = false
		t.markUsed(u)
		list, kept, freed := t.retired, []*Executor(nil), 0
		t.retired = nil // freeing retires more
		for _, e := range list {
			if e.used || u.Held(e) {
				kept = append(kept, e)
				continue
			}
			u.Freed(e)
			t.orphans(e, u)
			t.must(t.release(e))
			freed++
		}
		t.retired = append(t.retired, kept...)
		if freed > 0 {
			t.Executors = slices.DeleteFunc(t.Executors, func(e *Executor) bool { return e.freed })
		}
	}
}

// markUsed marks the retired executors that machine code or frames come back to.
//
// This is where it is kept that no machine code is freed which is on a stack: release is
// called by Collect alone, for executors without the mark, and Free, which says who may
// call it. Code that is on a stack has called a helper, so that its activation says
// where it goes on.
func (t *Table) markUsed(u Uses) {
	for _, e := range t.retired {
		e.used = false
	}
	t.inUse(t.retired, u.Rows, func(e *Executor) { e.used = true })
}

// InUse calls f with the executors that machine code on the stack, or a frame, comes back
// to, with some more than once; rows calls mark with each frame's resume word.
func (t *Table) InUse(rows func(mark func(word uint64)), f func(e *Executor)) {
	t.inUse(t.Executors, rows, f)
}

// inUse is InUse for the code of the executors of a list, and all rows.
func (t *Table) inUse(list []*Executor, rows func(mark func(word uint64)), f func(e *Executor)) {
	if !t.Native() {
		return
	}
	rows(func(w uint64) {
		if e := t.executorOfRow(w); e != nil {
			f(e)
		}
	})
	if !slices.ContainsFunc(t.stacks, func(s *native.Stack) bool { return s.Depth() > 0 }) {
		return
	}
	byAddress := slices.SortedFunc(slices.Values(list), func(a, b *Executor) int { return cmp.Compare(a.chunk.Addr, b.chunk.Addr) })
	for _, s := range t.stacks {
		s.Each(func(act *native.Activation) {
			at := act.Resume - 1        // the helper's exit stands before it (helper)
			if t.RoutineAt(at) != nil { // it has called the helper for who has called it
				at = act.Regs[t.guest.Link.Num()] - 1
			}
			if e := blockAt(byAddress, uintptr(at)); e != nil {
				f(e)
			}
		})
	}
}

// executorOfRow returns the executor whose row is at an address, nil if there is no
// row.
func (t *Table) executorOfRow(addr uint64) *Executor {
	if !t.data.Contains(uintptr(addr)) {
		return nil
	}
	if i := t.rowIndex(addr); i < len(t.exits) && t.exits[i] != nil {
		return t.exits[i].Executor
	}
	return nil
}

// blockAt returns the executor whose code an address is in; list is sorted by address.
func blockAt(list []*Executor, addr uintptr) *Executor {
	i, _ := slices.BinarySearchFunc(list, addr, func(e *Executor, a uintptr) int { return cmp.Compare(e.chunk.Addr, a+1) })
	if i == 0 {
		return nil
	}
	if e := list[i-1]; addr < e.chunk.Addr+uintptr(e.chunk.Len) {
		return e
	}
	return nil
}

// orphans retires the executors that continue an exit of e and that nothing else
// leads to.
func (t *Table) orphans(e *Executor, u Uses) {
	for _, x := range e.Exits {
		if x == nil {
			continue
		}
		for _, to := range []*Executor{x.Target, x.has().former, x.has().catch} {
			if to == nil || to.Parent != x || to.Invalid || u.Held(to) {
				continue
			}
			if x.more != nil {
				x.more.former, x.more.catch = nil, nil
			}
			if x.Target == to {
				t.unstitch(x)
			}
			if !to.reached() {
				t.retire(to)
			}
		}
	}
}

// reached reports whether an exit leads to an executor, or will when it is taken.
func (e *Executor) reached() bool {
	return len(e.bound) > 0 || slices.ContainsFunc(e.cooled, func(x *Exit) bool { return x.has().former == e })
}

// release gives the memory of an executor back that is retired.
func (t *Table) release(e *Executor) error {
	for _, x := range e.Exits {
		if x != nil {
			x.detach()
			x.Target = cold
			if x.more != nil {
				x.more.former = nil
			}
		}
	}
	e.freed = true
	t.Stats.Freed++
	t.Stats.FreedNS += e.CompileNS
	if !t.Native() {
		return nil
	}
	t.Drop(e)
	for _, x := range e.Exits {
		if x != nil {
			x.row = 0
		}
	}
	if e.CodeBytes == 0 {
		return nil
	}
	t.Stats.FreedBytes += uint64(e.CodeBytes)
	e.CodeBytes = 0
	return t.code.Free(e.chunk)
}
