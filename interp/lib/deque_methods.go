package lib

import (
	"github.com/tier2go/tier2/interp/object"
)

// registerDeque makes the types deque and its iterators.
func (l *Lib) registerDeque(m *module) {
	h := l.h
	k := &dequeKit{}
	t := h.RegisterType(&object.Type{Name: "deque", Weak: true, Ring: true, Module: "collections", Size: object.RingSize, NoHash: true, Slots: object.Slots{
		Repr:    dequeRepr,
		Compare: k.compare, Binary: k.binary, InPlace: k.inPlace,
		Len: func(h *object.Heap, d object.Value) (int, error) { return dequeLen(h, d), nil },
		GetItem: func(h *object.Heap, d, key object.Value) (object.Value, error) {
			i, err := dequeIndex(h, d, key)
			if err != nil {
				return object.Null, err
			}
			return *dequeSlot(h, d, i), nil
		},
		SetItem: func(h *object.Heap, d, key, x object.Value) error {
			i, err := dequeIndex(h, d, key)
			switch {
			case err != nil:
			case x == object.Null:
				dequeDelete(h, d, i)
			default:
				*dequeSlot(h, d, i) = x
			}
			return err
		},
		Contains: func(h *object.Heap, d, x object.Value) (bool, error) {
			i, err := dequeFind(h, d, x, 0, dequeLen(h, d), func() error { return dequeMutated(h) })
			return i >= 0, err
		},
		Iter: func(h *object.Heap, d object.Value) (object.Value, error) {
			return newDequeIter(h, k.iter, d, 0), nil
		},
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			d := newDeque(h, t, ^uint64(0))
			if t.Made() {
				return d, nil // __init__ sees the arguments
			}
			return d, dequeInit(h, d, args, kwnames)
		},
		Init: dequeInit,
	}})
	t.SetCollection(object.SequenceFlag)
	k.deque = t.ID
	h.AddMethods(t, k.methods())
	h.AddGetSets(t, []object.GetSet{{Name: "maxlen", Get: func(h *object.Heap, d object.Value) (object.Value, error) {
		limit := int64(h.Word(d, object.OffRingMax))
		if limit < 0 {
			return object.None, nil
		}
		return h.Int(limit), nil
	}}})
	k.iter = k.registerIter(h, "_deque_iterator", 1)
	h.Type(k.iter).Drain = drainDeque
	k.reverse = k.registerIter(h, "_deque_reverse_iterator", -1)
	m.set("deque", t.Object)
	m.set("_deque_iterator", h.Type(k.iter).Object)
	m.set("_deque_reverse_iterator", h.Type(k.reverse).Object)
}

func newDequeIter(h *object.Heap, t object.TypeID, d object.Value, from int) object.Value {
	it := h.NewObject(t, object.RingIterSize)
	h.SetField(it, object.OffRingIterOf, d)
	h.SetWord(it, object.OffRingIterIndex, uint64(from))
	h.SetWord(it, object.OffRingIterLeft, uint64(dequeLen(h, d)))
	h.SetWord(it, object.OffRingIterState, h.Word(d, object.OffRingState))
	return it
}

// newIter makes an iterator of the arguments deque and index, which is how many items have been given.
func (k *dequeKit) newIter(h *object.Heap, t *object.Type, step int, args []object.Value, kwnames object.Value) (object.Value, error) {
	if kwnames != object.Null { // CPython does not look at them
		args = args[:len(args)-h.TupleLen(kwnames)]
	}
	if len(args) < 1 || len(args) > 2 {
		bound := "at least 1 argument"
		if len(args) > 2 {
			bound = "at most 2 arguments"
		}
		return object.Null, h.Raise(object.TypeErrorType, "function takes %s (%d given)", bound, len(args))
	}
	d := args[0]
	if !h.IsInstance(d, k.deque) {
		return object.Null, h.Raise(object.TypeErrorType, "argument 1 must be collections.deque, not %s", argTypeName(h, d))
	}
	index := 0
	if len(args) == 2 {
		var err error
		if index, err = h.Ssize(args[1]); err != nil {
			return object.Null, err
		}
	}
	index = min(max(index, 0), dequeLen(h, d))
	from := index
	if step < 0 {
		from = dequeLen(h, d) - 1 - index
	}
	it := newDequeIter(h, t.ID, d, from)
	h.SetWord(it, object.OffRingIterLeft, uint64(dequeLen(h, d)-index))
	return it, nil
}

// registerIter makes a type of iterators that go by step.
func (k *dequeKit) registerIter(h *object.Heap, name string, step int) object.TypeID {
	t := h.RegisterType(&object.Type{Name: name, Module: "collections", RingIter: step > 0, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			return k.newIter(h, t, step, args, kwnames)
		},
		Iter: itself,
		Next: func(h *object.Heap, it object.Value) (object.Value, error) {
			if step > 0 {
				if x, ok := h.RingIterNext(it); ok {
					return x, nil
				}
			}
			d := h.Field(it, object.OffRingIterOf)
			left := h.Word(it, object.OffRingIterLeft)
			if left == 0 && step < 0 { // CPython's looks at the deque only if there is something left
				return object.Null, nil
			}
			if h.Word(it, object.OffRingIterState) != h.Word(d, object.OffRingState) {
				h.SetWord(it, object.OffRingIterLeft, 0)
				return object.Null, dequeMutated(h)
			}
			if left == 0 {
				return object.Null, nil
			}
			i := int(h.Word(it, object.OffRingIterIndex))
			h.SetWord(it, object.OffRingIterIndex, uint64(i+step))
			h.SetWord(it, object.OffRingIterLeft, left-1)
			return *dequeSlot(h, d, i), nil
		},
	}})
	h.AddMethods(t, []object.Builtin{
		{Name: "__length_hint__", Arity: object.NoArgs, Fn: func(h *object.Heap, it object.Value, _ []object.Value) (object.Value, error) {
			return h.Int(int64(h.Word(it, object.OffRingIterLeft))), nil
		}},
		{Name: "__reduce__", Arity: object.NoArgs, Fn: func(h *object.Heap, it object.Value, _ []object.Value) (object.Value, error) {
			d := h.Field(it, object.OffRingIterOf)
			at := int64(dequeLen(h, d)) - int64(h.Word(it, object.OffRingIterLeft))
			return h.NewTuple(h.TypeOf(it).Object, h.NewTuple(d, h.Int(at))), nil
		}},
	})
	return t.ID
}

// methods are deque's.
func (k *dequeKit) methods() []object.Builtin {
	add := func(f func(h *object.Heap, d, x object.Value)) goFunc {
		return func(h *object.Heap, d object.Value, a []object.Value) (object.Value, error) {
			f(h, d, a[0])
			return object.None, nil
		}
	}
	extend := func(f func(h *object.Heap, d, x object.Value) error) goFunc {
		return func(h *object.Heap, d object.Value, a []object.Value) (object.Value, error) {
			return object.None, f(h, d, a[0])
		}
	}
	empty := func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) { // of others package object pops
		return object.Null, h.Raise(object.IndexErrorType, "pop from an empty deque")
	}
	copied := func(h *object.Heap, d object.Value, _ []object.Value) (object.Value, error) { return k.copy(h, d) }
	return []object.Builtin{
		{Name: "append", Arity: object.O, NoGuest: true, Fn: add(dequeAppend)},
		{Name: "appendleft", Arity: object.O, NoGuest: true, Fn: add(dequeAppendLeft)},
		{Name: "clear", Arity: object.NoArgs, NoGuest: true, Fn: func(h *object.Heap, d object.Value, _ []object.Value) (object.Value, error) {
			dequeClear(h, d)
			return object.None, nil
		}},
		{Name: "copy", Arity: object.NoArgs, Fn: copied},
		{Name: "__copy__", Arity: object.NoArgs, Fn: copied},
		{Name: "count", Arity: object.O, Fn: dequeCount},
		{Name: "extend", Arity: object.O, Fn: extend(dequeExtendRight)},
		{Name: "extendleft", Arity: object.O, Fn: extend(dequeExtendLeft)},
		{Name: "index", Arity: object.Fast, Min: 1, Max: 3, Fn: dequeIndexOf},
		{Name: "insert", Arity: object.Fast, Min: 2, Max: 2, Fn: dequeInsert},
		{Name: "pop", Arity: object.NoArgs, NoGuest: true, Fn: empty},
		{Name: "popleft", Arity: object.NoArgs, NoGuest: true, Fn: empty},
		{Name: "remove", Arity: object.O, Fn: dequeRemove},
		{Name: "reverse", Arity: object.NoArgs, NoGuest: true, Fn: func(h *object.Heap, d object.Value, _ []object.Value) (object.Value, error) {
			for i, j := 0, dequeLen(h, d)-1; i < j; i, j = i+1, j-1 {
				p, q := dequeSlot(h, d, i), dequeSlot(h, d, j)
				*p, *q = *q, *p
			}
			return object.None, nil
		}},
		{Name: "rotate", Arity: object.Fast, Min: 0, Max: 1, Fn: func(h *object.Heap, d object.Value, a []object.Value) (object.Value, error) {
			n := 1
			if len(a) > 0 {
				var err error
				if n, err = h.Ssize(a[0]); err != nil {
					return object.Null, err
				}
			}
			dequeRotate(h, d, n)
			return object.None, nil
		}},
		{Name: "__reversed__", Arity: object.NoArgs, NoGuest: true, Fn: func(h *object.Heap, d object.Value, _ []object.Value) (object.Value, error) {
			return newDequeIter(h, k.reverse, d, dequeLen(h, d)-1), nil
		}},
		{Name: "__reduce__", Arity: object.NoArgs, Fn: dequeReduce},
	}
}

// dequeReduce is what copy and pickle make a deque of: its type, the arguments, its
// attributes, an iterator over its elements.
func dequeReduce(h *object.Heap, d object.Value, _ []object.Value) (object.Value, error) {
	args := h.NewTuple()
	if limit := int64(h.Word(d, object.OffRingMax)); limit >= 0 {
		args = h.NewTuple(h.NewTuple(), h.Int(limit))
	}
	state := object.None
	if dict := h.InstanceDict(d); dict != object.Null && h.DictLen(dict) > 0 {
		state = dict
	}
	it, err := h.Iter(d)
	if err != nil {
		return object.Null, err
	}
	return h.NewTuple(h.TypeOf(d).Object, args, state, it), nil
}

func dequeCount(h *object.Heap, d object.Value, a []object.Value) (object.Value, error) {
	n, end := 0, dequeLen(h, d)
	for i := 0; ; n++ {
		at, err := dequeFind(h, d, a[0], i, end, func() error { return dequeMutated(h) })
		if err != nil || at < 0 {
			return object.SmallInt(int64(n)), err
		}
		i = at + 1
	}
}

// dequeIndexOf is deque.index(x, start, stop).
func dequeIndexOf(h *object.Heap, d object.Value, a []object.Value) (object.Value, error) {
	start, stop := object.SmallInt(0), object.SmallInt(object.MaxSmall)
	if len(a) > 1 {
		start = a[1]
	}
	if len(a) > 2 {
		stop = a[2]
	}
	lo, hi, err := h.SliceBounds(start, stop, dequeLen(h, d))
	if err != nil {
		return object.Null, err
	}
	i, err := dequeFind(h, d, a[0], lo, hi, func() error { return dequeMutated(h) })
	if err != nil {
		return object.Null, err
	}
	if i >= 0 {
		return object.SmallInt(int64(i)), nil
	}
	return object.Null, h.Raise(object.ValueErrorType, "deque.index(x): x not in deque")
}

func dequeInsert(h *object.Heap, d object.Value, a []object.Value) (object.Value, error) {
	i, err := h.Ssize(a[0])
	if err != nil {
		return object.Null, err
	}
	n := dequeLen(h, d)
	if limit := int64(h.Word(d, object.OffRingMax)); int64(n) == limit {
		return object.Null, h.Raise(object.IndexErrorType, "deque already at its maximum size")
	}
	if i < 0 {
		i += n
	}
	i = min(max(i, 0), n)
	dequeRotate(h, d, -i)
	dequeAppendLeft(h, d, a[1])
	dequeRotate(h, d, i)
	return object.None, nil
}

func dequeRemove(h *object.Heap, d object.Value, a []object.Value) (object.Value, error) {
	i, err := dequeFind(h, d, a[0], 0, dequeLen(h, d), func() error {
		return h.Raise(object.IndexErrorType, "deque mutated during iteration")
	})
	if err != nil {
		return object.Null, err
	}
	if i < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "deque.remove(x): x not in deque")
	}
	dequeDelete(h, d, i)
	return object.None, nil
}
