package interp

import (
	"unsafe"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// Generators in projections. The generator that a loop runs over is seen when the
// loop's back edge is hot; it is suspended, and its slots have in turn the generators
// that it runs over. What is followed is one round: from where a generator is
// suspended to its next yield. The trace tests that the generator is where it was.

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
		return p.gen == object.Null || len(p.callers) == 0 || p.caller().code.EndOf(p.caller().pc).Op == 0
	case pycode.YIELD_VALUE:
		return p.gen == object.Null || len(p.callers) == 0
	}
	return false
}

// caller returns the innermost caller.
func (p *projector) caller() *caller { return &p.callers[len(p.callers)-1] }

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
	return p.yielded >= 0.5 && !p.linking && !p.vm.codes[p.t.Code].Lands(int(p.t.Entry))
}

// follows reports whether the trace can go on in a generator that is resumed.
func (p *projector) follows(g object.Value) bool {
	h := p.vm.heap
	return h.Is(g, object.GeneratorType) && h.GenState(g) <= object.GenSuspended && !p.vm.codes[h.GenCode(g)].Deep && !p.inside(p.vm.codes[h.GenCode(g)]) &&
		len(p.callers)+1 < p.lim.MaxFrames
}

// resumesByCall goes on in the generator that the call at hand resumes, if that is known.
func (p *projector) resumesByCall(start, after int, arg uint32) bool {
	f, self := p.produced(int(arg)+1), p.produced(int(arg))
	r, g := pyguest.ResumerNext, self
	switch {
	case arg == 0 && f == p.vm.generatorNext:
		r = pyguest.ResumerMethod
	case arg == 1 && f == p.vm.generatorSend:
		r = pyguest.ResumerSend
	case arg == 1:
		g = p.produced(0)
	}
	h := p.vm.heap
	if !p.follows(g) || r == pyguest.ResumerSend && h.GenState(g) != object.GenSuspended || p.vm.rules != nil && p.vm.rules[cpython.CALL_GEN_FRAME] == nil {
		return false
	}
	p.begin(start)
	u := p.emit(cpython.CALL_GEN_FRAME, arg, start)
	u.Operand0, u.Operand1 = pyguest.CallResume(r, h.Word(g, object.OffGenPC), h.GenCode(g), uint32(after))
	p.emit(cpython.PUSH_FRAME, arg, start)
	p.into = g
	p.enterGenerator(after)
	return true
}

// resumes completes a micro-op that resumes a generator, if that is known.
func (p *projector) resumes(u *uop.Inst, start, after int) uop.Stop {
	h := p.vm.heap
	g := p.iterator(start)
	if !p.follows(g) {
		p.drop()
		return p.stop(uop.StopGenerator, p.lastBegin())
	}
	u.Operand0, u.Operand1 = pyguest.GenResume(h.Word(g, object.OffGenPC), h.GenCode(g), uint32(after))
	p.into = g
	return uop.StopNone
}

// iterator returns what the loop or the yield from at pc runs over, Null if that is
// not known.
func (p *projector) iterator(pc int) object.Value {
	h := p.vm.heap
	switch {
	case p.gen != object.Null: // it is suspended in the innermost of its loops
		if n := h.GenSP(p.gen); n > 1+p.code.LocalSlots {
			return h.GenSlots(p.gen, n)[n-1]
		}
	case len(p.callers) == 0 && (pc == p.loopTop || p.first) && p.top != object.Null:
		return p.top
	}
	return object.Null
}

// enterGenerator goes on where the generator is suspended that the micro-op before
// has resumed.
func (p *projector) enterGenerator(after int) uop.Stop {
	h, g := p.vm.heap, p.into
	p.into = object.Null
	callee := p.vm.codes[h.GenCode(g)]
	p.callers = append(p.callers[:len(p.callers):len(p.callers)], caller{p.code, uint32(after), p.gen})
	p.code, p.pc, p.gen = callee, int(h.GenPC(g)), g
	if p.region != nil {
		p.region.enter(callee, after, g)
	}
	return uop.StopNone
}

// endGenerator goes on behind the loop, or the yield from, that has resumed the
// generator which returns.
func (p *projector) endGenerator(u *uop.Inst) uop.Stop {
	c := p.callers[len(p.callers)-1]
	end := c.code.EndOf(c.pc)
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

// callGenUop is a call that resumes a generator.
func callGenUop(m *machine, u *uop.Inst) (verdict, error) {
	n := int(u.Oparg)
	f, self := *slot(m.sp, -n-2), *slot(m.sp, -n-1)
	g, v := m.vm.resumes(f, self, entries(m.sp, n))
	if next, method, send := (env{m.vm}).Resumers(); f != [...]object.Value{next, method, send}[pyguest.CallResumer(u.Operand1)] || g == object.Null {
		return leave, nil
	}
	*slot(m.sp, -n-2), *slot(m.sp, -n-1) = g, v
	sp := m.sp
	m.drop(n)
	verdict, err := resumeUop(1)(m, u)
	if verdict == leave {
		m.sp = sp
		*slot(m.sp, -n-2), *slot(m.sp, -n-1) = f, self
	} else {
		m.drop(1)
		m.save(m.retPC)
	}
	return verdict, err
}

// resumeUop begins a generator's frame; n is the number of entries above it, of which
// the first is what its yield returns.
func resumeUop(n int) uopFunc {
	return func(m *machine, u *uop.Inst) (verdict, error) {
		g := *slot(m.sp, -1-n)
		if !m.h.Is(g, object.GeneratorType) || m.h.Word(g, object.OffGenPC) != u.Operand0 || uint64(m.h.GenCode(g)) != u.Operand1&(1<<32-1) ||
			!(env{m.vm}).Room(1) {
			return leave, nil
		}
		v := object.None
		if n > 0 {
			m.drop(1)
			v = *slot(m.sp, 0)
		}
		m.retPC = uint32(u.Operand1>>32) & (1<<24 - 1)
		m.save(m.retPC)
		if m.frame = m.vm.resume(m.fp, m.code, g, v); m.frame == nil {
			return goOn, m.vm.recursionError()
		}
		m.vm.fp = m.fp // not entered yet
		m.callee = m.vm.codes[m.h.GenCode(g)]
		return goOn, nil
	}
}

func yieldUop(m *machine, u *uop.Inst) (verdict, error) {
	m.drop(1)
	v := *slot(m.sp, 0)
	m.vm.suspend(m.fp, m.code, generatorOf(m.fp, m.code), object.GenSuspended, int(m.vm.depth(m.fp, m.sp)), uint32(u.Operand0))
	m.toCaller()
	m.push(v)
	return goOn, nil
}

func newGeneratorUop(m *machine, u *uop.Inst) (verdict, error) {
	g := m.vm.newGenerator(m.fp, m.code, uint32(u.Operand0))
	m.toCaller()
	m.push(g)
	return goOn, nil
}

// endGeneratorUop returns from a generator's frame to one that is part of the trace.
func endGeneratorUop(m *machine, u *uop.Inst) (verdict, error) {
	v := *top(m.sp)
	m.vm.leftFrame(m.fp, m.code)
	m.toCaller()
	if u.Operand0 == pyguest.ReturnSend {
		m.push(v)
	}
	return goOn, nil
}

// toCaller leaves a frame for its caller's.
func (m *machine) toCaller() {
	caller := *(*unsafe.Pointer)(unsafe.Add(m.fp, object.FrameCaller))
	m.fp, m.vm.fp = caller, caller
	m.code = m.vm.codes[frameCode(caller)]
	m.sp = m.vm.stack(caller)
}

func init() {
	for id, f := range map[uop.ID]uopFunc{
		cpython.FOR_ITER_GEN_FRAME: resumeUop(0), cpython.SEND_GEN_FRAME: resumeUop(1), cpython.CALL_GEN_FRAME: callGenUop,
		cpython.YIELD_VALUE: yieldUop, cpython.RETURN_GENERATOR: newGeneratorUop,
		cpython.END_SEND: func(m *machine, _ *uop.Inst) (verdict, error) {
			m.drop(1)
			*top(m.sp) = *slot(m.sp, 0)
			return goOn, nil
		},
		cpython.GET_YIELD_FROM_ITER: func(m *machine, _ *uop.Inst) (verdict, error) {
			it, err := m.vm.yieldFromIter(*top(m.sp))
			return m.result(1, it, err)
		},
	} {
		uopFuncs[id] = f
	}
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
	h := p.vm.heap
	if p.gen != object.Null {
		if i < p.code.LocalSlots {
			return h.GenSlots(p.gen, 1+p.code.LocalSlots)[1+i]
		}
		return object.Null
	}
	if fp := p.vm.fp; fp != nil && len(p.callers) == p.below && frameCode(fp) == p.code.Handle {
		return *local(fp, i)
	}
	return object.Null
}
