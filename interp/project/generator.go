package project

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/frame"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// Generators in projections. The generator that a loop runs over is seen when the
// loop's back edge is hot; it is suspended, and its slots have in turn the generators
// that it runs over. What is followed is one round: from where a generator is
// suspended to its next yield. The trace tests that the generator is where it was.
// A generator that the trace makes is followed from its beginning.

// leavesGenerator reports whether an instruction leaves the frame of a generator for
// one that is not part of the trace: the interpreter executes it.
func (p *projector) leavesGenerator(op pycode.Op) bool {
	if !p.code.Generates {
		return false
	}
	switch op {
	case pycode.RETURN_GENERATOR:
		return len(p.callers) == 0
	case pycode.RETURN_VALUE: // in a call that has resumed it, StopIteration is raised
		return !p.gen.Known || len(p.callers) == 0 || p.caller().Code.EndOf(p.caller().PC).Op == 0
	case pycode.YIELD_VALUE:
		return !p.gen.Known || len(p.callers) == 0
	}
	return false
}

// caller returns the innermost caller.
func (p *projector) caller() *Caller { return &p.callers[len(p.callers)-1] }

// yields notes that the trace ends at a yield.
func (p *projector) yields(op pycode.Op) {
	switch {
	case op != pycode.YIELD_VALUE || len(p.callers) > 0:
	case p.region != nil:
		p.yielded += p.region.node.weight
	default:
		p.yielded = 1
	}
}

// onlyYields reports whether the trace is a generator's loop that leaves at a yield
// mostly, to whoever resumes it: entering and leaving it takes longer than it saves.
// The loop that drives the generator is hot too, and has all of it.
// Where execution lands, that loop cannot have it.
func (p *projector) onlyYields() bool {
	return p.yielded >= 0.5 && !p.linking && !p.prog.Code(uint32(p.t.Code)).Lands(int(p.t.Entry))
}

// follows reports whether the trace can go on in a generator that is resumed.
func (p *projector) follows(g object.Value) bool {
	h := p.heap
	return h.Is(g, object.GeneratorType) && h.GenState(g) <= object.GenSuspended && p.goesInto(p.prog.Code(h.GenCode(g)))
}

// goesInto reports whether the trace can go on in a generator of code.
func (p *projector) goesInto(code *adaptive.Code) bool {
	return !code.Deep && !p.inside(code) && len(p.callers)+1 < p.lim.MaxFrames
}

// resumed is a generator that the trace resumes.
type resumed struct {
	code *adaptive.Code
	pc   int // where it goes on
	gen  Generator
}

// resumed is a suspended generator, as it is now.
func (p *projector) resumed(g object.Value) resumed {
	return resumed{p.prog.Code(p.heap.GenCode(g)), int(p.heap.GenPC(g)), Generator{true, g}}
}

// made is a generator that the trace has made: the code on has it on top of its stack at unit next, so many frames above
// the trace's own.
type made struct {
	code   *adaptive.Code // nil: there is none
	pc     int            // where it begins, or goes on
	word   uint64         // of its state
	on     *adaptive.Code
	next   int
	frames int
}

// keepsTop are the instructions that leave a generator where it is, on top, awaits those that leave a coroutine there; begins those of a
// driver ahead of the loop over its first argument.
var (
	keepsTop = [256]bool{pycode.GET_ITER: true, pycode.GET_YIELD_FROM_ITER: true, pycode.NOP: true}
	awaits   = [256]bool{pycode.GET_AWAITABLE: true, pycode.NOP: true}
	begins   = [256]bool{
		pycode.RESUME: true, pycode.BUILD_LIST: true, pycode.BUILD_SET: true, pycode.BUILD_MAP: true, pycode.LOAD_FAST: true, pycode.LOAD_SMALL_INT: true,
	}
)

// runsOver reports whether the loop at pc runs over the generator, or the SEND there resumes it, with what it sends on top of it.
func (m made) runsOver(p *projector, pc int) bool {
	if m.code == nil || m.on != p.code || m.frames != len(p.callers) {
		return false
	}
	stays := &keepsTop
	switch {
	case m.code.GenType == object.CoroutineType:
		stays = &awaits
	case p.code.Shim:
		stays = &begins
	}
	at := m.next
	for at < pc {
		in := p.code.Decode(at)
		next := in.Unit + 1 + in.Op.Caches()
		sent := in.Op.Base() == pycode.LOAD_CONST && next == pc && p.code.Decode(pc).Op.Base() == pycode.SEND
		kept := p.code.Shim && in.Op.Base() == pycode.STORE_FAST && in.Arg != 0
		if !stays[in.Op.Base()] && !sent && !kept {
			return false
		}
		at = next
	}
	return at == pc
}

// awaitsMade reports whether the instruction at pc awaits a coroutine that the trace has made.
func (p *projector) awaitsMade(pc int) bool {
	return p.made.code != nil && p.made.code.GenType == object.CoroutineType && p.made.runsOver(p, pc) && p.goesInto(p.made.code)
}

// makes leaves a generator function, whose generator begins at pc.
func (p *projector) makes(pc int) uop.Stop {
	code := p.code
	stop := p.leave()
	if stop == uop.StopNone && code.GenType != object.AsyncGeneratorType {
		p.made = made{code, pc, object.GenWord(object.GenCreated, uint32(1+code.LocalSlots), uint32(pc)), p.code, p.pc, len(p.callers)}
	}
	return stop
}

// resumesByCall goes on in the generator that the call at hand resumes, if that is known.
func (p *projector) resumesByCall(start, after int, arg uint32) bool {
	f, self := p.produced(int(arg)+1), p.produced(int(arg))
	r, g := pyguest.ResumerNext, self
	switch {
	case arg == 0 && f == p.prog.Known().GeneratorNext:
		r = pyguest.ResumerMethod
	case arg == 1 && f == p.prog.Known().GeneratorSend:
		r = pyguest.ResumerSend
	case arg == 1:
		g = p.produced(0)
	}
	h := p.heap
	if !p.follows(g) || r == pyguest.ResumerSend && h.GenState(g) != object.GenSuspended || !p.prog.Runs(cpython.CALL_GEN_FRAME) {
		return false
	}
	p.begin(start)
	u := p.emit(cpython.CALL_GEN_FRAME, arg, start)
	u.Operand0, u.Operand1 = pyguest.CallResume(r, h.Word(g, object.OffGenPC), h.GenCode(g), uint32(after))
	p.emit(cpython.PUSH_FRAME, arg, start)
	p.into = p.resumed(g)
	p.enterGenerator(after)
	return true
}

// resumes completes a micro-op that resumes a generator, if that is known.
func (p *projector) resumes(u *uop.Inst, start, after int) uop.Stop {
	h := p.heap
	g := p.iterator(start)
	if m := p.made; g == object.Null && m.runsOver(p, start) && p.goesInto(m.code) {
		u.Operand0, u.Operand1 = pyguest.GenResume(m.word, m.code.Handle, uint32(after))
		p.into, p.made = resumed{m.code, m.pc, Generator{true, object.Null}}, made{}
		return uop.StopNone
	}
	if !p.follows(g) {
		p.drop()
		return p.stop(uop.StopGenerator, p.lastBegin())
	}
	u.Operand0, u.Operand1 = pyguest.GenResume(h.Word(g, object.OffGenPC), h.GenCode(g), uint32(after))
	p.into = p.resumed(g)
	return uop.StopNone
}

// loopsOverUnknown reports whether the loop at pc, whose back edge has been come to, runs over a generator that the projection
// does not know: it would end at the loop's top, and each round would leave the generator and come back. The executor of
// the back edge knows it.
func (p *projector) loopsOverUnknown(pc int) bool {
	return p.code.Decode(pc).Op == pycode.FOR_ITER_GEN && p.iterator(pc) == object.Null
}

// iterator returns what the loop or the yield from at pc runs over, Null if that is
// not known.
func (p *projector) iterator(pc int) object.Value {
	h := p.heap
	switch {
	case p.gen.isNow(): // it is suspended in the innermost of its loops
		if n := h.GenSP(p.gen.Object); n > 1+p.code.LocalSlots {
			return h.GenSlots(p.gen.Object, n)[n-1]
		}
		if p.code.Shim { // the generators of package driver have several in locals, which do not change
			return p.produced(0)
		}
	case p.gen.Known: // it has begun in the trace
	case len(p.callers) == 0 && (pc == p.loopTop || p.first) && p.top != object.Null:
		return p.top
	}
	return object.Null
}

// enterGenerator goes on where the generator is suspended that the micro-op before
// has resumed.
func (p *projector) enterGenerator(after int) uop.Stop {
	into := p.into
	p.into = resumed{}
	p.callers = append(p.callers[:len(p.callers):len(p.callers)], Caller{p.code, uint32(after), p.gen})
	p.code, p.pc, p.gen = into.code, into.pc, into.gen
	if p.region != nil {
		p.region.enter(into.code, after, into.gen)
	}
	return uop.StopNone
}

// endGenerator goes on behind the loop, or the yield from, that has resumed the
// generator which returns.
func (p *projector) endGenerator(u *uop.Inst) uop.Stop {
	c := p.callers[len(p.callers)-1]
	end := c.Code.EndOf(c.PC)
	switch u.Operand0 = pyguest.ReturnSend; end.Op {
	case pycode.FOR_ITER:
		u.Operand0 = pyguest.ReturnForIter
		end.Target++ // behind END_FOR
	case pycode.SEND:
	default:
		return p.stop(uop.StopGenerator, p.pc)
	}
	stop := p.leave()
	p.pc = int(end.Target)
	return stop
}

// produced returns what the stack entry that lies n below the top is now, if micro-ops of
// the trace show it: the value of a local, or the method of a builtin type; else Null. The
// trace will test it.
func (p *projector) produced(n int) object.Value {
	for i := len(p.t.Insts) - 1; i >= 0; i-- {
		u := &p.t.Insts[i]
		row := p.t.Table.Row(u.Op)
		pops, pushes := row.Pops.At(u.Oparg), row.Pushes.At(u.Oparg)
		switch {
		case u.Op == cpython.PUSH_FRAME || u.Op == cpython.RETURN_VALUE || u.Op == cpython.YIELD_VALUE:
			return object.Null
		case pops == pushes && row.Flags&(uop.HasDeopt|uop.HasExit) != 0 && u.Op != cpython.FOR_ITER_TIER_TWO: // a guard of what stays there
			continue
		case n >= pushes:
			n += pops - pushes
			continue
		}
		switch u.Op {
		case cpython.LOAD_FAST, cpython.LOAD_FAST_BORROW, cpython.LOAD_FAST_CHECK:
			return p.localNow(int(u.Oparg))
		case cpython.LOAD_ATTR_METHOD_NO_DICT:
			if n == 1 {
				return object.Value(u.Operand0)
			}
			continue // the receiver was there before
		}
		return object.Null
	}
	return object.Null
}

// localNow returns the value that a local of the function at hand has now: that of a
// generator which is suspended, or of the frame in which the trace begins.
func (p *projector) localNow(i int) object.Value {
	h := p.heap
	if p.gen.Known {
		if p.gen.isNow() && i < p.code.LocalSlots {
			return h.GenSlots(p.gen.Object, 1+p.code.LocalSlots)[1+i]
		}
		return object.Null
	}
	if fp := p.prog.Frame(); fp != nil && len(p.callers) == p.below && frame.Code(fp) == p.code.Handle {
		return *frame.Local(fp, i)
	}
	return object.Null
}
