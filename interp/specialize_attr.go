package interp

import (
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

// specializeInstanceAttr specializes LOAD_ATTR of an instance of a class.
func (vm *VM) specializeInstanceAttr(ip unsafe.Pointer, name object.Value, method bool, v object.Value) {
	h := vm.heap
	t := h.TypeOf(v)
	version := t.Version()
	if version == 0 {
		vm.refused(ip, famLoadAttr, failOutOfVersions)
		return
	}
	if t.GetAttr != nil {
		vm.specializeGetAttribute(ip, t, method)
		return
	}
	adaptive.SetU32(ip, 1, version)
	x := t.Lookup(name)
	switch kind := h.AttrKind(x); kind {
	case object.DataAttr:
		vm.specializeDataAttr(ip, t, x, method)
	case object.MethodAttr, object.PlainAttr:
		if h.InstanceAttr(v, name) != object.Null {
			vm.specializeOwnAttr(ip, t, v, name)
			return
		}
		vm.specializeClassAttr(ip, t, v, name, x, kind == object.MethodAttr, method)
	case object.NoAttr:
		vm.specializeOwnAttr(ip, t, v, name)
	default:
		vm.refused(ip, famLoadAttr, failDescriptor)
	}
}

// specializeOwnAttr is for an attribute that the instance itself has.
func (vm *VM) specializeOwnAttr(ip unsafe.Pointer, t *object.Type, v, name object.Value) {
	h := vm.heap
	if off := h.InlineOffset(v, name); off != 0 {
		if h.Field(v, off) == object.Null {
			vm.refused(ip, famLoadAttr, failNotFound)
			return
		}
		*(*uint16)(skip(ip, 3)) = uint16(off)
		vm.specialized(ip, famLoadAttr, pycode.LOAD_ATTR_INSTANCE_VALUE)
		return
	}
	d := h.DictOf(v)
	if d == object.Null || !h.Is(d, object.DictType) {
		vm.refused(ip, famLoadAttr, failNotFound)
		return
	}
	switch i := h.DictIndexStr(d, name); {
	case i < 0:
		vm.refused(ip, famLoadAttr, failNotFound)
	case i > 0xFFFF:
		vm.refused(ip, famLoadAttr, failSize)
	default:
		*(*uint16)(skip(ip, 3)) = uint16(i)
		vm.specialized(ip, famLoadAttr, pycode.LOAD_ATTR_WITH_HINT)
	}
}

// specializeClassAttr is for a method or another attribute of the class that the
// instance does not hide. Where one of the shared keys has its name, another instance
// may.
func (vm *VM) specializeClassAttr(ip unsafe.Pointer, t *object.Type, v, name, x object.Value, isMethod, method bool) {
	if isMethod != method {
		vm.refused(ip, famLoadAttr, failMethod)
		return
	}
	if !isMethod && t.Varies(name) {
		vm.refused(ip, famLoadAttr, failVarying)
		return
	}
	op := [2][3]pycode.Op{
		{pycode.LOAD_ATTR_NONDESCRIPTOR_NO_DICT, pycode.LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES, 0},
		{pycode.LOAD_ATTR_METHOD_NO_DICT, pycode.LOAD_ATTR_METHOD_WITH_VALUES, pycode.LOAD_ATTR_METHOD_LAZY_DICT},
	}[b2i(isMethod)]
	h := vm.heap
	var m pycode.Op
	switch {
	case !t.HasDict():
		m = op[0]
	case t.ValuesOff() != 0 && h.Half(v, object.OffAux) != object.InstNoValues && t.KeyIndex(name) < 0:
		m = op[1]
		adaptive.SetU32(ip, 3, t.KeysVersion())
	case t.ValuesOff() == 0 && h.DictOf(v) == object.Null && t.DictOff() != 0:
		m = op[2]
		*(*uint16)(skip(ip, 3)) = uint16(t.DictOff())
	}
	if m == 0 {
		vm.refused(ip, famLoadAttr, failShadowed)
		return
	}
	adaptive.SetWord(ip, 5, x)
	vm.specialized(ip, famLoadAttr, m)
}

// specializeDataAttr is for names of __slots__ and properties.
func (vm *VM) specializeDataAttr(ip unsafe.Pointer, t *object.Type, x object.Value, method bool) {
	h := vm.heap
	switch {
	case h.Is(x, object.MemberType):
		*(*uint16)(skip(ip, 3)) = uint16(h.Word(x, object.OffMemberOff))
		vm.specialized(ip, famLoadAttr, pycode.LOAD_ATTR_SLOT)
	case h.Is(x, object.PropertyType):
		vm.specializeGetter(ip, h.Field(x, object.OffPropertyGet), 1, method, pycode.LOAD_ATTR_PROPERTY)
	default:
		vm.refused(ip, famLoadAttr, failDescriptor)
	}
}

// specializeGetAttribute is for classes with __getattribute__ in Python and without
// __getattr__.
func (vm *VM) specializeGetAttribute(ip unsafe.Pointer, t *object.Type, method bool) {
	f, ok := t.GetAttribute()
	if !ok {
		vm.refused(ip, famLoadAttr, failOverridden)
		return
	}
	adaptive.SetU32(ip, 1, t.Version())
	vm.specializeGetter(ip, f, 2, method, pycode.LOAD_ATTR_GETATTRIBUTE_OVERRIDDEN)
}

// specializeGetter is for attributes that a function in Python with n parameters
// returns.
func (vm *VM) specializeGetter(ip unsafe.Pointer, f object.Value, n int, method bool, op pycode.Op) {
	h := vm.heap
	if method || f == object.Null || !h.Is(f, object.FunctionType) {
		vm.refused(ip, famLoadAttr, failDescriptor)
		return
	}
	code := vm.codes[h.Half(f, object.OffFuncCode)]
	version := h.Half(f, object.OffFuncVersion)
	switch {
	case !code.Takes(n):
		vm.refused(ip, famLoadAttr, failArguments)
	case version == 0:
		vm.refused(ip, famLoadAttr, failOutOfVersions)
	default:
		vm.sight(ip).Getter = true
		adaptive.SetU32(ip, 3, version)
		adaptive.SetWord(ip, 5, f)
		vm.specialized(ip, famLoadAttr, op)
	}
}

// specializeTypeAttr specializes LOAD_ATTR of a class.
func (vm *VM) specializeTypeAttr(ip unsafe.Pointer, name, v object.Value) {
	h := vm.heap
	t, meta := h.TypeFromObject(v), h.TypeOf(v)
	if meta.ID != object.TypeType && (meta.Overrides("__getattribute__", "__getattr__") || meta.Version() == 0) {
		vm.refused(ip, famLoadAttr, failOverridden)
		return
	}
	if t.Version() == 0 {
		vm.refused(ip, famLoadAttr, failOutOfVersions)
		return
	}
	if h.AttrKind(meta.Lookup(name)) == object.DataAttr {
		vm.refused(ip, famLoadAttr, failDescriptor)
		return
	}
	x := t.Lookup(name)
	if x == object.Null || h.ClassAttr(x) != x {
		vm.refused(ip, famLoadAttr, failDescriptor)
		return
	}
	if t.Varies(name) {
		vm.refused(ip, famLoadAttr, failVarying)
		return
	}
	adaptive.SetU32(ip, 1, t.Version())
	adaptive.SetWord(ip, 5, x)
	if meta.ID == object.TypeType {
		vm.specialized(ip, famLoadAttr, pycode.LOAD_ATTR_CLASS)
		return
	}
	adaptive.SetU32(ip, 3, meta.Version())
	vm.specialized(ip, famLoadAttr, pycode.LOAD_ATTR_CLASS_WITH_METACLASS_CHECK)
}

// specializeStoreAttr specializes STORE_ATTR.
func (vm *VM) specializeStoreAttr(ip unsafe.Pointer, name, v object.Value) {
	h := vm.heap
	t := h.TypeOf(v)
	switch {
	case !t.Made() || t.Layout() == object.TypeType:
		vm.refused(ip, famStoreAttr, failKind)
		return
	case t.Version() == 0:
		vm.refused(ip, famStoreAttr, failOutOfVersions)
		return
	case t.Overrides("__setattr__", "__delattr__") || t.Layout() == object.BaseExceptionType:
		vm.refused(ip, famStoreAttr, failOverridden)
		return
	}
	adaptive.SetU32(ip, 1, t.Version())
	x := t.Lookup(name)
	if h.AttrKind(x) == object.DataAttr {
		if !h.Is(x, object.MemberType) {
			vm.refused(ip, famStoreAttr, failDescriptor)
			return
		}
		*(*uint16)(skip(ip, 3)) = uint16(h.Word(x, object.OffMemberOff))
		vm.specialized(ip, famStoreAttr, pycode.STORE_ATTR_SLOT)
		return
	}
	if off := h.InlineOffset(v, name); off != 0 {
		*(*uint16)(skip(ip, 3)) = uint16(off)
		vm.specialized(ip, famStoreAttr, pycode.STORE_ATTR_INSTANCE_VALUE)
		return
	}
	d := h.DictOf(v)
	if d == object.Null || !h.Is(d, object.DictType) {
		vm.refused(ip, famStoreAttr, failNotFound)
		return
	}
	i := h.DictIndexStr(d, name)
	if i < 0 || i > 0xFFFF {
		vm.refused(ip, famStoreAttr, failNotFound)
		return
	}
	*(*uint16)(skip(ip, 3)) = uint16(i)
	vm.specialized(ip, famStoreAttr, pycode.STORE_ATTR_WITH_HINT)
}

// getter begins the frame of the function that an inline cache has, for an
// attribute or an item of v; nil if there is no room.
func (vm *VM) getter(fp unsafe.Pointer, code *Code, f, v object.Value, name object.Value) unsafe.Pointer {
	callee := vm.codes[vm.heap.Half(f, object.OffFuncCode)]
	np := vm.pushFrame(fp, code, f, callee)
	if np == nil {
		return nil
	}
	for i := range callee.LocalSlots {
		*local(np, i) = object.Null
	}
	*local(np, 0) = v
	if callee.ArgCount == 2 {
		*local(np, 1) = name
	}
	return np
}

// hinted returns the entry of an instance's dict that an inline cache names, if it
// has the name; nil otherwise.
func (vm *VM) hinted(v object.Value, i int, name object.Value) *object.Value {
	h := vm.heap
	d := h.DictOf(v)
	if d == object.Null || !h.Is(d, object.DictType) {
		return nil
	}
	return h.DictHinted(d, i, name)
}

// specializeSuperAttr specializes LOAD_SUPER_ATTR.
func (vm *VM) specializeSuperAttr(ip unsafe.Pointer, arg int, super, class object.Value) {
	switch {
	case super != vm.superType:
		vm.refused(ip, famLoadSuperAttr, failOverridden)
	case !vm.heap.IsInstance(class, object.TypeType):
		vm.refused(ip, famLoadSuperAttr, failTypes)
	case arg&1 != 0:
		vm.specialized(ip, famLoadSuperAttr, pycode.LOAD_SUPER_ATTR_METHOD)
	default:
		vm.specialized(ip, famLoadSuperAttr, pycode.LOAD_SUPER_ATTR_ATTR)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
