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
