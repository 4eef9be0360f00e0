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
	if d.Method {
		if err := p.isNull(b, second, false); err != nil {
			return err
		}
		second = b.GuardType(second, tStr)
	} else {
		if err := p.isNull(b, second, true); err != nil {
			return err
		}
		second = p.word(b, d.Second)
	}
	g := b.GuardType(b.Peek(first), tGenerator)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffAux, clsIters), g), b.F.ConstI64(int64(d.Code))))
	b.Poke(first+2, p.word(b, d.Function))
	if first > 0 {
		b.Poke(first, g)
		return nil
	}
	b.Poke(1, g)
	b.Poke(0, second)
	return nil
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
		params, shape, fits := p.h.EachParams(d.Each, n, names)
		if !ok || !fits || shape != d.Shape {
			return b.Abort(build.AbortBadTrace, "no such driver")
		}
		if err := p.isNull(b, b.Peek(n+above), true); err != nil {
			return err
		}
		p.isValue(b, b.Peek(n+1+above), d.Of)
		args := topmost(b, above, n)
		if err := p.eachArgs(b, d, params[:n], args); err != nil {
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
		b.SetCallee(fr)
		return nil
	}
}

// eachArgs guards that the arguments are what a driver is for, and refines them.
func (p *py) eachArgs(b *build.Builder, d object.EachDriver, params []int, args []*ir.Value) error {
	row := &object.EachRows[d.Each]
	for i, x := range args {
		switch param := params[i]; {
		case param == row.Func && d.Bound:
			args[i] = b.GuardType(x, tMethod)
			f, _ := p.boundMethod(b, args[i])
			if err := p.checkVersion(b, f, d.Version); err != nil {
				return err
			}
		case param == row.Func:
			if err := p.checkVersion(b, x, d.Version); err != nil {
				return err
			}
		case param == row.Flag && row.Flag != 0 && !b.KnownType(x).Within(tBool):
			args[i] = b.GuardType(x, tBool)
		}
	}
	return nil
}
