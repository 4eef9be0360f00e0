package pyguest

import (
	"slices"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Rules of instructions that call special methods: the frame of the method, and what the instruction makes of its result.

// buildTruth is the truth of a bool.
func (p *py) buildTruth(b *build.Builder, v *ir.Value) *ir.Value {
	if b.KnownType(v).Within(tBool) {
		return v
	}
	return b.GuardType(v, tBool)
}

func (p *py) buildUntruth(b *build.Builder, v *ir.Value) *ir.Value {
	return b.Add(ir.OpBoxBool, b.Add(ir.OpBNot, b.Add(ir.OpUnboxBool, p.buildTruth(b, v))))
}

// length returns an int that is not negative as a number; it leaves for others.
func (p *py) length(b *build.Builder, v *ir.Value) *ir.Value {
	if !b.KnownType(v).Within(tInt) {
		v = b.GuardType(v, tInt)
	}
	n := p.number(b, v)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpGe, n, b.F.ConstI64(0)))
	return n
}

// buildHash is an int of at most 64 bits that is not -1.
func (p *py) buildHash(b *build.Builder, v *ir.Value) *ir.Value {
	if !b.KnownType(v).Within(tInt) {
		v = b.GuardType(v, tInt)
	}
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpNe, p.number(b, v), b.F.ConstI64(-1)))
	return v
}

// buildIterator is an iterator of a type that is known to be one.
func (p *py) buildIterator(b *build.Builder, v *ir.Value) *ir.Value {
	if t := p.typeOf(b, v); t != nil && t.Next != nil {
		return v
	}
	if known := b.KnownType(v); known.Only() && known != bitOf[otherType] && p.h.Type(idOf(known)).Next != nil {
		return v
	}
	return b.Effect(p.mustOp("py.finish"), int64(Iter), v)
}

// specialCall begins the frame of a special method, above the one that waits for its
// result.
func (p *py) specialCall(b *build.Builder, u *uop.Inst) error {
	o := Operator(u.Oparg)
	s, t := o.special(), p.h.TypeByVersion(uint32(u.Operand0))
	if t == nil {
		return b.Abort(build.AbortNoRule, "the class of the operand has changed")
	}
	f := o.MethodOf(t)
	if f == object.Null {
		return b.Abort(build.AbortBadTrace, "the class has another special method")
	}
	if err := p.guardOperand(b, s.at, t); err != nil {
		return err
	}
	if c := uint32(u.Operand0 >> 32); c != 0 { // the container that the key is looked up in
		if err := p.guardOperand(b, s.args[0], p.h.TypeByVersion(c)); err != nil {
			return err
		}
	}
	switch o {
	case InstanceCheck:
		if err := p.otherClass(b, b.Peek(1), b.Peek(0)); err != nil {
			return err
		}
	case SameIn, SameNotIn:
		p.firstIsOther(b, b.Peek(0), b.Peek(1))
	}
	var args [len(Entries{})]*ir.Value
	for i, at := range s.args {
		args[i] = b.Peek(at)
	}
	return p.callAbove(b, f, p.word(b, f), o, uint32(u.Operand1), s.pops, nil, args[:len(s.args)])
}

// firstIsOther guards that a list or a tuple has elements, the first of which is not the value (object.Heap.FirstSettles).
func (p *py) firstIsOther(b *build.Builder, seq, v *ir.Value) {
	size, items, at := tupleLen, seq, mem(object.OffTupleItems, clsTuple)
	if b.KnownType(seq).Within(tList) {
		size, at = length(object.OffListLen, clsListLen), mem(object.OffArrayItems, clsElems)
		items = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffListItems, clsListItems), seq)
	}
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpNe, b.AddTyped(ir.OpLoad, ir.I64, size, seq), b.F.ConstI64(0)))
	b.Guard(ir.OpGuardFalse, 0, b.Add(ir.OpSame, b.AddTyped(ir.OpLoad, ir.Ref, at, items), v))
}

// otherClass guards that a class is not exactly the one of a value, of which isinstance() asks nobody.
func (p *py) otherClass(b *build.Builder, v, class *ir.Value) error {
	of := p.typeOf(b, v)
	switch {
	case of == nil:
		b.Guard(ir.OpGuardFalse, 0, b.Add(ir.OpSame, b.Effect(p.mustOp("py.typeof"), 0, v), class))
	case !class.IsConst():
		b.Guard(ir.OpGuardFalse, 0, b.Add(ir.OpSame, class, p.word(b, of.Object)))
	case object.Value(class.Word()) == of.Object:
		return b.Abort(build.AbortBadTrace, "the class is the value's own")
	}
	return nil
}

// setterCall begins the frame of the function that a store to an attribute calls.
func (p *py) setterCall(b *build.Builder, u *uop.Inst) error {
	t, name := p.h.TypeByVersion(uint32(u.Operand0)), p.env.Name(b.Frame().Code, int(u.Operand0>>32))
	if t == nil {
		return b.Abort(build.AbortNoRule, "the class of the operand has changed")
	}
	f, o, key := SetterOf(p.h, t, name)
	if f == object.Null || o != Operator(u.Oparg) || p.h.Half(f, object.OffFuncVersion) != uint32(u.Operand1>>32) {
		return b.Abort(build.AbortBadTrace, "the attribute is stored by another function")
	}
	if err := p.guardOperand(b, 0, t); err != nil {
		return err
	}
	callee := p.word(b, f)
	switch o {
	case SetDescriptor:
		d := p.h.TypeOf(key)
		if d.Version() == 0 || !p.dependsOn(b, d, false) {
			return b.Abort(build.AbortNoRule, "class "+d.Name+" changes often")
		}
	case SetProperty: // that may be initialized again
		callee = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffPropertySet, clsFunc), p.word(b, key))
		if err := p.checkVersion(b, callee, uint32(u.Operand1>>32)); err != nil {
			return err
		}
	}
	s := o.special()
	e, args := [...]*ir.Value{b.Peek(0), b.Peek(1), p.word(b, key)}, make([]*ir.Value, len(s.args))
	for i, at := range s.args {
		args[i] = e[at]
	}
	return p.callAbove(b, f, callee, o, uint32(u.Operand1), s.pops, nil, args)
}

// specialResult makes the instruction's result of what a special method has returned.
func (p *py) specialResult(b *build.Builder, u *uop.Inst) error {
	o, v := Operator(u.Oparg), b.Peek(0)
	if u.Operand0 != 0 {
		v = b.Effect(p.mustOp("py.finish"), int64(o), v)
	} else {
		v = o.special().build(p, b, v)
	}
	b.Poke(0, v)
	return nil
}

// specialEnd leaves the frame beneath a special method without a result.
func (p *py) specialEnd(b *build.Builder, _ *uop.Inst) error {
	b.Pop()
	b.Count() // the return behind it
	if b.Depth() == 0 {
		return b.Abort(build.AbortBadTrace, "the frame is the trace's own")
	}
	b.PopFrame(nil)
	return nil
}

// specialSpread leaves the frame beneath a driver, whose result are the entries that an instruction pushes.
func (p *py) specialSpread(b *build.Builder, u *uop.Inst) error {
	if b.Depth() == 0 {
		return b.Abort(build.AbortBadTrace, "the frame is the trace's own")
	}
	items, err := p.starredItems(b, b.Peek(0), Star(u.Oparg))
	if err != nil {
		return err
	}
	b.Pop()
	b.Count() // as specialEnd
	b.PopFrame(nil)
	for _, x := range slices.Backward(items) {
		b.Push(x)
	}
	return nil
}

// specialRules: special methods in Python.
func (p *py) specialRules() map[uop.ID]build.Rule {
	return map[uop.ID]build.Rule{
		cpython.SPECIAL_INIT_CALL: p.specialCall,
		cpython.SETTER_INIT_CALL:  p.setterCall,
		cpython.SPECIAL_RESULT:    p.specialResult,
		cpython.SPECIAL_END:       p.specialEnd,
		cpython.SPECIAL_SPREAD:    p.specialSpread,
		cpython.TAKE_INIT_CALL:    p.takeCall,
	}
}
