package heap

// handleTable holds the Go objects that arena objects refer to, by index, so
// that the arena holds no Go pointer.
type handleTable struct {
	list []Held
	free []uint64
}

// Held is a Go object that an object of the arena stands for. It counts against the limit while it has a handle, as memory
// outside of the arena does (Outside). What it holds and may make longer it counts by an Account that it embeds:
// internal/lint.TestHeld asks that of each kind.
type Held interface {
	// HandleWeight is about how many bytes of Go's memory it takes without what its Account counts: the same always.
	HandleWeight() int
}

// handleWeight is what a handle takes in the table.
const handleWeight = 32

// NewHandle keeps a Go object, which counts from now on, and returns its handle, which an object of the arena
// holds as a word. The object's kind has a Finalize hook that calls ReleaseHandle.
func (h *Heap) NewHandle(x Held) uint64 {
	h.hold(handleWeight+x.HandleWeight(), nil) // no sweep: code that is being loaded has a handle ahead of what leads to it
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

// Abandon gives back what the Account of a Go object has counted that has no handle.
func (h *Heap) Abandon(x Held) {
	if g, ok := x.(interface{ account() *Account }); ok {
		g.account().Free(h)
	}
}

// ReleaseHandle forgets a Go object, and what its Account has counted. Its handle is given to another one later.
func (h *Heap) ReleaseHandle(id uint64) {
	x := h.handles.list[id]
	h.Outside(-handleWeight - x.HandleWeight())
	h.Abandon(x)
	h.handles.list[id] = nil
	h.handles.free = append(h.handles.free, id)
}
