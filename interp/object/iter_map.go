package object

// zip, map and filter.

func (h *Heap) initMapTypes() {
	t := h.registerIter(ZipType, "zip", zipNext, nil)
	h.derivable(t, 32, true, func(h *Heap, args []Value, kwnames Value) (Value, error) {
		args, strict, err := h.strictArg("zip", args, kwnames)
		if err != nil {
			return Null, err
		}
		return h.Zip(args, strict)
	})
	t = h.registerIter(MapType, "map", mapNext, nil)
	h.derivable(t, 32, true, func(h *Heap, args []Value, kwnames Value) (Value, error) {
		args, strict, err := h.strictArg("map", args, kwnames)
		if err != nil {
			return Null, err
		}
		if len(args) < 2 {
			return Null, h.Raise(TypeErrorType, "map() must have at least two arguments.")
		}
		return h.Map(args[0], args[1:], strict)
	})
	t = h.registerIter(FilterType, "filter", filterNext, nil)
	h.derivable(t, 32, false, func(h *Heap, args []Value, kwnames Value) (Value, error) {
		if err := h.noKeywords("filter", kwnames); err != nil {
			return Null, err
		}
		if err := h.checkCount("filter", len(args), 2, 2); err != nil {
			return Null, err
		}
		return h.filter(args[0], args[1])
	})
}

// strictArg takes the keyword strict from the arguments of zip and map.
func (h *Heap) strictArg(name string, args []Value, kwnames Value) ([]Value, bool, error) {
	if kwnames == Null {
		return args, false, nil
	}
	npos := len(args) - h.TupleLen(kwnames)
	if n := len(args) - npos; n > 1 {
		return nil, false, h.Raise(TypeErrorType, "%s() takes at most 1 keyword argument (%d given)", name, n)
	}
	strict := false
	for i := npos; i < len(args); i++ {
		if key := h.TupleItem(kwnames, i-npos); !h.strIs(key, "strict") {
			return nil, false, h.Raise(TypeErrorType, "%s() got an unexpected keyword argument '%s'", name, h.GoString(key))
		}
		var err error
		if strict, err = h.Truth(args[i]); err != nil {
			return nil, false, err
		}
	}
	return args[:npos], strict, nil
}

// newMap makes a zip or map over iterators of the given iterables.
func (h *Heap) newMap(t TypeID, f Value, iterables []Value, strict bool) (Value, error) {
	its := h.newTuple(len(iterables))
	for i, v := range iterables {
		it, err := h.Iter(v)
		if err != nil {
			return Null, err
		}
		h.TupleItems(its)[i] = it
	}
	m := h.Alloc(kindPlain, mapSize)
	aux := uint32(0)
	if strict {
		aux = 1
	}
	h.header(m, t, aux)
	h.SetField(m, OffMapIters, its)
	h.SetField(m, OffMapFunc, f)
	return m, nil
}

// Zip is zip(*iterables, strict=strict).
func (h *Heap) Zip(iterables []Value, strict bool) (Value, error) {
	return h.newMap(ZipType, Null, iterables, strict)
}

// Map is map(f, *iterables, strict=strict) with at least one iterable.
func (h *Heap) Map(f Value, iterables []Value, strict bool) (Value, error) {
	return h.newMap(MapType, f, iterables, strict)
}

// nextOfEach returns a tuple of the next elements of a zip's or map's
// iterators, or Null when one has ended.
func (h *Heap) nextOfEach(m Value, name string) (Value, error) {
	its := h.Field(m, OffMapIters)
	n := h.TupleLen(its)
	if n == 0 {
		return Null, nil
	}
	row := h.newTuple(n)
	for i := 0; i < n; i++ {
		x, err := h.Advance(h.TupleItem(its, i))
		if h.aux(m) != 0 && err != nil {
			err = h.endOfIteration(err)
		}
		if err != nil {
			return Null, err
		}
		if x == Null {
			if h.aux(m) != 0 {
				return Null, h.checkStrict(its, i, name)
			}
			return Null, nil
		}
		h.TupleItems(row)[i] = x
	}
	return row, nil
}

// checkStrict is called when iterator i is the first that has ended: the others
// must end with it.
func (h *Heap) checkStrict(its Value, i int, name string) error {
	if i > 0 {
		return h.strictError(name, i, "shorter")
	}
	for i = 1; i < h.TupleLen(its); i++ {
		x, err := h.Next(h.TupleItem(its, i))
		if err != nil {
			return err
		}
		if x != Null {
			return h.strictError(name, i, "longer")
		}
	}
	return nil
}

func zipNext(h *Heap, z Value) (Value, error) { return h.nextOfEach(z, "zip") }

func mapNext(h *Heap, m Value) (Value, error) {
	its := h.Field(m, OffMapIters)
	if h.TupleLen(its) == 1 {
		x, err := h.Advance(h.TupleItem(its, 0))
		if err != nil || x == Null {
			return Null, err
		}
		arg := h.argument(x)
		r, err := h.Call(h.Field(m, OffMapFunc), h.Pushed(arg)[:1:1], Null)
		h.Release(arg)
		return r, err
	}
	row, err := h.nextOfEach(m, "map")
	if err != nil || row == Null {
		return Null, err
	}
	return h.Call(h.Field(m, OffMapFunc), h.TupleItems(row), Null)
}

// argument pushes the one argument of a call. The arguments of the call are the
// stack of pushed values from the returned mark on, which no Go allocation is
// needed for.
func (h *Heap) argument(x Value) int {
	m := h.Mark()
	h.Push(x)
	return m
}

// filter is filter(f, v).
func (h *Heap) filter(f, v Value) (Value, error) {
	it, err := h.Iter(v)
	if err != nil {
		return Null, err
	}
	r := h.Alloc(kindPlain, 32)
	h.header(r, FilterType, 0)
	h.SetField(r, OffFilterIter, it)
	h.SetField(r, OffFilterFunc, f)
	return r, nil
}

func filterNext(h *Heap, v Value) (Value, error) {
	f, it := h.Field(v, OffFilterFunc), h.Field(v, OffFilterIter)
	plain := f == None || f == h.types[BoolType].Object
	for {
		x, err := h.Advance(it)
		if err != nil || x == Null {
			return Null, err
		}
		keep := x
		if !plain {
			arg := h.argument(x)
			keep, err = h.Call(f, h.Pushed(arg)[:1:1], Null)
			h.Release(arg)
			if err != nil {
				return Null, err
			}
		}
		ok, err := h.Truth(keep)
		if err != nil {
			return Null, err
		}
		if ok {
			return x, nil
		}
	}
}
