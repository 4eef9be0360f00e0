package object

import (
	"math/bits"
	"time"
	"unsafe"
)

// The collector: mark and sweep, not moving, stopping the guest (which has one
// thread). It runs when allocation has taken gc.trigger bytes since the last
// time, when the limit is reached, and when asked.
//
// Roots are precise or conservative, and the difference does not matter,
// because objects do not move and any word is checked against the spans before
// it is believed:
//
//   - guest frames, native frames, executors' constants: whoever owns them
//     registers a function with AddRoots;
//   - Go local variables: the running goroutine's stack is copied and every
//     word of it that is a reference, or an address inside the arena, keeps its
//     object. This is sound because Go's calling convention has no callee-saved
//     registers: whatever a caller still needs lies in its frame. It does not
//     reach values that only the Go heap holds: those use Push.
//     Where the port has no way to read the stack (stackless ports, see
//     goStack), a collection runs only when the VM says that no Go code below
//     it holds values (Safepoint).
//   - interned strings, type attributes, builtins.
type gcState struct {
	h       *Heap
	stress  bool
	running bool
	off     int // >0: collections are held back

	since   uintptr // bytes handed to spans since the last collection
	trigger uintptr
	stack   []uintptr // offsets of marked objects to scan
	roots   []func(*Marker)
	goStack []uint64 // the copy of the Go stack

	stats GCStats
}

// GCStats counts what the collector did.
type GCStats struct {
	Collections int
	Pause       time.Duration // in total
	LiveBytes   uintptr       // after the last collection
	Allocated   uintptr       // bytes in all, rounded up to spans
}

const (
	minTrigger = 8 << 20
	poison     = 0xDEAD_DEAD_DEAD_DEAD
)

func (g *gcState) init(h *Heap, stress bool) {
	g.h, g.stress = h, stress
	g.trigger = min(minTrigger, h.limit/4)
}

// Marker is passed to root functions.
type Marker struct{ h *Heap }

// AddRoots registers a function that tells the collector of values at every
// collection.
func (h *Heap) AddRoots(f func(*Marker)) { h.gc.roots = append(h.gc.roots, f) }

// GCStats returns the collector's counters.
func (h *Heap) GCStats() GCStats {
	s := h.gc.stats
	s.Allocated += h.gc.since
	return s
}

// UsedBytes returns the bytes of pages that hold objects.
func (h *Heap) UsedBytes() uintptr { return h.usedPages << pageShift }

// Limit returns the heap's limit in bytes.
func (h *Heap) Limit() uintptr { return h.limit }

// Stress reports whether the heap collects at every allocation.
func (h *Heap) Stress() bool { return h.gc.stress }

// SetStress makes the heap collect at every allocation from now on, or no longer: see
// Options.Stress, which does so while the builtin types are made, too.
func (h *Heap) SetStress(on bool) { h.gc.stress = on }

// poll collects if it is time to; need is what the caller is about to take.
func (g *gcState) poll(need uintptr) {
	if g.off > 0 || g.running {
		return
	}
	if g.stress || g.since+need > g.trigger && g.since > 0 {
		if haveGoStack {
			g.h.Collect()
		}
	}
}

// Safepoint collects if it is time to. The VM calls it where no Go code on the
// stack holds values that it will use again, so that ports that cannot read the
// Go stack have somewhere to collect.
func (h *Heap) Safepoint() {
	if !haveGoStack && (h.gc.stress || h.gc.since > h.gc.trigger) {
		h.collect()
	}
}

// Collect frees everything that no root leads to.
func (h *Heap) Collect() {
	if h.gc.running || h.gc.off > 0 || !haveGoStack {
		return
	}
	h.collect()
}

func (h *Heap) collect() {
	g := &h.gc
	g.running = true
	start := time.Now()
	clear(h.missing[:])
	clear(h.specs[:])
	m := &Marker{h}
	m.Values(h.temps)
	m.Value(h.inflight)
	m.Value(h.lastResort)
	m.Value(h.handlingCell)
	m.Value(h.secondCell)
	h.markOwn(m)
	for _, f := range g.roots {
		f(m)
	}
	if haveGoStack {
		g.goStack = copyGoStack(g.goStack)
		m.Conservative(g.goStack)
	}
	m.drain()
	live := h.sweep()
	g.stats.Allocated += g.since
	g.since = 0
	g.trigger = h.nextTrigger(live)
	g.stats.Collections++
	g.stats.LiveBytes = live
	g.stats.Pause += time.Since(start)
	g.running = false
	h.refillReserve()
}

// nextTrigger says how many bytes may be allocated before the next collection:
// as many as are live, so that the work is proportional to allocation, but less
// when the limit is near.
func (h *Heap) nextTrigger(live uintptr) uintptr {
	t := max(minTrigger, live)
	if room := (h.limit - min(live, h.limit)) / 2; t > room {
		t = max(room, h.limit/64)
	}
	return t
}

// markOwn marks what the heap itself holds.
func (h *Heap) markOwn(m *Marker) {
	for _, v := range h.interned {
		m.Value(v)
	}
	m.Values(h.latin1[:])
	m.Value(h.emptyStr)
	m.Value(h.emptyTup)
	m.Value(h.emptyByt)
	m.Value(h.emptyFro)
	for _, t := range h.types {
		if t == nil {
			continue
		}
		m.Value(t.Object)
		m.Value(t.Dict)
	}
}

// Value marks one value. Words that are no references are ignored.
func (m *Marker) Value(v Value) {
	if v.IsRef() {
		m.mark(v.offset())
	}
}

// Values marks each of vs.
func (m *Marker) Values(vs []Value) {
	for _, v := range vs {
		if v.IsRef() {
			m.mark(v.offset())
		}
	}
}

// Conservative marks each word that is a reference or an address inside the
// arena (of the object's begin or of anything inside it).
func (m *Marker) Conservative(ws []uint64) {
	base, size := m.h.base, uintptr(len(m.h.arena))
	for _, w := range ws {
		if v := Value(w); v.IsRef() {
			m.mark(v.offset())
		} else if off := uintptr(w) - base; off < size {
			m.mark(off)
		}
	}
}

// mark marks the object that the arena's byte at off belongs to, if any.
func (m *Marker) mark(off uintptr) {
	h := m.h
	p := (off - h.heapOff) >> pageShift // wraps for offsets below: then beyond all pages
	if p >= uintptr(len(h.pageSpan)) {
		return
	}
	s := h.pageSpan[p]
	if s == nil {
		return
	}
	i := s.slotOf(off)
	if !s.inUse(i) {
		return
	}
	w, bit := &s.markBits[i/64], uint64(1)<<(i%64)
	if *w&bit != 0 {
		return
	}
	*w |= bit
	if s.kind != spanNoScan {
		h.gc.stack = append(h.gc.stack, s.base+uintptr(i)*s.elem)
	}
}

// drain scans marked objects until none is left.
func (m *Marker) drain() {
	h := m.h
	for n := len(h.gc.stack); n > 0; n = len(h.gc.stack) {
		off := h.gc.stack[n-1]
		h.gc.stack = h.gc.stack[:n-1]
		s := h.pageSpan[(off-h.heapOff)>>pageShift]
		words := unsafe.Slice((*Value)(unsafe.Add(h.mem, TagRef+off)), s.elem/8)
		for _, v := range words[1:] {
			if v.IsRef() {
				m.mark(v.offset())
			}
		}
	}
}

// sweep makes the marked objects the live ones and returns their bytes.
func (h *Heap) sweep() uintptr {
	var live uintptr
	*h.windows = [numSpanKinds][numClasses]window{}
	clear(h.attrs[:])
	clear(h.found[:])
	for k := range h.current {
		for c := range h.current[k] {
			h.current[k][c] = &h.noSpan
			h.partial[k][c] = h.partial[k][c][:0]
		}
	}
	kept := h.spans[:0]
	for _, s := range h.spans {
		if s.kind == spanHandle {
			h.releaseDead(s)
		}
		if h.gc.stress {
			h.poisonDead(s)
		}
		n := 0
		for _, w := range s.markBits {
			n += bits.OnesCount64(w)
		}
		if n == 0 {
			h.freeSpan(s)
			continue
		}
		live += uintptr(n) * s.elem
		s.allocBits, s.markBits = s.markBits, s.allocBits
		clear(s.markBits)
		s.padBits(s.allocBits)
		s.rewind()
		if s.cache != 0 && s.class != largeClass {
			h.partial[s.kind][s.class] = append(h.partial[s.kind][s.class], s)
		}
		kept = append(kept, s)
	}
	clear(h.spans[len(kept):])
	h.spans = kept
	h.rebuildRuns()
	return live
}

// eachDead calls f with the offset of every object in use that is not marked.
func (s *span) eachDead(f func(off uintptr)) {
	for i := uint32(0); i < s.n; i++ {
		if s.inUse(i) && s.markBits[i/64]>>(i%64)&1 == 0 {
			f(s.base + uintptr(i)*s.elem)
		}
	}
}

func (h *Heap) releaseDead(s *span) {
	s.eachDead(func(off uintptr) {
		v := Value(TagRef + off)
		if t := h.types[h.RefType(v)]; t != nil && t.Release != nil {
			t.Release(h, h.Word(v, OffHandle))
		}
	})
}

func (h *Heap) poisonDead(s *span) {
	s.eachDead(func(off uintptr) {
		ws := unsafe.Slice((*uint64)(unsafe.Add(h.mem, TagRef+off)), s.elem/8)
		for i := range ws {
			ws[i] = poison
		}
	})
}
