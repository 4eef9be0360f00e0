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
	Row    uint64 // address of the exit row that leads to the function's start; 0: not known
	Params uint32 // positional parameters; there are no others
	Slots  uint32 // slots in use where the function starts: itself and its locals
}

const (
	// CallEntries is how many code objects, by handle, have entries.
	CallEntries = 1 << 12
	// MaxUnset is how many locals may be left unset when a function with an entry starts.
	MaxUnset = 8
	// MaxFrame is the size in bytes of the largest frame that machine code begins.
	MaxFrame = 2048
)

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
	handle := a.Load(lower.At(c.f, object.OffFuncCode, 4))
	or(lower.UGE, handle, lower.Imm(CallEntries))
	entry := a.Add(a.Bin(lower.MMul, handle, lower.Imm(int64(unsafe.Sizeof(CallEntry{})))), lower.Word(p.k.fixed().calls))
	start := a.Load(at(entry, int(unsafe.Offsetof(CallEntry{}.Row)), 8))
	or(lower.EQ, start, lower.Imm(0))
	or(lower.NE, a.Load(at(entry, int(unsafe.Offsetof(CallEntry{}.Params)), 4)), a.Add(c.bound, lower.Imm(int64(n))))
	p.beginFrame(a, to, handle, a.Load(at(entry, int(unsafe.Offsetof(CallEntry{}.Slots)), 4)), start)
	a.Store(at(np, object.FrameSlots, 8), c.f)
	a.Store(at(np, object.FrameLocals, 8), c.self) // if it is not passed, something else comes there
	locals := a.Lea(np, c.bound, 8, 0)
	for i := range n {
		a.Store(at(locals, object.FrameLocals+8*i, 8), a.Load(frameSlot(c.args+i)))
	}
	null := object.Null
	for i := n; i < n+MaxUnset; i++ {
		a.Store(at(locals, object.FrameLocals+8*i, 8), lower.Word(uint64(null)))
	}
}

// classFrame is CALL of a class: it makes the instance by the attribute cache (object.AttrMake), and begins the frame that returns
// it and that of __init__.
func (p *py) classFrame(a *lower.Asm, t transfer, row uint64, slow func() lower.V) lower.V {
	k := p.k.fixed()
	made, back := a.Routine("class.make"), p.k.Landing(k.shimCode, ShimReturn)
	if made == nil || back == 0 {
		return slow()
	}
	base, typ := t.depth-t.arg-2, k.typeType
	return a.TryRoutines(made, func(call lower.Calls, or lower.GivesUp) lower.V {
		or(lower.NE, a.Load(frameSlot(base+1)), lower.Word(uint64(object.Null)))
		v := call(made, a.Load(frameSlot(base)), lower.Word(uint64(typ)))
		what, _, _ := p.attrEntry(a, object.AttrMake, v, typ)
		init := a.Add(a.And(a.Load(lower.At(what, object.OffAttrValue, 8)), lower.Word(object.MakeInit)), tagRef)
		room, size := p.roomFor(a, lower.Imm(1), or), p.k.FrameSize(t.code)
		below, np := a.FrameAddr(size), a.FrameAddr(size+p.k.FrameSize(k.shimCode))
		p.beginFunction(a, t, begun{below, np, a.Sub(room, lower.Word(1<<32))}, calledBy{init, v, lower.Imm(1), base, base + 2}, or)
		p.beginFrame(a, begun{a.FrameAddr(0), below, room}, lower.Word(k.shimCode|ShimReturn<<32), lower.Imm(2), lower.Word(back))
		a.Store(at(below, object.FrameSlots, 8), lower.Word(uint64(k.shim)))
		a.Store(at(below, object.FrameSlots+8, 8), v)
		p.wait(a, waits{t.after + caches[t.kind], base, row})
		return np
	}, slow)
}

// caches are the code units of the inline caches of CALL and LOAD_ATTR.
var caches = [...]uint32{TransferCall: 3, TransferLoad: 9}
