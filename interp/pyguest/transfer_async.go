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

// Transfers of asynchronous generators (interp/asyncgen.go): a SEND to an asend resumes the generator that it is of, and a
// yield that ends the step leads behind the SEND, as the end of another generator does.

// sendFrame resumes what a SEND sends v to: a generator, a coroutine, or the generator of an asend.
func (p *py) sendFrame(a *lower.Asm, t transfer, w waits, it, v lower.V, or giveUp) lower.V {
	return a.Try(lower.GPR, func(other giveUp) lower.V {
		other(lower.EQ, p.typeID(a, it), lower.Imm(int64(p.k.fixed().asend)))
		return p.resumeFrame(a, t, w, it, v, or)
	}, func() lower.V { return p.stepFrame(a, t, w, it, v, or) })
}

// stepFrame resumes the generator of the asend s.
func (p *py) stepFrame(a *lower.Asm, t transfer, w waits, s, v lower.V, or giveUp) lower.V {
	none := lower.Word(uint64(object.None))
	g, step := a.Load(lower.At(s, object.OffAsyncOf, 8)), a.Load(lower.At(s, object.OffAsyncState, 8))
	or(lower.EQ, step, asyncState(object.AsyncClosed))
	bits := a.Load(lower.At(g, object.OffGenRoom, 4))
	runs, begins := a.And(bits, lower.Imm(object.GenAsyncRuns)), a.Set(lower.EQ, step, asyncState(object.AsyncInit))
	or(lower.NE, a.Bin(lower.MAnd, a.Un(lower.MNeg, begins), runs), lower.Imm(0))
	first := a.Select(lower.GPR, lower.EQ, v, none, a.Load(lower.At(s, object.OffAsyncArg, 8)), v)
	sent := a.Select(lower.GPR, lower.NE, begins, lower.Imm(0), first, v)

	to := a.Load(lower.At(g, object.OffGenRow, 8))
	or(lower.EQ, to, lower.Imm(0))
	state := a.Load(lower.At(g, object.OffGenPC, 8))
	or(lower.EQ, a.Bin(lower.MOr, a.Shr(state, lower.Imm(48)), a.Set(lower.EQ, sent, none)), lower.Imm(0)) // not begun, and not None
	n := genDepth(a, state)
	or(lower.UGT, n, lower.Imm(maxGenCopy))
	np := a.FrameAddr(p.k.FrameSize(t.code))
	room := p.roomFor(a, lower.Imm(0), or)

	p.copyGenerator(a, g, np, n, sent)
	code := a.Load(lower.At(g, object.OffAux, 4))
	p.beginFrame(a, begun{a.FrameAddr(0), np, room}, a.Bin(lower.MOr, a.Bin(lower.MShl, state, lower.Imm(32)), code), a.Add(n, lower.Imm(1)), to)
	p.wait(a, w)
	p.runs(a, g)
	a.Store(lower.At(g, object.OffGenRoom, 4), a.Bin(lower.MOr, bits, lower.Imm(object.GenAsyncRuns)))
	a.Store(lower.At(g, object.OffGenInner, 8), s)
	a.Store(lower.At(s, object.OffAsyncState, 8), asyncState(object.AsyncIter))
	return np
}

// asyncState is a state of an asend as its word.
func asyncState(state int64) lower.V { return lower.Word(uint64(object.SmallInt(state))) }

// stepEnd is the end of the yield of v by the generator g, which runs for an asend and is suspended: where it is one by await, the
// frame at caller goes on with v behind its SEND; otherwise the step has ended.
func (p *py) stepEnd(a *lower.Asm, caller, g, v lower.V, or giveUp, suspends func()) lower.V {
	return a.Try(lower.GPR, func(other giveUp) lower.V {
		other(lower.EQ, p.typeID(a, v), lower.Imm(int64(p.k.fixed().wrapped)))
		suspends()
		p.gives(a, caller, v)
		a.Store(lower.At(g, object.OffGenInner, 8), lower.Word(uint64(object.Null)))
		return caller
	}, func() lower.V {
		e := p.endEntry(a, a.Load(at(caller, object.FrameCode, 8)), or)
		suspends()
		p.ends(a, caller, e, a.Load(lower.At(v, object.OffWrappedAsync, 8)))
		s := a.Load(lower.At(g, object.OffGenInner, 8))
		a.Store(lower.At(s, object.OffAsyncState, 8), asyncState(object.AsyncClosed))
		bits := a.And(a.Load(lower.At(g, object.OffGenRoom, 4)), lower.Imm(^int64(object.GenAsyncRuns)))
		a.Store(lower.At(g, object.OffGenRoom, 4), bits)
		a.Store(lower.At(g, object.OffGenInner, 8), lower.Word(uint64(object.Null)))
		return caller
	})
}

// stepsEnd is the end of the generator g, which runs for an asend: the frame at caller goes on behind its "async for". end
// ends the generator.
func (p *py) stepsEnd(a *lower.Asm, caller, g lower.V, end func(), or giveUp) lower.V {
	place := a.Bin(lower.MOr, a.Load(at(caller, object.FrameCode, 8)), lower.Imm(EndsLoop))
	e := p.endEntry(a, place, or)
	s, bits := a.Load(lower.At(g, object.OffGenInner, 8)), a.Load(lower.At(g, object.OffGenRoom, 4))
	end()
	a.Store(lower.At(s, object.OffAsyncState, 8), asyncState(object.AsyncClosed))
	bits = a.Bin(lower.MOr, a.And(bits, lower.Imm(^int64(object.GenAsyncRuns))), lower.Imm(object.GenAsyncClosed))
	a.Store(lower.At(g, object.OffGenRoom, 4), bits)
	p.ends(a, caller, e, lower.Word(uint64(object.None)))
	return caller
}

// asyncRules are the micro-ops of asynchronous loops and generators.
func (p *py) asyncRules() map[uop.ID]build.Rule {
	return map[uop.ID]build.Rule{
		cpython.GET_AITER: func(b *build.Builder, _ *uop.Inst) error { return p.helper(b, p.mustOp("py.aiter"), 0, 1) },
		cpython.GET_ANEXT: func(b *build.Builder, _ *uop.Inst) error {
			b.Push(b.Effect(p.mustOp("py.anext"), 0, b.Peek(0)))
			return nil
		},
	}
}

func (p *py) asyncOps() []guest.Op {
	h := p.h
	return []guest.Op{
		lowered(p.lowerAsyncIter, call("py.aiter", 1, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) { return word(h.AsyncIter(val(a[0]))) })),
		lowered(p.lowerAsyncNext, call("py.anext", 1, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) { return word(p.env.AsyncNext(val(a[0]))) })),
		lowered(func(a *lower.Asm, v *ir.Value) lower.V {
			return p.lowerMade(p.k.fixed().wrapped, object.WrappedAsyncSize)(a, v)
		},
			made(call("py.wrapasync", 1, tOther, allocates, func(a []uint64) (uint64, error) { return uint64(h.WrapAsync(val(a[0]))), nil }),
				true, fieldAt(object.OffWrappedAsync, clsHeap))),
	}
}

// lowerAsyncIter is GET_AITER: an asynchronous generator is its own iterator.
func (p *py) lowerAsyncIter(a *lower.Asm, _ *ir.Value) lower.V {
	x := a.Arg(0)
	return a.Slow(lower.NE, p.typeID(a, x), lower.Imm(int64(object.AsyncGeneratorType)), x, lower.GPR, func() lower.V {
		return a.Call(p.helperIndex("py.aiter"), x)
	})
}

// lowerAsyncNext is GET_ANEXT: of an asynchronous generator that has begun it makes an asend.
func (p *py) lowerAsyncNext(a *lower.Asm, _ *ir.Value) lower.V {
	g := a.Arg(0)
	return a.Try(lower.GPR, func(or giveUp) lower.V {
		or(lower.NE, p.typeID(a, g), lower.Imm(int64(object.AsyncGeneratorType)))
		or(lower.EQ, a.And(a.Load(lower.At(g, object.OffGenRoom, 4)), lower.Imm(object.GenAsyncBegun)), lower.Imm(0))
		s := p.cut(a, object.AsyncSize)
		header(a, s, p.k.fixed().asend, 0)
		a.Store(lower.At(s, object.OffAsyncOf, 8), g)
		a.Store(lower.At(s, object.OffAsyncArg, 8), lower.Word(uint64(object.None)))
		a.Store(lower.At(s, object.OffAsyncState, 8), asyncState(object.AsyncInit))
		return s
	}, func() lower.V { return a.Call(p.helperIndex("py.anext"), g) })
}
