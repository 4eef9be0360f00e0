package microop

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

func init() {
	table[cpython.OPERATOR_INIT_CALL] = func(m *Machine, u *uop.Inst) (verdict, error) {
		h, o := m.h, pyguest.Operator(u.Oparg)
		a, b := *frame.Second(m.sp), *frame.Top(m.sp)
		left, right := h.TypeByVersion(uint32(u.Operand0)), h.TypeByVersion(uint32(u.Operand0>>32))
		if h.TypeOf(a) != left || o.Attempt() != object.AttemptInPlace && h.TypeOf(b) != right || !m.vm.Room(1) {
			return leave, nil
		}
		m.retPC = uint32(u.Operand1)
		m.drop(2)
		np, err := m.vm.EnterOperator(m.fp, m.code, o.Method(h, left, right), o, a, b)
		if err != nil {
			return goOn, err
		}
		*m.inner = m.fp // not entered yet
		m.frame, m.callee = np, m.vm.Code(frame.Code(np))
		return goOn, nil
	}
	table[cpython.OPERATOR_RESULT] = func(m *Machine, u *uop.Inst) (verdict, error) {
		a, b, v := *frame.Third(m.sp), *frame.Second(m.sp), *frame.Top(m.sp)
		if o := pyguest.Operator(u.Oparg); u.Operand0 == 0 && !o.Result(v) {
			return leave, nil
		}
		v, err := pyguest.Operator(u.Oparg).Finish(m.h, a, b, v)
		return m.result(3, v, err)
	}
}
