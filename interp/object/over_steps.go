package object

import "github.com/tier2go/tier2/opgen/mem"

// Iterators of module itertools in loops, as map and filter: a generator stands for one whose steps run Python code. What such an object
// keeps besides its iterators, and changes with each step, lies in cells from then on: the object's fields refer to
// them, and so does each generator that stands for it. So whoever takes a step finds what the last one has left.

// StepField returns field i of an object with steps, from its cell if it has one.
func (h *Heap) StepField(v Value, i int) Value {
	x := h.Field(v, 8+8*uintptr(i))
	if h.aux(v)&(1<<i) == 0 {
		return x
	}
	if in := h.Field(x, OffCellValue); in != x {
		return in
	}
	return Null
}

// SetStepField changes it.
func (h *Heap) SetStepField(v Value, i int, x Value) {
	if h.aux(v)&(1<<i) == 0 {
		h.SetField(v, 8+8*uintptr(i), x)
		return
	}
	c := h.Field(v, 8+8*uintptr(i))
	if x == Null {
		x = c
	}
	h.SetField(c, OffCellValue, x)
}

// PassAhead moves an iterator behind n elements, or fewer, if it says ahead of time that they are there; 0: it does not.
func (h *Heap) PassAhead(it Value, n int) int {
	n = min(n, mostAhead)
	if _, ok := upcomingAt(h.mem(), mem.Ref(it), uint64(n-1)); !ok {
		return 0
	}
	passBy(h.mem(), mem.Ref(it), uint64(n))
	return n
}

// StepCell returns the cell in which field i lies from now on. It refers to itself where the field is Null: code cannot load that.
func (h *Heap) StepCell(v Value, i int) Value {
	at := 8 + 8*uintptr(i)
	if h.aux(v)&(1<<i) == 0 {
		c := h.NewCell(h.Field(v, at))
		if h.Field(c, OffCellValue) == Null {
			h.SetField(c, OffCellValue, c)
		}
		h.SetField(v, at, c)
		h.SetHalf(v, OffAux, h.aux(v)|1<<i)
	}
	return h.Field(v, at)
}

// stepIters says in which fields of objects with steps the iterators lie: how many, from which on.
var stepIters = [numSteps]struct{ first, n int }{
	StepChain: {0, 1}, StepSlice: {0, 1}, StepPairs: {0, 1}, StepAccumulate: {0, 1},
	StepTake: {1, 1}, StepDrop: {1, 1}, StepReject: {1, 1}, StepStar: {1, 1}, StepCompress: {0, 2},
}

// Where code that may run Python is looked for: so many objects over each other, and so many iterables of a chain.
const (
	mostStepsOver = 6
	mostLinks     = 16
)

// stepParts returns the parts of an object with steps if these may run Python code; ok is false for all else. It stands over depth others.
func (h *Heap) stepParts(v Value, k StepKind, depth int) (p MapParts, ok bool) {
	of := stepIters[k]
	p = MapParts{Func: Null, Iters: h.Values(v, 8+8*uintptr(of.first), of.n), Step: k}
	if k == StepLongest {
		if h.StepField(v, 1) == SmallInt(0) {
			return p, false
		}
		p.Iters = h.ListItems(h.StepField(v, 0))
	}
	if len(p.Iters) > MaxMapIters {
		return p, false
	}
	for i, it := range p.Iters {
		h.CheckStopAt(i)
		if it == Null || it == None { // it has ended
			return p, false
		}
		ok = ok || h.mayStepPython(it, depth+1)
	}
	switch k {
	case StepChain:
		ok = ok || h.chainMayRunPython(v, p.Iters[0], depth)
	case StepTake:
		p.Func, ok = h.StepField(v, 0), h.StepField(v, 2) == False
	case StepDrop:
		p.Func, ok = h.StepField(v, 0), ok || h.StepField(v, 2) == False
	case StepReject:
		p.Func, ok = h.StepField(v, 0), true
	case StepStar:
		p.Func = h.StepField(v, 0)
		ok = ok || h.InPython(p.Func)
	case StepAccumulate:
		if p.Func = h.StepField(v, 1); p.Func == None {
			p.Func = Null
		}
		ok = (ok || p.Func != Null) && h.StepField(v, 3) == Null
	}
	return p, ok
}

// chainMayRunPython reports whether an iterable of a chain may, as far as the iterator over them shows.
func (h *Heap) chainMayRunPython(v, source Value, depth int) bool {
	if it := h.StepField(v, 1); it != Null && h.mayStepPython(it, depth+1) {
		return true
	}
	of := Null
	switch h.TypeID(source) {
	case TupleIterType, ListIterType:
		of = h.Field(source, OffSeqIterSeq)
	}
	if of == Null {
		return false
	}
	items := h.plainItems(of)
	items = items[min(h.Word(source, OffSeqIterIndex), uint64(len(items))):]
	for i, x := range items[:min(len(items), mostLinks)] {
		h.CheckStopAt(i)
		if t := h.TypeOf(x); Drives(t.ID) || t.ID >= FirstFreeType && t.IterFunction(false) != Null || t.Step != StepNone {
			return true
		}
	}
	return false
}

// EndSteps is where a generator has found an object's end, or one of its iterators has raised: it has ended, too, where a step of its own
// would see to that.
func (h *Heap) EndSteps(v Value) {
	switch h.TypeOf(v).Step {
	case StepTake:
		h.SetStepField(v, 2, True)
	case StepChain:
		h.SetStepField(v, 0, Null)
		h.SetStepField(v, 1, False)
	case StepSlice:
		h.SetStepField(v, 0, Null)
		h.SetStepField(v, 4, SmallInt(MaxSmall))
	case StepPairs:
		h.SetStepField(v, 0, Null)
		h.SetStepField(v, 1, Null)
	case StepLongest:
		h.SetStepField(v, 1, SmallInt(0))
	}
}

// EndOneOf is where iterator i of a zip_longest has ended: it reports whether any goes on.
func (h *Heap) EndOneOf(v Value, i int) bool {
	its, left := h.StepField(v, 0), h.StepField(v, 1)
	if h.ListItem(its, i) != None && left != SmallInt(0) {
		left = SmallInt(left.Small() - 1)
		h.SetStepField(v, 1, left)
		if left != SmallInt(0) {
			h.ListItems(its)[i] = None
		}
	}
	return left != SmallInt(0)
}

// StepsGoOn reports whether an object with steps, or iterator i of a zip_longest, has not ended.
func (h *Heap) StepsGoOn(v Value, i int) bool {
	if h.TypeOf(v).Step != StepLongest {
		return h.StepField(v, 0) != Null
	}
	return h.StepField(v, 1) != SmallInt(0) && h.ListItem(h.StepField(v, 0), i) != None
}

// IterStoodFor returns the iterator of v that a program sees, where a loop of instructions over v has g.
func (h *Heap) IterStoodFor(v, g Value) (Value, error) {
	switch t := h.TypeOf(v); {
	case Drives(t.ID) || t.Step != StepNone:
		return v, nil
	case t.itemFunction() != Null:
		return h.Iter(v)
	}
	return g, nil
}
