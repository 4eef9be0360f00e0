package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Instances that are iterated by their __getitem__. A loop of instructions runs over a generator in the place of the iterator,
// as it does over map and filter (over.go): for each __getitem__ in Python one code, which inlines it. An IndexError
// of it ends the generator, and so the loop; a StopIteration that leaves the generator does as well.

// The locals of the generator; ItemsAt is the index.
const (
	itemsOf = iota
	ItemsAt
	numItems
)

// Items returns the generator for an iteration of v by f, its __getitem__ in Python.
func (d *Drivers) Items(v, f object.Value) object.Value {
	code, u := d.heap.Half(f, object.OffFuncCode), use{source: object.SeqIterType}
	fn, ok := d.find(code, u)
	if !ok {
		a := d.writeItems()
		d.itemsStart = a.yield
		fn = d.keep(code, u, d.write("iter", a, numItems, "object", "index"))
	}
	e := Entries{Object: v, NumLocals: numItems, Stack: [2]object.Value{object.Null, object.Null}}
	e.Locals[itemsOf], e.Locals[ItemsAt] = v, object.SmallInt(0)
	return d.vm.Suspended(fn, d.itemsStart, e)
}

// writeItems writes the code of the generators. They begin behind the yield. What it has a handler for leaves nothing on the
// stack, and nothing in Python sees that the exception is handled, so no PUSH_EXC_INFO says it.
func (d *Drivers) writeItems() *assembler {
	a := &assembler{flags: pycode.FlagGenerator}
	a.op(pycode.RETURN_GENERATOR, 0)
	a.op(pycode.POP_TOP, 0)
	a.op(pycode.RESUME, 0)
	top := a.here()
	a.op(pycode.LOAD_FAST, itemsOf)
	a.op(pycode.LOAD_FAST, ItemsAt)
	item := a.here()
	a.op(pycode.BINARY_OP, int(object.Subscr))
	end := a.here()
	a.op(pycode.LOAD_FAST, ItemsAt)
	a.op(pycode.LOAD_SMALL_INT, 1)
	a.op(pycode.BINARY_OP, int(object.InPlaceAdd))
	a.op(pycode.STORE_FAST, ItemsAt)
	a.op(pycode.YIELD_VALUE, 0)
	a.yield = a.here()
	a.op(pycode.RESUME, afterYield)
	a.op(pycode.POP_TOP, 0)
	a.back(top)
	a.handle(item, end)
	a.constant(d.heap.Type(object.IndexErrorType).Object)
	a.op(pycode.CHECK_EXC_MATCH, 0)
	other := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	a.op(pycode.POP_TOP, 0)
	a.constant(object.None)
	a.op(pycode.RETURN_VALUE, 0)
	a.land(other)
	a.op(pycode.RERAISE, 0)
	return a
}
