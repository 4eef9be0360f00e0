package microop

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/uop"
)

// initExceptions adds the micro-ops for raising and handling.
func initExceptions() {
	unwind := func(keep int) action {
		return func(m *Machine, u *uop.Inst) (verdict, error) {
			to := unsafe.Add(m.fp, object.FrameSlots+8*uintptr(1+m.code.LocalSlots+int(u.Operand0)))
			copy(unsafe.Slice(frame.Slot(to, 0), keep), m.args(keep))
			m.sp = unsafe.Add(to, 8*keep)
			return goOn, nil
		}
	}
	for id, f := range map[uop.ID]action{
		cpython.RAISE_VARARGS: func(m *Machine, u *uop.Inst) (verdict, error) {
			exc, err := m.vm.RaiseHere(m.args(int(u.Oparg)), object.Traceback{Code: m.code.Handle, PC: m.pc})
			return m.result(int(u.Oparg), exc, err)
		},
		cpython.RERAISE: nop,
		cpython.INSERT_NULL: func(m *Machine, _ *uop.Inst) (verdict, error) {
			m.push(*frame.Top(m.sp))
			*frame.Second(m.sp) = object.Null
			return goOn, nil
		},
		cpython.LOAD_SPECIAL: func(m *Machine, u *uop.Inst) (verdict, error) {
			f, self, err := ops.Special(m.h, *frame.Top(m.sp), int(u.Oparg))
			if err == nil {
				*frame.Second(m.sp), *frame.Top(m.sp) = f, self
			}
			return goOn, err
		},
		cpython.LOAD_RAISED: func(m *Machine, u *uop.Inst) (verdict, error) {
			m.sp = unsafe.Add(m.fp, object.FrameSlots+8*uintptr(1+m.code.LocalSlots+int(u.Operand0)))
			m.push(m.h.Field(m.h.RaisedCell(), object.OffCellValue))
			m.h.SetField(m.h.RaisedCell(), object.OffCellValue, object.None)
			return goOn, nil
		},
		cpython.UNWIND: unwind(1), cpython.UNWIND_LASTI: unwind(2),
		cpython.UNWIND_FRAME: func(m *Machine, u *uop.Inst) (verdict, error) {
			exc, kept := *frame.Top(m.sp), object.Null
			switch end := u.Operand1; {
			case end >= cpython.EndBelow:
				kept = m.vm.Kept(m.fp, m.code, uint32(frame.Slot(m.sp, -1-int(end-cpython.EndBelow)).Small()))
			case end != 0:
				kept = m.vm.Kept(m.fp, m.code, uint32(end)-1)
			}
			m.toCaller()
			m.push(exc)
			m.vm.Unwind(exc, kept, object.Traceback{Code: m.code.Handle, PC: uint32(u.Operand0 &^ cpython.HiddenFrame)}, u.Operand0&cpython.HiddenFrame != 0)
			return goOn, nil
		},
		cpython.PUSH_EXC_INFO: func(m *Machine, _ *uop.Inst) (verdict, error) {
			ops.PushExcInfo(m.h, m.sp)
			m.sp = unsafe.Add(m.sp, 8)
			return goOn, nil
		},
		cpython.POP_EXCEPT: func(m *Machine, _ *uop.Inst) (verdict, error) {
			m.h.Handling().Own = *frame.Top(m.sp)
			m.drop(1)
			return goOn, nil
		},
		cpython.CHECK_EXC_MATCH: func(m *Machine, _ *uop.Inst) (verdict, error) {
			ok, err := m.h.Catches(*frame.Second(m.sp), *frame.Top(m.sp))
			return m.result(1, object.Bool(ok), err)
		},
	} {
		table[id] = f
	}
}
