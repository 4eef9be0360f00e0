package lib

import (
	"github.com/tier2go/tier2/interp/object"
	"strconv"
)

// textFunctions are the builtins that make text of values or look into it.
var textFunctions = []object.Builtin{
	{Name: "ascii", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) { return h.Ascii(a[0]) }},
	{Name: "repr", Arity: object.O, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) { return h.Repr(a[0]) }},
	{Name: "bin", Arity: object.O, Pure: true, Each: object.EachOfIndex, Fn: inBase("0b", 2)},
	{Name: "oct", Arity: object.O, Pure: true, Each: object.EachOfIndex, Fn: inBase("0o", 8)},
	{Name: "hex", Arity: object.O, Pure: true, Each: object.EachOfIndex, Fn: inBase("0x", 16)},
	{Name: "chr", Arity: object.O, Pure: true, Each: object.EachOfIndex, Fn: chr},
	{Name: "ord", Arity: object.O, Pure: true, Fn: ord},
	{Name: "format", Arity: object.Fast, Min: 1, Max: 2, Each: object.EachFormat, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		if len(a) == 1 {
			return h.Format(a[0], object.Null)
		}
		if !h.IsInstance(a[1], object.StrType) {
			return object.Null, h.Raise(object.TypeErrorType, "format() argument 2 must be str, not %s", argTypeName(h, a[1]))
		}
		return h.Format(a[0], a[1])
	}},
}

// argTypeName is a type's name in "must be str, not …", where None is a value.
func argTypeName(h *object.Heap, v object.Value) string {
	if v == object.None {
		return "None"
	}
	return h.TypeName(v)
}

func inBase(prefix string, base int) goFunc {
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		v, err := h.ToIndex(a[0])
		if err != nil {
			return object.Null, err
		}
		if n, ok := h.AsInt64(v); ok {
			var room [2 + 1 + 64]byte
			text := room[:0]
			magnitude := uint64(n)
			if n < 0 {
				text, magnitude = append(text, '-'), -magnitude
			}
			return h.NewASCII(strconv.AppendUint(append(text, prefix...), magnitude, base)), nil
		}
		digits, err := h.IntDigits(h.IntAbs(v), base)
		if err != nil {
			return object.Null, err
		}
		if h.IntSign(v) < 0 {
			prefix := "-" + prefix
			return h.NewStr(prefix + digits), nil
		}
		return h.NewStr(prefix + digits), nil
	}
}

func chr(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	v, err := h.ToIndex(a[0])
	if err != nil {
		return object.Null, err
	}
	n, ok := h.AsInt64(v)
	if !ok || n < 0 || n > 0x10FFFF {
		return object.Null, h.Raise(object.ValueErrorType, "chr() arg not in range(0x110000)")
	}
	r := [1]rune{rune(n)}
	return h.NewStrRunes(r[:]), nil
}

func ord(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	v := a[0]
	n := 0
	switch {
	case h.IsInstance(v, object.StrType):
		if n = h.StrLen(v); n == 1 {
			return object.SmallInt(int64(h.StrAt(v, 0))), nil
		}
	case h.IsInstance(v, object.BytesType), h.IsInstance(v, object.ByteArrayType):
		data, err := h.BufferData(v)
		if err != nil {
			return object.Null, err
		}
		if n = len(data); n == 1 {
			return object.SmallInt(int64(data[0])), nil
		}
	default:
		return object.Null, h.Raise(object.TypeErrorType, "ord() expected string of length 1, but %s found", h.TypeName(v))
	}
	return object.Null, h.Raise(object.TypeErrorType, "ord() expected a character, but string of length %d found", n)
}

// given returns an optional argument: Null if it is absent or None.
func given(v object.Value) object.Value {
	if v == object.None {
		return object.Null
	}
	return v
}

// plural is the ending of a noun that n things have.
func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
