package tiering

import (
	"cmp"
	"math"
	"slices"

	"github.com/tier2go/tier2/exitdata"
)

// Executors count against the heap's limit, but a program that runs without any must not end otherwise than with them. So
// they give way: where objects, code or classes would not fit beside them, executors are dropped, the coldest first, and
// nothing more is asked for while the room is not there (leastRoom).

// slack is which part of the heap's limit is made free beyond what is needed, so that what is dropped is worth it.
const slack = 32

// Asking reports whether an optimizer is being asked: it may refer to code, executors and classes that nothing else does.
func (t *Tier) Asking() bool { return t.asking }

// GiveWay drops executors until bytes of what they count are free, or none is left. What has been dropped does not count
// any more, although its memory is freed only where nobody can come back to it: it takes no more than it did. It may be
// called wherever an object is made.
func (t *Tier) GiveWay(bytes uintptr) {
	if t.Table == nil || t.asking {
		return
	}
	t.CancelAll()
	var list []*exitdata.Executor
	for _, ex := range t.Table.Executors {
		if !ex.Invalid && ex.Counted > 0 {
			list = append(list, ex)
		}
	}
	running := t.vm.Running()
	hot := func(ex *exitdata.Executor) uint64 { // what runs is the hottest
		if slices.Contains(running, ex) {
			return math.MaxUint64
		}
		return ex.Entries
	}
	slices.SortStableFunc(list, func(a, b *exitdata.Executor) int { return cmp.Compare(hot(a), hot(b)) })
	need := int(bytes + t.vm.Heap().Limit()/slack)
	for _, ex := range list {
		if need <= 0 {
			return
		}
		need -= ex.Counted
		t.Invalidate(ex)
		t.vm.Heap().Yielding(-ex.Counted)
		ex.Counted = 0
		t.Stats.GaveWay++
	}
}
