package microop

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// callGen is a call that resumes a generator.
func callGen(m *Machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	f, self := *frame.Slot(m.sp, -n-2), *frame.Slot(m.sp, -n-1)
	g, v := m.vm.Resumes(f, self, frame.Entries(m.sp, n))
	if next, method, send := m.vm.Resumers(); f != [...]object.Value{next, method, send}[pyguest.CallResumer(u.Operand1)] || g == object.Null {
		return leave, nil
	}
	*frame.Slot(m.sp, -n-2), *frame.Slot(m.sp, -n-1) = g, v
	sp := m.sp
	m.drop(n)
	verdict, err := resume(1)(m, u)
	if verdict == leave {
		m.sp = sp
		*frame.Slot(m.sp, -n-2), *frame.Slot(m.sp, -n-1) = f, self
	} else {
		m.drop(1)
		m.save(m.retPC)
	}
	return verdict, err
}

// resume begins a generator's frame; n is the number of entries above it, of which
// the first is what its yield returns.
func resume(n int) action {
	return func(m *Machine, u *uop.Inst) (verdict, error) {
		g := *frame.Slot(m.sp, -1-n)
		if !m.h.IsResumed(g) || m.h.Word(g, object.OffGenPC) != u.Operand0 || uint64(m.h.GenCode(g)) != u.Operand1&(1<<32-1) ||
			!m.vm.Room(1) {
			return leave, nil
		}
		v := object.None
		if n > 0 {
			m.drop(1)
			v = *frame.Slot(m.sp, 0)
		}
		m.retPC = uint32(u.Operand1>>32) & (1<<24 - 1)
		m.save(m.retPC)
		if m.frame = m.vm.Resume(m.fp, m.code, g, v); m.frame == nil {
			return goOn, m.vm.RecursionError()
		}
		*m.inner = m.fp // not entered yet
		m.callee = m.vm.Code(m.h.GenCode(g))
		return goOn, nil
	}
}

func yield(m *Machine, u *uop.Inst) (verdict, error) {
	m.drop(1)
	v := *frame.Slot(m.sp, 0)
	m.vm.Suspend(m.fp, m.code, frame.Generator(m.fp, m.code.LocalSlots), object.GenSuspended, int(frame.Depth(m.fp, m.sp)), uint32(u.Operand0))
	m.toCaller()
	m.push(v)
	return goOn, nil
}

func newGenerator(m *Machine, u *uop.Inst) (verdict, error) {
	g := m.vm.NewGenerator(m.fp, m.code, uint32(u.Operand0))
	m.toCaller()
	m.push(g)
	return goOn, nil
}

// endGenerator returns from a generator's frame to one that is part of the trace.
func endGenerator(m *Machine, u *uop.Inst) (verdict, error) {
	v := *frame.Top(m.sp)
	m.vm.LeftFrame(m.fp, m.code, uint32(u.Target))
	m.toCaller()
	if u.Operand0 == pyguest.ReturnSend {
		m.push(v)
	}
	return goOn, nil
}

// toCaller leaves a frame for its caller's.
func (m *Machine) toCaller() {
	caller := *frame.Caller(m.fp)
	m.fp, *m.inner = caller, caller
	m.code = m.vm.Code(frame.Code(caller))
	m.sp = frame.Stack(caller)
}

func init() {
	for id, f := range map[uop.ID]action{
		cpython.FOR_ITER_GEN_FRAME: resume(0), cpython.SEND_GEN_FRAME: resume(1), cpython.CALL_GEN_FRAME: callGen,
		cpython.SEND_CHECK: func(m *Machine, u *uop.Inst) (verdict, error) {
			return check(*frame.Top(m.sp) == object.None && pyguest.StepShape(m.h, *frame.Second(m.sp)) == u.Operand0)
		},
		cpython.SEND_NEXT: func(m *Machine, _ *uop.Inst) (verdict, error) {
			v, err := m.h.Next(*frame.Second(m.sp))
			if err != nil || v == object.Null {
				return leave, err
			}
			*frame.Top(m.sp) = v
			return goOn, nil
		},
		cpython.YIELD_VALUE: yield, cpython.RETURN_GENERATOR: newGenerator,
		cpython.END_SEND: func(m *Machine, _ *uop.Inst) (verdict, error) {
			m.drop(1)
			*frame.Top(m.sp) = *frame.Slot(m.sp, 0)
			return goOn, nil
		},
		cpython.GET_YIELD_FROM_ITER: func(m *Machine, _ *uop.Inst) (verdict, error) {
			v := *frame.Top(m.sp)
			if m.h.TypeID(v) >= object.FirstFreeType {
				return special(pyguest.YieldFrom)(m, nil)
			}
			it, err := m.h.YieldFromIter(v, m.code.Awaits())
			return m.result(1, it, err)
		},
		cpython.GET_AITER: func(m *Machine, _ *uop.Inst) (verdict, error) {
			it, err := m.h.AsyncIter(*frame.Top(m.sp))
			return m.result(1, it, err)
		},
		cpython.GET_ANEXT: func(m *Machine, _ *uop.Inst) (verdict, error) {
			v, err := m.vm.AsyncNext(*frame.Top(m.sp))
			return m.result(0, v, err)
		},
		cpython.GET_AWAITABLE: func(m *Machine, u *uop.Inst) (verdict, error) {
			if u.Operand0 != 0 {
				return check(m.h.Is(*frame.Top(m.sp), object.CoroutineType) && m.h.Word(*frame.Top(m.sp), object.OffGenPC) == u.Operand0)
			}
			it, err := m.vm.Awaitable(*frame.Top(m.sp), int(u.Oparg))
			return m.result(1, it, err)
		},
	} {
		table[id] = f
	}
}
