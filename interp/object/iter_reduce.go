package object

// __reduce__ of iterators that are no places in sequences (iter_state.go has those).

func (h *Heap) initIterReduce() {
	reduce := func(t TypeID, f func(h *Heap, v Value) (Value, error)) {
		h.addMethods(h.types[t], []Builtin{{Name: "__reduce__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) { return f(h, v) }}})
	}
	reduce(EnumerateType, func(h *Heap, v Value) (Value, error) {
		return h.NewTuple(h.TypeOf(v).Object, h.NewTuple(h.Field(v, OffEnumIter), h.Field(v, OffEnumCount))), nil
	})
	reduce(FilterType, func(h *Heap, v Value) (Value, error) {
		return h.NewTuple(h.TypeOf(v).Object, h.NewTuple(h.Field(v, OffFilterFunc), h.Field(v, OffFilterIter))), nil
	})
	for _, t := range [...]TypeID{ZipType, MapType} {
		reduce(t, reduceMap)
	}
	for t := TypeID(SetIterType); t <= DictRevItemIterType; t++ {
		if t == SetIterType || t >= DictKeyIterType {
			reduce(t, reduceTableIter)
		}
	}
	reduce(CallableIterType, func(h *Heap, v Value) (Value, error) {
		f := h.Field(v, offCallIterFunc)
		if f == Null {
			return h.reduceIter(h.NewTuple(h.NewTuple()))
		}
		return h.reduceIter(h.NewTuple(f, h.Field(v, offCallIterSentinel)))
	})
	h.addMethods(h.types[ByteArrayType], []Builtin{
		{Name: "__reduce__", Arity: NoArgs, Fn: func(h *Heap, v Value, _ []Value) (Value, error) { return h.reduceByteArray(v, 2) }},
		{Name: "__reduce_ex__", Arity: O, Fn: func(h *Heap, v Value, a []Value) (Value, error) {
			protocol, err := h.cIntArg(a[0])
			if err != nil {
				return Null, err
			}
			return h.reduceByteArray(v, protocol)
		}},
	})
}

// reduceMap is __reduce__ of zip and map.
func reduceMap(h *Heap, v Value) (Value, error) {
	args := h.Field(v, OffMapIters)
	if f := h.Field(v, OffMapFunc); f != Null {
		args = h.NewTuple(append([]Value{f}, h.TupleItems(args)...)...)
	}
	if h.aux(v)&1 != 0 {
		return h.NewTuple(h.TypeOf(v).Object, args, True), nil
	}
	return h.NewTuple(h.TypeOf(v).Object, args), nil
}

// reduceTableIter is __reduce__ of an iterator over a set, a dict or a view: over a list of
// what is left, which a copy of it says.
func reduceTableIter(h *Heap, v Value) (Value, error) {
	of := h.Field(v, OffTableIterOf)
	if of == Null {
		return h.reduceIter(h.NewTuple(h.NewList()))
	}
	rest := h.newTableIter(h.TypeID(v), of, int(h.Word(v, OffTableIterUsed)), int(h.Word(v, OffTableIterPos)))
	h.SetWord(rest, OffTableIterLeft, h.Word(v, OffTableIterLeft))
	list, err := h.ListFromIter(rest)
	if err != nil {
		return Null, err
	}
	return h.reduceIter(h.NewTuple(list))
}

// reduceIter says that an object is iter(*args).
func (h *Heap) reduceIter(args Value) (Value, error) {
	m := h.Mark()
	defer h.Release(m)
	h.Push(args)
	iter, err := h.fromModule("builtins", "iter")
	if err != nil {
		return Null, err
	}
	return h.NewTuple(iter, args), nil
}

// reduceByteArray is __reduce_ex__ of a bytearray (Objects/bytearrayobject.c).
func (h *Heap) reduceByteArray(v Value, protocol int) (Value, error) {
	state, err := h.stateOf(v, false)
	if err != nil {
		return Null, err
	}
	m := h.Mark()
	defer h.Release(m)
	h.Push(state)
	data := h.text(v).raw()
	args := h.NewTuple()
	switch {
	case len(data) == 0:
	case protocol < 3:
		args = h.NewTuple(h.strOf(textOf(data)), h.Intern("latin-1"))
	default:
		args = h.NewTuple(h.newBytesOf(data))
	}
	return h.NewTuple(h.TypeOf(v).Object, args, state), nil
}
