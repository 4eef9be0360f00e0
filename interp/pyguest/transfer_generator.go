package pyguest

import (
	"unsafe"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/lower"
)

// Transfers of generators: they are resumed, yield and end. Where the frame goes on that
// has waited for the end depends on the instruction that has resumed the generator: the VM tells in a
// table for each place at which frames wait.

// EndEntry is where a frame goes on whose generator ends.
type EndEntry struct {
	Place uint64 // where it waits: the handle of its code and, from bit 32 on, its pc
	Row   uint64 // address of the exit row that leads to where it goes on
	PC    uint32 // where it goes on
	Push  uint32 // 1 if what the generator has returned comes on its stack; with EndsLoop −2, what the loop has there
	_     uint64
}

// EndEntries is how many entries there are.
const EndEntries = 1 << 10

// EndsLoop in a place says that the end of an asynchronous generator ends an "async for": without it, the place is that of the
// end of a step.
const EndsLoop = 1 << 31

// EndIndex is the entry of a place.
func EndIndex(place uint64) uint64 { return (place ^ place>>28) & (EndEntries - 1) }

const (
	// maxGenCopy is the most slots that machine code copies: more are left to tier 1.
	maxGenCopy = 2 * object.GenCopy
	// maxGenClear is the most slots that it clears.
	maxGenClear = 40
)

// callResume is a call of next, or of a generator's method __next__ or send.
func (p *py) callResume(a *lower.Asm, t transfer, row uint64, or giveUp) lower.V {
	n := t.depth - t.arg - 2
	k := p.k.fixed()
	next, method, send := k.next, k.method, k.send
	none := lower.Word(uint64(object.None))
	f, self := a.Load(frameSlot(n)), a.Load(frameSlot(n+1))
	it, sent := self, none
	if t.arg == 0 {
		or(lower.NE, f, lower.Word(uint64(method)))
	} else {
		arg := a.Load(frameSlot(n + 2))
		it, sent = a.Slow(lower.NE, f, lower.Word(uint64(send)), self, lower.GPR, func() lower.V {
			or(lower.NE, f, lower.Word(uint64(next)))
			or(lower.NE, self, lower.Word(uint64(object.Null)))
			return arg
		}), a.Select(lower.GPR, lower.EQ, f, lower.Word(uint64(send)), arg, none)
	}
	return p.resumeFrame(a, t, waits{t.after + 3, n, row}, it, sent, or)
}

// resumeFrame resumes a generator or a coroutine, or the innermost of those that it yields from, behind
// the frame at hand.
func (p *py) resumeFrame(a *lower.Asm, t transfer, w waits, it, sent lower.V, or giveUp) lower.V {
	if t.kind == TransferSend {
		or(lower.UGT, a.Add(p.typeID(a, it), lower.Imm(-int64(object.GeneratorType))), lower.Imm(int64(object.CoroutineType-object.GeneratorType)))
	} else { // a loop, or a method of generators
		or(lower.NE, p.typeID(a, it), lower.Imm(int64(object.GeneratorType)))
	}
	null, awaits := lower.Word(uint64(object.Null)), lower.Imm(object.GenAwaits)
	g := a.Slow(lower.ULE, a.Load(lower.At(it, object.OffGenRow, 8)), awaits, it, lower.GPR, func() lower.V {
		inner := a.Load(lower.At(it, object.OffGenInner, 8))
		or(lower.EQ, inner, null)
		or(lower.NE, a.Load(lower.At(inner, object.OffGenRoot, 8)), it)
		or(lower.EQ, a.Load(lower.At(inner, object.OffGenFor, 8)), null)
		or(lower.NE, a.Shr(a.Load(lower.At(it, object.OffGenPC, 8)), lower.Imm(48)), lower.Imm(object.GenSuspended))
		return a.Slow(lower.EQ, a.Load(lower.At(inner, object.OffGenRow, 8)), awaits, inner, lower.GPR, func() lower.V {
			return p.delegate(a, it, inner, or)
		})
	})
	to := a.Load(lower.At(g, object.OffGenRow, 8))
	or(lower.ULE, to, awaits)
	state := a.Load(lower.At(g, object.OffGenPC, 8))
	if !sent.IsImm() { // one that has not begun takes nothing but None
		or(lower.EQ, a.Bin(lower.MOr, a.Shr(state, lower.Imm(48)), a.Set(lower.EQ, sent, lower.Word(uint64(object.None)))), lower.Imm(0))
	}
	n := genDepth(a, state)
	or(lower.UGT, n, lower.Imm(maxGenCopy))
	np := a.FrameAddr(p.k.FrameSize(t.code))
	hops := a.Select(lower.GPR, lower.EQ, g, it, lower.Imm(0), a.Load(lower.At(g, object.OffGenHops, 4)))
	room := a.Bin(lower.MSub, p.roomFor(a, hops, or), a.Bin(lower.MShl, hops, lower.Imm(32)))

	p.copyGenerator(a, g, np, n, sent)
	code := a.Load(lower.At(g, object.OffAux, 4))
	p.beginFrame(a, begun{a.FrameAddr(0), np, room}, a.Bin(lower.MOr, a.Bin(lower.MShl, state, lower.Imm(32)), code), a.Add(n, lower.Imm(1)), to)
	p.wait(a, w)
	p.runs(a, g)
	outer := a.Load(lower.At(g, object.OffGenFor, 8)) // nobody, if it is resumed itself
	a.Store(lower.At(g, object.OffGenFor, 8), a.Select(lower.GPR, lower.EQ, g, it, null, outer))
	return np
}

// delegate returns the generator that g yields from, which runs in the place of root. What it stores is right
// also where tier 1 does all of it again.
func (p *py) delegate(a *lower.Asm, root, g lower.V, or giveUp) lower.V {
	or(lower.NE, a.Load(lower.At(g, object.OffGenHandled, 8)), lower.Word(uint64(object.None)))
	n := genDepth(a, a.Load(lower.At(g, object.OffGenPC, 8)))
	x := a.Load(lower.At(a.Lea(g, n, 8, 0), object.OffGenSlots-8, 8))
	or(lower.NE, p.typeID(a, x), lower.Imm(int64(object.GeneratorType)))
	or(lower.ULE, a.Load(lower.At(x, object.OffGenRow, 8)), lower.Imm(object.GenAwaits))
	or(lower.NE, a.Shr(a.Load(lower.At(x, object.OffGenPC, 8)), lower.Imm(48)), lower.Imm(object.GenSuspended))
	a.Store(lower.At(x, object.OffGenFor, 8), g)
	a.Store(lower.At(x, object.OffGenRoot, 8), root)
	a.Store(lower.At(x, object.OffGenHops, 4), a.Add(a.Load(lower.At(g, object.OffGenHops, 4)), lower.Imm(1)))
	a.Store(lower.At(root, object.OffGenInner, 8), x)
	return x
}

// genDepth takes the number of slots in use out of the word at object.OffGenPC.
func genDepth(a *lower.Asm, state lower.V) lower.V {
	return a.And(a.Shr(state, lower.Imm(32)), lower.Imm(1<<16-1))
}

// copyGenerator copies the n slots of a generator to the frame at np, and v behind them.
func (p *py) copyGenerator(a *lower.Asm, g, np, n, v lower.V) {
	slots := func(from, to int) {
		for i := from; i < to; i++ {
			a.Store(at(np, object.FrameSlots+8*i, 8), a.Load(lower.At(g, int64(object.OffGenSlots+8*i), 8)))
		}
	}
	slots(0, object.GenCopy)
	a.Slow(lower.UGT, n, lower.Imm(object.GenCopy), lower.Imm(0), lower.GPR, func() lower.V {
		slots(object.GenCopy, maxGenCopy)
		return lower.Imm(0)
	})
	a.Store(at(a.Lea(np, n, 8, 0), object.FrameSlots, 8), v)
}

// runs says of a generator, whose frame has begun, that it runs.
func (p *py) runs(a *lower.Asm, g lower.V) {
	a.Store(lower.At(g, object.OffGenPC, 8), lower.Word(object.GenWord(object.GenRunning, 0, 0)))
	a.Store(lower.At(g, object.OffGenRow, 8), lower.Imm(0))
	handles := a.And(a.Load(lower.At(g, object.OffGenRoom, 4)), lower.Imm(object.GenHandles))
	a.Slow(lower.NE, handles, lower.Imm(0), lower.Imm(0), lower.GPR, func() lower.V {
		p.handleIn(a, g)
		return lower.Imm(0)
	})
}

// handled is where the Handling of what runs now is: its field at an offset.
func (p *py) handled(field uintptr) lower.Mem {
	return lower.At(lower.Word(uint64(p.k.fixed().handlingCell)), int64(object.OffCellValue+field), 8)
}

const (
	handlingOwn   = unsafe.Offsetof(object.Handling{}.Own)
	handlingBelow = unsafe.Offsetof(object.Handling{}.Below)
)

// handleIn is object.Heap.HandleIn.
func (p *py) handleIn(a *lower.Asm, g lower.V) {
	none := lower.Word(uint64(object.None))
	own, below := a.Load(p.handled(handlingOwn)), a.Load(p.handled(handlingBelow))
	a.Store(p.handled(handlingBelow), a.Select(lower.GPR, lower.NE, own, none, own, below))
	a.Store(p.handled(handlingOwn), a.Load(lower.At(g, object.OffGenHandled, 8)))
	a.Store(lower.At(g, object.OffGenHandled, 8), own)
	a.Store(lower.At(g, object.OffGenBelow, 8), below)
}

// handleOut is object.Heap.HandleOut.
func (p *py) handleOut(a *lower.Asm, g lower.V) {
	own := a.Load(p.handled(handlingOwn))
	a.Store(p.handled(handlingOwn), a.Load(lower.At(g, object.OffGenHandled, 8)))
	a.Store(p.handled(handlingBelow), a.Load(lower.At(g, object.OffGenBelow, 8)))
	a.Store(lower.At(g, object.OffGenHandled, 8), own)
	a.Store(lower.At(g, object.OffGenBelow, 8), lower.Word(uint64(object.Null)))
}

// tellOfClosing is object.Heap.ClosesDropped, which a generator needs once.
func (p *py) tellOfClosing(a *lower.Asm, g lower.V) {
	told := a.And(a.Load(lower.At(g, object.OffGenRoom, 4)), lower.Imm(object.GenTold))
	a.Slow(lower.EQ, told, lower.Imm(0), lower.Imm(0), lower.GPR, func() lower.V {
		a.CallQuiet(p.helperIndex("gen.told"), g)
		return lower.Imm(0)
	})
}

// yieldFrame suspends the generator of the frame at hand, which its slot self has, and
// gives what it yields to whoever has resumed it.
func (p *py) yieldFrame(a *lower.Asm, t transfer, self int, or giveUp) lower.V {
	caller := a.CallerFrame(t.code, func(caller lower.V) { or(lower.EQ, caller, lower.Imm(0)) }) // 0: Go
	n := t.depth - 1
	g, v := a.Load(frameSlot(self)), a.Load(frameSlot(n))
	suspends := func() {
		if p.k.Handles(t.code) {
			p.handleOut(a, g)
		}
		for i := range n {
			if i != self {
				a.Store(lower.At(g, int64(object.OffGenSlots+8*i), 8), a.Load(frameSlot(i)))
			}
		}
		a.Store(lower.At(g, object.OffGenPC, 8), lower.Word(object.GenWord(object.GenSuspended, uint32(n), t.after)))
		a.Store(lower.At(g, object.OffGenRow, 8), lower.Word(p.k.ResumeRow(t.code, t.after)))
		if p.k.Guarded(t.code, t.after) {
			p.tellOfClosing(a, g)
		}
	}
	if p.k.GenType(t.code) == object.AsyncGeneratorType {
		return p.stepEnd(a, caller, g, v, or, suspends)
	}
	suspends()
	p.gives(a, caller, v)
	return caller
}

// gives puts v on the stack of the frame at caller, which has waited for it.
func (p *py) gives(a *lower.Asm, caller, v lower.V) {
	sp := a.Load(at(caller, object.FrameSP, 4))
	a.Store(at(a.Lea(caller, sp, 8, 0), object.FrameSlots, 8), v)
	a.AddMem(at(caller, object.FrameSP, 4), 1)
}

// ends makes the frame at caller go on behind what it has waited for, whose end e is of and has the value v.
func (p *py) ends(a *lower.Asm, caller, e, v lower.V) {
	sp := a.Load(at(caller, object.FrameSP, 4))
	a.Store(at(a.Lea(caller, sp, 8, 0), object.FrameSlots, 8), v)
	a.Store(at(caller, object.FrameSP, 4), a.Add(sp, a.Load(at(e, int(unsafe.Offsetof(EndEntry{}.Push)), 4))))
	a.Store(at(caller, object.FramePC, 4), a.Load(at(e, int(unsafe.Offsetof(EndEntry{}.PC)), 4)))
	a.Store(at(caller, object.FrameResume, 8), a.Load(at(e, int(unsafe.Offsetof(EndEntry{}.Row)), 8)))
}

// returnFrame ends the generator of the frame at hand, which its slot self has. Whoever has resumed it goes on
// behind its loop or its yield from; if it has run in the place of another one, that goes on.
func (p *py) returnFrame(a *lower.Asm, t transfer, self, slots int, or giveUp) lower.V {
	caller := a.CallerFrame(t.code, func(caller lower.V) { or(lower.EQ, caller, lower.Imm(0)) }) // 0: Go
	or(lower.NE, a.Load(at(lower.Word(p.k.fixed().framesWord), 0, 8)), lower.Imm(0))             // a frame object may say where it ended
	g, v := a.Load(frameSlot(self)), a.Load(frameSlot(t.depth-1))
	end := func() {
		if p.k.Handles(t.code) {
			p.handleOut(a, g)
		}
		p.finish(a, g, slots)
	}
	if p.k.GenType(t.code) == object.AsyncGeneratorType {
		return p.stepsEnd(a, caller, g, end, or)
	}
	outer, root := a.Load(lower.At(g, object.OffGenFor, 8)), a.Load(lower.At(g, object.OffGenRoot, 8))
	return a.Try(lower.GPR, func(other giveUp) lower.V {
		other(lower.NE, outer, lower.Word(uint64(object.Null)))
		e := p.endEntry(a, a.Load(at(caller, object.FrameCode, 8)), or)
		end()
		p.ends(a, caller, e, v)
		return caller
	}, func() lower.V { return p.goOnFor(a, caller, outer, root, v, end, or) })
}

// goOnFor resumes a generator in the place of the frame at hand, whose generator it yields from and which
// has run for root and returned v; end ends that.
func (p *py) goOnFor(a *lower.Asm, caller, g, root, v lower.V, end func(), or giveUp) lower.V {
	null := lower.Word(uint64(object.Null))
	or(lower.NE, a.Load(lower.At(g, object.OffGenRow, 8)), lower.Imm(object.GenAwaits))
	state := a.Load(lower.At(g, object.OffGenPC, 8))
	n := genDepth(a, state)
	or(lower.UGT, n, lower.Imm(maxGenCopy))
	code := a.Load(lower.At(g, object.OffAux, 4))
	yield := a.Bin(lower.MShl, a.Add(state, lower.Imm(-1)), lower.Imm(32)) // the YIELD_VALUE behind the SEND
	e := p.endEntry(a, a.Bin(lower.MOr, yield, code), or)
	outer := a.Load(lower.At(g, object.OffGenFor, 8))
	hops := a.Select(lower.GPR, lower.EQ, outer, null, lower.Imm(0), a.Load(lower.At(g, object.OffGenHops, 4)))
	hops = a.Bin(lower.MShl, hops, lower.Imm(32))
	room := a.Bin(lower.MShl, a.Load(at(caller, object.FrameRoom, 4)), lower.Imm(32))
	or(lower.LE, room, hops)

	end()
	np := a.FrameAddr(0)
	p.copyGenerator(a, g, np, n, v)
	a.Store(at(np, object.FrameResume, 8), a.Load(at(e, int(unsafe.Offsetof(EndEntry{}.Row)), 8)))
	a.Store(at(np, object.FrameCode, 4), code)
	a.Store(at(np, object.FramePC, 4), a.Load(at(e, int(unsafe.Offsetof(EndEntry{}.PC)), 4)))
	a.Store(at(np, object.FrameSP, 4), a.Add(n, lower.Imm(1)))
	a.Store(at(np, object.FrameRoom, 4), a.Add(a.Shr(a.Bin(lower.MSub, room, hops), lower.Imm(32)), lower.Imm(-1)))
	p.runs(a, g)
	a.Slow(lower.NE, outer, null, lower.Imm(0), lower.GPR, func() lower.V {
		a.Store(lower.At(g, object.OffGenRoot, 8), root)
		a.Store(lower.At(root, object.OffGenInner, 8), g)
		return lower.Imm(0)
	})
	return np
}

// endEntry finds where a frame goes on that waits at a place for the end of a generator.
func (p *py) endEntry(a *lower.Asm, place lower.V, or giveUp) lower.V {
	i := a.And(a.Bin(lower.MXor, place, a.Shr(place, lower.Imm(28))), lower.Imm(EndEntries-1))
	e := a.Add(a.Bin(lower.MMul, i, lower.Imm(int64(unsafe.Sizeof(EndEntry{})))), lower.Word(p.k.fixed().ends))
	or(lower.NE, a.Load(at(e, int(unsafe.Offsetof(EndEntry{}.Place)), 8)), place)
	return e
}

// finish is object.Heap.FinishGenerator of one that runs, whose frame has so many slots.
func (p *py) finish(a *lower.Asm, g lower.V, slots int) {
	null := lower.Word(uint64(object.Null))
	a.Store(lower.At(g, object.OffGenPC, 8), lower.Word(object.GenWord(object.GenDone, 0, 0)))
	a.Store(lower.At(g, object.OffGenRow, 8), lower.Imm(0))
	for _, off := range [...]uintptr{object.OffGenHandled, object.OffGenBelow, object.OffGenFor, object.OffGenInner, object.OffGenRoot} {
		a.Store(lower.At(g, int64(off), 8), null)
	}
	for i := range slots {
		a.Store(lower.At(g, int64(object.OffGenSlots+8*i), 8), null)
	}
}

// finishOp ends a generator whose frame has as many slots as the immediate says. Nothing else sees it running.
func (p *py) finishOp() guest.Op {
	touches := class(clsGenerator)
	o := withAux(void(call("gen.finish", 1, 0, allocates, func(a []uint64) (uint64, error) { p.h.FinishGenerator(val(a[0])); return 0, nil })))
	o.Reads, o.Writes = touches, touches
	o.Lower = func(a *lower.Asm, v *ir.Value) lower.V {
		if v.Aux > maxGenClear {
			a.CallQuiet(p.helperIndex("gen.finish"), a.Arg(0), lower.Imm(v.Aux))
		} else {
			p.finish(a, a.Arg(0), int(v.Aux))
		}
		return lower.None
	}
	return o
}
