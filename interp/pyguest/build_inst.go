package pyguest

import (
	"slices"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Instances that a trace makes. As long as nothing but the trace's frames holds one, an
// attribute that is set makes it an instance that has been made with that attribute.

// firstValue is where the inline values of a class without __slots__ begin.
const firstValue = object.OffInstDict + 8

// newField returns what lies at an offset of an instance that the trace has made, if
// nothing else can have changed it; nil otherwise.
func (p *py) newField(b *build.Builder, v *ir.Value, off uint64) *ir.Value {
	if i, ok := p.fieldArg(b, v, off); ok && i < len(v.Args) {
		return v.Args[i]
	}
	return nil
}

// fieldArg returns which operand of an instance that the trace has made lies at an
// offset, or would; ok is false if v is something else, or may have been given away.
func (p *py) fieldArg(b *build.Builder, v *ir.Value, off uint64) (i int, ok bool) {
	if v.Op != p.mustOp("inst.new") || !v.Args[0].IsConst() || p.h.TypeFromObject(object.Value(v.Args[0].Word())).ValuesOff() != firstValue {
		return 0, false
	}
	return int(off-firstValue)/8 + 1, b.Unshared(v)
}

// setNewField sets the inline value at an offset of an instance that the trace has
// made and that only its frames hold: from here on, it has been made with that value.
// ok is false if it may have been given away, or the values would be out of order.
func (p *py) setNewField(b *build.Builder, v, x *ir.Value, off uint64) (ok bool) {
	i, ok := p.fieldArg(b, v, off)
	if !ok || i > len(v.Args) || i >= maxArgs || x == v {
		return false
	}
	args := slices.Clone(v.Args)
	if i == len(args) {
		args = append(args, x)
	} else {
		args[i] = x
	}
	b.Remake(v, b.Add(v.Op, args...))
	return true
}

// storeValue stores x at an offset of v, a field of the inline values, whose index is
// given. It leaves if v has a dict, or the values would be out of order.
func (p *py) storeValue(b *build.Builder, v, x *ir.Value, off, index uint64) {
	if p.setNewField(b, v, x, off) {
		return
	}
	b.Guard(p.mustOp("inst.settable"), int64(off|index<<32), v)
	b.AddTyped(ir.OpStore, ir.Void, mem(uintptr(off), clsInst), v, x)
}

// setOwnAttr is a call of object.__setattr__ for an instance whose class the trace knows,
// with the name of an attribute that its class's instances have. There are n arguments on
// the stack, above the receiver, or Null. ok is false if it is something else.
func (p *py) setOwnAttr(b *build.Builder, n int) (ok bool) {
	f, self := b.Peek(n+1), b.Peek(n)
	null := self.IsConst() && object.Value(self.Word()) == object.Null
	if !f.IsConst() || !p.h.IsObjectSetAttr(object.Value(f.Word())) || null && n != 3 || !null && n != 2 {
		return false
	}
	v, name, x := b.Peek(2), b.Peek(1), b.Peek(0)
	t := p.typeOf(b, v)
	if t == nil || !name.IsConst() || !p.h.Is(object.Value(name.Word()), object.StrType) {
		return false
	}
	index, ok := p.h.SetsOwn(t, p.h.InternValue(object.Value(name.Word())))
	if !ok || !p.dependsOn(b, t, false) {
		return false
	}
	p.storeValue(b, v, x, uint64(t.ValuesOff())+8*uint64(index), uint64(index))
	for range n + 2 {
		b.Pop()
	}
	b.Push(p.word(b, object.None))
	return true
}

// instNewOp makes an instance of a class, its first operand, whose first inline
// values are the others. The class's values lie at firstValue.
func (p *py) instNewOp() guest.Op {
	h := p.h
	o := variadic(call("inst.new", 1, bitOf[otherType], allocates, func(a []uint64) (uint64, error) {
		v := h.NewInstance(h.TypeFromObject(val(a[0])))
		for i, x := range a[1:] {
			h.SetField(v, firstValue+8*uintptr(i), val(x))
		}
		if len(a) > 1 {
			h.SetHalf(v, object.OffAux, uint32(len(a)-1))
		}
		return uint64(v), nil
	}))
	o = lowered(p.lowerInstNew, fresh(o))
	o.Fields = []ir.Field{
		countInHeader(clsInstFilled),
		{Mem: ir.MemAccess{Disp: firstValue, Kind: ir.Mem64, Class: clsInst}, Arg: 1},
	}
	o.Infer = p.instanceOf
	return o
}

// newPlain makes an instance of a class that object.Type.PlainNew or EmptyNew reports, no exception.
func (p *py) newPlain(b *build.Builder, t *object.Type) *ir.Value {
	if t.Layout() == object.ObjectType {
		return b.Add(p.mustOp("inst.new"), p.word(b, t.Object))
	}
	return b.Add(p.mustOp("inst.empty"), p.word(b, t.Object))
}

// makesInstance reports whether an operation makes an instance of the class that is its first operand.
func (p *py) makesInstance(op ir.Op) bool {
	return op == p.mustOp("inst.new") || op == p.mustOp("inst.empty")
}

// instEmptyOp makes an instance of a class that derives from list, dict or set.
func (p *py) instEmptyOp() guest.Op {
	o := lowered(p.lowerInstEmpty, fresh(call("inst.empty", 1, bitOf[otherType], allocates, func(a []uint64) (uint64, error) {
		return uint64(p.h.NewPlain(p.h.TypeFromObject(val(a[0])), nil)), nil
	})))
	o.Infer = p.instanceOf
	return o
}

// instanceOf is what is known of an instance of a class.
func (p *py) instanceOf(_ *ir.Value, args []ir.Fact) ir.Fact {
	k := ir.TypesFact(bitOf[otherType])
	k.NotNull = true
	if class := args[0]; class.Const {
		k.Version = claimOf(p.k.class(val(class.Word)).id)
	}
	return k
}

// callIsInstance is isinstance(). Of a constant class, whose metaclass is type, and a
// value whose type is known, the result is.
func (p *py) callIsInstance(b *build.Builder, u *uop.Inst) error {
	if err := p.isNull(b, b.Peek(2), true); err != nil {
		return err
	}
	v, c := b.Peek(1), b.Peek(0)
	if !c.IsConst() || !p.h.Is(object.Value(c.Word()), object.TypeType) {
		return p.genericCall(b, 2)
	}
	class := p.h.TypeFromObject(object.Value(c.Word()))
	if t := p.typeOf(b, v); t != nil {
		is, known := t.InstancesAre(class)
		if !known {
			return p.genericCall(b, 2)
		}
		p.popCall(b, 2)
		b.Push(p.word(b, object.Bool(is)))
		return nil
	}
	_, _, args := p.popCall(b, 2)
	b.Push(b.GuardType(b.Add(p.mustOp("py.instance"), args...), tBool))
	return nil
}

// instanceOp is isinstance() of a class whose metaclass is type: Null where v's class may
// have another __class__, which only the interpreter asks for. It runs nothing of the
// guest's and changes nothing.
func (p *py) instanceOp() guest.Op {
	o := lowered(p.lowerInstance, call("py.instance", 2, tBool|tNull, allocates, func(a []uint64) (uint64, error) {
		is, known := p.h.InstanceKnown(val(a[0]), p.h.TypeFromObject(val(a[1])))
		if !known {
			return uint64(object.Null), nil
		}
		p.h.CacheInstance(val(a[0]), val(a[1]), is)
		return uint64(object.Bool(is)), nil
	}))
	o.Reads = ir.AllMemory // a store to __class__ changes a type
	return o
}

// like returns the builtin type that does with a value what a fact says, if the value is known to be of a class, on which the
// trace relies then; object.NoType otherwise.
func (p *py) like(b *build.Builder, v *ir.Value, fact uint64) object.TypeID {
	t := p.typeOf(b, v)
	if t == nil || !t.Made() {
		return object.NoType
	}
	like := t.Like(fact)
	if like == t.ID || !p.dependsOn(b, t, false) {
		return object.NoType
	}
	return like
}

// typeOf returns the type that a value is known to have exactly, nil if it is not.
func (p *py) typeOf(b *build.Builder, v *ir.Value) *object.Type {
	for w := v; ; w = w.Args[0] {
		switch {
		case w.Op == ir.OpGuardFact && w.Claim().Kind() == claimClass:
			return p.h.Type(object.TypeID(w.Claim().Payload()))
		case w.Op == ir.OpGuardFact && w.Claim().Kind() == claimNumbers:
			return p.h.Type(object.TypeID(w.Claim().Payload() >> codeBits))
		case p.makesInstance(w.Op) && w.Args[0].IsConst():
			return p.h.TypeFromObject(object.Value(w.Args[0].Word()))
		case w.Op == ir.OpGuardFact || w.Op == ir.OpGuardType:
			continue
		}
		break
	}
	if known := b.KnownType(v); known.Only() && known != bitOf[otherType] {
		return p.h.Type(idOf(known))
	}
	return nil
}
