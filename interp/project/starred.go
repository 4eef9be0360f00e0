package project

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// starredAt returns what the CALL_FUNCTION_EX with its opcode at a code unit has called
// last, and its code if that is a function in Python; nil if nothing is known.
func starredAt(p Program, code *adaptive.Code, op pycode.Op, unit int) (*adaptive.Starred, *adaptive.Code) {
	if op != pycode.CALL_FUNCTION_EX || code.Operations == nil || !p.Runs(cpython.PY_FRAME_EX) {
		return nil, nil
	}
	x := &code.Operations[unit].Starred
	if x.Builtin {
		return x, nil
	}
	if x.Version == 0 {
		return nil, nil
	}
	callee := p.CodeByVersion(x.Version)
	if callee == nil || x.Made != 0 && (initVersion(p.Heap(), x.Made) != x.Version || !p.Runs(cpython.INIT_FRAME_EX)) {
		return nil, nil
	}
	return x, callee
}

// initKwAt returns the class that the CALL_KW with its opcode at a code unit has called last, and the code of its __init__; nil if nothing
// is known.
func initKwAt(p Program, code *adaptive.Code, op pycode.Op, unit int) (*adaptive.Starred, *adaptive.Code) {
	if op != pycode.CALL_KW || code.Operations == nil || !p.Runs(cpython.INIT_FRAME_KW) {
		return nil, nil
	}
	x := &code.Operations[unit].Starred
	if x.Made == 0 || initVersion(p.Heap(), x.Made) != x.Version {
		return nil, nil
	}
	if callee := p.CodeByVersion(x.Version); callee != nil {
		return x, callee
	}
	return nil, nil
}

// partialKw goes on in the function that a CALL_KW calls by a functools.partial. ok is false if nothing is known of it.
func (p *projector) partialKw(op pycode.Op, start, at, after int, arg uint32) (stop uop.Stop, ok bool) {
	x := partialKwAt(p.prog, p.code, op, at)
	if x == nil {
		return 0, false
	}
	p.begin(start)
	u := p.emit(cpython.PARTIAL_FRAME_KW, arg, start)
	u.Operand0, u.Operand1 = uint64(x.Version)|uint64(x.Order)<<32, uint64(x.Form)
	p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
	p.emit(cpython.PUSH_FRAME, arg, start)
	return p.enterVersion(x.Version, after), true
}

// partialKwAt returns what the CALL_KW with its opcode at a code unit has called last by a functools.partial; nil if nothing is known.
func partialKwAt(p Program, code *adaptive.Code, op pycode.Op, unit int) *adaptive.Starred {
	if op != pycode.CALL_KW || code.Operations == nil || !p.Runs(cpython.PARTIAL_FRAME_KW) {
		return nil
	}
	x := &code.Operations[unit].Starred
	if x.Made != 0 || x.Version == 0 || p.CodeByVersion(x.Version) == nil {
		return nil
	}
	return x
}

// initKw goes on in the __init__ of the class that a CALL_KW calls. ok is false if nothing is known of it.
func (p *projector) initKw(op pycode.Op, start, at, after int, arg uint32) (stop uop.Stop, ok bool) {
	x, _ := initKwAt(p.prog, p.code, op, at)
	if x == nil {
		return 0, false
	}
	p.begin(start)
	u := p.emit(cpython.INIT_FRAME_KW, arg, start)
	u.Operand0, u.Operand1 = uint64(x.Made), uint64(after)
	return p.pushInit(x, start, after), true
}

// pushInit begins the frame of the __init__ that x says, above the one that returns the instance.
func (p *projector) pushInit(x *adaptive.Starred, start, after int) uop.Stop {
	p.emit(cpython.PUSH_FRAME, 0, start)
	p.between(p.prog.InitShim(), after)
	return p.enterVersion(x.Version, pyguest.ShimReturn)
}

// starred goes on in the function that a CALL_FUNCTION_EX calls, or behind what is no
// function in Python. ok is false if nothing is known of it.
func (p *projector) starred(op pycode.Op, start, at, after int) (stop uop.Stop, ok bool) {
	x, callee := starredAt(p.prog, p.code, op, at)
	if x == nil {
		return 0, false
	}
	p.begin(start)
	if callee == nil {
		u := p.emit(cpython.CALL_EX, 0, start)
		u.Operand0, u.Operand1 = uint64(x.Class), uint64(x.Order)
		p.pc = after
		return uop.StopNone, true
	}
	return p.starredFrame(x, 0, start, after), true
}

// starredFrame goes on in the function that x says; the instruction that begins at start is the call, or with merges 1 the DICT_MERGE
// in front of it.
func (p *projector) starredFrame(x *adaptive.Starred, merges uint32, start, after int) uop.Stop {
	if x.Made != 0 {
		u := p.emit(cpython.INIT_FRAME_EX, merges, start)
		u.Operand0, u.Operand1 = uint64(x.Made)|uint64(x.Order)<<32, uint64(x.Form)|uint64(after)<<32
		return p.pushInit(x, start, after)
	}
	u := p.emit(cpython.PY_FRAME_EX, merges, start)
	u.Operand0, u.Operand1 = uint64(x.Version)|uint64(x.Order)<<32, uint64(x.Form)|uint64(x.Object)<<32
	p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
	p.emit(cpython.PUSH_FRAME, 0, start)
	return p.enterVersion(x.Version, after)
}

// mergedStarred is starred for a DICT_MERGE that ends at a code unit with the call behind it, where that has arguments by keyword: they are
// one instruction then. ok is false for others.
func (p *projector) mergedStarred(op pycode.Op, arg uint32, start, after int) (stop uop.Stop, ok bool) {
	if op != pycode.DICT_MERGE || arg != 1 || !p.code.Starred(after) {
		return 0, false
	}
	x, callee := starredAt(p.prog, p.code, pycode.CALL_FUNCTION_EX, after)
	if callee == nil || x.Empty || p.general(after) {
		return 0, false
	}
	p.begin(start)
	p.t.Bytecodes++
	return p.starredFrame(x, 1, start, after+1), true
}

// mergesNames returns which names the arguments by keyword of a call at a code unit had, and how many those were, where it begins no frame, for the
// DICT_MERGE in front of it: f(…, a=1, **kw). The order is 0 if that is not known.
func mergesNames(p Program, code *adaptive.Code, call int) (order uint32, n int) {
	in := code.Decode(call)
	if x, callee := starredAt(p, code, in.Op, in.Unit); x != nil && callee == nil {
		return x.Order, x.Form.Named()
	}
	return 0, 0
}

// mergesNothing reports whether a DICT_MERGE has last merged an empty dict, for the call
// behind it, which is at a code unit: f(…, **kw) without arguments by keyword.
func mergesNothing(code *adaptive.Code, call int) bool {
	in := code.Decode(call)
	return in.Op == pycode.CALL_FUNCTION_EX && code.Operations != nil && code.Operations[in.Unit].Starred.Empty
}
