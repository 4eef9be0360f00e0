package specialize

import (
	"math"
	"unsafe"

	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Attributes of instances and classes, after Python/specialize.c: what an
// attribute is depends on the type's version, and the inline cache has where it
// is, or what.
//
//	LOAD_ATTR:  counter, type version (2 units), then
//	  INSTANCE_VALUE, SLOT   offset of the field (1)
//	  WITH_HINT              index of the entry in the dict (1)
//	  METHOD_…, NONDESCR…    keys version (2), the attribute (4)
//	  CLASS                  (the class's own version), the attribute (4) at 5
//	  PROPERTY, GETATTRIBUTE function version (2), the function (4)
//	STORE_ATTR: counter, type version (2), offset or index (1)

// instanceAttr specializes LOAD_ATTR of an instance of a class.
func (s *Specializer) instanceAttr(code *adaptive.Code, ip unsafe.Pointer, name object.Value, method bool, v object.Value) {
	h := s.heap
	t := h.TypeOf(v)
	version := t.Version()
	if version == 0 {
		s.refused(ip, LoadAttr, failOutOfVersions)
		return
	}
	x := t.Lookup(name)
	if t.GetAttr != nil && !s.readAsEver(t, v, name, x) {
		s.getAttribute(code, ip, t, method, v, name)
		return
	}
	s.sees(code, ip, t)
	adaptive.SetU32(ip, 1, version)
	switch kind := h.AttrKind(x); kind {
	case object.DataAttr:
		s.dataAttr(code, ip, t, x, method, v, name)
	case object.MethodAttr, object.PlainAttr, object.OtherAttr:
		if h.InstanceAttr(v, name) != object.Null {
			s.ownAttr(ip, t, v, name)
			return
		}
		if kind == object.OtherAttr {
			s.noteClass(code, ip, t, false)
			s.noteCall(code, ip, method, v, name)
			s.refused(ip, LoadAttr, failDescriptor)
			return
		}
		if (kind == object.MethodAttr) != method {
			s.noteClass(code, ip, t, false)
			s.refused(ip, LoadAttr, failMethod)
			return
		}
		s.classAttr(code, ip, t, v, name, x, method)
	case object.NoAttr:
		s.ownAttr(ip, t, v, name)
	}
}

// sees notes that an attribute instruction is specialized for a type, if it has been for another one.
func (s *Specializer) sees(code *adaptive.Code, ip unsafe.Pointer, t *object.Type) {
	before := uint32(adaptive.Unit(ip, 1)) | uint32(adaptive.Unit(ip, 2))<<16
	if before == 0 || before == t.Version() {
		return
	}
	id := object.TypeID(0)
	if u := s.heap.TypeByVersion(before); u != nil {
		id = u.ID
	}
	code.Sees(int(code.At(ip))-1, id, t.ID)
}

// readAsEver reports whether an attribute, x in the class, of an instance whose class has something of its own for reading
// attributes does not come to that.
func (s *Specializer) readAsEver(t *object.Type, v, name, x object.Value) bool {
	h := s.heap
	if !h.AsksForMissing(t) {
		return false
	}
	switch h.AttrKind(x) {
	case object.MethodAttr, object.PlainAttr:
		return true
	case object.NoAttr:
		return h.InstanceAttr(v, name) != object.Null
	}
	_, _, field := h.FieldOf(x, false)
	return field
}

// ownAttr is for an attribute that the instance itself has.
func (s *Specializer) ownAttr(ip unsafe.Pointer, t *object.Type, v, name object.Value) {
	h := s.heap
	if off := h.InlineOffset(v, name); off != 0 && off <= math.MaxUint16 {
		if h.Field(v, off) == object.Null {
			s.refused(ip, LoadAttr, failNotFound)
			return
		}
		*(*uint16)(adaptive.Skip(ip, 3)) = uint16(off)
		s.specialized(ip, LoadAttr, pycode.LOAD_ATTR_INSTANCE_VALUE)
		return
	}
	d := h.DictOf(v)
	if d == object.Null || !h.Is(d, object.DictType) {
		s.refused(ip, LoadAttr, failNotFound)
		return
	}
	switch i := h.DictIndexStr(d, name); {
	case i < 0:
		s.refused(ip, LoadAttr, failNotFound)
	case i > 0xFFFF:
		s.refused(ip, LoadAttr, failSize)
	default:
		*(*uint16)(adaptive.Skip(ip, 3)) = uint16(i)
		s.specialized(ip, LoadAttr, pycode.LOAD_ATTR_WITH_HINT)
	}
}

// classAttr is for a method or another attribute of the class that the
// instance does not hide. Where one of the shared keys has its name, another instance
// may.
func (s *Specializer) classAttr(code *adaptive.Code, ip unsafe.Pointer, t *object.Type, v, name, x object.Value, isMethod bool) {
	if !isMethod && t.Varies(name) {
		s.noteClass(code, ip, t, false)
		s.refused(ip, LoadAttr, failVarying)
		return
	}
	op := [2][3]pycode.Op{
		{pycode.LOAD_ATTR_NONDESCRIPTOR_NO_DICT, pycode.LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES, 0},
		{pycode.LOAD_ATTR_METHOD_NO_DICT, pycode.LOAD_ATTR_METHOD_WITH_VALUES, pycode.LOAD_ATTR_METHOD_LAZY_DICT},
	}[b2i(isMethod)]
	h := s.heap
	var m pycode.Op
	switch {
	case !t.HasDict():
		m = op[0]
	case t.ValuesOff() != 0 && h.Half(v, object.OffAux) != object.InstNoValues && t.KeyIndex(name) < 0:
		m = op[1]
		adaptive.SetU32(ip, 3, t.KeysVersion())
	case t.ValuesOff() == 0 && h.DictOf(v) == object.Null && t.DictOff() != 0 && t.DictOff() <= math.MaxUint16:
		m = op[2]
		*(*uint16)(adaptive.Skip(ip, 3)) = uint16(t.DictOff())
	}
	if m == 0 {
		s.noteClass(code, ip, t, false)
		s.refused(ip, LoadAttr, failShadowed)
		return
	}
	adaptive.SetWord(ip, 5, x)
	s.specialized(ip, LoadAttr, m)
}

// dataAttr is for fields, such as those of names of __slots__, and properties.
func (s *Specializer) dataAttr(code *adaptive.Code, ip unsafe.Pointer, t *object.Type, x object.Value, method bool, v, name object.Value) {
	h := s.heap
	off, owner, field := h.FieldOf(x, false)
	switch {
	case field && !cached(t, off, owner):
		s.refused(ip, LoadAttr, failDescriptor)
	case field:
		*(*uint16)(adaptive.Skip(ip, 3)) = uint16(off)
		s.specialized(ip, LoadAttr, pycode.LOAD_ATTR_SLOT)
	case h.Is(x, object.PropertyType):
		s.getter(code, ip, h.Field(x, object.OffPropertyGet), 1, method, pycode.LOAD_ATTR_PROPERTY)
	default:
		if _, ok := h.ConstantOf(t, name); ok {
			s.noteClass(code, ip, t, false)
		}
		s.noteCall(code, ip, method, v, name)
		s.refused(ip, LoadAttr, failDescriptor)
	}
}

// cached reports whether an inline cache may have the offset of a field: it fits, and instances of t have the fields of the class that the
// field is of. A program may put a member of one class into another.
func cached(t *object.Type, off uint64, owner *object.Type) bool {
	return t.IsSubtype(owner) && off <= math.MaxUint16
}

// noteCall notes that an attribute which is refused comes to a function in Python: the interpreter begins its frame from then on.
func (s *Specializer) noteCall(code *adaptive.Code, ip unsafe.Pointer, method bool, v, name object.Value) {
	if !method && s.heap.AttrFunctionOf(v, name).Func != object.Null {
		feedback(code, ip).Calls = true
	}
}

// getAttribute is for classes with __getattribute__ in Python and without
// __getattr__.
func (s *Specializer) getAttribute(code *adaptive.Code, ip unsafe.Pointer, t *object.Type, method bool, v, name object.Value) {
	f, ok := t.GetAttribute()
	if !ok {
		s.noteCall(code, ip, method, v, name)
		s.refused(ip, LoadAttr, failOverridden)
		return
	}
	adaptive.SetU32(ip, 1, t.Version())
	s.getter(code, ip, f, 2, method, pycode.LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN)
}

// getter is for attributes that a function in Python with n parameters
// returns.
func (s *Specializer) getter(code *adaptive.Code, ip unsafe.Pointer, f object.Value, n int, method bool, op pycode.Op) {
	h := s.heap
	if method || f == object.Null || !h.Is(f, object.FunctionType) {
		s.refused(ip, LoadAttr, failDescriptor)
		return
	}
	callee := s.vm.Code(h.Half(f, object.OffFuncCode))
	version := h.Half(f, object.OffFuncVersion)
	switch {
	case !callee.Takes(n):
		s.refused(ip, LoadAttr, failArguments)
	case version == 0:
		s.refused(ip, LoadAttr, failOutOfVersions)
	default:
		feedback(code, ip).Getter = true
		adaptive.SetU32(ip, 3, version)
		adaptive.SetWord(ip, 5, f)
		s.specialized(ip, LoadAttr, op)
	}
}

// typeAttr specializes LOAD_ATTR of a class.
func (s *Specializer) typeAttr(code *adaptive.Code, ip unsafe.Pointer, name, v object.Value) {
	h := s.heap
	t, meta := h.TypeFromObject(v), h.TypeOf(v)
	if meta.ID != object.TypeType && (meta.Overrides("__getattribute__", "__getattr__") || meta.Version() == 0) {
		s.refused(ip, LoadAttr, failOverridden)
		return
	}
	if t.Version() == 0 {
		s.refused(ip, LoadAttr, failOutOfVersions)
		return
	}
	if h.AttrKind(meta.Lookup(name)) == object.DataAttr {
		s.refused(ip, LoadAttr, failDescriptor)
		return
	}
	x := t.Lookup(name)
	if x == object.Null || h.ClassAttr(x) != x {
		s.noteClass(code, ip, t, true)
		s.refused(ip, LoadAttr, failDescriptor)
		return
	}
	if t.Varies(name) {
		s.noteClass(code, ip, t, true)
		s.refused(ip, LoadAttr, failVarying)
		return
	}
	adaptive.SetU32(ip, 1, t.Version())
	adaptive.SetWord(ip, 5, x)
	if meta.ID == object.TypeType {
		s.specialized(ip, LoadAttr, pycode.LOAD_ATTR_CLASS)
		return
	}
	adaptive.SetU32(ip, 3, meta.Version())
	s.specialized(ip, LoadAttr, pycode.LOAD_ATTR_CLASS_WITH_METACLASS_CHECK)
}

// noteClass notes of which class a LOAD_ATTR that no member fits has seen an instance, or which class it has seen itself, as STORE_ATTR
// has: a trace may know what the attribute is (object.Heap.ConstantOf), or where it stands.
func (s *Specializer) noteClass(code *adaptive.Code, ip unsafe.Pointer, t *object.Type, itself bool) {
	x := code.OperationAt(int(code.At(ip)) - 1)
	x.Method, x.Left, x.Right = object.Null, t.Version(), uint32(b2i(itself))
}

// StoreAttr specializes STORE_ATTR.
func (s *Specializer) StoreAttr(code *adaptive.Code, ip unsafe.Pointer, name, v object.Value) {
	h := s.heap
	t := h.TypeOf(v)
	k, off := h.StoreKindOf(t, name)
	switch {
	case k == object.StoreElsewhere:
		if h.Is(v, object.TypeType) {
			s.noteClass(code, ip, h.TypeFromObject(v), true)
		}
		s.refused(ip, StoreAttr, failKind)
		return
	case t.Version() == 0:
		s.refused(ip, StoreAttr, failOutOfVersions)
		return
	case k == object.StoreOverridden:
		s.refused(ip, StoreAttr, failOverridden)
		return
	case k == object.StoreByDescriptor || off > math.MaxUint16:
		s.refused(ip, StoreAttr, failDescriptor)
		return
	}
	s.sees(code, ip, t)
	adaptive.SetU32(ip, 1, t.Version())
	if k == object.StoreField {
		*(*uint16)(adaptive.Skip(ip, 3)) = uint16(off)
		s.specialized(ip, StoreAttr, pycode.STORE_ATTR_SLOT)
		return
	}
	if off := h.InlineOffset(v, name); off != 0 && off <= math.MaxUint16 {
		*(*uint16)(adaptive.Skip(ip, 3)) = uint16(off)
		s.specialized(ip, StoreAttr, pycode.STORE_ATTR_INSTANCE_VALUE)
		return
	}
	d := h.DictOf(v)
	if d == object.Null || !h.Is(d, object.DictType) {
		s.refused(ip, StoreAttr, failNotFound)
		return
	}
	i := h.DictIndexStr(d, name)
	if i < 0 || i > 0xFFFF {
		s.refused(ip, StoreAttr, failNotFound)
		return
	}
	*(*uint16)(adaptive.Skip(ip, 3)) = uint16(i)
	s.specialized(ip, StoreAttr, pycode.STORE_ATTR_WITH_HINT)
}

// LoadSuperAttr specializes LOAD_SUPER_ATTR. Unlike CPython's, it leaves a call in its general form where what is called is no
// method of self's class: where self is a class, as in __new__, _LOAD_SUPER_ATTR_METHOD would leave each time.
func (s *Specializer) LoadSuperAttr(ip unsafe.Pointer, arg int, super, class, self, name object.Value) {
	switch {
	case super != s.known.Super:
		s.refused(ip, LoadSuperAttr, failOverridden)
	case !s.heap.IsInstance(class, object.TypeType):
		s.refused(ip, LoadSuperAttr, failTypes)
	case arg&1 != 0 && s.heap.SuperMethod(class, self, name) == object.Null:
		s.refused(ip, LoadSuperAttr, failMethod)
	case arg&1 != 0:
		s.specialized(ip, LoadSuperAttr, pycode.LOAD_SUPER_ATTR_METHOD)
	default:
		s.specialized(ip, LoadSuperAttr, pycode.LOAD_SUPER_ATTR_ATTR)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
