package object

import (
	"math"

	"github.com/tier2go/tier2/interp/heap"
)

// Value is one guest value in one 64-bit word: a float, an int of 49 bits or a
// reference. Ints are canonical: one that fits the word is never on the heap.
type Value = heap.Value

// The bounds and biases of a Value's kinds. Machine code uses them too.
const (
	TagRef  = heap.TagRef  // first reference: offset 0
	TagInt  = heap.TagInt  // first int: MinSmall
	IntBias = heap.IntBias // an int i is the word IntBias + i

	// CanonNaN is the one NaN that a Value holds.
	CanonNaN = 0x7FF8_0000_0000_0000

	// MinSmall and MaxSmall bound the ints that stand in the word itself.
	MinSmall = -1 << 48
	MaxSmall = 1<<48 - 1
)

// Null is no value: an unbound local, an empty stack slot, the absence of a
// result.
const Null = heap.Null

// FitsSmall reports whether i stands in a word.
func FitsSmall(i int64) bool { return uint64(i)-(1<<64+MinSmall) < 1<<49 }

// SmallInt returns the Value of an int for which FitsSmall holds.
func SmallInt(i int64) Value {
	if heap.Checked && !FitsSmall(i) {
		panic("object: SmallInt of an int that does not fit")
	}
	return Value(uint64(i) + IntBias)
}

// FloatValue returns the Value of a float; NaNs become CanonNaN.
func FloatValue(f float64) Value {
	if f != f {
		return CanonNaN
	}
	return Value(math.Float64bits(f))
}

// BothSmall reports whether two values are both ints in their words.
func BothSmall(a, b Value) bool { return a >= TagInt && b >= TagInt }

// Bool returns True or False.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}
