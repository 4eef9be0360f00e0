package adaptive

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Starred is what a CALL_FUNCTION_EX has called last, f(*args, **kw): a function in Python
// with a version, or something that begins no frame.
type Starred struct {
	Version uint32       // of the function, 0 if it was none in Python
	Form    pyguest.Star // how it was called, if it was one
	Builtin bool         // it was something that begins no frame
	Empty   bool         // it had no arguments by keyword
	Class   object.Value // which class, if it was one; Null: none
}

// SeeStarred notes what a CALL_FUNCTION_EX calls: f, with the operands behind the stars. It
// returns the function in Python whose frame a trace can begin, Null if there is none.
func (c *Code) SeeStarred(pc int, h *object.Heap, f, star, kw object.Value) object.Value {
	form, plain := starForm(h, star)
	x, function := Starred{Class: object.Null, Empty: kw == object.Null || h.Is(kw, object.DictType) && h.DictLen(kw) == 0}, object.Null
	if h.Is(f, object.BoundMethodType) {
		f, form = h.Field(f, object.OffMethodFunc), form|pyguest.StarBound
	}
	switch {
	case h.Is(f, object.FunctionType):
		if plain && x.Empty {
			x.Version, x.Form, function = h.Half(f, object.OffFuncVersion), form, f
		}
	case form&pyguest.StarBound == 0 && h.Frameless(f) && !h.LooksAtFrames(f):
		if x.Builtin = true; h.IsInstance(f, object.TypeType) {
			x.Class = f
		}
	}
	if c.Operations != nil || x.Builtin || x.Version != 0 {
		c.OperationAt(pc).Starred = x
	}
	return function
}

// starForm says how arguments are given; plain is false where they are bound by Go: where
// they are no list or tuple, or where there are many.
func starForm(h *object.Heap, star object.Value) (form pyguest.Star, plain bool) {
	n := 0
	switch {
	case h.Is(star, object.TupleType):
		n = h.TupleLen(star)
	case h.Is(star, object.ListType):
		n, form = h.ListLen(star), pyguest.StarList
	default:
		return 0, false
	}
	return form | pyguest.Star(n), n <= pyguest.MaxStarred
}
