package object

import (
	"math"

	"github.com/tier2go/tier2/interp/textfmt"
)

// floatNew is float(x=0, /).
func floatNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	if kwnames != Null && h.TupleLen(kwnames) > 0 {
		return Null, h.Raise(TypeErrorType, "float() takes no keyword arguments")
	}
	if err := h.checkCount("float", len(args), 0, 1); err != nil {
		return Null, err
	}
	if len(args) == 0 {
		return FloatValue(0), nil
	}
	return h.ToFloat(args[0])
}

// ToFloat is float(x): the conversion of a number or of a text.
func (h *Heap) ToFloat(x Value) (Value, error) {
	switch {
	case x.IsFloat():
		return x, nil
	case h.isIntegral(x) && !h.ownFloat(x):
		f, err := h.IntToFloat(x)
		return FloatValue(f), err
	}
	if f, ok, err := h.floatOf(x); ok || err != nil {
		return FloatValue(f), err
	}
	text, b, ok := h.numberText(x, h.takeBuf())
	if !ok {
		h.putBuf(b)
		return Null, h.Raise(TypeErrorType, "float() argument must be a string or a real number, not '%s'", h.TypeName(x))
	}
	f, ok := textfmt.ParseFloat(text)
	h.putBuf(b)
	if ok {
		return FloatValue(f), nil
	}
	var r Value
	if h.Is(x, StrType) {
		r = h.strRepr(x)
	} else {
		var err error
		if r, err = h.Repr(x); err != nil {
			return Null, err
		}
	}
	return Null, h.RaiseWith(ValueErrorType, h.StrConcat(h.num.noFloat, r))
}

// floatFromHex is float.fromhex.
func floatFromHex(h *Heap, class Value, args []Value) (Value, error) {
	if !h.IsInstance(args[0], StrType) {
		return Null, h.Raise(TypeErrorType, "bad argument type for built-in operation")
	}
	f, ok := textfmt.ParseHexFloat([]byte(h.GoString(args[0])))
	switch {
	case !ok:
		return Null, h.Raise(ValueErrorType, "invalid hexadecimal floating-point string")
	case math.IsInf(f, 0) && !h.namesInf(args[0]):
		return Null, h.Raise(OverflowErrorType, "hexadecimal value too large to represent as a float")
	}
	return h.likeClass(class, FloatType, FloatValue(f), nil)
}

// namesInf tells a text that says inf from one that overflows to it.
func (h *Heap) namesInf(v Value) bool {
	_, ok := textfmt.ParseNamed(textfmt.TrimBlanks([]byte(h.GoString(v))))
	return ok
}
