package ops

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
)

// Raise executes raise, with an exception (an instance or a type) and a
// cause if there are.
func Raise(h *object.Heap, operands []object.Value) error {
	if len(operands) == 0 {
		if exc := h.Handling().Top(); exc != object.None {
			return h.Reraise(exc, -1)
		}
		return h.Raise(object.RuntimeErrorType, "No active exception to reraise")
	}
	exc, err := exceptionOf(h, operands[0])
	if err != nil {
		return err
	}
	if len(operands) == 2 {
		cause := operands[1]
		if cause != object.None {
			if cause, err = causeOf(h, cause); err != nil {
				return err
			}
		}
		h.SetCause(exc, cause)
	}
	return h.RaiseValue(exc)
}

// exceptionOf returns the exception that a raise statement names: an instance, or
// a type, which is called.
func exceptionOf(h *object.Heap, v object.Value) (object.Value, error) {
	if h.IsInstance(v, object.TypeType) && h.TypeFromObject(v).IsException {
		exc, err := h.Call(v, nil, object.Null)
		if err != nil || h.TypeOf(exc).IsException {
			return exc, err
		}
		of := h.TypeOf(exc).Object // before the program's code runs
		name, err := h.Repr(v)
		if err != nil {
			return object.Null, err
		}
		kind, err := h.Repr(of)
		if err != nil {
			return object.Null, err
		}
		return object.Null, h.Raise(object.TypeErrorType, "calling %s should have returned an instance of BaseException, not %s", h.GoString(name), h.GoString(kind))
	}
	if h.TypeOf(v).IsException {
		return v, nil
	}
	return object.Null, h.Raise(object.TypeErrorType, "exceptions must derive from BaseException")
}

// causeOf is exceptionOf for the cause.
func causeOf(h *object.Heap, v object.Value) (object.Value, error) {
	if !h.TypeOf(v).IsException && !(h.IsInstance(v, object.TypeType) && h.TypeFromObject(v).IsException) {
		return object.Null, h.Raise(object.TypeErrorType, "exception causes must derive from BaseException")
	}
	return exceptionOf(h, v)
}

// specials are the methods that LOAD_SPECIAL's oparg names, and what is said of
// objects without.
var specials = [...]struct{ name, refuse string }{
	{"__enter__", "'%s' object does not support the context manager protocol (missed __enter__ method)"},
	{"__exit__", "'%s' object does not support the context manager protocol (missed __exit__ method)"},
	{"__aenter__", "'%s' object does not support the asynchronous context manager protocol (missed __aenter__ method)"},
	{"__aexit__", "'%s' object does not support the asynchronous context manager protocol (missed __aexit__ method)"},
}

// specialMethod returns the attribute that LOAD_SPECIAL's oparg names of an
// object's type, as it is.
func specialMethod(h *object.Heap, v object.Value, which int) (object.Value, error) {
	special, t := &specials[which], h.TypeOf(v)
	if f := t.Lookup(h.Intern(special.name)); f != object.Null {
		return f, nil
	}
	msg := special.refuse
	other, hint := 2, " but it supports the asynchronous context manager protocol. Did you mean to use 'async with'?"
	if which >= 2 {
		other, hint = 0, " but it supports the context manager protocol. Did you mean to use 'with'?"
	}
	if t.Lookup(h.Intern(specials[other].name)) != object.Null && t.Lookup(h.Intern(specials[other+1].name)) != object.Null {
		msg += hint
	}
	return object.Null, h.Raise(object.TypeErrorType, msg, t.FullName())
}

// SpecialName returns the name of the method that LOAD_SPECIAL's oparg names.
func SpecialName(which int) string { return specials[which].name }

// Special returns what LOAD_SPECIAL does: the method, and the receiver, or Null if the
// method is bound to it.
func Special(h *object.Heap, v object.Value, which int) (f, self object.Value, err error) {
	if f, err = specialMethod(h, v, which); err != nil {
		return object.Null, object.Null, err
	}
	if id := h.TypeID(f); id == object.FunctionType || id == object.MethodDescType {
		return f, v, nil
	}
	f, err = h.Bind(f, v)
	return f, object.Null, err
}

// Reraise executes RERAISE. With an argument, the unit that has raised the
// exception first lies that far below it.
func Reraise(h *object.Heap, arg int, sp unsafe.Pointer) error {
	unit := -1
	if arg > 0 {
		unit = int((*frame.Slot(sp, -1-arg)).Small())
	}
	return h.Reraise(*frame.Top(sp), unit)
}

// PushExcInfo begins to handle the exception on top of the stack; what was being
// handled before comes below it.
func PushExcInfo(h *object.Heap, sp unsafe.Pointer) {
	handling, exc := h.Handling(), *frame.Top(sp)
	*frame.Top(sp), *frame.Slot(sp, 0) = handling.Own, exc
	handling.Own = exc
}
