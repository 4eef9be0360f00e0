package object

// initSetTypes registers set and frozenset.
func (h *Heap) initSetTypes() {
	slots := Slots{
		Repr:     reprWith((*Heap).appendSetRepr),
		Compare:  compareSets,
		Binary:   setBinary,
		Len:      func(h *Heap, v Value) (int, error) { return h.setLen(v), nil },
		Contains: setContains,
		Iter: func(h *Heap, v Value) (Value, error) {
			return h.newTableIter(SetIterType, v, h.setLen(v), 0), nil
		},
	}
	set := &Type{ID: SetType, Name: "set", NoHash: true, Slots: slots}
	set.InPlace = setInPlace
	set.New = func(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
		it, err := h.oneIterable("set", args, kwnames)
		if err != nil {
			return Null, err
		}
		if it == Null {
			return h.NewSet(), nil
		}
		return h.setFromIter(it)
	}
	h.addMethods(h.register(set), append(anySetMethods(), setMethods...))

	frozen := &Type{ID: FrozenSetType, Name: "frozenset", Slots: slots}
	frozen.Hash = hashFrozenSet
	frozen.InPlace = inPlaceOther
	frozen.New = func(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
		it, err := h.oneIterable("frozenset", args, kwnames)
		if err != nil {
			return Null, err
		}
		if it == Null {
			return h.newSet(FrozenSetType), nil
		}
		return h.FrozenSetFromIter(it)
	}
	h.addMethods(h.register(frozen), append(anySetMethods(), Builtin{
		Name: "copy", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
			if h.RefType(self) == FrozenSetType {
				return self, nil
			}
			return h.setCopy(self), nil
		}}))
	h.emptyFro = h.newSet(FrozenSetType)
}

// withSet makes a method of a function of the receiver and one argument.
func withSet(f func(h *Heap, s, v Value) (Value, error)) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, args []Value) (Value, error) { return f(h, self, args[0]) }
}

// testSet makes a method of a test.
func testSet(f func(h *Heap, s, v Value) (bool, error)) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, args []Value) (Value, error) {
		b, err := f(h, self, args[0])
		return Bool(b), err
	}
}

// forEach makes a method that applies f to each argument in turn.
func forEach(f func(h *Heap, s, v Value) error) func(*Heap, Value, []Value) (Value, error) {
	return func(h *Heap, self Value, args []Value) (Value, error) {
		for _, v := range args {
			if err := f(h, self, v); err != nil {
				return Null, err
			}
		}
		return None, nil
	}
}

// anySetMethods returns the methods that set and frozenset share.
func anySetMethods() []Builtin {
	return []Builtin{
		{Name: "difference", Arity: Fast, Max: -1, Fn: setDifferenceMethod},
		{Name: "intersection", Arity: Fast, Max: -1, Fn: setIntersectionMethod},
		{Name: "isdisjoint", Arity: O, Fn: testSet((*Heap).setIsDisjoint)},
		{Name: "issubset", Arity: O, Fn: testSet((*Heap).setIsSubset)},
		{Name: "issuperset", Arity: O, Fn: testSet((*Heap).setIsSuperset)},
		{Name: "symmetric_difference", Arity: O, Fn: withSet((*Heap).setSymmetricDifference)},
		{Name: "union", Arity: Fast, Max: -1, Fn: setUnionMethod},
		{Name: "__contains__", Arity: O, Fn: testSet((*Heap).SetContains)},
	}
}

var setMethods = []Builtin{
	{Name: "add", Arity: O, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		if r, ok, err := h.keyedCall(KeyAdd, self, args); ok {
			return r, err
		}
		return None, h.SetAdd(self, args[0])
	}},
	{Name: "clear", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		h.setClear(self)
		return None, nil
	}},
	{Name: "copy", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		return h.setCopy(self), nil
	}},
	{Name: "discard", Arity: O, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		if r, ok, err := h.keyedCall(KeyDiscard, self, args); ok {
			return r, err
		}
		_, err := h.setDiscard(self, args[0])
		return None, err
	}},
	{Name: "remove", Arity: O, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		if r, ok, err := h.keyedCall(KeyRemove, self, args); ok {
			return r, err
		}
		found, err := h.setDiscard(self, args[0])
		if err == nil && !found {
			err = h.RaiseWith(KeyErrorType, args[0])
		}
		return None, err
	}},
	{Name: "pop", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		return h.setPop(self)
	}},
	{Name: "update", Arity: Fast, Max: -1, Each: EachUpdate, Fn: forEach((*Heap).SetUpdate)},
	{Name: "difference_update", Arity: Fast, Max: -1, Fn: forEach((*Heap).setDifferenceUpdate)},
	{Name: "intersection_update", Arity: Fast, Max: -1, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
		r, err := setIntersectionMethod(h, self, args)
		if err != nil {
			return Null, err
		}
		h.setSwap(self, r)
		return None, nil
	}},
	{Name: "symmetric_difference_update", Arity: O, Fn: forEach((*Heap).setSymmetricUpdate)},
}

func setUnionMethod(h *Heap, self Value, args []Value) (Value, error) {
	r := h.setCopy(self)
	for _, v := range args {
		if v == self {
			continue
		}
		if err := h.SetUpdate(r, v); err != nil {
			return Null, err
		}
	}
	return r, nil
}

func setIntersectionMethod(h *Heap, self Value, args []Value) (Value, error) {
	if len(args) == 0 {
		return h.setCopy(self), nil
	}
	r := self
	for _, v := range args {
		var err error
		if r, err = h.setIntersection(r, v); err != nil {
			return Null, err
		}
	}
	return r, nil
}

func setDifferenceMethod(h *Heap, self Value, args []Value) (Value, error) {
	if len(args) == 0 {
		return h.setCopy(self), nil
	}
	r, err := h.setDifference(self, args[0])
	if err != nil {
		return Null, err
	}
	for _, v := range args[1:] {
		if err := h.setDifferenceUpdate(r, v); err != nil {
			return Null, err
		}
	}
	return r, nil
}

func (h *Heap) appendSetRepr(b []byte, v Value) ([]byte, error) {
	t := h.TypeOf(v)
	first, err := h.beginRepr(v)
	if err != nil {
		return b, err
	}
	if !first {
		return append(append(b, t.Name...), "(...)"...), nil
	}
	defer h.endRepr()
	if h.setLen(v) == 0 {
		return append(append(b, t.Name...), "()"...), nil
	}
	keys := h.newList(h.setLen(v)) // reprs may change the set
	h.setKeys(v, h.ListItems(keys))
	opening, closing := "{", "}"
	if t.ID != SetType {
		opening, closing = t.Name+"({", "})"
	}
	b = append(b, opening...)
	for i := 0; i < h.ListLen(keys); i++ {
		if i > 0 {
			b = append(b, ", "...)
		}
		if b, err = h.appendRepr(b, h.ListItem(keys, i)); err != nil {
			return b, err
		}
	}
	return append(b, closing...), nil
}

// setKeys fills dst with the elements of a set.
func (h *Heap) setKeys(s Value, dst []Value) {
	n := 0
	for _, e := range h.setEntries(s) {
		if e.key != Null {
			dst[n] = e.key
			n++
		}
	}
}

// listExtendSet appends the elements of a set to a list.
func (h *Heap) listExtendSet(l, s Value) {
	if n := h.setLen(s); n > 0 {
		m := h.ListLen(l)
		h.listResize(l, m+n)
		h.setKeys(s, h.ListItems(l)[m:])
	}
}

// listExtendDict appends the keys, values or items of a dict to a list; view
// says which.
func (h *Heap) listExtendDict(l, d Value, view TypeID) {
	n := h.DictLen(d)
	if n == 0 {
		return
	}
	m := h.ListLen(l)
	if view == DictItemsType {
		for pos := 0; ; {
			key, x, ok := h.DictNext(d, &pos)
			if !ok {
				return
			}
			h.ListAppend(l, h.NewTuple(key, x))
		}
	}
	h.listResize(l, m+n)
	items := h.ListItems(l)[m:]
	i := 0
	for _, e := range h.dictEntries(d) {
		if e.value == Null {
			continue
		}
		if items[i] = e.key; view == DictValuesType {
			items[i] = e.value
		}
		i++
	}
}

func hashFrozenSet(h *Heap, v Value) (int64, error) {
	p := h.WordAt(v, offSetHash)
	if *p == 0 {
		*p = uint64(h.frozenHash(v))
	}
	return int64(*p), nil
}

func compareSets(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if !h.isAnySet(a) || !h.isAnySet(b) {
		return NotImplemented, nil
	}
	na, nb := h.setLen(a), h.setLen(b)
	var r bool
	var err error
	switch op {
	case EQ, NE:
		r = na == nb
		if r && h.isFrozenSet(a) && h.isFrozenSet(b) {
			x, y := h.Word(a, offSetHash), h.Word(b, offSetHash)
			r = x == 0 || y == 0 || x == y
		}
		if r {
			r, err = h.setIsSubset(a, b)
		}
		r = r == (op == EQ)
	case LT, LE:
		if r = op.Holds(na - nb); r {
			r, err = h.setIsSubset(a, b)
		}
	default:
		if r = op.Holds(na - nb); r {
			r, err = h.setIsSubset(b, a)
		}
	}
	if err != nil {
		return Null, err
	}
	return Bool(r), nil
}

func setBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if !h.isAnySet(a) || !h.isAnySet(b) {
		return NotImplemented, nil
	}
	switch op {
	case And:
		return h.setIntersection(a, b)
	case Or:
		r := h.setCopy(a)
		if a == b {
			return r, nil
		}
		return r, h.SetUpdate(r, b)
	case Subtract:
		return h.setDifference(a, b)
	case Xor:
		return h.setSymmetricDifference(a, b)
	}
	return NotImplemented, nil
}

func setInPlace(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if !h.isAnySet(b) {
		return inPlaceOther(h, op, a, b)
	}
	switch op {
	case InPlaceAnd:
		r, err := h.setIntersection(a, b)
		if err != nil {
			return Null, err
		}
		h.setSwap(a, r)
		return a, nil
	case InPlaceOr:
		return a, h.SetUpdate(a, b)
	case InPlaceSubtract:
		return a, h.setDifferenceUpdate(a, b)
	case InPlaceXor:
		return a, h.setSymmetricUpdate(a, b)
	}
	return NotImplemented, nil
}
