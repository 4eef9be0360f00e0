package goheap

import (
	"math/bits"
	"unsafe"
)

// handles is a table of values, by index. What is free has a nil value.
type handles struct {
	values []any
	free   []uint32
	least  int      // of limit: Options.Handles
	limit  int      // how long the table may grow before a sweep
	marks  []uint64 // of a sweep, a bit an index
}

// add gives a value an index.
func (t *handles) add(v any) uint32 {
	if n := len(t.free); n > 0 {
		i := t.free[n-1]
		t.free = t.free[:n-1]
		t.values[i] = v
		return i
	}
	t.values = append(t.values, v)
	return uint32(len(t.values) - 1)
}

// full reports whether it is time to look for what nothing holds.
func (t *handles) full() bool { return len(t.free) == 0 && len(t.values) >= t.limit }

// begin begins a sweep.
func (t *handles) begin() {
	n := (len(t.values) + 63) / 64
	if cap(t.marks) < n {
		t.marks = make([]uint64, n)
	}
	t.marks = t.marks[:n]
	clear(t.marks)
}

// mark marks an index, if it is one.
func (t *handles) mark(i uint32) {
	if int(i) < len(t.values) {
		t.marks[i/64] |= 1 << (i % 64)
	}
}

// sweep frees what is not marked, and tells of it ahead. The table may grow to twice what is held; what is
// free at its end beyond that goes, so that a time at which much was held leaves nothing behind.
func (t *handles) sweep(frees func(i uint32)) {
	t.free = t.free[:0]
	for k, m := range t.marks {
		for m = ^m; m != 0; m &= m - 1 {
			i := 64*k + bits.TrailingZeros64(m)
			if i >= len(t.values) {
				break
			}
			frees(uint32(i))
			t.values[i] = nil
			t.free = append(t.free, uint32(i))
		}
	}
	t.limit = max(t.least, 2*(len(t.values)-len(t.free)))
	for n := len(t.free); n > 0 && len(t.values) > t.limit && int(t.free[n-1]) == len(t.values)-1; n-- {
		t.values, t.free = t.values[:len(t.values)-1], t.free[:n-1]
	}
}

// cut frees all from an index on. Where some below it are free, those from it on are left
// to the next sweep, unless all are cut.
func (t *handles) cut(n int) {
	if n > 0 && len(t.free) > 0 {
		return
	}
	n = min(n, len(t.values)) // a sweep may have shortened it
	clear(t.values[n:])
	t.values, t.free = t.values[:n], t.free[:0]
}

// sweep frees the handles that neither an activation nor an executor holds.
func (h *Heap) sweep() {
	h.sweeps++
	h.local.begin()
	h.lasting.begin()
	mark := func(words []uint64) {
		for _, w := range words {
			switch {
			case w < kindsAt<<48, w >= intsAt<<48:
			case w&lasting != 0:
				h.lasting.mark(uint32(w) &^ lasting)
			default:
				h.local.mark(uint32(w))
			}
		}
	}
	for _, ex := range h.table.Executors {
		mark(ex.Roots)
	}
	mark(h.entry)
	for i := range h.running {
		inner := h.fp
		if i+1 < len(h.running) {
			inner = h.running[i+1].fp
		}
		for f := (*frame)(inner); f != nil; f = (*frame)(f.caller) {
			mark(h.slots(f)[:f.sp])
		}
	}
	h.table.Roots(mark)
	h.local.sweep(func(uint32) {})
	h.lasting.sweep(func(i uint32) {
		v := h.lasting.values[i]
		if _, kind := h.plain(v); kind >= 0 && h.isUnique(kind) {
			delete(h.index, v)
		}
	})
}

// Stats says how many handles there are.
type Stats struct {
	Local   int // of the activations that are running
	Lasting int // of executors' constants and of Unique values
	Table   int // entries of the table of local handles, free ones included
	Sweeps  int // how often handles that nothing holds were looked for
}

// Stats returns how many handles there are.
func (h *Heap) Stats() Stats {
	return Stats{len(h.local.values) - len(h.local.free), len(h.lasting.values) - len(h.lasting.free), len(h.local.values), h.sweeps}
}

// slots returns all slots of a mirrored frame.
func (h *Heap) slots(f *frame) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Add(unsafe.Pointer(f), slotsAt)), h.opt.Slots)
}
