package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Driver is a function in Python that a VM runs in place of a builtin function whose only argument is a generator: the
// loop over it. The code of each generator has drivers of its own.
type Driver struct {
	Function object.Value // its arguments are the generator and Second
	Of       object.Value // the builtin function; with Method, a method of str
	Method   bool         // Second is the receiver
	Second   object.Value // what it is otherwise
	Code     uint32       // of the generator
}

// Drives reports whether a call is one for the driver, and returns the second argument.
func (d Driver) Drives(h *object.Heap, f, self, g object.Value) (second object.Value, ok bool) {
	if f != d.Of || !h.Is(g, object.GeneratorType) || h.GenCode(g) != d.Code {
		return object.Null, false
	}
	if d.Method {
		return self, self != object.Null && h.Is(self, object.StrType)
	}
	return d.Second, self == object.Null
}

// expandDriver makes the call of a builtin function one of its driver.
func (p *py) expandDriver(b *build.Builder, u *uop.Inst) error {
	d, ok := p.env.Driver(uint32(u.Operand0))
	if !ok || u.Oparg != 1 {
		return b.Abort(build.AbortBadTrace, "no such driver")
	}
	p.isValue(b, b.Peek(2), d.Of)
	second := b.Peek(1)
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
	g := b.GuardType(b.Peek(0), tGenerator)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffAux, clsIters), g), b.F.ConstI64(int64(d.Code))))
	b.Poke(2, p.word(b, d.Function))
	b.Poke(1, g)
	b.Poke(0, second)
	return nil
}
