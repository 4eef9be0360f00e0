package driver

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
)

// Scripts (object.Script). One has a function whose arguments are its state; where it calls a function in Python it has one for each
// such function's code, which inlines it.

// scripted is what is kept of a Script.
type scripted struct {
	script                    *object.Script
	returned, yielded, failed object.Value // functions
	fn                        object.Value // where there is one function for all, or Null
}

// Script returns the function of a Script that calls, or sends to, callee.
func (d *Drivers) Script(s *object.Script, callee object.Value) object.Value {
	k := d.lastScript
	if k == nil || k.script != s {
		if k = d.scripts[s]; k == nil {
			k = d.newScript(s)
		}
		d.lastScript = k
	}
	if s.Sends {
		if k.fn == object.Null {
			k.fn = d.makeScript(k)
		}
		return k.fn
	}
	code, ok := d.codeOf(callee)
	if !ok {
		panic("driver: a Script that calls what is no function in Python")
	}
	u := use{script: s}
	fn, ok := d.find(code, u)
	if !ok {
		fn = d.keep(code, u, d.makeScript(k))
	}
	return fn
}

// newScript makes what the functions of a Script call.
func (d *Drivers) newScript(s *object.Script) *scripted {
	h := d.heap
	defer h.Release(h.Mark())
	n := s.Words - 1 - s.Args + 1
	function := func(f func(h *object.Heap, x object.Value, kept []object.Value) (object.Value, error)) object.Value {
		if f == nil {
			return object.Null
		}
		return d.function(&object.Builtin{Name: s.Name, Arity: object.Fast, Min: n, Max: n, Fn: func(h *object.Heap, _ object.Value, args []object.Value) (object.Value, error) {
			return f(h, args[0], args[1:])
		}})
	}
	k := &scripted{script: s, returned: function(s.Returned), yielded: function(s.Yielded), failed: function(s.Failed), fn: object.Null}
	d.scripts[s] = k
	return k
}

// makeScript makes a function of a Script.
func (d *Drivers) makeScript(k *scripted) object.Value {
	s, a := k.script, &assembler{}
	result := s.Words
	// end calls what follows with the result on the stack.
	end := func(f object.Value) {
		a.store(result)
		a.constant(f)
		a.op(pycode.PUSH_NULL, 0)
		a.load(result)
		for i := 1 + s.Args; i < s.Words; i++ {
			a.load(i)
		}
		a.op(pycode.CALL, s.Words-s.Args)
		a.op(pycode.RETURN_VALUE, 0)
	}
	a.op(pycode.RESUME, 0)
	a.load(0)
	var begin, behind int
	if s.Sends {
		a.constant(object.None)
		begin = a.here()
		done := a.jump(pycode.SEND)
		behind = a.here()
		a.op(pycode.SWAP, 2)
		a.op(pycode.POP_TOP, 0)
		end(k.yielded)
		a.land(done)
		a.op(pycode.END_SEND, 0)
	} else {
		a.op(pycode.PUSH_NULL, 0)
		for i := range s.Args {
			a.load(1 + i)
		}
		begin = a.here()
		a.op(pycode.CALL, s.Args)
		behind = a.here()
	}
	end(k.returned)
	a.handle(begin, behind)
	end(k.failed)
	names := [...]string{"callee", "a", "b", "c", "d", "e", "result"}
	return d.write(s.Name, a, s.Words, append(names[:s.Words:s.Words], "result")...)
}
