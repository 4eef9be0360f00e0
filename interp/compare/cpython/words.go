package cpython

import (
	"errors"

	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/eval"
)

// Words are symbolic: nothing of CPython's memory is known. A word is the number
// of an object in its upper 56 bits and the object's type in the lower 8; the word
// 0 is NULL. Numbers below invented are constants of the world.

const invented = 1 << 40

// errNoMemory is the error of accesses to memory that a dump does not have.
var errNoMemory = errors.New("cpython: a dump has no memory")

// types are the lattice's types. NULL is one. A type in the list is the exact
// static type of that name; all others are object, instances of heap types among
// them.
var types = ir.GuestTypes{
	"null", "object", "int", "bool", "float", "str", "bytes", "NoneType", "tuple", "list", "dict", "set", "frozenset",
	"slice", "range", "function", "method", "builtin_function_or_method", "method_descriptor", "type", "module", "code",
	"range_iterator", "list_iterator", "tuple_iterator", "cell", "complex", "bytearray", "ellipsis", "generator",
}

// typeSet returns the set of one type.
func typeSet(name string) ir.TypeSet {
	if s, ok := types.ByName(name); ok && name != "any" {
		return s
	}
	return tObject
}

func mustType(name string) ir.TypeSet {
	s, ok := types.ByName(name)
	if !ok {
		panic("cpython: no type " + name)
	}
	return s
}

var (
	tNull     = mustType("null")
	tObject   = mustType("object")
	tInt      = mustType("int")
	tBool     = mustType("bool")
	tFloat    = mustType("float")
	tStr      = mustType("str")
	tNone     = mustType("NoneType")
	tTuple    = mustType("tuple")
	tList     = mustType("list")
	tDict     = mustType("dict")
	tSet      = mustType("set")
	tFrozen   = mustType("frozenset")
	tSlice    = mustType("slice")
	tFunction = mustType("function")
	tMethod   = mustType("method")
	tType     = mustType("type")
	tModule   = mustType("module")

	// notNull is every object.
	notNull = ir.TypeSet(1<<len(types)-1) &^ tNull
	// quiet are the types whose objects nothing notices the end of: no finalizer,
	// no weak references, no references to others.
	quiet = tNull | tInt | tBool | tFloat | tStr | tNone | mustType("bytes") | mustType("ellipsis") | mustType("complex")
)

// word makes a word.
func word(number uint64, t ir.TypeSet) uint64 { return number<<8 | uint64(t.Bit()) }

var (
	wordFalse = word(1, tBool)
	wordTrue  = word(2, tBool)
	wordNone  = word(3, tNone)
)

// words implements guest.Words, and eval.Inventor and ir.ClaimWords, for the world
// of one dump.
type words struct{ *world }

var (
	_ eval.Words    = words{}
	_ eval.Inventor = words{}
	_ ir.ClaimWords = words{}
)

// Fact implements ir.Words.
func (w words) Fact(word uint64) ir.Fact {
	f := ir.TypesFact(1 << (word & 63))
	f.NotNull = true // NULL is a type of its own
	if n := word >> 8; n < uint64(len(w.consts)) {
		f.Version = w.consts[n].version
	}
	return f
}

// Boxes implements ir.Words: bools are the only boxes that traces of micro-ops
// open.
func (words) Boxes() (i64, f64, truth ir.TypeSet) { return 0, 0, tBool }

// Int implements ir.Words.
func (words) Int(int64) (uint64, bool) { return 0, false }

// BoxI64 implements eval.Words.
func (words) BoxI64(int64) (uint64, error) { return 0, errNoMemory }

// BoxF64 implements ir.Words. No trace has a number to box.
func (words) BoxF64(float64) uint64 { panic(errNoMemory) }

// BoxBool implements ir.Words.
func (words) BoxBool(b bool) uint64 {
	if b {
		return wordTrue
	}
	return wordFalse
}

// UnboxI64 implements ir.Words.
func (words) UnboxI64(uint64) (int64, bool) { return 0, false }

// UnboxF64 implements ir.Words.
func (words) UnboxF64(uint64) (float64, bool) { return 0, false }

// UnboxBool implements ir.Words.
func (words) UnboxBool(word uint64) (b, ok bool) { return word == wordTrue, word&255 == wordTrue&255 }

// Load implements eval.Words.
func (words) Load(uint64, int64, ir.MemKind) (uint64, error) { return 0, errNoMemory }

// Store implements eval.Words.
func (words) Store(uint64, int64, ir.MemKind, uint64) error { return errNoMemory }

// Invent implements eval.Inventor: an object of one of the types.
func (words) Invent(set ir.TypeSet, h uint64) (uint64, error) {
	set &= notNull | tNull
	if set == 0 {
		return 0, errors.New("cpython: an object of no type")
	}
	for i := h % uint64(len(types)); ; i = (i + 1) % uint64(len(types)) {
		t := ir.TypeSet(1) << i
		switch {
		case t&set == 0:
		case t == tNull:
			return 0, nil
		case t == tNone:
			return wordNone, nil
		case t == tBool:
			return word(1+h>>32&1, tBool), nil
		default:
			return word(invented+h>>40, t), nil
		}
	}
}
