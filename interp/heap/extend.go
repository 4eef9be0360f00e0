package heap

import "slices"

// A large object that grows needs no copy where the pages behind it are free: mostly it is the last one, or was made before what has died since.

// Extend makes room for size bytes in an object where it lies and reports whether it has. It has not where the object is not a large one, or
// something lies behind it. What is gained is cleared as a new object of the kind is. It may collect; v must be one that a collection finds.
func (h *Heap) Extend(v Value, size uintptr) bool {
	s := h.pages.owner[h.pageOf(v.Offset())]
	if s.class != largeClass || size > MaxObject || size > h.limit || h.failIn != 0 || h.gc.stress {
		return false
	}
	had, need := s.pages, (size+pageSize-1)>>pageShift
	if need <= had {
		return true
	}
	h.poll((need - had) << pageShift)
	if !h.pages.extend(h.pageOf(s.base)+had, need-had) {
		return false
	}
	s.pages, s.elem = need, need<<pageShift
	h.own(s)
	h.gc.since += (need - had) << pageShift
	if h.kinds[s.kind].cleared() {
		h.clear(s.base+had<<pageShift, (need-had)<<pageShift)
	}
	return true
}

// extend takes the n pages from a page on, if they are free.
func (p *pages) extend(first, n uintptr) bool {
	if p.outside != 0 && (p.used+n)<<pageShift+p.outside > p.limit+p.over {
		return false
	}
	if first == p.next {
		if (p.next+n)<<pageShift > p.limit {
			return false
		}
		p.grow(n)
		p.taken(first, n)
		return true
	}
	i, ok := slices.BinarySearchFunc(p.free, first, func(r run, at uintptr) int { return int(r.first) - int(at) })
	if !ok || p.free[i].n < n {
		return false
	}
	p.cut(i, n)
	return true
}

// grow makes n pages that were of no span ones that may be.
func (p *pages) grow(n uintptr) {
	p.next += n
	p.most = max(p.most, p.next)
	for uintptr(len(p.owner)) < p.next {
		p.owner = append(p.owner, nil)
	}
	for uintptr(len(p.cold)) < p.next {
		p.cold = append(p.cold, false)
	}
}

// cut takes the first n pages of free run i, and returns the first of them.
func (p *pages) cut(i int, n uintptr) uintptr {
	r := &p.free[i]
	first := r.first
	r.first += n
	r.n -= n
	if r.n == 0 {
		p.free = append(p.free[:i], p.free[i+1:]...)
	}
	return p.taken(first, n)
}
