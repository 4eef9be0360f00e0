// Package nanbox is a ready-made representation of guest words, for guests that
// have no reason to make their own: a word below a bound is a float as it is,
// and the words above, which no float needs if all NaNs are one, are dealt out
// to the guest's other types in ranges.
//
//	const (
//		wordNil   = 0xfffc<<48 + iota
//		wordFalse // wordTrue is the next
//		wordTrue
//		wordFun = 0xfffd << 48 // and a function's number
//	)
//	var words = nanbox.Words{
//		Number: "number",
//		Kinds: []nanbox.Kind{{"nil", wordNil, wordNil}, {"bool", wordFalse, wordTrue}, {"fun", wordFun, wordFun + 1<<16}},
//		False:  wordFalse,
//	}
//	g := &guest.Guest{Types: words.Types(), Words: words, Lower: words.Lower(), Frame: lower.FrameLayout{Box: words.Box, …}, …}
//
// What it gives is all that package guest wants to know of words: their facts,
// boxes of floats and truth values, and machine code that tests types by
// comparing.
//
// Ints are a kind, if there are any: the words around that of 0 (Words.Zero), of 48 bits at
// the most. An operation leaves machine code where its result does not fit:
//
//	lo, hi := words.Ints()
//	guest.NumberWithin("int.add", ir.OpAddOv, words.Set(words.Zero), lo, hi)
//
// A guest with wider ints or objects of its own writes guest.Words itself, as
// interp/pyguest does.
//
// The package must not know any guest.
package nanbox

import (
	"errors"
	"math"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// NaN is the one NaN that a word may be. [Words.BoxF64] and [Words.Box] make it
// of every other.
const NaN = 0x7ff8 << 48

// Kind is a type whose words are a range, both ends included.
type Kind struct {
	Name        string
	First, Last uint64
}

// Words describes a guest's words. Bit 0 of its type sets is the numbers, the
// following are the kinds.
type Words struct {
	Number string // name of the type of floats: the words below Kinds[0].First
	Kinds  []Kind // ascending, from 0xfffc<<48 on at the earliest; at most 63
	// False is the word of false, in one of the kinds; that of true follows it. 0:
	// there are no truth values.
	False uint64
	// Zero is the word of the int 0, in one of the kinds, whose words are ints: that of n is
	// Zero + n. 0: there are no ints.
	Zero uint64
}

// ErrNoInt is the error of BoxI64 for an int that has no word.
var ErrNoInt = errors.New("nanbox: the int has no word")

// ErrNoMemory is the error of Load and Store.
var ErrNoMemory = errors.New("nanbox: words refer to no memory")

// Types returns the names of the types, by bit.
func (w Words) Types() ir.GuestTypes {
	list := ir.GuestTypes{w.Number}
	for _, k := range w.Kinds {
		list = append(list, k.Name)
	}
	return list
}

// Number is the type of floats as a set.
const Number ir.TypeSet = 1

// Set returns the type of a word as a set of one, the empty set if it has none.
func (w Words) Set(word uint64) ir.TypeSet {
	if word < w.Kinds[0].First {
		return Number
	}
	for i, k := range w.Kinds {
		if word >= k.First && word <= k.Last {
			return 2 << i
		}
	}
	return 0
}

// Fact implements ir.Words.
func (w Words) Fact(word uint64) ir.Fact {
	f := ir.ConstFact(word)
	f.Types, f.NotNull = w.Set(word), true
	f.Small = w.Zero != 0 && f.Types == w.Set(w.Zero)
	return f
}

// Boxes implements ir.Words.
func (w Words) Boxes() (i64, f64, truth ir.TypeSet) {
	if w.False != 0 {
		truth = w.Set(w.False)
	}
	if w.Zero != 0 {
		i64 = w.Set(w.Zero)
	}
	return i64, Number, truth
}

// ints returns the kind of ints.
func (w Words) ints() (k Kind, ok bool) {
	if w.Zero != 0 {
		for _, k := range w.Kinds {
			if w.Zero-k.First <= k.Last-k.First {
				return k, true
			}
		}
	}
	return Kind{}, false
}

// Ints returns the least and the greatest int that has a word; without ints, lo is above hi.
func (w Words) Ints() (lo, hi int64) {
	k, ok := w.ints()
	if !ok {
		return 1, 0
	}
	return int64(k.First - w.Zero), int64(k.Last - w.Zero)
}

// Int implements ir.Words.
func (w Words) Int(n int64) (word uint64, ok bool) {
	if lo, hi := w.Ints(); n < lo || n > hi {
		return 0, false
	}
	return w.Zero + uint64(n), true
}

// BoxI64 implements eval.Words: it fails with ErrNoInt.
func (w Words) BoxI64(n int64) (uint64, error) {
	word, ok := w.Int(n)
	if !ok {
		return 0, ErrNoInt
	}
	return word, nil
}

// BoxF64 implements ir.Words.
func (Words) BoxF64(x float64) uint64 {
	if x != x {
		return NaN
	}
	return math.Float64bits(x)
}

// BoxBool implements ir.Words.
func (w Words) BoxBool(b bool) uint64 {
	if b {
		return w.False + 1
	}
	return w.False
}

// UnboxI64 implements ir.Words.
func (w Words) UnboxI64(word uint64) (int64, bool) {
	k, ok := w.ints()
	if !ok || word < k.First || word > k.Last {
		return 0, false
	}
	return int64(word - w.Zero), true
}

// UnboxF64 implements ir.Words.
func (w Words) UnboxF64(word uint64) (float64, bool) {
	return math.Float64frombits(word), w.Set(word) == Number
}

// UnboxBool implements ir.Words.
func (w Words) UnboxBool(word uint64) (b, ok bool) {
	return word == w.False+1, w.False != 0 && word-w.False <= 1
}

// Load implements eval.Words: it fails with ErrNoMemory.
func (Words) Load(uint64, int64, ir.MemKind) (uint64, error) { return 0, ErrNoMemory }

// Store implements eval.Words: it fails with ErrNoMemory.
func (Words) Store(uint64, int64, ir.MemKind, uint64) error { return ErrNoMemory }

// Box makes the word of an int, a float or a truth value in machine code, for
// lower.FrameLayout.
func (w Words) Box(a *lower.Asm, t ir.Type, x lower.V) lower.V {
	switch t {
	case ir.F64:
		return a.SlowNaN(x, a.FToBits(x), lower.GPR, func() lower.V { return lower.Word(NaN) })
	case ir.I64:
		return a.Add(x, lower.Word(w.Zero))
	case ir.Bool:
		return a.Add(x, lower.Word(w.False))
	}
	return x
}

// Lower returns the rules of the core operations that depend on words, for
// guest.Guest.
func (w Words) Lower() map[ir.Op]lower.Rule {
	rules := map[ir.Op]lower.Rule{
		ir.OpGuardType: func(a *lower.Asm, v *ir.Value) lower.V {
			x := a.Arg(0)
			if s := v.TypeSet(); s == Number {
				a.ExitIf(lower.UGE, x, w.bound())
			} else {
				a.ExitIf(lower.EQ, w.test(a, x, s), lower.Imm(0))
			}
			return x
		},
		ir.OpIsType: func(a *lower.Asm, v *ir.Value) lower.V {
			return a.Set(lower.NE, w.test(a, a.Arg(0), v.TypeSet()), lower.Imm(0))
		},
		ir.OpUnboxF64:  func(a *lower.Asm, v *ir.Value) lower.V { return a.BitsToF(a.Arg(0)) },
		ir.OpUnboxBool: func(a *lower.Asm, v *ir.Value) lower.V { return a.Sub(a.Arg(0), lower.Word(w.False)) },
	}
	if k, ok := w.ints(); ok {
		unbox := func(a *lower.Asm, v *ir.Value) lower.V { return a.Sub(a.Arg(0), lower.Word(w.Zero)) }
		rules[ir.OpUnboxI64] = unbox
		rules[ir.OpGuardI64] = func(a *lower.Asm, v *ir.Value) lower.V {
			a.ExitIf(lower.UGT, a.Sub(a.Arg(0), lower.Word(k.First)), lower.Word(k.Last-k.First))
			return unbox(a, v)
		}
	}
	return rules
}

func (w Words) bound() lower.V { return lower.Word(w.Kinds[0].First) }

// test computes whether x has a type of a set, as 0 or not.
func (w Words) test(a *lower.Asm, x lower.V, s ir.TypeSet) lower.V {
	r := lower.Imm(0)
	or := func(y lower.V) { r = a.Bin(lower.MOr, r, y) }
	if s&Number != 0 {
		or(a.Set(lower.ULT, x, w.bound()))
	}
	for i, k := range w.Kinds {
		switch {
		case s&(2<<i) == 0:
		case k.First == k.Last:
			or(a.Set(lower.EQ, x, lower.Word(k.First)))
		default:
			or(a.Set(lower.ULE, a.Sub(x, lower.Word(k.First)), lower.Word(k.Last-k.First)))
		}
	}
	return r
}
