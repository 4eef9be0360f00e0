package pyguest

import (
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// Operators that are methods in Python. The method gets a frame like any call, above a
// frame that the guest does not see: that has the operands, and goes on with what the
// method has returned. It is nearly always the result. NotImplemented is not: then the
// operator's other attempts are made. The frame adds nothing to the recursion depth,
// for CPython has none.

// An Operator says what waits for a method's result: which operator is evaluated, by
// which attempt, and what becomes of it.
type Operator uint8

const (
	attempts      = int(object.AttemptRight) // AttemptInPlace is the first
	firstCompare  = int(object.Subscr) * attempts
	unequal       = int(object.GE + 1) // stands for != by an __eq__, behind the comparisons
	numOperators  = firstCompare + 2*attempts*(unequal+1)
	operatorUnits = 3
)

// BinaryOperator returns the Operator of an attempt at a binary operator.
func BinaryOperator(op object.BinaryOp, at object.Attempt) Operator {
	return Operator(int(op)*attempts + int(at) - 1)
}

// CompareOperator returns the Operator of an attempt at a comparison; truth says that
// its truth is wanted, not that it is != by a method for == (Heap.FirstCompare).
func CompareOperator(op object.CompareOp, at object.Attempt, truth, not bool) Operator {
	n := int(op)
	if not {
		n = unequal
	}
	o := firstCompare + 2*(n*attempts+int(at)-1)
	if truth {
		o++
	}
	return Operator(o)
}

// Return is the unit at which the frame beneath the operator's method goes on. As in
// any frame that waits, a unit that belongs to the call is in front of it.
func (o Operator) Return() uint32 { return operatorUnits*uint32(o) + 1 }

// Attempt returns which attempt it is.
func (o Operator) Attempt() object.Attempt {
	n := int(o)
	if n >= firstCompare {
		n = (n - firstCompare) / 2
	}
	return object.Attempt(n%attempts + 1)
}

func (o Operator) isCompare() bool { return int(o) >= firstCompare && o < Contains }

func (o Operator) binary() object.BinaryOp { return object.BinaryOp(int(o) / attempts) }

func (o Operator) compare() object.CompareOp {
	if o.inverts() {
		return object.NE
	}
	return object.CompareOp((int(o) - firstCompare) / 2 / attempts)
}

// inverts reports whether the result is the opposite of the truth of what the method returns.
func (o Operator) inverts() bool { return o.isCompare() && (int(o)-firstCompare)/2/attempts == unequal }

// wantsTruth reports whether the result is the truth of what the method returns.
func (o Operator) wantsTruth() bool { return o.isCompare() && (int(o)-firstCompare)%2 != 0 }

// Method returns the function in Python that the operator calls first for operands of
// two types, Null if that is another attempt's, or no function in Python.
func (o Operator) Method(h *object.Heap, left, right *object.Type) object.Value {
	var f object.Value
	var at object.Attempt
	var not bool
	if o.isCompare() {
		f, at, not = h.FirstCompare(o.compare(), left, right)
	} else {
		f, at = h.FirstBinary(o.binary(), left, right)
	}
	if at != o.Attempt() || not != o.inverts() {
		return object.Null
	}
	return f
}

// Finish makes the operator's result of what its method has returned for a and b.
func (o Operator) Finish(h *object.Heap, a, b, v object.Value) (object.Value, error) {
	switch o {
	case Make:
		return h.AfterNew(a, b, v)
	case Default:
		return h.DictSetDefault(a, b, v)
	case Keep:
		return v, h.CacheKeep(a, b, v)
	}
	if o.Result(v) {
		return v, nil
	}
	var err error
	if o.inverts() && v != object.NotImplemented {
		truth, err := h.Truth(v)
		return object.Bool(!truth), err
	}
	if v == object.NotImplemented {
		if o.isCompare() {
			v, err = h.CompareAfter(o.compare(), o.Attempt(), a, b)
		} else {
			v, err = h.BinaryAfter(o.binary(), o.Attempt(), a, b)
		}
	}
	if err != nil || !o.wantsTruth() || v == object.True || v == object.False {
		return v, err
	}
	truth, err := h.Truth(v)
	return object.Bool(truth), err
}

// Result reports whether what the operator's method has returned is its result as it is.
func (o Operator) Result(v object.Value) bool {
	if o.inverts() {
		return false
	}
	if o.wantsTruth() {
		return v == object.True || v == object.False
	}
	return v != object.NotImplemented
}

// operatorCall begins the frame of an operator's method, above the one that waits for
// its result.
func (p *py) operatorCall(b *build.Builder, u *uop.Inst) error {
	o := Operator(u.Oparg)
	left, right := p.h.TypeByVersion(uint32(u.Operand0)), p.h.TypeByVersion(uint32(u.Operand0>>32))
	if left == nil || right == nil {
		return b.Abort(build.AbortNoRule, "the class of an operand has changed")
	}
	f := o.Method(p.h, left, right)
	if f == object.Null {
		return b.Abort(build.AbortBadTrace, "the operator is another method")
	}
	if err := p.guardOperand(b, 1, left); err != nil {
		return err
	}
	if o.Attempt() != object.AttemptInPlace { // that does not ask what is on the right
		if err := p.guardOperand(b, 0, right); err != nil {
			return err
		}
	}
	kept := []*ir.Value{b.Peek(1), b.Peek(0)}
	args := kept
	if o.Attempt().Reflected() {
		args = []*ir.Value{kept[1], kept[0]}
	}
	return p.callAbove(b, f, p.word(b, f), o, uint32(u.Operand1), 2, kept, args)
}

// callAbove begins the frame of a method in Python, above the one that makes an
// instruction's result of what the method returns and has kept on its stack. The
// instruction pops entries of the stack, and goes on at the unit after. callee is a function with f's code.
func (p *py) callAbove(b *build.Builder, f object.Value, callee *ir.Value, o Operator, after uint32, pops int, kept, args []*ir.Value) error {
	code := uint64(p.h.Half(f, object.OffFuncCode))
	if sig := p.env.Params(code); !sig.Exact || len(sig.Names) != len(args) {
		return b.Abort(build.AbortBadTrace, "the operands do not fit the method")
	}
	fr, below, shim, err := p.framesAbove(b, code)
	if err != nil {
		return err
	}
	for range pops {
		b.Pop()
	}
	b.PushFrame(below, append([]*ir.Value{shim}, kept...), after)
	p.beginAbove(b, fr, callee, o, args)
	return nil
}

// beginAbove begins the frame of a method above the one that is on top then.
func (p *py) beginAbove(b *build.Builder, fr ir.Frame, callee *ir.Value, o Operator, args []*ir.Value) {
	slots := p.callSlots(b, fr)
	slots[funcSlot] = callee
	copy(slots[funcSlot+1:], args)
	b.SetCallee(fr)
	b.SetReturn(o.Return())
}

// framesAbove returns the frame of a method's code, the one beneath it and the function of that, behind a guard that there is room
// for both.
func (p *py) framesAbove(b *build.Builder, code uint64) (fr, below ir.Frame, shim *ir.Value, err error) {
	if fr, err = p.callee(b, code); err != nil {
		return fr, below, nil, err
	}
	f := p.env.OperatorShim()
	if below, err = p.env.Frame(uint64(p.h.Half(f, object.OffFuncCode))); err != nil {
		return fr, below, nil, b.Abort(build.AbortBadTrace, err.Error())
	}
	b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
	return fr, below, p.word(b, f), nil
}

// guardOperand guards that the entry n below the top has exactly a type.
func (p *py) guardOperand(b *build.Builder, n int, t *object.Type) error {
	v := b.Peek(n)
	if t.Made() {
		if _, err := p.class(b, uint64(t.Version())); err != nil {
			return err
		}
	}
	if known := p.typeOf(b, v); known != nil {
		if known != t {
			return b.Abort(build.AbortNoRule, "the operator has seen another class")
		}
		return nil
	}
	if set := bit(t.ID); t.Made() || set == bitOf[otherType] {
		p.guardClass(b, v, t)
	} else {
		b.GuardType(v, set)
	}
	return nil
}

// operatorResult takes what an operator's method has returned for its result, if it is
// one: else it leaves, and the interpreter goes on with it. With an operand it goes on
// itself.
func (p *py) operatorResult(b *build.Builder, u *uop.Inst) error {
	o, v := Operator(u.Oparg), b.Peek(0)
	general := u.Operand0 != 0 || o == Default || o == Keep || v.IsConst() && object.Value(v.Word()) == object.NotImplemented
	switch {
	case general:
	case o == Make:
		if general = !p.newResult(b); !general {
			v = b.Peek(0)
		}
	case o.inverts():
		v = p.buildUntruth(b, v)
	case o.wantsTruth():
		v = p.buildTruth(b, v)
	case !v.IsConst() && p.typeOf(b, v) == nil && b.KnownType(v)&bitOf[otherType] != 0:
		b.Guard(ir.OpGuardFalse, 0, b.Add(ir.OpSame, v, p.word(b, object.NotImplemented)))
	}
	b.Pop()
	y, x := b.Pop(), b.Pop()
	if general {
		v = b.Effect(p.mustOp("py.operator"), int64(o), x, y, v)
	}
	b.Push(v)
	return nil
}

// lowerOperator finishes an operator whose method has returned: what is the result as it is takes a comparison.
func (p *py) lowerOperator(a *lower.Asm, v *ir.Value) lower.V {
	o, x := Operator(v.Aux), a.Arg(2)
	general := func() lower.V { return p.callHelper(a, "py.operator", v, lower.Imm(v.Aux)) }
	if u, ok := operatorUses[v.Aux]; ok {
		return u.lower(p, a, general)
	}
	switch {
	case o == Make || o.inverts():
		return general()
	case o.wantsTruth():
		notBool := a.Sub(x, lower.Word(uint64(object.False))) // True lies behind False
		return a.Slow(lower.UGE, notBool, lower.Imm(int64(object.True-object.False)+1), x, lower.GPR, general)
	}
	return a.Slow(lower.EQ, x, lower.Word(uint64(object.NotImplemented)), x, lower.GPR, general)
}

// expandCallable makes the call of an instance one of its class's __call__.
func (p *py) expandCallable(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	t, err := p.class(b, u.Operand0)
	if err != nil {
		return err
	}
	if f := object.Value(u.Operand1); f == object.Null || f != t.CallMethod() {
		return b.Abort(build.AbortBadTrace, "class "+t.Name+" has another __call__")
	}
	if err := p.isNull(b, b.Peek(n), true); err != nil {
		return err
	}
	p.guardClass(b, b.Peek(n+1), t)
	b.Poke(n, b.Peek(n+1))
	b.Poke(n+1, b.Const(u.Operand1))
	return nil
}

// operatorRules: operators that are methods in Python.
func (p *py) operatorRules() map[uop.ID]build.Rule {
	return map[uop.ID]build.Rule{
		cpython.OPERATOR_INIT_CALL: p.operatorCall,
		cpython.OPERATOR_RESULT:    p.operatorResult,
		cpython.EXPAND_CALLABLE:    p.expandCallable,
		cpython.EXPAND_DRIVER:      p.expandDriver,
		cpython.EACH_FRAME:         p.eachRule(0),
		cpython.EACH_FRAME_KW:      p.eachRule(1),
		cpython.NEW_INIT_CALL:      p.newCall,
	}
}
