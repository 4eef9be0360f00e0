package project

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/uop"
)

// getterAt returns the class whose instances the LOAD_ATTR with its opcode at a code unit has read an attribute of that a function
// in Python returns, and the function's code; nil if there is none that a frame can be begun of. hides says that instances that have
// such an attribute themselves do not come to the function.
func getterAt(p Program, code *adaptive.Code, op pycode.Op, unit int, arg uint32) (t *object.Type, callee *adaptive.Code, hides bool) {
	if op != pycode.LOAD_ATTR || arg&1 != 0 || code.Operations == nil || !p.Runs(cpython.LOAD_ATTR_FUNCTION_FRAME) {
		return nil, nil, false
	}
	x := &code.Operations[unit]
	t = p.Heap().TypeByVersion(x.Left)
	if x.Left == 0 || t == nil {
		return nil, nil, false
	}
	g, n := p.Heap().AttrReaderOf(t, code.NameValues[arg>>1]), 3
	if g.Key == object.Null {
		n = 2
	}
	hides = g.Hidden && t.HasDict()
	if hides && (t.ValuesOff() == 0 || t.KeysVersion() == 0 || t.KeyIndex(code.NameValues[arg>>1]) >= 0) {
		return nil, nil, false // instances may have the attribute themselves
	}
	if g.Func == object.Null || g.Func != x.Method {
		return nil, nil, false
	}
	callee = p.CodeByVersion(p.Heap().Half(g.Func, object.OffFuncVersion))
	if callee == nil || !callee.Takes(n) {
		return nil, nil, false
	}
	return t, callee, hides
}

// getter goes on in the function in Python that returns the attribute which the instruction at start reads. ok is false if there
// is none.
func (p *projector) getter(op pycode.Op, start, at, after int, arg uint32) (stop uop.Stop, ok bool) {
	t, callee, hides := getterAt(p.prog, p.code, op, at, arg)
	if t == nil {
		return 0, false
	}
	p.begin(start)
	p.emit(cpython.GUARD_TYPE_VERSION, arg, start).Operand0 = uint64(t.Version())
	if hides {
		p.emit(cpython.GUARD_DORV_VALUES_INST_ATTR_FROM_DICT, arg, start)
		u := p.emit(cpython.GUARD_KEYS_VERSION, arg, start)
		u.Operand0, u.Operand1 = uint64(t.KeysVersion()), uint64(t.Version())
	}
	u := p.emit(cpython.LOAD_ATTR_FUNCTION_FRAME, arg, start)
	u.Operand0, u.Operand1 = uint64(t.Version()), uint64(callee.Version)
	p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
	p.emit(cpython.PUSH_FRAME, arg, start)
	return p.enterUnknown(callee.Version, after), true
}

// enterUnknown is enterVersion of a function that the profile, which follows calls only, knows nothing of.
func (p *projector) enterUnknown(version uint32, after int) uop.Stop {
	stop := p.enterVersion(version, after)
	if stop == uop.StopNone {
		p.unknown()
	}
	return stop
}

// unknown says that the profile knows nothing of the frame at hand.
func (p *projector) unknown() {
	if r := p.region; r != nil {
		r.contexts[r.at].inside = true
	}
}
