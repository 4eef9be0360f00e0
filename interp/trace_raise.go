package interp

import (
	"github.com/tier2go/tier2/pycode"
	"github.com/tier2go/tier2/uop"
	"github.com/tier2go/tier2/uop/cpython"
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
	arg := int(in.Arg)
	unit, known := in.Unit, true
	if in.Op == pycode.RAISE_VARARGS {
		p.emit(cpython.RAISE_VARARGS, in.Arg, start)
	} else {
		p.emit(cpython.RERAISE, in.Arg, start)
		known = arg == 0 // otherwise the unit lies so far below the exception
	}
	for range frames {
		p.leave()
		u := p.emit(cpython.UNWIND_FRAME, 0, start)
		if p.code.shim {
			u.Operand0 = cpython.HiddenFrame
			continue
		}
		unit, known = p.code.instruction(p.pc-1), true
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
	if p.region != nil {
		return stopBlock
	}
	return uop.StopNone
}

// handler returns the handler of what the instruction at pc raises, and how many of
// the frames that are part of the trace lie above its.
func (p *projector) handler(pc int) (frames int, _ pycode.Handler, ok bool) {
	if p.vm.rules != nil && p.vm.rules[cpython.UNWIND] == nil {
		return 0, pycode.Handler{}, false
	}
	code := p.code
	for i := len(p.callers); ; i-- {
		if h := code.handlerAt(pc); h != nil {
			return len(p.callers) - i, h.Handler, true
		}
		if i == 0 || code.gen { // a generator has to be ended as well
			return 0, pycode.Handler{}, false
		}
		code, pc = p.callers[i-1].code, int(p.callers[i-1].pc)-1
	}
}
