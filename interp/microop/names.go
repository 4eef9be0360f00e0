package microop

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// initNames adds the micro-ops for names, attributes, calls, branches and
// ends.
func initNames() {
	for id, f := range map[uop.ID]action{
		cpython.LOAD_GLOBAL_MODULE:   global(object.OffFuncGlobals),
		cpython.LOAD_GLOBAL_BUILTINS: global(object.OffFuncBuiltins),
		cpython.GUARD_GLOBALS_VERSION: func(m *Machine, u *uop.Inst) (verdict, error) {
			return check(uint64(m.h.Half(m.globals(), object.OffDictVersion)) == u.Operand0)
		},
		cpython.STORE_GLOBAL_MODULE: func(m *Machine, u *uop.Inst) (verdict, error) {
			d := m.globals()
			if uint64(m.h.Half(d, object.OffDictVersion)) != u.Operand0 {
				return leave, nil
			}
			m.drop(1)
			m.h.SetDictEntryValue(d, int(u.Operand1), *frame.Slot(m.sp, 0))
			return goOn, nil
		},
		cpython.LOAD_GLOBAL: func(m *Machine, u *uop.Inst) (verdict, error) { return m.pushName(int(u.Oparg >> 1)) },
		cpython.LOAD_NAME: func(m *Machine, u *uop.Inst) (verdict, error) {
			if u.Operand0 != 0 {
				v, err := m.vm.LoadSpaced(*frame.Local(m.fp, int(u.Operand0-1)), *frame.Function(m.fp), m.code.NameValues[u.Oparg])
				return m.result(0, v, err)
			}
			return m.pushName(int(u.Oparg))
		},
		cpython.STORE_NAME: storeName, cpython.STORE_GLOBAL: storeName,
		cpython.DELETE_NAME: deleteName, cpython.DELETE_GLOBAL: deleteName,
		cpython.DELETE_FAST: func(m *Machine, u *uop.Inst) (verdict, error) {
			if *frame.Local(m.fp, int(u.Oparg)) == object.Null {
				return goOn, m.vm.UnboundLocal(uint64(m.code.Handle), int(u.Oparg))
			}
			*frame.Local(m.fp, int(u.Oparg)) = object.Null
			return goOn, nil
		},
		cpython.LOAD_DEREF: func(m *Machine, u *uop.Inst) (verdict, error) {
			v := m.h.Field(*frame.Local(m.fp, int(u.Oparg)), object.OffCellValue)
			if v == object.Null {
				return goOn, m.vm.UnboundDeref(uint64(m.code.Handle), int(u.Oparg))
			}
			m.push(v)
			return goOn, nil
		},
		cpython.STORE_DEREF: func(m *Machine, u *uop.Inst) (verdict, error) {
			m.drop(1)
			m.h.SetField(*frame.Local(m.fp, int(u.Oparg)), object.OffCellValue, *frame.Slot(m.sp, 0))
			return goOn, nil
		},
		cpython.MAKE_CELL: func(m *Machine, u *uop.Inst) (verdict, error) {
			*frame.Local(m.fp, int(u.Oparg)) = m.h.NewCell(*frame.Local(m.fp, int(u.Oparg)))
			return goOn, nil
		},
		cpython.COPY_FREE_VARS: func(m *Machine, u *uop.Inst) (verdict, error) {
			closure := m.h.TupleItems(m.h.Field(*frame.Function(m.fp), object.OffFuncClosure))
			for i, c := range closure {
				*frame.Local(m.fp, len(m.code.LocalsPlus)-int(u.Oparg)+i) = c
			}
			return goOn, nil
		},
		cpython.LOAD_ATTR: func(m *Machine, u *uop.Inst) (verdict, error) {
			v, self, err := m.loadAttr(m.code.NameValues[u.Oparg>>1], u.Oparg&1 != 0)
			if err != nil {
				return goOn, err
			}
			*frame.Top(m.sp) = v
			if u.Oparg&1 != 0 {
				m.push(self)
			}
			return goOn, nil
		},
		cpython.LOAD_ATTR_MODULE: func(m *Machine, u *uop.Inst) (verdict, error) {
			v := *frame.Top(m.sp)
			if !m.h.Is(v, object.ModuleType) {
				return leave, nil
			}
			d := m.h.Field(v, object.OffModuleDict)
			if uint64(m.h.Half(d, object.OffDictVersion)) != u.Operand0 {
				return leave, nil
			}
			x := m.h.DictEntryValue(d, int(u.Operand1))
			if x == object.Null {
				return leave, nil
			}
			*frame.Top(m.sp) = x
			return goOn, nil
		},
		cpython.STORE_ATTR: func(m *Machine, u *uop.Inst) (verdict, error) {
			_, err := m.vm.DoSpecial(pyguest.SetAttr, pyguest.Entries{*frame.Top(m.sp), *frame.Second(m.sp), m.code.NameValues[u.Oparg]})
			if err == nil {
				m.drop(2)
			}
			return goOn, err
		},
		cpython.DELETE_ATTR: func(m *Machine, u *uop.Inst) (verdict, error) {
			err := m.h.SetAttr(*frame.Top(m.sp), m.code.NameValues[u.Oparg], object.Null)
			if err == nil {
				m.drop(1)
			}
			return goOn, err
		},
		cpython.IMPORT_NAME: func(m *Machine, u *uop.Inst) (verdict, error) {
			v, err := m.vm.ImportName(*frame.Function(m.fp), m.code.NameValues[u.Oparg], *frame.Top(m.sp), *frame.Second(m.sp))
			return m.result(2, v, err)
		},
		cpython.IMPORT_FROM: func(m *Machine, u *uop.Inst) (verdict, error) {
			v, err := m.vm.ImportFrom(*frame.Top(m.sp), m.code.NameValues[u.Oparg])
			return m.result(0, v, err)
		},
		cpython.MAKE_FUNCTION: func(m *Machine, _ *uop.Inst) (verdict, error) {
			*frame.Top(m.sp) = m.vm.MakeFunction(*frame.Function(m.fp), *frame.Top(m.sp))
			return goOn, nil
		},
		cpython.SET_FUNCTION_ATTRIBUTE: func(m *Machine, u *uop.Inst) (verdict, error) {
			f := *frame.Top(m.sp)
			err := m.vm.SetFunctionAttribute(f, int(u.Oparg), *frame.Second(m.sp))
			return m.result(2, f, err)
		},
		cpython.CALL_INTRINSIC_1: func(m *Machine, u *uop.Inst) (verdict, error) {
			switch u.Oparg {
			case pycode.INTRINSIC_LIST_TO_TUPLE:
				*frame.Top(m.sp) = m.h.ListToTuple(*frame.Top(m.sp))
			case pycode.INTRINSIC_ASYNC_GEN_WRAP:
				*frame.Top(m.sp) = m.h.WrapAsync(*frame.Top(m.sp))
			default:
				return leave, nil
			}
			return goOn, nil
		},

		cpython.CHECK_FUNCTION_VERSION: func(m *Machine, u *uop.Inst) (verdict, error) {
			return check(m.hasVersion(*frame.Slot(m.sp, -2-int(u.Oparg)), u.Operand0))
		},
		cpython.CHECK_RECURSION_REMAINING: func(m *Machine, u *uop.Inst) (verdict, error) { return check(m.vm.Room(1)) },
		cpython.CHECK_CALL_BOUND_METHOD_EXACT_ARGS: func(m *Machine, u *uop.Inst) (verdict, error) {
			n := int(u.Oparg)
			return check(*frame.Slot(m.sp, -1-n) == object.Null && m.h.Is(*frame.Slot(m.sp, -2-n), object.BoundMethodType))
		},
		cpython.INIT_CALL_BOUND_METHOD_EXACT_ARGS: func(m *Machine, u *uop.Inst) (verdict, error) {
			f := frame.Slot(m.sp, -2-int(u.Oparg))
			*frame.Slot(m.sp, -1-int(u.Oparg)) = m.h.Field(*f, object.OffMethodSelf)
			*f = m.h.Field(*f, object.OffMethodFunc)
			return goOn, nil
		},
		cpython.INIT_CALL_PY_EXACT_ARGS: initCall,
		cpython.CHECK_FUNCTION_VERSION_KW: func(m *Machine, u *uop.Inst) (verdict, error) {
			return check(m.hasVersion(*frame.Slot(m.sp, -3-int(u.Oparg)), u.Operand0))
		},
		cpython.CHECK_METHOD_VERSION: methodVersion(0), cpython.CHECK_METHOD_VERSION_KW: methodVersion(1),
		cpython.EXPAND_METHOD: expandMethod(0), cpython.EXPAND_METHOD_KW: expandMethod(1),
		cpython.PY_FRAME_GENERAL: func(m *Machine, u *uop.Inst) (verdict, error) { return m.bindFrame(int(u.Oparg), object.Null) },
		cpython.PY_FRAME_KW: func(m *Machine, u *uop.Inst) (verdict, error) {
			names := *frame.Top(m.sp)
			m.drop(1)
			return m.bindFrame(int(u.Oparg), names)
		},
		cpython.CHECK_IS_NOT_PY_CALLABLE_KW: func(m *Machine, u *uop.Inst) (verdict, error) {
			return check(m.h.Frameless(*frame.Slot(m.sp, -3-int(u.Oparg))))
		},
		cpython.SAVE_RETURN_OFFSET: func(m *Machine, u *uop.Inst) (verdict, error) { m.retPC = m.pc + u.Oparg; return goOn, nil },
		cpython.PUSH_FRAME: func(m *Machine, _ *uop.Inst) (verdict, error) {
			m.save(m.retPC)
			m.fp, m.code = m.frame, m.callee
			*m.inner = m.fp
			m.sp = frame.Stack(m.fp) // of a generator's frame, with what it had on its stack
			return goOn, nil
		},
		cpython.RETURN_VALUE: returnValue,

		cpython.CALL_BUILTIN_O: builtin, cpython.CALL_BUILTIN_FAST: builtin, cpython.CALL_BUILTIN_FAST_WITH_KEYWORDS: builtin,
		cpython.CALL_METHOD_DESCRIPTOR_O: method, cpython.CALL_METHOD_DESCRIPTOR_FAST: method,
		cpython.CALL_METHOD_DESCRIPTOR_NOARGS: method, cpython.CALL_METHOD_DESCRIPTOR_FAST_WITH_KEYWORDS: method,
		cpython.CALL_BUILTIN_CLASS: class, cpython.CALL_STR_1: class, cpython.CALL_TUPLE_1: class,
		cpython.CALL_NON_PY_GENERAL: nonPy,
		cpython.CALL_ISINSTANCE:     func(m *Machine, _ *uop.Inst) (verdict, error) { return m.call(2, object.Null) },
		cpython.CALL_LEN:            func(m *Machine, _ *uop.Inst) (verdict, error) { return m.call(1, object.Null) },
		cpython.CALL_TYPE_1:         func(m *Machine, _ *uop.Inst) (verdict, error) { return m.call(1, object.Null) },
		cpython.CALL_LIST_APPEND: func(m *Machine, _ *uop.Inst) (verdict, error) {
			m.h.ListAppend(*frame.Second(m.sp), *frame.Top(m.sp))
			m.drop(3)
			*m.clock++ // the POP_TOP behind it
			return goOn, nil
		},
		cpython.CALL_KW_NON_PY: func(m *Machine, u *uop.Inst) (verdict, error) {
			names := *frame.Top(m.sp)
			m.drop(1)
			return m.call(int(u.Oparg), names)
		},
		cpython.GUARD_CALLABLE_LEN: callableIs(2), cpython.GUARD_CALLABLE_TYPE_1: callableIs(2), cpython.GUARD_CALLABLE_STR_1: callableIs(2),
		cpython.GUARD_CALLABLE_TUPLE_1: callableIs(2), cpython.GUARD_CALLABLE_LIST_APPEND: callableIs(2), cpython.GUARD_CALLABLE_ISINSTANCE: callableIs(3),

		cpython.GUARD_IS_TRUE_POP:     branch(func(v object.Value) bool { return v == object.True }),
		cpython.GUARD_IS_FALSE_POP:    branch(func(v object.Value) bool { return v == object.False }),
		cpython.GUARD_IS_NONE_POP:     branch(func(v object.Value) bool { return v == object.None }),
		cpython.GUARD_IS_NOT_NONE_POP: branch(func(v object.Value) bool { return v != object.None }),
		cpython.JUMP_TO_TOP:           func(*Machine, *uop.Inst) (verdict, error) { return again, nil },
		cpython.EXIT_TRACE:            func(*Machine, *uop.Inst) (verdict, error) { return leave, nil },
	} {
		table[id] = f
	}
}

func (m *Machine) pushName(i int) (verdict, error) {
	v, err := m.vm.LoadName(*frame.Function(m.fp), m.code.NameValues[i])
	return m.result(0, v, err)
}

func storeName(m *Machine, u *uop.Inst) (verdict, error) {
	m.drop(1)
	m.h.DictSetStr(m.globals(), m.code.NameValues[u.Oparg], *frame.Slot(m.sp, 0))
	return goOn, nil
}

func deleteName(m *Machine, u *uop.Inst) (verdict, error) {
	return goOn, m.vm.DeleteGlobal(*frame.Function(m.fp), m.code.NameValues[u.Oparg])
}

// hasVersion reports whether f is a function with a version.
func (m *Machine) hasVersion(f object.Value, version uint64) bool {
	return m.h.Is(f, object.FunctionType) && uint64(m.h.Half(f, object.OffFuncVersion)) == version
}

// methodVersion guards that a call's target is a bound method of a function with
// a version; above is the number of entries above the arguments.
func methodVersion(above int) action {
	return func(m *Machine, u *uop.Inst) (verdict, error) {
		n := int(u.Oparg) + above
		f := *frame.Slot(m.sp, -2-n)
		return check(*frame.Slot(m.sp, -1-n) == object.Null && m.h.Is(f, object.BoundMethodType) &&
			m.hasVersion(m.h.Field(f, object.OffMethodFunc), u.Operand0))
	}
}

// expandMethod replaces a bound method by its function and its receiver.
func expandMethod(above int) action {
	return func(m *Machine, u *uop.Inst) (verdict, error) {
		n := int(u.Oparg) + above
		f := *frame.Slot(m.sp, -2-n)
		*frame.Slot(m.sp, -1-n) = m.h.Field(f, object.OffMethodSelf)
		*frame.Slot(m.sp, -2-n) = m.h.Field(f, object.OffMethodFunc)
		return goOn, nil
	}
}

// bindFrame begins the callee's frame with arguments of any kind; the version of
// the callee has been checked.
func (m *Machine) bindFrame(n int, kwnames object.Value) (verdict, error) {
	f, self := *frame.Slot(m.sp, -2-n), *frame.Slot(m.sp, -1-n)
	np, err := m.vm.Bind(m.fp, m.code, f, self, m.args(n), kwnames)
	if err != nil {
		return goOn, err
	}
	*m.inner = m.fp // not entered yet
	m.frame, m.callee = np, m.vm.Code(frame.Code(np))
	m.drop(n + 2)
	return goOn, nil
}

// initCall begins the callee's frame with its arguments.
func initCall(m *Machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	f, self := *frame.Slot(m.sp, -2-n), *frame.Slot(m.sp, -1-n)
	m.callee = m.vm.Code(m.h.Half(f, object.OffFuncCode))
	args := m.args(n)
	if self != object.Null {
		args = m.args(n + 1)
	}
	if !m.callee.Exact || m.callee.ArgCount != len(args) {
		return leave, nil
	}
	if m.frame = m.vm.Begin(m.fp, m.code, f, m.callee); m.frame == nil {
		return goOn, m.vm.RecursionError()
	}
	*m.inner = m.fp // not entered yet
	for i, v := range args {
		*frame.Local(m.frame, i) = v
	}
	for i := len(args); i < m.callee.LocalSlots; i++ {
		*frame.Local(m.frame, i) = object.Null
	}
	m.drop(n + 2)
	return goOn, nil
}

// return returns to the caller's frame. A frame that Go entered leaves: its
// caller is waiting for the interpreter to return.
func returnValue(m *Machine, u *uop.Inst) (verdict, error) {
	if u.Operand0 != pyguest.ReturnPlain {
		return endGenerator(m, u)
	}
	caller := *frame.Caller(m.fp)
	if caller == nil { // the interpreter executes it
		*m.clock--
		m.save(m.pc)
		return done, nil
	}
	v := *frame.Top(m.sp)
	if m.h.HasFrames() {
		m.vm.LeftFrame(m.fp, m.code, m.pc)
	}
	m.toCaller()
	m.push(v)
	pc := *frame.PC(caller)
	if m.i+1 == len(m.ex.Trace.Insts) {
		m.save(pc)
		return done, nil
	}
	return goOn, nil
}

func builtin(m *Machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	f := *frame.Slot(m.sp, -2-n)
	if *frame.Slot(m.sp, -1-n) != object.Null || !m.h.Is(f, object.BuiltinType) {
		return leave, nil
	}
	return m.call(n, object.Null)
}

func method(m *Machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	f, self := *frame.Slot(m.sp, -2-n), *frame.Slot(m.sp, -1-n)
	if self == object.Null || !m.h.Is(f, object.MethodDescType) || m.h.TypeOf(self) != m.h.BuiltinOf(f).Owner {
		return leave, nil
	}
	return m.call(n, object.Null)
}

func class(m *Machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	if *frame.Slot(m.sp, -1-n) != object.Null || !m.h.Is(*frame.Slot(m.sp, -2-n), object.TypeType) {
		return leave, nil
	}
	return m.call(n, object.Null)
}

func nonPy(m *Machine, u *uop.Inst) (verdict, error) {
	if t := m.h.TypeID(*frame.Slot(m.sp, -2-int(u.Oparg))); t == object.FunctionType || t == object.BoundMethodType {
		return leave, nil
	}
	return m.call(int(u.Oparg), object.Null)
}
