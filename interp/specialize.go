package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// Each function here looks at the operands of a base instruction whose inline
// cache is at ip and rewrites it to the member that fits, or counts why none
// does. The conditions follow CPython's Python/specialize.c, with what our
// members accept.

func (vm *VM) specializeBinaryOp(ip unsafe.Pointer, arg int, a, b object.Value) {
	op := object.BinaryOp(arg)
	if op == object.Subscr {
		vm.specializeSubscr(ip, a, b)
		return
	}
	h := vm.heap
	ta, tb := h.TypeID(a), h.TypeID(b)
	plain := op.Plain()
	switch {
	case ta == object.IntType && tb == object.IntType:
		if m, ok := intMembers[plain]; ok && vm.fitI64(plain, a, b) {
			vm.specialized(ip, famBinaryOp, m)
			return
		}
	case ta == object.FloatType && tb == object.FloatType:
		if m, ok := floatMembers[plain]; ok {
			vm.specialized(ip, famBinaryOp, m)
			return
		}
	case ta == object.StrType && tb == object.StrType && plain == object.Add:
		next := pycode.Op(unit(ip, 5))
		if next == pycode.STORE_FAST {
			if i := int(unit(ip, 5) >> 8); *local(vm.fp, i) == a {
				vm.own(vm.codes[frameCode(vm.fp)], i)
				vm.specialized(ip, famBinaryOp, pycode.BINARY_OP_INPLACE_ADD_UNICODE)
				return
			}
		}
		vm.specialized(ip, famBinaryOp, pycode.BINARY_OP_ADD_UNICODE)
		return
	}
	if i := pyguest.FindExtension(h, plain, a, b); i >= 0 {
		*(*uint16)(skip(ip, 1)) = uint16(i)
		vm.specialized(ip, famBinaryOp, pycode.BINARY_OP_EXTEND)
		return
	}
	vm.refused(ip, famBinaryOp, failTypes)
}

var intMembers = map[object.BinaryOp]pycode.Op{
	object.Add: pycode.BINARY_OP_ADD_INT, object.Subtract: pycode.BINARY_OP_SUBTRACT_INT, object.Multiply: pycode.BINARY_OP_MULTIPLY_INT,
}

var floatMembers = map[object.BinaryOp]pycode.Op{
	object.Add: pycode.BINARY_OP_ADD_FLOAT, object.Subtract: pycode.BINARY_OP_SUBTRACT_FLOAT, object.Multiply: pycode.BINARY_OP_MULTIPLY_FLOAT,
}

func (vm *VM) specializeSubscr(ip unsafe.Pointer, v, key object.Value) {
	h := vm.heap
	small := key.IsSmall() && key.Small() >= 0
	switch t := h.TypeID(v); {
	case t == object.ListType && small:
		vm.specialized(ip, famBinaryOp, pycode.BINARY_OP_SUBSCR_LIST_INT)
	case t == object.ListType && h.Is(key, object.SliceType):
		vm.specialized(ip, famBinaryOp, pycode.BINARY_OP_SUBSCR_LIST_SLICE)
	case t == object.TupleType && small:
		vm.specialized(ip, famBinaryOp, pycode.BINARY_OP_SUBSCR_TUPLE_INT)
	case t == object.StrType && small:
		vm.specialized(ip, famBinaryOp, pycode.BINARY_OP_SUBSCR_STR_INT)
	case t == object.DictType:
		vm.specialized(ip, famBinaryOp, pycode.BINARY_OP_SUBSCR_DICT)
	default:
		vm.specializeGetItem(ip, h.TypeOf(v))
	}
}

// specializeGetItem specializes BINARY_OP for a subscript of an instance of a class with
// __getitem__ in Python. The inline cache has the versions of the type and the function.
func (vm *VM) specializeGetItem(ip unsafe.Pointer, t *object.Type) {
	h := vm.heap
	f := t.ItemGetter()
	if !t.Made() || f == object.Null || !h.Is(f, object.FunctionType) {
		vm.refused(ip, famBinaryOp, failTypes)
		return
	}
	code := vm.codes[h.Half(f, object.OffFuncCode)]
	version := h.Half(f, object.OffFuncVersion)
	switch {
	case !code.Takes(2):
		vm.refused(ip, famBinaryOp, failArguments)
	case t.Version() == 0 || version == 0:
		vm.refused(ip, famBinaryOp, failOutOfVersions)
	default:
		adaptive.SetU32(ip, 1, t.Version())
		adaptive.SetU32(ip, 3, version)
		vm.specialized(ip, famBinaryOp, pycode.BINARY_OP_SUBSCR_GETITEM)
	}
}

func (vm *VM) specializeCompareOp(ip unsafe.Pointer, a, b object.Value) {
	h := vm.heap
	ta, tb := h.TypeID(a), h.TypeID(b)
	op := object.CompareOp(unit(ip, -1) >> 8 >> 5)
	switch {
	case ta != tb:
		vm.noteNumbers(ip, a, b)
		vm.refused(ip, famCompareOp, failTypes)
	case ta == object.IntType && vm.bothI64(a, b):
		vm.specialized(ip, famCompareOp, pycode.COMPARE_OP_INT)
	case ta == object.IntType:
		vm.refused(ip, famCompareOp, failBigInt)
	case ta == object.FloatType:
		vm.specialized(ip, famCompareOp, pycode.COMPARE_OP_FLOAT)
	case ta == object.StrType && (op == object.EQ || op == object.NE):
		vm.specialized(ip, famCompareOp, pycode.COMPARE_OP_STR)
	default:
		vm.refused(ip, famCompareOp, failTypes)
	}
}

func (vm *VM) specializeContainsOp(ip unsafe.Pointer, c object.Value) {
	switch vm.heap.TypeID(c) {
	case object.DictType:
		vm.specialized(ip, famContainsOp, pycode.CONTAINS_OP_DICT)
	case object.SetType, object.FrozenSetType:
		vm.specialized(ip, famContainsOp, pycode.CONTAINS_OP_SET)
	default:
		vm.refused(ip, famContainsOp, failTypes)
	}
}

var truthMembers = map[object.TypeID]pycode.Op{
	object.BoolType: pycode.TO_BOOL_BOOL, object.NoneType: pycode.TO_BOOL_NONE,
	object.ListType: pycode.TO_BOOL_LIST, object.StrType: pycode.TO_BOOL_STR,
}

func (vm *VM) specializeToBool(ip unsafe.Pointer, v object.Value) {
	h := vm.heap
	t := h.TypeID(v)
	if m, ok := truthMembers[t]; ok {
		vm.specialized(ip, famToBool, m)
		return
	}
	if t == object.IntType {
		vm.specialized(ip, famToBool, pycode.TO_BOOL_INT)
		return
	}
	if d := h.Type(t); v.IsRef() && d.Slots.Bool == nil && d.Len == nil && d.Version() != 0 {
		adaptive.SetU32(ip, 1, d.Version())
		vm.specialized(ip, famToBool, pycode.TO_BOOL_ALWAYS_TRUE)
		return
	}
	vm.refused(ip, famToBool, failTypes)
}

func (vm *VM) specializeUnpack(ip unsafe.Pointer, n int, v object.Value) {
	h := vm.heap
	switch {
	case h.Is(v, object.TupleType) && h.TupleLen(v) != n, h.Is(v, object.ListType) && h.ListLen(v) != n:
		vm.refused(ip, famUnpack, failExpectedError)
	case h.Is(v, object.TupleType) && n == 2:
		vm.specialized(ip, famUnpack, pycode.UNPACK_SEQUENCE_TWO_TUPLE)
	case h.Is(v, object.TupleType):
		vm.specialized(ip, famUnpack, pycode.UNPACK_SEQUENCE_TUPLE)
	case h.Is(v, object.ListType):
		vm.specialized(ip, famUnpack, pycode.UNPACK_SEQUENCE_LIST)
	default:
		vm.refused(ip, famUnpack, failTypes)
	}
}

func (vm *VM) specializeStoreSubscr(ip unsafe.Pointer, v, key object.Value) {
	h := vm.heap
	switch {
	case h.Is(v, object.ListType) && key.IsSmall() && uint64(key.Small()) < uint64(h.ListLen(v)):
		vm.specialized(ip, famStoreSubscr, pycode.STORE_SUBSCR_LIST_INT)
	case h.Is(v, object.DictType):
		vm.specialized(ip, famStoreSubscr, pycode.STORE_SUBSCR_DICT)
	default:
		vm.refused(ip, famStoreSubscr, failTypes)
	}
}

// specializeLoadGlobal remembers where in which version of the dict's keys the
// name stands.
func (vm *VM) specializeLoadGlobal(ip, fp unsafe.Pointer, code *Code, arg int) {
	h := vm.heap
	f := *slot(fp, object.FrameSlots/8)
	name := code.NameValues[arg>>1]
	globals, builtins := h.Field(f, object.OffFuncGlobals), h.Field(f, object.OffFuncBuiltins)
	if !h.Is(globals, object.DictType) {
		vm.refused(ip, famLoadGlobal, failKind)
		return
	}
	gv := h.DictKeysVersion(globals)
	if gv == 0 || gv > 0xFFFF {
		vm.refused(ip, famLoadGlobal, failOutOfVersions)
		return
	}
	if i := h.DictIndexStr(globals, name); i >= 0 {
		if i > 0xFFFF {
			vm.refused(ip, famLoadGlobal, failSize)
			return
		}
		*(*uint16)(skip(ip, 1)), *(*uint16)(skip(ip, 3)) = uint16(gv), uint16(i)
		vm.specialized(ip, famLoadGlobal, pycode.LOAD_GLOBAL_MODULE)
		return
	}
	i := h.DictIndexStr(builtins, name)
	bv := h.DictKeysVersion(builtins)
	switch {
	case i < 0:
		vm.refused(ip, famLoadGlobal, failNotFound)
	case i > 0xFFFF || bv == 0 || bv > 0xFFFF:
		vm.refused(ip, famLoadGlobal, failOutOfVersions)
	default:
		*(*uint16)(skip(ip, 1)), *(*uint16)(skip(ip, 2)), *(*uint16)(skip(ip, 3)) = uint16(gv), uint16(bv), uint16(i)
		vm.specialized(ip, famLoadGlobal, pycode.LOAD_GLOBAL_BUILTIN)
	}
}

func (vm *VM) specializeLoadAttr(ip unsafe.Pointer, code *Code, arg int, v object.Value) {
	h := vm.heap
	name := code.NameValues[arg>>1]
	if h.Is(v, object.ModuleType) {
		d := h.Field(v, object.OffModuleDict)
		i, ver := h.DictIndexStr(d, name), h.DictKeysVersion(d)
		switch {
		case i < 0:
			vm.refused(ip, famLoadAttr, failNotFound)
		case ver == 0:
			vm.refused(ip, famLoadAttr, failOutOfVersions)
		case i > 0xFFFF:
			vm.refused(ip, famLoadAttr, failSize)
		default:
			adaptive.SetU32(ip, 1, ver)
			*(*uint16)(skip(ip, 3)) = uint16(i)
			vm.specialized(ip, famLoadAttr, pycode.LOAD_ATTR_MODULE)
		}
		return
	}
	if t := h.TypeOf(v); t.Layout() == object.TypeType {
		vm.specializeTypeAttr(ip, name, v)
		return
	} else if t.Made() {
		vm.specializeInstanceAttr(ip, name, arg&1 != 0, v)
		return
	}
	if arg&1 == 0 {
		vm.refused(ip, famLoadAttr, failKind)
		return
	}
	f, bound := h.LookupMethod(v, name)
	if f == object.Null || bound || h.TypeID(v) >= object.FirstFreeType {
		vm.refused(ip, famLoadAttr, failKind)
		return
	}
	// A builtin type's id stands for its version: its attributes never change.
	adaptive.SetU32(ip, 1, uint32(h.TypeID(v)))
	adaptive.SetU32(ip, 5, uint32(f))
	adaptive.SetU32(ip, 7, uint32(uint64(f)>>32))
	vm.specialized(ip, famLoadAttr, pycode.LOAD_ATTR_METHOD_NO_DICT)
}

func (vm *VM) specializeForIter(ip unsafe.Pointer, it object.Value) {
	switch vm.heap.TypeID(it) {
	case object.RangeIterType:
		vm.specialized(ip, famForIter, pycode.FOR_ITER_RANGE)
	case object.ListIterType:
		vm.specialized(ip, famForIter, pycode.FOR_ITER_LIST)
	case object.TupleIterType:
		vm.specialized(ip, famForIter, pycode.FOR_ITER_TUPLE)
	case object.GeneratorType:
		vm.specialized(ip, famForIter, pycode.FOR_ITER_GEN)
	default:
		see := vm.sight(ip)
		see.Shape, see.Next = pyguest.IterShape(vm.heap, it), vm.nextVersion(it)
		vm.refused(ip, famForIter, failTypes)
	}
}

func (vm *VM) specializeSend(ip unsafe.Pointer, it object.Value) {
	if !vm.heap.Is(it, object.GeneratorType) {
		vm.refused(ip, famSend, failTypes)
		return
	}
	vm.specialized(ip, famSend, pycode.SEND_GEN)
}

// specializeCall looks at a call of f with self in front of nargs arguments, the
// first of which is given; if there are none it is a dead word, not to be looked at.
func (vm *VM) specializeCall(ip unsafe.Pointer, nargs int, f, self, first object.Value) {
	h := vm.heap
	if _, ok := vm.drivers.of[f]; ok && nargs > 0 && h.Is(first, object.GeneratorType) {
		vm.specializeCallable(ip, f)
		return
	}
	if f == vm.nextBuiltin || f == vm.generatorNext || f == vm.generatorSend { // see resumes
		if h.Is(self, object.GeneratorType) || nargs == 1 && h.Is(first, object.GeneratorType) {
			vm.sight(ip).Resumes = true
		}
		vm.specializeCallable(ip, f)
		return
	}
	if self != object.Null && h.Is(f, object.MethodDescType) {
		vm.specializeMethodCall(ip, nargs, f, self)
		return
	}
	bound := false
	if self == object.Null && h.Is(f, object.BoundMethodType) {
		f, bound = h.Field(f, object.OffMethodFunc), true
	}
	switch h.TypeID(f) {
	case object.FunctionType:
		n := nargs
		if self != object.Null || bound {
			n++
		}
		vm.specializePyCall(ip, n, f, bound)
	case object.BuiltinType:
		vm.specializeBuiltinCall(ip, nargs, f, self)
	case object.TypeType:
		vm.specializeTypeCall(ip, nargs, f, self)
	default:
		vm.specializeCallable(ip, f)
	}
}

func (vm *VM) specializePyCall(ip unsafe.Pointer, n int, f object.Value, bound bool) {
	v := vm.heap.Half(f, object.OffFuncVersion)
	if v == 0 {
		vm.refused(ip, famCall, failOutOfVersions)
		return
	}
	code := vm.called(f)
	adaptive.SetU32(ip, 1, v)
	exact := code.Exact && code.ArgCount == n
	switch {
	case bound && exact:
		vm.specialized(ip, famCall, pycode.CALL_BOUND_METHOD_EXACT_ARGS)
	case bound:
		vm.specialized(ip, famCall, pycode.CALL_BOUND_METHOD_GENERAL)
	case exact:
		vm.specialized(ip, famCall, pycode.CALL_PY_EXACT_ARGS)
	default:
		vm.specialized(ip, famCall, pycode.CALL_PY_GENERAL)
	}
}

func (vm *VM) specializeBuiltinCall(ip unsafe.Pointer, nargs int, f, self object.Value) {
	b := vm.heap.BuiltinOf(f)
	switch {
	case self != object.Null:
		vm.refused(ip, famCall, failKind)
	case f == vm.lenBuiltin && nargs == 1:
		vm.specialized(ip, famCall, pycode.CALL_LEN)
	case f == vm.isinstanceBuiltin && nargs == 2:
		vm.specialized(ip, famCall, pycode.CALL_ISINSTANCE)
	case b.FnKw != nil:
		vm.specialized(ip, famCall, pycode.CALL_BUILTIN_FAST_WITH_KEYWORDS)
	case b.Arity == object.O && nargs == 1:
		vm.specialized(ip, famCall, pycode.CALL_BUILTIN_O)
	case b.Arity == object.O:
		vm.refused(ip, famCall, failArguments)
	default:
		vm.specialized(ip, famCall, pycode.CALL_BUILTIN_FAST)
	}
}

func (vm *VM) specializeTypeCall(ip unsafe.Pointer, nargs int, f, self object.Value) {
	h := vm.heap
	one := nargs == 1 && self == object.Null
	if t := h.TypeFromObject(f); t.Made() && self == object.Null {
		vm.specializeClassCall(ip, nargs, t)
		return
	}
	switch {
	case self != object.Null:
		vm.refused(ip, famCall, failKind)
	case one && f == vm.typeType:
		vm.specialized(ip, famCall, pycode.CALL_TYPE_1)
	case one && f == h.Type(object.StrType).Object:
		vm.specialized(ip, famCall, pycode.CALL_STR_1)
	case one && f == h.Type(object.TupleType).Object:
		vm.specialized(ip, famCall, pycode.CALL_TUPLE_1)
	default:
		vm.specialized(ip, famCall, pycode.CALL_BUILTIN_CLASS)
	}
}

func (vm *VM) specializeMethodCall(ip unsafe.Pointer, nargs int, f, self object.Value) {
	h := vm.heap
	b := h.BuiltinOf(f)
	switch {
	case h.TypeOf(self) != b.Owner:
		vm.refused(ip, famCall, failTypes)
	case f == vm.listAppend && nargs == 1 && pycode.Op(unit(ip, 3)) == pycode.POP_TOP:
		vm.specialized(ip, famCall, pycode.CALL_LIST_APPEND)
	case b.FnKw != nil:
		vm.specialized(ip, famCall, pycode.CALL_METHOD_DESCRIPTOR_FAST_WITH_KEYWORDS)
	case b.Arity == object.O && nargs == 1:
		vm.specialized(ip, famCall, pycode.CALL_METHOD_DESCRIPTOR_O)
	case b.Arity == object.NoArgs && nargs == 0:
		vm.specialized(ip, famCall, pycode.CALL_METHOD_DESCRIPTOR_NOARGS)
	case b.Arity == object.O || b.Arity == object.NoArgs:
		vm.refused(ip, famCall, failArguments)
	default:
		vm.specialized(ip, famCall, pycode.CALL_METHOD_DESCRIPTOR_FAST)
	}
}

// callKwMember returns the member of CALL_KW for a callable.
func (vm *VM) callKwMember(f, self object.Value) pycode.Op {
	switch h := vm.heap; {
	case h.Is(f, object.FunctionType):
		return pycode.CALL_KW_PY
	case self == object.Null && h.Is(f, object.BoundMethodType):
		return pycode.CALL_KW_BOUND_METHOD
	}
	return pycode.CALL_KW_NON_PY
}

func (vm *VM) specializeCallKw(ip unsafe.Pointer, f, self object.Value) {
	m := vm.callKwMember(f, self)
	switch m {
	case pycode.CALL_KW_BOUND_METHOD:
		f = vm.heap.Field(f, object.OffMethodFunc)
		fallthrough
	case pycode.CALL_KW_PY:
		if vm.heap.Is(f, object.FunctionType) {
			adaptive.SetU32(ip, 1, vm.heap.Half(f, object.OffFuncVersion))
			vm.called(f)
		}
	}
	vm.specialized(ip, famCallKw, m)
}

// called returns the code of a function whose call is specialized, and notes how many
// defaults the function has.
func (vm *VM) called(f object.Value) *Code {
	code := vm.codes[vm.heap.Half(f, object.OffFuncCode)]
	code.Defaults = 0
	if d := vm.heap.Field(f, object.OffFuncDefaults); d != object.Null {
		code.Defaults = vm.heap.TupleLen(d)
	}
	return code
}

// specializeJump chooses at first execution: with an optimizer registered, back
// edges count.
func (vm *VM) specializeJump(code *Code, ip unsafe.Pointer) {
	if !vm.tier.CountsJumps() {
		vm.rewrite(ip, pycode.JUMP_BACKWARD_NO_JIT)
		return
	}
	vm.rewrite(ip, pycode.JUMP_BACKWARD_JIT)
	vm.tier.BeginJump(code, int(code.At(ip)), 0)
}
