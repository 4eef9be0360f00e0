package embed

import (
	"runtime"
	"weak"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// What a Value stands for lives in the arena. Its collector sees the goroutine's stack
// and what it is told of, and a Value may lie anywhere in Go's memory. So each Value of
// an object has a ref, which the VM knows by a weak pointer: as long as Go's collector
// keeps the ref, ours keeps the object. Nobody has to close anything, and no other
// goroutine ever touches the VM, as it would with finalizers. The price: an object dies
// two collections later, and Go's collector does not know how large it is. Near the
// heap's limit the VM therefore asks for a collection of Go's memory (see Mark); Close
// lets go at once.

// ref keeps objects of the arena alive for the Values that point to it.
type ref struct {
	word   object.Value
	more   []object.Value // the arguments of a call share a ref
	closed bool
}

// refs are the refs of a VM.
type refs struct {
	list  []weak.Pointer[ref]
	fresh int // made since Go's memory was last collected for them
}

// add makes a ref of which the VM knows.
func (rs *refs) add(r *ref) *ref {
	if len(rs.list) == cap(rs.list) {
		rs.prune()
	}
	rs.list = append(rs.list, weak.Make(r))
	rs.fresh++
	return r
}

// collect finds the refs that nobody holds any more.
func (rs *refs) collect() {
	runtime.GC()
	rs.fresh = 0
}

// prune forgets refs that are gone. If most are not, the list gets more room, so
// that the next time is as many refs away.
func (rs *refs) prune() {
	live := rs.list[:0]
	for _, w := range rs.list {
		if w.Value() != nil {
			live = append(live, w)
		}
	}
	clear(rs.list[len(live):])
	rs.list = live
	if room := max(64, 2*len(live)); cap(live) < room {
		rs.list = append(make([]weak.Pointer[ref], 0, room), live...)
	}
}

// Collect finds the Values that nobody holds any more, if some have been made since the
// last time.
func (br *Bridge) Collect() {
	if br.refs.fresh > 0 {
		br.refs.collect()
	}
}

// Mark marks what Values keep alive. When the heap is more than half full
// and Values have been made since the last time, those that nobody holds any
// more are found first.
func (br *Bridge) Mark(m *heap.Marker) {
	rs := &br.refs
	if rs.fresh > 0 && br.heap.UsedBytes() > br.heap.Limit()/2 {
		rs.collect()
	}
	live := rs.list[:0]
	for _, w := range rs.list {
		if r := w.Value(); r != nil {
			m.Value(r.word)
			m.Values(r.more)
			live = append(live, w)
		}
	}
	clear(rs.list[len(live):])
	rs.list = live
}

// needsRef reports whether something must keep v alive: numbers, None and the
// other singletons live by themselves.
func needsRef(v object.Value) bool {
	return v.IsRef() && v != object.None && v != object.True && v != object.False && v != object.Null
}
