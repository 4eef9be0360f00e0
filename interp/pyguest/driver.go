package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// expandDriver makes the call of a builtin function one of its driver.
func (p *py) expandDriver(b *build.Builder, u *uop.Inst) error {
	d, ok := p.env.Driver(uint32(u.Operand0))
	if !ok || u.Oparg != d.Args() {
		return b.Abort(build.AbortBadTrace, "no such driver")
	}
	first := int(u.Oparg) - 1
	p.isValue(b, b.Peek(first+2), d.Of)
	second := b.Peek(first + 1)
	if d.Receiver != 0 {
		if err := p.isNull(b, second, false); err != nil {
			return err
		}
		second = b.GuardType(second, bit(d.Receiver))
	} else {
		if err := p.isNull(b, second, true); err != nil {
			return err
		}
		second = p.word(b, d.Second)
	}
	g, err := p.driven(b, b.Peek(first), d)
	if err != nil {
		return err
	}
	b.Poke(first+2, p.word(b, d.Function))
	if first > 0 {
		b.Poke(first, g)
		return nil
	}
	b.Poke(1, g)
	b.Poke(0, second)
	return nil
}

// takeCall begins the frame of the driver by which an instruction takes elements, above the one that waits for its result.
func (p *py) takeCall(b *build.Builder, u *uop.Inst) error {
	o := Operator(u.Oparg)
	d, ok := p.env.Driver(uint32(u.Operand0))
	if !ok || d.Take != o.Take() {
		return b.Abort(build.AbortBadTrace, "no such driver")
	}
	fr, below, shim, err := p.framesAbove(b, uint64(p.h.Half(d.Function, object.OffFuncCode))) // it guards: a generator may be made then
	if err != nil {
		return err
	}
	if o == TakeConcat {
		b.GuardType(b.Peek(1), tList)
	}
	g, err := p.driven(b, b.Peek(0), d)
	if err != nil {
		return err
	}
	s := o.special()
	args := make([]*ir.Value, len(s.args))
	for i, at := range s.args {
		switch at {
		case 0:
			args[i] = g
		case takeNone:
			args[i] = p.word(b, object.None)
		default:
			args[i] = b.Peek(at)
		}
	}
	for range s.pops {
		b.Pop()
	}
	b.PushFrame(below, []*ir.Value{shim}, uint32(u.Operand1))
	p.beginAbove(b, fr, p.word(b, d.Function), o, args)
	return nil
}

// driven guards that a driver is for what its first argument is.
func (p *py) driven(b *build.Builder, g *ir.Value, d object.Driver) (*ir.Value, error) {
	switch d.Kind {
	case object.DrivesOver:
		return p.over(b, g, d)
	case object.DrivesIterator:
		return p.ownIterator(b, g, d), nil
	case object.DrivesGenerator:
		g = b.GuardType(g, tGenerator)
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffAux, clsIters), g), b.F.ConstI64(int64(d.Code))))
		return g, nil
	}
	t := p.h.Type(d.Type)
	if t == nil || !d.Fits(t) {
		return nil, b.Abort(build.AbortNoRule, "the class of the argument has changed")
	}
	if _, err := p.class(b, uint64(t.Version())); err != nil {
		return nil, err
	}
	p.guardClass(b, g, t)
	return g, nil
}

// over makes the generator that stands for a map or a filter.
func (p *py) over(b *build.Builder, v *ir.Value, d object.Driver) (*ir.Value, error) {
	o, code := d.Over, uint64(d.Code)
	fr, err := p.env.Frame(code)
	if err != nil || fr.NumLocals+1 > fr.NumSlots {
		return nil, b.Abort(build.AbortBadTrace, "no such generator")
	}
	v = p.guardBuiltin(b, v, o.Type)
	field := func(off uintptr, class uint8) *ir.Value { return b.AddTyped(ir.OpLoad, ir.Ref, mem(off, class), v) }
	var f, it *ir.Value
	if o.Type == object.MapType {
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffAux, clsIters), v), b.F.ConstI64(0))) // not strict
		its := field(object.OffMapIters, clsIters)
		p.ofLength(b, its, tupleLen, 1)
		f, it = field(object.OffMapFunc, clsHeap), b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffTupleItems, clsTuple), its)
	} else {
		f, it = field(object.OffFilterFunc, clsHeap), field(object.OffFilterIter, clsHeap)
	}
	if f, err = p.isCallee(b, f, o.Callee); err != nil {
		return nil, err
	}
	it = p.guardBuiltin(b, it, o.Source)
	b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
	g := b.AddAux(p.mustOp(generatorMakers[object.GeneratorType]), int64(code)|int64(fr.NumSlots)<<32, p.word(b, o.Function), b.F.ConstI64(int64(o.Unit)))
	slots := make([]*ir.Value, fr.NumLocals+1)
	for i := range slots {
		slots[i] = p.word(b, object.Null)
	}
	slots[funcSlot], slots[funcSlot+1], slots[funcSlot+2], slots[fr.NumLocals-1], slots[fr.NumLocals] = p.word(b, o.Function), f, it, g, it
	for i, x := range slots {
		b.AddTyped(ir.OpStore, ir.Void, genSlot(i), g, x)
	}
	b.AddTyped(ir.OpStore, ir.Void, mem(object.OffGenSubject, clsGenerator), g, v)
	word := object.GenWord(object.GenSuspended, uint32(len(slots)), uint32(o.Unit))
	b.AddTyped(ir.OpStore, ir.Void, genState, g, b.F.ConstI64(int64(word)))
	return g, nil
}

// ownIterator guards that a zip or an enumerate has so many iterators, and that no generator stands for any.
func (p *py) ownIterator(b *build.Builder, g *ir.Value, d object.Driver) *ir.Value {
	g = p.guardBuiltin(b, g, d.Type)
	load := func(v *ir.Value, off uintptr, class uint8) *ir.Value {
		return b.AddTyped(ir.OpLoad, ir.Ref, mem(off, class), v)
	}
	its := []*ir.Value{}
	if d.Type == object.EnumerateType {
		its = append(its, load(g, object.OffEnumIter, clsIters))
	} else {
		tuple := load(g, object.OffMapIters, clsIters)
		p.ofLength(b, tuple, tupleLen, d.Iters)
		for i := range d.Iters {
			its = append(its, load(tuple, object.OffTupleItems+8*uintptr(i), clsTuple))
		}
	}
	for _, it := range its { // as object.stepsAlone
		t := b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffType, clsTuple), it)
		b.Guard(ir.OpGuardFalse, 0, b.Add(ir.OpEq, t, b.F.ConstI64(int64(object.GeneratorType))))
		first := b.Add(ir.OpSub, t, b.F.ConstI64(int64(object.EnumerateType)))
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpUlt, b.F.ConstI64(int64(object.FilterType-object.EnumerateType)), first))
	}
	return g
}

// isCallee guards that a function is what a driver calls, and returns it as it is known then.
func (p *py) isCallee(b *build.Builder, f *ir.Value, c object.Callee) (*ir.Value, error) {
	switch {
	case c.Bound:
		f = b.GuardType(f, tMethod)
		function, _ := p.boundMethod(b, f)
		return f, p.checkVersion(b, function, c.Version)
	case c.InPython():
		return f, p.checkVersion(b, f, c.Version)
	case c.Type != 0:
		f = p.guardBuiltin(b, f, c.Type)
		if c.Number != 0 {
			getter := b.AddTyped(ir.OpLoad, ir.I64, mem(object.OffGetter, clsFunc), f)
			b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, getter, b.F.ConstI64(int64(c.Number))))
		}
		return f, nil
	case c.Number != 0:
		return p.isNumbered(b, f, c.Number), nil
	}
	p.isValue(b, f, c.Itself)
	return p.word(b, c.Itself), nil
}

// guardBuiltin guards that a value is exactly of a builtin type.
func (p *py) guardBuiltin(b *build.Builder, v *ir.Value, t object.TypeID) *ir.Value {
	if set := bit(t); set != bitOf[otherType] {
		return b.GuardType(v, set)
	}
	p.guardClass(b, v, p.h.Type(t))
	return v
}

// eachRule begins the frame of the driver that is run in place of a call of a builtin function; above is how many entries lie above the
// arguments: their names.
func (p *py) eachRule(above int) build.Rule {
	return func(b *build.Builder, u *uop.Inst) error {
		names, n := object.Null, int(u.Oparg)
		if above > 0 {
			if !b.Peek(0).IsConst() {
				return b.Abort(AbortBinding, "the keywords are not constant")
			}
			names = object.Value(b.Peek(0).Word())
		}
		d, ok := p.env.Each(uint32(u.Operand0))
		receiver := object.EachRows[d.Each].Receiver
		given := n
		if receiver != 0 {
			given++
		}
		params, shape, fits := p.h.EachParams(d.Each, given, names)
		if !ok || !fits || shape != d.Shape {
			return b.Abort(build.AbortBadTrace, "no such driver")
		}
		args := topmost(b, above, given)
		if receiver != 0 {
			args[0] = b.GuardType(args[0], bit(receiver))
		} else if err := p.isNull(b, b.Peek(n+above), true); err != nil {
			return err
		}
		p.isValue(b, b.Peek(n+1+above), d.Of)
		method, err := p.eachArgs(b, d, params[:given], args, n-1+above)
		if err != nil {
			return err
		}
		b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
		fr, err := p.callee(b, uint64(p.h.Half(d.Function, object.OffFuncCode)))
		if err != nil {
			return err
		}
		for range n + 2 + above {
			b.Pop()
		}
		slots := p.callSlots(b, fr)
		slots[funcSlot] = p.word(b, d.Function)
		for i := range object.MostEachParams {
			slots[funcSlot+1+i] = p.word(b, object.None)
		}
		if flag := object.EachRows[d.Each].Flag; flag != 0 {
			slots[funcSlot+1+flag] = p.word(b, object.False)
		}
		for i, x := range args {
			slots[funcSlot+1+params[i]] = x
		}
		if method != object.Null {
			slots[funcSlot+1+object.EachRows[d.Each].Func] = p.word(b, method)
		}
		b.SetCallee(fr)
		return nil
	}
}

// eachArgs guards that the arguments are what a driver is for, and refines them. The first one lies below so many entries. It returns the special
// method that the driver is given besides, Null if it is given none.
func (p *py) eachArgs(b *build.Builder, d object.EachDriver, params []int, args []*ir.Value, below int) (method object.Value, err error) {
	row := &object.EachRows[d.Each]
	for i, x := range args {
		switch param := params[i]; {
		case param == row.Func && !row.Asks():
			if args[i], err = p.isCallee(b, x, d.Callee); err != nil {
				return object.Null, err
			}
		case param == 0 && row.List:
			args[i] = b.GuardType(x, tList)
		case param == row.Constant && d.Ask.Constant != 0:
			p.isValue(b, x, d.Ask.Constant)
			args[i] = p.word(b, d.Ask.Constant)
		case param == row.Flag && row.Flag != 0 && !b.KnownType(x).Within(tBool):
			args[i] = b.GuardType(x, tBool)
		}
	}
	if d.Ask.Class == 0 {
		return object.Null, nil
	}
	t := p.h.Type(d.Ask.Class)
	if t == nil {
		return object.Null, b.Abort(build.AbortNoRule, "the class of the argument has gone")
	}
	method, way := p.h.WayOf(d.Each, t)
	if method == object.Null || way != d.Ask.Way || p.h.Half(method, object.OffFuncCode) != d.Code {
		return object.Null, b.Abort(build.AbortNoRule, "the class of the argument has another method")
	}
	if err := p.guardOperand(b, below, t); err != nil {
		return object.Null, err
	}
	args[0] = b.Peek(below)
	return method, nil
}
