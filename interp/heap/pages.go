package heap

// pages deals out the pages of objects, by number from the first one. Pages are
// free, or a span's.
type pages struct {
	owner []*span // by page; nil for free pages. As long as next
	next  uintptr // pages from here on are of no span
	most  uintptr // pages from here on were never used, or take no memory since (release.go)
	free  []run   // free page runs below next, by address, none beside another
	used  uintptr // number of pages that spans have
	cold  []bool  // by page, as long as owner was: free pages whose memory was given back (release.go)
	limit uintptr // bytes
	// outside is what is not in pages and counts against the limit, in bytes.
	outside uintptr
	// over is what pages may take beyond the limit while memory that was kept back is spent (reserve.go), in bytes.
	over uintptr
	// yielding is what counts against the limit, too, but gives way to all else (Heap.Yielding).
	yielding uintptr
}

// run is a run of free pages.
type run struct{ first, n uintptr }

// take finds pages: the first run that fits, else untouched ones.
func (p *pages) take(n uintptr) (uintptr, bool) {
	if p.outside != 0 && (p.used+n)<<pageShift+p.outside > p.limit+p.over {
		return 0, false
	}
	for i := range p.free {
		if p.free[i].n >= n {
			return p.cut(i, n), true
		}
	}
	if (p.next+n)<<pageShift > p.limit {
		return 0, false
	}
	first := p.next
	p.grow(n)
	return p.taken(first, n), true
}

// taken counts n pages as a span's. It returns the first one.
func (p *pages) taken(first, n uintptr) uintptr {
	p.used += n
	clear(p.cold[first : first+n])
	return first
}

// giveBack frees n pages. The runs are rebuilt later, once for many.
func (p *pages) giveBack(first, n uintptr) {
	clear(p.owner[first : first+n])
	p.used -= n
}

// rebuildRuns lists the free page runs by address, merged.
func (p *pages) rebuildRuns() {
	p.free = p.free[:0]
	end := uintptr(0) // end of the last page in use
	for i := uintptr(0); i < p.next; {
		s := p.owner[i]
		if s == nil {
			q := i + 1
			for q < p.next && p.owner[q] == nil {
				q++
			}
			if q < p.next {
				p.free = append(p.free, run{i, q - i})
			}
			i = q
			continue
		}
		i += s.pages
		end = i
	}
	p.next = end
	p.owner = p.owner[:end]
}

// own enters a span for its pages.
func (h *Heap) own(s *span) {
	first := h.pageOf(s.base)
	for p := first; p < first+s.pages; p++ {
		h.pages.owner[p] = s
	}
}

// freeSpan gives a span's pages back.
func (h *Heap) freeSpan(s *span) { h.pages.giveBack(h.pageOf(s.base), s.pages) }

// pageOf returns which page an offset in the arena lies in. For offsets before the
// first page the number is beyond all pages.
func (h *Heap) pageOf(off uintptr) uintptr { return (off - h.heapOff) >> pageShift }
