package specialize

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
)

// BinaryOp specializes BINARY_OP in the frame at fp.
func (s *Specializer) BinaryOp(fp unsafe.Pointer, code *adaptive.Code, ip unsafe.Pointer, arg int, a, b object.Value) {
	op := object.BinaryOp(arg)
	if op == object.Subscr {
		s.subscr(ip, a, b)
		return
	}
	h := s.heap
	ta, tb := h.TypeID(a), h.TypeID(b)
	plain := op.Plain()
	switch {
	case ta == object.IntType && tb == object.IntType:
		if m, ok := intMembers[plain]; ok && pyguest.FitI64(h, plain, a, b) {
			s.specialized(ip, BinaryOp, m)
			return
		}
	case ta == object.FloatType && tb == object.FloatType:
		if m, ok := floatMembers[plain]; ok {
			s.specialized(ip, BinaryOp, m)
			return
		}
	case ta == object.StrType && tb == object.StrType && plain == object.Add:
		next := pycode.Op(adaptive.Unit(ip, 5))
		if next == pycode.STORE_FAST {
			if i := int(adaptive.Unit(ip, 5) >> 8); *frame.Local(fp, i) == a {
				s.vm.Own(code, i)
				s.specialized(ip, BinaryOp, pycode.BINARY_OP_INPLACE_ADD_UNICODE)
				return
			}
		}
		s.specialized(ip, BinaryOp, pycode.BINARY_OP_ADD_UNICODE)
		return
	}
	if i := pyguest.FindExtension(h, plain, a, b); i >= 0 {
		*(*uint16)(adaptive.Skip(ip, 1)) = uint16(i)
		s.specialized(ip, BinaryOp, pycode.BINARY_OP_EXTEND)
		return
	}
	s.refused(ip, BinaryOp, failTypes)
}

var intMembers = map[object.BinaryOp]pycode.Op{
	object.Add: pycode.BINARY_OP_ADD_INT, object.Subtract: pycode.BINARY_OP_SUBTRACT_INT, object.Multiply: pycode.BINARY_OP_MULTIPLY_INT,
}

var floatMembers = map[object.BinaryOp]pycode.Op{
	object.Add: pycode.BINARY_OP_ADD_FLOAT, object.Subtract: pycode.BINARY_OP_SUBTRACT_FLOAT, object.Multiply: pycode.BINARY_OP_MULTIPLY_FLOAT,
}

func (s *Specializer) subscr(ip unsafe.Pointer, v, key object.Value) {
	h := s.heap
	small := key.IsSmall() && key.Small() >= 0
	switch t := h.TypeID(v); {
	case t == object.ListType && small:
		s.specialized(ip, BinaryOp, pycode.BINARY_OP_SUBSCR_LIST_INT)
	case t == object.ListType && h.Is(key, object.SliceType):
		s.specialized(ip, BinaryOp, pycode.BINARY_OP_SUBSCR_LIST_SLICE)
	case t == object.TupleType && small:
		s.specialized(ip, BinaryOp, pycode.BINARY_OP_SUBSCR_TUPLE_INT)
	case t == object.StrType && small:
		s.specialized(ip, BinaryOp, pycode.BINARY_OP_SUBSCR_STR_INT)
	case t == object.DictType && h.KeyFunction(object.KeyItem, v, key) == object.Null:
		s.specialized(ip, BinaryOp, pycode.BINARY_OP_SUBSCR_DICT)
	default:
		s.getItem(ip, h.TypeOf(v))
	}
}

// getItem specializes BINARY_OP for a subscript of an instance of a class with
// __getitem__ in Python. The inline cache has the versions of the type and the function.
func (s *Specializer) getItem(ip unsafe.Pointer, t *object.Type) {
	h := s.heap
	f := t.ItemGetter()
	if !t.Made() || f == object.Null || !h.Is(f, object.FunctionType) {
		s.refused(ip, BinaryOp, failTypes)
		return
	}
	code := s.vm.Code(h.Half(f, object.OffFuncCode))
	version := h.Half(f, object.OffFuncVersion)
	switch {
	case !code.Takes(2):
		s.refused(ip, BinaryOp, failArguments)
	case t.Version() == 0 || version == 0:
		s.refused(ip, BinaryOp, failOutOfVersions)
	default:
		adaptive.SetU32(ip, 1, t.Version())
		adaptive.SetU32(ip, 3, version)
		s.specialized(ip, BinaryOp, pycode.BINARY_OP_SUBSCR_GETITEM)
	}
}

// CompareOp specializes COMPARE_OP.
func (s *Specializer) CompareOp(code *adaptive.Code, ip unsafe.Pointer, a, b object.Value) {
	h := s.heap
	ta, tb := h.TypeID(a), h.TypeID(b)
	op := object.CompareOp(adaptive.Unit(ip, -1) >> 8 >> 5)
	switch {
	case ta != tb:
		s.noteNumbers(code, ip, a, b)
		s.refused(ip, CompareOp, failTypes)
	case ta == object.IntType && BothI64(h, a, b):
		s.specialized(ip, CompareOp, pycode.COMPARE_OP_INT)
	case ta == object.IntType:
		s.refused(ip, CompareOp, failBigInt)
	case ta == object.FloatType:
		s.specialized(ip, CompareOp, pycode.COMPARE_OP_FLOAT)
	case ta == object.StrType && (op == object.EQ || op == object.NE):
		s.specialized(ip, CompareOp, pycode.COMPARE_OP_STR)
	default:
		s.refused(ip, CompareOp, failTypes)
	}
}

// ContainsOp specializes CONTAINS_OP.
func (s *Specializer) ContainsOp(ip unsafe.Pointer, c, key object.Value) {
	if s.heap.KeyFunction(object.KeyIn, c, key) != object.Null {
		s.refused(ip, ContainsOp, failTypes)
		return
	}
	switch s.heap.TypeID(c) {
	case object.DictType:
		s.specialized(ip, ContainsOp, pycode.CONTAINS_OP_DICT)
	case object.SetType, object.FrozenSetType:
		s.specialized(ip, ContainsOp, pycode.CONTAINS_OP_SET)
	default:
		s.refused(ip, ContainsOp, failTypes)
	}
}

var truthMembers = map[object.TypeID]pycode.Op{
	object.BoolType: pycode.TO_BOOL_BOOL, object.NoneType: pycode.TO_BOOL_NONE,
	object.ListType: pycode.TO_BOOL_LIST, object.StrType: pycode.TO_BOOL_STR,
}

// ToBool specializes TO_BOOL.
func (s *Specializer) ToBool(ip unsafe.Pointer, v object.Value) {
	h := s.heap
	t := h.TypeID(v)
	if m, ok := truthMembers[t]; ok {
		s.specialized(ip, ToBool, m)
		return
	}
	if t == object.IntType {
		s.specialized(ip, ToBool, pycode.TO_BOOL_INT)
		return
	}
	if d := h.Type(t); v.IsRef() && d.Slots.Bool == nil && d.Len == nil && d.Version() != 0 {
		adaptive.SetU32(ip, 1, d.Version())
		s.specialized(ip, ToBool, pycode.TO_BOOL_ALWAYS_TRUE)
		return
	}
	s.refused(ip, ToBool, failTypes)
}

// Unpack specializes UNPACK_SEQUENCE to n values.
func (s *Specializer) Unpack(ip unsafe.Pointer, n int, v object.Value) {
	h := s.heap
	switch {
	case h.Is(v, object.TupleType) && h.TupleLen(v) != n, h.Is(v, object.ListType) && h.ListLen(v) != n:
		s.refused(ip, Unpack, failExpectedError)
	case h.Is(v, object.TupleType) && n == 2:
		s.specialized(ip, Unpack, pycode.UNPACK_SEQUENCE_TWO_TUPLE)
	case h.Is(v, object.TupleType):
		s.specialized(ip, Unpack, pycode.UNPACK_SEQUENCE_TUPLE)
	case h.Is(v, object.ListType):
		s.specialized(ip, Unpack, pycode.UNPACK_SEQUENCE_LIST)
	default:
		s.refused(ip, Unpack, failTypes)
	}
}

// StoreSubscr specializes STORE_SUBSCR.
func (s *Specializer) StoreSubscr(ip unsafe.Pointer, v, key object.Value) {
	h := s.heap
	switch {
	case h.Is(v, object.ListType) && key.IsSmall() && uint64(key.Small()) < uint64(h.ListLen(v)):
		s.specialized(ip, StoreSubscr, pycode.STORE_SUBSCR_LIST_INT)
	case h.Is(v, object.DictType) && h.KeyFunction(object.KeyStore, v, key) == object.Null:
		s.specialized(ip, StoreSubscr, pycode.STORE_SUBSCR_DICT)
	default:
		s.refused(ip, StoreSubscr, failTypes)
	}
}

// LoadGlobal remembers where in which version of the dict's keys the
// name stands.
func (s *Specializer) LoadGlobal(fp unsafe.Pointer, code *adaptive.Code, ip unsafe.Pointer, arg int) {
	h := s.heap
	f := *frame.Function(fp)
	name := code.NameValues[arg>>1]
	globals, builtins := h.Field(f, object.OffFuncGlobals), h.Field(f, object.OffFuncBuiltins)
	if !h.Is(globals, object.DictType) {
		s.refused(ip, LoadGlobal, failKind)
		return
	}
	gv := h.DictKeysVersion(globals)
	if gv == 0 || gv > 0xFFFF {
		s.refused(ip, LoadGlobal, failOutOfVersions)
		return
	}
	if i := h.DictIndexStr(globals, name); i >= 0 {
		if i > 0xFFFF {
			s.refused(ip, LoadGlobal, failSize)
			return
		}
		*(*uint16)(adaptive.Skip(ip, 1)), *(*uint16)(adaptive.Skip(ip, 3)) = uint16(gv), uint16(i)
		s.specialized(ip, LoadGlobal, pycode.LOAD_GLOBAL_MODULE)
		return
	}
	i := h.DictIndexStr(builtins, name)
	bv := h.DictKeysVersion(builtins)
	switch {
	case i < 0:
		s.refused(ip, LoadGlobal, failNotFound)
	case i > 0xFFFF || bv == 0 || bv > 0xFFFF:
		s.refused(ip, LoadGlobal, failOutOfVersions)
	default:
		*(*uint16)(adaptive.Skip(ip, 1)), *(*uint16)(adaptive.Skip(ip, 2)), *(*uint16)(adaptive.Skip(ip, 3)) = uint16(gv), uint16(bv), uint16(i)
		s.specialized(ip, LoadGlobal, pycode.LOAD_GLOBAL_BUILTIN)
	}
}

// LoadAttr specializes LOAD_ATTR.
func (s *Specializer) LoadAttr(code *adaptive.Code, ip unsafe.Pointer, arg int, v object.Value) {
	h := s.heap
	name := code.NameValues[arg>>1]
	if h.Is(v, object.ModuleType) {
		d := h.Field(v, object.OffModuleDict)
		i, ver := h.DictIndexStr(d, name), h.DictKeysVersion(d)
		switch {
		case i < 0:
			s.refused(ip, LoadAttr, failNotFound)
		case ver == 0:
			s.refused(ip, LoadAttr, failOutOfVersions)
		case i > 0xFFFF:
			s.refused(ip, LoadAttr, failSize)
		default:
			adaptive.SetU32(ip, 1, ver)
			*(*uint16)(adaptive.Skip(ip, 3)) = uint16(i)
			s.specialized(ip, LoadAttr, pycode.LOAD_ATTR_MODULE)
		}
		return
	}
	if t := h.TypeOf(v); t.Layout() == object.TypeType {
		s.typeAttr(code, ip, name, v)
		return
	} else if t.Made() {
		s.instanceAttr(code, ip, name, arg&1 != 0, v)
		return
	}
	t := h.TypeOf(v)
	if x := t.Lookup(name); t.Version() != 0 && t.GetAttr == nil {
		if _, _, field := h.FieldOf(x, false); field {
			adaptive.SetU32(ip, 1, t.Version())
			s.dataAttr(code, ip, t, x, arg&1 != 0, v, name)
			return
		}
	}
	if arg&1 == 0 {
		s.refused(ip, LoadAttr, failKind)
		return
	}
	f, bound := h.LookupMethod(v, name)
	switch {
	case f == object.Null || bound || t.Version() == 0:
		s.refused(ip, LoadAttr, failKind)
		return
	case t.ID >= object.FirstFreeType:
		adaptive.SetU32(ip, 1, t.Version())
		s.classAttr(code, ip, t, v, name, f, true)
		return
	}
	// A builtin type's id stands for its version: its attributes never change.
	adaptive.SetU32(ip, 1, uint32(h.TypeID(v)))
	adaptive.SetU32(ip, 5, uint32(f))
	adaptive.SetU32(ip, 7, uint32(uint64(f)>>32))
	s.specialized(ip, LoadAttr, pycode.LOAD_ATTR_METHOD_NO_DICT)
}

// ForIter specializes FOR_ITER.
func (s *Specializer) ForIter(code *adaptive.Code, ip unsafe.Pointer, it object.Value) {
	switch s.heap.TypeID(it) {
	case object.RangeIterType:
		s.specialized(ip, ForIter, pycode.FOR_ITER_RANGE)
	case object.ListIterType:
		s.specialized(ip, ForIter, pycode.FOR_ITER_LIST)
	case object.TupleIterType:
		s.specialized(ip, ForIter, pycode.FOR_ITER_TUPLE)
	case object.GeneratorType:
		s.specialized(ip, ForIter, pycode.FOR_ITER_GEN)
	default:
		see := feedback(code, ip)
		see.Shape, see.Next = pyguest.IterShape(s.heap, it), s.nextVersion(it)
		see.Resumes = s.heap.NextGenerator(it) != object.Null
		s.refused(ip, ForIter, failTypes)
	}
}

// Send specializes SEND.
func (s *Specializer) Send(code *adaptive.Code, ip unsafe.Pointer, it object.Value) {
	if !s.heap.Is(it, object.GeneratorType) {
		feedback(code, ip).Shape = pyguest.StepShape(s.heap, it)
		s.refused(ip, Send, failTypes)
		return
	}
	s.specialized(ip, Send, pycode.SEND_GEN)
}

// BothI64 reports whether two values are ints of at most 64 bits: what the members for
// ints accept.
func BothI64(h *object.Heap, a, b object.Value) bool { return isI64(h, a) && isI64(h, b) }

func isI64(h *object.Heap, v object.Value) bool {
	if v.IsSmall() {
		return true
	}
	if !h.Is(v, object.IntType) {
		return false
	}
	_, ok := h.AsInt64(v)
	return ok
}

// nextVersion returns the version of an iterator's class, if its __next__ is a function
// that takes nothing but the iterator; else 0.
func (s *Specializer) nextVersion(it object.Value) uint32 {
	f := s.heap.NextMethod(it)
	if f == object.Null || !s.heap.Is(f, object.FunctionType) {
		return 0
	}
	if code := s.vm.Code(s.heap.Half(f, object.OffFuncCode)); !code.Takes(1) {
		return 0
	}
	return s.heap.TypeOf(it).Version()
}
