package heap

// Tracer lets the owner of records outside of the arena (code, say) find out which of
// them nobody needs: objects refer to them by numbers, which the collector does not
// follow. See CollectBy.
type Tracer interface {
	// Visit is told of each object that is found alive, once, and marks what the
	// records lead to that it refers to.
	Visit(m *Marker, v Value)
	// VisitData is Visit for objects of kinds that do not begin cleared. Their memory may still have what was there before:
	// a word of the stack that is no reference has kept a slot that no object has been cut from. So no word is to be trusted.
	VisitData(m *Marker, v Value)
	// Settle is called when no more objects are found. It marks what it has found out
	// meanwhile, and reports whether there was anything.
	Settle(m *Marker) bool
	// Done is told when all that lives is marked, before what has died is swept. It
	// must not allocate.
	Done(m *Marker)
}

// CollectBy is Collect with a tracer. Root functions are called too: they leave to
// the tracer what it decides. It does nothing where Collect does nothing.
func (h *Heap) CollectBy(t Tracer) {
	if h.gc.running || !ScansGoStack {
		return
	}
	h.gc.tracer = t
	h.Collect()
	h.gc.tracer = nil
}

// trace is drain until the tracer has nothing more to mark.
func (m *Marker) trace(t Tracer) {
	for finished := false; ; {
		m.drain()
		if t.Settle(m) || len(m.h.gc.stack) > 0 {
			continue
		}
		if finished || !m.finishMarking() {
			break
		}
		finished = true
	}
	t.Done(m)
}

// GoStack returns the words of the Go stack, copied as the collection began. The slice is
// valid during the collection.
func (m *Marker) GoStack() []uint64 { return m.h.gc.goStack }

// Marked reports whether an object has been found alive.
func (m *Marker) Marked(v Value) bool {
	h := m.h
	p := (v.Offset() - h.heapOff) >> pageShift
	if !v.IsRef() || p >= uintptr(len(h.pages.owner)) || h.pages.owner[p] == nil {
		return true // static, or no object
	}
	s := h.pages.owner[p]
	i := s.slotOf(v.Offset())
	return s.markBits[i/64]&(1<<(i%64)) != 0
}

// Outside counts n bytes, fewer if n is negative, of memory outside of the arena that
// belongs to the guest: they count against the limit. It reports whether the limit
// holds; the owner collects, or gives up what it has counted, if not.
func (h *Heap) Outside(n int) bool {
	h.pages.outside = uintptr(int(h.pages.outside) + n)
	return h.pages.used<<pageShift+h.pages.outside <= h.limit
}

// Yielding is Outside for what the guest can do without. It takes no room from anything else: where
// the limit does not hold, the function of OnPressure is to give some of it up.
func (h *Heap) Yielding(n int) { h.pages.yielding = uintptr(int(h.pages.yielding) + n) }

// OnPressure sets what is called before an allocation behind which the limit would not hold because of
// what Yielding has counted. need is how many bytes are too much. It may be called wherever an object is
// made, and must make none.
func (h *Heap) OnPressure(f func(need uintptr)) { h.pressure = f }

// yield makes room for n bytes at the expense of what gives way.
func (h *Heap) yield(n uintptr) {
	if h.pages.yielding == 0 || h.pressure == nil || h.HasRoom(n) {
		return
	}
	h.pressure(h.Lack(n))
}

// Lack returns how many bytes are too much where n more are taken; 0: the limit holds.
func (h *Heap) Lack(n uintptr) uintptr {
	return max(h.UsedBytes()+h.OutsideBytes()+n, h.limit) - h.limit
}

// HasRoom reports whether the limit leaves room for n bytes. If it does not, it collects first where there may be
// garbage: after an allocation has failed or Suspect, or where as much has been allocated as between collections near
// the limit.
func (h *Heap) HasRoom(n uintptr) bool {
	if h.Lack(n) > 0 && (h.gc.suspect || h.gc.since > h.limit/64) {
		h.Collect()
	}
	return h.Lack(n) == 0
}

// Suspect says that much may be garbage soon although little has been allocated: the next HasRoom that finds
// no room collects.
func (h *Heap) Suspect() { h.gc.suspect = true }

// OutsideBytes returns what Outside and Yielding have counted.
func (h *Heap) OutsideBytes() uintptr { return h.pages.outside + h.pages.yielding }
