package ir

import "math"

// Fact is what is known of a value: an element of the lattice in which type
// propagation works. The zero Fact is the bottom (unreachable: nothing can be
// it); Top is the top.
//
// For a Ref, Types is the set of guest types it may have, and Lo, Hi bound it
// if it is an int (of any size: the bounds are int64's when unknown or larger).
// For I64 and Bool, Lo and Hi bound it. Const says that Word is its value: the
// guest word of a Ref, the number of an I64 or Bool, the bits of an F64.
type Fact struct {
	Types  TypeSet
	Lo, Hi int64
	Word   uint64
	// Version is a claim that holds of a Ref for good (a type's version, a
	// function's), 0 if none is known.
	Version Claim
	Const   bool
	NotNull bool // a Ref that is an object, not the absence of one
	Small   bool // a Ref that, if it is an int, fits 64 bits
	U64     bool // a Ref that, if it is an int, is one from 0 to 2^64−1
	live    bool
}

// Top is the fact of a value of which nothing is known.
var Top = Fact{Types: AnyType, Lo: math.MinInt64, Hi: math.MaxInt64, live: true}

// TypesFact returns what is known of a value with one of the types in s.
func TypesFact(s TypeSet) Fact {
	f := Top
	f.Types = s
	return f
}

// RangeFact returns what is known of an integer between lo and hi.
func RangeFact(lo, hi int64) Fact {
	f := Top
	f.Lo, f.Hi = lo, hi
	return f
}

// ConstFact returns the fact of a constant.
func ConstFact(word uint64) Fact {
	f := Top
	f.Const, f.Word = true, word
	return f
}

// IsU64 reports whether a Ref, if it is an int, is one from 0 to 2^64−1.
func (f Fact) IsU64() bool { return f.U64 || f.Small && f.Lo >= 0 }

// IsBottom reports whether the fact says that the value cannot exist.
func (f Fact) IsBottom() bool { return !f.live }

// Join returns what is known of a value that is either a or b: the least upper
// bound.
func Join(a, b Fact) Fact {
	a.Add(&b)
	return a
}

// Add makes f what is known of a value that is either what f or what a says: Join, in place.
func (f *Fact) Add(a *Fact) {
	switch {
	case !a.live:
		return
	case !f.live:
		*f = *a
		return
	}
	f.U64 = f.IsU64() && a.IsU64()
	f.Types |= a.Types
	f.Lo, f.Hi = min(f.Lo, a.Lo), max(f.Hi, a.Hi)
	f.NotNull, f.Small = f.NotNull && a.NotNull, f.Small && a.Small
	if f.Const = f.Const && a.Const && f.Word == a.Word; !f.Const {
		f.Word = 0
	}
	if f.Version != a.Version {
		f.Version = 0
	}
}

// Guarded returns what is known of a value of which f holds behind a guard that it has one of some types.
func (f Fact) Guarded(s TypeSet) Fact {
	if f.live {
		f.Types &= s
		f.NotNull = f.NotNull || s != AnyType
	}
	return f
}

// Meet returns what is known of a value of which both a and b hold.
func Meet(a, b Fact) Fact {
	if !a.live || !b.live {
		return Fact{}
	}
	f := Fact{
		Types: a.Types & b.Types, Lo: max(a.Lo, b.Lo), Hi: min(a.Hi, b.Hi),
		NotNull: a.NotNull || b.NotNull, Small: a.Small || b.Small, U64: a.U64 || b.U64, live: true,
		Version: b.Version,
	}
	if f.Version == 0 {
		f.Version = a.Version
	}
	switch {
	case a.Const:
		f.Const, f.Word = true, a.Word
	case b.Const:
		f.Const, f.Word = true, b.Word
	}
	return f
}

// Words is what analyses and constant folding need to know of a guest's words.
type Words interface {
	// Fact returns what is known of a constant word: at least its type.
	Fact(word uint64) Fact
	// Boxes returns the guest types of boxed I64, F64 and Bool; none for what the
	// guest does not have.
	Boxes() (i64, f64, truth TypeSet)
	// Int, BoxF64 and BoxBool return the words of unboxed constants; ok is false
	// where an int's word would have to be allocated. A bool has one word.
	Int(n int64) (word uint64, ok bool)
	BoxF64(x float64) uint64
	BoxBool(b bool) uint64
	// UnboxI64, UnboxF64 and UnboxBool are their inverses; ok is false for words
	// of other types, and for ints that do not fit 64 bits.
	UnboxI64(word uint64) (n int64, ok bool)
	UnboxF64(word uint64) (x float64, ok bool)
	UnboxBool(word uint64) (b bool, ok bool)
}

// ObjectWords is an extension of Words for guests whose routines are inlined: what facts
// say of words, and of memory.
type ObjectWords interface {
	// Span returns between which words, as unsigned numbers, those lie of which a fact
	// holds.
	Span(k Fact) (lo, hi uint64)
	// Keeps returns what an access finds in each object of which a fact holds, for good.
	Keeps(k Fact, m MemAccess) (x uint64, ok bool)
}

// WideWords is an extension of Words for guests whose ints may have more than 64
// bits.
type WideWords interface {
	// Low64 returns the low 64 bits of an int of any size, in two's complement; ok
	// is false for words of other types.
	Low64(word uint64) (low uint64, ok bool)
	// UnboxU64 returns the int in a word, if it is one from 0 to 2^64−1.
	UnboxU64(word uint64) (n uint64, ok bool)
	// BoxU64 returns the guest's int; it may fail to allocate.
	BoxU64(n uint64) (word uint64, err error)
}
