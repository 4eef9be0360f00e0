package pyguest

import (
	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// Generators in traces. Whoever projects a trace sees the generator that a loop
// runs over: its code and where it is suspended. The trace goes on there, in a
// frame of its own as for a call, whose slots are loads from the generator, and
// comes back at the yield, which stores the slots that have changed. No frame is
// pushed and nothing is called; an exit between the two finds a running generator
// in memory and writes both frames.

// GenResume is the operands of _FOR_ITER_GEN_FRAME and _SEND_GEN_FRAME: the word of
// the generator's state (object.GenWord), and its code with the code unit at which
// its caller goes on.
func GenResume(state uint64, code, after uint32) (operand0, operand1 uint64) {
	return state, uint64(code) | uint64(after)<<32
}

// Resumer is a callable that resumes a generator.
type Resumer uint8

// The callables: next, and a generator's methods __next__ and send.
const (
	ResumerNext Resumer = iota
	ResumerMethod
	ResumerSend
)

// CallResume is the operands of _CALL_GEN_FRAME: those of GenResume and what is called.
func CallResume(r Resumer, state uint64, code, after uint32) (operand0, operand1 uint64) {
	operand0, operand1 = GenResume(state, code, after)
	return operand0, operand1 | uint64(r)<<56
}

// CallResumer returns what _CALL_GEN_FRAME calls, by its operand 1.
func CallResumer(operand1 uint64) Resumer { return Resumer(operand1 >> 56) }

// What a RETURN_VALUE in a generator's frame does, by its operand: the loop or the
// yield from that has resumed it goes on behind its end.
const (
	ReturnPlain   = iota // of a function
	ReturnForIter        // the loop ends
	ReturnSend           // the yield from has this value
)

func genSlot(i int) int64 { return mem(object.OffGenSlots+8*uintptr(i), clsGenerator) }

var genState = mem(object.OffGenPC, clsGenerator)

// generatorSlot returns the slot in which the innermost frame, a generator's, has its
// generator.
func generatorSlot(b *build.Builder) int { return b.Frame().NumLocals - 1 }

func (p *py) generatorRules() map[uop.ID]build.Rule {
	return map[uop.ID]build.Rule{
		cpython.FOR_ITER_GEN_FRAME: func(b *build.Builder, u *uop.Inst) error {
			return p.resume(b, u, 0, func() *ir.Value { return p.word(b, object.None) })
		},
		cpython.SEND_GEN_FRAME: func(b *build.Builder, u *uop.Inst) error { return p.resume(b, u, 1, b.Pop) },
		cpython.SEND_CHECK:     p.sendCheck,
		cpython.SEND_NEXT:      p.sendNext,
		cpython.CALL_GEN_FRAME: p.resumeByCall,
		cpython.YIELD_VALUE:    p.yield,
		cpython.END_SEND: func(b *build.Builder, u *uop.Inst) error {
			v := b.Pop()
			b.Poke(0, v)
			return nil
		},
		cpython.RETURN_GENERATOR: p.newGenerator,
		cpython.GET_YIELD_FROM_ITER: func(b *build.Builder, u *uop.Inst) error {
			if p.seqIter(b, b.Peek(0)) {
				return nil
			}
			awaits := int64(0)
			if p.env.Awaits(b.Frame().Code) {
				awaits = 1
			}
			return p.helper(b, p.mustOp("py.yieldfrom"), awaits, 1)
		},
		cpython.GET_AWAITABLE: func(b *build.Builder, u *uop.Inst) error {
			if u.Operand0 != 0 { // a coroutine that the trace has made
				p.suspendedAt(b, p.resumable(b, 0, object.CoroutineType), u.Operand0)
				return nil
			}
			return p.helper(b, p.mustOp("py.awaitable"), int64(u.Oparg), 1)
		},
	}
}

// resume begins the frame of the generator n entries below the top; sent takes the
// value that its yield returns.
func (p *py) resume(b *build.Builder, u *uop.Inst, n int, sent func() *ir.Value) error {
	state, code, after := u.Operand0, u.Operand1&(1<<32-1), uint32(u.Operand1>>32)&(1<<24-1)
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	inUse := int(uint16(state >> 32))
	if inUse < fr.NumLocals || inUse >= fr.NumSlots {
		return b.Abort(build.AbortBadTrace, "a generator with a stack that its code has not")
	}
	g := p.resumable(b, n, p.env.GenType(code))
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffAux, clsIters), g), b.F.ConstI64(int64(code))))
	p.suspendedAt(b, g, state)
	b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
	v := sent()
	slots := b.Call(inUse + 1)
	for i := range inUse {
		slots[i] = b.AddTyped(ir.OpLoad, ir.Ref, genSlot(i), g)
	}
	slots[fr.NumLocals-1], slots[inUse] = g, v
	b.AddTyped(ir.OpStore, ir.Void, genState, g, b.F.ConstI64(int64(object.GenWord(object.GenRunning, 0, 0))))
	b.AddTyped(ir.OpStore, ir.Void, mem(object.OffGenFor, clsGenerator), g, p.word(b, object.Null))
	b.AddTyped(ir.OpStore, ir.Void, mem(object.OffGenRow, clsGenRow), g, b.F.ConstI64(0))
	if p.env.Handles(code) {
		b.Add(p.mustOp("gen.handlein"), g)
	}
	b.SetReturn(after)
	b.SetCallee(fr)
	return nil
}

// resumable is the value n entries below the top, which must be a generator, or a coroutine.
func (p *py) resumable(b *build.Builder, n int, t object.TypeID) *ir.Value {
	if t == object.GeneratorType {
		return b.GuardType(b.Peek(n), tGenerator)
	}
	if ir.Resolve(b.Peek(n)).Op != p.mustOp(generatorMakers[t]) {
		p.guardClass(b, b.Peek(n), p.h.Type(t))
	}
	return b.Peek(n)
}

// suspendedAt guards that a generator has not begun, or is suspended where a word of its state says.
func (p *py) suspendedAt(b *build.Builder, g *ir.Value, state uint64) {
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, b.AddTyped(ir.OpLoad, ir.I64, genState, g), b.F.ConstI64(int64(state))))
}

// resumeByCall is a call of what resumes a generator.
func (p *py) resumeByCall(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	next, method, send := p.env.Resumers()
	row, ok := map[Resumer]struct {
		f       object.Value
		args    int
		of      int // where the generator is, below the top
		sendArg bool
	}{ResumerNext: {next, 1, 0, false}, ResumerMethod: {method, 0, 0, false}, ResumerSend: {send, 1, 1, true}}[CallResumer(u.Operand1)]
	if !ok || n != row.args {
		return b.Abort(build.AbortBadTrace, "no such call of a generator")
	}
	if f := b.Peek(n + 1); !f.IsConst() || object.Value(f.Word()) != row.f {
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, f, p.word(b, row.f)))
	}
	if row.f == next {
		if err := p.isNull(b, b.Peek(n), true); err != nil {
			return err
		}
	}
	return p.resume(b, u, row.of, func() *ir.Value {
		_, _, args := p.popCall(b, n)
		if row.sendArg {
			return args[0]
		}
		return p.word(b, object.None)
	})
}

// yield suspends the innermost frame's generator behind the instruction at hand.
func (p *py) yield(b *build.Builder, u *uop.Inst) error {
	if b.Depth() == 0 {
		return b.Abort(build.AbortBadTrace, "a yield to a frame that is not part of the trace")
	}
	v := b.Pop()
	g := b.Local(generatorSlot(b))
	p.buildHandleOut(b, g)
	if p.env.Guarded(b.Frame().Code, uint32(u.Operand0)) {
		b.Add(p.mustOp("gen.told"), g)
	}
	n := b.Frame().NumLocals + b.Stack()
	for i := range n {
		x := b.Local(i)
		if i != generatorSlot(b) && !loadedFrom(x, g, genSlot(i)) {
			b.AddTyped(ir.OpStore, ir.Void, genSlot(i), g, x)
		}
	}
	word := object.GenWord(object.GenSuspended, uint32(n), uint32(u.Operand0))
	b.AddTyped(ir.OpStore, ir.Void, genState, g, b.F.ConstI64(int64(word)))
	b.AddAux(p.mustOp("gen.row"), placeOf(b.Frame().Code, u.Operand0), g)
	b.PopFrame(v)
	return nil
}

// buildHandleOut goes back to what whoever has resumed a generator handles, if the
// generator's code handles exceptions.
func (p *py) buildHandleOut(b *build.Builder, g *ir.Value) {
	if p.env.Handles(b.Frame().Code) {
		b.Add(p.mustOp("gen.handleout"), g)
	}
}

// loadedFrom reports whether x is what the frame began with: the slot in memory has
// it still, for nobody else writes a running generator.
func loadedFrom(x, g *ir.Value, access int64) bool {
	x, g = unguarded(x), unguarded(g)
	return x.Op == ir.OpLoad && x.Aux == access && unguarded(x.Args[0]) == g
}

func unguarded(v *ir.Value) *ir.Value {
	for v.Op == ir.OpGuardType || v.Op == ir.OpGuardFact {
		v = v.Args[0]
	}
	return v
}

// returnFromGenerator ends the innermost frame's generator.
func (p *py) returnFromGenerator(b *build.Builder, u *uop.Inst) error {
	if b.Depth() == 0 {
		return b.Abort(build.AbortBadTrace, "a generator that ends in a frame that is not part of the trace")
	}
	v, g := b.Pop(), b.Local(generatorSlot(b))
	p.buildHandleOut(b, g)
	b.AddAux(p.mustOp("gen.finish"), int64(b.Frame().NumSlots), g)
	b.PopFrame(v)
	if u.Operand0 == ReturnForIter {
		b.Pop()
	}
	return nil
}

// newGenerator makes the generator of a call that is part of the trace, which
// returns it.
func (p *py) newGenerator(b *build.Builder, u *uop.Inst) error {
	if b.Depth() == 0 {
		return b.Abort(build.AbortBadTrace, "a generator of a frame that is not part of the trace")
	}
	fr := b.Frame()
	g := b.AddAux(p.mustOp(generatorMakers[p.env.GenType(fr.Code)]), int64(fr.Code)|int64(fr.NumSlots)<<32, b.Local(funcSlot), b.F.ConstI64(int64(u.Operand0)))
	for i := range fr.NumLocals - 1 {
		b.AddTyped(ir.OpStore, ir.Void, genSlot(i), g, b.Local(i))
	}
	b.AddTyped(ir.OpStore, ir.Void, genSlot(fr.NumLocals-1), g, g)
	word := object.GenWord(object.GenCreated, uint32(fr.NumLocals), uint32(u.Operand0))
	b.AddTyped(ir.OpStore, ir.Void, genState, g, b.F.ConstI64(int64(word)))
	b.PopFrame(g)
	return nil
}

// generatorMakers are the operations that make what calls of generator functions return.
var generatorMakers = map[object.TypeID]string{
	object.GeneratorType: "gen.new", object.CoroutineType: "coro.new", object.AsyncGeneratorType: "asyncgen.new",
}

// newGeneratorOp makes a generator, of one of the three types, of a function that will go on at a code unit; the
// immediate is the code's handle and the frame's slots.
func (p *py) newGeneratorOp(t object.TypeID) guest.Op {
	o := fresh(withAux(call(generatorMakers[t], 2, bit(t), allocates, func(a []uint64) (uint64, error) {
		code := a[2] & (1<<32 - 1)
		g := p.h.NewGenerator(t, val(a[0]), uint32(code), int(a[2]>>32), p.env.Handles(code))
		p.h.SetWord(g, object.OffGenRow, p.env.ResumeRow(code, uint32(a[1])))
		return uint64(g), nil
	})))
	o.Args[1] = ir.I64
	o.Lower = func(a *lower.Asm, v *ir.Value) lower.V { return p.lowerNewGenerator(a, v, t) }
	return o
}

// lowerNewGenerator cuts a generator from the heap's windows (lower_alloc.go).
func (p *py) lowerNewGenerator(a *lower.Asm, v *ir.Value, t object.TypeID) lower.V {
	f, pc := a.Arg(0), a.Arg(1)
	code, n := uint64(v.Aux)&(1<<32-1), int(v.Aux>>32)
	if _, _, ok := p.k.fixed().window(object.GenSize(n)); !ok || !v.Args[1].IsConst() {
		return a.CallQuiet(p.helperIndex(generatorMakers[t]), f, pc, lower.Imm(v.Aux))
	}
	g := p.cut(a, object.GenSize(n))
	header(a, g, t, int(code))
	set := func(off uintptr, x lower.V) { a.Store(lower.At(g, int64(off), 8), x) }
	set(object.OffGenName, a.Load(lower.At(f, object.OffFuncName, 8)))
	set(object.OffGenSubject, a.Load(lower.At(f, object.OffFuncQualName, 8)))
	set(object.OffGenPC, lower.Word(object.GenWord(object.GenRunning, 0, 0)))
	set(object.OffGenHandled, lower.Word(uint64(object.None)))
	set(object.OffGenRoom, lower.Imm(int64(object.GenRoom(n, p.k.Handles(code))))) // and no hops
	set(object.OffGenRow, lower.Word(p.k.ResumeRow(code, uint32(v.Args[1].Int()))))
	for _, off := range [...]uintptr{object.OffGenBelow, object.OffGenFor, object.OffGenInner, object.OffGenRoot} {
		set(off, lower.Word(uint64(object.Null)))
	}
	return g
}

// awaitableOp is GET_AWAITABLE. A coroutine that has not begun is its own iterator.
func (p *py) awaitableOp() guest.Op {
	o := withAux(call("py.awaitable", 1, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
		return word(p.env.Awaitable(val(a[0]), int(a[1])))
	}))
	o.Lower = func(a *lower.Asm, v *ir.Value) lower.V {
		c := a.Arg(0)
		return a.Try(lower.GPR, func(or giveUp) lower.V {
			t := p.typeID(a, c)
			return a.Try(lower.GPR, func(other giveUp) lower.V {
				other(lower.NE, t, lower.Imm(int64(object.CoroutineType)))
				or(lower.NE, a.Shr(a.Load(lower.At(c, object.OffGenPC, 8)), lower.Imm(48)), lower.Imm(object.GenCreated))
				return c
			}, func() lower.V {
				or(lower.NE, t, lower.Imm(int64(p.k.fixed().asend)))
				return c
			})
		}, func() lower.V { return a.Call(p.helperIndex("py.awaitable"), c, lower.Imm(v.Aux)) })
	}
	return o
}

// resumeRowOp gives a generator, which is suspended at the place that the immediate says,
// the row that leads there.
func (p *py) resumeRowOp() guest.Op {
	row := func(place int64) uint64 {
		at := traceback(uint64(place))
		return p.k.ResumeRow(uint64(at.Code), at.PC)
	}
	return guest.Op{
		OpRow: ir.OpRow{Name: "gen.row", Args: refs(1), Aux: ir.AuxInt, Writes: class(clsGenRow)},
		Helper: func(a []uint64) (uint64, error) {
			p.h.SetWord(val(a[0]), object.OffGenRow, row(int64(a[1])))
			return 0, nil
		},
		Lower: func(a *lower.Asm, v *ir.Value) lower.V {
			a.Store(lower.At(a.Arg(0), object.OffGenRow, 8), lower.Word(row(v.Aux)))
			return lower.None
		},
	}
}
