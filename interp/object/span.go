package object

import (
	"math/bits"
	"unsafe"
)

// Memory comes in spans: runs of pages cut into slots of one size. A slot is
// free or holds one object from its first byte. The scheme is the one of Go's
// own runtime (size classes, allocation bits that the last collection left,
// a cursor), reduced to one thread and no moving parts: a collection marks, and
// sweeping a span is replacing its allocation bits by its mark bits.
//
// Invariants:
//   - a slot below the cursor, or with its allocation bit set, is in use;
//     every other slot is free and no live object refers to it;
//   - pageSpan maps each page of a live span to it, so that any address in the
//     heap leads to its object (the collector is conservative).

type spanKind uint8

const (
	spanPlain  spanKind = iota // scanned for references; slots are cleared when allocated
	spanNoScan                 // strings, bytes, limbs
	spanHandle                 // scanned, and told to its type's Release when it dies
	numSpanKinds
)

// classSizes are the slot sizes of small objects, in bytes.
var classSizes = [...]uint32{
	16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512,
	640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2720, 4096,
}

const (
	numClasses  = len(classSizes)
	maxSmall    = 4096
	largeClass  = 0xFF
	smallPages  = 4 // pages of a span of small slots
	largestSpan = 1 << 40
)

// classOf maps a size in units of 16 bytes, rounded up, to its class.
var classOf = func() (t [maxSmall/16 + 1]uint8) {
	c := 0
	for i := range t {
		if uint32(i*16) > classSizes[c] {
			c++
		}
		t[i] = uint8(c)
	}
	return t
}()

type span struct {
	base  uintptr // offset in the arena
	pages uintptr
	elem  uintptr // bytes of a slot
	n     uint32  // number of slots
	inv   uint32  // ⌈2³²/elem⌉: slot of an offset without dividing
	class uint8
	kind  spanKind

	cache     uint64 // free slots of the group of 64 at cacheBase, from the cursor on
	cacheBase uint32
	cursor    uint32 // slots below are in use
	allocBits []uint64
	markBits  []uint64
}

// slotOf returns which slot an offset (in the arena) lies in.
func (s *span) slotOf(off uintptr) uint32 {
	if s.class == largeClass {
		return 0
	}
	return uint32(uint64(off-s.base) * uint64(s.inv) >> 32)
}

// inUse reports whether slot i holds an object.
func (s *span) inUse(i uint32) bool {
	return i < s.n && (i < s.cursor || s.allocBits[i/64]>>(i%64)&1 != 0)
}

// refill looks for the next group with a free slot, from the cursor on.
func (s *span) refill() bool {
	g := int(s.cacheBase/64) + 1
	for ; g < len(s.allocBits); g++ {
		if free := ^s.allocBits[g]; free != 0 {
			s.cache, s.cacheBase = free, uint32(g)*64
			return true
		}
	}
	s.cursor = s.n
	return false
}

// rewind puts the cursor to the first slot.
func (s *span) rewind() {
	s.cursor, s.cacheBase = 0, 0
	s.cache = ^s.allocBits[0]
	if s.cache == 0 {
		s.refill()
	}
}

// take hands out the next free slot and those behind it, at most limit and not beyond
// its group; s.cache must not be empty.
func (s *span) take(limit int) (off uintptr, n int) {
	first := bits.TrailingZeros64(s.cache)
	n = min(bits.TrailingZeros64(^(s.cache >> first)), limit)
	s.cache &^= (1<<n - 1) << first
	i := s.cacheBase + uint32(first)
	s.cursor = i + uint32(n)
	return s.base + uintptr(i)*s.elem, n
}

// window is a run of slots that a span has handed out and that objects are cut from. It
// lies in the arena: machine code cuts objects from it, too (Heap.Window). The
// collector counts its slots as in use; scanned kinds are cleared. A collection
// closes it.
type window struct {
	next, end Value // the next slot, and what is behind the last one
}

// alloc returns memory for an object of size bytes. Objects of scanned kinds
// begin cleared; of others nothing is. It panics with OutOfMemory.
func (h *Heap) alloc(kind spanKind, size uintptr) Value {
	if size > maxSmall {
		return h.allocLarge(kind, size)
	}
	c := classOf[(size+15)/16]
	w := &h.windows[kind][c]
	if w.next == w.end {
		h.openWindow(kind, c, size)
	}
	v := w.next
	w.next += Value(classSizes[c])
	return v
}

// openWindow makes a class's window one of the next free slots.
func (h *Heap) openWindow(kind spanKind, class uint8, size uintptr) {
	s := h.current[kind][class]
	if s.cache == 0 {
		s = h.nextSpan(kind, class, size)
	}
	limit := 64
	if h.gc.stress {
		limit = 1
	}
	off, n := s.take(limit)
	if h.gc.stress {
		h.dropCache(s)
	}
	bytes := uintptr(n) * s.elem
	if kind != spanNoScan {
		clear(unsafe.Slice((*uint64)(unsafe.Add(h.mem, TagRef+off)), bytes/8))
	}
	h.windows[kind][class] = window{Value(TagRef + off), Value(TagRef + off + bytes)}
}

// Window says where compiled code cuts objects of size bytes, which the collector
// scans, from: at a static object's offset from w lies the next one, cleared, and 8 bytes
// behind that where the window ends. Objects are slot bytes apart. Where both words are
// equal, OpenWindow makes room for at least one. ok is false for a size without windows.
func (h *Heap) Window(size uintptr) (w Value, slot uintptr, ok bool) {
	if size > maxSmall {
		return Null, 0, false
	}
	c := classOf[(size+15)/16]
	at := uintptr(unsafe.Pointer(&h.windows[spanPlain][c])) - h.base
	return Value(TagRef + at), uintptr(classSizes[c]), true
}

// OpenWindow returns the next object of size bytes of a window that had none left; it
// is not taken yet. It may collect, and panics with OutOfMemory.
func (h *Heap) OpenWindow(size uintptr) Value {
	c := classOf[(size+15)/16]
	h.openWindow(spanPlain, c, size)
	return h.windows[spanPlain][c].next
}

// dropCache makes the next allocation take the slow path, where it collects.
func (h *Heap) dropCache(s *span) {
	if h.current[s.kind][s.class] == s {
		h.current[s.kind][s.class] = &h.noSpan
		if s.cache != 0 || s.refill() {
			h.partial[s.kind][s.class] = append(h.partial[s.kind][s.class], s)
		}
	}
}

// nextSpan installs a span with a free slot as the current one of its class.
func (h *Heap) nextSpan(kind spanKind, class uint8, size uintptr) *span {
	if s := h.current[kind][class]; s != &h.noSpan && s.refill() {
		return s
	}
	h.current[kind][class] = &h.noSpan
	h.gc.poll(0)
	for {
		list := h.partial[kind][class]
		if n := len(list); n > 0 {
			s := list[n-1]
			h.partial[kind][class] = list[:n-1]
			if s.cache == 0 && !s.refill() {
				continue
			}
			h.gc.since += uintptr(s.freeSlots()) * s.elem
			h.current[kind][class] = s
			return s
		}
		h.gc.poll(smallPages << pageShift)
		if len(h.partial[kind][class]) > 0 {
			continue // a collection has freed slots
		}
		s := h.newSpan(kind, class, smallPages, uintptr(classSizes[class]), size)
		h.gc.since += smallPages << pageShift
		h.current[kind][class] = s
		return s
	}
}

func (s *span) freeSlots() int {
	n := bits.OnesCount64(s.cache)
	for g := int(s.cacheBase/64) + 1; g < len(s.allocBits); g++ {
		n += bits.OnesCount64(^s.allocBits[g])
	}
	return n
}

// allocLarge gives an object a span of its own.
func (h *Heap) allocLarge(kind spanKind, size uintptr) Value {
	if size > largestSpan || size > h.limit {
		panic(OutOfMemory{size})
	}
	pages := (size + pageSize - 1) >> pageShift
	h.gc.poll(pages << pageShift)
	s := h.newSpan(kind, largeClass, pages, pages<<pageShift, size)
	h.gc.since += pages << pageShift
	s.cursor, s.cache = 1, 0
	if kind != spanNoScan {
		clear(unsafe.Slice((*uint64)(unsafe.Add(h.mem, TagRef+s.base)), s.elem/8))
	}
	return Value(TagRef + s.base)
}

// newSpan makes a span of the given number of pages; size is what an
// OutOfMemory panic names.
func (h *Heap) newSpan(kind spanKind, class uint8, pages, elem, size uintptr) *span {
	first, ok := h.takePages(pages)
	if !ok {
		h.Collect()
		first, ok = h.takePages(pages)
	}
	if !ok && h.reserve == nil && class != largeClass {
		pages = 1 // what is left of the reserve is for all size classes
		first, ok = h.takePages(pages)
	}
	if !ok {
		panic(OutOfMemory{size})
	}
	s := &span{
		base: h.heapOff + first<<pageShift, pages: pages, elem: elem,
		n: uint32(pages << pageShift / elem), class: class, kind: kind,
	}
	s.inv = uint32((1<<32 + elem - 1) / elem)
	words := (int(s.n) + 63) / 64
	both := make([]uint64, 2*words)
	s.allocBits, s.markBits = both[:words:words], both[words:]
	s.padBits(s.allocBits)
	s.rewind()
	h.own(s)
	h.spans = append(h.spans, s)
	return s
}

// own enters a span for its pages.
func (h *Heap) own(s *span) {
	first := (s.base - h.heapOff) >> pageShift
	for p := first; p < first+s.pages; p++ {
		h.pageSpan[p] = s
	}
}

// padBits marks the bits behind the last slot as in use.
func (s *span) padBits(b []uint64) {
	if r := s.n % 64; r != 0 {
		b[len(b)-1] |= ^uint64(0) << r
	}
}

// run is a run of free pages.
type run struct{ first, n uintptr }

// takePages finds pages: the first run that fits, else untouched ones.
func (h *Heap) takePages(n uintptr) (uintptr, bool) {
	for i := range h.freeRuns {
		r := &h.freeRuns[i]
		if r.n < n {
			continue
		}
		first := r.first
		r.first += n
		r.n -= n
		if r.n == 0 {
			h.freeRuns = append(h.freeRuns[:i], h.freeRuns[i+1:]...)
		}
		h.usedPages += n
		return first, true
	}
	if (h.nextPage+n)<<pageShift > h.limit {
		return 0, false
	}
	first := h.nextPage
	h.nextPage += n
	h.usedPages += n
	for uintptr(len(h.pageSpan)) < h.nextPage {
		h.pageSpan = append(h.pageSpan, nil)
	}
	return first, true
}

// freeSpan gives a span's pages back. The page runs are rebuilt after the
// sweep that found it empty.
func (h *Heap) freeSpan(s *span) {
	first := (s.base - h.heapOff) >> pageShift
	clear(h.pageSpan[first : first+s.pages])
	h.usedPages -= s.pages
}

// rebuildRuns lists the free page runs by address, merged.
func (h *Heap) rebuildRuns() {
	h.freeRuns = h.freeRuns[:0]
	end := uintptr(0) // end of the last page in use
	for p := uintptr(0); p < h.nextPage; {
		s := h.pageSpan[p]
		if s == nil {
			q := p + 1
			for q < h.nextPage && h.pageSpan[q] == nil {
				q++
			}
			if q < h.nextPage {
				h.freeRuns = append(h.freeRuns, run{p, q - p})
			}
			p = q
			continue
		}
		p += s.pages
		end = p
	}
	h.nextPage = end
	h.pageSpan = h.pageSpan[:end]
}
