package microop

import (
	"math"
	"slices"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

func init() {
	table[cpython.EXPAND_CALLABLE] = func(m *Machine, u *uop.Inst) (verdict, error) {
		f, self := frame.Slot(m.sp, -2-int(u.Oparg)), frame.Slot(m.sp, -1-int(u.Oparg))
		if *self != object.Null || uint64(m.h.TypeVersion(*f)) != u.Operand0 {
			return leave, nil
		}
		*self, *f = *f, object.Value(u.Operand1)
		return goOn, nil
	}
	table[cpython.EXPAND_DRIVER] = func(m *Machine, u *uop.Inst) (verdict, error) {
		n := int(u.Oparg)
		f, self, g := frame.Slot(m.sp, -2-n), frame.Slot(m.sp, -1-n), frame.Slot(m.sp, -n)
		d, ok := m.vm.Driver(uint32(u.Operand0))
		if !ok || u.Oparg != d.Args() {
			return leave, nil
		}
		second, ok := d.Drives(m.h, *f, *self, *g)
		if !ok {
			return leave, nil
		}
		*f = d.Function
		if n == 1 {
			*self, *g = *g, second
		}
		return goOn, nil
	}
	table[cpython.PY_FRAME_EX] = func(m *Machine, u *uop.Inst) (verdict, error) {
		merges, form := int(u.Oparg), pyguest.Star(u.Operand1)
		f := *frame.Slot(m.sp, -4-merges)
		self, kw := object.Null, *frame.Top(m.sp)
		if merges != 0 && (!m.h.Is(*frame.Second(m.sp), object.DictType) || m.h.DictLen(*frame.Second(m.sp)) != 0) {
			return leave, nil
		}
		if form&pyguest.StarBound != 0 && m.h.Is(f, object.BoundMethodType) {
			f, self = m.h.Field(f, object.OffMethodFunc), m.h.Field(f, object.OffMethodSelf)
		}
		args, ok := form.Items(m.h, *frame.Slot(m.sp, -2-merges), kw)
		if !ok || !m.hasVersion(f, u.Operand0&math.MaxUint32) || !m.vm.Room(1) {
			return leave, nil
		}
		kwnames := object.Null
		if form.Named() > 0 {
			keys, values, ok := form.Keywords(m.h, kw, uint32(u.Operand0>>32), m.vm.Code(m.h.Half(f, object.OffFuncCode)).LocalsPlus)
			if !ok {
				return leave, nil
			}
			args, kwnames = slices.Concat(args, values), m.h.NewTuple(keys...)
		}
		np, err := m.vm.Bind(m.fp, m.code, f, self, args, kwnames)
		if err != nil {
			return goOn, err
		}
		*m.inner = m.fp // not entered yet
		m.frame, m.callee = np, m.vm.Code(frame.Code(np))
		m.drop(4 + merges)
		*m.clock += uint64(merges)
		return goOn, nil
	}
	table[cpython.PARTIAL_FRAME] = func(m *Machine, u *uop.Inst) (verdict, error) {
		n := int(u.Oparg)
		form := pyguest.Star(u.Operand1)
		f, bound, kw, ok := m.h.PartialCall(*frame.Slot(m.sp, -2-n))
		if !ok || *frame.Slot(m.sp, -1-n) != object.Null || !m.hasVersion(f, u.Operand0&math.MaxUint32) || !m.vm.Room(1) {
			return leave, nil
		}
		if _, ok := form.Items(m.h, bound, kw); !ok {
			return leave, nil
		}
		if _, _, ok := form.Keywords(m.h, kw, uint32(u.Operand0>>32), m.vm.Code(m.h.Half(f, object.OffFuncCode)).LocalsPlus); !ok {
			return leave, nil
		}
		all, names, _, err := m.h.PartialArguments(bound, kw, m.args(n))
		if err != nil {
			return goOn, err
		}
		np, err := m.vm.Bind(m.fp, m.code, f, object.Null, all, names)
		if err != nil {
			return goOn, err
		}
		*m.inner = m.fp // not entered yet
		m.frame, m.callee = np, m.vm.Code(frame.Code(np))
		m.drop(n + 2)
		return goOn, nil
	}
	table[cpython.CALL_EX] = func(m *Machine, u *uop.Inst) (verdict, error) {
		f := *frame.Slot(m.sp, -4)
		if !m.h.Frameless(f) || u.Operand0 != uint64(object.Null) && f != object.Value(u.Operand0) {
			return leave, nil
		}
		v, err := m.vm.CallStarred(f, *frame.Second(m.sp), *frame.Top(m.sp))
		return m.result(4, v, err)
	}
}
