package heap

import (
	"fmt"
	"unsafe"
)

// Check returns an error if what the heap says of its memory does not fit together
// (see the package's invariants). Tests call it; it takes as long as a sweep.
func (h *Heap) Check() error {
	used := uintptr(0)
	for _, s := range h.spans {
		if err := h.checkSpan(s); err != nil {
			return fmt.Errorf("heap: span at %#x, slots of %d bytes: %w", s.base, s.elem, err)
		}
		used += s.pages
	}
	if s := h.reserve.span; s != nil {
		used += s.pages
	}
	if used != h.pages.used {
		return fmt.Errorf("heap: spans have %d pages, %d are counted", used, h.pages.used)
	}
	if err := h.pages.check(); err != nil {
		return err
	}
	return h.checkWindows()
}

// checkSpan: its pages lead to it, and behind its last slot none is free.
func (h *Heap) checkSpan(s *span) error {
	first := h.pageOf(s.base)
	for p := first; p < first+s.pages; p++ {
		if h.pages.owner[p] != s {
			return fmt.Errorf("page %d leads elsewhere", p)
		}
	}
	if r := s.n % 64; r != 0 && ^s.allocBits[len(s.allocBits)-1]>>r != 0 {
		return fmt.Errorf("a slot behind the last of %d is free", s.n)
	}
	for g, w := range s.markBits {
		if !h.gc.running && w != 0 {
			return fmt.Errorf("slots of group %d are marked between collections", g)
		}
	}
	for i := s.cursor; i < s.n; i++ {
		if free := s.allocBits[i/64]>>(i%64)&1 == 0; free && i/64 == s.cacheBase/64 && s.cache>>(i%64)&1 == 0 {
			return fmt.Errorf("slot %d is free, and not in the cache of its group", i)
		}
	}
	return nil
}

// check: runs are ordered, apart, and free, and all other pages have owners.
func (p *pages) check() error {
	if uintptr(len(p.owner)) != p.next {
		return fmt.Errorf("heap: %d pages with an entry, %d were used", len(p.owner), p.next)
	}
	free, end := uintptr(0), uintptr(0)
	for i, r := range p.free {
		if r.n == 0 || i > 0 && r.first < end || r.first+r.n > p.next {
			return fmt.Errorf("heap: run %d of free pages, %d from %d on, behind %d", i, r.n, r.first, end)
		}
		for q := r.first; q < r.first+r.n; q++ {
			if p.owner[q] != nil {
				return fmt.Errorf("heap: page %d is free and a span's", q)
			}
		}
		free, end = free+r.n, r.first+r.n
	}
	if free+p.used != p.next {
		return fmt.Errorf("heap: %d pages free and %d used of %d", free, p.used, p.next)
	}
	return nil
}

// checkWindows: a window is whole slots in use of the span that it is of.
func (h *Heap) checkWindows() error {
	for k := range h.windows {
		for c, w := range h.windows[k] {
			if w.next == w.end {
				continue
			}
			s := h.pages.owner[h.pageOf(w.next.Offset())]
			if s == nil || int(s.kind) != k || int(s.class) != c || w.next > w.end || uintptr(w.end-w.next)%s.elem != 0 {
				return fmt.Errorf("heap: window of kind %d, class %d: %#x to %#x", k, c, uint64(w.next), uint64(w.end))
			}
			for v := w.next; v < w.end; v += Value(s.elem) {
				if !s.inUse(s.slotOf(v.Offset())) {
					return fmt.Errorf("heap: window of kind %d, class %d: the slot at %#x is free", k, c, uint64(v))
				}
				if h.kinds[k].cleared() && !h.zero(v, s.elem) {
					return fmt.Errorf("heap: window of kind %d, class %d: the slot at %#x is not cleared", k, c, uint64(v))
				}
			}
		}
	}
	return nil
}

// zero reports whether all of an object's memory is zero.
func (h *Heap) zero(v Value, size uintptr) bool {
	for _, w := range unsafe.Slice((*uint64)(h.At(v, 0)), size/8) {
		if w != 0 {
			return false
		}
	}
	return true
}
