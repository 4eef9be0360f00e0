package object

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
// base minus TagRef is its address. Ints are canonical: one that fits the word
// is never on the heap.
type Value uint64

// The bounds and biases of a Value's kinds. Machine code uses them too.
const (
	TagRef  = 0xFFFC << 48 // first reference: offset 0
	TagInt  = 0xFFFE << 48 // first int: MinSmall
	IntBias = 0xFFFF << 48 // an int i is the word IntBias + i

	// CanonNaN is the one NaN that a Value holds.
	CanonNaN = 0x7FF8_0000_0000_0000

	// MinSmall and MaxSmall bound the ints that stand in the word itself.
	MinSmall = -1 << 48
	MaxSmall = 1<<48 - 1
)

// Null is no value: an unbound local, an empty stack slot, the absence of a
// result. It is the reference to offset 0, where an object of type 0 stands, so
// that even a stray read of its header is harmless.
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

// FitsSmall reports whether i stands in a word.
func FitsSmall(i int64) bool { return uint64(i)-(1<<64+MinSmall) < 1<<49 }

// SmallInt returns the Value of an int for which FitsSmall holds.
func SmallInt(i int64) Value { return Value(uint64(i) + IntBias) }

// FloatValue returns the Value of a float; NaNs become CanonNaN.
func FloatValue(f float64) Value {
	if f != f {
		return CanonNaN
	}
	return Value(math.Float64bits(f))
}

// BothSmall reports whether two values are both ints in their words.
func BothSmall(a, b Value) bool { return a >= TagInt && b >= TagInt }

// offset returns where in the arena the object of a reference begins.
func (v Value) offset() uintptr { return uintptr(v - TagRef) }

// Bool returns True or False.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}
