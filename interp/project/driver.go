package project

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// driverAt returns the driver that the call with its opcode at a code unit runs, with its version and its code; nil if it
// runs none.
func driverAt(p Program, code *adaptive.Code, op pycode.Op, unit int) (version uint32, d object.Driver, callee *adaptive.Code) {
	if op != pycode.CALL_NON_PY_GENERAL || code.Feedback == nil || code.Feedback[unit].Driver == 0 {
		return 0, d, nil
	}
	version = code.Feedback[unit].Driver
	d, ok := p.Driver(version)
	if !ok {
		return 0, d, nil
	}
	return version, d, p.CodeByVersion(version)
}

// drives goes on in a driver.
func (p *projector) drives(version uint32, d object.Driver, callee *adaptive.Code, start, after int, arg uint32) uop.Stop {
	m := p.made
	given := d.Kind == object.DrivesGenerator && m.runsOver(p, start) && m.code.Handle == d.Code
	if d.Kind == object.DrivesOver { // the trace makes it
		m.code, m.pc, given = p.prog.Code(d.Code), d.Over.Unit, true
		m.word = object.GenWord(object.GenSuspended, uint32(2+m.code.LocalSlots), uint32(m.pc))
	}
	p.begin(start)
	p.usesCode(d.Code)
	p.emit(cpython.EXPAND_DRIVER, arg, start).Operand0 = uint64(version)
	if d.Kind != object.DrivesOver { // else it is asked ahead of making the generator
		p.emit(cpython.CHECK_RECURSION_REMAINING, arg, start)
	}
	p.emit(cpython.INIT_CALL_PY_EXACT_ARGS, arg, start).Operand0 = uint64(version)
	p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
	p.emit(cpython.PUSH_FRAME, arg, start)
	stop := p.enterVersion(version, after)
	if given && stop == uop.StopNone {
		p.made = made{m.code, m.pc, m.word, callee, 0, len(p.callers)}
	}
	return stop
}

// usesCode is uses of what may be no code.
func (p *projector) usesCode(handle uint32) {
	if handle != object.NoCode {
		p.uses(uint64(handle))
	}
}

// eachMembers are the instructions that call builtin functions which may have a driver (object.Each), and what they become.
var eachMembers = map[pycode.Op]uop.ID{pycode.CALL_NON_PY_GENERAL: cpython.EACH_FRAME, pycode.CALL_KW_NON_PY: cpython.EACH_FRAME_KW}

// each goes on in the driver that a call has run last. ok is false if it has run none.
func (p *projector) each(op pycode.Op, start, at, after int, arg uint32) (stop uop.Stop, ok bool) {
	id, ok := eachMembers[op]
	if !ok || p.code.Feedback == nil || !p.prog.Runs(id) {
		return 0, false
	}
	version := p.code.Feedback[at].Driver
	d, ok := p.prog.Each(version)
	if !ok || p.prog.CodeByVersion(version) == nil {
		return 0, false
	}
	p.begin(start)
	p.usesCode(d.Code)
	p.emit(id, arg, start).Operand0 = uint64(version)
	p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
	p.emit(cpython.PUSH_FRAME, arg, start)
	return p.enterVersion(version, after), true
}
