package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// map and filter. A loop of instructions over such an object runs over a generator in its
// place, which no program sees: the object's own iterators and its function are the
// generator's locals, and it has nothing else that changes. So the object can be used
// besides, and each loop has a generator of its own. Generators are what traces know to
// inline, and what drivers drive. An exception of the function leaves the generator, which has
// ended then, and the loop; one that is a StopIteration ends the loop.

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
	Locals    [overFirst + 2*object.MaxMapIters]object.Value // of which the first NumLocals are
	NumLocals int
	Stack     object.Value // the one entry of its stack, or Null
}

// Over returns the generator for a map or a filter whose function is one in Python, or a method
// bound to one; Null for others.
func (d *Drivers) Over(v object.Value) object.Value {
	h := d.heap
	parts, ok := h.MapPartsOf(v)
	n := len(parts.Iters)
	if !ok {
		return object.Null
	}
	code, ok := d.codeOf(parts.Func)
	if !ok {
		return object.Null
	}
	filter := h.Is(v, object.FilterType)
	u := use{f: h.TypeOf(v).Object, source: h.TypeID(parts.Iters[0]), many: n}
	fn, ok := d.made[code][u]
	if !ok {
		fn = d.keep(code, u, d.makeOver(filter, n))
	}
	e := Entries{Object: v, NumLocals: overFirst + 2*n, Stack: object.Null}
	e.Locals[overFunc] = parts.Func
	for i, it := range parts.Iters {
		e.Locals[overIter(i)], e.Locals[overElement(i)] = it, object.Null
	}
	if n == 1 {
		e.Stack = parts.Iters[0]
	}
	return d.vm.Suspended(fn, d.overStart(filter, n), e)
}

// makeOver makes the function of generators for a filter, or for maps of n iterators. What
// stands before the first yield is not executed: they begin behind it.
func (d *Drivers) makeOver(filter bool, n int) object.Value {
	a := writeOver(filter, n)
	name := "map"
	if filter {
		name = "filter"
	}
	return d.write(name, a, overFirst+2*n, overLocals[:overFirst+2*n]...)
}

// overStart returns the unit behind the yield of what makeOver writes.
func (d *Drivers) overStart(filter bool, n int) int {
	which := n
	if filter {
		which = 0
	}
	if d.starts[which] == 0 {
		d.starts[which] = writeOver(filter, n).yield
	}
	return d.starts[which]
}

// writeOver writes the code of generators. A single iterator stays on the stack, where traces
// look for what a generator runs over.
func writeOver(filter bool, n int) *assembler {
	a := &assembler{flags: pycode.FlagGenerator}
	a.op(pycode.RETURN_GENERATOR, 0)
	a.op(pycode.POP_TOP, 0)
	a.op(pycode.RESUME, 0)
	if n == 1 {
		a.op(pycode.LOAD_FAST, overIter(0))
	}
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
	a.op(pycode.LOAD_FAST, overFunc)
	a.op(pycode.PUSH_NULL, 0)
	for i := range n {
		a.op(pycode.LOAD_FAST, overElement(i))
	}
	a.op(pycode.CALL, n)
	if filter {
		a.op(pycode.TO_BOOL, 0)
		skips = append(skips, a.jump(pycode.POP_JUMP_IF_FALSE))
		a.op(pycode.NOT_TAKEN, 0)
		a.op(pycode.LOAD_FAST, overElement(0))
	}
	a.op(pycode.YIELD_VALUE, 0)
	a.yield = a.here()
	a.op(pycode.RESUME, 1)
	a.op(pycode.POP_TOP, 0)
	a.back(top)
	for _, at := range skips {
		a.land(at)
		a.back(top)
	}
	for _, at := range ends {
		a.exhausted(at)
		a.constant(object.None)
		a.op(pycode.RETURN_VALUE, 0)
	}
	return a
}
