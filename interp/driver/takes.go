package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Instructions that take the elements of an iterable (object.Take). Their drivers are those of functions that nobody calls: an instruction
// begins the frame, and has what it does with the result (pyguest.TakeExtend and the others).

// mostUnpacked is how many variables are assigned by a driver.
const mostUnpacked = 6

// takes are what the instructions do.
type takes struct {
	of        [object.Takes]*driver
	unpacks   [mostUnpacked + 1]*driver // by how many variables there are
	few, many object.Value              // raise: not as many elements, or more
	noIn      object.Value              // raises behind an exception of iter(v)
}

func (d *Drivers) initTakes(into func(add func(a *assembler)) func(a *assembler)) {
	d.takes.of = [object.Takes]*driver{
		object.TakeExtend: {name: "extend", own: true, asks: true, code: into(func(a *assembler) { a.op(pycode.LIST_APPEND, 2) })},
		object.TakeConcat: {name: "extend", own: true, asks: true, code: writeConcat},
		object.TakeUpdate: {name: "update", own: true, code: into(func(a *assembler) { a.op(pycode.SET_ADD, 2) })},
		object.TakeIn:     {name: "contains", own: true, code: (*assembler).writeIn},
	}
	for n := range d.unpacks {
		d.unpacks[n] = &driver{name: "unpack", own: true, locals: 2 + n, code: func(a *assembler) { d.writeUnpack(a, n) }}
	}
	raise := func(args int, f func(h *object.Heap, args []object.Value) error) object.Value {
		return d.function(&object.Builtin{Name: "unpack", Arity: object.Fast, Min: args, Max: args, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
			return object.Null, f(h, args)
		}})
	}
	d.noIn = d.function(&object.Builtin{Name: "contains", Arity: object.Fast, Min: 2, Max: 2, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
		if h.IsInstance(args[1], object.TypeErrorType) {
			return object.Null, h.NoContainer(args[0])
		}
		return object.Null, h.Reraise(args[1], -1)
	}})
	d.few = raise(2, func(h *object.Heap, args []object.Value) error {
		return h.Raise(object.ValueErrorType, "not enough values to unpack (expected %d, got %d)", args[0].Small(), args[1].Small())
	})
	d.many = raise(1, func(h *object.Heap, args []object.Value) error {
		return h.Raise(object.ValueErrorType, "too many values to unpack (expected %d)", args[0].Small())
	})
}

// Take returns the driver by which an instruction takes the elements of v, n of them where it unpacks, and what it gets for v; fn is Null
// if there is none.
func (d *Drivers) Take(t object.Take, n int, v object.Value) (fn, g object.Value) {
	if !d.drivable(v) {
		return object.Null, v
	}
	of := d.takes.of[t]
	if t == object.TakeUnpack {
		if n > mostUnpacked {
			return object.Null, v
		}
		of = d.unpacks[n]
	}
	if t.Other(d.heap.TypeOf(v)) {
		return object.Null, v
	}
	return d.driver(object.Null, of, v, t, n)
}

// noContainer is where what the units from start to end raise, which iterate local 0, leads to.
func (d *Drivers) noContainer(a *assembler, start, end int) {
	const raised = 2
	a.handle(start, end)
	a.store(raised)
	a.constant(d.noIn)
	a.call(0, raised)
	a.op(pycode.RETURN_VALUE, 0) // it raises
}

// writeConcat appends the elements to local 1, and returns that.
func writeConcat(a *assembler) {
	a.load(1)
	a.loop(func() { a.op(pycode.LIST_APPEND, 2) })
	a.op(pycode.RETURN_VALUE, 0)
}

// writeIn says whether an element is the same as local 1.
func (a *assembler) writeIn() {
	const wanted, element = 1, 2
	a.load(0)
	top := a.here()
	end := a.jump(pycode.FOR_ITER)
	a.store(element)
	identical, equal := a.same(element, wanted)
	a.back(top)
	a.land(identical)
	a.land(equal)
	a.op(pycode.POP_TOP, 0) // the iterator
	a.constant(object.True)
	a.op(pycode.RETURN_VALUE, 0)
	a.exhausted(end)
	a.constant(object.False)
	a.op(pycode.RETURN_VALUE, 0)
}

// writeUnpack makes a tuple of n elements, which must be all.
func (d *Drivers) writeUnpack(a *assembler, n int) {
	const first = 2
	raise := func(f object.Value, args ...int) {
		a.constant(f)
		a.op(pycode.PUSH_NULL, 0)
		for _, x := range args {
			a.constant(object.SmallInt(int64(x)))
		}
		a.op(pycode.CALL, len(args))
		a.op(pycode.RETURN_VALUE, 0) // it has raised
	}
	a.load(0)
	ends := make([]int, n)
	for i := range n {
		ends[i] = a.jump(pycode.FOR_ITER)
		a.store(first + i)
	}
	end := a.jump(pycode.FOR_ITER)
	a.op(pycode.POP_TOP, 0)
	a.op(pycode.POP_TOP, 0) // the iterator
	raise(d.many, n)
	a.exhausted(end)
	for i := range n {
		a.load(first + i)
	}
	a.op(pycode.BUILD_TUPLE, n)
	a.op(pycode.RETURN_VALUE, 0)
	for i, at := range ends {
		a.exhausted(at)
		raise(d.few, n, i)
	}
}
