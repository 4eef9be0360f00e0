package interp

import (
	"errors"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/introspect"
	"github.com/tier2go/tier2/interp/object"
)

// unsupported names what cannot be done at a code unit.
func unsupported(what string, code *Code, pc uint32) error {
	return &Unsupported{What: what, File: code.Filename, Line: code.Line(int(pc))}
}

func recursionError(h *object.Heap) error {
	return h.Raise(object.RecursionErrorType, "maximum recursion depth exceeded")
}

// unwind looks for a handler of err, which the instruction at pc of the frame fp
// has raised. Frames without one are left. It returns the frame to go on in, at
// its handler, or the error when a frame that Go entered has been left.
func (vm *VM) unwind(fp unsafe.Pointer, err error, pc uint32) (unsafe.Pointer, error) {
	r, ok := err.(*object.Raised)
	if !ok {
		if c, ok := err.(*collecting); ok {
			return c.goOn(fp, pc), err
		}
		if u, no := err.(*Unsupported); no && !vm.opts.Strict { // of what has been compiled or called meanwhile
			err = vm.heap.Unsupported(u.What)
		}
		if r = raised(err); r == nil {
			return vm.leaveAll(fp, err, pc)
		}
	}
	if n := len(vm.levels); n > 0 {
		vm.heap.SetNesting(vm.levels[n-1].nesting)
	}
	left := object.Null // the entry of the frame above
	for {
		code := vm.codes[frameCode(fp)]
		pc = uint32(code.Instruction(int(pc)))
		if !r.Again && !code.Shim {
			introspect.AddFrame(vm.heap, r.Exc, fp, code, code.RaisedAt(pc))
			if left != object.Null {
				introspect.Beneath(vm.heap, left, vm.heap.Field(r.Exc, object.OffExcTraceback))
			}
		}
		if handler := code.HandlerOf(int(pc)); handler != nil {
			vm.handle(fp, code, handler, r, code.RaisedAt(pc))
			return fp, nil
		}
		end := code.EndedAt(pc)
		if r.Unit >= 0 { // the frame ends where it was raised first
			end = uint32(r.Unit)
		}
		if !code.Shim {
			left = introspect.LeaveFrame(vm.heap, r.Exc, fp, code, end)
		}
		r.Again, r.Unit = false, -1
		caller := *frameCaller(fp)
		if caller != nil && !code.Shim && vm.heap.Unnamed(r.Exc) {
			introspect.NameAttribute(vm.heap, r.Exc, fp, code, vm.codes[frameCode(caller)], *framePC(caller)-1)
		}
		if code.Generates {
			if g, s := stepOf(vm, fp, code); s != object.Null {
				vm.heap.FailSend(g, s, err)
			}
			np, e := vm.goOnFor(fp, code, end, caller)
			if e != nil {
				err, r = e, raised(e)
			} else if np != nil {
				caller = np
			}
		}
		if caller == nil {
			return nil, err
		}
		fp = caller
		vm.fp = fp
		if (!code.Generates || code.Shim) && vm.endsLoop(fp, r) { // StopIteration that leaves a generator in Python has become a RuntimeError
			return fp, nil
		}
		// The call's own units come before the ones to go on at.
		pc = *framePC(fp) - 1
	}
}

// raised returns the exception that an error wraps, nil if it wraps none.
func raised(err error) (r *object.Raised) {
	errors.As(err, &r)
	return r
}

// leaveAll leaves frames for an error that is no guest exception, and gives it a
// place if it has none.
func (vm *VM) leaveAll(fp unsafe.Pointer, err error, pc uint32) (unsafe.Pointer, error) {
	var u *object.Unsupported
	at, pc := seen(vm.codes, fp, pc)
	if at != nil && errors.As(err, &u) {
		err = unsupported(u.What, at, pc)
	}
	var in *Interrupted
	if at != nil && errors.As(err, &in) && in.File == "" {
		in.File, in.Line = at.Filename, at.Line(int(pc))
	}
	for fp != nil {
		code := vm.codes[frameCode(fp)]
		leftFrame(vm.heap, fp, code)
		fp = *frameCaller(fp)
		if fp != nil {
			vm.fp = fp
		}
	}
	return nil, err
}

// seen returns the code and the instruction of the innermost frame, from the one at fp on, that
// programs see; nil if Go has entered all that is above it.
func seen(codes []*Code, fp unsafe.Pointer, pc uint32) (*Code, uint32) {
	for fp != nil {
		code := codes[frameCode(fp)]
		if !code.Shim {
			return code, pc
		}
		if fp = *frameCaller(fp); fp != nil {
			pc = *framePC(fp) - 1
		}
	}
	return nil, 0
}

// noMemory is the MemoryError where there is none even for the exception.
func noMemory() error { return &GuestError{Type: "MemoryError", Line: "MemoryError"} }

// outcome turns the error that ended what Go has called into the one that the
// caller sees. It is called by end.
func (vm *VM) outcome(err error) (seen error) {
	defer func() {
		r := recover()
		if _, ok := r.(heap.OutOfMemory); ok {
			seen = noMemory()
		} else if r != nil {
			seen = vm.panicked(r)
		}
	}()
	if u, ok := err.(*object.Unsupported); ok {
		return &Unsupported{What: u.What}
	}
	r := raised(err)
	if r == nil {
		return err
	}
	if what := vm.heap.Uncaught(r.Exc); what != "" {
		return uncaught(vm.heap, vm.codes, r.Exc, what)
	}
	seen, failed := vm.bridge.Outcome(r.Exc, len(vm.entries) == 0)
	if failed != nil {
		return vm.outcome(failed)
	}
	return seen
}

// uncaught is the error of an exception that stands for what is unsupported, with the place
// where it was raised.
func uncaught(h *object.Heap, codes []*Code, exc object.Value, what string) error {
	u := &Unsupported{What: what}
	if tb := h.Tracebacks(exc); len(tb) > 0 {
		at := tb[len(tb)-1]
		code := codes[at.Code]
		u.File, u.Line = code.Filename, code.Line(int(at.PC))
	}
	return u
}
