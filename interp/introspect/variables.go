package introspect

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Body returns a frame's namespace of names, Null where that is the module's. A
// class body keeps its own in the slot behind its localsplus.
func Body(fp unsafe.Pointer, code *adaptive.Code) object.Value {
	if !code.Namespace {
		return object.Null
	}
	return *frame.Local(fp, len(code.LocalsPlus))
}

// Namespace returns the namespace of a frame of a module or a class body, Null of a
// function's.
func Namespace(h *object.Heap, fp unsafe.Pointer, code *adaptive.Code) object.Value {
	if code.Flags&pycode.FlagOptimized != 0 {
		return object.Null
	}
	if ns := Body(fp, code); ns != object.Null {
		return ns
	}
	return h.Field(*frame.Function(fp), object.OffFuncGlobals)
}

// Variables returns the variables of a frame of a function, as a new dict.
func Variables(h *object.Heap, fp unsafe.Pointer, code *adaptive.Code) object.Value {
	d := h.NewDict()
	for i, name := range code.LocalsPlus {
		if code.Kinds[i]&pycode.KindHidden != 0 {
			continue
		}
		if v := localValue(h, fp, code, i); v != object.Null {
			h.DictSetStr(d, h.InternName(name), v)
		}
	}
	return d
}
