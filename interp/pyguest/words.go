package pyguest

import (
	"fmt"
	"math"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
)

// words implements guest.Words. h is nil behind the build of a detached guest: nobody makes
// objects there, or reads them.
type words struct {
	h *object.Heap
	r wordsAsked
}

// wordsOf are the words of a heap.
func wordsOf(h *object.Heap) words { return words{h, h} }

// TypeOf returns the type of a word as a set of one.
func (w words) TypeOf(x uint64) ir.TypeSet {
	if object.IsTable(object.Value(x)) {
		return tOther
	}
	return bit(w.r.TypeID(object.Value(x)))
}

func (w words) isInt(v object.Value) bool { return !object.IsTable(v) && w.r.IsInt(v) }

// Fact returns what is known of a constant word.
func (w words) Fact(x uint64) ir.Fact {
	k := ir.TypesFact(w.TypeOf(x))
	k.NotNull = object.Value(x) != object.Null
	if n, ok := w.UnboxI64(x); ok {
		k.Lo, k.Hi, k.Small = n, n, true
	} else if _, ok := w.UnboxU64(x); ok {
		k.U64 = true
	}
	return k
}

// Boxes returns the guest types of boxed numbers.
func (w words) Boxes() (i64, f64, truth ir.TypeSet) { return tInt, tFloat, tBool }

// Int returns the word of an int that needs no object.
func (w words) Int(n int64) (uint64, bool) {
	if !object.FitsSmall(n) {
		return 0, false
	}
	return uint64(object.SmallInt(n)), true
}

// UnboxI64 returns the int in a word, if it is one of at most 64 bits.
func (w words) UnboxI64(x uint64) (int64, bool) {
	v := object.Value(x)
	if v.IsSmall() {
		return v.Small(), true
	}
	if !w.isInt(v) {
		return 0, false
	}
	return w.r.AsInt64(v)
}

// Low64 implements ir.WideWords.
func (w words) Low64(x uint64) (uint64, bool) {
	v := object.Value(x)
	if !w.isInt(v) {
		return 0, false
	}
	return w.r.IntLow64(v), true
}

// UnboxU64 implements ir.WideWords.
func (w words) UnboxU64(x uint64) (uint64, bool) {
	v := object.Value(x)
	if !w.isInt(v) {
		return 0, false
	}
	return w.r.AsUint64(v)
}

// BoxU64 implements ir.WideWords.
func (w words) BoxU64(n uint64) (uint64, error) { return uint64(w.h.IntFromUint64(n)), nil }

// UnboxF64 returns the float in a word, if it is one.
func (w words) UnboxF64(x uint64) (float64, bool) {
	v := object.Value(x)
	return v.Float(), v.IsFloat()
}

// UnboxBool returns the truth value of True or False.
func (w words) UnboxBool(x uint64) (bool, bool) {
	v := object.Value(x)
	return v == object.True, v == object.True || v == object.False
}

// BoxI64 makes an int.
func (w words) BoxI64(n int64) (uint64, error) { return uint64(w.h.Int(n)), nil }

// BoxF64 makes a float.
func (w words) BoxF64(x float64) uint64 { return uint64(object.FloatValue(x)) }

// BoxBool makes a bool.
func (w words) BoxBool(b bool) uint64 { return uint64(object.Bool(b)) }

// Load reads memory at an offset of an object, for the evaluator.
func (w words) Load(base uint64, disp int64, k ir.MemKind) (uint64, error) {
	v := object.Value(base)
	if !v.IsRef() {
		return 0, fmt.Errorf("python: load from %#x, which is no reference", base)
	}
	return w.h.Peek(v, uintptr(disp), k.Bytes()), nil
}

// Store writes memory at an offset of an object, for the evaluator.
func (w words) Store(base uint64, disp int64, k ir.MemKind, x uint64) error {
	v := object.Value(base)
	if !v.IsRef() {
		return fmt.Errorf("python: store to %#x, which is no reference", base)
	}
	w.h.Poke(v, uintptr(disp), k.Bytes(), x)
	return nil
}

// Span implements ir.ObjectWords.
func (w words) Span(k ir.Fact) (lo, hi uint64) {
	lo, hi = object.TagRef, object.TagInt-1
	switch {
	case k.Const:
		return k.Word, k.Word
	case k.Types&tFloat != 0:
		return 0, math.MaxUint64
	case k.Types&tInt == 0:
	case k.Types == tInt && k.Small && object.FitsSmall(k.Lo) && object.FitsSmall(k.Hi):
		return uint64(object.SmallInt(k.Lo)), uint64(object.SmallInt(k.Hi))
	default:
		hi = math.MaxUint64
	}
	return lo, hi
}

// Keeps implements ir.ObjectWords: the type of objects of one type, and what tuples that are known
// consist of.
func (w words) Keeps(k ir.Fact, m ir.MemAccess) (x uint64, ok bool) {
	switch {
	case !k.Types.Only() || k.Types&(tFloat|tOther|tNull) != 0:
	case m.Disp == object.OffType && m.Kind == ir.Mem32:
		return uint64(idOf(k.Types)), true
	case k.Const && k.Types == tTuple && m.Kind == ir.Mem32 && m.Disp == object.OffTupleLen:
		return uint64(w.r.TupleLen(object.Value(k.Word))), true
	case k.Const && k.Types == tTuple && m.Kind == ir.Mem64 && m.Disp >= object.OffTupleItems && m.Disp%8 == 0:
		items := w.r.TupleItems(object.Value(k.Word))
		if i := int(m.Disp-object.OffTupleItems) / 8; i < min(len(items), keptItems) {
			return uint64(items[i]), true
		}
	}
	return 0, false
}
