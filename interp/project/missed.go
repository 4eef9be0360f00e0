package project

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// missedAt returns what the instruction with its opcode at a code unit has looked up last, if it calls a function in Python where it finds
// nothing; else nil.
func missedAt(p Program, code *adaptive.Code, op pycode.Op, unit int, arg uint32) *adaptive.Missed {
	if code.Operations == nil || !p.Runs(cpython.SUBSCR_FOUND) {
		return nil
	}
	x := &code.Operations[unit].Missed
	switch x.Kind {
	case object.MissedItem, object.MissedDefault:
		if op == pycode.BINARY_OP && object.BinaryOp(arg) == object.Subscr {
			return x
		}
	case object.MissedCall, object.MissedMethod:
		if op == pycode.CALL_NON_PY_GENERAL {
			return x
		}
	}
	return nil
}

// missed goes on behind a look-up that finds something, or in the function that is called where it does not: whichever it has mostly been.
// Where a trace continues an exit it is what has been last, for the exit's own trace has followed the other way. ok is false if the
// instruction is none of these.
func (p *projector) missed(op pycode.Op, start, at, after int, arg uint32) (stop uop.Stop, ok bool) {
	x := missedAt(p.prog, p.code, op, at, arg)
	if x == nil {
		return 0, false
	}
	call := op == pycode.CALL_NON_PY_GENERAL
	if !x.Calls(!p.first || !p.linking) {
		p.begin(start)
		if call {
			p.emit(cpython.CALL_FOUND, arg, start).Operand0 = uint64(x.Kind)
		} else {
			p.emit(cpython.SUBSCR_FOUND, arg, start).Operand0 = uint64(x.Type)
		}
		p.pc = after
		return uop.StopNone, true
	}
	n := map[object.Missed]int{object.MissedItem: 2, object.MissedCall: int(arg), object.MissedMethod: int(arg) + 1}[x.Kind]
	callee := p.prog.CodeByVersion(x.Function)
	if callee == nil || !callee.Binds(n) || x.Kind == object.MissedItem && !callee.Takes(n) {
		return 0, false
	}
	p.begin(start)
	switch x.Kind {
	case object.MissedItem:
		p.subscrMissed(x, start, after)
		p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
		p.emit(cpython.PUSH_FRAME, 0, start)
		return p.enterUnknown(x.Function, after), true
	case object.MissedDefault:
		p.subscrMissed(x, start, after)
		return p.pushAbove(pyguest.Default, x.Function, start, after), true
	}
	u := p.emit(cpython.CALL_MISSED, arg, start)
	u.Operand0, u.Operand1 = uint64(x.Kind)|uint64(x.Function)<<32, uint64(after)
	return p.pushAbove(pyguest.Keep, x.Function, start, after), true
}

func (p *projector) subscrMissed(x *adaptive.Missed, start, after int) {
	u := p.emit(cpython.SUBSCR_MISSED, uint32(x.Kind), start)
	u.Operand0, u.Operand1 = uint64(x.Type)|uint64(x.Function)<<32, uint64(after)
}

// pushAbove pushes the frame of a function that has a version, above the one that does something with its result.
func (p *projector) pushAbove(o pyguest.Operator, version uint32, start, after int) uop.Stop {
	p.emit(cpython.PUSH_FRAME, 0, start)
	p.between(p.prog.OperatorShim(), after)
	p.unknown()
	return p.enterUnknown(version, int(o.Return()))
}

// cachedStarred is missed for a CALL_FUNCTION_EX.
func (p *projector) cachedStarred(op pycode.Op, start, at, after int) (stop uop.Stop, ok bool) {
	if op != pycode.CALL_FUNCTION_EX || p.code.Operations == nil || !p.code.Operations[at].Starred.Cached || !p.prog.Runs(cpython.CALL_EX_FOUND) {
		return 0, false
	}
	x, form := &p.code.Operations[at].Missed, p.code.Operations[at].Starred.Form
	if x.Kind != object.MissedCall && x.Kind != object.MissedMethod {
		return 0, false
	}
	if !x.Calls(!p.first || !p.linking) {
		p.begin(start)
		u := p.emit(cpython.CALL_EX_FOUND, 0, start)
		u.Operand0, u.Operand1 = uint64(x.Kind), uint64(form)
		p.pc = after
		return uop.StopNone, true
	}
	n := form.Count()
	if x.Kind == object.MissedMethod {
		n++
	}
	if callee := p.prog.CodeByVersion(x.Function); callee == nil || !callee.Binds(n) {
		return 0, false
	}
	p.begin(start)
	u := p.emit(cpython.CALL_EX_MISSED, 0, start)
	u.Operand0, u.Operand1 = uint64(x.Kind)|uint64(x.Function)<<32, uint64(form)|uint64(after)<<32
	return p.pushAbove(pyguest.Keep, x.Function, start, after), true
}

// weakCall is the call of a weak reference. ok is false if the call at hand is another one.
func (p *projector) weakCall(op pycode.Op, start, at, after int, arg uint32) (ok bool) {
	if op != pycode.CALL_NON_PY_GENERAL || arg != 0 || !p.prog.Runs(cpython.CALL_WEAK) {
		return false
	}
	version := uint32(adaptive.CacheValue(p.code.Live[at+2:], 2))
	if t := p.heap.TypeByVersion(version); version == 0 || t == nil || !t.CallsWeak() {
		return false
	}
	p.begin(start)
	p.emit(cpython.CALL_WEAK, arg, start).Operand0 = uint64(version)
	p.pc = after
	return true
}
