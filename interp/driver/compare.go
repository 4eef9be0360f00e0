package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Loops that compare elements of lists by a method in Python (object.Comparing). Each has a function for each such method's code,
// which inlines it.

// comparing are the loops; writing one, its locals are numbered from its arguments on.
var comparing = [object.Loops]struct {
	name   string
	args   int
	locals []string
	write  func(d *Drivers, a *assembler)
}{
	object.LoopInsert:       {"sort", 5, []string{"keys", "values", "low", "high", "start", "left", "right", "pivot", "middle"}, func(d *Drivers, a *assembler) { d.writeInsert(a, a.returnNone) }},
	object.LoopAscend:       {"sort", 3, []string{"keys", "index", "length"}, (*Drivers).writeAscend},
	object.LoopMergeLow:     {"sort", 9, mergeLocals, func(_ *Drivers, a *assembler) { a.writeMerge(false) }},
	object.LoopMergeHigh:    {"sort", 9, mergeLocals, func(_ *Drivers, a *assembler) { a.writeMerge(true) }},
	object.LoopBisectLeft:   {"bisect_left", 4, []string{"list", "wanted", "low", "high", "middle"}, func(_ *Drivers, a *assembler) { a.writeBisect(false, func() { a.returns(bisectLow) }) }},
	object.LoopBisectRight:  {"bisect_right", 4, []string{"list", "wanted", "low", "high", "middle"}, func(_ *Drivers, a *assembler) { a.writeBisect(true, func() { a.returns(bisectLow) }) }},
	object.LoopHeapLeast:    {"heap", 5, heapLocals, func(d *Drivers, a *assembler) { d.writeHeap(a, false, a.returnNone) }},
	object.LoopHeapGreatest: {"heap", 5, heapLocals, func(d *Drivers, a *assembler) { d.writeHeap(a, true, a.returnNone) }},
	object.LoopFind:         {"index", 4, []string{"sequence", "wanted", "index", "stop", "element"}, (*Drivers).writeFind},
	object.LoopCount:        {"count", 4, []string{"sequence", "wanted", "index", "count", "element"}, (*Drivers).writeCount},
	object.LoopDiffer:       {"compare", 3, []string{"sequence", "other", "index", "element", "others"}, (*Drivers).writeDiffer},
}

// initComparing makes the functions that the loops call.
func (d *Drivers) initComparing(length object.Value) {
	d.length = length
	d.move = d.function(&object.Builtin{
		Name: "sort", Arity: object.Fast, Min: 4, Max: 4, NoGuest: true,
		Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
			return h.MoveSorted(args)
		},
	})
	d.changed = d.function(&object.Builtin{
		Name: "heap", Arity: object.NoArgs, NoGuest: true,
		Fn: func(h *object.Heap, _ object.Value, _ []object.Value) (object.Value, error) {
			return object.Null, h.Raise(object.RuntimeErrorType, "list changed size during iteration")
		},
	})
}

func (a *assembler) load(locals ...int) {
	for _, i := range locals {
		a.op(pycode.LOAD_FAST, i)
	}
}

func (a *assembler) store(local int) { a.op(pycode.STORE_FAST, local) }

// item pushes list[index].
func (a *assembler) item(list, index int) {
	a.load(list, index)
	a.op(pycode.BINARY_OP, int(object.Subscr))
}

// plus leaves the number on the stack with n more.
func (a *assembler) plus(n int) {
	a.op(pycode.LOAD_SMALL_INT, n)
	a.op(pycode.BINARY_OP, int(object.Add))
}

// half leaves a number without its last bit.
func (a *assembler) half() {
	a.op(pycode.LOAD_SMALL_INT, 1)
	a.op(pycode.BINARY_OP, int(object.Rshift))
}

// unless jumps, where land is called, if the two topmost entries do not compare so.
func (a *assembler) unless(op object.CompareOp) int {
	a.compare(op)
	at := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	return at
}

func (a *assembler) returnNone() {
	a.constant(object.None)
	a.op(pycode.RETURN_VALUE, 0)
}

// writeInsert sorts keys[low:high], of which those before start are in order. end is what follows.
func (d *Drivers) writeInsert(a *assembler, end func()) {
	const keys, values, low, high, start, left, right, pivot, middle = 0, 1, 2, 3, 4, 5, 6, 7, 8
	next := a.here()
	a.load(start, high)
	done := a.unless(object.LT)
	a.load(low)
	a.store(left)
	a.load(start)
	a.store(right)
	a.item(keys, start)
	a.store(pivot)
	search := a.here()
	a.load(left, right)
	found := a.unless(object.LT)
	a.load(left, right)
	a.op(pycode.BINARY_OP, int(object.Add))
	a.half()
	a.store(middle)
	a.load(pivot)
	a.item(keys, middle)
	behind := a.unless(object.LT)
	a.load(middle)
	a.store(right)
	a.back(search)
	a.land(behind)
	a.load(middle)
	a.plus(1)
	a.store(left)
	a.back(search)
	a.land(found)
	a.constant(d.move)
	a.op(pycode.PUSH_NULL, 0)
	a.load(keys, values, left, start)
	a.op(pycode.CALL, 4)
	a.op(pycode.POP_TOP, 0)
	a.load(start)
	a.plus(1)
	a.store(start)
	a.back(next)
	a.land(done)
	end()
}

// writeAscend returns the first index whose key is less than the one before it, or the length.
func (d *Drivers) writeAscend(a *assembler) {
	const keys, index, length = 0, 1, 2
	next := a.here()
	a.load(index, length)
	done := a.unless(object.LT)
	a.item(keys, index)
	a.load(keys, index)
	a.op(pycode.LOAD_SMALL_INT, 1)
	a.op(pycode.BINARY_OP, int(object.Subtract))
	a.op(pycode.BINARY_OP, int(object.Subscr))
	in := a.unless(object.LT)
	a.load(index)
	a.op(pycode.RETURN_VALUE, 0)
	a.land(in)
	a.load(index)
	a.plus(1)
	a.store(index)
	a.back(next)
	a.land(done)
	a.load(index)
	a.op(pycode.RETURN_VALUE, 0)
}

var mergeLocals = []string{"keys", "waiting", "at", "to", "key", "wait", "lastkey", "lastwait", "gallop", "keys won", "waiting won"}

// writeMerge merges keys with those that wait, from their fronts or, high, from their ends, until one side has won gallop times in a
// row or has no more to give. It returns where it stands on both sides, and how often each has won; where it has stood when a
// comparison raised, the list at has.
func (a *assembler) writeMerge(high bool) {
	const keys, waiting, at, to, key, wait, lastKey, lastWait, gallop, wonKey, wonWait = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	step := func(local int) {
		a.load(local)
		a.op(pycode.LOAD_SMALL_INT, 1)
		op := object.Add
		if high {
			op = object.Subtract
		}
		a.op(pycode.BINARY_OP, int(op))
		a.store(local)
	}
	zero := func(local int) {
		a.op(pycode.LOAD_SMALL_INT, 0)
		a.store(local)
	}
	var ends []int
	// take takes an element of a side.
	take := func(list, index, last, won, lost int) {
		a.item(list, index)
		a.load(keys, to)
		a.op(pycode.STORE_SUBSCR, 0)
		step(to)
		step(index)
		zero(lost)
		a.load(won)
		a.plus(1)
		a.store(won)
		if high {
			a.load(last, index)
		} else {
			a.load(index, last)
		}
		ends = append(ends, a.unless(object.LT))
		a.load(won, gallop)
		ends = append(ends, a.unless(object.LT))
	}
	zero(wonKey)
	zero(wonWait)
	next := a.here()
	for i, local := range [...]int{key, wait} {
		a.load(local, at)
		a.op(pycode.LOAD_SMALL_INT, i)
		a.op(pycode.STORE_SUBSCR, 0)
	}
	if high {
		a.item(waiting, wait)
		a.item(keys, key)
	} else {
		a.item(keys, key)
		a.item(waiting, wait)
	}
	other := a.unless(object.LT)
	take(keys, key, lastKey, wonKey, wonWait)
	a.back(next)
	a.land(other)
	take(waiting, wait, lastWait, wonWait, wonKey)
	a.back(next)
	for _, end := range ends {
		a.land(end)
	}
	a.load(key, wait, wonKey, wonWait)
	a.op(pycode.BUILD_TUPLE, 4)
	a.op(pycode.RETURN_VALUE, 0)
}

// bisectLow is where writeBisect has what it has found.
const bisectLow = 2

// writeBisect finds where an element is wanted in a list: ahead of equal ones, or, right, behind them. end is what follows.
func (a *assembler) writeBisect(right bool, end func()) {
	const list, wanted, low, high, middle = 0, 1, bisectLow, 3, 4
	next := a.here()
	a.load(low, high)
	done := a.unless(object.LT)
	a.load(low, high)
	a.op(pycode.BINARY_OP, int(object.Add))
	a.half()
	a.store(middle)
	if right {
		a.load(wanted)
	}
	a.item(list, middle)
	if !right {
		a.load(wanted)
	}
	other := a.unless(object.LT)
	up := func() {
		a.load(middle)
		a.plus(1)
		a.store(low)
		a.back(next)
	}
	down := func() {
		a.load(middle)
		a.store(high)
		a.back(next)
	}
	if right {
		up, down = down, up
	}
	up()
	a.land(other)
	down()
	a.land(done)
	end()
}

var heapLocals = []string{"list", "length", "half", "start", "at", "child", "before"}

// writeHeap moves the element at a place of a heap to the end of the path of those that go above their siblings, and from there down
// to its place. Without places below half it only goes down. end is what follows.
func (d *Drivers) writeHeap(a *assembler, greatest bool, end func()) {
	const list, length, half, start, at, child, before = 0, 1, 2, 3, 4, 5, 6
	// above stores whether the element at x goes above the one at y. The list may have changed.
	above := func(x, y func()) {
		if greatest {
			x, y = y, x
		}
		x()
		a.op(pycode.BINARY_OP, int(object.Subscr))
		y()
		a.op(pycode.BINARY_OP, int(object.Subscr))
		a.compare(object.LT)
		a.store(before)
		a.constant(d.length)
		a.op(pycode.PUSH_NULL, 0)
		a.load(list)
		a.op(pycode.CALL, 1)
		a.load(length)
		a.compare(object.EQ)
		same := a.jump(pycode.POP_JUMP_IF_TRUE)
		a.op(pycode.NOT_TAKEN, 0)
		a.constant(d.changed)
		a.op(pycode.PUSH_NULL, 0)
		a.op(pycode.CALL, 0)
		a.op(pycode.POP_TOP, 0)
		a.land(same)
		a.load(before)
	}
	// exchange exchanges the element at a place with the one at the place child, and goes there.
	exchange := func() {
		a.item(list, at)
		a.item(list, child)
		a.load(list, at)
		a.op(pycode.STORE_SUBSCR, 0)
		a.load(list, child)
		a.op(pycode.STORE_SUBSCR, 0)
		a.load(child)
		a.store(at)
	}
	climb := a.here()
	a.load(at, half)
	leaf := a.unless(object.LT)
	a.load(at, at)
	a.op(pycode.BINARY_OP, int(object.Add))
	a.plus(1)
	a.store(child)
	a.load(child)
	a.plus(1)
	a.load(length)
	only := a.unless(object.LT)
	above(func() { a.load(list, child) }, func() {
		a.load(list, child)
		a.plus(1)
	})
	first := a.jump(pycode.POP_JUMP_IF_TRUE)
	a.op(pycode.NOT_TAKEN, 0)
	a.load(child)
	a.plus(1)
	a.store(child)
	a.land(first)
	a.land(only)
	exchange()
	a.back(climb)
	a.land(leaf)
	fall := a.here() // child is the parent now
	a.load(start, at)
	top := a.unless(object.LT)
	a.load(at)
	a.op(pycode.LOAD_SMALL_INT, 1)
	a.op(pycode.BINARY_OP, int(object.Subtract))
	a.half()
	a.store(child)
	above(func() { a.load(list, at) }, func() { a.load(list, child) })
	stays := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	exchange()
	a.back(fall)
	a.land(top)
	a.land(stays)
	end()
}

// makeComparing makes the function of a loop.
func (d *Drivers) makeComparing(l object.Loop) object.Value {
	row, a := &comparing[l], &assembler{}
	a.op(pycode.RESUME, 0)
	row.write(d, a)
	return d.write(row.name, a, row.args, row.locals...)
}
