package microop

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/ops"
	"github.com/tier2go/tier2/uop"
)

// initAttributes adds the micro-ops for attributes of instances and classes, and for
// calls of classes.
func initAttributes() {
	typeVersion := func(m *Machine, u *uop.Inst) (verdict, error) {
		return check(uint64(m.h.TypeVersion(*frame.Top(m.sp))) == u.Operand0)
	}
	load := func(m *Machine, u *uop.Inst) (verdict, error) {
		x := m.h.Field(*frame.Top(m.sp), uintptr(u.Operand0))
		if x == object.Null {
			return leave, nil
		}
		*frame.Top(m.sp) = x
		return goOn, nil
	}
	constant := func(m *Machine, u *uop.Inst) (verdict, error) {
		*frame.Top(m.sp) = object.Value(u.Operand0)
		return goOn, nil
	}
	hinted := func(m *Machine, u *uop.Inst, name int) *object.Value {
		d := m.h.DictOf(*frame.Top(m.sp))
		if d == object.Null || !m.h.Is(d, object.DictType) {
			return nil
		}
		return m.h.DictHinted(d, int(u.Operand0), m.code.NameValues[name])
	}
	getter := func(name func(m *Machine, u *uop.Inst) object.Value) action {
		return func(m *Machine, u *uop.Inst) (verdict, error) {
			if m.frame = m.vm.EnterGetter(m.fp, m.code, object.Value(u.Operand0), *frame.Top(m.sp), name(m, u)); m.frame == nil {
				return goOn, m.vm.RecursionError()
			}
			*m.inner = m.fp // not entered yet
			m.callee = m.vm.Code(frame.Code(m.frame))
			m.drop(1)
			return goOn, nil
		}
	}
	method := func(m *Machine, u *uop.Inst) (verdict, error) {
		self := *frame.Top(m.sp)
		*frame.Top(m.sp) = object.Value(u.Operand0)
		m.push(self)
		return goOn, nil
	}
	for id, f := range map[uop.ID]action{
		cpython.GUARD_TYPE_VERSION: typeVersion, cpython.GUARD_TYPE_VERSION_AND_LOCK: typeVersion,
		cpython.CHECK_MANAGED_OBJECT_HAS_VALUES: nop, cpython.GUARD_DORV_NO_DICT: nop,
		cpython.LOAD_ATTR_INSTANCE_VALUE: load, cpython.LOAD_ATTR_SLOT: load,
		cpython.STORE_ATTR_INSTANCE_VALUE: func(m *Machine, u *uop.Inst) (verdict, error) {
			if !ops.StoreInline(m.h, *frame.Top(m.sp), uintptr(u.Operand0), *frame.Second(m.sp)) {
				return leave, nil
			}
			m.drop(2)
			return goOn, nil
		},
		cpython.STORE_ATTR_SLOT: func(m *Machine, u *uop.Inst) (verdict, error) {
			m.h.SetField(*frame.Top(m.sp), uintptr(u.Operand0), *frame.Second(m.sp))
			m.drop(2)
			return goOn, nil
		},
		cpython.GUARD_DORV_VALUES_INST_ATTR_FROM_DICT: func(m *Machine, _ *uop.Inst) (verdict, error) {
			return check(m.h.Half(*frame.Top(m.sp), object.OffAux) != object.InstNoValues)
		},
		cpython.GUARD_KEYS_VERSION: func(m *Machine, u *uop.Inst) (verdict, error) {
			return check(uint64(m.h.TypeOf(*frame.Top(m.sp)).KeysVersion()) == u.Operand0)
		},
		cpython.LOAD_ATTR_METHOD_WITH_VALUES: method, cpython.LOAD_ATTR_METHOD_NO_DICT: method, cpython.LOAD_ATTR_METHOD_LAZY_DICT: method,
		cpython.CHECK_ATTR_METHOD_LAZY_DICT: func(m *Machine, u *uop.Inst) (verdict, error) {
			return check(m.h.Field(*frame.Top(m.sp), uintptr(u.Operand0)) == object.Null)
		},
		cpython.LOAD_ATTR_NONDESCRIPTOR_NO_DICT: constant, cpython.LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES: constant, cpython.LOAD_ATTR_CLASS: constant,
		cpython.CHECK_ATTR_CLASS: func(m *Machine, u *uop.Inst) (verdict, error) {
			v := *frame.Top(m.sp)
			return check(m.h.IsInstance(v, object.TypeType) && uint64(m.h.TypeFromObject(v).Version()) == u.Operand0)
		},
		cpython.LOAD_ATTR_PROPERTY_FRAME: getter(func(*Machine, *uop.Inst) object.Value { return object.Null }),
		cpython.LOAD_ATTR_GETATTRIBUTE_FRAME: getter(func(m *Machine, u *uop.Inst) object.Value {
			return m.code.NameValues[u.Oparg>>1]
		}),
		cpython.LOAD_ATTR_FUNCTION_FRAME: func(m *Machine, u *uop.Inst) (verdict, error) {
			c := m.h.AttrFunctionOf(*frame.Top(m.sp), m.code.NameValues[u.Oparg>>1])
			if c.Func == object.Null || uint64(m.h.Half(c.Func, object.OffFuncVersion)) != u.Operand1 {
				return leave, nil
			}
			np, err := m.vm.Bind(m.fp, m.code, c.Func, object.Null, c.Args[:c.N], object.Null)
			if err != nil {
				return goOn, err
			}
			*m.inner = m.fp // not entered yet
			m.frame, m.callee = np, m.vm.Code(frame.Code(np))
			m.drop(1)
			return goOn, nil
		},
		cpython.LOAD_ATTR_WITH_HINT: func(m *Machine, u *uop.Inst) (verdict, error) {
			x := hinted(m, u, int(u.Oparg>>1))
			if x == nil {
				return leave, nil
			}
			*frame.Top(m.sp) = *x
			return goOn, nil
		},
		cpython.STORE_ATTR_WITH_HINT: func(m *Machine, u *uop.Inst) (verdict, error) {
			x := hinted(m, u, int(u.Oparg))
			if x == nil {
				return leave, nil
			}
			*x = *frame.Second(m.sp)
			m.drop(2)
			return goOn, nil
		},
		cpython.BINARY_OP_SUBSCR_CHECK_FUNC: func(m *Machine, u *uop.Inst) (verdict, error) {
			if uint64(m.h.TypeVersion(*frame.Second(m.sp))) != u.Operand0 {
				return leave, nil
			}
			m.push(object.Value(u.Operand1))
			return goOn, nil
		},
		cpython.BINARY_OP_SUBSCR_INIT_CALL: func(m *Machine, u *uop.Inst) (verdict, error) {
			f := *frame.Top(m.sp)
			if m.frame = m.vm.EnterGetter(m.fp, m.code, f, *frame.Third(m.sp), *frame.Second(m.sp)); m.frame == nil {
				return goOn, m.vm.RecursionError()
			}
			*m.inner = m.fp // not entered yet
			m.callee = m.vm.Code(frame.Code(m.frame))
			m.drop(3)
			m.retPC = uint32(u.Operand0)
			return goOn, nil
		},
		cpython.CHECK_AND_ALLOCATE_OBJECT: allocate,
		cpython.CREATE_INIT_FRAME: func(m *Machine, u *uop.Inst) (verdict, error) {
			n := int(u.Oparg)
			np, err := m.vm.EnterInit(m.fp, m.code, *frame.Slot(m.sp, -n-1), *frame.Slot(m.sp, -n-2), m.args(n), object.Null)
			if err != nil {
				return goOn, err
			}
			*m.inner = m.fp // not entered yet
			m.frame, m.callee = np, m.vm.Code(frame.Code(np))
			m.drop(n + 2)
			m.retPC = uint32(u.Operand0)
			return goOn, nil
		},
		cpython.EXIT_INIT_CHECK: func(m *Machine, _ *uop.Inst) (verdict, error) {
			if *frame.Top(m.sp) != object.None {
				return goOn, m.h.InitNotNone(*frame.Top(m.sp))
			}
			m.drop(1)
			return goOn, nil
		},
		cpython.LOAD_SUPER_ATTR_ATTR: superAttr,
		cpython.LOAD_SUPER_ATTR:      superAttr,
		cpython.LOAD_SUPER_ATTR_METHOD: func(m *Machine, u *uop.Inst) (verdict, error) {
			if *frame.Third(m.sp) != m.vm.SuperType() {
				return leave, nil
			}
			f := m.h.SuperMethod(*frame.Second(m.sp), *frame.Top(m.sp), m.code.NameValues[u.Oparg>>2])
			if f == object.Null {
				return leave, nil
			}
			self := *frame.Top(m.sp)
			m.drop(3)
			m.push(f)
			m.push(self)
			return goOn, nil
		},
	} {
		table[id] = f
	}
}

// allocate makes the instance of a call of a class: it and its __init__ replace
// the callable and NULL.
func allocate(m *Machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	f := frame.Slot(m.sp, -n-2)
	if *frame.Slot(m.sp, -n-1) != object.Null || !m.h.IsInstance(*f, object.TypeType) {
		return leave, nil
	}
	t := m.h.TypeFromObject(*f)
	init, ok := t.PlainNew()
	if !ok || uint64(t.Version()) != u.Operand0 || !m.vm.Room(2) {
		return leave, nil
	}
	*frame.Slot(m.sp, -n-1) = m.h.NewPlain(t, m.args(n))
	*f = init
	return goOn, nil
}

// superAttr loads super().name. With bit 0 of oparg, which only the general form has, it is called: a method lies there as it is,
// its receiver above it.
func superAttr(m *Machine, u *uop.Inst) (verdict, error) {
	if *frame.Third(m.sp) != m.vm.SuperType() {
		return leave, nil
	}
	method, self := u.Oparg&1 != 0, *frame.Top(m.sp)
	x, unbound, err := m.h.SuperLookup(*frame.Second(m.sp), self, m.code.NameValues[u.Oparg>>2], method)
	v, err := m.result(3, x, err)
	if err == nil && method {
		if !unbound {
			self = object.Null
		}
		m.push(self)
	}
	return v, err
}
