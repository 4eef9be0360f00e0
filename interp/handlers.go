package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// Exceptions as programs deal with them: raise, except, finally, with. unwind
// (errors.go) finds the handlers; what is being handled stands in the heap's
// Handling, the exception before it on the stack of the frame whose handler it is.

// raiseOperands executes raise, with an exception (an instance or a type) and a
// cause if there are.
func (vm *VM) raiseOperands(operands []object.Value) error {
	h := vm.heap
	if len(operands) == 0 {
		if exc := h.Handling().Top(); exc != object.None {
			return h.Reraise(exc, -1)
		}
		return h.Raise(object.RuntimeErrorType, "No active exception to reraise")
	}
	exc, err := vm.exceptionOf(operands[0])
	if err != nil {
		return err
	}
	if len(operands) == 2 {
		cause := operands[1]
		if cause != object.None {
			if cause, err = vm.causeOf(cause); err != nil {
				return err
			}
		}
		h.SetCause(exc, cause)
	}
	return h.RaiseValue(exc)
}

// exceptionOf returns the exception that a raise statement names: an instance, or
// a type, which is called.
func (vm *VM) exceptionOf(v object.Value) (object.Value, error) {
	h := vm.heap
	if h.IsInstance(v, object.TypeType) && h.TypeFromObject(v).IsException {
		exc, err := h.Call(v, nil, object.Null)
		if err != nil || h.TypeOf(exc).IsException {
			return exc, err
		}
		name, err := h.Repr(v)
		if err != nil {
			return object.Null, err
		}
		return object.Null, h.Raise(object.TypeErrorType, "calling %s should have returned an instance of BaseException, not %s", h.GoString(name), h.TypeName(exc))
	}
	if h.TypeOf(v).IsException {
		return v, nil
	}
	return object.Null, h.Raise(object.TypeErrorType, "exceptions must derive from BaseException")
}

// causeOf is exceptionOf for the cause.
func (vm *VM) causeOf(v object.Value) (object.Value, error) {
	h := vm.heap
	if !h.TypeOf(v).IsException && !(h.IsInstance(v, object.TypeType) && h.TypeFromObject(v).IsException) {
		return object.Null, h.Raise(object.TypeErrorType, "exception causes must derive from BaseException")
	}
	return vm.exceptionOf(v)
}

// reraise executes RERAISE. With an argument, the unit that has raised the
// exception first lies that far below it.
func (vm *VM) reraise(arg int, sp unsafe.Pointer) error {
	unit := -1
	if arg > 0 {
		unit = int((*slot(sp, -1-arg)).Small())
	}
	return vm.heap.Reraise(*top(sp), unit)
}

// pushExcInfo begins to handle the exception on top of the stack; what was being
// handled before comes below it.
func (vm *VM) pushExcInfo(sp unsafe.Pointer) {
	handling, exc := vm.heap.Handling(), *top(sp)
	*top(sp), *slot(sp, 0) = handling.Own, exc
	handling.Own = exc
}

// matches reports whether an except clause for a type, or a tuple of types, is for
// an exception.
func (vm *VM) matches(exc, clause object.Value) (bool, error) {
	h := vm.heap
	types := []object.Value{clause}
	if h.Is(clause, object.TupleType) {
		types = h.TupleItems(clause)
	}
	for _, t := range types {
		if !h.IsInstance(t, object.TypeType) || !h.TypeFromObject(t).IsException {
			return false, h.Raise(object.TypeErrorType, "catching classes that do not inherit from BaseException is not allowed")
		}
	}
	of := h.TypeOf(exc)
	for _, t := range types {
		if of.IsSubtype(h.TypeFromObject(t)) {
			return true, nil
		}
	}
	return false, nil
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
func (vm *VM) specialMethod(v object.Value, which int) (object.Value, error) {
	h := vm.heap
	special, t := &specials[which], h.TypeOf(v)
	if f := t.Lookup(h.Intern(special.name)); f != object.Null {
		return f, nil
	}
	msg := special.refuse
	if which < 2 && t.Lookup(h.Intern(specials[which+2].name)) != object.Null {
		msg += " but it supports the asynchronous context manager protocol. Did you mean to use 'async with'?"
	}
	return object.Null, h.Raise(object.TypeErrorType, msg, t.Name)
}

// loadSpecial executes LOAD_SPECIAL: the method, and the receiver, or Null if the
// method is bound to it.
func (vm *VM) loadSpecial(arg int, sp unsafe.Pointer) (int, error) {
	f, self, err := vm.special(*top(sp), arg)
	if err != nil {
		return 0, err
	}
	*top(sp), *slot(sp, 0) = f, self
	return 1, nil
}

// special returns what LOAD_SPECIAL does.
func (vm *VM) special(v object.Value, which int) (f, self object.Value, err error) {
	h := vm.heap
	if f, err = vm.specialMethod(v, which); err != nil {
		return object.Null, object.Null, err
	}
	if id := h.TypeID(f); id == object.FunctionType || id == object.MethodDescType {
		return f, v, nil
	}
	f, err = h.Bind(f, v)
	return f, object.Null, err
}

// withExceptStart executes WITH_EXCEPT_START: it calls the __exit__ that lies,
// with its receiver, below the unit that has raised and the exception before, with
// the exception on top of the stack. The result is pushed.
func (vm *VM) withExceptStart(fp unsafe.Pointer, code *Code, sp, ip unsafe.Pointer) (int, error) {
	h := vm.heap
	exc, f, self := *top(sp), *slot(sp, -5), *slot(sp, -4)
	*(*uint32)(unsafe.Add(fp, object.FrameSP)) = vm.depth(fp, sp)
	*framePC(fp) = code.At(ip) + uint32(pycode.WITH_EXCEPT_START.Caches())
	args := h.NewTuple(self, h.TypeOf(exc).Object, exc, h.TracebackOf(exc))
	np, r, err := vm.call(fp, code, f, self, h.TupleItems(args)[1:], object.Null)
	if err != nil {
		return 0, err
	}
	if np != nil {
		return 0, errReload
	}
	*slot(sp, 0) = r
	return 1, nil
}

// initRaiseUops adds the micro-ops for raising and handling.
func initRaiseUops() {
	unwind := func(keep int) uopFunc {
		return func(m *machine, u *uop.Inst) (verdict, error) {
			to := unsafe.Add(m.fp, object.FrameSlots+8*uintptr(1+m.code.LocalSlots+int(u.Operand0)))
			copy(unsafe.Slice(slot(to, 0), keep), m.args(keep))
			m.sp = unsafe.Add(to, 8*keep)
			return goOn, nil
		}
	}
	for id, f := range map[uop.ID]uopFunc{
		cpython.RAISE_VARARGS: func(m *machine, u *uop.Inst) (verdict, error) {
			exc, err := env{m.vm}.RaiseHere(m.args(int(u.Oparg)), object.Traceback{Code: m.code.Handle, PC: m.pc})
			return m.result(int(u.Oparg), exc, err)
		},
		cpython.RERAISE: nop,
		cpython.INSERT_NULL: func(m *machine, _ *uop.Inst) (verdict, error) {
			m.push(*top(m.sp))
			*second(m.sp) = object.Null
			return goOn, nil
		},
		cpython.LOAD_SPECIAL: func(m *machine, u *uop.Inst) (verdict, error) {
			f, self, err := m.vm.special(*top(m.sp), int(u.Oparg))
			if err == nil {
				*second(m.sp), *top(m.sp) = f, self
			}
			return goOn, err
		},
		cpython.LOAD_RAISED: func(m *machine, u *uop.Inst) (verdict, error) {
			m.sp = unsafe.Add(m.fp, object.FrameSlots+8*uintptr(1+m.code.LocalSlots+int(u.Operand0)))
			m.push(m.h.Field(m.h.SecondCell(), object.OffCellValue))
			return goOn, nil
		},
		cpython.UNWIND: unwind(1), cpython.UNWIND_LASTI: unwind(2),
		cpython.UNWIND_FRAME: func(m *machine, u *uop.Inst) (verdict, error) {
			exc := *top(m.sp)
			m.toCaller()
			m.push(exc)
			if u.Operand0 != cpython.HiddenFrame {
				m.h.AddTraceback(exc, object.Traceback{Code: m.code.Handle, PC: uint32(u.Operand0)})
			}
			return goOn, nil
		},
		cpython.PUSH_EXC_INFO: func(m *machine, _ *uop.Inst) (verdict, error) {
			m.vm.pushExcInfo(m.sp)
			m.sp = unsafe.Add(m.sp, 8)
			return goOn, nil
		},
		cpython.POP_EXCEPT: func(m *machine, _ *uop.Inst) (verdict, error) {
			m.h.Handling().Own = *top(m.sp)
			m.drop(1)
			return goOn, nil
		},
		cpython.CHECK_EXC_MATCH: func(m *machine, _ *uop.Inst) (verdict, error) {
			ok, err := m.vm.matches(*second(m.sp), *top(m.sp))
			return m.result(1, object.Bool(ok), err)
		},
	} {
		uopFuncs[id] = f
	}
}
