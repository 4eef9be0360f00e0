package ops

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
)

// SetFunctionAttribute stores what SET_FUNCTION_ATTRIBUTE's oparg names. The closure, and
// that what makes annotations is a function, are proved by pycode.Verify; the defaults of a
// generic function are arguments, and tested.
func SetFunctionAttribute(h *object.Heap, f object.Value, which int, v object.Value) error {
	switch which {
	case 1:
		if !h.Is(v, object.TupleType) {
			return h.Raise(object.TypeErrorType, "__defaults__ must be set to a tuple object")
		}
		h.SetField(f, object.OffFuncDefaults, v)
	case 2:
		if !h.Is(v, object.DictType) {
			return h.Raise(object.TypeErrorType, "__kwdefaults__ must be set to a dict object")
		}
		h.SetField(f, object.OffFuncKwDefaults, v)
	case 8:
		h.SetField(f, object.OffFuncClosure, v)
	case 4:
		if !h.Is(v, object.TupleType) && !h.Is(v, object.DictType) {
			return h.Raise(object.TypeErrorType, "__annotations__ must be set to a dict object")
		}
		h.SetAnnotations(f, v)
	case 16:
		// Its code does not know whose it is.
		h.SetField(v, object.OffFuncQualName, h.NewStr(QualName(h, f)+".__annotate__"))
		h.SetAnnotate(f, v)
	}
	return nil
}

// LoadSuperAttr executes LOAD_SUPER_ATTR: super, class, self become the attribute,
// and for a method call the function and the receiver. Bit 1 of the oparg is clear
// where the source calls super without arguments; builtin is the class super.
func LoadSuperAttr(h *object.Heap, builtin object.Value, arg int, names []object.Value, sp unsafe.Pointer) (int, error) {
	super, class, self := *frame.Third(sp), *frame.Second(sp), *frame.Top(sp)
	name, method := names[arg>>2], arg&1
	var v object.Value
	var err error
	unbound := false
	if super == builtin {
		v, unbound, err = h.SuperLookup(class, self, name, method != 0)
	} else {
		args := frame.Entries(sp, 2)
		if arg&2 == 0 {
			args = nil
		}
		if v, err = h.Call(super, args, object.Null); err == nil {
			v, err = h.GetAttr(v, name)
		}
	}
	if err != nil {
		return 0, err
	}
	*frame.Third(sp), *frame.Second(sp) = v, object.Null
	if unbound {
		*frame.Second(sp) = self
	}
	return method - 2, nil
}
