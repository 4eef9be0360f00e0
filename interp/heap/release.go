package heap

import "slices"

// A heap that has been large gives memory back to the system: of the pages that hold no object, those at the highest addresses
// beyond what it will take until its next collection, and beyond what it had at one of the last ones: a program that makes large things
// again and again keeps the room for them. Allocation fills low pages first.

const (
	// leastRelease is what makes a release worth its system calls, and the faults of pages that are needed again all the same.
	leastRelease = 8 << 20
	// remembered is of how many collections it is known how many pages were in use.
	remembered = 32
)

// remember notes, ahead of a collection, how many pages are in use.
func (g *collector) remember(pages uintptr) {
	copy(g.peaks[1:], g.peaks[:])
	g.peaks[0] = pages
}

// release gives the system back, behind a collection, the free pages beyond the first room bytes of them.
func (h *Heap) release(room uintptr) {
	p := &h.pages
	most := slices.Max(h.gc.peaks[:])
	room = max(room>>pageShift, most-min(p.used, most))
	n := uintptr(0) // pages with memory that would be given back
	eachBeyond(p.idle(), room, func(r run) { n += p.warm(r) })
	if n >= leastRelease>>pageShift {
		eachBeyond(p.idle(), room, h.giveBack)
	}
}

// FreeOSMemory gives the system back the memory of all pages that hold no object, as
// debug.FreeOSMemory does for Go's. The caller has collected.
func (h *Heap) FreeOSMemory() { eachBeyond(h.pages.idle(), 0, h.giveBack) }

// idle returns the runs of pages that were used and hold no object.
func (p *pages) idle() []run {
	return append(p.free[:len(p.free):len(p.free)], run{p.next, p.most - p.next})
}

// eachBeyond calls f with what the runs have beyond their first n pages.
func eachBeyond(runs []run, n uintptr, f func(run)) {
	for _, r := range runs {
		skip := min(n, r.n)
		if n -= skip; skip < r.n {
			f(run{r.first + skip, r.n - skip})
		}
	}
}

// giveBack gives pages back, if the port can and one of them has memory. They become zeros.
func (h *Heap) giveBack(r run) {
	p := &h.pages
	if p.warm(r) == 0 || !wipe(h.arena[h.heapOff+r.first<<pageShift:h.heapOff+(r.first+r.n)<<pageShift]) {
		return
	}
	if r.first+r.n == p.most {
		p.most = r.first
		return
	}
	for i := r.first; i < r.first+r.n; i++ {
		p.cold[i] = true
	}
}

// warm returns how many pages of a run may have memory.
func (p *pages) warm(r run) (n uintptr) {
	for i := r.first; i < r.first+r.n; i++ {
		if i >= uintptr(len(p.cold)) || !p.cold[i] {
			n++
		}
	}
	return n
}
