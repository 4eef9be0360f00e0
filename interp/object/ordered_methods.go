package object

// The methods of OrderedDict.

var (
	orderedFromKeys   = &params{name: "fromkeys", names: []string{"iterable", "value"}, min: 1}
	orderedPop        = &params{name: "pop", names: []string{"key", "default"}, min: 1}
	orderedSetDefault = &params{name: "setdefault", names: []string{"key", "default"}, min: 1}
	orderedPopItem    = &params{name: "popitem", names: []string{"last"}}
	orderedMove       = &params{name: "move_to_end", names: []string{"key", "last"}, min: 1}
)

// named is a row of a method with parameters that may be named: those not given are Null.
func (o *orderedDict) named(p *params, name string, f func(h *Heap, d Value, a []Value) (Value, error)) Builtin {
	call := func(h *Heap, d Value, args []Value, kwnames Value) (Value, error) {
		out := [2]Value{Null, Null}
		if err := p.parse(h, args, kwnames, out[:len(p.names)]); err != nil {
			return Null, err
		}
		return f(h, d, out[:len(p.names)])
	}
	return Builtin{Name: name, Arity: Fast, Min: 0, Max: -1, Named: p.names, FnKw: call, Fn: func(h *Heap, d Value, args []Value) (Value, error) { return call(h, d, args, Null) }}
}

// isLast is the truth of an argument last; true if it is not given.
func (o *orderedDict) isLast(h *Heap, v Value) (bool, error) {
	if v == Null {
		return true, nil
	}
	return h.Truth(v)
}

func (o *orderedDict) methods() []Builtin {
	view := func(i int) func(h *Heap, d Value, _ []Value) (Value, error) {
		return func(h *Heap, d Value, _ []Value) (Value, error) { return h.newDictView(o.views[i].ID, d), nil }
	}
	return []Builtin{
		{Name: "keys", Arity: NoArgs, NoGuest: true, Fn: view(0)}, {Name: "values", Arity: NoArgs, NoGuest: true, Fn: view(1)}, {Name: "items", Arity: NoArgs, NoGuest: true, Fn: view(2)},
		{Name: "__reversed__", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, d Value, _ []Value) (Value, error) { return o.newIter(h, d, 0, true), nil }},
		{Name: "clear", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, d Value, _ []Value) (Value, error) {
			if h.DictLen(d) > 0 {
				o.changed(h, d)
			}
			h.DictClear(d)
			return None, nil
		}},
		{Name: "copy", Arity: NoArgs, Fn: o.copy},
		{Name: "update", Arity: Varied, FnKw: func(h *Heap, d Value, args []Value, kwnames Value) (Value, error) {
			return None, o.update(h, d, args, kwnames)
		}},
		{Name: "__reduce__", Arity: NoArgs, Fn: o.reduce},
		o.named(orderedSetDefault, "setdefault", o.setDefault), o.named(orderedPop, "pop", o.pop), o.named(orderedPopItem, "popitem", o.popItem),
		o.named(orderedMove, "move_to_end", o.move),
	}
}

// copy is copy(): a derived class makes the other one, and gives the values.
func (o *orderedDict) copy(h *Heap, d Value, _ []Value) (Value, error) {
	if o.exact(h, d) {
		c := h.newOf(o.dict)
		return c, h.dictMergeDict(c, d, nil)
	}
	c, err := h.Call(h.TypeOf(d).Object, nil, Null)
	if err != nil {
		return Null, err
	}
	for i := 0; ; {
		key, _, more := h.DictNext(d, &i)
		if !more {
			return c, nil
		}
		x, err := h.GetItem(d, key)
		if err == nil {
			err = h.SetItem(c, key, x)
		}
		if err != nil {
			return Null, err
		}
	}
}

// reduce is __reduce__.
func (o *orderedDict) reduce(h *Heap, d Value, _ []Value) (Value, error) {
	state, err := h.callNamed(d, "__getstate__")
	if err != nil {
		return Null, err
	}
	items, err := h.callNamed(d, "items")
	if err == nil {
		items, err = h.Iter(items)
	}
	if err != nil {
		return Null, err
	}
	return h.NewTuple(h.TypeOf(d).Object, h.NewTuple(), state, None, items), nil
}

// setDefault is setdefault(): what a derived class overrides is asked.
func (o *orderedDict) setDefault(h *Heap, d Value, a []Value) (Value, error) {
	x := orNone(a[1])
	if o.exact(h, d) {
		found, err := h.DictGet(d, a[0])
		if err != nil || found != Null {
			return found, err
		}
		return x, o.setItem(h, d, a[0], x)
	}
	has, err := h.Contains(d, a[0])
	switch {
	case err != nil:
		return Null, err
	case has:
		return h.GetItem(d, a[0])
	}
	return x, h.SetItem(d, a[0], x)
}

// lacks returns the error of a method that does not find a key: CPython's PyErr_SetObject takes the elements of a tuple for its arguments.
func (o *orderedDict) lacks(h *Heap, key Value) error {
	if h.isA(key, TupleType) {
		return h.RaiseWith(KeyErrorType, h.TupleItems(key)...)
	}
	return h.RaiseWith(KeyErrorType, key)
}

func (o *orderedDict) pop(h *Heap, d Value, a []Value) (Value, error) {
	hash, err := h.Hash(a[0])
	if err != nil {
		return Null, err
	}
	ix, err := o.findAgain(h, d, a[0], hash, 2)
	switch {
	case err != nil:
		return Null, err
	case ix >= 0:
		x := h.DictEntryValue(d, ix)
		o.deleteAt(h, d, ix)
		return x, nil
	case a[1] != Null:
		return a[1], nil
	}
	return Null, o.lacks(h, a[0])
}

func (o *orderedDict) popItem(h *Heap, d Value, a []Value) (Value, error) {
	last, err := o.isLast(h, a[0])
	if err != nil {
		return Null, err
	}
	item := h.newTuple(2)
	ix := h.dictFirst(d)
	if last {
		ix = h.dictLast(d)
	}
	if ix < 0 {
		return Null, h.RaiseWith(KeyErrorType, h.NewStr("dictionary is empty"))
	}
	e := *h.dictEntry(d, ix)
	h.TupleItems(item)[0] = e.key
	if !h.foundUnseen(d, e.key, ix) {
		if ix, err = o.findAgain(h, d, e.key, e.hash, 2); err == nil && ix < 0 {
			err = o.lacks(h, e.key)
		}
		if err != nil {
			return Null, err
		}
	}
	h.TupleItems(item)[1] = h.DictEntryValue(d, ix)
	o.deleteAt(h, d, ix)
	return item, nil
}

// move is move_to_end.
func (o *orderedDict) move(h *Heap, d Value, a []Value) (Value, error) {
	last, err := o.isLast(h, a[1])
	if err != nil {
		return Null, err
	}
	if h.DictLen(d) == 0 {
		return Null, o.lacks(h, a[0])
	}
	ix := h.dictFirst(d)
	if last {
		ix = h.dictLast(d)
	}
	if h.dictEntryKey(d, ix) == a[0] {
		return None, nil // where it is to be
	}
	hash, err := h.Hash(a[0])
	if err != nil {
		return Null, err
	}
	if ix, err = o.find(h, d, a[0], hash); err != nil {
		return Null, err
	}
	if ix < 0 {
		return Null, o.lacks(h, a[0])
	}
	moved := false
	if last {
		moved = h.dictToEnd(d, ix)
	} else {
		moved = h.dictToFront(d, ix)
	}
	if moved {
		o.changed(h, d)
	}
	return None, nil
}
