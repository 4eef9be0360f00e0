package heap

import "unsafe"

// Value marks one value. Words that are no references are ignored.
func (m *Marker) Value(v Value) {
	if v.IsRef() {
		m.mark(v.Offset())
	}
}

// Values marks each of vs. What is static, as None and True, of which lists may have millions, is passed over at once.
func (m *Marker) Values(vs []Value) {
	least := m.least
	for _, v := range vs {
		if v-least < TagInt-least {
			m.mark(v.Offset())
		}
	}
}

// mark marks the object that the arena's byte at off belongs to, if any.
func (m *Marker) mark(off uintptr) {
	h := m.h
	if m.told != nil {
		m.told(Value(TagRef + off))
		return
	}
	p := (off - h.heapOff) >> pageShift // wraps for offsets below: then beyond all pages
	if p >= uintptr(len(h.pages.owner)) {
		return
	}
	s := h.pages.owner[p]
	if s == nil {
		return
	}
	i := s.slotOf(off)
	if !s.inUse(i) {
		return
	}
	w, bit := &s.markBits[i/64], uint64(1)<<(i%64)
	if *w&bit != 0 {
		return
	}
	*w |= bit
	if s.refs != 0 || h.gc.tracer != nil {
		h.gc.stack = append(h.gc.stack, s.base+uintptr(i)*s.elem)
	}
}

// batch is how many marked objects are scanned at a time.
const batch = 8

// drain scans marked objects until none is left, and shows each to the tracer, if there is one.
// The words of an object that is met are mostly in no cache: reading the first one takes as long as
// scanning ten objects. So objects are taken from the stack in batches, and a batch is
// scanned when the one behind it has been asked for.
func (m *Marker) drain() {
	h := m.h
	g := &h.gc
	var ready, next [batch]uintptr
	n := 0
	for {
		k := min(len(g.stack), batch)
		rest := len(g.stack) - k
		copy(next[:], g.stack[rest:])
		g.stack = g.stack[:rest]
		if k > 0 {
			prefetch(h.base, &next)
		}
		for _, off := range ready[:n] {
			m.scan(off)
		}
		if n+k == 0 {
			return
		}
		ready, n = next, k
	}
}

// scan marks what the marked object at off leads to.
func (m *Marker) scan(off uintptr) {
	h := m.h
	s := h.pages.owner[(off-h.heapOff)>>pageShift]
	if s.refs != 0 {
		m.Values(unsafe.Slice((*Value)(unsafe.Add(h.mem, TagRef+off)), s.elem/8)[s.refs:])
	}
	if t := h.gc.tracer; t != nil {
		if v := Value(TagRef + off); h.kinds[s.kind].cleared() {
			t.Visit(m, v)
		} else {
			t.VisitData(m, v)
		}
	}
}
