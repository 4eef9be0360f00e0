package object

// What classes can be converted to: __index__, __int__, __float__.

// HasIndex reports whether operator.index may take a value (PyIndex_Check).
func (h *Heap) HasIndex(v Value) bool {
	if _, ok := h.asIndex(v); ok {
		return true
	}
	return h.TypeOf(v).WeakProxy || h.ownAttr(h.TypeOf(v), h.classes.nm.index) != Null
}

// indexOf is operator.index: an int, or a class's value that is one or has
// __index__. ok is false for other values.
func (h *Heap) indexOf(v Value) (i Value, ok bool, err error) {
	if i, ok = h.asIndex(v); ok {
		return i, true, nil
	}
	t := h.TypeOf(v)
	if t.WeakProxy {
		if v, err = h.ProxyTarget(v); err == nil {
			v, err = h.ToIndex(v)
		}
		return v, err == nil, err
	}
	if !t.made {
		return v, false, nil
	}
	f := t.Lookup(h.classes.nm.index)
	if f == Null || h.native(f) {
		return v, false, nil
	}
	r, err := h.callSelf(f, v)
	if err != nil {
		return Null, false, err
	}
	i, err = h.indexFrom(r)
	return i, err == nil, err
}

// indexFrom is the int that an __index__ has returned.
func (h *Heap) indexFrom(r Value) (Value, error) {
	if !h.isIntegral(r) {
		return Null, h.Raise(TypeErrorType, "__index__ returned non-int (type %s)", h.TypeName(r))
	}
	if err := h.notExactly(r, IntType, "__index__"); err != nil {
		return Null, err
	}
	i, _ := h.asIndex(r)
	return i, nil
}

// notExactly gives the DeprecationWarning that a special method has returned an instance of a
// class derived from the type.
func (h *Heap) notExactly(r Value, t TypeID, method string) error {
	if h.TypeID(r) == t {
		return nil
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(r)
	name := h.types[t].Name
	return h.Warn(DeprecationWarningType, method+" returned non-"+name+" (type "+h.TypeName(r)+").  The ability to return an instance of a strict subclass of "+name+
		" is deprecated, and may be removed in a future version of Python.", 1)
}

// plainInt returns an int with the value of an int, a bool, or a value of a class
// derived from int.
func (h *Heap) plainInt(v Value) Value {
	if v.IsSmall() || h.RefType(v) == IntType {
		return v
	}
	neg, mag, ok := h.signMag(v)
	if ok {
		return h.intFromMag(neg, mag)
	}
	limbs := int(h.Word(v, OffIntLimbs))
	r := h.Alloc(kindBytes, OffIntData+8*uintptr(limbs))
	h.header(r, IntType, h.aux(v))
	h.SetWord(r, OffIntLimbs, uint64(limbs))
	copy(h.Bytes(r, OffIntData, 8*limbs), h.Bytes(v, OffIntData, 8*limbs))
	return r
}

// number returns the int or float that a value of a class derived from int or
// float is; any other value is returned as it is.
func (h *Heap) number(v Value) Value {
	if !v.IsRef() || h.RefType(v) < FirstFreeType {
		return v
	}
	switch h.TypeOf(v).layout {
	case FloatType:
		return h.Field(v, offFloatValue)
	case IntType:
		return h.plainInt(v)
	}
	return v
}

// classSlots are the slots of a builtin type for classes derived from it.
func (h *Heap) classSlots(t *Type) *Slots {
	switch t.ID {
	case IntType, FloatType:
		return h.numberSlots(t)
	case StrType:
		s := t.Slots
		exact := func(v Value, err error) (Value, error) {
			if err == nil && h.isA(v, StrType) {
				v = h.plainStr(v)
			}
			return v, err
		}
		s.GetItem = func(h *Heap, v, key Value) (Value, error) { return exact(t.GetItem(h, v, key)) }
		s.Binary = func(h *Heap, op BinaryOp, a, b Value) (Value, error) { return exact(t.Binary(h, op, a, b)) }
		s.Format = func(h *Heap, v, spec Value) (Value, error) { return exact(t.Slots.Format(h, v, spec)) }
		return &s
	}
	return &t.Slots
}

// numberSlots are the slots of int or float for classes derived from them: their
// values are made plain ones first.
func (h *Heap) numberSlots(t *Type) *Slots {
	s := t.Slots
	return &Slots{
		Repr:   func(h *Heap, v Value) (Value, error) { return s.Repr(h, h.number(v)) },
		Format: func(h *Heap, v, spec Value) (Value, error) { return s.Format(h, v, spec) },
		Hash:   func(h *Heap, v Value) (int64, error) { return h.Hash(h.number(v)) },
		Compare: func(h *Heap, op CompareOp, a, b Value) (Value, error) {
			if b.IsRef() && h.foreign(t, b) {
				return NotImplemented, nil // its class may have a method of its own
			}
			return s.Compare(h, op, h.number(a), h.number(b))
		},
		Binary: func(h *Heap, op BinaryOp, a, b Value) (Value, error) {
			return s.Binary(h, op, h.number(a), h.number(b))
		},
		Unary: func(h *Heap, op UnaryOp, v Value) (Value, error) {
			if op == Invert && h.TypeOf(v).layout == FloatType {
				return Null, h.noUnary(op, v)
			}
			return s.Unary(h, op, h.number(v))
		},
		Bool:    func(h *Heap, v Value) (bool, error) { return s.Bool(h, h.number(v)) },
		GetAttr: s.GetAttr, SetAttr: s.SetAttr,
	}
}

// converts reports whether a type has its special methods as Type.Converts says.
func (h *Heap) converts(t *Type) bool { return h.types[t.layout].Converts }

// intOf is what int() makes of a value by __int__ or __index__; ok is false for
// values without them.
func (h *Heap) intOf(v Value) (i Value, ok bool, err error) {
	t := h.TypeOf(v)
	f := t.Lookup(h.classes.nm.toInt)
	if f == Null || h.native(f) && !h.converts(t) {
		if h.isIntegral(v) {
			return h.plain(v), true, nil
		}
		return h.indexOf(v)
	}
	r, err := h.callSelf(f, v)
	if err != nil {
		return Null, false, err
	}
	i, err = h.intFrom(r)
	return i, err == nil, err
}

// intFrom is the int that an __int__ has returned.
func (h *Heap) intFrom(r Value) (Value, error) {
	if !h.isIntegral(r) {
		return Null, h.Raise(TypeErrorType, "__int__ returned non-int (type %s)", h.TypeName(r))
	}
	if err := h.notExactly(r, IntType, "__int__"); err != nil {
		return Null, err
	}
	return h.plain(r), nil
}

// ownFloat reports whether the class of v has a __float__ in Python.
func (h *Heap) ownFloat(v Value) bool {
	if !v.IsRef() || h.RefType(v) < FirstFreeType {
		return false
	}
	f := h.TypeOf(v).Lookup(h.classes.nm.toFloat)
	return f != Null && !h.native(f)
}

// floatOf is what float() makes of a class's value by __float__ or __index__; ok
// is false for values without them.
func (h *Heap) floatOf(v Value) (x float64, ok bool, err error) {
	if !v.IsRef() {
		return 0, false, nil
	}
	t := h.TypeOf(v)
	if t.WeakProxy {
		if v, err = h.ProxyTarget(v); err == nil {
			v, err = h.ToFloat(v)
		}
		if err != nil {
			return 0, false, err
		}
		return v.Float(), true, nil
	}
	if !t.made && !h.converts(t) {
		return 0, false, nil
	}
	f := t.Lookup(h.classes.nm.toFloat)
	if f == Null || h.native(f) && !h.converts(t) {
		if t.layout == FloatType {
			return h.number(v).Float(), true, nil
		}
		i, ok, err := h.indexOf(v)
		if err != nil || !ok {
			return 0, false, err
		}
		x, err = h.IntToFloat(i)
		return x, true, err
	}
	r, err := h.callSelf(f, v)
	if err != nil {
		return 0, false, err
	}
	x, err = h.floatFrom(t, r)
	return x, true, err
}

// floatFrom is what the __float__ of a type has returned.
func (h *Heap) floatFrom(t *Type, r Value) (float64, error) {
	n := h.number(r)
	if !n.IsFloat() {
		return 0, h.Raise(TypeErrorType, "%s.__float__ returned non-float (type %s)", t.Name, h.TypeName(r))
	}
	return n.Float(), h.notExactly(r, FloatType, t.Name+".__float__")
}

// plainStr returns a str with the content of a value of a class derived from str;
// a str is returned as it is.
func (h *Heap) plainStr(v Value) Value {
	if h.RefType(v) == StrType {
		return v
	}
	end := h.varEnd(v, h.types[StrType])
	r := h.Alloc(kindBytes, end)
	copy(h.Bytes(r, 0, int(end)), h.Bytes(v, 0, int(end)))
	h.header(r, StrType, h.aux(v)&^(StrInterned|StrOwned))
	return r
}
