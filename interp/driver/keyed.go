package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// What an instruction does with a key in a dict or a set whose class has a __hash__ in Python (object/keyed.go). Each use has a driver
// for each such function's code, which inlines it.

// The locals of a driver. keyAdded is what KeyStore stores.
const (
	keyContainer = iota
	keyKey
	keyAdded
	keyHash
	keyResult
	keyStored // the key of the container that the other one is compared with
	keyTable  // this and the next two: words for the next step
	keyNo
	keyAt
	keySame // the answer
)

// keyNames are the names of the uses.
var keyNames = [object.KeyUses]string{object.KeyItem: "getitem", object.KeyStore: "setitem", object.KeyDelete: "delitem", object.KeyIn: "contains",
	object.KeyGet: "get", object.KeyGetOr: "get", object.KeySetDefault: "setdefault", object.KeyAdd: "add", object.KeyDiscard: "discard", object.KeyRemove: "remove", object.KeySame: "contains"}

// keyed are the functions that the drivers of keys call.
type keyed struct {
	hash, unhashable, ask object.Value
	steps                 [object.KeyUses]object.Value
}

func (d *Drivers) initKeyed(hash object.Value) {
	h := d.heap
	builtin := func(name string, least, most int, f func(args []object.Value) (object.Value, error)) object.Value {
		return d.function(&object.Builtin{Name: name, Arity: object.Fast, Min: least, Max: most, Fn: func(_ *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
			return f(args)
		}})
	}
	d.keyed = keyed{hash: hash, unhashable: builtin("unhashable", 3, 3, h.UnhashableKey), ask: h.NewList(object.None, object.None, object.None, object.None)}
	h.Push(d.keyed.ask)
	d.keyed.steps[object.KeySame] = h.Type(object.ListType).Lookup(h.Intern("__contains__")) // what its driver does
	for u := range object.KeySame {
		d.keyed.steps[u] = builtin(keyNames[u], 3, 9, func(args []object.Value) (object.Value, error) { return h.KeyStep(u, args) })
	}
	h.KeyAsk, h.KeyDriver = d.keyed.ask, d.keyDriver
}

// keyDriver implements object.Heap's KeyDriver.
func (d *Drivers) keyDriver(u object.KeyUse, method object.Value) object.Value {
	code, made := d.heap.Half(method, object.OffFuncCode), use{f: d.keyed.steps[u]}
	fn, ok := d.find(code, made)
	if !ok {
		a, nargs := &assembler{}, 2
		if u.Adds() && u != object.KeyGet {
			nargs = 3
		}
		if u == object.KeySame {
			return d.keep(code, made, d.makeContains(a))
		}
		d.writeKeyed(a, u)
		fn = d.keep(code, made, d.write(keyNames[u], a, nargs, "container", "key", "value", "hash", "result", "stored", "table", "no", "at", "same"))
	}
	return fn
}

// writeKeyed writes a driver. In the likely case a key is compared once at most; what follows is a loop. What raises has nothing
// on the stack, and nothing in Python sees that the exception of __hash__ is handled, so no PUSH_EXC_INFO says it.
func (d *Drivers) writeKeyed(a *assembler, u object.KeyUse) {
	k := &d.keyed
	// call calls a function with locals; what it returns is on the stack.
	call := func(f object.Value, locals ...int) {
		a.constant(f)
		a.op(pycode.PUSH_NULL, 0)
		for _, i := range locals {
			if i == keyAdded && u == object.KeyGet {
				a.constant(object.None)
			} else {
				a.op(pycode.LOAD_FAST, i)
			}
		}
		a.op(pycode.CALL, len(locals))
	}
	// step takes a step, and returns what comes of it. Behind it, the step has asked.
	step := func(answer ...int) {
		locals := append([]int{keyContainer, keyKey, keyHash}, answer...)
		if u.Adds() {
			locals = append(locals, keyAdded)
		}
		call(k.steps[u], locals...)
		a.op(pycode.STORE_FAST, keyResult)
		a.op(pycode.LOAD_FAST, keyResult)
		a.constant(k.ask)
		a.op(pycode.IS_OP, 0)
		asks := a.jump(pycode.POP_JUMP_IF_TRUE)
		a.op(pycode.NOT_TAKEN, 0)
		a.op(pycode.LOAD_FAST, keyResult)
		a.op(pycode.RETURN_VALUE, 0)
		a.land(asks)
	}
	// compare finds the answer.
	compare := func() {
		a.constant(k.ask)
		a.op(pycode.UNPACK_SEQUENCE, 4)
		for i := keyStored; i <= keyAt; i++ {
			a.op(pycode.STORE_FAST, i)
		}
		for i := range int64(2) { // the key and the table live no longer than this call, which may raise
			a.constant(object.None)
			a.constant(k.ask)
			a.constant(object.SmallInt(i))
			a.op(pycode.STORE_SUBSCR, 0)
		}
		a.op(pycode.LOAD_FAST, keyStored)
		a.op(pycode.LOAD_FAST, keyKey)
		a.compare(object.EQ)
		a.op(pycode.STORE_FAST, keySame)
	}
	a.op(pycode.RESUME, 0)
	start := a.here()
	call(k.hash, keyKey)
	end := a.here()
	a.op(pycode.STORE_FAST, keyHash)
	hashed := a.jump(pycode.JUMP_FORWARD)
	a.handle(start, end)
	a.op(pycode.STORE_FAST, keyResult)
	call(k.unhashable, keyContainer, keyKey, keyResult)
	a.op(pycode.RETURN_VALUE, 0) // it raises
	a.land(hashed)
	step()
	compare()
	top := a.here()
	step(keyStored, keyTable, keyNo, keyAt, keySame)
	compare()
	a.back(top)
}
