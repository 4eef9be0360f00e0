//go:build arenacheck

package heap

import "fmt"

// Checked builds test each access to an object by Go code: go build -tags arenacheck.
// Machine code is not tested.
const Checked = true

// AccessError is what an access panics with that is not within one object.
type AccessError struct {
	Word   Value   // whose memory was meant
	Offset uintptr // in it
	Size   uintptr
	Reason string
}

// Error implements error.
func (e *AccessError) Error() string {
	return fmt.Sprintf("heap: access to %d bytes at %d of %#x: %s", e.Size, e.Offset, uint64(e.Word), e.Reason)
}

// access panics unless n bytes at an offset of an object are of that object.
func (h *Heap) access(v Value, off, n uintptr) {
	fail := func(reason string) { panic(&AccessError{v, off, n, reason}) }
	if !v.IsRef() {
		fail("no reference")
	}
	at := uintptr(v - TagRef)
	if at < h.heapOff { // Null, of which the header may be read, and what is static
		switch {
		case v == Null && off+n > HeaderSize:
			fail("a field of Null")
		case at+off+n > StaticSize:
			fail("the stack")
		}
		return
	}
	page := h.pageOf(at)
	if page >= uintptr(len(h.pages.owner)) || h.pages.owner[page] == nil {
		fail("a page without objects")
	}
	s := h.pages.owner[page]
	size := s.elem
	if s.class == largeClass {
		size = s.pages << pageShift
	}
	if begin := s.base + uintptr(s.slotOf(at))*size; begin != at {
		fail("within an object")
	}
	if off > size || n > size-off {
		fail(fmt.Sprintf("an object of %d bytes", size))
	}
}
