package driver

import (
	"github.com/tier2go/tier2/interp/lib"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Drivers of builtin functions that take the elements of an iterable, and call methods of theirs (asks.go), and of operators as functions.

// writeSet adds the elements one by one.
func (d *Drivers) writeSet(a *assembler, f object.Value, frozen bool) {
	const iterable, set = 0, 3
	d.unlessSequence(a, iterable, func() { a.callOf(f, true, iterable) })
	a.op(pycode.BUILD_SET, 0)
	a.store(set)
	d.addAll(a, iterable, set)
	if frozen {
		a.callOf(d.freeze, true, set)
		a.op(pycode.RETURN_VALUE, 0)
		return
	}
	a.returns(set)
}

// writeUpdate adds the elements to a set.
func (d *Drivers) writeUpdate(a *assembler, f object.Value) {
	const set, iterable = 0, 1
	d.unlessSequence(a, iterable, func() {
		a.constant(f)
		a.load(set, iterable)
		a.op(pycode.CALL, 1)
	})
	d.addAll(a, iterable, set)
	a.returnNone()
}

// unlessSequence returns what then leaves, if a local is neither a list nor a tuple: dicts and sets know the hashes of what they have, and a frozenset is
// its own copy.
func (d *Drivers) unlessSequence(a *assembler, local int, then func()) {
	a.callOf(d.heap.Type(object.TypeType).Object, true, local)
	a.constant(d.asks.sequences)
	a.op(pycode.CONTAINS_OP, 1)
	sequence := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	then()
	a.op(pycode.RETURN_VALUE, 0)
	a.land(sequence)
}

// addAll adds the elements of an iterable to a set.
func (d *Drivers) addAll(a *assembler, iterable, set int) {
	const element = 4
	a.load(iterable)
	a.op(pycode.GET_ITER, 0)
	a.rest(func() {
		a.store(element)
		a.constant(d.asks.add)
		a.load(set, element)
		a.op(pycode.CALL, 1)
		a.op(pycode.POP_TOP, 0)
	})
}

// writeTruth is truth of an iterable that is no iterator.
func (a *assembler) writeTruth(found bool) {
	a.load(0)
	a.op(pycode.GET_ITER, 0)
	a.store(0)
	truth(found)(a)
}

// writeNextOr calls the __next__.
func (d *Drivers) writeNextOr(a *assembler) {
	const iterator, or, method = 0, 1, 2
	start := a.here()
	a.load(method)
	a.call(iterator)
	a.op(pycode.RETURN_VALUE, 0)
	d.unless(a, start, object.StopIterationType, func() { a.load(or) })
}

func (d *Drivers) writeSetAttr(a *assembler, x object.EachDriver) {
	const of, value = 0, 2
	a.load(value, of)
	a.op(pycode.STORE_ATTR, len(a.names))
	a.names = append(a.names, d.heap.GoString(x.Ask.Constant))
	a.returnNone()
}

// writeOperator writes the instruction that a function of module operator is.
func (d *Drivers) writeOperator(a *assembler, f object.Value) {
	a.load(0, 1)
	if op, ok := lib.ComparisonOf(d.heap.BuiltinOf(f).Name); ok {
		a.op(pycode.COMPARE_OP, int(op)<<5)
	} else {
		a.op(pycode.BINARY_OP, int(lib.OperatorOf(d.heap.BuiltinOf(f).Name)))
	}
	a.op(pycode.RETURN_VALUE, 0)
}

// isNumber jumps, where land is called, if a local is no number that sum has a way of its own for.
func (d *Drivers) isNumber(a *assembler, local int) (other int) {
	a.callOf(d.heap.Type(object.TypeType).Object, true, local)
	a.constant(d.asks.numbers)
	a.op(pycode.CONTAINS_OP, 0)
	other = a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	return other
}

// The locals of a sum.
const (
	sumIterable = 0
	sumStart    = 1
	sumTotal    = 3
	sumElement  = 4
)

// sumBy adds up what is left of an iterator by +.
func (a *assembler) sumBy() {
	a.rest(func() {
		a.store(sumElement)
		a.plusElement()
	})
	a.returns(sumTotal)
}

func (a *assembler) plusElement() {
	a.load(sumTotal, sumElement)
	a.op(pycode.BINARY_OP, int(object.Add))
	a.store(sumTotal)
}

// sumOn adds up what is left as sum does what has begun with numbers.
func (d *Drivers) sumOn(a *assembler) {
	a.rest(func() {
		a.store(sumElement)
		a.callOf(d.step, true, sumTotal, sumElement)
		a.store(sumTotal)
	})
	a.callOf(d.end, true, sumTotal)
	a.op(pycode.RETURN_VALUE, 0)
}

// writeSum adds up by +, but for what begins with a number, or comes to one with its first element.
func (d *Drivers) writeSum(a *assembler, x object.EachDriver) {
	if x.Shape>>sumStart&1 != 0 {
		a.callOf(d.asks.byPlus, true, sumStart)
		other := a.jump(pycode.POP_JUMP_IF_TRUE)
		a.op(pycode.NOT_TAKEN, 0)
		a.callOf(x.Of, true, sumIterable, sumStart)
		a.op(pycode.RETURN_VALUE, 0)
		a.land(other)
		a.load(sumStart)
		a.store(sumTotal)
		a.load(sumIterable)
		a.op(pycode.GET_ITER, 0)
		a.sumBy()
		return
	}
	a.set(sumTotal, 0)
	a.load(sumIterable)
	a.op(pycode.GET_ITER, 0)
	none := a.jump(pycode.FOR_ITER)
	a.store(sumElement)
	other := d.isNumber(a, sumElement)
	a.callOf(d.step, true, sumTotal, sumElement)
	a.store(sumTotal)
	d.sumOn(a)
	a.land(other)
	a.plusElement()
	other = d.isNumber(a, sumTotal)
	a.callOf(d.asks.sumFrom, true, sumTotal)
	a.store(sumTotal)
	d.sumOn(a)
	a.land(other)
	a.sumBy()
	a.exhausted(none)
	a.returns(sumTotal)
}
