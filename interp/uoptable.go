package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// displayOp is an instruction whose code tier 1 has in its table of displays.
type displayOp = pycode.Op

func nop(*machine, *uop.Inst) (verdict, error) { return goOn, nil }

func loadFastUop(m *machine, u *uop.Inst) (verdict, error) {
	m.push(*local(m.fp, int(u.Oparg)))
	return goOn, nil
}

// loadShareUop loads a local that may own its str.
func loadShareUop(m *machine, u *uop.Inst) (verdict, error) {
	m.push(*local(m.fp, int(u.Oparg)))
	if m.code.Owners != nil {
		m.vm.share(*top(m.sp))
	}
	return goOn, nil
}

func storeFastUop(m *machine, u *uop.Inst) (verdict, error) {
	m.drop(1)
	*local(m.fp, int(u.Oparg)) = *slot(m.sp, 0)
	return goOn, nil
}

func popUop(m *machine, _ *uop.Inst) (verdict, error) { m.drop(1); return goOn, nil }

// uopFuncs has what each micro-op does; nil for those that traces of this VM
// never hold.
var uopFuncs [600]uopFunc

func init() {
	for id, f := range map[uop.ID]uopFunc{
		cpython.NOP: nop, cpython.START_EXECUTOR: nop, cpython.MAKE_WARM: nop, cpython.CHECK_PEP_523: nop,
		cpython.CHECK_FUNCTION_EXACT_ARGS: nop, cpython.CHECK_STACK_SPACE: nop, cpython.CHECK_IS_NOT_PY_CALLABLE: nop,
		cpython.CHECK_VALIDITY: func(m *machine, u *uop.Inst) (verdict, error) { return check(!m.ex.Invalid) },
		cpython.SET_IP: func(m *machine, u *uop.Inst) (verdict, error) {
			m.pc = u.Target
			m.vm.ip = uintptr(unsafe.Pointer(&m.code.Live[u.Target])) // for what looks at frames
			m.vm.tier.Table.Stats.Bytecodes++
			return goOn, nil
		},
		cpython.CHECK_PERIODIC: budgetUop, cpython.RESUME_CHECK: budgetUop,

		cpython.LOAD_FAST: loadShareUop, cpython.LOAD_FAST_BORROW: loadFastUop, cpython.STORE_FAST: storeFastUop,
		cpython.LOAD_FAST_CHECK: func(m *machine, u *uop.Inst) (verdict, error) {
			v := *local(m.fp, int(u.Oparg))
			if v == object.Null {
				return goOn, m.vm.unboundLocal(m.code, int(u.Oparg))
			}
			return loadShareUop(m, u)
		},
		cpython.LOAD_FAST_AND_CLEAR: func(m *machine, u *uop.Inst) (verdict, error) {
			if _, err := loadShareUop(m, u); err != nil {
				return goOn, err
			}
			*local(m.fp, int(u.Oparg)) = object.Null
			return goOn, nil
		},
		cpython.LOAD_CONST: func(m *machine, u *uop.Inst) (verdict, error) { m.push(m.code.ConstValues[u.Oparg]); return goOn, nil },
		cpython.LOAD_SMALL_INT: func(m *machine, u *uop.Inst) (verdict, error) {
			m.push(object.SmallInt(int64(u.Oparg)))
			return goOn, nil
		},
		cpython.LOAD_COMMON_CONSTANT: func(m *machine, u *uop.Inst) (verdict, error) {
			m.push(m.vm.commonConstant(int(u.Oparg)))
			return goOn, nil
		},
		cpython.POP_TOP: popUop, cpython.POP_ITER: popUop, cpython.END_FOR: popUop,
		cpython.PUSH_NULL: func(m *machine, _ *uop.Inst) (verdict, error) { m.push(object.Null); return goOn, nil },
		cpython.PUSH_NULL_CONDITIONAL: func(m *machine, u *uop.Inst) (verdict, error) {
			if u.Oparg&1 != 0 {
				m.push(object.Null)
			}
			return goOn, nil
		},
		cpython.COPY: func(m *machine, u *uop.Inst) (verdict, error) { m.push(*slot(m.sp, -int(u.Oparg))); return goOn, nil },
		cpython.SWAP: func(m *machine, u *uop.Inst) (verdict, error) {
			a, b := top(m.sp), slot(m.sp, -int(u.Oparg))
			*a, *b = *b, *a
			return goOn, nil
		},

		cpython.GUARD_TOS_INT:   func(m *machine, _ *uop.Inst) (verdict, error) { return check(m.vm.isI64(*top(m.sp))) },
		cpython.GUARD_NOS_INT:   func(m *machine, _ *uop.Inst) (verdict, error) { return check(m.vm.isI64(*second(m.sp))) },
		cpython.GUARD_TOS_FLOAT: tos(object.FloatType), cpython.GUARD_NOS_FLOAT: nos(object.FloatType),
		cpython.GUARD_TOS_UNICODE: tos(object.StrType), cpython.GUARD_NOS_UNICODE: nos(object.StrType),
		cpython.GUARD_TOS_LIST: tos(object.ListType), cpython.GUARD_NOS_LIST: nos(object.ListType),
		cpython.GUARD_TOS_TUPLE: tos(object.TupleType), cpython.GUARD_NOS_TUPLE: nos(object.TupleType),
		cpython.GUARD_TOS_DICT: tos(object.DictType), cpython.GUARD_NOS_DICT: nos(object.DictType),
		cpython.GUARD_TOS_SLICE: tos(object.SliceType),
		cpython.GUARD_TOS_ANY_SET: func(m *machine, _ *uop.Inst) (verdict, error) {
			t := m.h.TypeID(*top(m.sp))
			return check(t == object.SetType || t == object.FrozenSetType)
		},
		cpython.GUARD_NOS_NULL:     func(m *machine, _ *uop.Inst) (verdict, error) { return check(*second(m.sp) == object.Null) },
		cpython.GUARD_NOS_NOT_NULL: func(m *machine, _ *uop.Inst) (verdict, error) { return check(*second(m.sp) != object.Null) },
		cpython.GUARD_THIRD_NULL:   func(m *machine, _ *uop.Inst) (verdict, error) { return check(*third(m.sp) == object.Null) },

		cpython.BINARY_OP_ADD_INT: binaryUop(object.Add), cpython.BINARY_OP_SUBTRACT_INT: binaryUop(object.Subtract),
		cpython.BINARY_OP_MULTIPLY_INT: binaryUop(object.Multiply), cpython.BINARY_OP_ADD_FLOAT: binaryUop(object.Add),
		cpython.BINARY_OP_SUBTRACT_FLOAT: binaryUop(object.Subtract), cpython.BINARY_OP_MULTIPLY_FLOAT: binaryUop(object.Multiply),
		cpython.BINARY_OP_ADD_UNICODE: binaryUop(object.Add),
		cpython.BINARY_OP_INPLACE_ADD_UNICODE: func(m *machine, u *uop.Inst) (verdict, error) {
			if *local(m.fp, int(u.Operand0)) != *second(m.sp) {
				return leave, nil
			}
			concat := m.h.StrConcat
			if m.code.Owners != nil && m.code.Owners[u.Operand0] {
				concat = m.h.StrAppend
			}
			*local(m.fp, int(u.Operand0)) = concat(*second(m.sp), *top(m.sp))
			m.drop(2)
			m.vm.tier.Table.Stats.Bytecodes++ // the STORE_FAST behind it
			return goOn, nil
		},
		cpython.GUARD_BINARY_OP_EXTEND: func(m *machine, u *uop.Inst) (verdict, error) {
			return check(extensionOf(u).Accepts(m.h, *second(m.sp), *top(m.sp)))
		},
		cpython.BINARY_OP_EXTEND: func(m *machine, u *uop.Inst) (verdict, error) {
			r, err := extensionOf(u).Fn(m.h, *second(m.sp), *top(m.sp))
			return m.result(2, r, err)
		},
		cpython.BINARY_OP: func(m *machine, u *uop.Inst) (verdict, error) {
			r, err := m.vm.binary(int(u.Oparg), *second(m.sp), *top(m.sp))
			return m.result(2, r, err)
		},
		cpython.UNARY_NEGATIVE: func(m *machine, _ *uop.Inst) (verdict, error) {
			r, err := m.vm.unary(object.Negative, *top(m.sp))
			return m.result(1, r, err)
		},
		cpython.UNARY_INVERT: func(m *machine, _ *uop.Inst) (verdict, error) {
			r, err := m.vm.unary(object.Invert, *top(m.sp))
			return m.result(1, r, err)
		},
		cpython.UNARY_NOT: func(m *machine, _ *uop.Inst) (verdict, error) {
			*top(m.sp) = object.Bool(*top(m.sp) == object.False)
			return goOn, nil
		},
		cpython.COMPARE_OP_INT: compareUop, cpython.COMPARE_OP_FLOAT: compareUop, cpython.COMPARE_OP_STR: compareUop, cpython.COMPARE_OP: compareUop,
		cpython.CONTAINS_OP: containsUop, cpython.CONTAINS_OP_DICT: containsUop, cpython.CONTAINS_OP_SET: containsUop,
		cpython.IS_OP: func(m *machine, u *uop.Inst) (verdict, error) {
			return m.result(2, object.Bool((*second(m.sp) == *top(m.sp)) == (u.Oparg == 0)), nil)
		},
		cpython.IS_NONE: func(m *machine, _ *uop.Inst) (verdict, error) {
			*top(m.sp) = object.Bool(*top(m.sp) == object.None)
			return goOn, nil
		},
		cpython.TO_BOOL_BOOL: tos(object.BoolType),
		cpython.TO_BOOL_INT: func(m *machine, u *uop.Inst) (verdict, error) {
			if !m.vm.isI64(*top(m.sp)) {
				return leave, nil
			}
			return truthUop(m, u)
		},
		cpython.TO_BOOL_NONE: func(m *machine, u *uop.Inst) (verdict, error) {
			if *top(m.sp) != object.None {
				return leave, nil
			}
			return truthUop(m, u)
		},
		cpython.TO_BOOL_LIST: truthUop, cpython.TO_BOOL_STR: truthUop, cpython.TO_BOOL: truthUop,
		cpython.REPLACE_WITH_TRUE: func(m *machine, _ *uop.Inst) (verdict, error) { *top(m.sp) = object.True; return goOn, nil },

		cpython.BINARY_OP_SUBSCR_LIST_INT: subscriptUop, cpython.BINARY_OP_SUBSCR_TUPLE_INT: subscriptUop, cpython.BINARY_OP_SUBSCR_STR_INT: subscriptUop,
		cpython.BINARY_OP_SUBSCR_DICT: binaryUop(object.Subscr), cpython.BINARY_OP_SUBSCR_LIST_SLICE: binaryUop(object.Subscr),
		cpython.BINARY_SLICE: func(m *machine, _ *uop.Inst) (verdict, error) {
			r, err := m.vm.binarySlice(*third(m.sp), *second(m.sp), *top(m.sp))
			return m.result(3, r, err)
		},
		cpython.STORE_SUBSCR_LIST_INT: func(m *machine, u *uop.Inst) (verdict, error) {
			if k := *top(m.sp); !k.IsSmall() || uint64(k.Small()) >= uint64(m.h.ListLen(*second(m.sp))) {
				return leave, nil
			}
			return storeSubscriptUop(m, u)
		},
		cpython.STORE_SUBSCR: storeSubscriptUop, cpython.STORE_SUBSCR_DICT: storeSubscriptUop,
		cpython.DELETE_SUBSCR: func(m *machine, _ *uop.Inst) (verdict, error) {
			err := m.h.DelItem(*second(m.sp), *top(m.sp))
			if err == nil {
				m.drop(2)
			}
			return goOn, err
		},
		cpython.STORE_SLICE: func(m *machine, _ *uop.Inst) (verdict, error) {
			err := m.h.SetSlice(*third(m.sp), *second(m.sp), *top(m.sp), object.None, *slot(m.sp, -4))
			if err == nil {
				m.drop(4)
			}
			return goOn, err
		},
		cpython.BUILD_LIST: func(m *machine, u *uop.Inst) (verdict, error) {
			return m.result(int(u.Oparg), m.h.NewList(m.args(int(u.Oparg))...), nil)
		},
		cpython.BUILD_TUPLE: func(m *machine, u *uop.Inst) (verdict, error) {
			return m.result(int(u.Oparg), m.h.NewTuple(m.args(int(u.Oparg))...), nil)
		},
		cpython.BUILD_SET: displayUop(pycode.BUILD_SET), cpython.BUILD_MAP: displayUop(pycode.BUILD_MAP), cpython.BUILD_STRING: displayUop(pycode.BUILD_STRING),
		cpython.BUILD_SLICE: displayUop(pycode.BUILD_SLICE), cpython.LIST_EXTEND: displayUop(pycode.LIST_EXTEND), cpython.SET_ADD: displayUop(pycode.SET_ADD),
		cpython.SET_UPDATE: displayUop(pycode.SET_UPDATE), cpython.MAP_ADD: displayUop(pycode.MAP_ADD), cpython.DICT_UPDATE: displayUop(pycode.DICT_UPDATE),
		cpython.DICT_MERGE: displayUop(pycode.DICT_MERGE), cpython.FORMAT_SIMPLE: displayUop(pycode.FORMAT_SIMPLE),
		cpython.FORMAT_WITH_SPEC: displayUop(pycode.FORMAT_WITH_SPEC), cpython.CONVERT_VALUE: displayUop(pycode.CONVERT_VALUE),
		cpython.LIST_APPEND: func(m *machine, u *uop.Inst) (verdict, error) {
			m.h.ListAppend(*slot(m.sp, -1-int(u.Oparg)), *top(m.sp))
			m.drop(1)
			return goOn, nil
		},

		cpython.MATCH_SEQUENCE: func(m *machine, _ *uop.Inst) (verdict, error) {
			m.push(object.Bool(m.h.MatchesSequence(*top(m.sp))))
			return goOn, nil
		},
		cpython.MATCH_MAPPING: func(m *machine, _ *uop.Inst) (verdict, error) {
			m.push(object.Bool(m.h.MatchesMapping(*top(m.sp))))
			return goOn, nil
		},
		cpython.MATCH_KEYS: func(m *machine, _ *uop.Inst) (verdict, error) {
			v, err := m.h.MatchKeys(*second(m.sp), *top(m.sp))
			return m.result(0, v, err)
		},
		cpython.MATCH_CLASS: func(m *machine, u *uop.Inst) (verdict, error) {
			v, err := m.h.MatchClass(*third(m.sp), *second(m.sp), int(u.Oparg), *top(m.sp))
			return m.result(3, v, err)
		},
		cpython.GET_LEN: func(m *machine, _ *uop.Inst) (verdict, error) {
			n, err := m.h.Len(*top(m.sp))
			return m.result(0, m.h.Int(int64(n)), err)
		},

		cpython.GET_ITER: func(m *machine, _ *uop.Inst) (verdict, error) {
			it, err := m.h.Iter(*top(m.sp))
			return m.result(1, it, err)
		},
		cpython.FOR_ITER_TIER_TWO: func(m *machine, _ *uop.Inst) (verdict, error) {
			v, err := m.h.Next(*top(m.sp))
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
		cpython.GUARD_NOT_EXHAUSTED_RANGE: func(m *machine, _ *uop.Inst) (verdict, error) {
			return check(m.h.Word(*top(m.sp), object.OffRangeIterLeft) != 0)
		},
		cpython.GUARD_NOT_EXHAUSTED_LIST: notExhausted(object.OffListLen), cpython.GUARD_NOT_EXHAUSTED_TUPLE: notExhausted(object.OffTupleLen),
		cpython.ITER_NEXT_RANGE: nextUop, cpython.ITER_NEXT_LIST_TIER_TWO: nextUop, cpython.ITER_NEXT_TUPLE: nextUop,
		cpython.UNPACK_SEQUENCE_TWO_TUPLE: unpackUop, cpython.UNPACK_SEQUENCE_TUPLE: unpackUop, cpython.UNPACK_SEQUENCE_LIST: unpackUop,
		cpython.UNPACK_SEQUENCE: func(m *machine, u *uop.Inst) (verdict, error) {
			t, err := m.h.UnpackIterable(*top(m.sp), int(u.Oparg))
			if err == nil {
				m.sp = frame.PushReversed(unsafe.Add(m.sp, -8), m.h.TupleItems(t))
			}
			return goOn, err
		},
	} {
		uopFuncs[id] = f
	}
	uopFuncs[cpython.INTERPRET] = func(m *machine, u *uop.Inst) (verdict, error) {
		m.save(m.pc)
		next, err := m.vm.interpret(m.fp, pycode.Op(uint8(u.Operand0)), int(u.Oparg), int(u.Operand1))
		if err != nil {
			return goOn, err
		}
		m.fp = next
		return done, nil
	}
	initNameUops()
	initRaiseUops()
	initAttrUops()
	variants := func(id uop.ID, names ...uop.ID) {
		for i, v := range names {
			f := uopFuncs[id]
			uopFuncs[v] = func(m *machine, u *uop.Inst) (verdict, error) {
				w := *u
				w.Oparg = uint32(i)
				return f(m, &w)
			}
		}
	}
	variants(cpython.LOAD_SMALL_INT, cpython.LOAD_SMALL_INT_0, cpython.LOAD_SMALL_INT_1, cpython.LOAD_SMALL_INT_2, cpython.LOAD_SMALL_INT_3)
}

func containsUop(m *machine, u *uop.Inst) (verdict, error) {
	in, err := m.h.Contains(*top(m.sp), *second(m.sp))
	return m.result(2, object.Bool(in == (u.Oparg == 0)), err)
}
