package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// Calls of instances whose class has a __call__ in Python. CALL_NON_PY_GENERAL keeps
// the class's version where other members of CALL have the function's.

// callableVersion returns the version of the class of f if calling f calls a function in
// Python, else 0.
func (vm *VM) callableVersion(f object.Value) uint32 {
	if m := vm.heap.TypeOf(f).CallMethod(); m == object.Null || !vm.heap.Is(m, object.FunctionType) {
		return 0
	}
	return vm.heap.TypeVersion(f)
}

// specializeCallable specializes a call of what is no function, class or method.
func (vm *VM) specializeCallable(ip unsafe.Pointer, f object.Value) {
	adaptive.SetU32(ip, 1, vm.callableVersion(f))
	vm.specialized(ip, famCall, pycode.CALL_NON_PY_GENERAL)
}

// callableAt returns the class that the call with its opcode at a code unit calls an
// instance of, and the code of its __call__; nil if that does not take just the arguments.
func (vm *VM) callableAt(code *Code, op pycode.Op, unit, nargs int) (*object.Type, *Code) {
	if op != pycode.CALL_NON_PY_GENERAL {
		return nil, nil
	}
	t := vm.heap.TypeByVersion(uint32(adaptive.CacheValue(code.Live[unit+2:], 2)))
	if t == nil {
		return nil, nil
	}
	m := t.CallMethod()
	if m == object.Null || !vm.heap.Is(m, object.FunctionType) {
		return nil, nil
	}
	callee := vm.versions[vm.heap.Half(m, object.OffFuncVersion)]
	if callee == nil || !callee.Takes(nargs+1) {
		return nil, nil
	}
	return t, callee
}

// callable goes on in the __call__ of an instance that is called. ok is false if it is
// none in Python.
func (p *projector) callable(op pycode.Op, start, at, after int, arg uint32) (stop uop.Stop, ok bool) {
	t, callee := p.vm.callableAt(p.code, op, at, int(arg))
	if t == nil || p.vm.rules != nil && p.vm.rules[cpython.EXPAND_CALLABLE] == nil {
		return 0, false
	}
	p.begin(start)
	u := p.emit(cpython.EXPAND_CALLABLE, arg, start)
	u.Operand0, u.Operand1 = uint64(t.Version()), uint64(t.CallMethod())
	p.emit(cpython.CHECK_RECURSION_REMAINING, arg, start)
	p.emit(cpython.INIT_CALL_PY_EXACT_ARGS, arg, start).Operand0 = uint64(callee.Version)
	p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
	p.emit(cpython.PUSH_FRAME, arg, start)
	return p.enterVersion(callee.Version, after), true
}

func init() {
	uopFuncs[cpython.EXPAND_CALLABLE] = func(m *machine, u *uop.Inst) (verdict, error) {
		f, self := slot(m.sp, -2-int(u.Oparg)), slot(m.sp, -1-int(u.Oparg))
		if *self != object.Null || uint64(m.h.TypeVersion(*f)) != u.Operand0 {
			return leave, nil
		}
		*self, *f = *f, object.Value(u.Operand1)
		return goOn, nil
	}
}
