package object

// map and filter in loops. Who iterates over one where no program sees the iterator may take
// a generator of the VM's instead: the same loop as bytecode, over the same iterators.

// MapParts are what such a generator needs of a map or a filter.
type MapParts struct {
	Func  Value
	Iters []Value // over the arena
}

// MaxMapIters is how many iterators a map may have that a generator stands for.
const MaxMapIters = 4

// MapPartsOf returns the parts of a map that is not strict and has few iterators, or of a
// filter; ok is false for all else.
func (h *Heap) MapPartsOf(v Value) (p MapParts, ok bool) {
	switch {
	case h.Is(v, MapType) && h.aux(v) == 0:
		p = MapParts{h.Field(v, offMapFunc), h.TupleItems(h.Field(v, OffMapIters))}
		return p, len(p.Iters) <= MaxMapIters
	case h.Is(v, FilterType):
		return MapParts{h.Field(v, offFilterFunc), h.Values(v, offFilterIter, 1)}, true
	}
	return p, false
}

// itemFunction returns the __getitem__ in Python by which instances of a class are iterated, Null if they are iterated otherwise.
func (t *Type) itemFunction() Value {
	if !t.byItems {
		return Null
	}
	f := t.heap.ownAttr(t, t.heap.classes.nm.getitem)
	if f == Null || !t.heap.Is(f, FunctionType) {
		return Null
	}
	return f
}

// IterOver is iter(v) for a loop of instructions.
func (h *Heap) IterOver(v Value) (Value, error) {
	if h.Over != nil && (h.Is(v, MapType) || h.Is(v, FilterType)) {
		if g := h.Over(v); g != Null {
			return g, nil
		}
	}
	if h.OverItems != nil {
		if f := h.TypeOf(v).itemFunction(); f != Null {
			return h.OverItems(v, f), nil
		}
	}
	return h.Iter(v)
}
