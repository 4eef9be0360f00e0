package pyguest

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/lower"
)

// Calls of functions that are only known when they are executed. The VM tells of each
// code object whose functions have been called so what machine code needs to begin their
// frames.

// CallEntry is what compiled code knows of the functions of a code object.
type CallEntry struct {
	Row       uint64       // address of the exit row that leads to the function's start; 0: not known
	Params    uint32       // positional parameters, where there are no others and few locals; else boundOnly
	Slots     uint32       // slots in use where the function starts: itself and its locals
	Signature object.Value // what routine call.bind knows of the parameters; Null or 0: it is not known
}

const (
	// CallEntries is how many code objects, by handle, have entries.
	CallEntries = 1 << 12
	// maxUnset is how many locals may be left unset when a function with an entry starts.
	maxUnset = 8
	// MaxFrame is the size in bytes of the largest frame that machine code begins.
	MaxFrame = 2048
	// boundOnly stands for parameters that arguments are bound to by routine call.bind only.
	boundOnly = 1<<32 - 1
)

// NewCallEntry is the entry of a code object with params positional parameters, no others if exact, and so many locals.
func NewCallEntry(row uint64, params, locals int, exact bool, signature []object.Value) CallEntry {
	e := CallEntry{Row: row, Params: boundOnly, Slots: uint32(1 + locals)}
	if exact && locals-params <= maxUnset {
		e.Params = uint32(params)
	}
	if signature != nil {
		e.Signature = signature[0]
	}
	return e
}

// callFrame is CALL of a function or a bound method in Python by position, or of what
// resumes a generator.
func (p *py) callFrame(a *lower.Asm, t transfer, row uint64, or giveUp) lower.V {
	base := t.depth - t.arg - 2
	f, self := a.Load(frameSlot(base)), a.Load(frameSlot(base+1))
	begin := func(other giveUp) lower.V {
		null := lower.Word(uint64(object.Null))
		id, method := p.typeID(a, f), lower.Imm(int64(object.BoundMethodType))
		self := a.Slow(lower.EQ, id, method, self, lower.GPR, func() lower.V {
			other(lower.NE, self, null)
			return a.Load(lower.At(f, object.OffMethodSelf, 8))
		})
		f := a.Slow(lower.EQ, id, method, f, lower.GPR, func() lower.V { return a.Load(lower.At(f, object.OffMethodFunc, 8)) })
		other(lower.NE, p.typeID(a, f), lower.Imm(int64(object.FunctionType)))
		bound := a.Set(lower.NE, self, null)
		return p.enterFunction(a, t, row, calledBy{f, self, bound, base, base + 2}, or)
	}
	if t.arg > 1 {
		return begin(or)
	}
	return a.Try(lower.GPR, begin, func() lower.V { return p.callResume(a, t, row, or) })
}

// propertyFrame calls the function of the property name, which LOAD_ATTR finds by the
// attribute cache.
func (p *py) propertyFrame(a *lower.Asm, t transfer, row uint64, name object.Value, or giveUp) lower.V {
	v := a.Load(frameSlot(t.depth - 1))
	entry, _, _ := p.attrEntry(a, object.AttrGetter, v, name)
	or(lower.EQ, entry, lower.Imm(0))
	return p.enterFunction(a, t, row, calledBy{a.Load(lower.At(entry, object.OffAttrValue, 8)), v, lower.Imm(1), t.depth - 1, t.depth}, or)
}

// calledBy is a call of a function: of f with self in front if bound is 1, not 0. The
// frame's slots from first on are what it takes from the stack, those from args on, to
// the top, are arguments.
type calledBy struct {
	f, self, bound lower.V
	first, args    int
}

// enterFunction begins the frame of a call whose caller goes on through row.
func (p *py) enterFunction(a *lower.Asm, t transfer, row uint64, c calledBy, or giveUp) lower.V {
	np, room := a.FrameAddr(p.k.FrameSize(t.code)), p.roomFor(a, lower.Imm(0), or)
	p.beginFunction(a, t, begun{caller: a.FrameAddr(0), np: np, room: room}, c, or)
	p.wait(a, waits{t.after + caches[t.kind], c.first, row})
	return np
}

// begun is where a frame begins, the frame that waits for it, and the room that there is (roomFor).
type begun struct{ caller, np, room lower.V }

// beginFunction begins the frame of a function that has a CallEntry.
func (p *py) beginFunction(a *lower.Asm, t transfer, to begun, c calledBy, or giveUp) {
	n, np := t.depth-c.args, to.np
	handle, entry, start := p.callEntry(a, c.f, or)
	or(lower.NE, a.Load(at(entry, int(unsafe.Offsetof(CallEntry{}.Params)), 4)), a.Add(c.bound, lower.Imm(int64(n))))
	p.beginFrame(a, to, handle, a.Load(at(entry, int(unsafe.Offsetof(CallEntry{}.Slots)), 4)), start)
	a.Store(at(np, object.FrameSlots, 8), c.f)
	a.Store(at(np, object.FrameLocals, 8), c.self) // if it is not passed, something else comes there
	locals := a.Lea(np, c.bound, 8, 0)
	for i := range n {
		a.Store(at(locals, object.FrameLocals+8*i, 8), a.Load(frameSlot(c.args+i)))
	}
	null := object.Null
	for i := n; i < n+maxUnset; i++ {
		a.Store(at(locals, object.FrameLocals+8*i, 8), lower.Word(uint64(null)))
	}
}

// callEntry is the CallEntry of a function, with the handle of its code and the row of its start.
func (p *py) callEntry(a *lower.Asm, f lower.V, or giveUp) (handle, entry, start lower.V) {
	handle = a.Load(lower.At(f, object.OffFuncCode, 4))
	or(lower.UGE, handle, lower.Imm(CallEntries))
	entry = a.Add(a.Bin(lower.MMul, handle, lower.Imm(int64(unsafe.Sizeof(CallEntry{})))), lower.Word(p.k.fixed().calls))
	start = a.Load(at(entry, int(unsafe.Offsetof(CallEntry{}.Row)), 8))
	or(lower.EQ, start, lower.Imm(0))
	return handle, entry, start
}

// boundCall is a call of f with given arguments: self in front, if it is not Null, and others that lie one behind the other at args. names says
// which are given by keyword, as routine call.bind takes it. The frame's slots from first on are what the call takes from the stack.
type boundCall struct {
	f, self, given, args, names lower.V
	first                       int
}

// anyCall is what is left of CALL, and CALL_KW and CALL_FUNCTION_EX: whatever the callee's parameters and however arguments are given.
func (p *py) anyCall(a *lower.Asm, t transfer, row uint64, slow func() lower.V) lower.V {
	return p.bindFrame(a, t, row, func() lower.V {
		bound := func() lower.V {
			if bind := a.Routine("call.bind"); bind != nil {
				return p.classFrame(a, t, row, bind, slow)
			}
			return slow()
		}
		if t.kind == TransferCall {
			return p.classFrame(a, t, row, nil, bound)
		}
		return bound()
	})
}

// bindFrame is CALL, CALL_KW or CALL_FUNCTION_EX of a function or a bound method in Python, whatever its parameters and however they are given.
func (p *py) bindFrame(a *lower.Asm, t transfer, row uint64, slow func() lower.V) lower.V {
	bind := a.Routine("call.bind")
	if bind == nil || row == 0 || t.arg > maxArgs && t.kind != TransferCallEx {
		return slow()
	}
	return a.TryRoutines(bind, func(call lower.Calls, or lower.GivesUp) lower.V {
		c := p.stackCall(a, t, or)
		id, method := p.typeID(a, c.f), lower.Imm(int64(object.BoundMethodType))
		c.self = a.Slow(lower.EQ, id, method, c.self, lower.GPR, func() lower.V {
			or(lower.NE, c.self, lower.Word(uint64(object.Null)))
			return a.Load(lower.At(c.f, object.OffMethodSelf, 8))
		})
		c.f = a.Slow(lower.EQ, id, method, c.f, lower.GPR, func() lower.V { return a.Load(lower.At(c.f, object.OffMethodFunc, 8)) })
		or(lower.NE, p.typeID(a, c.f), lower.Imm(int64(object.FunctionType)))
		c.given = a.Add(c.given, a.Set(lower.NE, c.self, lower.Word(uint64(object.Null))))
		size := p.k.FrameSize(t.code)
		p.roomFor(a, lower.Imm(0), or)
		p.bindFunction(a, size, c, bind, call, or)
		np := a.FrameAddr(size)
		p.boundFrame(a, begun{a.FrameAddr(0), np, p.room(a)}, or)
		p.wait(a, waits{t.after + caches[t.kind], c.first, row})
		return np
	}, slow)
}

// stackCall is what the stack has of a call.
func (p *py) stackCall(a *lower.Asm, t transfer, or giveUp) boundCall {
	null := lower.Word(uint64(object.Null))
	if t.kind == TransferCallEx {
		first := t.depth - 4
		star := a.Load(frameSlot(t.depth - 2))
		id, tuple := p.typeID(a, star), lower.Imm(int64(object.TupleType))
		at := a.Slow(lower.NE, id, tuple, a.Add(star, lower.Imm(object.OffTupleItems)), lower.GPR, func() lower.V {
			or(lower.NE, id, lower.Imm(int64(object.ListType)))
			return a.Add(a.Load(lower.At(star, object.OffListItems, 8)), lower.Imm(object.OffArrayItems))
		})
		n := a.Slow(lower.NE, id, tuple, a.Load(lower.At(star, object.OffTupleLen, 4)), lower.GPR, func() lower.V {
			return a.Load(lower.At(star, object.OffListLen, 8))
		})
		return boundCall{a.Load(frameSlot(first)), null, n, at, a.Load(frameSlot(t.depth - 1)), first}
	}
	first, names := t.depth-t.arg-2, null
	if t.kind == TransferCallKw {
		first--
		names = a.Load(frameSlot(t.depth - 1))
	}
	args := a.Sub(a.FrameAddr(object.FrameSlots+8*(first+2)), lower.Word(p.k.fixed().memBase))
	return boundCall{a.Load(frameSlot(first)), a.Load(frameSlot(first + 1)), lower.Imm(int64(t.arg)), args, names, first}
}

// bindFunction gives the locals of the frame of a function that has a CallEntry with a signature; the frame lies so many bytes behind the one at hand.
// What comes behind is computed anew, so that nothing lives in a spill slot that a collection would look at.
func (p *py) bindFunction(a *lower.Asm, size int, c boundCall, bind *lower.Routine, call lower.Calls, or giveUp) {
	_, entry, _ := p.callEntry(a, c.f, or)
	np := a.FrameAddr(size)
	sign := a.Load(at(entry, int(unsafe.Offsetof(CallEntry{}.Signature)), 8))
	or(lower.ULE, sign, lower.Word(uint64(object.Null)))
	a.Store(at(np, object.FrameSlots, 8), c.f)
	a.Store(at(np, object.FrameCaller, 8), c.self)
	a.Store(at(np, object.FrameResume, 8), c.given)
	call(bind, sign, a.Sub(np, lower.Word(p.k.fixed().memBase)), c.args, c.names)
}

// boundFrame begins the frame whose locals bindFunction has set.
func (p *py) boundFrame(a *lower.Asm, to begun, or giveUp) {
	handle, entry, start := p.callEntry(a, a.Load(at(to.np, object.FrameSlots, 8)), or)
	p.beginFrame(a, to, handle, a.Load(at(entry, int(unsafe.Offsetof(CallEntry{}.Slots)), 4)), start)
}

// classFrame is CALL of a class: it makes the instance by the attribute cache (object.AttrMake), and begins the frame that returns
// it and that of __init__.
// The arguments are those of __init__, bound by routine bind, which is nil where __init__ takes as many by position.
func (p *py) classFrame(a *lower.Asm, t transfer, row uint64, bind *lower.Routine, slow func() lower.V) lower.V {
	k := p.k.fixed()
	made, back := a.Routine("class.make"), p.k.Landing(k.shimCode, ShimReturn)
	if made == nil || back == 0 || row == 0 || t.arg > maxArgs && t.kind != TransferCallEx {
		return slow()
	}
	typ := k.typeType
	return a.TryRoutines(made, func(call lower.Calls, or lower.GivesUp) lower.V {
		c := p.stackCall(a, t, or)
		or(lower.NE, c.self, lower.Word(uint64(object.Null)))
		v := call(made, c.f, lower.Word(uint64(typ)))
		what, _, _ := p.attrEntry(a, object.AttrMake, v, typ)
		init := a.Add(a.And(a.Load(lower.At(what, object.OffAttrValue, 8)), lower.Word(object.MakeInit)), tagRef)
		room, size := p.roomFor(a, lower.Imm(1), or), p.k.FrameSize(t.code)
		behind := size + p.k.FrameSize(k.shimCode)
		if bind != nil {
			c.f, c.self, c.given = init, v, a.Add(c.given, lower.Imm(1))
			p.bindFunction(a, behind, c, bind, call, or)
			room, v = p.room(a), a.Load(at(a.FrameAddr(behind), object.FrameCaller, 8))
		}
		below, np := a.FrameAddr(size), a.FrameAddr(behind)
		to := begun{below, np, a.Sub(room, lower.Word(1<<32))}
		if bind != nil {
			p.boundFrame(a, to, or)
		} else {
			p.beginFunction(a, t, to, calledBy{init, v, lower.Imm(1), c.first, c.first + 2}, or)
		}
		p.beginFrame(a, begun{a.FrameAddr(0), below, room}, lower.Word(k.shimCode|ShimReturn<<32), lower.Imm(2), lower.Word(back))
		a.Store(at(below, object.FrameSlots, 8), lower.Word(uint64(k.shim)))
		a.Store(at(below, object.FrameSlots+8, 8), v)
		p.wait(a, waits{t.after + caches[t.kind], c.first, row})
		return np
	}, slow)
}

// caches are the code units of the inline caches of CALL, LOAD_ATTR, CALL_KW and CALL_FUNCTION_EX.
var caches = [...]uint32{TransferCall: 3, TransferLoad: 9, TransferCallKw: 3, TransferCallEx: 0}
