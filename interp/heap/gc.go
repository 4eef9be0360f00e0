package heap

import (
	"math/bits"
	"time"
)

// collector is the state of the collector: mark and sweep, not moving, stopping the
// guest (which has one thread). It runs when allocation has taken trigger bytes since
// the last time, when the limit is reached, and when asked.
type collector struct {
	stress  bool
	running bool

	since   uintptr             // bytes handed to spans since the last collection
	held    uintptr             // bytes that Go objects have taken since (see hold)
	suspect bool                // there is garbage soon: an allocation has failed since the last collection, or see Suspect
	trigger uintptr             // since at which it is time to collect
	peaks   [remembered]uintptr // pages in use at the last collections, the last one first
	spacing uintptr             // how far collections are apart: 0 to maxSpacing; see space
	stack   []uintptr           // offsets of marked objects to scan
	before  []func()
	roots   []func(*Marker)
	after   []func(*Marker) // see AfterMark

	beforeSweep []func(*Marker)
	goStack     []uint64 // the copy of the Go stack
	rooted      func(skip func(from, to uintptr))
	tracer      Tracer // of the collection that runs; nil: none

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
	maxSpacing = 8
	// maxSpaced is how many bytes more may be allocated between collections that are
	// spaced, spaced0 how many where little is live.
	maxSpaced = 32 << 20
	spaced0   = 2 * minTrigger
	poison    = 0xDEAD_DEAD_DEAD_DEAD
	// cleared is how many bytes ClearGoStack clears: what is called next takes less, if it does not recurse.
	cleared = 64 << 10
)

// GCStats returns the collector's counters.
func (h *Heap) GCStats() GCStats {
	s := h.gc.stats
	s.Allocated += h.gc.since
	return s
}

// poll collects if it is time to, and has room made at the expense of what gives way; need is what the
// caller is about to take.
func (h *Heap) poll(need uintptr) {
	g := &h.gc
	if g.stress || g.since+need > g.trigger && g.since > 0 {
		h.Collect()
	}
	h.yield(need)
}

// Collect frees everything that no root leads to, where the port can (ScansGoStack).
func (h *Heap) Collect() {
	if h.gc.running || !ScansGoStack {
		return
	}
	g := &h.gc
	g.running = true
	start := time.Now()
	g.remember(h.pages.used)
	for _, f := range g.before {
		f()
	}
	m := h.marker()
	m.Values(h.temps)
	for _, f := range g.roots {
		f(m)
	}
	g.goStack = copyGoStack(g.goStack)
	m.markGoStack()
	if g.tracer != nil {
		m.trace(g.tracer)
	} else {
		m.drain()
		if m.finishMarking() {
			m.drain()
		}
	}
	for _, f := range g.beforeSweep {
		f(m)
	}
	live := h.sweep()
	g.stats.Allocated += g.since
	g.space(live)
	g.trigger = h.nextTrigger(live)
	h.release(g.trigger)
	g.since, g.held = 0, 0
	g.suspect = h.reserve.spent
	g.stats.Collections++
	g.stats.LiveBytes = live
	g.stats.Pause += time.Since(start)
	g.running = false
	h.refillReserve()
	ClearGoStack() // objects will lie where those lay that have died: old words must not lead to them
}

// space learns from what has survived of what was allocated since the collection before.
// Where nearly all of it has died, most of the marking was of what had been marked before:
// the next collection may wait. Where much has survived the heap grows, and the trigger
// grows with it.
func (g *collector) space(live uintptr) {
	grown := live - min(live, g.stats.LiveBytes)
	switch {
	case g.since < minTrigger/2: // it was asked for, or the limit is near: that is too little to learn from
	case grown <= g.since/8:
		g.spacing = min(2*g.spacing+1, maxSpacing)
	case grown >= g.since/2:
		g.spacing /= 2
	}
}

// nextTrigger says how many bytes may be allocated before the next collection: at least
// as many as are live, so that the work is proportional to allocation, but less when the
// limit is near. Spacing multiplies what is live beyond minTrigger, and all that is live up
// to spaced0: what the modules of a program keep takes as long to mark after 8 MB as after
// 24. Where next to nothing is live it takes no time, and new objects should stay in the processor's caches.
func (h *Heap) nextTrigger(live uintptr) uintptr {
	t := max(minTrigger, live)
	t += min(max((t-minTrigger)*h.gc.spacing, min(live*h.gc.spacing, spaced0)), maxSpaced)
	if room := (h.limit - min(live, h.limit)) / 2; t > room {
		t = max(room, h.limit/64)
	}
	return t
}

// finishMarking calls the functions of AfterMark, and reports whether they have marked anything.
func (m *Marker) finishMarking() bool {
	for _, f := range m.h.gc.after {
		f(m)
	}
	return len(m.h.gc.stack) > 0
}

// sweep makes the marked objects the live ones and returns their bytes.
func (h *Heap) sweep() uintptr {
	var live uintptr
	*h.windows = [maxKinds][numClasses]window{}
	for k := range h.current {
		for c := range h.current[k] {
			h.current[k][c] = &h.noSpan
			h.partial[k][c] = h.partial[k][c][:0]
		}
	}
	kept := h.spans[:0]
	for _, s := range h.spans {
		if f := h.kinds[s.kind].Finalize; f != nil {
			h.finalizeDead(s, f)
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
	h.pages.rebuildRuns()
	return live
}

// finalizeDead tells a kind of its objects that have died. Slots of a window that no
// object was cut from yet are cleared, the header too.
func (h *Heap) finalizeDead(s *span, finalize func(Value)) {
	s.eachDead(func(off uintptr) {
		h.ifObject(off, finalize)
	})
}

func (h *Heap) poisonDead(s *span) {
	s.eachDead(func(off uintptr) {
		ws := h.Values(Value(TagRef+off), 0, int(s.elem/8))
		for i := range ws {
			ws[i] = poison
		}
	})
}
