package object

func (h *Heap) isDict(v Value) bool { return h.isA(v, DictType) }

// initDictTypes registers dict and its views.
func (h *Heap) initDictTypes() {
	t := h.register(&Type{ID: DictType, Name: "dict", NoHash: true, Slots: Slots{
		Repr:     reprWith((*Heap).appendDictRepr),
		Compare:  compareDicts,
		Binary:   dictBinary,
		InPlace:  dictInPlace,
		Len:      func(h *Heap, v Value) (int, error) { return h.DictLen(v), nil },
		GetItem:  dictGetItem,
		SetItem:  dictSetItem,
		Contains: dictHas,
		Iter:     func(h *Heap, v Value) (Value, error) { return h.dictIter(v, DictKeyIterType), nil },
		New:      newDictCall,
	}})
	h.addMethods(t, dictMethods)
	h.addClassMethods(t, []Builtin{{Name: "fromkeys", Arity: Fast, Min: 1, Max: 2,
		Fn: func(h *Heap, class Value, args []Value) (Value, error) {
			x := None
			if len(args) > 1 {
				x = args[1]
			}
			return h.dictFromKeys(class, args[0], x)
		}}})
	h.initDictViews()
}

var dictMethods = []Builtin{
	{Name: "clear", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		h.DictClear(self)
		return None, nil
	}},
	{Name: "copy", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		return h.DictCopy(self)
	}},
	{Name: "get", Arity: Fast, Min: 1, Max: 2, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		u := KeyGet + KeyUse(len(args)) - 1
		if r, ok, err := h.keyedCall(u, self, args); ok {
			return r, err
		}
		x, err := h.DictGet(self, args[0])
		return orDefault(x, args[1:], None), err
	}},
	{Name: "items", Arity: NoArgs, NoGuest: true, Fn: dictViewMethod(DictItemsType)},
	{Name: "keys", Arity: NoArgs, NoGuest: true, Fn: dictViewMethod(DictKeysType)},
	{Name: "values", Arity: NoArgs, NoGuest: true, Fn: dictViewMethod(DictValuesType)},
	{Name: "pop", Arity: Fast, Min: 1, Max: 2, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		x, err := h.dictPop(self, args[0])
		if err != nil {
			return Null, err
		}
		if x = orDefault(x, args[1:], Null); x == Null {
			return Null, h.RaiseWith(KeyErrorType, args[0])
		}
		return x, nil
	}},
	{Name: "popitem", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		return h.dictPopItem(self)
	}},
	{Name: "setdefault", Arity: Fast, Min: 1, Max: 2, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		if len(args) == 2 {
			if r, ok, err := h.keyedCall(KeySetDefault, self, args); ok {
				return r, err
			}
		}
		return h.DictSetDefault(self, args[0], orDefault(Null, args[1:], None))
	}},
	{Name: "update", Arity: Varied, FnKw: func(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
		return None, h.dictUpdateArgs(self, "update", args, kwnames)
	}},
	{Name: "__contains__", Arity: O, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		has, err := h.DictContains(self, args[0])
		return Bool(has), err
	}},
	{Name: "__getitem__", Arity: O, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		return dictGetItem(h, self, args[0])
	}},
	{Name: "__reversed__", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		return h.dictIter(self, DictRevKeyIterType), nil
	}},
}

// orDefault returns x, or if that is Null the first of rest, or otherwise.
func orDefault(x Value, rest []Value, otherwise Value) Value {
	switch {
	case x != Null:
		return x
	case len(rest) > 0:
		return rest[0]
	}
	return otherwise
}

func newDictCall(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
	d := h.NewDict()
	return d, h.dictUpdateArgs(d, "dict", args, kwnames)
}

// dictUpdateArgs is what dict() and dict.update do with their arguments.
func (h *Heap) dictUpdateArgs(d Value, name string, args []Value, kwnames Value) error {
	npos := len(args)
	if kwnames != Null {
		npos -= h.TupleLen(kwnames)
	}
	if err := h.checkCount(name, npos, 0, 1); err != nil {
		return err
	}
	if npos == 1 {
		if err := h.DictUpdate(d, args[0]); err != nil {
			return err
		}
	}
	for i := npos; i < len(args); i++ {
		if err := h.DictSet(d, h.TupleItem(kwnames, i-npos), args[i]); err != nil {
			return err
		}
	}
	return nil
}

func (h *Heap) appendDictRepr(b []byte, v Value) ([]byte, error) {
	first, err := h.beginRepr(v)
	if err != nil {
		return b, err
	}
	if !first {
		return append(b, "{...}"...), nil
	}
	defer h.endRepr()
	b = append(b, '{')
	// Making a repr may change the dict: look the place up each time.
	for pos, n := 0, 0; ; n++ {
		key, x, ok := h.DictNext(v, &pos)
		if !ok {
			return append(b, '}'), nil
		}
		if n > 0 {
			b = append(b, ", "...)
		}
		if b, err = h.appendRepr(b, key); err != nil {
			return b, err
		}
		if b, err = h.appendRepr(append(b, ": "...), x); err != nil {
			return b, err
		}
	}
}

func compareDicts(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if op != EQ && op != NE || !h.isDict(a) || !h.isDict(b) {
		return NotImplemented, nil
	}
	eq, err := h.dictsEqual(a, b)
	if err != nil {
		return Null, err
	}
	return Bool(eq == (op == EQ)), nil
}

func (h *Heap) dictsEqual(a, b Value) (bool, error) {
	if h.DictLen(a) != h.DictLen(b) {
		return false, nil
	}
	for i := 0; i < h.dictFilled(a); i++ {
		e := *h.dictEntry(a, i)
		if e.value == Null {
			continue
		}
		x, err := h.dictGetHash(b, e.key, e.hash)
		if err != nil || x == Null {
			return false, err
		}
		if same, err := h.Same(e.value, x); err != nil || !same {
			return false, err
		}
	}
	return true, nil
}

func dictBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if op != Or || !h.isDict(a) || !h.isDict(b) {
		return NotImplemented, nil
	}
	d, err := h.DictCopy(a)
	if err != nil {
		return Null, err
	}
	return d, h.DictUpdate(d, b)
}

func dictInPlace(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if op != InPlaceOr {
		return inPlaceOther(h, op, a, b)
	}
	return a, h.DictUpdate(a, b)
}

func dictHas(h *Heap, d, key Value) (bool, error) {
	if h.HashesByPython(key) {
		if r, ok, err := h.keyed(KeyIn, d, key); ok {
			return r == True, err
		}
	}
	return h.DictContains(d, key)
}

func dictGetItem(h *Heap, d, key Value) (Value, error) {
	if h.HashesByPython(key) {
		if r, ok, err := h.keyed(KeyItem, d, key); ok {
			return r, err
		}
	}
	x, err := h.DictGet(d, key)
	if err != nil {
		return Null, err
	}
	if x != Null {
		return x, nil
	}
	return h.missingItem(d, key)
}

func dictSetItem(h *Heap, d, key, x Value) error {
	if h.HashesByPython(key) {
		if ok, err := h.keyedStore(d, key, x); ok {
			return err
		}
	}
	if x != Null {
		return h.DictSet(d, key, x)
	}
	found, err := h.DictDel(d, key)
	if err == nil && !found {
		err = h.RaiseWith(KeyErrorType, key)
	}
	return err
}

// dictIter makes an iterator over a dict, of one of the six types.
func (h *Heap) dictIter(d Value, t TypeID) Value {
	pos := 0
	if t >= DictRevKeyIterType {
		pos = h.dictFilled(d) - 1
	}
	return h.newTableIter(t, d, h.DictLen(d), pos)
}

// dictFromKeys is class.fromkeys(v, x): a call of the class makes the mapping.
func (h *Heap) dictFromKeys(class, v, x Value) (Value, error) {
	d, err := h.Call(class, nil, Null)
	if err != nil {
		return Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(d)
	plain := h.Is(d, DictType)
	switch {
	case !plain, h.DictLen(d) > 0: // the class may return any dict
	case h.Is(v, DictType):
		h.dictResize(d, log2ForItems(h.DictLen(v)), h.aux(v)&dictGeneral != 0)
		for i := 0; i < h.dictFilled(v); i++ {
			if e := *h.dictEntry(v, i); e.value != Null {
				if _, err := h.dictInsert(d, e.key, e.hash, x); err != nil {
					return Null, err
				}
			}
		}
		return d, nil
	case h.Is(v, SetType), h.Is(v, FrozenSetType):
		h.dictResize(d, log2ForItems(h.setLen(v)), true)
		for pos := 0; ; {
			e, ok := h.setNext(v, &pos)
			if !ok {
				return d, nil
			}
			if _, err := h.dictInsert(d, e.key, e.hash, x); err != nil {
				return Null, err
			}
		}
	}
	it, err := h.Iter(v)
	if err != nil {
		return Null, err
	}
	if items := h.plainItems(v); plain && len(items) > 0 {
		h.DictReserve(d, items[0], min(len(items), mostReserved))
	}
	for {
		key, err := h.Next(it)
		if err != nil {
			return Null, err
		}
		if key == Null {
			return d, nil
		}
		if plain {
			err = h.dictSetFast(d, key, x)
		} else {
			err = h.SetItem(d, key, x)
		}
		if err != nil {
			return Null, err
		}
	}
}
