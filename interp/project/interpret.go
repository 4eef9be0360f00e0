package project

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// interpreted are the instructions that can be executed so.
var interpreted = [256]bool{
	pycode.CALL: true, pycode.CALL_KW: true, pycode.CALL_FUNCTION_EX: true, pycode.WITH_EXCEPT_START: true, pycode.BINARY_OP: true, pycode.COMPARE_OP: true,
	pycode.LOAD_ATTR: true, pycode.FOR_ITER: true, pycode.SEND: true, pycode.YIELD_VALUE: true, pycode.RETURN_VALUE: true,
	pycode.CONTAINS_OP: true, pycode.TO_BOOL: true, pycode.STORE_SUBSCR: true, pycode.STORE_ATTR: true, pycode.DELETE_SUBSCR: true, pycode.GET_ITER: true, pycode.GET_YIELD_FROM_ITER: true,
	pycode.UNARY_NEGATIVE: true, pycode.UNARY_INVERT: true, pycode.FORMAT_SIMPLE: true, pycode.CONVERT_VALUE: true, pycode.INTERPRETER_EXIT: true,
}

// IsInterpreted reports whether an instruction can be executed so.
func IsInterpreted(op pycode.Op) bool { return interpreted[op.Base()] }

// mostlyNot are those of them that are executed so only where they run code in Python
// that differs from time to time.
var mostlyNot = [256]bool{
	pycode.LOAD_ATTR: true, pycode.BINARY_OP: true, pycode.COMPARE_OP: true, pycode.CONTAINS_OP: true, pycode.TO_BOOL: true, pycode.STORE_SUBSCR: true, pycode.STORE_ATTR: true,
	pycode.DELETE_SUBSCR: true, pycode.GET_ITER: true, pycode.GET_YIELD_FROM_ITER: true, pycode.UNARY_NEGATIVE: true, pycode.UNARY_INVERT: true, pycode.FORMAT_SIMPLE: true, pycode.CONVERT_VALUE: true,
}

// interprets makes the trace's only instruction, the one at hand, one that tier 1's code
// executes, if that can be.
func (p *projector) interprets() bool {
	in := p.code.Decode(int(p.t.Entry))
	op := in.Op.Base()
	if !interpreted[op] || mostlyNot[op] && !p.runsMany(in.Op, int(p.t.Entry)) || in.Arg >= 1<<24 || len(p.callers) > 0 || op == pycode.RETURN_VALUE && !p.code.Generates ||
		!p.prog.Runs(cpython.INTERPRET) {
		return false
	}
	p.t.Insts = p.t.Insts[:0]
	p.yielded = 0
	p.begin(int(p.t.Entry))
	u := p.emit(cpython.INTERPRET, in.Arg, int(p.t.Entry))
	u.Operand0, u.Operand1 = pyguest.InterpretOperands(transfers[op], uint8(op), in.Unit+1)
	return true
}

// transfers are those of them that machine code may do by itself.
var transfers = [256]pyguest.Transfer{
	pycode.FOR_ITER: pyguest.TransferForIter, pycode.SEND: pyguest.TransferSend, pycode.YIELD_VALUE: pyguest.TransferYield, pycode.RETURN_VALUE: pyguest.TransferReturn,
	pycode.CALL: pyguest.TransferCall, pycode.CALL_KW: pyguest.TransferCallKw, pycode.CALL_FUNCTION_EX: pyguest.TransferCallEx, pycode.LOAD_ATTR: pyguest.TransferLoad,
}

// Interprets reports whether a trace from pc does no more than interpret the
// instruction there.
func Interprets(p Program, code *adaptive.Code, pc int) bool {
	if code.Execs != nil && code.Execs[pc] != nil {
		return false
	}
	in := pycode.Decode(code.Live, pc)
	switch op := in.Op.Base(); {
	case !interpreted[op] || in.Arg >= 1<<24:
		return false
	case op == pycode.YIELD_VALUE || op == pycode.RETURN_VALUE:
		return code.Generates
	case op == pycode.INTERPRETER_EXIT:
		return pyguest.Operator(in.Arg).Ends()
	case mostlyNot[op]:
		return code.RunsMany(in.Op, pc)
	case code.IsGeneral(pc) || code.ResumesAt(pc):
		return true
	}
	if x, _ := starredAt(p, code, in.Op, in.Unit); x != nil || in.Op == pycode.CALL_FUNCTION_EX && code.Operations != nil && code.Operations[in.Unit].Starred.Cached {
		return false
	}
	if x, _ := initKwAt(p, code, in.Op, in.Unit); x != nil || partialKwAt(p, code, in.Op, in.Unit) != nil {
		return false
	}
	steps := expansions[in.Op]
	return steps == nil || !runs(p, steps)
}

// runsMany is Code.runsMany for a trace, whose first instruction may be one that guards
// have failed at.
func (p *projector) runsMany(op pycode.Op, pc int) bool {
	return p.code.RunsMany(op, pc) || p.lim.Generic && len(p.callers) == 0 && pc == int(p.t.Entry) && p.code.Feedback != nil && (p.code.Feedback[pc].Getter || op == pycode.FOR_ITER && p.code.Feedback[pc].Next != 0)
}

// Leaves reports whether an _INTERPRET is of an instruction by which a generator leaves its frame.
func Leaves(u *uop.Inst) bool {
	t := pyguest.Transfer(u.Operand0 >> 8)
	return t == pyguest.TransferYield || t == pyguest.TransferReturn
}
