package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// The loops of the drivers of single functions (New). Local 0 is what they run over.

// first is the driver of next with a second argument, which it returns where there is no element.
func first(a *assembler) {
	const it, or = 0, 1
	a.op(pycode.LOAD_FAST, it)
	none := a.jump(pycode.FOR_ITER)
	a.op(pycode.SWAP, 2)
	a.op(pycode.POP_TOP, 0)
	a.op(pycode.RETURN_VALUE, 0)
	a.exhausted(none)
	a.op(pycode.LOAD_FAST, or)
	a.op(pycode.RETURN_VALUE, 0)
}

// extreme is the driver of max and min: an element that compares so with the best one
// takes its place. Without any, f says that there is none.
func extreme(h *object.Heap, f object.Value, op object.CompareOp) func(*assembler) {
	const it, best, x = 0, 1, 2
	return func(a *assembler) {
		a.op(pycode.LOAD_FAST, it)
		none := a.jump(pycode.FOR_ITER)
		a.op(pycode.STORE_FAST, best)
		top := a.here()
		end := a.jump(pycode.FOR_ITER)
		a.keep(op, x, best)
		a.back(top)
		for _, at := range [2]int{end, none} {
			a.exhausted(at)
			if at == end {
				a.op(pycode.LOAD_FAST, best)
			} else {
				a.constant(f)
				a.op(pycode.PUSH_NULL, 0)
				a.constant(h.NewTuple())
				a.op(pycode.CALL, 1)
			}
			a.op(pycode.RETURN_VALUE, 0)
		}
	}
}

// truth is the driver of any and all: the first element whose truth is this ends it.
func truth(found bool) func(*assembler) {
	differs := pycode.POP_JUMP_IF_FALSE
	if !found {
		differs = pycode.POP_JUMP_IF_TRUE
	}
	return func(a *assembler) {
		a.loop(func() {
			a.op(pycode.TO_BOOL, 0)
			next := a.jump(differs)
			a.op(pycode.NOT_TAKEN, 0)
			a.op(pycode.POP_TOP, 0) // the iterator
			a.constant(object.Bool(found))
			a.op(pycode.RETURN_VALUE, 0)
			a.land(next)
		})
		a.constant(object.Bool(!found))
		a.op(pycode.RETURN_VALUE, 0)
	}
}

// hint asks local 0 for its length. A TypeError says that it has none; what has nothing on the stack.
func (d *Drivers) hint(a *assembler) {
	start := a.here()
	a.constant(d.length)
	a.call(0)
	a.constant(object.SmallInt(object.MostHinted))
	fits := a.unless(object.LT)
	end := a.here()
	known := a.jump(pycode.JUMP_FORWARD)
	a.land(fits)
	a.constant(d.tooMany)
	a.call()
	a.op(pycode.POP_TOP, 0)
	a.handle(start, end)
	a.constant(d.heap.Type(object.TypeErrorType).Object)
	a.op(pycode.CHECK_EXC_MATCH, 0)
	other := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	a.op(pycode.POP_TOP, 0)
	none := a.jump(pycode.JUMP_FORWARD)
	a.land(other)
	a.op(pycode.RERAISE, 0)
	a.land(known)
	a.land(none)
}

// frozen makes a set first.
func (d *Drivers) frozen(a *assembler) {
	const made = 2
	a.op(pycode.BUILD_SET, 0)
	a.loop(func() { a.op(pycode.SET_ADD, 2) })
	a.store(made)
	a.constant(d.freeze)
	a.call(made)
	a.op(pycode.RETURN_VALUE, 0)
}

// bytes makes a list of bytes first, which wrap makes what is wanted of.
func (d *Drivers) bytes(kind int, wrap func(a *assembler)) func(a *assembler) {
	const x = 3
	return func(a *assembler) {
		a.op(pycode.BUILD_LIST, 0)
		a.load(0)
		top := a.here()
		end := a.jump(pycode.FOR_ITER)
		a.store(x)
		a.constant(d.heap.Type(object.TypeType).Object)
		a.call(x)
		a.constant(d.heap.Type(object.IntType).Object)
		a.op(pycode.IS_OP, 0)
		other := a.jump(pycode.POP_JUMP_IF_FALSE)
		a.op(pycode.NOT_TAKEN, 0)
		a.load(x)
		a.constant(object.SmallInt(256))
		great := a.unless(object.LT)
		a.constant(object.SmallInt(-1))
		a.load(x)
		small := a.unless(object.LT)
		a.load(x)
		a.op(pycode.LIST_APPEND, 2)
		a.back(top)
		for _, at := range [...]int{other, great, small} {
			a.land(at)
		}
		a.constant(d.byteOf[kind])
		a.call(x)
		a.op(pycode.LIST_APPEND, 2)
		a.back(top)
		a.exhausted(end)
		wrap(a)
		a.op(pycode.RETURN_VALUE, 0)
	}
}

// addPair adds the i-th element to a dict.
func addPair(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
	return object.None, h.DictAddPair(args[0], args[1], int(args[2].Small()))
}

// dict makes a dict.
func (d *Drivers) dict(a *assembler) {
	const made = 1
	a.op(pycode.BUILD_MAP, 0)
	a.store(made)
	d.dictPairs(a)
	a.load(made)
	a.op(pycode.RETURN_VALUE, 0)
}

// dictUpdate adds to the receiver.
func (d *Drivers) dictUpdate(a *assembler) {
	d.dictPairs(a)
	a.returnNone()
}

// dictPairs adds pairs to a dict: tuples of two; addPair adds everything else, or says why it does not, for which the elements are counted.
func (d *Drivers) dictPairs(a *assembler) {
	const it, made, x, count = 0, 1, 2, 3
	call := func(f object.Value, args ...int) {
		a.constant(f)
		a.op(pycode.PUSH_NULL, 0)
		a.load(args...)
		a.op(pycode.CALL, len(args))
	}
	a.load(made)
	a.op(pycode.LOAD_SMALL_INT, 0)
	a.store(count)
	a.load(it)
	top := a.here()
	next := func() {
		a.load(count)
		a.plus(1)
		a.store(count)
		a.back(top)
	}
	end := a.jump(pycode.FOR_ITER)
	a.store(x)
	call(d.heap.Type(object.TypeType).Object, x)
	a.constant(d.heap.Type(object.TupleType).Object)
	a.op(pycode.IS_OP, 0)
	other := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	call(d.length, x)
	a.op(pycode.LOAD_SMALL_INT, 2)
	longer := a.unless(object.EQ)
	a.load(x)
	a.op(pycode.UNPACK_SEQUENCE, 2)
	a.op(pycode.SWAP, 2)
	a.op(pycode.MAP_ADD, 2)
	next()
	a.land(other)
	a.land(longer)
	call(d.pair, made, x, count)
	a.op(pycode.POP_TOP, 0)
	next()
	a.exhausted(end)
	a.op(pycode.POP_TOP, 0)
}

// sum adds ints; from the first element on that is something else, lib.SumStep adds.
func (d *Drivers) sum(a *assembler) {
	const it, total, x = 0, 1, 2
	isInt := func() {
		a.op(pycode.STORE_FAST, x)
		a.constant(d.heap.Type(object.TypeType).Object)
		a.op(pycode.PUSH_NULL, 0)
		a.op(pycode.LOAD_FAST, x)
		a.op(pycode.CALL, 1)
		a.constant(d.heap.Type(object.IntType).Object)
		a.op(pycode.IS_OP, 0)
	}
	step := func() {
		a.constant(d.step)
		a.op(pycode.PUSH_NULL, 0)
		a.op(pycode.LOAD_FAST, total)
		a.op(pycode.LOAD_FAST, x)
		a.op(pycode.CALL, 2)
		a.op(pycode.STORE_FAST, total)
	}
	a.op(pycode.LOAD_FAST, it)
	top := a.here()
	end := a.jump(pycode.FOR_ITER)
	isInt()
	other := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	a.op(pycode.LOAD_FAST, total)
	a.op(pycode.LOAD_FAST, x)
	a.op(pycode.BINARY_OP, int(object.InPlaceAdd))
	a.op(pycode.STORE_FAST, total)
	a.back(top)
	a.land(other)
	step()
	a.op(pycode.LOAD_FAST, it) // a generator is its own iterator
	a.op(pycode.SWAP, 2)
	a.op(pycode.POP_TOP, 0)
	a.rest(func() {
		a.op(pycode.STORE_FAST, x)
		step()
	})
	a.constant(d.end)
	a.op(pycode.PUSH_NULL, 0)
	a.op(pycode.LOAD_FAST, total)
	a.op(pycode.CALL, 1)
	a.op(pycode.RETURN_VALUE, 0)
	a.exhausted(end)
	a.op(pycode.LOAD_FAST, total)
	a.op(pycode.RETURN_VALUE, 0)
}
