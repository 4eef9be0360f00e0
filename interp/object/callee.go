package object

// Callee says what a function is that a driver calls for each element, as far as the driver's code depends on it: two that are the
// same Callee are called by the same code.
type Callee struct {
	Version uint32 // of a function in Python; 0: it is none
	Bound   bool   // it is a method that is bound to the function
	Itself  Value  // a method of a builtin type that is bound to nothing, or a builtin type; 0: it is neither
	Number  uint32 // of a builtin function, or a method of a builtin type that is bound to a receiver (CalleeNumber); with Type, of a Getter; 0: it is none
	Type    TypeID // of another object of a builtin type; 0: it is none
}

// InPython reports whether it is a function in Python, or a method that is bound to one.
func (c Callee) InPython() bool { return c.Version != 0 }

// CalleeOf returns what f is as a Callee. ok is false of what has none: classes and instances of classes in Python, and what looks at the
// frame of its caller.
func (h *Heap) CalleeOf(f Value) (c Callee, ok bool) {
	switch h.TypeID(f) {
	case FunctionType:
		c.Version = h.Half(f, OffFuncVersion)
		return c, c.Version != 0
	case BoundMethodType:
		if f = h.Field(f, OffMethodFunc); !h.Is(f, FunctionType) {
			return c, false
		}
		c.Version, c.Bound = h.Half(f, OffFuncVersion), true
		return c, c.Version != 0
	case BuiltinType:
		c.Number = h.CalleeNumber(f)
		return c, c.Number != 0 && !h.LooksAtFrames(f) && !h.Scripts(f)
	case MethodDescType:
		c.Itself = f
		return c, !h.Scripts(f)
	case TypeType:
		c.Itself = f
		return c, !h.TypeFromObject(f).Made() && !h.LooksAtFrames(f)
	}
	t := h.TypeOf(f)
	c.Type = t.ID
	if t.Getters {
		c.Number = uint32(h.Word(f, OffGetter))
	}
	return c, !t.Made() && t.Call != nil && !h.Scripts(f)
}

// Is reports whether f is what c says.
func (c Callee) Is(h *Heap, f Value) bool {
	now, ok := h.CalleeOf(f)
	return ok && now == c
}
