package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Loops that look for elements that are the same as others: identical or equal (object.Heap.Same). A list may become shorter meanwhile.

// within jumps, where land is called, if a sequence has no element of a number.
func (d *Drivers) within(a *assembler, index, sequence int) int {
	a.load(index)
	a.constant(d.length)
	a.op(pycode.PUSH_NULL, 0)
	a.load(sequence)
	a.op(pycode.CALL, 1)
	return a.unless(object.LT)
}

// same jumps, where its results are landed, if two locals are the same.
func (a *assembler) same(x, y int) (identical, equal int) {
	a.load(x, y)
	a.op(pycode.IS_OP, 0)
	identical = a.jump(pycode.POP_JUMP_IF_TRUE)
	a.op(pycode.NOT_TAKEN, 0)
	a.load(x, y)
	a.compare(object.EQ)
	equal = a.jump(pycode.POP_JUMP_IF_TRUE)
	a.op(pycode.NOT_TAKEN, 0)
	return identical, equal
}

// next goes on with the next element.
func (a *assembler) next(index, top int) {
	a.load(index)
	a.plus(1)
	a.store(index)
	a.back(top)
}

// search goes through sequence[index:]: found is written for an element that is the same as wanted, behind which top is where the loop goes
// on, and missing for the end, where ends, which have jumped, land, too.
func (d *Drivers) search(a *assembler, sequence, wanted, index, element int, top int, ends []int, found func(top int), missing func()) {
	ends = append(ends, d.within(a, index, sequence))
	a.item(sequence, index)
	a.store(element)
	identical, equal := a.same(element, wanted)
	a.next(index, top)
	a.land(identical)
	a.land(equal)
	found(top)
	for _, at := range ends {
		a.land(at)
	}
	missing()
}

// writeFind returns the index of the first element of sequence[index:stop] that is the same, or −1.
func (d *Drivers) writeFind(a *assembler) {
	const sequence, wanted, index, stop, element = 0, 1, 2, 3, 4
	top := a.here()
	a.load(index, stop)
	d.search(a, sequence, wanted, index, element, top, []int{a.unless(object.LT)}, func(int) { a.returns(index) }, func() {
		a.constant(object.SmallInt(-1))
		a.op(pycode.RETURN_VALUE, 0)
	})
}

// returns returns a local.
func (a *assembler) returns(local int) {
	a.load(local)
	a.op(pycode.RETURN_VALUE, 0)
}

// makeContains makes the function that says whether an element of a sequence is the same.
func (d *Drivers) makeContains(a *assembler) object.Value {
	const sequence, wanted, index, element = 0, 1, 2, 3
	answer := func(v object.Value) {
		a.constant(v)
		a.op(pycode.RETURN_VALUE, 0)
	}
	a.op(pycode.RESUME, 0)
	a.op(pycode.LOAD_SMALL_INT, 0)
	a.store(index)
	d.search(a, sequence, wanted, index, element, a.here(), nil, func(int) { answer(object.True) }, func() { answer(object.False) })
	return d.write(keyNames[object.KeySame], a, 2, "sequence", "wanted", "index", "element")
}

// writeCount returns the count and how many elements of sequence[index:] are the same.
func (d *Drivers) writeCount(a *assembler) {
	const sequence, wanted, index, count, element = 0, 1, 2, 3, 4
	d.search(a, sequence, wanted, index, element, a.here(), nil, func(top int) {
		a.load(count)
		a.plus(1)
		a.store(count)
		a.next(index, top)
	}, func() { a.returns(count) })
}

// writeDiffer returns the first number, from index on, whose elements of both sequences are not the same, or that one has none of.
func (d *Drivers) writeDiffer(a *assembler) {
	const sequence, other, index, element, others = 0, 1, 2, 3, 4
	top := a.here()
	end := d.within(a, index, sequence)
	end2 := d.within(a, index, other)
	a.item(sequence, index)
	a.store(element)
	a.item(other, index)
	a.store(others)
	identical, equal := a.same(element, others)
	different := a.jump(pycode.JUMP_FORWARD)
	a.land(identical)
	a.land(equal)
	a.next(index, top)
	for _, at := range [...]int{end, end2, different} {
		a.land(at)
	}
	a.returns(index)
}
