package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Drivers that compare elements of lists (asks.go): sorting, heaps, sorted lists. They have the loops of compare.go in them.

// The locals of a sort. Up to the middle they are those of writeInsert.
const (
	orderList = iota
	orderValues
	orderLow
	orderLength
	orderAt
	orderEqual // later the left end of a search
	orderFrom
	orderReverse = iota + 2 // behind the locals of writeInsert
	orderOwner
	orderInstead
)

// orderParam is the parameter that says which order is wanted.
const orderParam = 1

func (d *Drivers) writeOrder(a *assembler) {
	a.far = true
	a.callOf(d.each.list, true, orderList)
	a.store(orderList)
	a.load(orderParam)
	a.store(orderReverse)
	d.order(a, func() { a.returns(orderList) })
}

// writeOrderIn takes the elements of the list while it sorts.
func (d *Drivers) writeOrderIn(a *assembler) {
	const raised = orderFrom
	a.far = true
	a.load(orderParam)
	a.store(orderReverse)
	a.load(orderList)
	a.store(orderOwner)
	a.callOf(d.each.take, true, orderList)
	a.op(pycode.UNPACK_SEQUENCE, 2)
	a.store(orderList)
	a.store(orderInstead)
	start := a.here()
	d.order(a, func() {
		a.callOf(d.asks.put, true, orderList)
		a.op(pycode.RETURN_VALUE, 0)
	})
	a.handle(start, a.here())
	a.store(raised)
	d.turnAll(a)
	a.callOf(d.each.putBack, true, orderList, raised)
	a.op(pycode.RETURN_VALUE, 0) // it raises
}

// turnAll turns the list around if the opposite order is wanted.
func (d *Drivers) turnAll(a *assembler) {
	a.load(orderReverse)
	straight := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	a.callOf(d.asks.turn, false, orderList, orderLow, orderLength)
	a.land(straight)
}

// order sorts the list, comparison by comparison as object.sorter does: few elements are one run, which is made longer by insertion.
func (d *Drivers) order(a *assembler, end func()) {
	a.set(orderLow, 0)
	d.size(a, orderList, orderLength)
	a.constant(object.SmallInt(object.MostOrdered))
	a.load(orderLength)
	few := a.unless(object.LT)
	a.callOf(d.asks.sort, false, orderList, orderReverse)
	end()
	a.land(few)
	d.turnAll(a)
	a.constant(object.None)
	a.store(orderValues)
	a.set(orderAt, 1)
	inOrder := a.ascend()
	up := d.descend(a)
	rest := a.ascend()
	for _, at := range [...]int{inOrder, up, rest} {
		a.land(at)
	}
	d.writeInsert(a, func() {
		d.turnAll(a)
		end()
	})
}

// beside pushes the element at a place, or the one before it.
func (a *assembler) beside(before bool) {
	a.load(orderList, orderAt)
	if before {
		a.op(pycode.LOAD_SMALL_INT, 1)
		a.op(pycode.BINARY_OP, int(object.Subtract))
	}
	a.op(pycode.BINARY_OP, int(object.Subscr))
}

// ascend goes on to the first element that is less than the one before it; it jumps, where land is called, if there is none.
func (a *assembler) ascend() (end int) {
	top := a.here()
	a.load(orderAt, orderLength)
	end = a.unless(object.LT)
	a.beside(false)
	a.beside(true)
	in := a.unless(object.LT)
	less := a.jump(pycode.JUMP_FORWARD)
	a.land(in)
	a.advance(orderAt, 1)
	a.back(top)
	a.land(less)
	return end
}

// descend turns a descending run around that begins the list, as object.sorter's countRun does; it jumps, where land is called, if the run
// is an ascending one.
func (d *Drivers) descend(a *assembler) (up int) {
	turnEqual := func() {
		a.op(pycode.LOAD_SMALL_INT, 0)
		a.load(orderEqual)
		none := a.unless(object.LT)
		a.load(orderAt, orderEqual)
		a.op(pycode.BINARY_OP, int(object.Subtract))
		a.op(pycode.LOAD_SMALL_INT, 1)
		a.op(pycode.BINARY_OP, int(object.Subtract))
		a.store(orderFrom)
		a.callOf(d.asks.turn, false, orderList, orderFrom, orderAt)
		a.set(orderEqual, 0)
		a.land(none)
	}
	a.op(pycode.LOAD_SMALL_INT, 1)
	a.load(orderAt)
	first := a.unless(object.LT)
	a.item(orderList, orderLow)
	a.beside(true)
	equal := a.unless(object.LT)
	up = a.jump(pycode.JUMP_FORWARD)
	a.land(equal)
	a.callOf(d.asks.turn, false, orderList, orderLow, orderAt)
	a.land(first)
	a.advance(orderAt, 1)
	a.set(orderEqual, 0)
	top := a.here()
	a.load(orderAt, orderLength)
	end := a.unless(object.LT)
	a.beside(false)
	a.beside(true)
	other := a.unless(object.LT)
	turnEqual()
	a.advance(orderAt, 1)
	a.back(top)
	a.land(other)
	a.beside(true)
	a.beside(false)
	same := a.unless(object.LT)
	ascends := a.jump(pycode.JUMP_FORWARD)
	a.land(same)
	a.advance(orderEqual, 1)
	a.advance(orderAt, 1)
	a.back(top)
	a.land(end)
	a.land(ascends)
	turnEqual()
	a.callOf(d.asks.turn, false, orderList, orderLow, orderAt)
	return up
}

// The locals of heaps: those of writeHeap, and the first element.
const (
	heapList = iota
	heapLength
	heapHalf
	heapStart
	heapAt
	heapFirst = heapAt + 3
	heapItem  = 1 // the parameter
)

// sift moves the first element, or the one at the end, to its place.
func (d *Drivers) sift(a *assembler, last bool, end func()) {
	d.size(a, heapList, heapLength)
	a.set(heapHalf, 0)
	a.set(heapStart, 0)
	a.set(heapAt, 0)
	if last {
		a.load(heapLength)
		a.op(pycode.LOAD_SMALL_INT, 1)
		a.op(pycode.BINARY_OP, int(object.Subtract))
		a.store(heapAt)
	} else {
		a.load(heapLength)
		a.half()
		a.store(heapHalf)
	}
	d.writeHeap(a, false, end)
}

func (d *Drivers) writePush(a *assembler) {
	a.load(heapList, heapItem)
	a.op(pycode.LIST_APPEND, 1)
	a.op(pycode.POP_TOP, 0)
	d.sift(a, true, a.returnNone)
}

// writePop leaves lists of less than two elements to f.
func (d *Drivers) writePop(a *assembler, f object.Value) {
	a.far = true
	d.size(a, heapList, heapLength)
	a.op(pycode.LOAD_SMALL_INT, 1)
	a.load(heapLength)
	few := a.unless(object.LT)
	a.constant(d.asks.pop)
	a.load(heapList)
	a.op(pycode.CALL, 0)
	a.store(heapItem)
	d.putFirst(a)
	a.land(few)
	a.callOf(f, true, heapList)
	a.op(pycode.RETURN_VALUE, 0)
}

// putFirst puts the item in the place of the first element, moves it to its place and returns that element.
func (d *Drivers) putFirst(a *assembler) {
	first := func() {
		a.load(heapList)
		a.op(pycode.LOAD_SMALL_INT, 0)
	}
	first()
	a.op(pycode.BINARY_OP, int(object.Subscr))
	a.store(heapFirst)
	a.load(heapItem)
	first()
	a.op(pycode.STORE_SUBSCR, 0)
	d.sift(a, false, func() { a.returns(heapFirst) })
}

// filled jumps, where land is called, if the list has no elements.
func (d *Drivers) filled(a *assembler) int {
	a.op(pycode.LOAD_SMALL_INT, 0)
	a.callOf(d.length, true, heapList)
	return a.unless(object.LT)
}

func (d *Drivers) writeReplace(a *assembler) {
	a.far = true
	empty := d.filled(a)
	d.putFirst(a)
	a.land(empty)
	a.callOf(d.asks.noItem, true)
	a.op(pycode.RETURN_VALUE, 0) // it raises
}

func (d *Drivers) writePushPop(a *assembler) {
	a.far = true
	empty := d.filled(a)
	a.load(heapList)
	a.op(pycode.LOAD_SMALL_INT, 0)
	a.op(pycode.BINARY_OP, int(object.Subscr))
	a.load(heapItem)
	least := a.unless(object.LT)
	d.writeReplace(a)
	a.land(empty)
	a.land(least)
	a.returns(heapItem)
}

// writeBisectIn returns where an item is wanted in a list, or inserts it there.
func (d *Drivers) writeBisectIn(a *assembler, right, insert bool) {
	const list, item, low, high = 0, 1, 2, 3
	a.set(low, 0)
	d.size(a, list, high)
	a.writeBisect(right, func() {
		if !insert {
			a.returns(low)
			return
		}
		a.constant(d.asks.insert)
		a.load(list, low, item)
		a.op(pycode.CALL, 2)
		a.op(pycode.RETURN_VALUE, 0)
	})
}
