package heap

import "math"

// Value is one guest value in one 64-bit word (NaN-boxing):
//
//	0x0000… to 0xFFF0…   a float: its IEEE 754 bits. Every NaN is the canonical
//	                     positive quiet one, so no float reaches the tags above
//	0xFFFC oooo oooo oooo  a reference: the object's offset in the arena
//	0xFFFE… to 0xFFFF…   an int of 49 bits: the word is the int plus 0xFFFF<<48
//
// One unsigned compare tells each kind: float < TagRef ≤ reference < TagInt ≤
// int. Boxing an int is one addition, and adding a reference to the arena's
// base minus TagRef is its address. The heap only asks for references: what the
// other words mean is the owner's business.
type Value uint64

// The bounds and biases of a Value's kinds. Machine code uses them too.
const (
	TagRef  = 0xFFFC << 48 // first reference: offset 0
	TagInt  = 0xFFFE << 48 // first int: −2⁴⁸
	IntBias = 0xFFFF << 48 // an int i is the word IntBias + i
)

// Null is no value: an unbound local, an empty stack slot, the absence of a
// result. It is the reference to offset 0, where 16 zero bytes stand, so that even
// a stray read of a header is harmless.
const Null = Value(TagRef)

// IsFloat reports whether v is a float.
func (v Value) IsFloat() bool { return v < TagRef }

// IsRef reports whether v is a reference, Null included.
func (v Value) IsRef() bool { return v-TagRef < TagInt-TagRef }

// IsSmall reports whether v is an int that stands in the word.
func (v Value) IsSmall() bool { return v >= TagInt }

// Small returns the int in the word; v must be one.
func (v Value) Small() int64 { return int64(v) - (IntBias - 1<<64) }

// Float returns the float in the word; v must be one.
func (v Value) Float() float64 { return math.Float64frombits(uint64(v)) }

// Offset returns where in the arena the object of a reference begins.
func (v Value) Offset() uintptr { return uintptr(v - TagRef) }
