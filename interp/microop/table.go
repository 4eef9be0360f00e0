package microop

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

func nop(*Machine, *uop.Inst) (verdict, error) { return goOn, nil }

// budget executes CHECK_PERIODIC and RESUME_CHECK: what else they do is left to the end of the trace.
func budget(m *Machine, u *uop.Inst) (verdict, error) {
	if u.Operand0 == 0 {
		return goOn, nil
	}
	err := m.vm.Spent()
	if err != nil {
		m.pc = uint32(u.Operand0 - 1)
	}
	return goOn, err
}

func loadFast(m *Machine, u *uop.Inst) (verdict, error) {
	m.push(*frame.Local(m.fp, int(u.Oparg)))
	return goOn, nil
}

// loadShare loads a local that may own its str.
func loadShare(m *Machine, u *uop.Inst) (verdict, error) {
	m.push(*frame.Local(m.fp, int(u.Oparg)))
	if m.code.Owners != nil {
		m.h.StrShare(*frame.Top(m.sp))
	}
	return goOn, nil
}

func storeFast(m *Machine, u *uop.Inst) (verdict, error) {
	m.drop(1)
	*frame.Local(m.fp, int(u.Oparg)) = *frame.Slot(m.sp, 0)
	return goOn, nil
}

func pop(m *Machine, _ *uop.Inst) (verdict, error) { m.drop(1); return goOn, nil }

// table has what each micro-op does; nil for those that traces of this VM
// never hold.
var table [600]action

func init() {
	for id, f := range map[uop.ID]action{
		cpython.NOP: nop, cpython.START_EXECUTOR: nop, cpython.MAKE_WARM: nop, cpython.CHECK_PEP_523: nop,
		cpython.CHECK_FUNCTION_EXACT_ARGS: nop, cpython.CHECK_STACK_SPACE: nop, cpython.CHECK_IS_NOT_PY_CALLABLE: nop,
		cpython.CHECK_VALIDITY: func(m *Machine, u *uop.Inst) (verdict, error) { return check(!m.ex.Invalid) },
		cpython.SET_IP: func(m *Machine, u *uop.Inst) (verdict, error) {
			m.pc = u.Target
			m.vm.At(uintptr(unsafe.Pointer(&m.code.Live[u.Target]))) // for what looks at frames
			*m.clock++
			return goOn, nil
		},
		cpython.CHECK_PERIODIC: budget, cpython.RESUME_CHECK: budget,

		cpython.LOAD_FAST: loadShare, cpython.LOAD_FAST_BORROW: loadFast, cpython.STORE_FAST: storeFast,
		cpython.LOAD_FAST_CHECK: func(m *Machine, u *uop.Inst) (verdict, error) {
			v := *frame.Local(m.fp, int(u.Oparg))
			if v == object.Null {
				return goOn, m.vm.UnboundLocal(uint64(m.code.Handle), int(u.Oparg))
			}
			return loadShare(m, u)
		},
		cpython.LOAD_FAST_AND_CLEAR: func(m *Machine, u *uop.Inst) (verdict, error) {
			if _, err := loadShare(m, u); err != nil {
				return goOn, err
			}
			*frame.Local(m.fp, int(u.Oparg)) = object.Null
			return goOn, nil
		},
		cpython.LOAD_CONST: func(m *Machine, u *uop.Inst) (verdict, error) { m.push(m.code.ConstValues[u.Oparg]); return goOn, nil },
		cpython.LOAD_SMALL_INT: func(m *Machine, u *uop.Inst) (verdict, error) {
			m.push(object.SmallInt(int64(u.Oparg)))
			return goOn, nil
		},
		cpython.LOAD_COMMON_CONSTANT: func(m *Machine, u *uop.Inst) (verdict, error) {
			m.push(m.vm.CommonConstant(int(u.Oparg)))
			return goOn, nil
		},
		cpython.POP_TOP: pop, cpython.POP_ITER: pop, cpython.END_FOR: pop,
		cpython.PUSH_NULL: func(m *Machine, _ *uop.Inst) (verdict, error) { m.push(object.Null); return goOn, nil },
		cpython.PUSH_NULL_CONDITIONAL: func(m *Machine, u *uop.Inst) (verdict, error) {
			if u.Oparg&1 != 0 {
				m.push(object.Null)
			}
			return goOn, nil
		},
		cpython.COPY: func(m *Machine, u *uop.Inst) (verdict, error) {
			m.push(*frame.Slot(m.sp, -int(u.Oparg)))
			return goOn, nil
		},
		cpython.SWAP: func(m *Machine, u *uop.Inst) (verdict, error) {
			a, b := frame.Top(m.sp), frame.Slot(m.sp, -int(u.Oparg))
			*a, *b = *b, *a
			return goOn, nil
		},

		cpython.GUARD_TOS_INT:   func(m *Machine, _ *uop.Inst) (verdict, error) { return check(m.isI64(*frame.Top(m.sp))) },
		cpython.GUARD_NOS_INT:   func(m *Machine, _ *uop.Inst) (verdict, error) { return check(m.isI64(*frame.Second(m.sp))) },
		cpython.GUARD_TOS_FLOAT: tos(object.FloatType), cpython.GUARD_NOS_FLOAT: nos(object.FloatType),
		cpython.GUARD_TOS_UNICODE: tos(object.StrType), cpython.GUARD_NOS_UNICODE: nos(object.StrType),
		cpython.GUARD_TOS_LIST: tos(object.ListType), cpython.GUARD_NOS_LIST: nos(object.ListType),
		cpython.GUARD_TOS_TUPLE: tos(object.TupleType), cpython.GUARD_NOS_TUPLE: nos(object.TupleType),
		cpython.GUARD_TOS_DICT: tos(object.DictType), cpython.GUARD_NOS_DICT: nos(object.DictType),
		cpython.GUARD_TOS_SLICE: tos(object.SliceType),
		cpython.GUARD_TOS_ANY_SET: func(m *Machine, _ *uop.Inst) (verdict, error) {
			t := m.h.TypeID(*frame.Top(m.sp))
			return check(t == object.SetType || t == object.FrozenSetType)
		},
		cpython.GUARD_NOS_NULL:     func(m *Machine, _ *uop.Inst) (verdict, error) { return check(*frame.Second(m.sp) == object.Null) },
		cpython.GUARD_NOS_NOT_NULL: func(m *Machine, _ *uop.Inst) (verdict, error) { return check(*frame.Second(m.sp) != object.Null) },
		cpython.GUARD_THIRD_NULL:   func(m *Machine, _ *uop.Inst) (verdict, error) { return check(*frame.Third(m.sp) == object.Null) },

		cpython.BINARY_OP_ADD_INT: binary(object.Add), cpython.BINARY_OP_SUBTRACT_INT: binary(object.Subtract),
		cpython.BINARY_OP_MULTIPLY_INT: binary(object.Multiply), cpython.BINARY_OP_ADD_FLOAT: binary(object.Add),
		cpython.BINARY_OP_SUBTRACT_FLOAT: binary(object.Subtract), cpython.BINARY_OP_MULTIPLY_FLOAT: binary(object.Multiply),
		cpython.BINARY_OP_ADD_UNICODE: binary(object.Add),
		cpython.BINARY_OP_INPLACE_ADD_UNICODE: func(m *Machine, u *uop.Inst) (verdict, error) {
			if *frame.Local(m.fp, int(u.Operand0)) != *frame.Second(m.sp) {
				return leave, nil
			}
			concat := m.h.StrConcat
			if m.code.Owners != nil && m.code.Owners[u.Operand0] {
				concat = m.h.StrAppend
			}
			*frame.Local(m.fp, int(u.Operand0)) = concat(*frame.Second(m.sp), *frame.Top(m.sp))
			m.drop(2)
			*m.clock++ // the STORE_FAST behind it
			return goOn, nil
		},
		cpython.GUARD_BINARY_OP_EXTEND: func(m *Machine, u *uop.Inst) (verdict, error) {
			return check(extensionOf(u).Accepts(m.h, *frame.Second(m.sp), *frame.Top(m.sp)))
		},
		cpython.BINARY_OP_EXTEND: func(m *Machine, u *uop.Inst) (verdict, error) {
			r, err := extensionOf(u).Fn(m.h, *frame.Second(m.sp), *frame.Top(m.sp))
			return m.result(2, r, err)
		},
		cpython.BINARY_OP: func(m *Machine, u *uop.Inst) (verdict, error) {
			r, err := m.vm.Binary(object.BinaryOp(u.Oparg), *frame.Second(m.sp), *frame.Top(m.sp))
			return m.result(2, r, err)
		},
		cpython.UNARY_NEGATIVE: special(pyguest.Negate),
		cpython.UNARY_INVERT:   special(pyguest.Invert),
		cpython.UNARY_NOT: func(m *Machine, _ *uop.Inst) (verdict, error) {
			*frame.Top(m.sp) = object.Bool(*frame.Top(m.sp) == object.False)
			return goOn, nil
		},
		cpython.COMPARE_OP_INT: compare, cpython.COMPARE_OP_FLOAT: compare, cpython.COMPARE_OP_STR: compare, cpython.COMPARE_OP: compare,
		cpython.CONTAINS_OP: contains, cpython.CONTAINS_OP_DICT: contains, cpython.CONTAINS_OP_SET: contains,
		cpython.IS_OP: func(m *Machine, u *uop.Inst) (verdict, error) {
			return m.result(2, object.Bool((*frame.Second(m.sp) == *frame.Top(m.sp)) == (u.Oparg == 0)), nil)
		},
		cpython.IS_NONE: func(m *Machine, _ *uop.Inst) (verdict, error) {
			*frame.Top(m.sp) = object.Bool(*frame.Top(m.sp) == object.None)
			return goOn, nil
		},
		cpython.TO_BOOL_BOOL: tos(object.BoolType),
		cpython.TO_BOOL_INT: func(m *Machine, u *uop.Inst) (verdict, error) {
			if !m.isI64(*frame.Top(m.sp)) {
				return leave, nil
			}
			return truth(m, u)
		},
		cpython.TO_BOOL_NONE: func(m *Machine, u *uop.Inst) (verdict, error) {
			if *frame.Top(m.sp) != object.None {
				return leave, nil
			}
			return truth(m, u)
		},
		cpython.TO_BOOL_LIST: truth, cpython.TO_BOOL_STR: truth, cpython.TO_BOOL: truth,
		cpython.REPLACE_WITH_TRUE: func(m *Machine, _ *uop.Inst) (verdict, error) { *frame.Top(m.sp) = object.True; return goOn, nil },

		cpython.BINARY_OP_SUBSCR_LIST_INT: subscript, cpython.BINARY_OP_SUBSCR_TUPLE_INT: subscript, cpython.BINARY_OP_SUBSCR_STR_INT: subscript,
		cpython.BINARY_OP_SUBSCR_DICT: binary(object.Subscr), cpython.BINARY_OP_SUBSCR_LIST_SLICE: binary(object.Subscr),
		cpython.BINARY_SLICE: func(m *Machine, _ *uop.Inst) (verdict, error) {
			r, err := m.h.GetSlice(*frame.Third(m.sp), *frame.Second(m.sp), *frame.Top(m.sp), object.None)
			return m.result(3, r, err)
		},
		cpython.STORE_SUBSCR_LIST_INT: func(m *Machine, u *uop.Inst) (verdict, error) {
			if !inRange(u, *frame.Top(m.sp), m.h.ListLen(*frame.Second(m.sp))) {
				return leave, nil
			}
			return storeSubscript(m, u)
		},
		cpython.STORE_SUBSCR: storeSubscript, cpython.STORE_SUBSCR_DICT: storeSubscript,
		cpython.DELETE_SUBSCR: special(pyguest.DelItem),
		cpython.STORE_SLICE: func(m *Machine, _ *uop.Inst) (verdict, error) {
			err := m.vm.SetSlice(*frame.Third(m.sp), *frame.Second(m.sp), *frame.Top(m.sp), object.None, *frame.Slot(m.sp, -4))
			if err == nil {
				m.drop(4)
			}
			return goOn, err
		},
		cpython.BUILD_LIST: func(m *Machine, u *uop.Inst) (verdict, error) {
			return m.result(int(u.Oparg), m.h.NewList(m.args(int(u.Oparg))...), nil)
		},
		cpython.BUILD_TUPLE: func(m *Machine, u *uop.Inst) (verdict, error) {
			return m.result(int(u.Oparg), m.h.NewTuple(m.args(int(u.Oparg))...), nil)
		},
		cpython.BUILD_SET: display(pycode.BUILD_SET), cpython.BUILD_MAP: display(pycode.BUILD_MAP), cpython.BUILD_STRING: display(pycode.BUILD_STRING),
		cpython.BUILD_SLICE: display(pycode.BUILD_SLICE), cpython.LIST_EXTEND: display(pycode.LIST_EXTEND), cpython.SET_ADD: display(pycode.SET_ADD),
		cpython.SET_UPDATE: display(pycode.SET_UPDATE), cpython.MAP_ADD: display(pycode.MAP_ADD), cpython.DICT_UPDATE: display(pycode.DICT_UPDATE),
		cpython.DICT_MERGE: display(pycode.DICT_MERGE), cpython.FORMAT_SIMPLE: special(pyguest.Format),
		cpython.FORMAT_WITH_SPEC: display(pycode.FORMAT_WITH_SPEC), cpython.CONVERT_VALUE: convert,
		cpython.LIST_APPEND: func(m *Machine, u *uop.Inst) (verdict, error) {
			m.h.ListAppend(*frame.Slot(m.sp, -1-int(u.Oparg)), *frame.Top(m.sp))
			m.drop(1)
			return goOn, nil
		},

		cpython.MATCH_SEQUENCE: func(m *Machine, _ *uop.Inst) (verdict, error) {
			m.push(object.Bool(m.h.MatchesSequence(*frame.Top(m.sp))))
			return goOn, nil
		},
		cpython.MATCH_MAPPING: func(m *Machine, _ *uop.Inst) (verdict, error) {
			m.push(object.Bool(m.h.MatchesMapping(*frame.Top(m.sp))))
			return goOn, nil
		},
		cpython.MATCH_KEYS: func(m *Machine, _ *uop.Inst) (verdict, error) {
			v, err := m.h.MatchKeys(*frame.Second(m.sp), *frame.Top(m.sp))
			return m.result(0, v, err)
		},
		cpython.MATCH_CLASS: func(m *Machine, u *uop.Inst) (verdict, error) {
			v, err := m.h.MatchClass(*frame.Third(m.sp), *frame.Second(m.sp), int(u.Oparg), *frame.Top(m.sp))
			if err == nil && u.Operand0 == pyguest.MatchBranches {
				*m.clock += 2 // the copy and the branch
			}
			return m.result(3, v, err)
		},
		cpython.GET_LEN: func(m *Machine, _ *uop.Inst) (verdict, error) {
			n, err := m.h.Len(*frame.Top(m.sp))
			return m.result(0, m.h.Int(int64(n)), err)
		},

		cpython.GET_ITER: special(pyguest.Iter),
		cpython.FOR_ITER_TIER_TWO: func(m *Machine, _ *uop.Inst) (verdict, error) {
			v, err := m.h.Next(*frame.Top(m.sp))
			if err != nil {
				return goOn, err
			}
			if v == object.Null {
				return leave, nil
			}
			m.push(v)
			return goOn, nil
		},
		cpython.ITER_CHECK_RANGE: tos(object.RangeIterType), cpython.ITER_CHECK_LIST: tos(object.ListIterType), cpython.ITER_CHECK_TUPLE: tos(object.TupleIterType),
		cpython.GUARD_NOT_EXHAUSTED_RANGE: func(m *Machine, _ *uop.Inst) (verdict, error) {
			it := *frame.Top(m.sp)
			return check(m.h.Word(it, object.OffRangeIterNext) != m.h.Word(it, object.OffRangeIterEnd))
		},
		cpython.GUARD_NOT_EXHAUSTED_LIST: notExhausted((*object.Heap).ListLen), cpython.GUARD_NOT_EXHAUSTED_TUPLE: notExhausted((*object.Heap).TupleLen),
		cpython.ITER_NEXT_RANGE: next, cpython.ITER_NEXT_LIST_TIER_TWO: next, cpython.ITER_NEXT_TUPLE: next,
		cpython.UNPACK_SEQUENCE_TWO_TUPLE: unpack, cpython.UNPACK_SEQUENCE_TUPLE: unpack, cpython.UNPACK_SEQUENCE_LIST: unpack,
		cpython.UNPACK_SEQUENCE: func(m *Machine, u *uop.Inst) (verdict, error) {
			t, err := m.h.UnpackIterable(*frame.Top(m.sp), int(u.Oparg))
			if err == nil {
				m.sp = frame.PushReversed(unsafe.Add(m.sp, -8), m.h.TupleItems(t))
			}
			return goOn, err
		},
	} {
		table[id] = f
	}
	table[cpython.INTERPRET] = func(m *Machine, u *uop.Inst) (verdict, error) {
		m.save(m.pc)
		next, err := m.vm.Interpret(uint8(u.Operand0), int(u.Oparg), int(u.Operand1))
		if err != nil {
			return goOn, err
		}
		m.fp = unsafe.Add(unsafe.Pointer(nil), uintptr(next))
		return done, nil
	}
	initNames()
	initExceptions()
	initAttributes()
	variants := func(id uop.ID, names ...uop.ID) {
		for i, v := range names {
			f := table[id]
			table[v] = func(m *Machine, u *uop.Inst) (verdict, error) {
				w := *u
				w.Oparg = uint32(i)
				return f(m, &w)
			}
		}
	}
	variants(cpython.LOAD_SMALL_INT, cpython.LOAD_SMALL_INT_0, cpython.LOAD_SMALL_INT_1, cpython.LOAD_SMALL_INT_2, cpython.LOAD_SMALL_INT_3)
}

func contains(m *Machine, u *uop.Inst) (verdict, error) {
	if u.Oparg == 0 {
		return special(pyguest.Contains)(m, u)
	}
	return special(pyguest.NotContains)(m, u)
}
