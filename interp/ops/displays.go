package ops

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Displays are the instructions that build or extend containers and strings.
// Each gets the oparg and the stack, and returns by how many entries the stack has grown.
var Displays = map[pycode.Op]func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error){
	pycode.BUILD_MAP: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		d := h.NewDict()
		kv := frame.Entries(sp, 2*arg)
		for i := 0; i < len(kv); i += 2 {
			if err := h.DictSet(d, kv[i], kv[i+1]); err != nil {
				return 0, err
			}
		}
		*frame.Slot(sp, -2*arg) = d
		return 1 - 2*arg, nil
	},
	pycode.BUILD_SET: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		s := h.NewSet()
		for _, v := range frame.Entries(sp, arg) {
			if err := h.AddToSet(s, v); err != nil { // as traces do
				return 0, err
			}
		}
		*frame.Slot(sp, -arg) = s
		return 1 - arg, nil
	},
	pycode.BUILD_SLICE: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		step := object.None
		if arg == 3 {
			step = *frame.Top(sp)
		}
		*frame.Slot(sp, -arg) = h.NewSlice(*frame.Slot(sp, -arg), *frame.Slot(sp, 1-arg), step)
		return 1 - arg, nil
	},
	pycode.BUILD_STRING: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		s, err := h.BuildString(frame.Entries(sp, arg))
		if err == nil {
			*frame.Slot(sp, -arg) = s
		}
		return 1 - arg, err
	},
	pycode.BUILD_INTERPOLATION: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		format, n := h.Intern(""), 2
		if arg&1 != 0 {
			format, n = *frame.Top(sp), 3
		}
		conversion := object.None
		if arg>>2 != 0 {
			conversion = h.Intern([...]string{1: "s", 2: "r", 3: "a"}[arg>>2])
		}
		*frame.Slot(sp, -n) = h.NewInterpolation(*frame.Slot(sp, -n), *frame.Slot(sp, 1-n), conversion, format)
		return 1 - n, nil
	},
	pycode.BUILD_TEMPLATE: func(h *object.Heap, _ int, sp unsafe.Pointer) (int, error) {
		t, err := newTemplate(h, *frame.Second(sp), *frame.Top(sp))
		if err == nil {
			*frame.Second(sp) = t
		}
		return -1, err
	},
	pycode.FORMAT_SIMPLE: func(h *object.Heap, _ int, sp unsafe.Pointer) (int, error) {
		s, err := h.Format(*frame.Top(sp), object.Null)
		if err == nil {
			*frame.Top(sp) = s
		}
		return 0, err
	},
	pycode.FORMAT_WITH_SPEC: func(h *object.Heap, _ int, sp unsafe.Pointer) (int, error) {
		s, err := h.Format(*frame.Second(sp), *frame.Top(sp))
		if err == nil {
			*frame.Second(sp) = s
		}
		return -1, err
	},
	pycode.CONVERT_VALUE: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		convert := [...]func(*object.Heap, object.Value) (object.Value, error){
			1: (*object.Heap).Str, 2: (*object.Heap).Repr, 3: (*object.Heap).Ascii,
		}[arg]
		s, err := convert(h, *frame.Top(sp))
		if err == nil {
			*frame.Top(sp) = s
		}
		return 0, err
	},
	pycode.LIST_EXTEND: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		return -1, ListExtend(h, *frame.Slot(sp, -arg-1), *frame.Top(sp))
	},
	pycode.SET_ADD: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		return -1, h.AddToSet(*frame.Slot(sp, -arg-1), *frame.Top(sp))
	},
	pycode.SET_UPDATE: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		return -1, h.SetUpdate(*frame.Slot(sp, -arg-1), *frame.Top(sp))
	},
	pycode.MAP_ADD: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		return -2, h.AddToDict(*frame.Slot(sp, -arg-2), *frame.Second(sp), *frame.Top(sp))
	},
	pycode.DICT_UPDATE: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		return -1, DictUpdate(h, *frame.Slot(sp, -arg-1), *frame.Top(sp))
	},
	pycode.DICT_MERGE: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		// The function is four entries below the dict.
		return -1, DictMerge(h, *frame.Slot(sp, -arg-4), *frame.Slot(sp, -arg-1), *frame.Top(sp))
	},
	pycode.UNPACK_EX: func(h *object.Heap, arg int, sp unsafe.Pointer) (int, error) {
		before, after := arg&0xFF, arg>>8
		t, err := h.UnpackEx(*frame.Top(sp), before, after)
		if err != nil {
			return 0, err
		}
		frame.PushReversed(unsafe.Add(sp, -8), h.TupleItems(t))
		return before + after, nil
	},
}

// newTemplate makes a template of its constant parts and of its interpolations, which
// stand between them.
func newTemplate(h *object.Heap, parts, interpolations object.Value) (object.Value, error) {
	ok := h.TupleLen(parts) == h.TupleLen(interpolations)+1
	for _, v := range h.TupleItems(parts) {
		ok = ok && h.Is(v, object.StrType)
	}
	for _, v := range h.TupleItems(interpolations) {
		ok = ok && h.Is(v, object.InterpolationType)
	}
	if !ok {
		return object.Null, h.Raise(object.SystemErrorType, "bad argument to internal function")
	}
	return h.NewTemplate(parts, interpolations), nil
}
