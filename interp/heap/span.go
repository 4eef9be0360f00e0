package heap

import (
	"math/bits"
	"unsafe"
)

// Memory comes in spans: runs of pages cut into slots of one size. A slot is
// free or holds one object from its first byte. The scheme is the one of Go's
// own runtime (size classes, allocation bits that the last collection left,
// a cursor), reduced to one thread and no moving parts: a collection marks, and
// sweeping a span is replacing its allocation bits by its mark bits.

// classSizes are the slot sizes of small objects, in bytes.
var classSizes = [...]uint32{
	16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512,
	640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2720, 4096,
}

const (
	numClasses = len(classSizes)
	maxSmall   = 4096
	largeClass = 0xFF
	smallPages = 4 // pages of a span of small slots

	// MaxObject is the size in bytes that no object exceeds.
	MaxObject = 1 << 40
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

// sizes is what stands at SizesOffset.
var sizes = func() (t [maxSmall/16 + 1]uint16) {
	for i, c := range classOf {
		t[i] = uint16(c) | uint16(classSizes[c]/16<<SizeShift)
	}
	return t
}()

// The tables have room where they lie: else a length is negative.
var (
	_ [SizesOffset - WindowsOffset - maxKinds*KindWindows]struct{}
	_ [TablesOffset - SizesOffset - unsafe.Sizeof(sizes)]struct{}
	_ [1<<SizeShift - numClasses]struct{}
)

// Rounded returns the size of the slot that an object of size bytes gets.
func Rounded(size uintptr) uintptr {
	if size > maxSmall {
		return (size + pageSize - 1) &^ (pageSize - 1)
	}
	return uintptr(classSizes[classOf[(size+15)/16]])
}

// span begins with what marking reads, which is one line of the processor's cache.
type span struct {
	base      uintptr // offset in the arena
	n         uint32  // number of slots
	inv       uint32  // ⌈2³²/elem⌉, 0 if there is one slot: slot of an offset without dividing
	refs      uint32  // which word of an object is the first that may be a reference; 0: none
	cursor    uint32  // slots below are in use
	markBits  []uint64
	allocBits []uint64

	elem  uintptr // bytes of a slot
	pages uintptr
	class uint8
	kind  uint8

	cacheBase uint32
	cache     uint64 // free slots of the group of 64 at cacheBase, from the cursor on
	_         [24]byte
}

// slotOf returns which slot an offset (in the arena) lies in.
func (s *span) slotOf(off uintptr) uint32 {
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

// freeSlots counts the slots from the cursor on that are free.
func (s *span) freeSlots() int {
	n := bits.OnesCount64(s.cache)
	for g := int(s.cacheBase/64) + 1; g < len(s.allocBits); g++ {
		n += bits.OnesCount64(^s.allocBits[g])
	}
	return n
}

// padBits marks the bits behind the last slot as in use.
func (s *span) padBits(b []uint64) {
	if r := s.n % 64; r != 0 {
		b[len(b)-1] |= ^uint64(0) << r
	}
}

// eachDead calls f with the offset of every object in use that is not marked.
func (s *span) eachDead(f func(off uintptr)) {
	for g, marked := range s.markBits {
		used := s.allocBits[g]
		if below := int(s.cursor) - g*64; below > 0 {
			used |= 1<<below - 1 // all, from 64 on
		}
		if behind := (g+1)*64 - int(s.n); behind > 0 {
			used &= ^uint64(0) >> behind
		}
		for dead := used &^ marked; dead != 0; dead &= dead - 1 {
			f(s.base + uintptr(g*64+bits.TrailingZeros64(dead))*s.elem)
		}
	}
}
