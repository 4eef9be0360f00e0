package project

import (
	"github.com/tier2go/tier2/interp/adaptive"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/interp/pycode"
	"github.com/tier2go/tier2/interp/pyguest"
	"github.com/tier2go/tier2/uop"
)

// numbers guards the types of a float and an int that COMPARE_OP has seen, and of a number
// that UNARY_NEGATIVE has.
func (p *projector) numbers(op pycode.Op, start, at int) {
	if p.code.Operations == nil || p.general(start) {
		return
	}
	switch op {
	case pycode.COMPARE_OP:
	case pycode.UNARY_NEGATIVE:
		switch p.code.Operations[at].Left {
		case uint32(object.IntType):
			p.emit(cpython.GUARD_TOS_INT, 0, start)
		case uint32(object.FloatType):
			p.emit(cpython.GUARD_TOS_FLOAT, 0, start)
		}
		return
	default:
		return
	}
	switch x := &p.code.Operations[at]; {
	case x.Left == uint32(object.FloatType) && x.Right == uint32(object.IntType):
		p.emit(cpython.GUARD_NOS_FLOAT, 0, start)
		p.emit(cpython.GUARD_TOS_INT, 0, start)
	case x.Left == uint32(object.IntType) && x.Right == uint32(object.FloatType):
		p.emit(cpython.GUARD_NOS_INT, 0, start)
		p.emit(cpython.GUARD_TOS_FLOAT, 0, start)
	}
}

// classSpecial guards of which class an instance is, whose special method LOAD_SPECIAL takes.
func (p *projector) classSpecial(op pycode.Op, start, at int, arg uint32) {
	if op != pycode.LOAD_SPECIAL || p.code.Operations == nil || p.general(start) {
		return
	}
	left := p.code.Operations[at].Left
	if t := p.heap.TypeByVersion(left); t != nil && p.heap.AttrKind(t.Lookup(p.heap.Intern(pycode.SpecialMethod(arg)))) == object.MethodAttr {
		p.emit(cpython.GUARD_TYPE_VERSION, arg, start).Operand0 = uint64(left)
	}
}

// classAttr guards of which class an instance is, or which class a value is, whose attribute LOAD_ATTR takes or STORE_ATTR sets in their
// general forms, where the class says what that is.
func (p *projector) classAttr(op pycode.Op, start, at int, arg uint32) {
	if op != pycode.LOAD_ATTR && op != pycode.STORE_ATTR || p.code.Operations == nil || p.general(start) {
		return
	}
	x := &p.code.Operations[at]
	t := p.heap.TypeByVersion(x.Left)
	if t == nil {
		return
	}
	guard, constant, name := cpython.GUARD_TYPE_VERSION, p.heap.ConstantOf, arg>>1
	switch {
	case op == pycode.STORE_ATTR:
		guard, constant, name = cpython.CHECK_ATTR_CLASS, p.heap.VaryingOf, arg
	case x.Right != 0:
		guard, constant = cpython.CHECK_ATTR_CLASS, p.heap.ConstantOfClass
	}
	if _, ok := constant(t, p.code.NameValues[name]); ok {
		p.emit(guard, arg, start).Operand0 = uint64(x.Left)
	}
}

// countsFromEnd reports whether a subscript is compiled for indices that count from the
// end: where such have been seen, once also where it would be compiled in its general form,
// because a guard has failed there that they are not.
func (p *projector) countsFromEnd(x *adaptive.Operation) bool {
	switch {
	case x.FromEnd == adaptive.FromEndNever || x.FromEnd == adaptive.FromEndFailed:
		return false
	case x.FromEnd == adaptive.FromEndCompiled && p.first && p.lim.Generic:
		x.FromEnd = adaptive.FromEndFailed
		return false
	}
	x.FromEnd = adaptive.FromEndCompiled
	return true
}

// fromEndMembers are the members for subscripts of sequences.
var fromEndMembers = map[object.TypeID]pycode.Op{
	object.ListType: pycode.BINARY_OP_SUBSCR_LIST_INT, object.TupleType: pycode.BINARY_OP_SUBSCR_TUPLE_INT, object.StrType: pycode.BINARY_OP_SUBSCR_STR_INT,
}

// fromEnd returns the member of its family that a subscript is compiled as which has seen
// indices below 0: CPython has none for them. ok is false if it has not.
func (p *projector) fromEnd(op pycode.Op, at int) (member pycode.Op, ok bool) {
	if p.code.Operations == nil || p.code.Operations[at].FromEnd == adaptive.FromEndNever {
		return 0, false
	}
	x := &p.code.Operations[at]
	switch op {
	case pycode.BINARY_OP_SUBSCR_LIST_INT, pycode.BINARY_OP_SUBSCR_TUPLE_INT, pycode.BINARY_OP_SUBSCR_STR_INT, pycode.STORE_SUBSCR_LIST_INT:
		member = op
	case pycode.BINARY_OP:
		member = fromEndMembers[x.FromEndType]
	case pycode.STORE_SUBSCR:
		if x.FromEndType == object.ListType {
			member = pycode.STORE_SUBSCR_LIST_INT
		}
	}
	return member, member != 0 && p.countsFromEnd(x)
}

// numbersAt says of which numbers a subscript is that has seen an int.
func (p *projector) numbersAt(u *uop.Inst, start, at int) {
	if p.code.Operations == nil || u.Op == cpython.BINARY_OP && object.BinaryOp(u.Oparg) != object.Subscr {
		return
	}
	x := &p.code.Operations[at]
	if x.Numbers == 0 || x.Right != uint32(object.IntType) {
		return
	}
	fromEnd := p.countsFromEnd(x)
	if p.general(start) && !fromEnd {
		return
	}
	if version, code, ok := pyguest.NumbersAt(p.heap, x.Left, x.Numbers); ok {
		u.Operand0, u.Operand1 = version, code
		if fromEnd {
			u.Operand0 |= pyguest.FromEnd
		}
	}
}

// operatorAt returns the method in Python that a projection goes on in from the operator
// with its opcode at a code unit, and its code; nil if there is none, or if it does not
// take just the operands.
func operatorAt(p Program, code *adaptive.Code, op pycode.Op, unit int) (*adaptive.Operation, *adaptive.Code) {
	if !adaptive.IsOperator(op) && op != pycode.CALL_NON_PY_GENERAL || code.Operations == nil {
		return nil, nil
	}
	x := &code.Operations[unit]
	if op == pycode.CALL_NON_PY_GENERAL && p.Known().Callee(x.Operator) == object.Null {
		return nil, nil
	}
	left, right := p.Heap().TypeByVersion(x.Left), p.Heap().TypeByVersion(x.Right)
	if x.Method == object.Null || x.Left == 0 || left == nil {
		return nil, nil
	}
	callee := p.CodeByVersion(p.Heap().Half(x.Method, object.OffFuncVersion))
	if callee == nil {
		return nil, nil
	}
	if o := x.Operator; o.Stores() {
		_, n := o.Arguments(pyguest.Entries{})
		if f, now, _ := pyguest.SetterOf(p.Heap(), left, code.NameValues[x.Right]); f != x.Method || now != o || !callee.Takes(n) {
			return nil, nil
		}
	} else if o.IsSpecial() {
		_, n := o.Arguments(pyguest.Entries{})
		if o.MethodOf(left) != x.Method || !callee.Takes(n) && !(o.Iterates() && callee.Makes(n)) {
			return nil, nil
		}
	} else if right == nil || o.Method(p.Heap(), left, right) != x.Method || !callee.Takes(2) {
		return nil, nil
	}
	return x, callee
}

// operator goes on in an operator's method in Python. ok is false if there is none.
func (p *projector) operator(op pycode.Op, start, at, after int, arg uint32) (stop uop.Stop, ok bool) {
	x, callee := operatorAt(p.prog, p.code, op, at)
	if x == nil || !p.prog.Runs(cpython.OPERATOR_INIT_CALL) {
		return 0, false
	}
	p.begin(start)
	switch op {
	case pycode.CALL_LEN:
		p.emit(cpython.GUARD_NOS_NULL, arg, start)
		p.emit(cpython.GUARD_CALLABLE_LEN, arg, start).Operand0 = uint64(p.prog.Known().Len)
	case pycode.CALL_STR_1:
		p.emit(cpython.GUARD_NOS_NULL, arg, start)
		p.emit(cpython.GUARD_CALLABLE_STR_1, arg, start).Operand0 = uint64(p.prog.Known().Str)
	case pycode.CALL_NON_PY_GENERAL:
		guard := cpython.GUARD_CALLABLE_LEN // any callable's is this, behind an argument
		if arg == 2 {
			guard = cpython.GUARD_CALLABLE_ISINSTANCE
		}
		p.emit(guard, arg, start).Operand0 = uint64(p.prog.Known().Callee(x.Operator))
		switch x.Operator {
		case pyguest.Hash, pyguest.Next, pyguest.IterOf, pyguest.ReprOf:
			p.emit(cpython.GUARD_NOS_NULL, arg, start)
		case pyguest.InstanceCheck, pyguest.SubclassCheck:
			p.emit(cpython.GUARD_THIRD_NULL, arg, start)
		}
	}
	if x.Operator.Stores() {
		u := p.emit(cpython.SETTER_INIT_CALL, uint32(x.Operator), start)
		u.Operand0, u.Operand1 = uint64(x.Left)|uint64(x.Right)<<32, uint64(after)|uint64(callee.Version)<<32
	} else if x.Operator.IsSpecial() {
		u := p.emit(cpython.SPECIAL_INIT_CALL, uint32(x.Operator), start)
		u.Operand0, u.Operand1 = uint64(x.Left), uint64(after)
		if _, ok := x.Operator.KeyUse(); ok {
			u.Operand0 |= uint64(x.Right) << 32
		}
	} else {
		u := p.emit(cpython.OPERATOR_INIT_CALL, uint32(x.Operator), start)
		u.Operand0, u.Operand1 = uint64(x.Left)|uint64(x.Right)<<32, uint64(after)
	}
	p.emit(cpython.PUSH_FRAME, arg, start)
	p.between(p.prog.OperatorShim(), after)
	return p.enterVersion(callee.Version, int(x.Operator.Return())), true
}

// between puts a frame that waits for the next one's result in front of it.
func (p *projector) between(shim *adaptive.Code, after int) {
	p.callers = append(p.callers[:len(p.callers):len(p.callers)], Caller{p.code, uint32(after), p.gen})
	p.code, p.gen = shim, Generator{}
	if p.region != nil {
		p.region.enter(shim, after, Generator{})
	}
}

// operatorResult is INTERPRETER_EXIT.
func (p *projector) operatorResult(start, after int, arg uint32) uop.Stop {
	o, result := pyguest.Operator(arg), cpython.OPERATOR_RESULT
	if o.Ends() {
		if len(p.callers) == 0 {
			return p.stop(uop.StopUnsupported, start)
		}
		p.begin(start)
		if o.Spreads() {
			p.emit(cpython.SPECIAL_SPREAD, p.unpacked(), start)
		} else {
			p.emit(cpython.SPECIAL_END, arg, start)
		}
		p.t.Bytecodes++ // the return behind it
		return p.leave()
	}
	if o == pyguest.Make && p.first { // which class has been called is not known: an __init__ may have to be begun
		return p.stop(uop.StopUnsupported, start)
	}
	if o.IsSpecial() {
		result = cpython.SPECIAL_RESULT
	}
	p.begin(start)
	u := p.emit(result, arg, start)
	if p.first && (p.linking || p.lim.Generic) { // where it has left, it would again
		u.Operand0 = 1
	}
	p.pc = after
	return uop.StopNone
}

// newAt returns the class with a __new__ in Python that the call with its opcode at a code unit calls, and the code of
// that; nil if it cannot begin a frame with the arguments.
func newAt(p Program, code *adaptive.Code, op pycode.Op, unit, nargs int) (*object.Type, *adaptive.Code) {
	if op != pycode.CALL_NON_PY_GENERAL || code.Operations == nil || adaptive.CacheValue(code.Live[unit+2:], 2) != 0 {
		return nil, nil
	}
	t := p.Heap().TypeByVersion(code.Operations[unit].Left)
	if t == nil || t.NewFunction() == object.Null {
		return nil, nil
	}
	callee := p.CodeByVersion(p.Heap().Half(t.NewFunction(), object.OffFuncVersion))
	if callee == nil || !callee.Binds(nargs+1) {
		return nil, nil
	}
	return t, callee
}

// callableAt returns the class that the call with its opcode at a code unit calls an
// instance of, and the code of its __call__; nil if it cannot begin a frame with the arguments.
func callableAt(p Program, code *adaptive.Code, op pycode.Op, unit, nargs int) (*object.Type, *adaptive.Code) {
	if op != pycode.CALL_NON_PY_GENERAL {
		return nil, nil
	}
	t := p.Heap().TypeByVersion(uint32(adaptive.CacheValue(code.Live[unit+2:], 2)))
	if t == nil {
		return nil, nil
	}
	m := t.CallMethod()
	if m == object.Null || !p.Heap().Is(m, object.FunctionType) {
		return nil, nil
	}
	callee := p.CodeByVersion(p.Heap().Half(m, object.OffFuncVersion))
	if callee == nil || !callee.Binds(nargs+1) {
		return nil, nil
	}
	return t, callee
}

// partialAt returns what the call with its opcode at a code unit has called by a functools.partial, and its code; nil if that cannot
// begin a frame with the arguments.
func partialAt(p Program, code *adaptive.Code, op pycode.Op, unit, nargs int) (*adaptive.Starred, *adaptive.Code) {
	if op != pycode.CALL_NON_PY_GENERAL || code.Operations == nil || code.Operations[unit].Starred.Version == 0 || !p.Runs(cpython.PARTIAL_FRAME) {
		return nil, nil
	}
	x := &code.Operations[unit].Starred
	callee := p.CodeByVersion(x.Version)
	if callee == nil || x.Form.Named() == 0 && !callee.Binds(nargs+int(x.Form)) {
		return nil, nil
	}
	return x, callee
}

// callable goes on in what a call of something else than a function runs: a driver, the __new__ of a class, the __call__ of an
// instance. ok is false if that is none in Python.
func (p *projector) callable(op pycode.Op, start, at, after int, arg uint32) (stop uop.Stop, ok bool) {
	if version, d, callee := driverAt(p.prog, p.code, op, at); callee != nil && p.prog.Runs(cpython.EXPAND_DRIVER) {
		return p.drives(version, d, callee, start, after, arg), true
	}
	if t, callee := newAt(p.prog, p.code, op, at, int(arg)); t != nil && p.prog.Runs(cpython.NEW_INIT_CALL) {
		p.begin(start)
		u := p.emit(cpython.NEW_INIT_CALL, arg, start)
		u.Operand0, u.Operand1 = uint64(t.Version()), uint64(after)
		p.emit(cpython.PUSH_FRAME, arg, start)
		p.between(p.prog.OperatorShim(), after)
		return p.enterVersion(callee.Version, int(pyguest.Make.Return())), true
	}
	if x, callee := partialAt(p.prog, p.code, op, at, int(arg)); callee != nil {
		p.begin(start)
		u := p.emit(cpython.PARTIAL_FRAME, arg, start)
		u.Operand0, u.Operand1 = uint64(x.Version)|uint64(x.Order)<<32, uint64(x.Form)
		p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
		p.emit(cpython.PUSH_FRAME, arg, start)
		return p.enterVersion(x.Version, after), true
	}
	t, callee := callableAt(p.prog, p.code, op, at, int(arg))
	if t == nil || !p.prog.Runs(cpython.EXPAND_CALLABLE) {
		return 0, false
	}
	p.begin(start)
	u := p.emit(cpython.EXPAND_CALLABLE, arg, start)
	u.Operand0, u.Operand1 = uint64(t.Version()), uint64(t.CallMethod())
	p.emit(cpython.CHECK_RECURSION_REMAINING, arg, start)
	begin := cpython.PY_FRAME_GENERAL
	if callee.Takes(int(arg) + 1) {
		begin = cpython.INIT_CALL_PY_EXACT_ARGS
	}
	p.emit(begin, arg, start).Operand0 = uint64(callee.Version)
	p.emit(cpython.SAVE_RETURN_OFFSET, uint32(after-start), start)
	p.emit(cpython.PUSH_FRAME, arg, start)
	return p.enterVersion(callee.Version, after), true
}
