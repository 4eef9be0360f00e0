package project

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
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
	m, given := p.given(d, start)
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

// takers are the Operators of instructions that take elements.
var takers = map[pycode.Op]pyguest.Operator{
	pycode.LIST_EXTEND: pyguest.TakeExtend, pycode.BINARY_OP: pyguest.TakeConcat, pycode.SET_UPDATE: pyguest.TakeUpdate, pycode.CONTAINS_OP: pyguest.TakeIn, pycode.UNPACK_SEQUENCE: pyguest.TakeUnpack,
}

// takeAt returns what the instruction with its opcode at a code unit is as an Operator, if it has last taken elements by a driver, with
// that and its code, which is nil if it has not.
func takeAt(p Program, code *adaptive.Code, op pycode.Op, unit int) (o pyguest.Operator, version uint32, callee *adaptive.Code) {
	if code.Feedback == nil || code.Feedback[unit].Driver == 0 || !p.Runs(cpython.TAKE_INIT_CALL) {
		return 0, 0, nil
	}
	o, ok := takers[op]
	if !ok {
		return 0, 0, nil
	}
	version = code.Feedback[unit].Driver
	if d, ok := p.Driver(version); !ok || d.Take != o.Take() {
		return 0, 0, nil
	}
	if o == pyguest.TakeIn && code.Live[unit]>>8 != 0 {
		o = pyguest.TakeNotIn
	}
	return o, version, p.CodeByVersion(version)
}

// takes goes on in the driver by which an instruction takes elements. ok is false if it has none.
func (p *projector) takes(op pycode.Op, start, at, after int, arg uint32) (stop uop.Stop, ok bool) {
	o, version, callee := takeAt(p.prog, p.code, op, at)
	if callee == nil {
		return 0, false
	}
	d, _ := p.prog.Driver(version)
	m, given := p.given(d, start)
	p.begin(start)
	p.usesCode(d.Code)
	u := p.emit(cpython.TAKE_INIT_CALL, uint32(o), start)
	u.Operand0, u.Operand1 = uint64(version), uint64(after)
	p.emit(cpython.PUSH_FRAME, arg, start)
	p.between(p.prog.OperatorShim(), after)
	stop = p.enterVersion(version, int(o.Return()))
	if given && stop == uop.StopNone {
		p.made = made{m.code, m.pc, m.word, callee, 0, len(p.callers)}
	}
	return stop, true
}

// unpacked is how many variables the UNPACK_SEQUENCE assigns that the frame at hand waits for.
func (p *projector) unpacked() uint32 {
	c := p.caller()
	return c.Code.Decode(int(c.PC) - 1 - pycode.UNPACK_SEQUENCE.Caches()).Arg
}

// given returns the generator that a driver gets, if the trace has made it or makes it.
func (p *projector) given(d object.Driver, start int) (m made, ok bool) {
	m = p.made
	if d.Kind == object.DrivesOver {
		m.code, m.pc = p.prog.Code(d.Code), d.Over.Unit
		m.word = object.GenWord(object.GenSuspended, uint32(2+m.code.LocalSlots), uint32(m.pc))
		return m, true
	}
	return m, d.Kind == object.DrivesGenerator && m.runsOver(p, start) && m.code.Handle == d.Code
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
