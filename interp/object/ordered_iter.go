package object

import "strings"

// The views and iterators of OrderedDict.

// The fields of an odict_iterator.
const (
	offOrderedIterDict    = 8  // Null: it is at its end
	offOrderedIterNext    = 16 // small int: the index of the next item, less than none: there is none
	offOrderedIterState   = 24 // the dict's, when it began
	offOrderedIterLen     = 32
	offOrderedIterKind    = 40 // small int: of dictViews
	offOrderedIterReverse = 48 // bool
	orderedIterSize       = 56
)

const orderMutated = "OrderedDict mutated during iteration"

func (o *orderedDict) registerIter(h *Heap) {
	o.iter = &Type{Name: "odict_iterator", Final: true, Slots: Slots{Iter: selfIter, Next: o.next}}
	o.iter.KnowAttrs(strings.Fields("__iter__ __next__ __reduce__"))
	h.RegisterType(o.iter)
	h.AddMethods(o.iter, []Builtin{{Name: "__reduce__", Arity: NoArgs, Fn: o.reduceIter}})
	for i, k := range dictViews {
		t := &Type{Name: "o" + k.name, Base: h.types[k.view], Final: true, NoHash: k.setLike, Slots: h.types[k.view].Slots}
		t.Slots.Iter = func(h *Heap, v Value) (Value, error) { return o.newIter(h, h.Field(v, offViewDict), i, false), nil }
		t.KnowAttrs(strings.Fields("__iter__ __reversed__"))
		o.views[i] = h.RegisterType(t)
		h.AddMethods(t, []Builtin{{Name: "__reversed__", Arity: NoArgs, NoGuest: true, Fn: func(h *Heap, v Value, _ []Value) (Value, error) {
			return o.newIter(h, h.Field(v, offViewDict), i, true), nil
		}}})
	}
}

// newIter makes an iterator of a kind of dictViews.
func (o *orderedDict) newIter(h *Heap, d Value, kind int, reverse bool) Value {
	it := h.NewObject(o.iter.ID, orderedIterSize)
	at := h.dictFirst(d)
	if reverse {
		at = h.dictLast(d)
	}
	h.SetField(it, offOrderedIterDict, d)
	h.SetField(it, offOrderedIterNext, SmallInt(int64(at)))
	h.SetField(it, offOrderedIterState, SmallInt(o.state(h, d)))
	h.SetField(it, offOrderedIterLen, SmallInt(int64(h.DictLen(d))))
	h.SetField(it, offOrderedIterKind, SmallInt(int64(kind)))
	h.SetField(it, offOrderedIterReverse, Bool(reverse))
	return it
}

// next is the slot. What comes next is known before it is asked for: changes behind the last one are not seen.
func (o *orderedDict) next(h *Heap, it Value) (Value, error) {
	d := h.Field(it, offOrderedIterDict)
	if d == Null {
		return Null, nil
	}
	at := int(h.Field(it, offOrderedIterNext).Small())
	mutated := h.Field(it, offOrderedIterState).Small() != o.state(h, d)
	switch {
	case at < 0:
		h.SetField(it, offOrderedIterDict, Null)
		return Null, nil
	case !mutated && h.Field(it, offOrderedIterLen).Small() != int64(h.DictLen(d)):
		h.SetField(it, offOrderedIterLen, SmallInt(-1))
		return Null, h.Raise(RuntimeErrorType, "OrderedDict changed size during iteration")
	case mutated || at >= h.dictFilled(d) || h.DictEntryValue(d, at) == Null:
		h.SetField(it, offOrderedIterDict, Null)
		return Null, h.Raise(RuntimeErrorType, orderMutated)
	}
	e := *h.dictEntry(d, at)
	seen := !h.comparesUnseen(e.key) || !h.foundUnseen(d, e.key, at)
	if seen { // CPython looks for the key
		var err error
		if at, err = o.findNow(h, d, e.key); err != nil {
			return Null, err
		}
	}
	step := 1
	if h.Field(it, offOrderedIterReverse) == True {
		step = -1
	}
	n := h.dictFilled(d)
	for at += step; at >= 0 && at < n && h.dictEntry(d, at).value == Null; at += step {
		h.CheckStopAt(at)
	}
	if at >= n {
		at = -1
	}
	h.SetField(it, offOrderedIterNext, SmallInt(int64(at)))
	kind := h.Field(it, offOrderedIterKind).Small()
	if kind != 0 && seen { // and for the value
		at, err := o.findNow(h, d, e.key)
		if err != nil {
			return Null, err
		}
		e.value = h.DictEntryValue(d, at)
	}
	switch kind {
	case 0:
		return e.key, nil
	case 1:
		return e.value, nil
	}
	return h.NewTuple(e.key, e.value), nil
}

// findNow hashes a key that an iterator has come to, and returns where it is: KeyError if it is no more.
func (o *orderedDict) findNow(h *Heap, d, key Value) (int, error) {
	hash, err := h.Hash(key)
	if err != nil {
		return 0, err
	}
	ix, err := o.find(h, d, key, hash)
	if err == nil && ix < 0 {
		err = h.RaiseWith(KeyErrorType, key)
	}
	return ix, err
}

// reduceIter is __reduce__: an iterator over a list of what is left.
func (o *orderedDict) reduceIter(h *Heap, it Value, _ []Value) (Value, error) {
	c := h.NewObject(o.iter.ID, orderedIterSize)
	for off := uintptr(offOrderedIterDict); off < orderedIterSize; off += 8 {
		h.SetField(c, off, h.Field(it, off))
	}
	l, err := h.ListFromIter(c)
	if err != nil {
		return Null, err
	}
	return h.reduceIter(h.NewTuple(l))
}
