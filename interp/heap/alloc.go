package heap

import "unsafe"

// window is a run of slots that a span has handed out and that objects are cut from. It
// lies in the arena: machine code cuts objects from it, too (Heap.Window). The
// collector counts its slots as in use; kinds that begin cleared are cleared. A
// collection closes it.
type window struct {
	next, end Value // the next slot, and what is behind the last one
}

// Alloc returns memory for an object of size bytes of a kind, the number of its line in
// Options.Kinds. Only objects of some kinds begin cleared. It may collect, and panics
// with OutOfMemory.
func (h *Heap) Alloc(kind uint8, size uintptr) Value {
	if size > maxSmall {
		return h.allocLarge(kind, size)
	}
	c := classOf[(size+15)/16]
	w := &h.windows[kind][c]
	if w.next == w.end {
		h.openWindow(kind, c, size)
	}
	v := w.next
	w.next += Value(classSizes[c])
	return v
}

// openWindow makes a class's window one of the next free slots.
func (h *Heap) openWindow(kind, class uint8, size uintptr) {
	if h.wanted.Load() {
		if h.patience--; h.patience < 0 {
			h.attend()
		}
	}
	if h.failIn != 0 {
		h.countDown(size)
	}
	s := h.current[kind][class]
	if s.cache == 0 {
		s = h.nextSpan(kind, class, size)
	}
	limit := 64
	if h.gc.stress || h.failIn != 0 {
		limit = 1
	}
	off, n := s.take(limit)
	if h.gc.stress {
		h.dropCache(s)
	}
	bytes := uintptr(n) * s.elem
	if h.kinds[kind].cleared() {
		h.clear(off, bytes)
	}
	h.windows[kind][class] = window{Value(TagRef + off), Value(TagRef + off + bytes)}
}

// FailAllocation makes the k-th allocation from now on fail, and only that one, as if
// memory had run out: a fault for tests. What an Account counts for Go's memory, or a handle weighs, beyond heldSmall
// is an allocation, too. 0 makes none fail. It collects.
func (h *Heap) FailAllocation(k int) {
	h.failIn = k
	h.Collect() // which closes the windows
}

// countDown counts an allocation of size bytes, and fails if it is the one that is to.
func (h *Heap) countDown(size uintptr) {
	if h.failIn--; h.failIn == 0 {
		panic(OutOfMemory{size})
	}
}

// clear zeroes n bytes of the arena.
func (h *Heap) clear(off, n uintptr) {
	clear(unsafe.Slice((*uint64)(unsafe.Add(h.mem, TagRef+off)), n/8))
}

// Window says where compiled code cuts objects of kind 0, of size bytes, from: at a
// static object's offset from w lies the next one, cleared if the kind is, and 8 bytes
// behind that where the window ends. Objects are slot bytes apart. Where both words are
// equal, OpenWindow makes room for at least one. ok is false for a size without windows.
func (h *Heap) Window(size uintptr) (w Value, slot uintptr, ok bool) {
	if size > maxSmall {
		return Null, 0, false
	}
	c := classOf[(size+15)/16]
	at := uintptr(unsafe.Pointer(h.windows)) + uintptr(c)*unsafe.Sizeof(window{}) - h.base // not h.windows[0][c], which looks whether it is nil
	return Value(TagRef + at), uintptr(classSizes[c]), true
}

// OpenWindow returns the next object of size bytes of a window that had none left; it
// is not taken yet. It may collect, and panics with OutOfMemory.
func (h *Heap) OpenWindow(size uintptr) Value {
	c := classOf[(size+15)/16]
	h.openWindow(0, c, size)
	return h.windows[0][c].next
}

// SlotSize returns how many bytes an object may take where it lies.
func (h *Heap) SlotSize(v Value) uintptr { return h.pages.owner[h.pageOf(v.Offset())].elem }

// Kind returns the kind that an object was allocated as.
func (h *Heap) Kind(v Value) uint8 { return h.pages.owner[h.pageOf(v.Offset())].kind }

// dropCache makes the next allocation take the slow path, where it collects.
func (h *Heap) dropCache(s *span) {
	if h.current[s.kind][s.class] == s {
		h.current[s.kind][s.class] = &h.noSpan
		if s.cache != 0 || s.refill() {
			h.partial[s.kind][s.class] = append(h.partial[s.kind][s.class], s)
		}
	}
}

// nextSpan installs a span with a free slot as the current one of its class.
func (h *Heap) nextSpan(kind, class uint8, size uintptr) *span {
	if s := h.current[kind][class]; s != &h.noSpan && s.refill() {
		return s
	}
	h.current[kind][class] = &h.noSpan
	h.poll(0)
	for {
		list := h.partial[kind][class]
		if n := len(list); n > 0 {
			s := list[n-1]
			h.partial[kind][class] = list[:n-1]
			if s.cache == 0 && !s.refill() {
				continue
			}
			h.gc.since += uintptr(s.freeSlots()) * s.elem
			h.current[kind][class] = s
			return s
		}
		h.poll(smallPages << pageShift)
		if len(h.partial[kind][class]) > 0 {
			continue // a collection has freed slots
		}
		s := h.newSpan(kind, class, smallPages, uintptr(classSizes[class]), size)
		h.gc.since += smallPages << pageShift
		h.current[kind][class] = s
		return s
	}
}

// allocLarge gives an object a span of its own.
func (h *Heap) allocLarge(kind uint8, size uintptr) Value {
	s := h.largeSpan(kind, size)
	if h.kinds[kind].cleared() {
		h.clear(s.base, s.elem)
	}
	return Value(TagRef + s.base)
}

// AllocUncleared is Alloc for an object of which the caller sets all size bytes, a multiple of 8, before anything else is allocated: large ones are not
// cleared first.
func (h *Heap) AllocUncleared(kind uint8, size uintptr) Value {
	if size <= maxSmall {
		return h.Alloc(kind, size)
	}
	s := h.largeSpan(kind, size)
	if h.kinds[kind].cleared() {
		h.clear(s.base+size, s.elem-size)
	}
	return Value(TagRef + s.base)
}

// largeSpan makes the span of one object of more than maxSmall bytes.
func (h *Heap) largeSpan(kind uint8, size uintptr) *span {
	if h.wanted.Load() {
		h.attend()
	}
	if h.failIn != 0 {
		h.countDown(size)
	}
	if size > MaxObject || size > h.limit {
		panic(OutOfMemory{size})
	}
	pages := (size + pageSize - 1) >> pageShift
	h.poll(pages << pageShift)
	s := h.newSpan(kind, largeClass, pages, pages<<pageShift, size)
	h.gc.since += pages << pageShift
	s.cursor, s.cache = 1, 0
	return s
}

// newSpan makes a span of the given number of pages; size is what an
// OutOfMemory panic names.
func (h *Heap) newSpan(kind, class uint8, n, elem, size uintptr) *span {
	first, ok := h.pages.take(n)
	if !ok {
		h.Collect()
		first, ok = h.pages.take(n)
	}
	if !ok && h.refusal != nil {
		h.refusal()
		first, ok = h.pages.take(n)
	}
	if !ok && h.reserve.span == nil && class != largeClass {
		n = 1 // what is left of the reserve is for all size classes
		first, ok = h.pages.take(n)
	}
	if !ok {
		panic(OutOfMemory{size})
	}
	s := &span{
		base: h.heapOff + first<<pageShift, pages: n, elem: elem,
		n: uint32(n << pageShift / elem), refs: uint32(h.kinds[kind].Refs / 8), class: class, kind: kind,
	}
	if s.n > 1 {
		s.inv = uint32((1<<32 + elem - 1) / elem)
	}
	words := (int(s.n) + 63) / 64
	both := make([]uint64, 2*words)
	s.allocBits, s.markBits = both[:words:words], both[words:]
	s.padBits(s.allocBits)
	s.rewind()
	h.own(s)
	h.spans = append(h.spans, s)
	return s
}
