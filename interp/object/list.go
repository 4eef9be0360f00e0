package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

func (h *Heap) isList(v Value) bool { return h.isA(v, ListType) }

// initSequences registers list, tuple, slice and range.
func (h *Heap) initSequences() {
	h.initTupleType()
	t := h.register(&Type{ID: ListType, Name: "list", NoHash: true, Slots: Slots{
		Repr:     reprWith((*Heap).appendListRepr),
		Compare:  compareLists,
		Binary:   listBinary,
		InPlace:  listInPlace,
		Len:      func(h *Heap, v Value) (int, error) { return h.ListLen(v), nil },
		GetItem:  listGetItem,
		SetItem:  listSetItem,
		Contains: listContains,
		Iter:     func(h *Heap, v Value) (Value, error) { return h.newSeqIter(ListIterType, v, 0), nil },
		New: func(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
			it, err := h.oneIterable("list", args, kwnames)
			if err != nil {
				return Null, err
			}
			if it == Null {
				return h.NewList(), nil
			}
			return h.ListFromIter(it)
		},
	}})
	h.addMethods(t, listMethods)
	h.initSliceType()
	h.initRangeType()
}

func (h *Heap) appendListRepr(b []byte, v Value) ([]byte, error) {
	if h.ListLen(v) == 0 {
		return append(b, "[]"...), nil
	}
	first, err := h.beginRepr(v)
	if err != nil {
		return b, err
	}
	if !first {
		return append(b, "[...]"...), nil
	}
	defer h.endRepr()
	b = append(b, '[')
	for i := 0; i < h.ListLen(v); i++ {
		if i > 0 {
			b = append(b, ", "...)
		}
		if b, err = h.appendRepr(b, h.ListItem(v, i)); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

func listBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	return h.sequenceBinary(op, a, b, "list", (*Heap).isList, (*Heap).listConcat, (*Heap).listRepeat)
}

// sequenceBinary is + and * of lists or of tuples.
func (h *Heap) sequenceBinary(op BinaryOp, a, b Value, name string, is func(*Heap, Value) bool,
	concat func(h *Heap, a, b Value) Value, times func(*Heap, Value, int) Value) (Value, error) {
	switch op {
	case Add:
		if !is(h, a) {
			return NotImplemented, nil
		}
		if is(h, b) {
			return concat(h, a, b), nil
		}
		if r, err := h.numberOf(op, a, b, b); err != nil || r != NotImplemented {
			return r, err
		}
		return Null, h.Raise(TypeErrorType, "can only concatenate %s (not \"%s\") to %s", name, h.TypeName(b), name)
	case Multiply:
		seq, count := a, b
		if !is(h, a) {
			seq, count = b, a
		}
		n, ok, err := h.repeatCount(count)
		if err != nil {
			return Null, err
		}
		if ok {
			return times(h, seq, n), nil
		}
		return h.cannotRepeat(a, b, count)
	}
	return NotImplemented, nil
}

func listInPlace(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	switch op {
	case InPlaceAdd:
		if r, err := h.numberOf(Add, a, b, b); err != nil || r != NotImplemented {
			return r, err
		}
		return a, h.ListExtend(a, b)
	case InPlaceMultiply:
		n, ok, err := h.repeatCount(b)
		if err != nil {
			return Null, err
		}
		if ok {
			h.listRepeatInPlace(a, n)
			return a, nil
		}
		return h.cannotRepeat(a, b, b)
	}
	return NotImplemented, nil
}

func (h *Heap) listConcat(a, b Value) Value {
	na, nb := h.ListLen(a), h.ListLen(b)
	l := h.listToFill(na + nb)
	items := h.ListItems(l)
	copy(items, h.ListItems(a))
	copy(items[na:], h.ListItems(b))
	return l
}

func (h *Heap) listRepeat(v Value, count int) Value {
	l := h.listToFill(repeatedLen(h.ListLen(v), count))
	fillRepeated(h.ListItems(l), h.ListItems(v))
	return l
}

func (h *Heap) listRepeatInPlace(v Value, count int) {
	n := h.ListLen(v)
	if n == 0 || count == 1 {
		return
	}
	total := repeatedLen(n, count)
	h.listResize(v, total)
	if total > 0 {
		items := h.ListItems(v)
		fillRepeated(items[n:], items[:n])
	}
}

const listNotIndex = "list indices must be integers or slices, not %s"

func listGetItem(h *Heap, v, key Value) (Value, error) {
	if h.Is(key, SliceType) {
		return h.partBy(v, ListType, key)
	}
	i, err := h.itemPlace(v, key, (*Heap).ListLen, listNotIndex, "list index out of range")
	if err != nil {
		return Null, err
	}
	return h.ListItem(v, i), nil
}

// listSlice returns l[start:stop:step] as a new list; bounds count as in a slice
// expression, step is not 0.
func (h *Heap) listSlice(l Value, start, stop, step int) Value {
	start, _, count := adjustIndices(h.ListLen(l), start, stop, step)
	r := h.listToFill(count)
	copyStepped(h.ListItems(r), h.ListItems(l), start, step)
	return r
}

func listSetItem(h *Heap, v, key, x Value) error {
	if h.Is(key, SliceType) {
		if x == Null {
			return h.listDeleteSlice(v, key)
		}
		return h.listAssignSlice(v, key, x)
	}
	i, err := h.itemPlace(v, key, (*Heap).ListLen, listNotIndex, "list assignment index out of range")
	if err != nil {
		return err
	}
	if x == Null {
		h.listReplace(v, i, i+1, nil)
	} else {
		h.SetListItem(v, i, x)
	}
	return nil
}

// listReplace puts items in the place of the elements from lo up to hi. items
// must not lie in v's own storage, and is kept alive by the caller.
func (h *Heap) listReplace(v Value, lo, hi int, items []Value) {
	n := h.ListLen(v)
	grow := len(items) - (hi - lo)
	if grow > 0 {
		h.listResize(v, n+grow)
		all := h.ListItems(v)
		copy(all[hi+grow:], all[hi:n])
	} else if grow < 0 {
		all := h.ListItems(v)
		copy(all[hi+grow:], all[hi:])
		h.listResize(v, n+grow)
	}
	copy(h.ListItems(v)[lo:], items)
}

func (h *Heap) listDeleteSlice(v, key Value) error {
	start, stop, step, err := h.unpackSlice(key)
	if err != nil {
		return err
	}
	n := h.ListLen(v)
	start, stop, count := adjustIndices(n, start, stop, step)
	if step == 1 {
		h.listReplace(v, start, max(start, stop), nil)
		return nil
	}
	if count == 0 {
		return nil
	}
	if step < 0 {
		start, step = start+step*(count-1), -step
	}
	items := h.ListItems(v)
	to := start
	for i := 0; i < count; i++ {
		from := start + i*step + 1
		end := n
		if i < count-1 {
			end = from + step - 1
		}
		to += copy(items[to:], items[from:end])
	}
	h.listResize(v, n-count)
	return nil
}

func (h *Heap) listAssignSlice(v, key, x Value) error {
	start, stop, step, err := h.unpackSlice(key)
	if err != nil {
		return err
	}
	return h.listAssign(v, start, stop, step, x)
}

// listAssign is v[start:stop:step] = x; bounds count as in a slice expression.
func (h *Heap) listAssign(v Value, start, stop, step int, x Value) (err error) {
	seq := x
	if x == v {
		seq = h.listSlice(v, 0, math.MaxInt, 1)
	} else if seq, err = h.fastSequence(x, "must assign iterable to extended slice"); err != nil {
		return err
	}
	start, stop, count := adjustIndices(h.ListLen(v), start, stop, step)
	if step == 1 {
		h.listReplace(v, start, max(start, stop), h.sequenceItems(seq))
		return nil
	}
	items := h.sequenceItems(seq)
	if len(items) != count {
		return h.Raise(ValueErrorType, "attempt to assign sequence of size %d to extended slice of size %d", len(items), count)
	}
	dst := h.ListItems(v)
	for i, e := range items {
		dst[start+i*step] = e
	}
	return nil
}

// fastSequence returns v if it is a list or a tuple, else a list of its
// elements. notIterable is the message when it has none.
func (h *Heap) fastSequence(v Value, notIterable string) (Value, error) {
	switch h.TypeID(v) {
	case ListType, TupleType:
		return v, nil
	case DictType, DictKeysType, DictValuesType, SetType, FrozenSetType: // no iterator is needed
		return h.ListFromIter(v)
	}
	it, err := h.Iter(v)
	if err != nil {
		if h.raisedIs(err, TypeErrorType) {
			err = h.Raise(TypeErrorType, "%s", notIterable)
		}
		return Null, err
	}
	return h.ListFromIter(it)
}

// sequenceItems returns the elements of a list or tuple as a slice over the
// arena, with the limits of ListItems.
func (h *Heap) sequenceItems(v Value) []Value {
	if h.isTuple(v) {
		return h.TupleItems(v)
	}
	return h.ListItems(v)
}

func listContains(h *Heap, v, x Value) (bool, error) {
	if in, ok := listHas(h.mem(), mem.Ref(v), mem.Ref(x)); ok {
		return in, nil
	}
	i, err := h.listFind(v, x, 0, math.MaxInt)
	return i >= 0, err
}

// listFind returns the index of the first element equal to x in [start, stop),
// or −1. The list may change while elements are compared.
func (h *Heap) listFind(v, x Value, start, stop int) (int, error) {
	for i := start; i < stop && i < h.ListLen(v); i++ {
		e := h.ListItem(v, i)
		if e == x {
			return i, nil
		}
		if BothSmall(e, x) {
			continue
		}
		if h.comparesOwn(e, x) {
			if at, ok, err := h.loopSame(LoopFind, i, x, v, x, SmallInt(int64(i)), SmallInt(int64(min(stop, math.MaxInt32)))); ok {
				return at, err
			}
		}
		if same, err := h.Same(e, x); err != nil || same {
			return i, err
		}
	}
	return -1, nil
}

// ListFromIter is list(v).
func (h *Heap) ListFromIter(v Value) (Value, error) {
	if h.Is(v, ListType) {
		return h.listSlice(v, 0, math.MaxInt, 1), nil
	}
	l := h.newList(h.countOf(v))
	h.SetWord(l, OffListLen, 0)
	return l, h.ListExtend(l, v)
}

// countOf returns how many elements a value has that list(v) takes at once, 0 for others. A list of them has room for just so many,
// as the one that machine code makes: where a window has none left for that, Go opens the next one of that size, not of another.
func (h *Heap) countOf(v Value) int {
	if !v.IsRef() {
		return 0
	}
	switch h.RefType(v) {
	case TupleType:
		return h.TupleLen(v)
	case SetType, FrozenSetType:
		return h.setLen(v)
	case StrType:
		return h.StrLen(v)
	case DictType:
		return h.DictLen(v)
	case DictKeysType, DictValuesType, DictItemsType:
		return h.DictLen(h.Field(v, offViewDict))
	case RangeType:
		if _, _, n, ok := h.rangeWords(v); ok {
			return repeatedLen(1, int(n))
		}
	}
	return 0
}

// ListExtend is l.extend(v). After an error the elements before it are in l.
func (h *Heap) ListExtend(l, v Value) error { return h.listExtend(l, v, true) }

// ListTake appends what an iterable has to a list. Nobody is asked how many that are.
func (h *Heap) ListTake(l, v Value) error { return h.listExtend(l, v, false) }

// listExtend is ListExtend; hinted says that v is asked for its length ahead, which tuple does not.
func (h *Heap) listExtend(l, v Value, hinted bool) error {
	if _, ok := listPushAll(h.mem(), mem.Ref(l), mem.Ref(v)); ok {
		return nil
	}
	if v == l { // also of a derived class: it does not end while it is iterated
		h.listExtendSequence(l, v)
		return nil
	}
	if v.IsRef() {
		switch h.RefType(v) {
		case ListType, TupleType:
			h.listExtendSequence(l, v)
			return nil
		case RangeType:
			if h.listExtendRange(l, v) {
				return nil
			}
		case SetType, FrozenSetType:
			h.listExtendSet(l, v)
			return nil
		case DictType:
			h.listExtendDict(l, v, DictKeysType)
			return nil
		case DictKeysType, DictValuesType, DictItemsType:
			h.listExtendDict(l, h.Field(v, offViewDict), h.RefType(v))
			return nil
		case ListIterType, TupleIterType:
			if h.listExtendRest(l, v) {
				return nil
			}
		}
	}
	it, err := h.Iter(v)
	if err != nil {
		return err
	}
	if hinted {
		if _, err := h.checkHint(v); err != nil {
			return err
		}
	}
	if h.TypeOf(it).Next == nil {
		return h.Raise(TypeErrorType, "iter() returned non-iterator of type '%s'", h.TypeName(it))
	}
	if f := h.TypeOf(it).Drain; f != nil {
		return f(h, it, l)
	}
	step := h.TypeOf(it).next
	for n := 0; ; n++ {
		if step != nil {
			if x, ok := step(h.mem(), mem.Ref(it)); ok { // no code of the program's has run
				if Value(x) == Null {
					return nil
				}
				h.ListAppend(l, Value(x))
				if n&63 != 0 {
					continue
				}
				if err := h.Poll(); err != nil {
					return err
				}
				continue
			}
		}
		if h.LoopingOver(it, n) && h.Is(l, ListType) {
			_, err := h.RunLoop(LoopExtend, LoopState{Iter: it, Func: Null, First: l, Second: Null})
			return err
		}
		x, err := h.Next(it)
		if err != nil || x == Null {
			return err
		}
		h.ListAppend(l, x)
	}
}

// MostHinted is the length of a list that no address space has room for. CPython refuses it, though it is a hint only.
const MostHinted = 1 << 40

// checkHint asks a value for its length as who makes a list of it does (PyObject_LengthHint):
// no room is made for the answer, but that of what has none is a MemoryError, and an error other than TypeError is the caller's.
func (h *Heap) checkHint(v Value) (n int, err error) {
	t := h.TypeOf(v)
	if t.Len != nil {
		if n, err = t.Len(h, v); err == nil && n < MostHinted || err != nil && !h.raisedIs(err, TypeErrorType) {
			return n, err
		} else if err == nil {
			return n, h.RaiseWith(MemoryErrorType)
		}
	}
	f := h.ownAttr(t, h.classes.nm.lengthHint)
	if f == Null {
		return 0, nil
	}
	r, err := h.callSelf(f, v)
	switch {
	case err != nil && h.raisedIs(err, TypeErrorType) || err == nil && r == NotImplemented:
		return 0, nil
	case err != nil:
		return 0, err
	case !h.isIntegral(r):
		return 0, h.Raise(TypeErrorType, "__length_hint__ must be an integer, not %s", h.TypeName(r))
	}
	n, err = h.sizeArg(r)
	if err == nil && n < 0 {
		err = h.Raise(ValueErrorType, "__length_hint__() should return >= 0")
	}
	if err == nil && n >= MostHinted {
		err = h.RaiseWith(MemoryErrorType)
	}
	return n, err
}

// listExtendSequence appends the elements of a list (l itself, perhaps) or a
// tuple.
func (h *Heap) listExtendSequence(l, v Value) {
	n := len(h.sequenceItems(v))
	if n == 0 {
		return
	}
	m := h.ListLen(l)
	h.listResize(l, m+n)
	copy(h.ListItems(l)[m:], h.sequenceItems(v)[:n])
}

// listExtendRest appends what an iterator of a list or tuple has left, unless that is the list itself, which would grow meanwhile.
func (h *Heap) listExtendRest(l, it Value) bool {
	seq := h.Field(it, OffSeqIterSeq)
	if seq == l || seq == Null {
		return seq == Null
	}
	if at, n := int(h.Word(it, OffSeqIterIndex)), len(h.sequenceItems(seq)); at < n {
		m := h.ListLen(l)
		h.listResize(l, m+n-at)
		copy(h.ListItems(l)[m:], h.sequenceItems(seq)[at:n])
	}
	h.SetField(it, OffSeqIterSeq, Null)
	return true
}

// ListInsert inserts x before element i; i counts as in list.insert.
func (h *Heap) ListInsert(l Value, i int, x Value) {
	n := h.ListLen(l)
	i = adjustBound(i, n, 0, n)
	if i == n {
		h.ListAppend(l, x)
		return
	}
	h.listResize(l, n+1)
	items := h.ListItems(l)
	copy(items[i+1:], items[i:n])
	items[i] = x
}

// ListPop removes and returns element i; negative indices count from the end.
func (h *Heap) ListPop(l Value, i int) (Value, error) {
	n := h.ListLen(l)
	if n == 0 {
		return Null, h.Raise(IndexErrorType, "pop from empty list")
	}
	if i < 0 {
		i += n
	}
	if uint(i) >= uint(n) {
		return Null, h.Raise(IndexErrorType, "pop index out of range")
	}
	items := h.ListItems(l)
	x := items[i]
	copy(items[i:], items[i+1:])
	h.listResize(l, n-1)
	return x, nil
}

// ListForget empties a list that Go code alone has, and keeps the room that its elements had.
func (h *Heap) ListForget(l Value) {
	clear(h.ListItems(l))
	h.SetWord(l, OffListLen, 0)
}

// ListClear empties a list. One that has no storage is left as it is, so
// that clearing a list that is being sorted is no modification.
func (h *Heap) ListClear(l Value) {
	if h.Word(h.Field(l, OffListItems), OffArrayCap) == 0 {
		return
	}
	a := h.newArray(0)
	h.SetWord(l, OffListLen, 0)
	h.SetField(l, OffListItems, a)
}
