package adaptive

import (
	"slices"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Starred is what a CALL_FUNCTION_EX has called last, f(*args, **kw): a function in Python
// with a version, a class with an __init__ in Python, or something that begins no frame. Of a CALL_KW it has the class.
type Starred struct {
	Version uint32       // of the function, or of the class's __init__; 0 if it was none in Python
	Made    uint32       // the version of the class whose instance was made, 0 if it was none
	Form    pyguest.Star // how it was called, if it was one
	Object  uint32       // the version of the class of what was called, if the function is its __call__; else 0
	Builtin bool         // it was something that begins no frame
	Cached  bool         // it was a function whose results a functools.lru_cache keeps, without arguments by keyword (Missed)
	Empty   bool         // it had no arguments by keyword
	Order   uint32       // which names the arguments by keyword had (object.Heap.KeywordOrder)
	Class   object.Value // which class, if it was one; Null: none
}

// SeeStarred notes what a CALL_FUNCTION_EX calls: f, with the operands behind the stars. It
// returns the function in Python whose frame a trace can begin, Null if there is none. codes are the VM's, by handle.
func (c *Code) SeeStarred(pc int, h *object.Heap, codes []*Code, f, star, kw object.Value) object.Value {
	form, plain := starForm(h, star)
	x, function := Starred{Class: object.Null, Empty: kw == object.Null || h.Is(kw, object.DictType) && h.DictLen(kw) == 0}, object.Null
	if h.Is(f, object.BoundMethodType) {
		f, form = h.Field(f, object.OffMethodFunc), form|pyguest.StarBound
	}
	target := f
	if t, init := h.PlainClass(f, !x.Empty); t != nil && form&pyguest.StarBound == 0 && t.Version() != 0 {
		target, x.Made = init, t.Version()
	}
	if t := h.TypeOf(f); form&pyguest.StarBound == 0 && t.CallMethod() != object.Null && t.Version() != 0 {
		target, x.Object, form = t.CallMethod(), t.Version(), form|pyguest.StarObject
	}
	switch {
	case h.IsCached(f) && plain && x.Empty:
		x.Cached, x.Form = true, form&^pyguest.StarBound
	case h.Is(target, object.FunctionType):
		if !plain {
			break
		}
		if !x.Empty {
			if x.Order, plain = codes[h.Half(target, object.OffFuncCode)].Order(h, kw); !plain {
				break
			}
			form |= pyguest.StarKeywords(h.DictLen(kw))
		}
		x.Version, x.Form, function = h.Half(target, object.OffFuncVersion), form, target
	case form&pyguest.StarBound == 0 && (h.Frameless(f) || h.ScriptedClass(f) && c.EndsInGo(pc, f)) && !h.LooksAtFrames(f):
		if x.Builtin = true; h.IsInstance(f, object.TypeType) {
			x.Class = f
		}
		if !x.Empty && plain {
			if x.Order = h.KeywordOrder(kw); x.Order != 0 {
				x.Form = form | pyguest.StarKeywords(h.DictLen(kw))
			}
		}
	}
	if c.Operations != nil || x.Builtin || x.Cached || x.Version != 0 {
		c.OperationAt(pc).Starred = x
	}
	return function
}

// EndsInGo reports whether a call of f, a class whose calls are made by Scripts, has begun no frame at a code unit when it was the last there.
func (c *Code) EndsInGo(pc int, f object.Value) bool {
	return c.Operations != nil && c.Operations[pc].Ends == f
}

// SeeEnds notes of a CALL_FUNCTION_EX whether a call of f, a class whose calls are made by Scripts, has ended without a frame.
func (c *Code) SeeEnds(pc int, f object.Value, ends bool) {
	if x := c.OperationAt(pc); ends {
		x.Ends = f
	} else {
		x.Ends, x.Starred = object.Null, Starred{Class: object.Null}
	}
}

// SeeNamed notes the class that a CALL_KW at a code unit calls, if that makes instances plainly and has an __init__ in Python, or what a
// functools.partial calls: that function is returned; else Null. codes are the VM's, by handle.
func (c *Code) SeeNamed(pc int, h *object.Heap, codes []*Code, f object.Value) (function object.Value) {
	if fn, args, kw, ok := h.PartialCall(f); ok && h.TupleLen(args) <= pyguest.MaxStarred {
		if order, ok := codes[h.Half(fn, object.OffFuncCode)].Order(h, kw); ok {
			c.OperationAt(pc).Starred = Starred{
				Version: h.Half(fn, object.OffFuncVersion), Form: pyguest.Star(h.TupleLen(args)) | pyguest.StarKeywords(h.DictLen(kw)), Order: order, Class: object.Null,
			}
			return fn
		}
	}
	t, init := h.PlainClass(f, true)
	if t == nil || t.Version() == 0 {
		if c.Operations != nil {
			c.Operations[pc].Starred = Starred{Class: object.Null}
		}
		return object.Null
	}
	c.OperationAt(pc).Starred = Starred{Version: h.Half(init, object.OffFuncVersion), Made: t.Version(), Class: object.Null}
	return init
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

// Order returns the number of the names that a dict has (object.Heap.KeywordOrder); ok is false where there is none, or where one is for no
// parameter.
func (c *Code) Order(h *object.Heap, kw object.Value) (order uint32, ok bool) {
	if order = h.KeywordOrder(kw); order == 0 {
		return 0, false
	}
	if c.Flags&pycode.FlagVarKeywords != 0 {
		return order, true
	}
	names := c.LocalsPlus[c.PosOnlyArgCount : c.ArgCount+c.KwOnlyArgCount]
	for _, k := range h.KeywordNames(order) {
		if !slices.ContainsFunc(names, func(s string) bool { return h.StrIs(k, s) }) {
			return 0, false
		}
	}
	return order, true
}

// Starred reports whether a CALL_FUNCTION_EX stands at a code unit, and nothing over it.
func (c *Code) Starred(pc int) bool { return pycode.Op(c.Live[pc]) == pycode.CALL_FUNCTION_EX }
