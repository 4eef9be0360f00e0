package object

import (
	"strconv"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/unicode"
)

// Texts of numbers as int() and float() take them: str with the decimal digits
// and spaces of any script, bytes with ASCII ones.

// numberText returns the text of a str, bytes or bytearray as ASCII for a number's parser:
// other decimal digits become ASCII ones, other spaces blanks, and what belongs
// to no number becomes '?' (CPython: _PyUnicode_TransformDecimalAndSpaceToASCII,
// which leaves text that is ASCII alone). The result is valid while v lives and
// until putBuf of b, which it may share. ok is false for other types.
func (h *Heap) numberText(v Value, b []byte) (text, buf []byte, ok bool) {
	if d, ok := h.rawBytes(v); ok {
		return d, b, true
	}
	switch {
	case !h.IsInstance(v, StrType):
		return nil, b, false
	case h.strIsASCII(v):
		return h.strBytes(v), b, true
	}
	for i := range h.StrLen(v) {
		h.CheckStopAt(i)
		b = append(b, numberByte(h.StrAt(v, i)))
	}
	return b, b, true
}

// rawBytes returns the content of a bytes, a bytearray or what shows its bytes by a buffer,
// as a slice that is valid while v lives and keeps its length.
func (h *Heap) rawBytes(v Value) ([]byte, bool) {
	switch {
	case h.isA(v, BytesType):
		return h.Bytes(v, OffBytesData, int(h.Word(v, OffBytesLen))), true
	case h.isA(v, ByteArrayType):
		return h.byteArrayBytes(v), true
	case v.IsRef() && h.TypeOf(v).Buffer != nil:
		b, err := h.TypeOf(v).Buffer(h, v, true)
		return b, err == nil
	}
	return nil, false
}

// isNumberText reports whether v is of a type whose values int() parses.
func (h *Heap) isNumberText(v Value) bool {
	_, ok := h.rawBytes(v)
	return ok || h.IsInstance(v, StrType)
}

func numberByte(r rune) byte {
	switch {
	case r < utf8.RuneSelf && !unicode.IsSpace(r):
		return byte(r)
	case unicode.IsSpace(r):
		return ' '
	}
	if d := unicode.DecimalValue(r); d >= 0 {
		return '0' + byte(d)
	}
	return '?'
}

var intSignature = signature{name: "int", params: []string{"", "base"}, posMax: 2}

// intNew is int(x=0, /, base=10).
func intNew(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
	if kwnames == Null || h.TupleLen(kwnames) == 0 {
		if err := h.checkCount("int", len(args), 0, 2); err != nil {
			return Null, err
		}
	}
	var p [2]Value
	if err := intSignature.bind(h, args, kwnames, p[:]); err != nil {
		return Null, err
	}
	x, base := p[0], p[1]
	switch {
	case x == Null && base == Null:
		return SmallInt(0), nil
	case x == Null:
		return Null, h.Raise(TypeErrorType, "int() missing string argument")
	case base == Null:
		return h.ToInt(x)
	}
	n, err := h.indexClamped(base)
	if err != nil {
		return Null, err
	}
	if n != 0 && (n < 2 || n > 36) {
		return Null, h.Raise(ValueErrorType, "int() base must be >= 2 and <= 36, or 0")
	}
	if h.IsInstance(x, StrType) || h.isA(x, BytesType) || h.isA(x, ByteArrayType) {
		return h.intFromText(x, int(n))
	}
	return Null, h.Raise(TypeErrorType, "int() can't convert non-string with explicit base")
}

// ToInt is int(x): the conversion of a number or of a text in base 10.
func (h *Heap) ToInt(x Value) (Value, error) {
	switch {
	case h.isA(x, FloatType) && !h.overrides(h.TypeOf(x), h.classes.nm.toInt):
		return h.FloatToInt(h.number(x).Float())
	case h.TypeOf(x).WeakProxy:
		v, err := h.ProxyTarget(x)
		if err != nil {
			return Null, err
		}
		return h.ToInt(v)
	case x.IsRef() && (h.TypeOf(x).made || h.converts(h.TypeOf(x))):
		if v, ok, err := h.intOf(x); ok || err != nil {
			return v, err
		}
		if !h.isNumberText(x) {
			break
		}
		return h.intFromText(x, 10)
	case h.isIntegral(x):
		return h.plain(x), nil
	case x.IsFloat():
		return h.FloatToInt(x.Float())
	case h.isNumberText(x):
		return h.intFromText(x, 10)
	}
	return Null, h.Raise(TypeErrorType,
		"int() argument must be a string, a bytes-like object or a real number, not '%s'", h.TypeName(x))
}

// intFromText is int(x, base) of a str, bytes or bytearray.
func (h *Heap) intFromText(x Value, base int) (Value, error) {
	text, b, _ := h.numberText(x, h.takeBuf())
	v, ok, err := h.ParseInt(text, base)
	h.putBuf(b)
	if err != nil || ok {
		return v, err
	}
	if d, ok := h.rawBytes(x); ok {
		x = h.NewBytes(d) // a bytearray is shown as a bytes
	}
	var r Value
	if h.Is(x, StrType) {
		r = h.strRepr(x)
	} else if r, err = h.Repr(x); err != nil {
		return Null, err
	}
	if n := h.StrLen(r); n > 200 {
		if r, err = h.GetSlice(r, None, SmallInt(200), None); err != nil {
			return Null, err
		}
	}
	msg := h.StrConcat(h.prefixOf(base), r)
	return Null, h.RaiseWith(ValueErrorType, msg)
}

// The messages of texts that are no numbers begin so. Programs try int() and
// float() on what may be one.
const (
	noInt   = "invalid literal for int() with base "
	noFloat = "could not convert string to float: "
)

// prefixOf returns what the message of a text that is no number in a base begins
// with.
func (h *Heap) prefixOf(base int) Value {
	if base == 10 {
		return h.num.noInt
	}
	return h.NewStr(noInt + strconv.Itoa(base) + ": ")
}
