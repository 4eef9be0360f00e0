package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// Exceptions as programs deal with them: raise, except, finally, with. unwind
// (errors.go) finds the handlers; what is being handled stands in the heap's
// Handling, the exception before it on the stack of the frame whose handler it is.

// loadSpecial executes LOAD_SPECIAL: the method, and the receiver, or Null if the
// method is bound to it.
func (vm *VM) loadSpecial(arg int, sp unsafe.Pointer) (int, error) {
	f, self, err := ops.Special(vm.heap, *top(sp), arg)
	if err != nil {
		return 0, err
	}
	*top(sp), *slot(sp, 0) = f, self
	return 1, nil
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
			f, self, err := ops.Special(m.vm.heap, *top(m.sp), int(u.Oparg))
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
			ops.PushExcInfo(m.vm.heap, m.sp)
			m.sp = unsafe.Add(m.sp, 8)
			return goOn, nil
		},
		cpython.POP_EXCEPT: func(m *machine, _ *uop.Inst) (verdict, error) {
			m.h.Handling().Own = *top(m.sp)
			m.drop(1)
			return goOn, nil
		},
		cpython.CHECK_EXC_MATCH: func(m *machine, _ *uop.Inst) (verdict, error) {
			ok, err := ops.Matches(m.vm.heap, *second(m.sp), *top(m.sp))
			return m.result(1, object.Bool(ok), err)
		},
	} {
		uopFuncs[id] = f
	}
}
