package microop

import (
	"math"
	"slices"
	"unsafe"

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
		if !ok || u.Oparg != d.Args() || d.Kind == object.DrivesOver && !m.vm.Room(1) {
			return leave, nil
		}
		gen, second, ok := d.Drives(m.h, *f, *self, *g)
		if !ok {
			return leave, nil
		}
		*f, *g = d.Function, gen
		if n == 1 {
			*self, *g = gen, second
		}
		return goOn, nil
	}
	table[cpython.PY_FRAME_EX] = func(m *Machine, u *uop.Inst) (verdict, error) {
		merges, form := int(u.Oparg), pyguest.Star(u.Operand1)
		f := *frame.Slot(m.sp, -4-merges)
		self, kw := object.Null, *frame.Top(m.sp)
		if form&pyguest.StarBound != 0 && m.h.Is(f, object.BoundMethodType) {
			f, self = m.h.Field(f, object.OffMethodFunc), m.h.Field(f, object.OffMethodSelf)
		}
		if form&pyguest.StarObject != 0 {
			if uint64(m.h.TypeVersion(f)) != u.Operand1>>32 {
				return leave, nil
			}
			f, self = m.h.TypeOf(f).CallMethod(), f
		}
		args, ok := form.Items(m.h, *frame.Slot(m.sp, -2-merges), kw)
		if !ok || !m.hasVersion(f, u.Operand0&math.MaxUint32) || !m.vm.Room(1) {
			return leave, nil
		}
		kwnames := object.Null
		if form.Named() > 0 {
			keys, values, ok := form.Keywords(m.h, m.mergedInto(merges), kw, uint32(u.Operand0>>32))
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
	table[cpython.INIT_FRAME_KW] = func(m *Machine, u *uop.Inst) (verdict, error) {
		n := int(u.Oparg)
		t, init := m.plainClass(*frame.Slot(m.sp, -n-3), u.Operand0, true)
		if t == nil || *frame.Slot(m.sp, -n-2) != object.Null || !m.vm.Room(2) {
			return leave, nil
		}
		args := frame.Entries(unsafe.Add(m.sp, -8), n)
		return m.enterInit(t, init, args, *frame.Top(m.sp), n+3, uint32(u.Operand1))
	}
	table[cpython.INIT_FRAME_EX] = func(m *Machine, u *uop.Inst) (verdict, error) {
		merges, form := int(u.Oparg), pyguest.Star(u.Operand1)
		t, init := m.plainClass(*frame.Slot(m.sp, -4-merges), u.Operand0&math.MaxUint32, form.Named() > 0)
		if t == nil {
			return leave, nil
		}
		args, ok := form.Items(m.h, *frame.Slot(m.sp, -2-merges), *frame.Top(m.sp))
		if !ok || !m.vm.Room(2) {
			return leave, nil
		}
		kwnames := object.Null
		if form.Named() > 0 {
			keys, values, ok := form.Keywords(m.h, m.mergedInto(merges), *frame.Top(m.sp), uint32(u.Operand0>>32))
			if !ok {
				return leave, nil
			}
			args, kwnames = slices.Concat(args, values), m.h.NewTuple(keys...)
		}
		v, err := m.enterInit(t, init, args, kwnames, 4+merges, uint32(u.Operand1>>32))
		if err == nil {
			*m.clock += uint64(merges)
		}
		return v, err
	}
	table[cpython.PARTIAL_FRAME] = partialFrame(0)
	table[cpython.PARTIAL_FRAME_KW] = partialFrame(1)
	table[cpython.EACH_FRAME], table[cpython.EACH_FRAME_KW] = eachFrame(0), eachFrame(1)
	table[cpython.CALL_EX] = func(m *Machine, u *uop.Inst) (verdict, error) {
		f := *frame.Slot(m.sp, -4)
		if !m.h.CalledInGo(f) || u.Operand0 != uint64(object.Null) && f != object.Value(u.Operand0) {
			return leave, nil
		}
		v, err := m.vm.CallStarred(f, *frame.Second(m.sp), *frame.Top(m.sp))
		return m.result(4, v, err)
	}
}

// mergedInto is the mapping that the one on top of the stack is merged into, with merges 1; Null otherwise.
func (m *Machine) mergedInto(merges int) object.Value {
	if merges == 0 {
		return object.Null
	}
	return *frame.Second(m.sp)
}

// partialFrame is a call of a functools.partial; above is 1 if the names of the last arguments lie above them.
func partialFrame(above int) action {
	return func(m *Machine, u *uop.Inst) (verdict, error) {
		n := int(u.Oparg)
		form, names := pyguest.Star(u.Operand1), object.Null
		if above != 0 {
			names = *frame.Top(m.sp)
		}
		f, bound, kw, ok := m.h.PartialCall(*frame.Slot(m.sp, -2-n-above))
		if !ok || *frame.Slot(m.sp, -1-n-above) != object.Null || !m.hasVersion(f, u.Operand0&math.MaxUint32) || !m.vm.Room(1) {
			return leave, nil
		}
		if _, ok := form.Items(m.h, bound, kw); !ok {
			return leave, nil
		}
		if _, _, ok := form.Keywords(m.h, object.Null, kw, uint32(u.Operand0>>32)); !ok {
			return leave, nil
		}
		all, names, _, err := m.h.PartialArguments(bound, kw, frame.Entries(unsafe.Add(m.sp, -8*above), n), names)
		if err != nil {
			return goOn, err
		}
		np, err := m.vm.Bind(m.fp, m.code, f, object.Null, all, names)
		if err != nil {
			return goOn, err
		}
		*m.inner = m.fp // not entered yet
		m.frame, m.callee = np, m.vm.Code(frame.Code(np))
		m.drop(n + 2 + above)
		return goOn, nil
	}
}

// eachFrame is a call of a builtin function that has a driver; above is 1 if the names of the last arguments lie above them.
func eachFrame(above int) action {
	return func(m *Machine, u *uop.Inst) (verdict, error) {
		n, names := int(u.Oparg), object.Null
		if above != 0 {
			names = *frame.Top(m.sp)
		}
		d, ok := m.vm.Each(uint32(u.Operand0))
		if !ok || !m.vm.Room(1) {
			return leave, nil
		}
		pass, ok := d.Takes(m.h, *frame.Slot(m.sp, -2-n-above), *frame.Slot(m.sp, -1-n-above), frame.Entries(unsafe.Add(m.sp, -8*above), n), names)
		if !ok {
			return leave, nil
		}
		np, err := m.vm.Bind(m.fp, m.code, d.Function, object.Null, pass[:], object.Null)
		if err != nil {
			return goOn, err
		}
		*m.inner = m.fp // not entered yet
		m.frame, m.callee = np, m.vm.Code(frame.Code(np))
		m.drop(n + 2 + above)
		return goOn, nil
	}
}

// plainClass returns the class f if it has a version, and its __init__ in Python; nil if not.
func (m *Machine) plainClass(f object.Value, version uint64, keywords bool) (*object.Type, object.Value) {
	t, init := m.h.PlainClass(f, keywords)
	if t == nil || uint64(t.Version()) != version {
		return nil, object.Null
	}
	return t, init
}

// enterInit makes an instance and begins the frame of its __init__; the instruction takes n entries off the stack and goes on at the unit
// after.
func (m *Machine) enterInit(t *object.Type, init object.Value, args []object.Value, kwnames object.Value, n int, after uint32) (verdict, error) {
	np, err := m.vm.EnterInit(m.fp, m.code, m.h.NewPlain(t, args), init, args, kwnames)
	if err != nil {
		return goOn, err
	}
	*m.inner = m.fp // not entered yet
	m.frame, m.callee = np, m.vm.Code(frame.Code(np))
	m.drop(n)
	m.retPC = after
	return goOn, nil
}
