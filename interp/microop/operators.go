package microop

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
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
		return m.enterAbove(o.Method(h, left, right), o, pyguest.Entries{b, a})
	}
	table[cpython.NEW_INIT_CALL] = func(m *Machine, u *uop.Inst) (verdict, error) {
		h, n := m.h, int(u.Oparg)
		f, t := *frame.Slot(m.sp, -n-2), h.TypeByVersion(uint32(u.Operand0))
		if t == nil || f != t.Object || *frame.Slot(m.sp, -n-1) != object.Null || t.NewFunction() == object.Null || !m.vm.Room(1) {
			return leave, nil
		}
		args := h.NewTuple(m.args(n)...)
		m.retPC = uint32(u.Operand1)
		m.drop(n + 2)
		return m.enterAbove(t.NewFunction(), pyguest.Make, pyguest.Entries{args, f})
	}
	table[cpython.SPECIAL_INIT_CALL] = func(m *Machine, u *uop.Inst) (verdict, error) {
		o, t := pyguest.Operator(u.Oparg), m.h.TypeByVersion(uint32(u.Operand0))
		if t == nil || m.h.TypeOf(*frame.Slot(m.sp, -1-o.Receiver())) != t || !m.vm.Room(1) {
			return leave, nil
		}
		e := m.entries(o)
		if o == pyguest.InstanceCheck && m.h.TypeOf(e[1]).Object == e[0] {
			return leave, nil
		}
		if args, _ := o.Arguments(e); u.Operand0>>32 != 0 && m.h.TypeVersion(args[0]) != uint32(u.Operand0>>32) {
			return leave, nil
		}
		if use, _ := o.KeyUse(); use == object.KeySame && m.h.FirstSettles(e[0], e[1]) {
			return leave, nil
		}
		m.retPC = uint32(u.Operand1)
		m.drop(o.Pops())
		return m.enterAbove(o.MethodOf(t), o, e)
	}
	table[cpython.TAKE_INIT_CALL] = func(m *Machine, u *uop.Inst) (verdict, error) {
		o := pyguest.Operator(u.Oparg)
		d, ok := m.vm.Driver(uint32(u.Operand0))
		if !ok || !m.vm.Room(1) || o == pyguest.TakeConcat && !m.h.Is(*frame.Second(m.sp), object.ListType) {
			return leave, nil
		}
		v, ok := d.Taken(m.h, *frame.Top(m.sp))
		if !ok {
			return leave, nil
		}
		e := pyguest.TakeEntries(v, *frame.Second(m.sp))
		m.retPC = uint32(u.Operand1)
		m.drop(o.Pops())
		return m.enterAbove(d.Function, o, e)
	}
	table[cpython.SETTER_INIT_CALL] = func(m *Machine, u *uop.Inst) (verdict, error) {
		t := m.h.TypeByVersion(uint32(u.Operand0))
		if t == nil || m.h.TypeOf(*frame.Top(m.sp)) != t || !m.vm.Room(1) {
			return leave, nil
		}
		f, o, key := pyguest.SetterOf(m.h, t, m.code.NameValues[u.Operand0>>32])
		if f == object.Null || o != pyguest.Operator(u.Oparg) || m.h.Half(f, object.OffFuncVersion) != uint32(u.Operand1>>32) {
			return leave, nil
		}
		e := pyguest.Entries{*frame.Top(m.sp), *frame.Second(m.sp), key}
		m.retPC = uint32(u.Operand1)
		m.drop(2)
		return m.enterAbove(f, o, e)
	}
	table[cpython.SPECIAL_RESULT] = func(m *Machine, u *uop.Inst) (verdict, error) {
		v, err := pyguest.Operator(u.Oparg).FinishSpecial(m.h, *frame.Top(m.sp))
		return m.result(1, v, err)
	}
	table[cpython.SPECIAL_SPREAD] = func(m *Machine, _ *uop.Inst) (verdict, error) {
		items := m.h.TupleItems(*frame.Top(m.sp))
		*m.clock++ // the return behind it
		m.fp = *frame.Caller(m.fp)
		m.code, *m.inner = m.vm.Code(frame.Code(m.fp)), m.fp
		m.sp = frame.PushReversed(frame.Stack(m.fp), items)
		return goOn, nil
	}
	table[cpython.SPECIAL_END] = func(m *Machine, _ *uop.Inst) (verdict, error) {
		*m.clock++ // the return behind it
		m.fp = *frame.Caller(m.fp)
		m.code, m.sp, *m.inner = m.vm.Code(frame.Code(m.fp)), frame.Stack(m.fp), m.fp
		return goOn, nil
	}
	table[cpython.OPERATOR_RESULT] = func(m *Machine, u *uop.Inst) (verdict, error) {
		a, b, v := *frame.Third(m.sp), *frame.Second(m.sp), *frame.Top(m.sp)
		switch o := pyguest.Operator(u.Oparg); {
		case u.Operand0 != 0:
		case o == pyguest.Make:
			if m.h.Is(a, object.TupleType) || m.h.TypeOf(v) != m.h.TypeFromObject(a) || m.h.TypeOf(v).NewFunction() == object.Null {
				return leave, nil
			}
		case !o.Result(v):
			return leave, nil
		}
		v, err := pyguest.Operator(u.Oparg).Finish(m.h, a, b, v)
		return m.result(3, v, err)
	}
}

// entries are what an instruction that calls a special method takes from the stack.
func (m *Machine) entries(o pyguest.Operator) (e pyguest.Entries) {
	for i := range min(o.Reach(), len(e)) {
		e[i] = *frame.Slot(m.sp, -1-i)
	}
	return e
}

// enterAbove begins the frame of a method, above one that makes the instruction's result.
func (m *Machine) enterAbove(f object.Value, o pyguest.Operator, e pyguest.Entries) (verdict, error) {
	np, err := m.vm.EnterOperator(m.fp, m.code, f, o, e)
	if err != nil {
		return goOn, err
	}
	*m.inner = m.fp // not entered yet
	m.frame, m.callee = np, m.vm.Code(frame.Code(np))
	return goOn, nil
}

// special is an instruction that calls a special method, and pushes a result unless o has
// none.
func special(o pyguest.Operator) action {
	return func(m *Machine, _ *uop.Inst) (verdict, error) {
		v, err := m.vm.DoSpecial(o, m.entries(o))
		if err == nil && o.Discards() {
			m.drop(o.Pops())
			return goOn, nil
		}
		return m.result(o.Pops(), v, err)
	}
}

// convert is CONVERT_VALUE.
func convert(m *Machine, u *uop.Inst) (verdict, error) {
	const str, repr = 1, 2
	switch u.Oparg {
	case str:
		return special(pyguest.Show)(m, u)
	case repr:
		return special(pyguest.Repr)(m, u)
	}
	return display(pycode.CONVERT_VALUE)(m, u)
}
