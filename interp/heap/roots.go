package heap

import (
	"cmp"
	"slices"
	"unsafe"
)

// Roots are precise or conservative, and the difference does not matter, because
// objects do not move and any word is checked against the spans before it is
// believed:
//
//   - what the owner keeps itself, guest frames, native frames, executors'
//     constants: whoever owns them registers a function with AddRoots;
//   - pushed values;
//   - Go local variables: the running goroutine's stack is copied and every
//     word of it that is a reference, or an address inside the arena, keeps its
//     object. This is sound because Go's calling convention has no callee-saved
//     registers: whatever a caller still needs lies in its frame. It does not
//     reach values that only the Go heap holds: those use Push. Frames of
//     functions that keep all their values elsewhere are left out, because
//     words in them may be old (RootedFrames).
//     A port that cannot read the stack (not ScansGoStack) does not collect.

// Push keeps v alive until the matching Release. Use it for values that only
// memory of the Go heap holds.
func (h *Heap) Push(v Value) { h.temps = append(h.temps, v) }

// PushAll is Push for each of vs.
func (h *Heap) PushAll(vs []Value) { h.temps = append(h.temps, vs...) }

// Mark returns the present depth of the stack of pushed values, for Release.
func (h *Heap) Mark() int { return len(h.temps) }

// Release forgets the values pushed since the Mark that returned m.
func (h *Heap) Release(m int) { h.temps = h.temps[:m] }

// Pushed returns the values pushed since the Mark that returned m. They are valid
// until the matching Release, also when more are pushed.
func (h *Heap) Pushed(m int) []Value { return h.temps[m:len(h.temps):len(h.temps)] }

// Pushed are the values that code has pushed which another goroutine runs, and does not run now.
type Pushed struct{ values []Value }

// ExchangePushed makes p the stack of pushed values, and keeps in p what that was until now.
func (h *Heap) ExchangePushed(p *Pushed) { h.temps, p.values = p.values, h.temps }

// Mark marks the values.
func (p *Pushed) Mark(m *Marker) { m.Values(p.values) }

// AddRoots registers a function that tells the collector of values at every
// collection.
func (h *Heap) AddRoots(f func(*Marker)) { h.gc.roots = append(h.gc.roots, f) }

// BeforeCollect registers a function that is called when a collection begins: it
// forgets words that refer to objects without keeping them alive.
func (h *Heap) BeforeCollect(f func()) { h.gc.before = append(h.gc.before, f) }

// AfterMark registers a function that is called when all that lives is marked: it sees what has died
// (Marked, EachDead), and may mark some of it, which lives then with all that it leads to. It must not
// allocate.
func (h *Heap) AfterMark(f func(*Marker)) { h.gc.after = append(h.gc.after, f) }

// BeforeSweep registers a function that is called when what the functions of AfterMark have marked is
// marked, too: all else has died. It must not allocate.
func (h *Heap) BeforeSweep(f func(*Marker)) { h.gc.beforeSweep = append(h.gc.beforeSweep, f) }

// Marker is passed to root functions.
type Marker struct {
	h     *Heap
	least Value // references below are not marked
	// told, if not nil, is told of what would be marked, and nothing is.
	told func(v Value)
}

// marker is the Marker of a collection.
func (h *Heap) marker() *Marker { return &Marker{h: h, least: Value(TagRef + h.heapOff)} }

// Overhear calls a function that marks, and told with what it marks: what may be references to objects. It is no part of a
// collection.
func (h *Heap) Overhear(f func(*Marker), told func(v Value)) {
	f(&Marker{h: h, least: TagRef, told: told})
}

// EachRef calls f with what an object may refer to, and where: all words of its slot that can be references. v lies in a page of
// objects.
func (h *Heap) EachRef(v Value, f func(off uintptr, x Value)) {
	s := h.pages.owner[h.pageOf(v.Offset())]
	if s.refs == 0 {
		return
	}
	words := unsafe.Slice((*Value)(unsafe.Add(h.mem, TagRef+v.Offset())), s.elem/8)
	for i := int(s.refs); i < len(words); i++ {
		if words[i].IsRef() {
			f(8*uintptr(i), words[i])
		}
	}
}

// EachDead calls f with each object of the kinds, which have references, that is not marked, in the order of
// their addresses. What f marks it is still called with.
func (m *Marker) EachDead(f func(v Value), kinds ...uint8) {
	h := m.h
	for _, s := range h.inOrder(kinds...) {
		s.eachDead(func(off uintptr) { h.ifObject(off, f) })
	}
}

// EachObject calls f with each object that has references, in the order of their addresses; those
// that have died and were not swept yet are among them.
func (h *Heap) EachObject(f func(v Value)) {
	for _, s := range h.inOrder() {
		for i := range s.n {
			if s.inUse(i) {
				h.ifObject(s.base+uintptr(i)*s.elem, f)
			}
		}
	}
}

// inOrder returns the spans of objects with references, if kinds are given of these only, in the order
// of their addresses.
func (h *Heap) inOrder(kinds ...uint8) []*span {
	var list []*span
	for _, s := range h.spans {
		if s.refs != 0 && (len(kinds) == 0 || slices.Contains(kinds, s.kind)) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b *span) int { return cmp.Compare(a.base, b.base) })
	return list
}

// ifObject calls f with what lies in a slot in use, unless it is one of a window that no object was cut
// from yet: its header is clear.
func (h *Heap) ifObject(off uintptr, f func(v Value)) {
	if v := Value(TagRef + off); h.Word(v, 0) != 0 {
		f(v)
	}
}

// RootedFrames sets the function that tells which frames on the running goroutine's stack hold no reference that is
// not kept elsewhere: it calls skip with each run of them, the outermost first, by how many bytes of the stack are
// in use where it begins and where it ends (GoStackUsed). The collector does not look at them. What these functions
// pass to others lies in their frames, too: the part for arguments, at the low end, is none of the run.
func (h *Heap) RootedFrames(f func(skip func(from, to uintptr))) { h.gc.rooted = f }

// markGoStack marks what the copied Go stack refers to, but for the frames of RootedFrames.
func (m *Marker) markGoStack() {
	m.h.gc.unrooted(m.h.gc.goStack, m.Conservative)
}

// unrooted calls f with the parts of a copy of the running goroutine's stack that are not of the frames of RootedFrames.
func (g *collector) unrooted(ws []uint64, f func(ws []uint64)) {
	n := uintptr(len(ws))
	end := n
	if g.rooted != nil {
		g.rooted(func(from, to uintptr) {
			if from, to = from/8, to/8; from < to && to <= n && n-from <= end {
				f(ws[n-from : end])
				end = n - to
			}
		})
	}
	f(ws[:end])
}

// GoStackRoots writes to buf, which it grows as needed, the words of the running goroutine's stack that are references or
// addresses inside the arena, but for the frames of RootedFrames: what the collector has to know of a goroutine that
// is about to wait, whose stack it cannot look at then. They are the words of the caller's frame, and of those that wait for it: the
// caller must not come back to Go code that runs the guest before it is over, and its own frame must
// hold no reference that it takes later.
func (h *Heap) GoStackRoots(buf []uint64) []uint64 {
	buf = buf[:0]
	if !ScansGoStack {
		return buf
	}
	base, size := h.base, uintptr(len(h.arena))
	h.gc.goStack = copyGoStack(h.gc.goStack)
	h.gc.unrooted(h.gc.goStack, func(ws []uint64) {
		for _, w := range ws {
			if Value(w).IsRef() || uintptr(w)-base < size {
				buf = append(buf, w)
			}
		}
	})
	return buf
}

// Conservative marks each word that is a reference or an address inside the
// arena (of the object's begin or of anything inside it).
func (m *Marker) Conservative(ws []uint64) {
	base, size := m.h.base, uintptr(len(m.h.arena))
	for _, w := range ws {
		if v := Value(w); v.IsRef() {
			m.mark(v.Offset())
		} else if off := uintptr(w) - base; off < size {
			m.mark(off)
		}
	}
}
