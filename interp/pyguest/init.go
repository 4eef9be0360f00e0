package pyguest

import (
	"math"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Calls of classes whose instances are made plainly (object.Type.PlainNew) and have an __init__ in Python: by position, by keyword, with
// arguments behind stars. __init__ gets a frame above one that returns the instance. Its arguments are bound as those of any function.

// ShimReturn is the unit at which the frame beneath an __init__ goes on when that
// returns. As in any frame that waits, the call's own unit is in front of it.
const ShimReturn = 1

// plainClass guards that the class with a version is called, which is at+1 entries below the top, and has NULL above it.
func (p *py) plainClass(b *build.Builder, version uint64, at int, keywords bool) (t *object.Type, init object.Value, err error) {
	if t, err = p.class(b, version); err != nil {
		return nil, object.Null, err
	}
	plain, init := p.h.PlainClass(t.Object, keywords)
	if plain == nil {
		return nil, object.Null, b.Abort(build.AbortNoRule, "class "+t.Name+" is not made plainly")
	}
	if err := p.dependsOnMeta(b, t); err != nil {
		return nil, object.Null, err
	}
	if err := p.isNull(b, b.Peek(at), true); err != nil {
		return nil, object.Null, err
	}
	p.isValue(b, b.Peek(at+1), t.Object)
	b.Guard(p.mustOp("py.room"), int64(b.Depth()+2))
	return t, init, nil
}

// makePlain makes an instance; args are the arguments by position, which exceptions keep.
func (p *py) makePlain(b *build.Builder, t *object.Type, args []*ir.Value) *ir.Value {
	if t.Layout() == object.BaseExceptionType {
		return b.AddAux(p.mustOp("exc.new"), int64(t.Object), args...)
	}
	return p.newPlain(b, t)
}

// allocate makes the instance of a call of a class: it and its __init__ replace the
// callable and NULL.
func (p *py) allocate(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	t, init, err := p.plainClass(b, u.Operand0, n, false)
	if err != nil {
		return err
	}
	b.Poke(n, p.makePlain(b, t, topmost(b, 0, n)))
	b.Poke(n+1, p.word(b, init))
	return nil
}

// topmost returns n entries of the stack, the last of which is so many below the top.
func topmost(b *build.Builder, below, n int) []*ir.Value {
	list := make([]*ir.Value, n)
	for i := range list {
		list[i] = b.Peek(below + n - 1 - i)
	}
	return list
}

// initFrame begins the frame that returns the instance, and the call of __init__
// above it.
func (p *py) initFrame(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	return p.enterInit(b, initArgs{
		init: object.Value(b.Peek(n + 1).Word()), args: topmost(b, 0, n+1), pops: n + 2, after: uint32(u.Operand0),
	})
}

// initFrameKw is a call of a class by CALL_KW.
func (p *py) initFrameKw(b *build.Builder, u *uop.Inst) error {
	n, kwnames := int(u.Oparg), b.Peek(0)
	if !kwnames.IsConst() {
		return b.Abort(AbortBinding, "the keywords are not constant")
	}
	t, init, err := p.plainClass(b, u.Operand0, n+1, true)
	if err != nil {
		return err
	}
	names := p.h.TupleItems(object.Value(kwnames.Word()))
	args := append([]*ir.Value{p.makePlain(b, t, nil)}, topmost(b, 1, n)...)
	given := len(args) - len(names)
	return p.enterInit(b, initArgs{init: init, args: args[:given], names: names, values: args[given:], pops: n + 3, after: uint32(u.Operand1)})
}

// initFrameEx is a call of a class by CALL_FUNCTION_EX; with an oparg of 1 a DICT_MERGE in front of it is part of it.
func (p *py) initFrameEx(b *build.Builder, u *uop.Inst) error {
	form, merges := Star(u.Operand1), int(u.Oparg)
	t, init, err := p.plainClass(b, u.Operand0&math.MaxUint32, 2+merges, form.Named() > 0)
	if err != nil {
		return err
	}
	names, values, err := p.starredNamed(b, form, uint32(u.Operand0>>32), merges)
	if err != nil {
		return err
	}
	items, err := p.starredItems(b, b.Peek(1+merges), form)
	if err != nil {
		return err
	}
	args := append([]*ir.Value{p.makePlain(b, t, items)}, items...)
	return p.enterInit(b, initArgs{init: init, args: args, names: names, values: values, pops: 4 + merges, merges: merges, after: uint32(u.Operand1 >> 32)})
}

// initArgs is a call of an __init__: with args, the first of which is the instance, and values for names. The instruction takes so many
// entries off the stack, counts for one more if merges is 1, and goes on at the unit after.
type initArgs struct {
	init         object.Value
	args, values []*ir.Value
	names        []object.Value
	pops, merges int
	after        uint32
}

// enterInit begins the frame that returns the instance, and the call of __init__ above it.
func (p *py) enterInit(b *build.Builder, c initArgs) error {
	code, shim := uint64(p.h.Half(c.init, object.OffFuncCode)), p.env.Shim()
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	below, err := p.env.Frame(uint64(p.h.Half(shim, object.OffFuncCode)))
	if err != nil {
		return b.Abort(build.AbortBadTrace, err.Error())
	}
	slots, f := p.callSlots(b, fr), p.word(b, c.init)
	slots[funcSlot] = f
	if err := p.bindParams(b, f, p.env.Params(code), slots[1:], c.args, c.names, c.values); err != nil { // it may guard: the stack is as it was
		return err
	}
	for range c.pops {
		b.Pop()
	}
	if c.merges != 0 {
		b.Count()
	}
	b.PushFrame(below, []*ir.Value{p.word(b, shim), c.args[0]}, c.after)
	b.SetCallee(fr)
	b.SetReturn(ShimReturn)
	return nil
}
