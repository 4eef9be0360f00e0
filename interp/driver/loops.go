package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// The locals of a loop's code are the fields of its state, an element, and what f returns.
const (
	loopIter = iota
	loopFunc
	loopFirst
	loopSecond
	loopElement
	loopResult
)

// loops are how builtin functions call a function for each element.
var loops = [object.Loops]struct {
	name string
	// begin leaves what the body wants beneath the iterator.
	begin func(a *assembler)
	// body takes an element from the stack.
	body func(a *assembler)
	// end leaves the result, behind the loop.
	end func(a *assembler)
}{
	object.LoopKeys: {"sort", loadFirst, func(a *assembler) {
		a.callElement()
		a.op(pycode.LIST_APPEND, 2)
	}, nothing},
	object.LoopMax: {"max", nothing, func(a *assembler) { a.keepBetter(object.GT) }, loadFirst},
	object.LoopMin: {"min", nothing, func(a *assembler) { a.keepBetter(object.LT) }, loadFirst},
	object.LoopReduce: {"reduce", nothing, func(a *assembler) {
		a.op(pycode.STORE_FAST, loopElement)
		a.op(pycode.LOAD_FAST, loopFunc)
		a.op(pycode.PUSH_NULL, 0)
		a.op(pycode.LOAD_FAST, loopFirst)
		a.op(pycode.LOAD_FAST, loopElement)
		a.op(pycode.CALL, 2)
		a.op(pycode.STORE_FAST, loopFirst)
	}, loadFirst},
	object.LoopExtend:   {"extend", loadFirst, func(a *assembler) { a.op(pycode.LIST_APPEND, 2) }, nothing},
	object.LoopUpdate:   {"update", loadFirst, func(a *assembler) { a.op(pycode.SET_ADD, 2) }, nothing},
	object.LoopGreatest: {"max", nothing, func(a *assembler) { a.keep(object.GT, loopElement, loopFirst) }, loadFirst},
	object.LoopLeast:    {"min", nothing, func(a *assembler) { a.keep(object.LT, loopElement, loopFirst) }, loadFirst},
}

func nothing(*assembler) {}

func loadFirst(a *assembler) { a.op(pycode.LOAD_FAST, loopFirst) }

// callElement replaces the element on the stack by what the function returns for it.
func (a *assembler) callElement() {
	a.op(pycode.STORE_FAST, loopElement)
	a.op(pycode.LOAD_FAST, loopFunc)
	a.op(pycode.PUSH_NULL, 0)
	a.op(pycode.LOAD_FAST, loopElement)
	a.op(pycode.CALL, 1)
}

// keepBetter makes the element the first, and its key the second, if that compares so with
// the second.
func (a *assembler) keepBetter(op object.CompareOp) {
	a.callElement()
	a.op(pycode.STORE_FAST, loopResult)
	a.op(pycode.LOAD_FAST, loopResult)
	a.op(pycode.LOAD_FAST, loopSecond)
	a.compare(op)
	worse := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	a.op(pycode.LOAD_FAST, loopElement)
	a.op(pycode.STORE_FAST, loopFirst)
	a.op(pycode.LOAD_FAST, loopResult)
	a.op(pycode.STORE_FAST, loopSecond)
	a.land(worse)
}

// keep takes an element from the stack into the local x, and into the local best if it
// compares so with that.
func (a *assembler) keep(op object.CompareOp, x, best int) {
	a.op(pycode.STORE_FAST, x)
	a.op(pycode.LOAD_FAST, x)
	a.op(pycode.LOAD_FAST, best)
	a.compare(op)
	worse := a.jump(pycode.POP_JUMP_IF_FALSE)
	a.op(pycode.NOT_TAKEN, 0)
	a.op(pycode.LOAD_FAST, x)
	a.op(pycode.STORE_FAST, best)
	a.land(worse)
}

// Loop returns the function in Python that runs a loop from a state: its arguments are the
// state's fields. Each function that loops call has loops of its own, which inline it, by
// the type of the iterator, which they take apart, or of their first argument. A loop that calls none is over a generator,
// whose code has loops of its own.
func (d *Drivers) Loop(l object.Loop, s object.LoopState) object.Value {
	code, ok := d.codeOf(s.Func)
	if !ok {
		code = d.heap.GenCode(s.Iter)
	}
	u := use{loop: l}
	if s.Args == nil {
		u.source = d.heap.TypeID(s.Iter)
	} else {
		u.source = d.heap.TypeID(s.Args[0])
	}
	fn, ok := d.find(code, u)
	if ok {
		return fn
	}
	if s.Args == nil {
		fn = d.makeLoop(l)
	} else {
		fn = d.makeComparing(l)
	}
	return d.keep(code, u, fn)
}

// makeLoop makes the function of a loop.
func (d *Drivers) makeLoop(l object.Loop) object.Value {
	row, a := &loops[l], &assembler{}
	a.op(pycode.RESUME, 0)
	row.begin(a)
	a.loop(func() { row.body(a) }) // over loopIter
	row.end(a)
	a.op(pycode.RETURN_VALUE, 0)
	return d.write(row.name, a, 4, "iterator", "function", "first", "second", "element", "result")
}

// called returns the handle of the code of a function that is a Callee; object.NoCode if it is none in Python.
func (d *Drivers) called(f object.Value, c object.Callee) uint32 {
	if !c.InPython() {
		return object.NoCode
	}
	code, _ := d.codeOf(f)
	return code
}

// codeOf returns the handle of the code of a function in Python, or of a method that is bound
// to one.
func (d *Drivers) codeOf(f object.Value) (code uint32, ok bool) {
	h := d.heap
	if h.Is(f, object.BoundMethodType) {
		f = h.Field(f, object.OffMethodFunc)
	}
	if !h.Is(f, object.FunctionType) {
		return 0, false
	}
	return h.Half(f, object.OffFuncCode), true
}
