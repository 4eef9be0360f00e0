package object

// Instances: attributes in inline values or in a dict (see OffInstDict), and
// the values of builtin layouts that belong to a class derived from theirs.

// NewInstance makes an instance of a class whose layout is object's, without
// attributes.
func (h *Heap) NewInstance(t *Type) Value {
	return h.newFields(t, h.SizeOf(t))
}

// newFields makes an object whose fields are all Null.
func (h *Heap) newFields(t *Type, size uintptr) Value {
	kind := uint8(kindPlain)
	if t.finalizes {
		kind = kindFinal
	}
	v := h.Alloc(kind, size)
	h.header(v, t.ID, 0)
	fields := h.Values(v, 8, int(size-8)/8)
	for i := range fields {
		fields[i] = Null
	}
	return v
}

// dictField returns the field that holds an instance's dict, nil if instances of
// the type have none.
func (h *Heap) dictField(v Value, t *Type) *Value {
	switch {
	case t.dictOff != 0:
		return h.FieldAt(v, t.dictOff)
	case t.varDict:
		return h.FieldAt(v, h.varEnd(v, t)+t.varDictOff)
	}
	return nil
}

// varEnd returns where the items of an instance of a layout of varying size end.
func (h *Heap) varEnd(v Value, t *Type) uintptr {
	switch t.layout {
	case IntType:
		return OffIntData + 8*uintptr(h.Word(v, OffIntLimbs))
	case TupleType:
		return OffTupleItems + 8*uintptr(h.TupleLen(v))
	case BytesType:
		return (OffBytesData + uintptr(h.Word(v, OffBytesLen)) + 7) &^ 7
	}
	n := uintptr(h.Word(v, OffStrLen)) * uintptr(h.aux(v)&StrKindMask)
	return (OffStrData + n + 7) &^ 7
}

// hasValues reports whether an instance's attributes are in its inline values.
func (h *Heap) hasValues(v Value, t *Type) bool {
	return t.valuesOff != 0 && h.aux(v) != InstNoValues
}

// KeyIndex returns at which index of the inline values instances have the
// attribute name, which is interned; −1: at none.
func (t *Type) KeyIndex(name Value) int {
	for i, k := range t.keys {
		if k == name {
			return i
		}
	}
	return -1
}

// InstanceAttr returns an instance's own attribute; Null if there is none. name
// is interned.
func (h *Heap) InstanceAttr(v, name Value) Value { return h.instAttr(v, h.TypeOf(v), name) }

func (h *Heap) instAttr(v Value, t *Type, name Value) Value {
	if h.hasValues(v, t) {
		if i := t.KeyIndex(name); i >= 0 {
			return h.Field(v, t.valuesOff+8*uintptr(i))
		}
		return Null
	}
	if d := h.dictField(v, t); d != nil && *d != Null {
		return h.DictGetStr(*d, name)
	}
	return Null
}

// setInstAttr sets an instance's own attribute, or deletes it when x is Null. ok
// is false when instances have no dict, or there is nothing to delete.
func (h *Heap) setInstAttr(v Value, t *Type, name, x Value) (ok bool, err error) {
	if h.hasValues(v, t) {
		if done, ok := h.setInline(v, t, name, x); done {
			return ok, nil
		}
		h.InstanceDict(v)
	}
	field := h.dictField(v, t)
	switch {
	case field == nil:
		return false, nil
	case *field == Null && x == Null:
		return false, nil
	case *field == Null:
		d := h.NewDict()
		*h.dictField(v, t) = d
	}
	d := *h.dictField(v, t)
	if x == Null {
		return h.DictDel(d, name)
	}
	h.DictSetStr(d, name, x)
	return true, nil
}

// setInline is setInstAttr for inline values; done is false when they cannot hold
// the attribute.
func (h *Heap) setInline(v Value, t *Type, name, x Value) (done, ok bool) {
	i := t.KeyIndex(name)
	filled := h.aux(v)
	switch {
	case i < 0 && x == Null:
		return true, false
	case i < 0 && len(t.keys) == t.inlineCap:
		return false, false
	case i < 0:
		i = len(t.keys)
		t.keys = append(t.keys, name)
		h.keysChanged(t)
	}
	field := h.FieldAt(v, t.valuesOff+8*uintptr(i))
	switch {
	case x == Null && *field == Null:
		return true, false
	case x == Null:
		if uint32(i)+1 == filled {
			h.SetHalf(v, OffAux, uint32(i))
		}
	case *field == Null:
		if uint32(i) < filled {
			return false, false
		}
		h.SetHalf(v, OffAux, uint32(i)+1)
	}
	*field = x
	return true, true
}

// keysChanged notes that the type has another shared key: an instance may have
// an attribute now that none had.
func (h *Heap) keysChanged(t *Type) {
	t.keysVersion++
	h.forgetAttrs(t)
	if t.watched && h.TypeChanged != nil {
		h.TypeChanged(t, true)
	}
}

// HasOwnDict reports whether an instance has a __dict__ already: it has attributes, or somebody has asked for it.
func (h *Heap) HasOwnDict(v Value) bool {
	t := h.TypeOf(v)
	if h.hasValues(v, t) {
		for i := range h.Half(v, OffAux) {
			if h.Field(v, t.valuesOff+8*uintptr(i)) != Null {
				return true
			}
		}
		return false
	}
	d := h.dictField(v, t)
	return d != nil && *d != Null
}

// InstanceDict returns an instance's __dict__, which holds its attributes from
// then on; Null if it has none.
func (h *Heap) InstanceDict(v Value) Value {
	t := h.TypeOf(v)
	field := h.dictField(v, t)
	if field == nil {
		return Null
	}
	if *field != Null {
		return *field
	}
	d := h.NewDict()
	if h.hasValues(v, t) {
		if n := int(h.Half(v, OffAux)); n > 0 {
			h.DictReserve(d, t.keys[0], n)
			for i := range n {
				if x := h.Field(v, t.valuesOff+8*uintptr(i)); x != Null {
					h.dictAdd(d, t.keys[i], h.cachedStrHash(t.keys[i]), x)
				}
			}
		}
		h.dropValues(v, t)
	}
	*h.dictField(v, t) = d
	return d
}

func (h *Heap) dropValues(v Value, t *Type) {
	values := h.Values(v, t.valuesOff, t.inlineCap)
	for i := range values {
		values[i] = Null
	}
	h.SetHalf(v, OffAux, InstNoValues)
}

// setInstanceDict is v.__dict__ = d.
func (h *Heap) setInstanceDict(v, d Value) error {
	if d != Null && !h.isA(d, DictType) {
		return h.Raise(TypeErrorType, "__dict__ must be set to a dictionary, not a '%s'", h.TypeName(d))
	}
	t := h.TypeOf(v)
	if h.dictField(v, t) == nil {
		return h.Raise(AttributeErrorType, "This object has no __dict__")
	}
	if d == Null && t.native(func(*Slots) bool { return true }).Attributes { // the attribute is the builtin type's
		return h.Raise(TypeErrorType, "cannot delete __dict__")
	}
	if d == Null {
		d = h.NewDict()
	}
	if h.hasValues(v, t) {
		h.dropValues(v, t)
	}
	*h.dictField(v, t) = d
	return nil
}

// instanceDict and instanceWeak are __dict__ and __weakref__ of instances.
var instanceDict = GetSet{Name: "__dict__", ofInstances: true,
	Get: func(h *Heap, v Value) (Value, error) {
		d := h.InstanceDict(v)
		if d == Null {
			return Null, h.Raise(AttributeErrorType, "This object has no __dict__")
		}
		return d, nil
	},
	Set: (*Heap).setInstanceDict,
}

var instanceWeak = GetSet{Name: "__weakref__", Get: func(h *Heap, v Value) (Value, error) {
	if refs := h.WeakRefs(v); len(refs) > 0 {
		return refs[0], nil
	}
	return None, nil
}}

// NewEmpty makes an instance of a type with Size, or of a class derived from one:
// its own fields are Null, those of its base empty.
func (h *Heap) NewEmpty(t *Type) Value { return h.newOf(t) }

// newOf makes an empty value of a builtin layout of fixed size for a class.
func (h *Heap) newOf(t *Type) Value {
	size := t.end
	switch t.layout {
	case SetType:
		table := h.newSetTable(setMinSize)
		v := h.newFields(t, size)
		h.SetWord(v, OffSetUsed, 0)
		h.SetWord(v, offSetFill, 0)
		h.SetField(v, offSetTable, table)
		h.SetWord(v, offSetMask, setMinSize-1)
		h.SetWord(v, offSetPop, 0)
		return v
	case ListType:
		storage := h.newArray(0)
		v := h.newFields(t, size)
		h.SetWord(v, OffListLen, 0)
		h.SetField(v, OffListItems, storage)
		return v
	}
	v := h.newFields(t, max(size, 16))
	switch t.layout {
	case ByteArrayType:
		h.SetWord(v, offByteArrayLen, 0)
		h.SetWord(v, offByteArrayStart, 0)
	case DictType:
		h.SetHalf(v, OffDictVersion, 0)
		h.SetWord(v, OffDictUsed, 0)
		h.dictDropStorage(v)
	}
	return v
}

// convert makes a value of class t of a value of the builtin type that it derives
// from, for layouts whose values do not change.
func (h *Heap) convert(t *Type, v Value) Value {
	var begin uintptr // the bytes to copy
	switch {
	case t.layout == FloatType:
		r := h.newFields(t, max(t.end, 16))
		h.SetField(r, offFloatValue, v)
		return r
	case t.layout == IntType:
		return h.convertInt(t, v)
	case t.layout == FrozenSetType:
		begin = layoutSize[FrozenSetType]
	default:
		begin = h.varEnd(v, h.types[t.layout])
	}
	size := max(t.end, begin)
	if varLayout(t.layout) {
		size = begin + t.end
	}
	r := h.Alloc(kindPlain, size)
	copy(h.Bytes(r, 0, int(begin)), h.Bytes(v, 0, int(begin)))
	aux := h.aux(v)
	switch t.layout {
	case StrType:
		aux &^= StrInterned | StrOwned
	case TupleType:
		h.SetWord(r, OffTupleHash, 0)
	}
	h.header(r, t.ID, aux)
	for off := begin; off+8 <= size; off += 8 {
		h.SetField(r, off, Null)
	}
	return r
}

func (h *Heap) convertInt(t *Type, v Value) Value {
	limbs := uintptr(1)
	if !v.IsSmall() && h.RefType(v) == IntType {
		limbs = uintptr(h.Word(v, OffIntLimbs))
	}
	size := OffIntData + 8*limbs + t.end
	r := h.Alloc(kindPlain, size)
	neg, mag, ok := h.signMag(v)
	aux := uint32(0)
	if !ok {
		aux = h.aux(v)
		copy(h.Bytes(r, OffIntData, int(8*limbs)), h.Bytes(v, OffIntData, int(8*limbs)))
	} else {
		if neg {
			aux = intNegative
		}
		h.SetWord(r, OffIntData, mag)
	}
	h.header(r, t.ID, aux)
	h.SetWord(r, OffIntLimbs, uint64(limbs))
	for off := OffIntData + 8*limbs; off < size; off += 8 {
		h.SetField(r, off, Null)
	}
	return r
}

// PlainDict reports whether v.__dict__ is the dict of the attributes of an instance of a class, so that what is stored there is
// what SetOwnAttr sets.
func (h *Heap) PlainDict(v Value) bool {
	t := h.TypeOf(v)
	if f, _ := t.GetAttribute(); f != Null || !t.made || !t.HasDict() {
		return false
	}
	x := t.Lookup(h.classes.nm.dict)
	return x != Null && h.Is(x, GetSetType)
}

// SetOwnAttr is v.__dict__[name] = x for an instance with PlainDict. name is interned.
func (h *Heap) SetOwnAttr(v, name, x Value) error {
	_, err := h.setInstAttr(v, h.TypeOf(v), name, x)
	return err
}
