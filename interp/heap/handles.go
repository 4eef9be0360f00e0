package heap

// handleTable holds the Go objects that arena objects refer to, by index, so
// that the arena holds no Go pointer.
type handleTable struct {
	list []any
	free []uint64
}

// NewHandle keeps a Go object and returns its handle, which an object of the arena
// holds as a word. The object's kind has a Finalize hook that calls ReleaseHandle.
func (h *Heap) NewHandle(x any) uint64 {
	t := &h.handles
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
	h.handles.list[id] = nil
	h.handles.free = append(h.handles.free, id)
}
