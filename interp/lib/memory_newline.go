package lib

import (
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// io.IncrementalNewlineDecoder (Modules/_io/textio.c): a decoder behind another one, that
// translates line ends.

const (
	offNewlineDecoder = 8  // the other one, None: what is decoded is str; Null: not initialized
	offNewlineState   = 16 // int: newlineFlags
	newlineSize       = 24
)

// The bits of a decoder's state. Those of line ends are in the order of newlinesOf.
const (
	seenCR = 1 << iota
	seenLF
	seenCRLF
	pendingCR
	translateNewlines
)

// newlinesOf are the line ends by the bits that say that they have been seen.
var newlinesOf = [...]string{"\r", "\n", "\r\n"}

var (
	newlineSig       = object.NewSignature("IncrementalNewlineDecoder", 0, 2, 0, "decoder", "translate", "errors")
	newlineDecodeSig = object.NewSignature("decode", 0, 1, 0, "input", "final")
)

func registerNewlineDecoder(h *object.Heap) *object.Type {
	t := h.RegisterType(&object.Type{Name: "IncrementalNewlineDecoder", Module: "_io", Size: newlineSize, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			v := h.NewEmpty(t)
			if t.Made() {
				return v, nil // __init__ sees the arguments
			}
			return v, newlineInit(h, v, args, kwnames)
		},
		Init: newlineInit,
	}})
	h.AddMethods(t, []object.Builtin{
		{Name: "decode", Arity: object.Varied, FnKw: newlineDecode},
		{Name: "getstate", Arity: object.NoArgs, Fn: newlineGetState},
		{Name: "setstate", Arity: object.O, Fn: newlineSetState},
		{Name: "reset", Arity: object.NoArgs, Fn: newlineReset},
	})
	h.AddGetSets(t, []object.GetSet{{Name: "newlines", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
		_, state, err := newlineFields(h, v)
		if err != nil {
			return object.Null, err
		}
		return newlinesSeen(h, state), nil
	}}})
	return t
}

// newlinesSeen is the attribute newlines by the bits of what has been seen.
func newlinesSeen(h *object.Heap, state int) object.Value {
	var seen []object.Value
	for i, s := range newlinesOf {
		if state>>i&1 != 0 {
			seen = append(seen, h.Intern(s))
		}
	}
	switch len(seen) {
	case 0:
		return object.None
	case 1:
		return seen[0]
	}
	return h.NewTuple(seen...)
}

func newlineInit(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	var p [3]object.Value
	if err := bind(h, newlineSig, args, kwnames, p[:]); err != nil {
		return err
	}
	translate, err := h.Truth(p[1])
	if err != nil {
		return err
	}
	state := 0
	if translate {
		state = translateNewlines
	}
	h.SetField(v, offNewlineDecoder, p[0])
	setNewlineState(h, v, state)
	return nil
}

func setNewlineState(h *object.Heap, v object.Value, state int) {
	h.SetField(v, offNewlineState, object.SmallInt(int64(state)))
}

func newlineFields(h *object.Heap, v object.Value) (decoder object.Value, state int, err error) {
	if decoder = h.Field(v, offNewlineDecoder); decoder == object.Null {
		return object.Null, 0, h.Raise(object.ValueErrorType, "IncrementalNewlineDecoder.__init__() not called")
	}
	return decoder, int(h.Field(v, offNewlineState).Small()), nil
}

func newlineDecode(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [2]object.Value
	if err := bind(h, newlineDecodeSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	decoder, _, err := newlineFields(h, v)
	if err != nil {
		return object.Null, err
	}
	final := p[1] != object.Null
	if final {
		if final, err = h.Truth(p[1]); err != nil {
			return object.Null, err
		}
	}
	text := p[0]
	if decoder != object.None {
		if text, err = callMethod(h, decoder, "decode", p[0], object.Bool(final)); err != nil {
			return object.Null, err
		}
	}
	if !h.IsInstance(text, object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "decoder should return a string result, not '%s'", h.TypeName(text))
	}
	state := int(h.Field(v, offNewlineState).Small())
	s := string(h.AppendStr(nil, text)) // line ends are ASCII, so lone surrogates do not matter
	if state&pendingCR != 0 && (s != "" || final) {
		s, state = "\r"+s, state&^pendingCR
	}
	if strings.HasSuffix(s, "\r") && !final {
		s, state = s[:len(s)-1], state|pendingCR
	}
	both := strings.Count(s, "\r\n")
	for i, n := range [...]int{strings.Count(s, "\r") - both, strings.Count(s, "\n") - both, both} {
		if n > 0 {
			state |= 1 << i
		}
	}
	if state&translateNewlines != 0 && strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	setNewlineState(h, v, state)
	return h.NewStr(s), nil
}

func newlineGetState(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	decoder, state, err := newlineFields(h, v)
	if err != nil {
		return object.Null, err
	}
	buffer, flag := h.NewBytes(nil), int64(0)
	if decoder != object.None {
		s, err := callMethod(h, decoder, "getstate")
		if err != nil {
			return object.Null, err
		}
		if !h.IsInstance(s, object.TupleType) || h.TupleLen(s) != 2 {
			return object.Null, h.Raise(object.TypeErrorType, "illegal decoder state")
		}
		n, err := h.Ssize(h.TupleItem(s, 1))
		if err != nil {
			return object.Null, err
		}
		buffer, flag = h.TupleItem(s, 0), int64(n)<<1
	}
	if state&pendingCR != 0 {
		flag |= 1
	}
	return h.NewTuple(buffer, h.Int(flag)), nil
}

func newlineSetState(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	decoder, state, err := newlineFields(h, v)
	if err != nil {
		return object.Null, err
	}
	if !h.IsInstance(a[0], object.TupleType) {
		return object.Null, h.Raise(object.TypeErrorType, "state argument must be a tuple")
	}
	if h.TupleLen(a[0]) != 2 {
		return object.Null, h.Raise(object.TypeErrorType, "setstate(): illegal state argument")
	}
	flag, err := h.Ssize(h.TupleItem(a[0], 1))
	if err != nil {
		return object.Null, err
	}
	state &^= pendingCR
	if flag&1 != 0 {
		state |= pendingCR
	}
	setNewlineState(h, v, state)
	if decoder == object.None {
		return object.None, nil
	}
	return callMethod(h, decoder, "setstate", h.NewTuple(h.TupleItem(a[0], 0), h.Int(int64(flag)>>1)))
}

func newlineReset(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
	decoder, state, err := newlineFields(h, v)
	if err != nil {
		return object.Null, err
	}
	setNewlineState(h, v, state&translateNewlines)
	if decoder == object.None {
		return object.None, nil
	}
	return callMethod(h, decoder, "reset")
}
