package object

import (
	"math"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
)

// A bytes is laid out like a str of kind 1. A bytearray is an object of three
// words, its length, its storage, a no-scan object with room for more, or
// Null while it has none, and where in that the content begins. The storage changes when the bytearray grows, so that
// slices over it end there.

// Offsets of a bytearray's fields and of its storage's.
const (
	offByteArrayLen   = 8  // word
	offByteArrayItems = 16 // reference to the storage, or Null
	offByteArrayStart = 24 // word: how many bytes of the storage lie ahead of the content
	offStorageCap     = 8  // word: bytes that fit
	OffStorageData    = 16
)

// newBytes makes a bytes of n bytes, for the caller to fill in.
func (h *Heap) newBytes(n int) Value {
	if n == 0 && h.emptyByt != 0 {
		return h.emptyByt
	}
	if n > math.MaxInt/8 {
		panic(heap.OutOfMemory{Size: uintptr(n)})
	}
	v := h.Alloc(kindBytes, OffBytesData+uintptr(n))
	h.header(v, BytesType, 0)
	h.SetWord(v, OffBytesLen, uint64(n))
	h.SetWord(v, offBytesHash, 0)
	return v
}

// newBytesOf makes a bytes with the given content, which may lie in the arena.
func (h *Heap) newBytesOf(b []byte) Value {
	if len(b) == 1 {
		return h.oneByte(b[0])
	}
	v := h.newBytes(len(b))
	copy(h.BytesData(v), b)
	return v
}

// oneByte returns the bytes of one byte: there is one of each, as in CPython.
func (h *Heap) oneByte(b byte) Value {
	v := h.oneByt[b]
	if v == 0 {
		v = h.newBytes(1)
		h.BytesData(v)[0] = b
		h.oneByt[b] = v
	}
	return v
}

// MakeBytes makes a bytes of a length for the caller to fill in, before anything else sees it.
func (h *Heap) MakeBytes(n int) (Value, []byte) {
	v := h.newBytes(n)
	return v, h.BytesData(v)
}

// NewBytes makes a bytes.
func (h *Heap) NewBytes(b []byte) Value { return h.newBytesOf(b) }

// BytesLen returns the length of a bytes.
func (h *Heap) BytesLen(v Value) int { return int(h.Word(v, OffBytesLen)) }

// BytesData returns the content of a bytes as a slice over the arena, valid
// while v lives. It must not be changed.
func (h *Heap) BytesData(v Value) []byte { return h.Bytes(v, OffBytesData, h.BytesLen(v)) }

// bytesHash returns the hash of a bytes, computing it once.
func (h *Heap) bytesHash(v Value) int64 {
	p := h.WordAt(v, offBytesHash)
	if *p == 0 {
		x := h.hashKey.Bytes(h.BytesData(v))
		if x == 0 {
			x = hashZero
		}
		*p = uint64(x)
	}
	if x := int64(*p); x != hashZero {
		return x
	}
	return 0
}

// bytesSub returns a part of a bytes, the bytes itself if that is all.
func (h *Heap) bytesSub(v Value, lo, hi int) Value {
	switch {
	case lo >= hi:
		return h.emptyByt
	case hi-lo == h.BytesLen(v):
		return h.whole(v)
	}
	return h.newBytesOf(h.BytesData(v)[lo:hi])
}

// newByteArray makes a bytearray of n bytes, for the caller to fill in.
func (h *Heap) newByteArray(n int) Value {
	a := h.newByteStorage(n)
	v := h.Alloc(kindPlain, 32)
	h.header(v, ByteArrayType, 0)
	h.SetWord(v, offByteArrayLen, uint64(n))
	h.SetField(v, offByteArrayItems, a)
	h.SetWord(v, offByteArrayStart, 0)
	return v
}

// newByteStorage makes storage for n bytes or more; none for 0.
func (h *Heap) newByteStorage(n int) Value {
	if n == 0 {
		return Null
	}
	if n > math.MaxInt/4 {
		panic(heap.OutOfMemory{Size: uintptr(n)})
	}
	v := h.Alloc(kindBytes, OffStorageData+uintptr(n))
	h.header(v, ArrayType, 0)
	h.SetWord(v, offStorageCap, uint64(h.SlotSize(v)-OffStorageData))
	return v
}

// newByteArrayOf makes a bytearray with the given content.
func (h *Heap) newByteArrayOf(b []byte) Value {
	v := h.newByteArray(len(b))
	copy(h.byteArrayBytes(v), b)
	return v
}

// byteArrayBytes returns a bytearray's content as a slice over the arena, valid
// until its length changes.
func (h *Heap) byteArrayBytes(v Value) []byte {
	a := h.Field(v, offByteArrayItems)
	if a == Null {
		return nil
	}
	return h.Bytes(a, OffStorageData+uintptr(h.Word(v, offByteArrayStart)), int(h.Word(v, offByteArrayLen)))
}

// A bytearray whose first bytes are deleted leaves the others where they are, as CPython's does: what takes bytes from the front of a buffer again and
// again would move all the rest each time. What is ahead of the content is room for what comes behind it, once that is as much as the content.

// byteArrayResize gives a bytearray the length n. What it gains is unset.
func (h *Heap) byteArrayResize(v Value, n int) {
	old := h.byteArrayBytes(v)
	switch {
	case n > math.MaxInt/8:
		panic(heap.OutOfMemory{Size: uintptr(n)})
	case n > len(old):
		h.makeRoom(v, old, n)
	}
	h.SetWord(v, offByteArrayLen, uint64(n))
	if n < len(old) {
		h.shrinkStorage(v, 2)
	}
}

// makeRoom makes room behind the content of a bytearray, for n bytes in all.
func (h *Heap) makeRoom(v Value, content []byte, n int) {
	a, room := h.Field(v, offByteArrayItems), 0
	if a != Null {
		room = int(h.Word(a, offStorageCap))
	}
	start := int(h.Word(v, offByteArrayStart))
	switch more := n + n/8 + 16; {
	case n <= room-start:
	case n <= room && start >= len(content):
		copy(h.Bytes(a, OffStorageData, len(content)), content)
		h.SetWord(v, offByteArrayStart, 0)
	case a != Null && h.Extend(a, OffStorageData+uintptr(start+more)):
		h.SetWord(a, offStorageCap, uint64(h.SlotSize(a)-OffStorageData))
	default:
		h.moveStorage(v, content, h.spareStorage(more))
	}
}

// shrinkStorage gives a bytearray that has become shorter smaller storage, if it uses less than a part of what it has.
func (h *Heap) shrinkStorage(v Value, part int) {
	b, a := h.byteArrayBytes(v), h.Field(v, offByteArrayItems)
	if room := int(h.Word(a, offStorageCap)); len(b) < room/part && room > 64 {
		h.moveStorage(v, b, h.newByteStorage(len(b)))
	}
}

// partInFront is the part of its storage that is left of a bytearray when it gets smaller storage because of what is deleted in front: more comes
// behind mostly.
const partInFront = 8

// leastSpare is the least room of storage that is kept for another bytearray.
const leastSpare = 4096

// moveStorage gives a bytearray other storage. What it had is the spare one, until the next collection: a buffer that is filled and emptied in turn
// finds memory that the processor has in its caches.
func (h *Heap) moveStorage(v Value, content []byte, storage Value) {
	if storage != Null {
		copy(h.Bytes(storage, OffStorageData, len(content)), content)
	}
	if a := h.Field(v, offByteArrayItems); a != Null && h.Word(a, offStorageCap) >= leastSpare {
		h.spare = a
	}
	h.SetField(v, offByteArrayItems, storage)
	h.SetWord(v, offByteArrayStart, 0)
}

// spareStorage is newByteStorage of which nothing is cleared: the spare one, if that is not much larger.
func (h *Heap) spareStorage(n int) Value {
	if a := h.spare; a != Null && n >= leastSpare {
		if room := int(h.Word(a, offStorageCap)); n <= room && room/4 <= n {
			h.spare = Null
			return a
		}
	}
	return h.newByteStorage(n)
}

// splice replaces the bytes of a bytearray from lo to hi by b, which must not
// be its own content.
func (h *Heap) splice(v Value, lo, hi int, b []byte) {
	old := h.byteArrayBytes(v)
	n := len(old)
	grow := len(b) - (hi - lo)
	switch {
	case grow < 0 && lo == 0:
		h.SetWord(v, offByteArrayStart, h.Word(v, offByteArrayStart)+uint64(-grow))
		h.SetWord(v, offByteArrayLen, uint64(n+grow))
		h.shrinkStorage(v, partInFront)
	case grow < 0:
		copy(old[lo+len(b):], old[hi:])
		h.byteArrayResize(v, n+grow)
	default:
		h.byteArrayResize(v, n+grow)
		now := h.byteArrayBytes(v)
		copy(now[hi+grow:], now[hi:n])
	}
	copy(h.byteArrayBytes(v)[lo:], b)
}

// viewString returns bytes as a Go string without copying them.
func viewString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// TrimBytes makes a bytes that nothing else has seen shorter: n is more than 1.
func (h *Heap) TrimBytes(v Value, n int) { h.SetWord(v, OffBytesLen, uint64(n)) }
