package object

import (
	"math"
	"math/bits"

	"github.com/tier2go/tier2/interp/number"
	"github.com/tier2go/tier2/interp/textfmt"
)

// The methods and attributes of int and float.

var intMethods = []Builtin{
	{Name: "as_integer_ratio", Arity: NoArgs, Pure: true, NoGuest: true, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		return h.NewTuple(h.plain(v), SmallInt(1)), nil
	}},
	{Name: "bit_count", Arity: NoArgs, Pure: true, NoGuest: true, Fn: intBitCount},
	{Name: "bit_length", Arity: NoArgs, Pure: true, NoGuest: true, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		return h.Int(int64(h.bitLen(v))), nil
	}},
	{Name: "conjugate", Arity: NoArgs, Pure: true, NoGuest: true, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		return h.plain(v), nil
	}},
	{Name: "is_integer", Arity: NoArgs, Pure: true, NoGuest: true, Fn: func(*Heap, Value, []Value) (Value, error) {
		return True, nil
	}},
	{Name: "to_bytes", Named: toBytesSignature.params[:toBytesSignature.posMax], FnKw: intToBytes},
}

var intClassMethods = []Builtin{{Name: "from_bytes", Named: fromBytesSignature.params[:fromBytesSignature.posMax], FnKw: intFromBytes}}

var floatMethods = []Builtin{
	{Name: "as_integer_ratio", Arity: NoArgs, Pure: true, NoGuest: true, Fn: floatRatio},
	{Name: "conjugate", Arity: NoArgs, Pure: true, NoGuest: true, Fn: func(_ *Heap, v Value, _ []Value) (Value, error) {
		return v, nil
	}},
	{Name: "hex", Arity: NoArgs, Pure: true, NoGuest: true, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
		var store [40]byte
		return h.asciiStr(textfmt.AppendHexFloat(store[:0], v.Float())), nil
	}},
	{Name: "is_integer", Arity: NoArgs, Pure: true, NoGuest: true, Fn: func(_ *Heap, v Value, _ []Value) (Value, error) {
		f := v.Float()
		return Bool(f == math.Trunc(f) && !math.IsInf(f, 0)), nil
	}},
}

var floatClassMethods = []Builtin{
	{Name: "from_number", Arity: O, Fn: func(h *Heap, class Value, args []Value) (Value, error) {
		f, err := h.Float(args[0])
		return h.likeClass(class, FloatType, FloatValue(f), err)
	}},
	{Name: "fromhex", Arity: O, NoGuest: true, Fn: floatFromHex},
	{Name: "__getformat__", Arity: O, Fn: func(h *Heap, _ Value, args []Value) (Value, error) {
		if !h.isStr(args[0]) {
			return Null, h.Raise(TypeErrorType, "__getformat__() argument must be str, not %s", h.argTypeName(args[0]))
		}
		if s := h.GoString(args[0]); s != "double" && s != "float" {
			return Null, h.Raise(ValueErrorType, "__getformat__() argument 1 must be 'double' or 'float'")
		}
		return h.Intern("IEEE, little-endian"), nil
	}},
}

func intBitCount(h *Heap, v Value, _ []Value) (Value, error) {
	_, ws := h.magLimbs(0, v)
	n := 0
	for _, w := range ws {
		n += bits.OnesCount64(uint64(w))
	}
	return SmallInt(int64(n)), nil
}

// floatRatio is float.as_integer_ratio: the fraction in lowest terms.
func floatRatio(h *Heap, v Value, _ []Value) (Value, error) {
	f := v.Float()
	switch {
	case math.IsInf(f, 0):
		return Null, h.Raise(OverflowErrorType, "cannot convert Infinity to integer ratio")
	case f != f:
		return Null, h.Raise(ValueErrorType, "cannot convert NaN to integer ratio")
	}
	m, e := number.FloatParts(f)
	if m == 0 {
		return h.NewTuple(SmallInt(0), SmallInt(1)), nil
	}
	zeros := bits.TrailingZeros64(m)
	m, e = m>>zeros, e+zeros
	num, den := h.intFromMag(f < 0, m), SmallInt(1)
	if e >= 0 {
		num = h.shiftLeft(num, uint64(e))
	} else {
		den = h.shiftLeft(den, uint64(-e))
	}
	return h.NewTuple(num, den), nil
}

// numberAttrs are the attributes of int and float that are no methods.
var numberAttrs = []struct {
	name  string
	float bool // float has it too
	value func(h *Heap, v Value) Value
}{
	{"real", true, (*Heap).plain},
	{"imag", true, func(h *Heap, v Value) Value {
		if h.plain(v).IsFloat() {
			return FloatValue(0)
		}
		return SmallInt(0)
	}},
	{"numerator", false, (*Heap).plain},
	{"denominator", false, func(*Heap, Value) Value { return SmallInt(1) }},
}

// addNumberAttrs gives int or float the descriptors of its attributes that are no methods.
func (h *Heap) addNumberAttrs(t *Type) {
	for _, a := range numberAttrs {
		if a.float || t.ID != FloatType {
			h.AddGetSets(t, []GetSet{{Name: a.name, Get: func(h *Heap, v Value) (Value, error) { return a.value(h, v), nil }}})
		}
	}
}
