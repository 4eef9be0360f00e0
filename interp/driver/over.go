package driver

import (
	"slices"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// map and filter, zip and enumerate of these and of generators, and iterators of itertools (over_steps.go). A loop of instructions over such an object runs over a generator in its
// place, which no program sees: the object's own iterators and its function are the
// generator's locals, and it has nothing else that changes: an enumerate counts itself. So the object can be used
// besides, and each loop has a generator of its own. Generators are what traces know to
// inline, and what drivers drive. An exception of the function leaves the generator, which has
// ended then, and the loop; one that is a StopIteration ends the loop. An iterator that is such an object
// has a generator in its place as well.

// The locals of the generator: the function, and for each iterator the iterator and an
// element.
const (
	overFunc = iota
	overFirst
)

var overLocals = []string{"function", "it0", "x0", "it1", "x1", "it2", "x2", "it3", "x3"}

func overIter(i int) int    { return overFirst + 2*i }
func overElement(i int) int { return overFirst + 2*i + 1 }

// Entries are what the generator begins with, and the object in whose place it is.
type Entries struct {
	Object    object.Value
	Locals    [overFirst + 2*object.MaxMapIters + overMore]object.Value // of which the first NumLocals are
	NumLocals int
	Stack     [2]object.Value // the entries of its stack, Null behind them
}

// maxOver is how many such objects generators stand for that iterate over each other: each is a frame.
const maxOver = 4

// overOf says what a generator does with the elements.
type overOf uint8

const (
	overMap overOf = iota
	overFilter
	overTrue // a filter without a function
	overZip
	overEnumerate
	overTake
	overDrop
	overReject
	overFalse // a filterfalse without a function
	overStar
	overCompress
	overAccumulate
	overAdd // an accumulate without a function
	overSlice
	overPairs
	overChain
	overLongest
	numOver
)

// overNames are the names of the generators' functions.
var overNames = [numOver]string{"map", "filter", "filter", "zip", "enumerate", "takewhile", "dropwhile", "filterfalse", "filterfalse",
	"starmap", "compress", "accumulate", "accumulate", "islice", "pairwise", "chain", "zip_longest"}

// Over returns the generator for a map or a filter whose function is a Callee, or which has none, for a zip or an enumerate of a generator,
// or of what has one; Null for others.
func (d *Drivers) Over(v object.Value) object.Value { return d.over(v, 1) }

func (d *Drivers) over(v object.Value, depth int) object.Value {
	h := d.heap
	parts, ok := h.MapPartsOf(v)
	n := len(parts.Iters)
	if !ok {
		return object.Null
	}
	kind := overMap
	switch h.TypeID(v) {
	case object.FilterType:
		kind = overFilter
	case object.ZipType:
		kind = overZip
	case object.EnumerateType:
		kind = overEnumerate
	default:
		if parts.Step != object.StepNone {
			kind = overSteps[parts.Step]
		}
	}
	code, u := uint32(object.NoCode), use{f: h.TypeOf(v).Object, many: n}
	switch {
	case kind == overFilter && parts.Func == object.None:
		kind = overTrue
	case kind == overReject && (parts.Func == object.None || parts.Func == h.Type(object.BoolType).Object):
		kind, parts.Func = overFalse, object.None
	case kind == overAccumulate && parts.Func == object.Null:
		kind, u.callee.Itself = overAdd, object.None // no function's
	}
	if kind.calls() {
		if u.callee, ok = overCallee(h, v, parts.Func); !ok {
			return object.Null
		}
		code = d.called(parts.Func, u.callee)
		u.callee.Version = 0 // any function of the code
	}
	e := Entries{Object: v, NumLocals: overFirst + 2*n, Stack: [2]object.Value{object.Null, object.Null}}
	e.Locals[overFunc] = parts.Func
	for i, it := range parts.Iters {
		if depth < maxOver {
			if g := d.over(it, depth+1); g != object.Null {
				it = g
			}
		}
		e.Locals[overIter(i)], e.Locals[overElement(i)] = it, object.Null
		if u.source == 0 && h.Is(it, object.GeneratorType) {
			u.source = object.GeneratorType
			if !kind.calls() {
				code = h.GenCode(it)
			}
		}
	}
	switch {
	case u.source != 0:
	case kind == overZip || kind == overEnumerate:
		return object.Null
	default:
		u.source = h.TypeID(e.Locals[overIter(0)])
	}
	fn, ok := d.find(code, u)
	if !ok {
		fn = d.keep(code, u, d.makeOver(kind, n, u.callee))
	}
	if n == 1 {
		e.Stack[0] = e.Locals[overIter(0)]
	}
	if parts.Step != object.StepNone && !d.entriesOf(&e, kind, n) {
		return object.Null
	}
	return d.vm.Suspended(fn, d.overStart(kind, n, u.callee), e)
}

// overCallee returns the function of a map or a filter; ok is false of one that no generator calls.
func overCallee(h *object.Heap, v, f object.Value) (c object.Callee, ok bool) {
	if f == object.None && (h.Is(v, object.FilterType) || h.TypeOf(v).Step == object.StepReject) {
		return object.Callee{Itself: f}, true
	}
	return h.CalleeOf(f)
}

// overOf says of what the generator g is made that stands for v, if traces make it by themselves: of a map or a filter; ok is false for others.
func (d *Drivers) overOf(v, g object.Value) (o object.Over, ok bool) {
	h := d.heap
	parts, ok := h.MapPartsOf(v)
	if t := h.TypeID(v); !ok || len(parts.Iters) != 1 || t != object.MapType && t != object.FilterType {
		return o, false
	}
	callee, ok := overCallee(h, v, parts.Func)
	if !ok {
		return o, false
	}
	t, source := h.TypeID(v), h.TypeID(parts.Iters[0])
	if own := h.GenSlots(g, 1+overIter(0)+1)[1+overIter(0)]; own == parts.Iters[0] && source < object.FirstFreeType { // else it has a generator, too
		return object.Over{Type: t, Source: source, Function: h.GenSlots(g, 1)[0], Unit: int(h.GenPC(g)), Callee: callee}, true
	}
	return o, false
}

// makeOver makes the function of generators for an object of n iterators. What
// stands before the first yield is not executed: they begin behind it.
func (d *Drivers) makeOver(kind overOf, n int, c object.Callee) object.Value {
	a := d.writeOver(kind, n, c)
	if kind <= overEnumerate {
		return d.write(overNames[kind], a, overFirst+2*n, overLocals[:overFirst+2*n]...)
	}
	return d.writeCells(overNames[kind], a, overFirst+2*n, len(overCells[kind]), slices.Concat(overLocals[:overFirst+2*n], overMoreLocals[:moreState0+len(overCells[kind])])...)
}

// overStart returns the unit behind the yield of what makeOver writes. It depends on the function only if that is a Getter.
func (d *Drivers) overStart(kind overOf, n int, c object.Callee) int {
	if _, ok := d.heap.GetterOf(c); ok {
		start, ok := d.getterStarts[getterStart{kind, n, c}]
		if !ok {
			start = d.writeOver(kind, n, c).yield
			d.getterStarts[getterStart{kind, n, c}] = start
		}
		return start
	}
	start := &d.starts[kind][n]
	if *start == 0 {
		*start = d.writeOver(kind, n, c).yield
	}
	return *start
}

// getterStart is what the code of generators that do what a Getter does depends on.
type getterStart struct {
	kind   overOf
	n      int
	callee object.Callee
}

// calls reports whether the generator calls a function.
func (kind overOf) calls() bool {
	switch kind {
	case overMap, overFilter, overTrue, overTake, overDrop, overReject, overFalse, overStar, overAccumulate:
		return true
	}
	return false
}

// beginOver writes how generators begin over n iterators, which is not executed.
func (a *assembler) beginOver(n int) {
	a.op(pycode.RETURN_GENERATOR, 0)
	a.op(pycode.POP_TOP, 0)
	a.op(pycode.RESUME, 0)
	if n == 1 {
		a.op(pycode.LOAD_FAST, overIter(0))
	}
}

// yieldOver yields what is on the stack, and begins the next round.
func (a *assembler) yieldOver(top int) {
	a.op(pycode.YIELD_VALUE, 0)
	a.yield = a.here()
	a.op(pycode.RESUME, afterYield)
	a.op(pycode.POP_TOP, 0)
	a.back(top)
}

// writeOver writes the code of generators. A single iterator stays on the stack, where traces
// look for what a generator runs over.
func (d *Drivers) writeOver(kind overOf, n int, c object.Callee) *assembler {
	a := &assembler{flags: pycode.FlagGenerator}
	if kind > overEnumerate {
		d.writeSteps(a, kind, n, c)
		return a
	}
	a.beginOver(n)
	top := a.here()
	var ends, skips []int
	for i := range n {
		if n > 1 {
			a.op(pycode.LOAD_FAST, overIter(i))
		}
		ends = append(ends, a.jump(pycode.FOR_ITER))
		a.op(pycode.STORE_FAST, overElement(i))
		if n > 1 {
			a.op(pycode.POP_TOP, 0)
		}
	}
	elements := make([]int, n)
	for i := range n {
		elements[i] = overElement(i)
	}
	switch kind {
	case overMap, overFilter:
		if n == 1 {
			d.apply(a, c, overFunc, elements[0])
			break
		}
		a.load(overFunc)
		a.call(elements...)
	case overTrue:
		a.load(elements...)
	case overZip:
		a.load(elements...)
		a.op(pycode.BUILD_TUPLE, n)
	case overEnumerate:
		a.constant(d.count)
		a.call(overFunc)
		a.load(elements...)
		a.op(pycode.BUILD_TUPLE, 2)
	}
	if kind == overFilter || kind == overTrue {
		a.op(pycode.TO_BOOL, 0)
		skips = append(skips, a.jump(pycode.POP_JUMP_IF_FALSE))
		a.op(pycode.NOT_TAKEN, 0)
		a.op(pycode.LOAD_FAST, overElement(0))
	}
	a.yieldOver(top)
	for _, at := range skips {
		a.land(at)
		a.back(top)
	}
	for _, at := range ends {
		a.exhausted(at)
		a.returnNone()
	}
	return a
}
