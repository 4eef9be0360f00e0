package object

// collections.OrderedDict (Objects/odictobject.c): a dict, whose table has the order of the items, that says so, compares it, and moves
// items in it. What changes the order counts, for iterators (ordered_iter.go).

// offOrderedState is the number of changes, a small int, or Null: none.
const (
	offOrderedState = DictSize
	orderedSize     = DictSize + 8
)

// orderedDict are the types.
type orderedDict struct {
	dict, iter *Type
	views      [3]*Type // as dictViews
}

// RegisterOrderedDict registers OrderedDict, its views and iterators.
func (h *Heap) RegisterOrderedDict() *Type {
	o := &orderedDict{}
	slots := h.types[DictType].Slots
	slots.Repr, slots.Compare, slots.Binary, slots.InPlace = orderedRepr, o.compare, o.or, o.inPlace
	slots.Init, slots.SetItem = o.init, o.setItem
	slots.Iter = func(h *Heap, d Value) (Value, error) { return o.newIter(h, d, 0, false), nil }
	slots.New = func(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
		d := h.newOf(t)
		if t.made {
			return d, nil
		}
		return d, o.init(h, d, args, kwnames)
	}
	o.dict = h.RegisterType(&Type{Name: "OrderedDict", Module: "collections", Base: h.types[DictType], Size: orderedSize, Ordered: true, NoHash: true, Attributes: true, Weak: true, Slots: slots})
	o.registerIter(h)
	h.AddMethods(o.dict, o.methods())
	h.AddClassMethods(o.dict, []Builtin{o.named(orderedFromKeys, "fromkeys", func(h *Heap, class Value, a []Value) (Value, error) {
		return h.dictFromKeys(class, a[0], orNone(a[1]))
	})})
	return o.dict
}

// changed counts a change of the order.
func (o *orderedDict) changed(h *Heap, d Value) {
	h.SetField(d, offOrderedState, SmallInt(o.state(h, d)+1))
}

func (o *orderedDict) state(h *Heap, d Value) int64 {
	if n := h.Field(d, offOrderedState); n.IsSmall() && n.Small() < MaxSmall {
		return n.Small()
	}
	return 0
}

// exact reports whether d is of no derived class.
func (o *orderedDict) exact(h *Heap, d Value) bool { return h.RefType(d) == o.dict.ID }

// setItem is the slot.
func (o *orderedDict) setItem(h *Heap, d, key, x Value) error {
	hash, err := h.Hash(key)
	if err != nil {
		return err
	}
	if x != Null {
		n := h.DictLen(d)
		ix, err := h.dictInsert(d, key, hash, x)
		if h.DictLen(d) != n {
			o.changed(h, d)
		}
		if err == nil && !h.foundUnseen(d, key, ix) {
			_, err = h.dictFind(d, key, hash)
		}
		return err
	}
	ix, err := o.findAgain(h, d, key, hash, 1)
	if err == nil && ix < 0 {
		ix, err = o.find(h, d, key, hash) // a missing one, too
	}
	if err != nil {
		return err
	}
	if ix < 0 {
		return h.RaiseWith(KeyErrorType, key)
	}
	o.deleteAt(h, d, ix)
	return nil
}

// findAgain is find, and again where it has found a key and a program sees that it is looked for: CPython looks into its list's table
// and into the dict's, so many times more.
func (o *orderedDict) findAgain(h *Heap, d, key Value, hash int64, more int) (ix int, err error) {
	ix, err = o.find(h, d, key, hash)
	for ; more > 0 && err == nil && ix >= 0 && !h.foundUnseen(d, key, ix); more-- {
		ix, err = o.find(h, d, key, hash)
	}
	return ix, err
}

// find returns the index of a key, less than none if there is none.
func (o *orderedDict) find(h *Heap, d, key Value, hash int64) (int, error) {
	if h.DictLen(d) == 0 {
		return -1, nil
	}
	return h.dictFind(d, key, hash)
}

func (o *orderedDict) deleteAt(h *Heap, d Value, ix int) {
	h.dictDeleteAt(d, ix)
	o.changed(h, d)
}

// orderedRepr shows the class and the items as a dict.
func orderedRepr(h *Heap, d Value) (Value, error) {
	name := h.TypeOf(d).Name
	if h.DictLen(d) == 0 {
		return h.NewStr(name + "()"), nil
	}
	first, err := h.beginRepr(d)
	if err != nil {
		return Null, err
	}
	if !first {
		return h.NewStr("..."), nil
	}
	defer h.endRepr()
	shown := h.NewDict()
	if h.TypeOf(d).made {
		err = h.DictUpdate(shown, d)
	} else {
		err = h.dictMergeDict(shown, d, nil)
	}
	if err != nil {
		return Null, err
	}
	b, err := h.appendDictRepr([]byte(name+"("), shown)
	if err != nil {
		return Null, err
	}
	return h.NewStr(string(append(b, ')'))), nil
}

// callNamed calls a method.
func (h *Heap) callNamed(v Value, name string, args ...Value) (Value, error) {
	t := h.NewTuple(args...)
	f, err := h.GetAttr(v, h.Intern(name))
	if err != nil {
		return Null, err
	}
	return h.Call(f, h.TupleItems(t), Null)
}

// compare is that of dicts, and of the order of two such.
func (o *orderedDict) compare(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if op != EQ && op != NE || !h.isDict(b) {
		return NotImplemented, nil
	}
	eq, err := h.dictsEqual(a, b)
	if err == nil && eq && h.isA(b, o.dict.ID) {
		eq, err = o.sameOrder(h, a, b)
	}
	if err != nil {
		return Null, err
	}
	return Bool(eq == (op == EQ)), nil
}

func (o *orderedDict) sameOrder(h *Heap, a, b Value) (bool, error) {
	m, n := o.state(h, a), o.state(h, b)
	for i, j := 0, 0; ; {
		x, _, more := h.DictNext(a, &i)
		y, _, other := h.DictNext(b, &j)
		if !more || !other {
			return more == other, nil
		}
		if same, err := h.Same(x, y); err != nil || !same {
			return false, err
		}
		if o.state(h, a) != m || o.state(h, b) != n {
			return false, h.Raise(RuntimeErrorType, orderMutated)
		}
	}
}

func (o *orderedDict) or(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if op != Or || !h.isDict(a) || !h.isDict(b) {
		return NotImplemented, nil
	}
	t := h.TypeOf(a)
	if !h.isA(a, o.dict.ID) {
		t = h.TypeOf(b)
	}
	args := h.NewTuple(a)
	d, err := h.Call(t.Object, h.TupleItems(args), Null)
	if err != nil {
		return Null, err
	}
	return d, o.updateBy(h, d, b)
}

func (o *orderedDict) inPlace(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	if op != InPlaceOr {
		return inPlaceOther(h, op, a, b)
	}
	return a, o.updateBy(h, a, b)
}

// init is __init__.
func (o *orderedDict) init(h *Heap, d Value, args []Value, kwnames Value) error {
	n := len(args)
	if kwnames != Null {
		n -= h.TupleLen(kwnames)
	}
	if n > 1 {
		return h.Raise(TypeErrorType, "expected at most 1 argument, got %d", n)
	}
	return o.update(h, d, args, kwnames)
}

// update is update(): items of a mapping or pairs, then the named ones.
func (o *orderedDict) update(h *Heap, d Value, args []Value, kwnames Value) error {
	n := len(args)
	if kwnames != Null {
		n -= h.TupleLen(kwnames)
	}
	if n > 1 {
		return h.Raise(TypeErrorType, "update() takes at most 1 positional argument (%d given)", n)
	}
	if n == 1 {
		if err := o.updateBy(h, d, args[0]); err != nil {
			return err
		}
	}
	for i := n; i < len(args); i++ {
		if err := h.SetItem(d, h.TupleItem(kwnames, i-n), args[i]); err != nil {
			return err
		}
	}
	return nil
}

// updateBy sets the items of a mapping or pairs.
func (o *orderedDict) updateBy(h *Heap, d, other Value) error {
	if h.isDict(other) && (h.RefType(other) == DictType || o.exact(h, other)) {
		if h.aux(other)&dictGeneral == 0 && o.exact(h, d) { // no key is compared by the program
			o.changed(h, d)
			return h.dictMergeDict(d, other, nil)
		}
		items, err := h.ListFromIter(h.newDictView(DictItemsType, other))
		if err != nil {
			return err
		}
		return o.addPairs(h, d, items)
	}
	keys, err := o.optional(h, other, "keys")
	if err != nil {
		return err
	}
	if keys != Null {
		it, err := h.Iter(keys)
		for err == nil {
			var key, x Value
			if key, err = h.Next(it); err != nil || key == Null {
				break
			}
			if x, err = h.GetItem(other, key); err == nil {
				err = h.SetItem(d, key, x)
			}
		}
		return err
	}
	items, err := o.optional(h, other, "items")
	if err != nil {
		return err
	}
	if items == Null {
		items = other
	}
	return o.addPairs(h, d, items)
}

// optional calls a method of v if there is one; Null: there is none.
func (o *orderedDict) optional(h *Heap, v Value, name string) (Value, error) {
	f, err := h.LookupAttr(v, h.Intern(name))
	if err != nil || f == Null {
		return Null, err
	}
	return h.Call(f, nil, Null)
}

// addPairs sets items that an iterable gives.
func (o *orderedDict) addPairs(h *Heap, d, pairs Value) error {
	it, err := h.Iter(pairs)
	if err != nil {
		return err
	}
	for {
		pair, err := h.Next(it)
		if err != nil || pair == Null {
			return err
		}
		key, x, err := o.pair(h, pair)
		if err != nil {
			return err
		}
		if err := h.SetItem(d, key, x); err != nil {
			return err
		}
	}
}

// pair takes two elements of an iterable that has no more.
func (o *orderedDict) pair(h *Heap, pair Value) (key, x Value, err error) {
	if h.Is(pair, TupleType) && h.TupleLen(pair) == 2 {
		return h.TupleItem(pair, 0), h.TupleItem(pair, 1), nil
	}
	it, err := h.Iter(pair)
	if err != nil {
		return Null, Null, err
	}
	if key, err = h.Next(it); err == nil && key == Null {
		err = h.Raise(ValueErrorType, "need more than 0 values to unpack")
	}
	if err != nil {
		return Null, Null, err
	}
	if x, err = h.Next(it); err == nil && x == Null {
		err = h.Raise(ValueErrorType, "need more than 1 value to unpack")
	}
	if err != nil {
		return Null, Null, err
	}
	more, err := h.Next(it)
	if err == nil && more != Null {
		err = h.Raise(ValueErrorType, "too many values to unpack (expected 2)")
	}
	return key, x, err
}
