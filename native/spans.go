package native

import "sort"

// span is n bytes at an offset of a region.
type span struct{ off, n uintptr }

// spans hands out pieces of a region of limit bytes: first fit from a list of
// free spans that is sorted by offset and never has two neighbours that touch,
// then from the untouched rest above top. All pieces are multiples of granule,
// a power of two, and so aligned to it. The order of calls alone decides the
// offsets. Not safe for concurrent use.
type spans struct {
	granule, limit uintptr
	top            uintptr // everything above is free and untouched
	free           []span

	inUse, high uintptr // bytes handed out, and their maximum
	chunks      int     // pieces handed out
}

// round returns n rounded up to the granule; n is at most limit.
func (s *spans) round(n uintptr) uintptr { return (n + s.granule - 1) &^ (s.granule - 1) }

// alloc returns the offset of a piece of n bytes, 0 < n ≤ limit. fresh is true
// if no piece has ever been in any part of it.
func (s *spans) alloc(n uintptr) (off uintptr, fresh, ok bool) {
	n = s.round(n)
	for i := range s.free {
		f := &s.free[i]
		if f.n < n {
			continue
		}
		off = f.off
		f.off, f.n = f.off+n, f.n-n
		if f.n == 0 {
			s.free = append(s.free[:i], s.free[i+1:]...)
		}
		s.count(n)
		return off, false, true
	}
	off, fresh = s.top, true
	last := len(s.free) - 1
	if last >= 0 && s.free[last].off+s.free[last].n == s.top {
		off, fresh = s.free[last].off, false // it and the rest are one
	}
	if n > s.limit-off {
		return 0, false, false
	}
	if !fresh {
		s.free = s.free[:last]
	}
	s.top = off + n
	s.count(n)
	return off, fresh, true
}

func (s *spans) count(n uintptr) {
	s.inUse += n
	s.chunks++
	s.high = max(s.high, s.inUse)
}

// at returns the index of the first free span that ends above off.
func (s *spans) at(off uintptr) int {
	return sort.Search(len(s.free), func(i int) bool { return s.free[i].off+s.free[i].n > off })
}

// holds reports whether the n bytes at off are aligned, handed out and free of
// free spans. It cannot see where one piece ends and the next begins.
func (s *spans) holds(off, n uintptr) bool {
	if n == 0 || n > s.limit || off > s.top || off&(s.granule-1) != 0 {
		return false
	}
	n = s.round(n)
	if n > s.top-off {
		return false
	}
	i := s.at(off)
	return i == len(s.free) || s.free[i].off >= off+n
}

// release gives a piece back, merging it with its free neighbours. It reports
// whether the piece was handed out. A span that ends at top stays in the list:
// it is not fresh.
func (s *spans) release(off, n uintptr) bool {
	if !s.holds(off, n) {
		return false
	}
	n = s.round(n)
	s.inUse -= n
	s.chunks--
	i := s.at(off)
	left := i > 0 && s.free[i-1].off+s.free[i-1].n == off
	right := i < len(s.free) && off+n == s.free[i].off
	switch {
	case left && right:
		s.free[i-1].n += n + s.free[i].n
		s.free = append(s.free[:i], s.free[i+1:]...)
	case left:
		s.free[i-1].n += n
	case right:
		s.free[i].off, s.free[i].n = off, s.free[i].n+n
	default:
		s.free = append(s.free, span{})
		copy(s.free[i+1:], s.free[i:])
		s.free[i] = span{off, n}
	}
	return true
}
