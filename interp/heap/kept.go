package heap

import "sync"

// Heaps that are made one after the other use the same arenas: the pages of a new mapping are found one by one, by a fault
// each, and most of what a small guest touches every guest touches. A closed heap's arena is kept for the next one of its
// size, zeroed: what the first pages hold is cleared, of all others the system takes back what they have.
//
// Invariant: a kept arena is all zeros, as a new mapping is, and nobody has its address: a heap is closed when nothing runs
// in it. What a guest leaves whose code went wrong is not kept (Distrust). A build that checks accesses keeps none, so that
// a use behind Close is a fault.
const (
	maxKept = 4 // arenas; of each no more than what follows stays in memory
	// What most guests touch of the stack, and of the pages of objects.
	keptStack   = 64 << 10
	keptObjects = 4 << 20
)

var kept struct {
	sync.Mutex
	arenas [][]byte // the oldest first
}

// takeKept returns a kept arena of size bytes, nil if there is none.
func takeKept(size uintptr) []byte {
	kept.Lock()
	defer kept.Unlock()
	for i, a := range kept.arenas {
		if uintptr(len(a)) == size {
			kept.arenas = append(kept.arenas[:i], kept.arenas[i+1:]...)
			return a
		}
	}
	return nil
}

// Distrust says that something went wrong in the guest that should not: Close gives its arena back to the system, and no
// other heap gets it.
func (h *Heap) Distrust() { h.distrusted = true }

// keep zeroes the heap's arena and keeps it. It returns the arena that is to be unmapped: this one where it can't be kept, the
// oldest where there is one too many; nil: none.
func (h *Heap) keep() []byte {
	a := h.arena
	stack, used := StaticSize+min(keptStack, h.stackSize), h.pages.most<<pageShift
	objects := h.heapOff + min(keptObjects, used)
	if Checked || h.distrusted || !keepsArenas() || !wipe(a[stack:h.heapOff]) || !wipe(a[objects:h.heapOff+used]) {
		return a
	}
	clear(a[:stack])
	clear(a[h.heapOff:objects])
	kept.Lock()
	defer kept.Unlock()
	kept.arenas = append(kept.arenas, a)
	if len(kept.arenas) <= maxKept {
		return nil
	}
	oldest := kept.arenas[0]
	kept.arenas = append(kept.arenas[:0], kept.arenas[1:]...)
	return oldest
}

// dropKept unmaps all kept arenas and reports whether there was one.
func dropKept() bool {
	kept.Lock()
	defer kept.Unlock()
	for _, a := range kept.arenas {
		_ = unmapArena(a) // of a mapping of ours
	}
	dropped := len(kept.arenas) > 0
	kept.arenas = nil
	return dropped
}
