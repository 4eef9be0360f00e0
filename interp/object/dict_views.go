package object

// The views that keys(), values() and items() return. Keys and items are
// set-like: their operators work with any iterable on the other side.

func dictViewMethod(t TypeID) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, _ []Value) (Value, error) { return h.newDictView(t, self), nil }
}

func (h *Heap) newDictView(t TypeID, d Value) Value {
	v := h.Alloc(kindPlain, viewSize)
	h.header(v, t, 0)
	h.SetField(v, offViewDict, d)
	return v
}

// dictViews describes the three kinds of views.
var dictViews = [...]struct {
	view, iter, reverse TypeID
	name                string
	setLike             bool
}{
	{DictKeysType, DictKeyIterType, DictRevKeyIterType, "dict_keys", true},
	{DictValuesType, DictValueIterType, DictRevValueIterType, "dict_values", false},
	{DictItemsType, DictItemIterType, DictRevItemIterType, "dict_items", true},
}

func (h *Heap) initDictViews() {
	for _, k := range dictViews {
		t := &Type{ID: k.view, Name: k.name, Final: true, Slots: Slots{
			InPlace: inPlaceOther,
			Repr:    reprWith((*Heap).appendViewRepr),
			Len:     func(h *Heap, v Value) (int, error) { return h.DictLen(h.Field(v, offViewDict)), nil },
			Iter:    func(h *Heap, v Value) (Value, error) { return h.dictIter(h.Field(v, offViewDict), k.iter), nil },
			GetAttr: func(h *Heap, v, name Value) (Value, error) {
				if h.GoString(name) == "mapping" {
					return h.NewProxy(h.Field(v, offViewDict)), nil
				}
				return h.FindGeneric(v, name)
			},
		}}
		methods := []Builtin{{Name: "__reversed__", Arity: NoArgs, NoGuest: true,
			Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
				return h.dictIter(h.Field(self, offViewDict), k.reverse), nil
			}}}
		if k.setLike {
			t.NoHash = true
			t.Slots.Contains = viewContains
			t.Slots.Compare = compareViews
			t.Slots.Binary = viewBinary
			methods = append(methods, Builtin{Name: "isdisjoint", Arity: O, Fn: viewIsDisjoint})
		}
		h.addMethods(h.register(t), methods)
	}
}

func (h *Heap) appendViewRepr(b []byte, v Value) ([]byte, error) {
	first, err := h.beginRepr(v)
	if err != nil {
		return b, err
	}
	if !first {
		return append(b, "..."...), nil
	}
	defer h.endRepr()
	l, err := h.ListFromIter(v)
	if err != nil {
		return b, err
	}
	b = append(append(b, h.TypeName(v)...), '(')
	if b, err = h.appendRepr(b, l); err != nil {
		return b, err
	}
	return append(b, ')'), nil
}

// isSetView reports whether v is a view with the operators of a set.
func (h *Heap) isSetView(v Value) bool { return h.isA(v, DictKeysType) || h.isA(v, DictItemsType) }

func viewContains(h *Heap, v, x Value) (bool, error) {
	d := h.Field(v, offViewDict)
	if h.isA(v, DictKeysType) {
		return h.DictContains(d, x)
	}
	if !h.isTuple(x) || h.TupleLen(x) != 2 {
		return false, nil
	}
	found, err := h.DictGet(d, h.TupleItem(x, 0))
	if err != nil || found == Null {
		return false, err
	}
	return h.Same(found, h.TupleItem(x, 1))
}

// allContained reports whether every element of a is in b.
func (h *Heap) allContained(a, b Value) (bool, error) {
	it, err := h.Iter(a)
	if err != nil {
		return false, err
	}
	for {
		x, err := h.Next(it)
		if err != nil {
			return false, err
		}
		if x == Null {
			return true, nil
		}
		if has, err := h.Contains(b, x); err != nil || !has {
			return false, err
		}
	}
}

func compareViews(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if !h.isAnySet(b) && !h.isSetView(b) {
		return NotImplemented, nil
	}
	na, err := h.Len(a)
	if err != nil {
		return Null, err
	}
	nb, err := h.Len(b)
	if err != nil {
		return Null, err
	}
	ok := false
	switch op {
	case EQ, NE:
		if na == nb {
			ok, err = h.allContained(a, b)
		}
		ok = ok == (op == EQ)
	case LT, LE:
		if op.Holds(na - nb) {
			ok, err = h.allContained(a, b)
		}
	default:
		if op.Holds(na - nb) {
			ok, err = h.allContained(b, a)
		}
	}
	if err != nil {
		return Null, err
	}
	return Bool(ok), nil
}

func viewBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	switch op {
	case And:
		return h.viewIntersection(a, b)
	case Or:
		s, err := h.viewToSet(a)
		if err != nil {
			return Null, err
		}
		return s, h.SetUpdate(s, b)
	case Subtract:
		s, err := h.viewToSet(a)
		if err != nil {
			return Null, err
		}
		return s, h.setDifferenceUpdate(s, b)
	case Xor:
		if h.isA(a, DictItemsType) && h.isA(b, DictItemsType) {
			return h.itemsXor(h.Field(a, offViewDict), h.Field(b, offViewDict))
		}
		s, err := h.viewToSet(a)
		if err != nil {
			return Null, err
		}
		return s, h.setSymmetricUpdate(s, b)
	}
	return NotImplemented, nil
}

// viewToSet makes a set of the left operand of a view's operator, a view or any
// iterable.
func (h *Heap) viewToSet(v Value) (Value, error) {
	if h.Is(v, DictKeysType) && h.RefType(h.Field(v, offViewDict)) == DictType {
		v = h.Field(v, offViewDict)
	}
	s := h.NewSet()
	return s, h.SetUpdate(s, v)
}

func (h *Heap) viewIntersection(a, b Value) (Value, error) {
	if !h.isSetView(a) {
		a, b = b, a
	}
	n := h.DictLen(h.Field(a, offViewDict))
	if h.Is(b, SetType) && n <= h.setLen(b) {
		return h.setIntersection(b, a)
	}
	if h.isSetView(b) && h.DictLen(h.Field(b, offViewDict)) > n {
		a, b = b, a
	}
	s := h.NewSet()
	it, err := h.Iter(b)
	if err != nil {
		return Null, err
	}
	for {
		x, err := h.Next(it)
		if err != nil {
			return Null, err
		}
		if x == Null {
			return s, nil
		}
		has, err := viewContains(h, a, x)
		if err == nil && has {
			err = h.SetAdd(s, x)
		}
		if err != nil {
			return Null, err
		}
	}
}

// itemsXor is the symmetric difference of the items of two dicts.
func (h *Heap) itemsXor(d1, d2 Value) (Value, error) {
	rest, err := h.DictCopy(d1)
	if err != nil {
		return Null, err
	}
	s := h.NewSet()
	for i := 0; i < h.dictFilled(d2); i++ {
		e := *h.dictEntry(d2, i)
		if e.value == Null {
			continue
		}
		x, err := h.dictGetHash(rest, e.key, e.hash)
		if err != nil {
			return Null, err
		}
		same := false
		if x != Null {
			if same, err = h.Same(x, e.value); err != nil {
				return Null, err
			}
		}
		if !same {
			err = h.SetAdd(s, h.NewTuple(e.key, e.value))
		} else {
			err = h.dictDeleteHash(rest, e.key, e.hash)
		}
		if err != nil {
			return Null, err
		}
	}
	return s, h.SetUpdate(s, h.newDictView(DictItemsType, rest))
}

// dictDeleteHash deletes a key whose hash is known; the error is KeyError if
// there is none.
func (h *Heap) dictDeleteHash(d, key Value, hash int64) error {
	ix, err := h.dictFind(d, key, hash)
	if err != nil {
		return err
	}
	if ix < 0 {
		return h.RaiseWith(KeyErrorType, key)
	}
	h.dictDeleteAt(d, ix)
	return nil
}

func viewIsDisjoint(h *Heap, self Value, args []Value) (Value, error) {
	a, b := self, args[0]
	if a == b {
		return Bool(h.DictLen(h.Field(a, offViewDict)) == 0), nil
	}
	if h.isAnySet(b) || h.isSetView(b) {
		n, err := h.Len(b)
		if err != nil {
			return Null, err
		}
		if n > h.DictLen(h.Field(a, offViewDict)) {
			a, b = b, a
		}
	}
	it, err := h.Iter(b)
	if err != nil {
		return Null, err
	}
	for {
		x, err := h.Next(it)
		if err != nil {
			return Null, err
		}
		if x == Null {
			return True, nil
		}
		if has, err := h.Contains(a, x); err != nil || has {
			return Bool(false), err
		}
	}
}
