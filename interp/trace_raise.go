package interp

import (
	"github.com/tier2go/tier2"
	"github.com/tier2go/tier2/exitdata"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// raise follows an instruction that always raises to the handler of the exception,
// in the function at hand or in one that has called it within the trace. Without
// one, the trace ends before the instruction.
func (p *projector) raise(in pycode.Instr, start int) uop.Stop {
	frames, handler, ok := p.handler(start)
	if !ok {
		return p.stop(uop.StopUnsupported, start)
	}
	p.begin(start)
	p.raiseTo(in, start, frames, handler)
	if p.region != nil {
		return stopBlock
	}
	return uop.StopNone
}

// raiseTo goes on at the handler of what an instruction raises.
func (p *projector) raiseTo(in pycode.Instr, start, frames int, handler pycode.Handler) {
	arg := int(in.Arg)
	unit, known := in.Unit, true
	switch in.Op {
	case pycode.RAISE_VARARGS:
		p.emit(cpython.RAISE_VARARGS, in.Arg, start)
	case pycode.RERAISE:
		p.emit(cpython.RERAISE, in.Arg, start)
		known = arg == 0 // otherwise the unit lies so far below the exception
	default: // a helper of the instruction has raised
		u := p.emit(cpython.LOAD_RAISED, 0, start)
		if frames == 0 {
			u.Operand0 = uint64(handler.Depth)
		}
	}
	for range frames {
		p.leave()
		u := p.emit(cpython.UNWIND_FRAME, 0, start)
		if p.code.Shim {
			u.Operand0 = cpython.HiddenFrame
			continue
		}
		unit, known = p.code.Instruction(p.pc-1), true
		u.Operand0 = uint64(unit)
	}
	keep := cpython.UNWIND
	if handler.Lasti {
		keep = cpython.UNWIND_LASTI
		if known {
			p.emit(cpython.LOAD_SMALL_INT, uint32(unit), start)
		} else {
			p.emit(cpython.COPY, uint32(arg+1), start)
		}
		p.emit(cpython.SWAP, 2, start)
	}
	p.emit(keep, 0, start).Operand0 = uint64(handler.Depth)
	p.pc = handler.Target
}

// catching projects the trace that continues the exit by which a helper leaves that has
// raised: from the handler on, if one of the exit's frames has it.
func (s *source) catching(lim uop.Limits) (*uop.Trace, uop.Stop) {
	p := s.vm.projector(s.code, s.pc, s.depth, object.Null, s.callers, true, false, lim)
	frames, handler, ok := p.handler(s.pc)
	if !ok {
		return nil, uop.AbortUnsupported
	}
	in := s.code.Decode(s.pc)
	if in.Op == pycode.RAISE_VARARGS || in.Op == pycode.RERAISE {
		return nil, uop.AbortUnsupported
	}
	p.emit(cpython.CHECK_VALIDITY, 0, s.pc)
	p.raiseTo(in, s.pc, frames, handler)
	p.first = false
	t, stop := p.follow()
	s.vm.opt.Stops[stop]++
	return t, stop
}

// raisedBy counts that an exception has left machine code by an exit. When that has
// happened often, it is asked for an executor that continues the exit at the handler.
func (vm *VM) raisedBy(x *exitdata.Exit) {
	if vm.places&tier2.Handlers == 0 || x.State.InMemory() || x.Continued() != nil || x.Executor.Kind != exitdata.Native || x.Executor.Invalid {
		return
	}
	if x.Failures > maxCatchFailures || x.Taken < uint64(catchHot)<<x.Failures {
		return
	}
	x.Failures++
	x.Taken = 0
	inner := &x.State.Frames[len(x.State.Frames)-1]
	s := &source{vm: vm, code: vm.codes[inner.Frame.Code], pc: int(inner.PC), depth: inner.SP - inner.Frame.NumLocals, exit: x, raised: true}
	for _, fs := range x.State.Frames[:len(x.State.Frames)-1] {
		s.callers = append(s.callers, caller{vm.codes[fs.Frame.Code], fs.PC, object.Null})
	}
	if ex := vm.optimize(s); ex != nil {
		x.Continue(ex)
	}
}

const (
	catchHot         = 64 // as an exit that is hot
	maxCatchFailures = 5
)

// handler returns the handler of what the instruction at pc raises, and how many of
// the frames that are part of the trace lie above its.
func (p *projector) handler(pc int) (frames int, _ pycode.Handler, ok bool) {
	if p.vm.rules != nil && p.vm.rules[cpython.UNWIND] == nil {
		return 0, pycode.Handler{}, false
	}
	code := p.code
	for i := len(p.callers); ; i-- {
		if h := code.HandlerOf(pc); h != nil {
			return len(p.callers) - i, h.Handler, true
		}
		if i == 0 || code.Generates { // a generator has to be ended as well
			return 0, pycode.Handler{}, false
		}
		if code, pc = p.callers[i-1].code, int(p.callers[i-1].pc)-1; code.EndOf(p.callers[i-1].pc).Op == pycode.FOR_ITER {
			return 0, pycode.Handler{}, false // StopIteration ends the loop
		}
	}
}
