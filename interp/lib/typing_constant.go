package lib

import (
	"strings"

	"github.com/tier2go/tier2/interp/object"
)

// What evaluate_bound and its kin are where there is no function to evaluate: a value has been given
// (Objects/typevarobject.c, constevaluator).

const (
	offConstant = 8 // the value

	formatString = 4 // annotationlib.Format.STRING
)

func (k *typing) registerConstant() {
	h := k.h
	k.constant = h.RegisterType(&object.Type{Name: "_ConstEvaluator", Module: "_typing", Size: 16, Final: true, Slots: object.Slots{
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			s, err := h.Repr(h.Field(v, offConstant))
			if err != nil {
				return object.Null, err
			}
			return h.NewStr("<constevaluator " + h.GoString(s) + ">"), nil
		},
		Call: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			if err := h.NoKeywords("constevaluator.__call__", kwnames); err != nil {
				return object.Null, err
			}
			if len(args) != 1 {
				return object.Null, h.Raise(object.TypeErrorType, "constevaluator.__call__() takes exactly 1 argument (%d given)", len(args))
			}
			format, err := h.CInt(args[0])
			if x := h.Field(v, offConstant); err != nil || format != formatString {
				return x, err
			}
			return k.constantText(h.Field(v, offConstant))
		},
	}})
}

// constantText is a value as an annotation would be written that gives it; a tuple in parentheses.
func (k *typing) constantText(x object.Value) (object.Value, error) {
	h := k.h
	if !h.IsInstance(x, object.TupleType) {
		s, err := h.TypingRepr(x)
		return h.NewStr(s), err
	}
	var parts []string
	for i := range h.TupleLen(x) {
		s, err := h.TypingRepr(h.TupleItem(x, i))
		if err != nil {
			return object.Null, err
		}
		parts = append(parts, s)
	}
	return h.NewStr("(" + strings.Join(parts, ", ") + ")"), nil
}
