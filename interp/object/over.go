package object

import "slices"

// map, filter, zip, enumerate and iterators of itertools in loops. Who iterates over one where no program sees the iterator may take
// a generator of the VM's instead: the same loop as bytecode, over the same iterators.

// MapParts are what such a generator needs of a map, filter, zip or enumerate, or of an object with steps.
type MapParts struct {
	Func  Value   // Null of a zip and of what calls none; an enumerate itself, which counts (EnumerateCount)
	Iters []Value // over the arena
	Step  StepKind
}

// MaxMapIters is how many iterators a map or zip may have that a generator stands for.
const MaxMapIters = 4

// MapPartsOf returns the parts of a map or zip that is not strict and has few iterators, of a
// filter, of an enumerate, or of an object with steps; ok is false for all else.
func (h *Heap) MapPartsOf(v Value) (p MapParts, ok bool) {
	switch {
	case h.Is(v, MapType) && h.aux(v) == 0:
		p = MapParts{Func: h.Field(v, OffMapFunc), Iters: h.TupleItems(h.Field(v, OffMapIters))}
		return p, len(p.Iters) <= MaxMapIters
	case h.Is(v, FilterType):
		return MapParts{Func: h.Field(v, OffFilterFunc), Iters: h.Values(v, OffFilterIter, 1)}, true
	case h.Is(v, ZipType) && h.aux(v) == 0:
		p = MapParts{Func: Null, Iters: h.TupleItems(h.Field(v, OffMapIters))}
		return p, len(p.Iters) > 0 && len(p.Iters) <= MaxMapIters && slices.ContainsFunc(p.Iters, h.mayRunPython)
	case h.Is(v, EnumerateType):
		p = MapParts{Func: v, Iters: h.Values(v, OffEnumIter, 1)}
		return p, h.mayRunPython(p.Iters[0])
	}
	if k := h.TypeOf(v).Step; k != StepNone {
		return h.stepParts(v, k, 0)
	}
	return p, false
}

// OwnIters returns how many iterators a zip or an enumerate has of which no generator stands for any; 0 of all else.
func (h *Heap) OwnIters(v Value) int {
	its := h.itersOf(v)
	if slices.ContainsFunc(its, h.mayRunPython) || len(its) > MaxMapIters {
		return 0
	}
	return len(its)
}

// itersOf returns the iterators of a zip or an enumerate, over the arena.
func (h *Heap) itersOf(v Value) []Value {
	switch h.TypeID(v) {
	case ZipType:
		return h.TupleItems(h.Field(v, OffMapIters))
	case EnumerateType:
		return h.Values(v, OffEnumIter, 1)
	}
	return nil
}

// mayRunPython reports whether the steps of an iterator may be those of a generator: it is one, or one may stand for it.
func (h *Heap) mayRunPython(it Value) bool { return h.mayStepPython(it, 0) }

// mayStepPython is mayRunPython of what stands over depth others.
func (h *Heap) mayStepPython(it Value, depth int) bool {
	if Drives(h.TypeID(it)) {
		return true
	}
	k := h.TypeOf(it).Step
	if k == StepNone || depth > mostStepsOver {
		return false
	}
	_, ok := h.stepParts(it, k, depth)
	return ok
}

// Drives reports whether a builtin type's objects are generators, or what one may stand for.
func Drives(t TypeID) bool {
	switch t {
	case GeneratorType, MapType, FilterType, ZipType, EnumerateType:
		return true
	}
	return false
}

// EnumerateCount counts an element of an enumerate, and returns its number.
func (h *Heap) EnumerateCount(e Value) Value {
	i := h.Field(e, OffEnumCount)
	h.SetField(e, OffEnumCount, h.IntAdd(i, SmallInt(1)))
	return i
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
	if h.Over != nil {
		switch h.TypeID(v) {
		case MapType, FilterType, ZipType, EnumerateType:
			if g := h.Over(v); g != Null {
				return g, nil
			}
		default:
			if h.TypeOf(v).Step != StepNone {
				if g := h.Over(v); g != Null {
					return g, nil
				}
			}
		}
	}
	if h.OverItems != nil {
		if f := h.TypeOf(v).itemFunction(); f != Null {
			return h.OverItems(v, f), nil
		}
	}
	return h.Iter(v)
}
