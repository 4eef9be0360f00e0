package pycode

import "math/big"

// Const is a constant of a code object. The set is closed; a type switch over
// these is complete:
//
//	None Ellipsis Bool Int *BigInt Float Complex Str Bytes Tuple FrozenSet *Slice *Code
//
// Constants are shared and must not be changed.
type Const interface{ isConst() }

type (
	// None is Python's None.
	None struct{}
	// Ellipsis is Python's `...`.
	Ellipsis struct{}
	// Bool is a bool.
	Bool bool
	// Int is an int that fits 64 bits.
	Int int64
	// BigInt is an int that does not fit 64 bits; it is always behind a pointer.
	BigInt struct{ big.Int }
	// Float is a float; its bits are those in the file, a NaN's included.
	Float float64
	// Complex is a complex number.
	Complex complex128
	// Str is a str in WTF-8.
	Str string
	// Bytes is a bytes object.
	Bytes string
	// Tuple is a tuple.
	Tuple []Const
	// FrozenSet is a frozenset: its elements in the order of the file. CPython
	// builds the set by adding them in that order.
	FrozenSet []Const
	// Slice is a slice object; each part is None where it was left out.
	Slice struct{ Start, Stop, Step Const }
)

func (None) isConst()      {}
func (Ellipsis) isConst()  {}
func (Bool) isConst()      {}
func (Int) isConst()       {}
func (*BigInt) isConst()   {}
func (Float) isConst()     {}
func (Complex) isConst()   {}
func (Str) isConst()       {}
func (Bytes) isConst()     {}
func (Tuple) isConst()     {}
func (FrozenSet) isConst() {}
func (*Slice) isConst()    {}
