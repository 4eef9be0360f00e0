package project

import (
	"github.com/tier2go/tier2/interp/cpython"
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
		var end uint64 // where the frame that is left ends
		switch {
		case p.code.Shim:
		case known:
			end = uint64(unit) + 1
		default:
			end = cpython.EndBelow + uint64(arg)
		}
		p.leave()
		u := p.emit(cpython.UNWIND_FRAME, 0, start)
		u.Operand1 = end
		at := p.code.Instruction(p.pc - 1)
		u.Operand0 = uint64(at)
		if p.code.Shim {
			u.Operand0 |= cpython.HiddenFrame
			continue
		}
		unit, known = at, true
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

// handler returns the handler of what the instruction at pc raises, and how many of
// the frames that are part of the trace lie above its.
func (p *projector) handler(pc int) (frames int, _ pycode.Handler, ok bool) {
	if !p.prog.Runs(cpython.UNWIND) {
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
		if code, pc = p.callers[i-1].Code, int(p.callers[i-1].PC)-1; code.EndOf(p.callers[i-1].PC).Op == pycode.FOR_ITER {
			return 0, pycode.Handler{}, false // StopIteration ends the loop
		}
	}
}

// catch follows the bytecode from where what the instruction at the entry raises is
// handled.
func (p *projector) catch() (t *uop.Trace, stop uop.Stop, ok bool) {
	start := p.pc
	frames, handler, ok := p.handler(start)
	if !ok {
		return nil, uop.AbortUnsupported, false
	}
	in := p.code.Decode(start)
	if in.Op == pycode.RAISE_VARARGS || in.Op == pycode.RERAISE {
		return nil, uop.AbortUnsupported, false
	}
	p.emit(cpython.CHECK_VALIDITY, 0, start)
	p.raiseTo(in, start, frames, handler)
	p.first = false
	t, stop = p.follow()
	return t, stop, true
}
