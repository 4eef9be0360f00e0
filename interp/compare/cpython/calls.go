package cpython

import (
	"strconv"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// loadRules: globals and attributes.
func (p *py) loadRules() map[uop.ID]build.Rule {
	// global pushes the constant that the world knows a global to be, for functions
	// whose version has been tested.
	global := func(b *build.Builder, u *uop.Inst) error {
		if w, ok := p.symbol(p.dump.Symbol(u.Operand1)); ok && p.ofFunction(b) {
			b.Push(b.Const(w))
			return nil
		}
		v := p.effect(b, u, b.Local(0))
		b.Push(v)
		p.held = append(p.held, v)
		return nil
	}
	// method pushes the method that the type's version tells, and the receiver.
	method := func(b *build.Builder, u *uop.Inst) error {
		self := b.Pop()
		b.Push(p.inline(b, u))
		b.Push(self)
		return nil
	}
	attr := func(b *build.Builder, u *uop.Inst) error {
		p.pending = append(p.pending, b.Pop())
		b.Push(p.inline(b, u))
		return nil
	}
	return map[uop.ID]build.Rule{
		cpython.LOAD_GLOBAL_MODULE:                  global,
		cpython.LOAD_GLOBAL_BUILTINS:                global,
		cpython.LOAD_ATTR_METHOD_WITH_VALUES:        method,
		cpython.LOAD_ATTR_METHOD_NO_DICT:            method,
		cpython.LOAD_ATTR_METHOD_LAZY_DICT:          method,
		cpython.LOAD_ATTR_CLASS:                     attr,
		cpython.LOAD_ATTR_NONDESCRIPTOR_NO_DICT:     attr,
		cpython.LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES: attr,
	}
}

// callRules: calls that the trace enters, and returns.
func (p *py) callRules() map[uop.ID]build.Rule {
	m := map[uop.ID]build.Rule{
		cpython.INIT_CALL_PY_EXACT_ARGS:           func(b *build.Builder, u *uop.Inst) error { return p.initCall(b, u, int(u.Oparg)) },
		cpython.PY_FRAME_GENERAL:                  p.opaqueFrame,
		cpython.PY_FRAME_KW:                       p.opaqueFrame,
		cpython.BINARY_OP_SUBSCR_INIT_CALL:        p.opaqueFrame,
		cpython.LOAD_ATTR_PROPERTY_FRAME:          p.opaqueFrame,
		cpython.CREATE_INIT_FRAME:                 p.opaqueFrame,
		cpython.INIT_CALL_BOUND_METHOD_EXACT_ARGS: p.unbind(0),
		cpython.EXPAND_METHOD:                     p.unbind(0),
		cpython.MAYBE_EXPAND_METHOD:               p.unbind(0),
		cpython.CHECK_AND_ALLOCATE_OBJECT:         p.unbind(0),
		cpython.EXPAND_METHOD_KW:                  p.unbind(1),
		cpython.MAYBE_EXPAND_METHOD_KW:            p.unbind(1),
		cpython.SAVE_RETURN_OFFSET:                func(b *build.Builder, u *uop.Inst) error { b.SetReturn(b.PC() + u.Oparg); return nil },
		cpython.PUSH_FRAME:                        p.pushFrame,
		cpython.RETURN_VALUE:                      p.returns(func(b *build.Builder, _ *uop.Inst) *ir.Value { return b.Pop() }),
		cpython.RETURN_GENERATOR:                  p.returns(func(b *build.Builder, u *uop.Inst) *ir.Value { return p.effect(b, u) }),
		cpython.YIELD_VALUE: func(b *build.Builder, u *uop.Inst) error {
			if b.Depth() > 0 {
				return b.Abort(AbortGenerator, "a yield")
			}
			p.settle(b)
			b.End(ir.Dynamic, b.PC())
			return nil
		},
	}
	for i := range 5 {
		m[mustUop("_INIT_CALL_PY_EXACT_ARGS_"+strconv.Itoa(i))] = func(b *build.Builder, u *uop.Inst) error { return p.initCall(b, u, i) }
	}
	return m
}

// callee returns the handle of the code that the next PUSH_FRAME enters.
func (p *py) callee(operand uint64) uint64 {
	if s := p.dump.Symbol(operand); s != nil {
		return p.codeOf(s.Code, s.FuncVersion)
	}
	return p.codeOf("?", 0)
}

// initCall makes the locals of a call: function, receiver if there is one,
// arguments. Others are unbound.
func (p *py) initCall(b *build.Builder, u *uop.Inst, n int) error {
	h := p.callee(u.Operand1)
	fr := p.frame(h, max(p.named, n+1))
	slots := b.Call(fr.NumLocals)
	for i := range slots {
		slots[i] = b.Const(0)
	}
	f, self := b.Peek(n+1), b.Peek(n)
	slots[0] = f
	null, known := isNull(b, self)
	if !known {
		// The receiver's presence follows from the function's arguments.
		if c := p.codes[h].rec; c != nil && (c.Argcount == n || c.Argcount == n+1) {
			null, known = c.Argcount == n, true
		}
	}
	at := 1
	if !known {
		v := p.effect(b, u, f, self)
		for i := range n + 1 {
			slots[1+i] = b.AddAux(p.item, int64(i), v)
		}
	} else {
		if !null {
			slots[at] = self
			at++
		}
		for i := range n {
			slots[at+i] = b.Peek(n - 1 - i)
		}
	}
	for range n + 2 {
		b.Pop()
	}
	b.SetCallee(fr)
	b.SetReturn(b.PC() + 1)
	b.Push(b.Const(0))
	return nil
}

// opaqueFrame makes a frame whose locals are what a helper makes of the arguments.
func (p *py) opaqueFrame(b *build.Builder, u *uop.Inst) error {
	meta := cpython.DumpTable().Row(u.Op)
	args := make([]*ir.Value, meta.Pops.At(u.Oparg))
	for i := len(args) - 1; i >= 0; i-- {
		args[i] = b.Pop()
	}
	v := p.effect(b, u, args...)
	fr := p.frame(p.callee(u.Operand1), p.named)
	slots := b.Call(fr.NumLocals)
	for i := range slots {
		slots[i] = b.AddAux(p.item, int64(i), v)
	}
	b.SetCallee(fr)
	b.SetReturn(b.PC() + 1)
	b.Push(b.Const(0))
	return nil
}

// unbind replaces callable and receiver by what a bound method, or a class, makes
// of them.
func (p *py) unbind(above int) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		n := int(u.Oparg) + above
		f, self := b.Peek(n+1), b.Peek(n)
		v := b.Add(p.ops["py.unbind"], f, self)
		if cpython.DumpTable().Row(u.Op).Flags&(uop.HasDeopt|uop.HasError|uop.HasErrorNoPop) != 0 {
			v = p.effect(b, u, f, self)
		}
		b.Poke(n+1, b.AddAux(p.item, 0, v))
		b.Poke(n, b.AddAux(p.item, 1, v))
		p.pending = append(p.pending, f)
		return nil
	}
}

// pushFrame enters the frame that lies on the stack.
func (p *py) pushFrame(b *build.Builder, u *uop.Inst) error {
	b.Pop()
	return b.EnterCall()
}

// returns ends the frame: what its locals hold is dropped.
func (p *py) returns(result func(*build.Builder, *uop.Inst) *ir.Value) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		if b.Depth() == 0 {
			p.settle(b)
			b.End(ir.Dynamic, b.PC())
			return nil
		}
		v := result(b, u)
		for i := range b.Frame().NumLocals {
			if x := b.Local(i); i > 0 || !x.IsConst() {
				p.pending = append(p.pending, x)
			}
		}
		b.PopFrame(v)
		return nil
	}
}

// controlRules: where instructions begin, branches, polls, ends.
func (p *py) controlRules() map[uop.ID]build.Rule {
	branch := func(want bool) build.Rule {
		return func(b *build.Builder, u *uop.Inst) error {
			b.SideExit(b.Add(ir.OpUnboxBool, b.Pop()), want, u.Target)
			return nil
		}
	}
	none := func(want bool) build.Rule {
		return func(b *build.Builder, u *uop.Inst) error {
			v := b.Pop()
			p.pending = append(p.pending, v)
			b.SideExit(b.Add(ir.OpSame, v, b.Const(wordNone)), want, u.Target)
			return nil
		}
	}
	exhausted := func(b *build.Builder, u *uop.Inst) error {
		b.SideExit(b.AddAux(p.more, int64(u.Op), b.Peek(1), b.Peek(0)), true, behindLoop(u))
		return nil
	}
	poll := func(b *build.Builder, u *uop.Inst) error {
		if u.Operand0 != 0 {
			b.Poll(uint32(u.Operand0 - 1))
		}
		return nil
	}
	end := func(b *build.Builder, u *uop.Inst) error {
		p.settle(b)
		b.End(ir.End, u.Target)
		return nil
	}
	return map[uop.ID]build.Rule{
		cpython.SET_IP: func(b *build.Builder, u *uop.Inst) error {
			p.settle(b)
			b.Begin(u.Target)
			return nil
		},
		cpython.CHECK_VALIDITY: func(b *build.Builder, u *uop.Inst) error {
			p.settle(b)
			if b.Escaped() {
				b.Begin(u.Target)
				b.Valid(u.Target)
			}
			return nil
		},
		cpython.GUARD_IS_TRUE_POP:                branch(true),
		cpython.GUARD_IS_FALSE_POP:               branch(false),
		cpython.GUARD_IS_NONE_POP:                none(true),
		cpython.GUARD_IS_NOT_NONE_POP:            none(false),
		cpython.GUARD_NOT_EXHAUSTED_LIST:         exhausted,
		cpython.GUARD_NOT_EXHAUSTED_TUPLE:        exhausted,
		cpython.GUARD_NOT_EXHAUSTED_RANGE:        exhausted,
		cpython.FOR_ITER_TIER_TWO:                p.forIter,
		cpython.CHECK_PERIODIC:                   poll,
		cpython.CHECK_PERIODIC_IF_NOT_YIELD_FROM: poll,
		cpython.JUMP_TO_TOP: func(b *build.Builder, u *uop.Inst) error {
			p.settle(b)
			if !b.Looped() {
				b.End(ir.End, u.Target)
				return nil
			}
			if b.Escaped() { // the next iteration begins without a check
				b.Begin(u.Target)
				b.Valid(u.Target)
			}
			return b.Loop(u.Target)
		},
		cpython.EXIT_TRACE:  end,
		cpython.DEOPT:       end,
		cpython.FATAL_ERROR: end,
		cpython.ERROR_POP_N: func(b *build.Builder, u *uop.Inst) error {
			for range u.Oparg {
				b.Pop()
			}
			return end(b, u)
		},
	}
}

// forIter asks an iterator for its next object. When there is none the trace goes
// on behind the loop.
func (p *py) forIter(b *build.Builder, u *uop.Inst) error {
	v := b.Effect(p.ops["py.next"], aux(u), b.Peek(1), b.Peek(0))
	p.held = p.held[:0]
	b.Poke(0, b.AddAux(p.item, 1, v)) // the index, if it is a list or tuple
	b.SideExit(b.Add(ir.OpSame, v, b.Const(0)), false, behindLoop(u))
	b.Push(v)
	return nil
}

// behindLoop returns where an iterator's end leads: past the body, whose length
// the oparg is, and past END_FOR. FOR_ITER has one unit of inline cache.
func behindLoop(u *uop.Inst) uint32 { return u.Target + 2 + u.Oparg + 1 }
