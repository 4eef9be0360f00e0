package object

import (
	"math"

	"github.com/tier2go/tier2/interp/heap"
)

// Types whose values hold numbers of one C type, as array.array: their length, their
// storage, which bytearrays have too, and the code of the C type lie where machine code
// finds them. Where a type says that it is so (Type.Numbers), that holds for its classes.

// Offsets of the fields of such a value.
const (
	OffNumbersLen   = 8  // word: how many numbers
	OffNumbersItems = 16 // reference to the storage; Null before InitNumbers
	OffNumbersCode  = 24 // word: the code; never changes
	NumbersSize     = 32
)

// NumberKind is how one number lies in memory.
type NumberKind struct {
	Size          int // bytes
	Signed, Float bool
}

// numberKinds are the C types by their codes in module struct.
var numberKinds = [128]NumberKind{
	'b': {Size: 1, Signed: true}, 'B': {Size: 1}, 'h': {Size: 2, Signed: true}, 'H': {Size: 2}, 'i': {Size: 4, Signed: true}, 'I': {Size: 4},
	'l': {Size: 8, Signed: true}, 'L': {Size: 8}, 'q': {Size: 8, Signed: true}, 'Q': {Size: 8}, 'f': {Size: 4, Float: true}, 'd': {Size: 8, Float: true},
	'u': {Size: 4}, 'w': {Size: 4}, // code points
}

// NumberKindOf returns how numbers of a code lie in memory; the size is 0 if there is no
// such code.
func NumberKindOf(code byte) NumberKind { return numberKinds[code&127] }

// InitNumbers makes a new value of such a type one of n numbers, which are 0.
func (h *Heap) InitNumbers(v Value, code byte, n int) {
	h.SetWord(v, OffNumbersLen, 0)
	h.SetWord(v, OffNumbersCode, uint64(code))
	h.ResizeNumbers(v, n)
}

// NumbersLen returns how many numbers there are.
func (h *Heap) NumbersLen(v Value) int { return int(h.Word(v, OffNumbersLen)) }

// NumbersCode returns the code of the numbers' C type.
func (h *Heap) NumbersCode(v Value) byte { return byte(h.Word(v, OffNumbersCode)) }

// NumbersBytes returns the numbers' bytes as a slice over the arena, valid until the
// length changes.
func (h *Heap) NumbersBytes(v Value) []byte {
	a := h.Field(v, OffNumbersItems)
	if a == Null {
		return nil
	}
	return h.Bytes(a, OffStorageData, h.NumbersLen(v)*NumberKindOf(h.NumbersCode(v)).Size)
}

// ResizeNumbers makes it n numbers. Those that it gains are 0. The storage, which
// OutOfMemory leaves as it was, may be another one afterwards.
func (h *Heap) ResizeNumbers(v Value, n int) {
	size := NumberKindOf(h.NumbersCode(v)).Size
	if n > math.MaxInt/16/size {
		panic(heap.OutOfMemory{Size: uintptr(n)})
	}
	old := h.NumbersBytes(v)
	a, room := h.Field(v, OffNumbersItems), 0
	if a != Null {
		room = int(h.Word(a, offStorageCap))
	}
	switch need := n * size; {
	case a == Null:
		a = h.newByteStorage(max(need, 1)) // machine code finds storage in every value
	case need > room:
		a = h.newByteStorage(need + need/8 + 16)
	case need < len(old) && need < room/2 && room > 64:
		a = h.newByteStorage(max(need, 1))
	}
	now := h.Bytes(a, OffStorageData, n*size)
	if a != h.Field(v, OffNumbersItems) {
		copy(now, old)
		h.SetField(v, OffNumbersItems, a)
	}
	if len(now) > len(old) {
		clear(now[len(old):])
	}
	h.SetWord(v, OffNumbersLen, uint64(n))
}

// TakeNumbers gives v the numbers of another value of its code, which is not used after.
func (h *Heap) TakeNumbers(v, from Value) {
	h.SetField(v, OffNumbersItems, h.Field(from, OffNumbersItems))
	h.SetWord(v, OffNumbersLen, h.Word(from, OffNumbersLen))
}
