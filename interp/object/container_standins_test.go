package object

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/pyhash"
)

// newGuest makes a heap for the tests of containers. Types that are not
// registered get what those tests need of them: repr, comparison, hash.
func newGuest(t testing.TB, o Options) *Heap {
	h := newHeap(t, o)
	if h.types[IntType] == nil {
		h.register(&Type{ID: IntType, Name: "int", Slots: Slots{
			Repr:    func(h *Heap, v Value) (Value, error) { return h.NewStr(strconv.FormatInt(v.Small(), 10)), nil },
			Hash:    func(h *Heap, v Value) (int64, error) { return pyhash.Int64(v.Small()), nil },
			Compare: standInCompare, Binary: standInBinary, Unary: standInNegate,
		}})
	}
	if h.types[BoolType] == nil {
		h.register(&Type{ID: BoolType, Name: "bool", Final: true, Base: h.types[IntType], Slots: Slots{
			Repr: func(h *Heap, v Value) (Value, error) {
				if v == True {
					return h.NewStr("True"), nil
				}
				return h.NewStr("False"), nil
			},
			Hash: func(h *Heap, v Value) (int64, error) {
				if v == True {
					return 1, nil
				}
				return 0, nil
			},
			Compare: standInCompare, Binary: standInBinary,
			New: func(h *Heap, _ *Type, args []Value, _ Value) (Value, error) {
				b, err := h.Truth(args[0])
				return Bool(b), err
			},
		}})
	}
	if h.types[FloatType] == nil {
		h.register(&Type{ID: FloatType, Name: "float", Slots: Slots{
			Repr: func(h *Heap, v Value) (Value, error) {
				s := strconv.FormatFloat(v.Float(), 'g', -1, 64)
				if !strings.ContainsAny(s, ".enIN") {
					s += ".0"
				}
				return h.NewStr(strings.ToLower(strings.Replace(s, "+Inf", "inf", 1))), nil
			},
			Hash:    func(h *Heap, v Value) (int64, error) { return pyhash.Float(v.Float()), nil },
			Bool:    func(h *Heap, v Value) (bool, error) { return v.Float() != 0, nil },
			Compare: standInCompare, Binary: standInBinary, Unary: standInNegate,
		}})
	}
	if h.types[StrType] == nil {
		h.register(&Type{ID: StrType, Name: "str", Slots: Slots{
			Repr: func(h *Heap, v Value) (Value, error) { return h.NewStr("'" + h.GoString(v) + "'"), nil },
			Hash: func(h *Heap, v Value) (int64, error) { return h.strHash(v), nil },
			Len:  func(h *Heap, v Value) (int, error) { return h.StrLen(v), nil },
			Compare: func(h *Heap, op CompareOp, a, b Value) (Value, error) {
				if !h.Is(b, StrType) {
					return NotImplemented, nil
				}
				return Bool(op.Holds(strings.Compare(h.GoString(a), h.GoString(b)))), nil
			},
			Iter: func(h *Heap, v Value) (Value, error) {
				l := h.NewList()
				for _, r := range h.GoString(v) {
					h.ListAppend(l, h.NewStr(string(r)))
				}
				return h.Iter(l)
			},
			GetItem: func(h *Heap, v, key Value) (Value, error) {
				return h.NewStr(string(h.StrAt(v, int(key.Small())))), nil
			},
		}})
	}
	return h
}

// standInNumber returns a number's value as a float, for stand-ins.
func standInNumber(v Value) (float64, bool) {
	switch {
	case v.IsSmall():
		return float64(v.Small()), true
	case v.IsFloat():
		return v.Float(), true
	case v == True:
		return 1, true
	case v == False:
		return 0, true
	}
	return 0, false
}

func standInCompare(h *Heap, op CompareOp, a, b Value) (Value, error) {
	x, _ := standInNumber(a)
	y, ok := standInNumber(b)
	if !ok {
		return NotImplemented, nil
	}
	if x != x || y != y {
		return Bool(op == NE), nil
	}
	c := 0
	if x < y {
		c = -1
	} else if x > y {
		c = 1
	}
	return Bool(op.Holds(c)), nil
}

func standInBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	x, ok1 := standInNumber(a)
	y, ok2 := standInNumber(b)
	if !ok1 || !ok2 {
		return NotImplemented, nil
	}
	ints := !a.IsFloat() && !b.IsFloat()
	var r float64
	switch op {
	case Add:
		r = x + y
	case Subtract:
		r = x - y
	case Multiply:
		r = x * y
	case FloorDivide:
		r = math.Floor(x / y)
	case Remainder:
		r = x - y*math.Floor(x/y)
	case TrueDivide:
		return FloatValue(x / y), nil
	default:
		return NotImplemented, nil
	}
	if ints {
		return h.Int(int64(r)), nil
	}
	return FloatValue(r), nil
}

func standInNegate(h *Heap, op UnaryOp, v Value) (Value, error) {
	if op != Negative {
		return NotImplemented, nil
	}
	if v.IsSmall() {
		return h.Int(-v.Small()), nil
	}
	return FloatValue(-v.Float()), nil
}
