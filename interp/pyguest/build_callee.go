package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Calls of builtin functions and classes, and of methods of builtin types.

// keepsArguments reports whether a call of a constant with positional arguments makes an exception of them, and does no more.
func (p *py) keepsArguments(b *build.Builder, class object.Value) bool {
	if !p.h.IsExceptionType(class) {
		return false
	}
	t := p.h.TypeFromObject(class)
	return p.h.PlainException(class) || t.KeepsArguments() && p.dependsOn(b, t, false) && p.dependsOnMeta(b, t) == nil
}

// builtinCall calls a builtin function; a known one directly.
func (p *py) builtinCall(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	f := b.Peek(n + 1)
	if number := uint32(u.Operand0); !f.IsConst() {
		if d := p.h.MethodByNumber(number); d != object.Null {
			return p.boundCall(b, u, d)
		}
		if known := p.h.FunctionByNumber(number); known != object.Null {
			p.isNumbered(b, f, number)
			f = p.word(b, known)
			b.Poke(n+1, f)
		}
	}
	if !f.IsConst() || !p.h.Is(object.Value(f.Word()), object.BuiltinType) || n > maxArgs {
		return p.genericCall(b, n)
	}
	if err := p.isNull(b, b.Peek(n), true); err != nil {
		return err
	}
	op := "builtin.call"
	bound := object.Value(f.Word())
	d := p.h.BuiltinOf(bound)
	if m := p.h.MethodByNumber(p.h.CalleeNumber(bound)); m != object.Null {
		b.Poke(n, p.word(b, p.h.Field(bound, object.OffBuiltinSelf)))
		b.Poke(n+1, p.word(b, m))
		return p.methodCall(b, u)
	}
	if d.Known("", d.Name) && p.numberCall(b, u, d.Name, n) {
		return nil
	}
	if d.Known("", "iter") && n == 1 && b.KnownType(b.Peek(0))&bitOf[otherType] != 0 {
		return p.genericCall(b, n) // which runs a method in Python as the interpreter does
	}
	if n == 1 && p.h.IsObjectNew(object.Value(f.Word())) && p.bareNew(b) {
		return nil
	}
	if d.Pure && d.Module == "math" { // of numbers; a class's would run __float__
		for i := range n {
			if b.KnownType(b.Peek(i))&bitOf[otherType] != 0 {
				b.GuardType(b.Peek(i), tInt|tFloat|tBool)
			}
		}
	}
	if d.Known("math", "sqrt") && b.KnownType(b.Peek(0)) == tFloat {
		x := b.Pop()
		b.Pop()
		b.Pop()
		b.Push(b.Effect(p.mustOp("float.sqrt"), 0, x))
		return nil
	}
	if d.Pure && builtinArgs(b, n) {
		op = pureBuiltin
	}
	f, _, args := p.popCall(b, n)
	b.Push(b.Effect(p.mustOp(op), int64(f.Word()), args...))
	return nil
}

// bareNew is object.__new__(cls) of a constant class of which that makes an instance and does no more. done is false for others.
func (p *py) bareNew(b *build.Builder) (done bool) {
	c := ir.Resolve(b.Peek(0))
	if !c.IsConst() || !p.h.Is(object.Value(c.Word()), object.TypeType) {
		return false
	}
	t := p.h.TypeFromObject(object.Value(c.Word()))
	if !t.BareNew() || !p.dependsOn(b, t, false) {
		return false
	}
	p.popCall(b, 1)
	b.Push(p.newPlain(b, t))
	return true
}

// boundCall calls a method of a builtin type, which has been looked up as a value: add = l.append. The guard is
// on which method it is, the receiver is any.
func (p *py) boundCall(b *build.Builder, u *uop.Inst, descriptor object.Value) error {
	n := int(u.Oparg)
	if err := p.isNull(b, b.Peek(n), true); err != nil {
		return err
	}
	f := p.isNumbered(b, b.Peek(n+1), uint32(u.Operand0))
	b.Poke(n, b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffBuiltinSelf, clsFunc), f))
	b.Poke(n+1, p.word(b, descriptor))
	if d := p.h.BuiltinOf(descriptor); bit(d.Owner.ID) == bitOf[otherType] && n+1 <= maxArgs { // what is bound is of a class that has the method
		p.callDescriptor(b, d, n)
		return nil
	}
	return p.methodCall(b, u)
}

// isNumbered guards that f is a builtin function object, and calls the method or function with a number.
func (p *py) isNumbered(b *build.Builder, f *ir.Value, number uint32) *ir.Value {
	f = b.GuardType(f, tBuiltin)
	is := b.AddTyped(ir.OpLoad, ir.I64, mem(object.OffBuiltinIndex, clsFunc), f)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, is, b.F.ConstI64(int64(number))))
	return f
}

// methodCall calls a method of a builtin type whose descriptor is known.
func (p *py) methodCall(b *build.Builder, u *uop.Inst) error {
	n := int(u.Oparg)
	f := b.Peek(n + 1)
	if !f.IsConst() || !p.h.Is(object.Value(f.Word()), object.MethodDescType) || n+1 > maxArgs {
		return p.genericCall(b, n)
	}
	d := p.h.BuiltinOf(object.Value(f.Word()))
	self := b.Peek(n)
	owner := bit(d.Owner.ID)
	if owner == bitOf[otherType] {
		return p.otherCall(b, n)
	}
	b.GuardType(self, owner)
	if owner == tList && p.listMethod(b, d.Name, n) || owner == tDict && p.dictMethod(b, d.Name, n) {
		return nil
	}
	if n == 0 && p.charTest(object.Value(f.Word())) != object.Null {
		f, self, _ := p.popCall(b, n)
		b.Push(b.Add(ir.OpBoxBool, b.AddAux(p.mustOp("str.test"), int64(f.Word()), self)))
		return nil
	}
	p.callDescriptor(b, d, n)
	return nil
}

// otherCall calls what is no function in Python. A method of a builtin type is called at once where the receiver is known to be
// of a class that derives from the type.
func (p *py) otherCall(b *build.Builder, n int) error {
	f, self := b.Peek(n+1), b.Peek(n)
	if n == 0 && p.emptyNew(b, f, self) {
		return nil
	}
	if f.IsConst() && p.h.Is(object.Value(f.Word()), object.MethodWrapperType) && self.IsConst() && object.Value(self.Word()) == object.Null && n <= maxArgs {
		_, _, args := p.popCall(b, n)
		b.Push(b.Effect(p.mustOp("builtin.call"), int64(f.Word()), args...))
		return nil
	}
	if !f.IsConst() || !p.h.Is(object.Value(f.Word()), object.MethodDescType) || n+1 > maxArgs {
		return p.genericCall(b, n)
	}
	if p.unboundCall(b, n) {
		return nil
	}
	d, t := p.h.BuiltinOf(object.Value(f.Word())), p.typeOf(b, self)
	if self.IsConst() {
		t = p.h.TypeOf(object.Value(self.Word()))
	}
	if t == nil || !t.IsSubtype(d.Owner) {
		return p.genericCall(b, n)
	}
	if d.Owner.ID == object.ListType && p.listMethod(b, d.Name, n) {
		return nil
	}
	p.callDescriptor(b, d, n)
	return nil
}

// unboundCall is the call of a method of a builtin type that is bound to nothing, whose first argument is the receiver: str.lower(s). done
// is false for others.
func (p *py) unboundCall(b *build.Builder, n int) (done bool) {
	if self := b.Peek(n); n == 0 || !self.IsConst() || object.Value(self.Word()) != object.Null {
		return false
	}
	d := p.h.BuiltinOf(object.Value(b.Peek(n + 1).Word()))
	owner := bit(d.Owner.ID)
	if owner == bitOf[otherType] {
		return false
	}
	b.GuardType(b.Peek(n-1), owner)
	quiet := builtinArgs(b, n)
	f, _, args := p.popCall(b, n)
	if n == 1 && p.charTest(object.Value(f.Word())) != object.Null {
		b.Push(b.Add(ir.OpBoxBool, b.AddAux(p.mustOp("str.test"), int64(f.Word()), args[0])))
		return true
	}
	b.Push(b.Effect(p.mustOp(descriptorOp(d, n-1, quiet)), int64(f.Word()), args...))
	return true
}

// emptyNew is the call, without arguments, of a constant class of which that makes an instance and does no more. done is false for others.
func (p *py) emptyNew(b *build.Builder, f, self *ir.Value) (done bool) {
	f = ir.Resolve(f)
	if !f.IsConst() || !p.h.IsInstance(object.Value(f.Word()), object.TypeType) || !self.IsConst() || object.Value(self.Word()) != object.Null {
		return false
	}
	t := p.h.TypeFromObject(object.Value(f.Word()))
	if !t.EmptyNew() || !p.dependsOn(b, t, false) || p.dependsOnMeta(b, t) != nil {
		return false
	}
	p.popCall(b, 0)
	b.Push(p.newPlain(b, t))
	return true
}

// callDescriptor calls a method of a builtin type, whose descriptor is on the stack, for a value of that type.
func (p *py) callDescriptor(b *build.Builder, d *object.Builtin, n int) {
	op := descriptorOp(d, n, builtinArgs(b, n))
	f, self, args := p.popCall(b, n)
	b.Push(b.Effect(p.mustOp(op), int64(f.Word()), append([]*ir.Value{self}, args...)...))
}

// descriptorOp returns the operation that calls a method of a builtin type with n arguments, which are quiet if they are of builtin types.
func descriptorOp(d *object.Builtin, n int, quiet bool) string {
	op := "method.call"
	if d.Takes(n) {
		op = "method.exact"
	}
	if d.NoGuest && quiet {
		op = quietMethod[op]
	}
	return op
}

// quietMethod has the operations of methods that run no guest code.
var quietMethod = map[string]string{"method.call": "method.quiet", "method.exact": "method.exactquiet"}

// listMethod is a method of a list that machine code has.
func (p *py) listMethod(b *build.Builder, name string, n int) bool {
	switch {
	case name == "pop" && n == 0:
		_, l, _ := p.popCall(b, n)
		b.Push(b.Effect(p.mustOp("list.pop"), 0, l))
	case name == "append" && n == 1:
		_, l, args := p.popCall(b, n)
		b.Effect(p.mustOp("list.append"), 0, l, args[0])
		b.Push(p.word(b, object.None))
	default:
		return false
	}
	return true
}

// dictMethod is a method of a dict that machine code has.
func (p *py) dictMethod(b *build.Builder, name string, n int) bool {
	if name != "get" || n != 1 && n != 2 {
		return false
	}
	_, d, args := p.popCall(b, n)
	if n == 1 {
		args = append(args, p.word(b, object.None))
	}
	b.Push(b.Effect(p.mustOp("dict.get"), 0, append([]*ir.Value{d}, args...)...))
	return true
}
