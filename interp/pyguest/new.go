package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Calls of classes whose instances a __new__ in Python makes, and which have no __init__: named tuples, numbers, paths.
// __new__ gets a frame as an operator's method does. The one beneath has the class and the arguments, for __new__ may return
// an instance of another class, whose __init__ is to be called. The tuple of arguments is made where that is so, or where
// machine code is left.

// newCall begins the frame of the __new__ of a class that is called, above the one that waits for the instance.
func (p *py) newCall(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	t, err := p.class(b, u.Operand0)
	if err != nil {
		return err
	}
	f := t.NewFunction()
	if f == object.Null || n+1 > maxArgs {
		return b.Abort(build.AbortNoRule, "class "+t.Name+" has no __new__ in Python, or an __init__ besides")
	}
	if err := p.dependsOnMeta(b, t); err != nil {
		return err
	}
	if err := p.isNull(b, b.Peek(n), true); err != nil {
		return err
	}
	p.isValue(b, b.Peek(n+1), t.Object)
	code := uint64(p.h.Half(f, object.OffFuncCode))
	fr, below, shim, err := p.framesAbove(b, code)
	if err != nil {
		return err
	}
	slots, class, fn := p.callSlots(b, fr), p.word(b, t.Object), p.word(b, f)
	slots[funcSlot] = fn
	_, _, args := p.popCall(b, n)
	if err := p.bindParams(b, fn, p.env.Params(code), slots[1:], append([]*ir.Value{class}, args...), nil, nil); err != nil {
		return err
	}
	b.PushFrame(below, []*ir.Value{shim, class, p.tuple(b, args)}, uint32(u.Operand1))
	b.SetCallee(fr)
	b.SetReturn(Make.Return())
	return nil
}

// dependsOnMeta makes the trace rely on the metaclass of t as it is now: on that it has no __call__.
func (p *py) dependsOnMeta(b *build.Builder, t *object.Type) error {
	if meta := p.h.TypeOf(t.Object); meta.Made() && !p.dependsOn(b, meta, false) {
		return b.Abort(build.AbortNoRule, "the metaclass of "+t.Name+" changes too often")
	}
	return nil
}

// newResult guards that what __new__ has returned is exactly of the class that was called, which calls no __init__ then.
// ok is false where the class is not known.
func (p *py) newResult(b *build.Builder) (ok bool) {
	class := ir.Resolve(b.Peek(2))
	if !class.IsConst() || !p.h.IsInstance(object.Value(class.Word()), object.TypeType) {
		return false
	}
	t := p.h.TypeFromObject(object.Value(class.Word()))
	if t.NewFunction() == object.Null || !p.dependsOn(b, t, false) {
		return false
	}
	if p.typeOf(b, b.Peek(0)) != t {
		p.guardClass(b, b.Peek(0), t)
	}
	return true
}
