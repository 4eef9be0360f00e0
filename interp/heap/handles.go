package heap

// handleTable holds the Go objects that arena objects refer to, by index, so
// that the arena holds no Go pointer.
type handleTable struct {
	list []any
	free []uint64
}

// weighty is a Go object that counts against the limit while it has a handle, as memory outside of the arena does (Outside).
type weighty interface {
	// HandleWeight is about how many bytes of Go's memory it takes: the same always.
	HandleWeight() int
}

// NewHandle keeps a Go object, which counts if it is weighty, and returns its handle, which an object of the arena
// holds as a word. The object's kind has a Finalize hook that calls ReleaseHandle.
func (h *Heap) NewHandle(x any) uint64 {
	t := &h.handles
	if w, ok := x.(weighty); ok {
		h.Outside(w.HandleWeight())
	}
	if n := len(t.free); n > 0 {
		id := t.free[n-1]
		t.free = t.free[:n-1]
		t.list[id] = x
		return id
	}
	t.list = append(t.list, x)
	return uint64(len(t.list) - 1)
}

// HandleAt returns the Go object of a handle.
func (h *Heap) HandleAt(id uint64) any { return h.handles.list[id] }

// ReleaseHandle forgets a Go object. Its handle is given to another one later.
func (h *Heap) ReleaseHandle(id uint64) {
	if w, ok := h.handles.list[id].(weighty); ok {
		h.Outside(-w.HandleWeight())
	}
	h.handles.list[id] = nil
	h.handles.free = append(h.handles.free, id)
}
