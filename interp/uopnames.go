package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// initNameUops adds the micro-ops for names, attributes, calls, branches and
// ends.
func initNameUops() {
	for id, f := range map[uop.ID]uopFunc{
		cpython.LOAD_GLOBAL_MODULE:   globalUop(object.OffFuncGlobals),
		cpython.LOAD_GLOBAL_BUILTINS: globalUop(object.OffFuncBuiltins),
		cpython.GUARD_GLOBALS_VERSION: func(m *machine, u *uop.Inst) (verdict, error) {
			return check(uint64(m.h.Half(m.vm.globals(m.fp), object.OffDictVersion)) == u.Operand0)
		},
		cpython.LOAD_GLOBAL: func(m *machine, u *uop.Inst) (verdict, error) { return m.pushName(int(u.Oparg >> 1)) },
		cpython.LOAD_NAME:   func(m *machine, u *uop.Inst) (verdict, error) { return m.pushName(int(u.Oparg)) },
		cpython.STORE_NAME:  storeNameUop, cpython.STORE_GLOBAL: storeNameUop,
		cpython.DELETE_NAME: deleteNameUop, cpython.DELETE_GLOBAL: deleteNameUop,
		cpython.DELETE_FAST: func(m *machine, u *uop.Inst) (verdict, error) {
			if *local(m.fp, int(u.Oparg)) == object.Null {
				return goOn, m.vm.unboundLocal(m.code, int(u.Oparg))
			}
			*local(m.fp, int(u.Oparg)) = object.Null
			return goOn, nil
		},
		cpython.LOAD_DEREF: func(m *machine, u *uop.Inst) (verdict, error) {
			v := m.h.Field(*local(m.fp, int(u.Oparg)), object.OffCellValue)
			if v == object.Null {
				return goOn, m.vm.unboundDeref(m.code, int(u.Oparg))
			}
			m.push(v)
			return goOn, nil
		},
		cpython.STORE_DEREF: func(m *machine, u *uop.Inst) (verdict, error) {
			m.drop(1)
			m.h.SetField(*local(m.fp, int(u.Oparg)), object.OffCellValue, *slot(m.sp, 0))
			return goOn, nil
		},
		cpython.MAKE_CELL: func(m *machine, u *uop.Inst) (verdict, error) {
			*local(m.fp, int(u.Oparg)) = m.h.NewCell(*local(m.fp, int(u.Oparg)))
			return goOn, nil
		},
		cpython.COPY_FREE_VARS: func(m *machine, u *uop.Inst) (verdict, error) {
			closure := m.h.TupleItems(m.h.Field(*slot(m.fp, object.FrameSlots/8), object.OffFuncClosure))
			for i, c := range closure {
				*local(m.fp, len(m.code.LocalsPlus)-int(u.Oparg)+i) = c
			}
			return goOn, nil
		},
		cpython.LOAD_ATTR: func(m *machine, u *uop.Inst) (verdict, error) {
			v, self, err := m.vm.loadAttr(*top(m.sp), m.code.NameValues[u.Oparg>>1], u.Oparg&1 != 0)
			if err != nil {
				return goOn, err
			}
			*top(m.sp) = v
			if u.Oparg&1 != 0 {
				m.push(self)
			}
			return goOn, nil
		},
		cpython.LOAD_ATTR_MODULE: func(m *machine, u *uop.Inst) (verdict, error) {
			v := *top(m.sp)
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
			*top(m.sp) = x
			return goOn, nil
		},
		cpython.STORE_ATTR: func(m *machine, u *uop.Inst) (verdict, error) {
			err := m.h.SetAttr(*top(m.sp), m.code.NameValues[u.Oparg], *second(m.sp))
			if err == nil {
				m.drop(2)
			}
			return goOn, err
		},
		cpython.IMPORT_NAME: func(m *machine, u *uop.Inst) (verdict, error) {
			v, err := m.vm.imports.Name(m.vm.globals(m.fp), m.code.NameValues[u.Oparg], *top(m.sp), *second(m.sp))
			return m.result(2, v, err)
		},
		cpython.IMPORT_FROM: func(m *machine, u *uop.Inst) (verdict, error) {
			v, err := m.vm.imports.From(*top(m.sp), m.code.NameValues[u.Oparg])
			return m.result(0, v, err)
		},
		cpython.MAKE_FUNCTION: func(m *machine, _ *uop.Inst) (verdict, error) {
			*top(m.sp) = m.vm.makeFunction(*slot(m.fp, object.FrameSlots/8), *top(m.sp))
			return goOn, nil
		},
		cpython.SET_FUNCTION_ATTRIBUTE: func(m *machine, u *uop.Inst) (verdict, error) {
			f := *top(m.sp)
			err := m.vm.setFunctionAttribute(f, int(u.Oparg), *second(m.sp))
			return m.result(2, f, err)
		},
		cpython.CALL_INTRINSIC_1: func(m *machine, u *uop.Inst) (verdict, error) {
			if u.Oparg == 6 {
				*top(m.sp) = m.h.ListToTuple(*top(m.sp))
				return goOn, nil
			}
			return leave, nil
		},

		cpython.CHECK_FUNCTION_VERSION: func(m *machine, u *uop.Inst) (verdict, error) {
			return check(m.hasVersion(*slot(m.sp, -2-int(u.Oparg)), u.Operand0))
		},
		cpython.CHECK_RECURSION_REMAINING: func(m *machine, u *uop.Inst) (verdict, error) { return check(env{m.vm}.Room(1)) },
		cpython.CHECK_CALL_BOUND_METHOD_EXACT_ARGS: func(m *machine, u *uop.Inst) (verdict, error) {
			n := int(u.Oparg)
			return check(*slot(m.sp, -1-n) == object.Null && m.h.Is(*slot(m.sp, -2-n), object.BoundMethodType))
		},
		cpython.INIT_CALL_BOUND_METHOD_EXACT_ARGS: func(m *machine, u *uop.Inst) (verdict, error) {
			f := slot(m.sp, -2-int(u.Oparg))
			*slot(m.sp, -1-int(u.Oparg)) = m.h.Field(*f, object.OffMethodSelf)
			*f = m.h.Field(*f, object.OffMethodFunc)
			return goOn, nil
		},
		cpython.INIT_CALL_PY_EXACT_ARGS: initCallUop,
		cpython.CHECK_FUNCTION_VERSION_KW: func(m *machine, u *uop.Inst) (verdict, error) {
			return check(m.hasVersion(*slot(m.sp, -3-int(u.Oparg)), u.Operand0))
		},
		cpython.CHECK_METHOD_VERSION: methodVersion(0), cpython.CHECK_METHOD_VERSION_KW: methodVersion(1),
		cpython.EXPAND_METHOD: expandMethod(0), cpython.EXPAND_METHOD_KW: expandMethod(1),
		cpython.PY_FRAME_GENERAL: func(m *machine, u *uop.Inst) (verdict, error) { return m.bindFrame(int(u.Oparg), object.Null) },
		cpython.PY_FRAME_KW: func(m *machine, u *uop.Inst) (verdict, error) {
			names := *top(m.sp)
			m.drop(1)
			return m.bindFrame(int(u.Oparg), names)
		},
		cpython.CHECK_IS_NOT_PY_CALLABLE_KW: nop,
		cpython.SAVE_RETURN_OFFSET:          func(m *machine, u *uop.Inst) (verdict, error) { m.retPC = m.pc + u.Oparg; return goOn, nil },
		cpython.PUSH_FRAME: func(m *machine, _ *uop.Inst) (verdict, error) {
			m.save(m.retPC)
			m.fp, m.code = m.frame, m.callee
			m.vm.fp = m.fp
			m.sp = m.vm.stack(m.fp) // of a generator's frame, with what it had on its stack
			return goOn, nil
		},
		cpython.RETURN_VALUE: returnUop,

		cpython.CALL_BUILTIN_O: builtinUop, cpython.CALL_BUILTIN_FAST: builtinUop, cpython.CALL_BUILTIN_FAST_WITH_KEYWORDS: builtinUop,
		cpython.CALL_METHOD_DESCRIPTOR_O: methodUop, cpython.CALL_METHOD_DESCRIPTOR_FAST: methodUop,
		cpython.CALL_METHOD_DESCRIPTOR_NOARGS: methodUop, cpython.CALL_METHOD_DESCRIPTOR_FAST_WITH_KEYWORDS: methodUop,
		cpython.CALL_BUILTIN_CLASS: classUop, cpython.CALL_STR_1: classUop, cpython.CALL_TUPLE_1: classUop,
		cpython.CALL_NON_PY_GENERAL: nonPyUop,
		cpython.CALL_ISINSTANCE:     func(m *machine, _ *uop.Inst) (verdict, error) { return m.callUop(2, object.Null) },
		cpython.CALL_LEN:            func(m *machine, _ *uop.Inst) (verdict, error) { return m.callUop(1, object.Null) },
		cpython.CALL_TYPE_1:         func(m *machine, _ *uop.Inst) (verdict, error) { return m.callUop(1, object.Null) },
		cpython.CALL_LIST_APPEND: func(m *machine, _ *uop.Inst) (verdict, error) {
			m.h.ListAppend(*second(m.sp), *top(m.sp))
			m.drop(3)
			m.vm.tier.Table.Stats.Bytecodes++ // the POP_TOP behind it
			return goOn, nil
		},
		cpython.CALL_KW_NON_PY: func(m *machine, u *uop.Inst) (verdict, error) {
			names := *top(m.sp)
			if t := m.h.TypeID(*slot(m.sp, -3-int(u.Oparg))); t == object.FunctionType || t == object.BoundMethodType {
				return leave, nil
			}
			m.drop(1)
			return m.callUop(int(u.Oparg), names)
		},
		cpython.GUARD_CALLABLE_LEN: callableIs(2), cpython.GUARD_CALLABLE_TYPE_1: callableIs(2), cpython.GUARD_CALLABLE_STR_1: callableIs(2),
		cpython.GUARD_CALLABLE_TUPLE_1: callableIs(2), cpython.GUARD_CALLABLE_LIST_APPEND: callableIs(2), cpython.GUARD_CALLABLE_ISINSTANCE: callableIs(3),

		cpython.GUARD_IS_TRUE_POP:     branchUop(func(v object.Value) bool { return v == object.True }),
		cpython.GUARD_IS_FALSE_POP:    branchUop(func(v object.Value) bool { return v == object.False }),
		cpython.GUARD_IS_NONE_POP:     branchUop(func(v object.Value) bool { return v == object.None }),
		cpython.GUARD_IS_NOT_NONE_POP: branchUop(func(v object.Value) bool { return v != object.None }),
		cpython.JUMP_TO_TOP:           func(*machine, *uop.Inst) (verdict, error) { return again, nil },
		cpython.EXIT_TRACE:            func(*machine, *uop.Inst) (verdict, error) { return leave, nil },
	} {
		uopFuncs[id] = f
	}
}

func (m *machine) pushName(i int) (verdict, error) {
	v, err := m.vm.loadGlobal(m.fp, m.code.NameValues[i])
	return m.result(0, v, err)
}

func storeNameUop(m *machine, u *uop.Inst) (verdict, error) {
	m.drop(1)
	m.h.DictSetStr(m.vm.globals(m.fp), m.code.NameValues[u.Oparg], *slot(m.sp, 0))
	return goOn, nil
}

func deleteNameUop(m *machine, u *uop.Inst) (verdict, error) {
	return goOn, m.vm.deleteName(m.fp, m.code, m.code.NameValues[u.Oparg])
}

// hasVersion reports whether f is a function with a version.
func (m *machine) hasVersion(f object.Value, version uint64) bool {
	return m.h.Is(f, object.FunctionType) && uint64(m.h.Half(f, object.OffFuncVersion)) == version
}

// methodVersion guards that a call's target is a bound method of a function with
// a version; above is the number of entries above the arguments.
func methodVersion(above int) uopFunc {
	return func(m *machine, u *uop.Inst) (verdict, error) {
		n := int(u.Oparg) + above
		f := *slot(m.sp, -2-n)
		return check(*slot(m.sp, -1-n) == object.Null && m.h.Is(f, object.BoundMethodType) &&
			m.hasVersion(m.h.Field(f, object.OffMethodFunc), u.Operand0))
	}
}

// expandMethod replaces a bound method by its function and its receiver.
func expandMethod(above int) uopFunc {
	return func(m *machine, u *uop.Inst) (verdict, error) {
		n := int(u.Oparg) + above
		f := *slot(m.sp, -2-n)
		*slot(m.sp, -1-n) = m.h.Field(f, object.OffMethodSelf)
		*slot(m.sp, -2-n) = m.h.Field(f, object.OffMethodFunc)
		return goOn, nil
	}
}

// bindFrame begins the callee's frame with arguments of any kind; the version of
// the callee has been checked.
func (m *machine) bindFrame(n int, kwnames object.Value) (verdict, error) {
	f, self := *slot(m.sp, -2-n), *slot(m.sp, -1-n)
	np, err := m.vm.bind(m.fp, m.code, f, self, m.args(n), kwnames)
	if err != nil {
		return goOn, err
	}
	m.vm.fp = m.fp // not entered yet
	m.frame, m.callee = np, m.vm.codes[frameCode(np)]
	m.drop(n + 2)
	return goOn, nil
}

// initCallUop begins the callee's frame with its arguments.
func initCallUop(m *machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	f, self := *slot(m.sp, -2-n), *slot(m.sp, -1-n)
	m.callee = m.vm.codes[m.h.Half(f, object.OffFuncCode)]
	args := m.args(n)
	if self != object.Null {
		args = m.args(n + 1)
	}
	if !m.callee.Exact || m.callee.ArgCount != len(args) {
		return leave, nil
	}
	if m.frame = m.vm.pushFrame(m.fp, m.code, f, m.callee); m.frame == nil {
		return goOn, m.vm.recursionError()
	}
	m.vm.fp = m.fp // not entered yet
	for i, v := range args {
		*local(m.frame, i) = v
	}
	for i := len(args); i < m.callee.LocalSlots; i++ {
		*local(m.frame, i) = object.Null
	}
	m.drop(n + 2)
	return goOn, nil
}

// returnUop returns to the caller's frame. A frame that Go entered leaves: its
// caller is waiting for the interpreter to return.
func returnUop(m *machine, u *uop.Inst) (verdict, error) {
	if u.Operand0 != pyguest.ReturnPlain {
		return endGeneratorUop(m, u)
	}
	caller := *(*unsafe.Pointer)(unsafe.Add(m.fp, object.FrameCaller))
	if caller == nil { // the interpreter executes it
		m.vm.tier.Table.Stats.Bytecodes--
		m.save(m.pc)
		return done, nil
	}
	v := *top(m.sp)
	m.toCaller()
	m.push(v)
	pc := *(*uint32)(unsafe.Add(caller, object.FramePC))
	if m.i+1 == len(m.ex.Trace.Insts) {
		m.save(pc)
		return done, nil
	}
	return goOn, nil
}

func builtinUop(m *machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	f := *slot(m.sp, -2-n)
	if *slot(m.sp, -1-n) != object.Null || !m.h.Is(f, object.BuiltinType) {
		return leave, nil
	}
	return m.callUop(n, object.Null)
}

func methodUop(m *machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	f, self := *slot(m.sp, -2-n), *slot(m.sp, -1-n)
	if self == object.Null || !m.h.Is(f, object.MethodDescType) || m.h.TypeOf(self) != m.h.BuiltinOf(f).Owner {
		return leave, nil
	}
	return m.callUop(n, object.Null)
}

func classUop(m *machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	if *slot(m.sp, -1-n) != object.Null || !m.h.Is(*slot(m.sp, -2-n), object.TypeType) {
		return leave, nil
	}
	return m.callUop(n, object.Null)
}

func nonPyUop(m *machine, u *uop.Inst) (verdict, error) {
	if t := m.h.TypeID(*slot(m.sp, -2-int(u.Oparg))); t == object.FunctionType || t == object.BoundMethodType {
		return leave, nil
	}
	return m.callUop(int(u.Oparg), object.Null)
}
