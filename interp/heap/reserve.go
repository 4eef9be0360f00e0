package heap

// reserve is memory that is kept back for the guest's error of having none.
type reserve struct {
	size  uintptr // bytes, a multiple of a page's; 0: nothing is kept back
	span  *span   // without slots: no address leads into it. nil while it is spent
	spent bool    // the error is being made: nothing is kept back again
}

// KeepBack makes the heap keep size bytes back, which SpendReserve frees.
func (h *Heap) KeepBack(size uintptr) {
	h.reserve.size = (size + pageSize - 1) &^ (pageSize - 1)
	h.refillReserve()
}

// SpendReserve frees what is kept back and collects, so that the guest's error of
// having no memory finds room: whoever recovers an OutOfMemory calls it, makes the
// error, and calls EndSpending. What has been taken outside of the arena without asking (heldSmall) takes no room from it.
func (h *Heap) SpendReserve() {
	kept := h.reserve.span != nil
	if kept {
		h.freeSpan(h.reserve.span)
		h.reserve.span = nil
		h.pages.rebuildRuns()
	}
	h.reserve.spent = true
	h.Collect() // and what the guest has made is garbage only after its error
	if kept {
		h.pages.over = h.Lack(h.reserve.size)
	}
}

// EndSpending lets the next collection keep memory back again.
func (h *Heap) EndSpending() { h.reserve.spent = false }

// refillReserve keeps memory back again, if there is plenty of room: an error
// that has been made of the reserve still needs memory while it travels.
func (h *Heap) refillReserve() {
	r := &h.reserve
	margin := max(2*r.size, h.limit/16)
	if r.size == 0 || r.span != nil || r.spent || h.Lack(margin) > 0 {
		return
	}
	n := r.size >> pageShift
	first, ok := h.pages.take(n)
	if !ok {
		return
	}
	h.pages.over = 0
	r.span = &span{base: h.heapOff + first<<pageShift, pages: n, class: largeClass}
	h.own(r.span)
}
