package pyguest

import (
	"fmt"

	"github.com/tier2go/tier2/guest"
	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/ir/eval"
	"github.com/tier2go/tier2/lower"
	"github.com/tier2go/tier2/uop"
)

// Attributes of instances of classes. A guard of a type's version is a claim that
// the value is an instance of exactly that class, and a dependency on the class: a
// change invalidates the executor, so nothing but the type's id is tested in it.

// claimClass is the kind of claim that a value is an instance of exactly the class
// whose type id is the payload.
const claimClass = 1

func classClaim(t *object.Type) ir.Claim { return claimOf(t.ID) }

func claimOf(id object.TypeID) ir.Claim {
	return ir.NewClaim(claimClass, uint64(id), ir.Stable|ir.Version, 0)
}

// Shown implements ir.ClaimWords: instances of classes have no type of their own in
// the lattice.
func (w words) Shown(c ir.Claim) ir.Fact {
	if c.Kind() == claimClass || c.Kind() == claimNumbers {
		k := ir.TypesFact(bitOf[otherType])
		k.NotNull = true
		return k
	}
	return ir.Top
}

// Implied implements ir.ClaimWords.
func (w words) Implied(ir.Claim, []ir.Fact) (string, bool) { return "", false }

// liveWords are words that refer to objects of the heap.
type liveWords struct{ words }

var _ ir.ObjectWords = liveWords{}

// Holds implements ir.ClaimTester.
func (w liveWords) Holds(c ir.Claim, args []uint64) bool {
	v := object.Value(args[0])
	if c.Kind() == claimNumbers {
		return v.IsRef() && w.h.RefType(v) == object.TypeID(c.Payload()>>codeBits) && w.h.NumbersCode(v) == byte(c.Payload())
	}
	return v.IsRef() && w.h.RefType(v) == object.TypeID(c.Payload())
}

// lowerGuardFact tests that a word is an instance of a class, or that it has numbers of a
// code.
func (p *py) lowerGuardFact(a *lower.Asm, v *ir.Value) lower.V {
	w, id := a.Arg(0), int64(v.Claim().Payload())
	numbers := v.Claim().Kind() == claimNumbers
	if numbers {
		id >>= codeBits
	}
	a.ExitIfShr(lower.NE, w, 48, object.TagRef>>48)
	a.ExitIfMem(lower.NE, lower.At(w, object.OffType, 4), lower.Imm(id))
	if numbers {
		a.ExitIfMem(lower.NE, lower.At(w, object.OffNumbersCode, 8), lower.Imm(int64(v.Claim().Payload()&(1<<codeBits-1))))
	}
	return w
}

// class returns the class that has a version, and makes the trace depend on it.
func (p *py) class(b *build.Builder, version uint64) (*object.Type, error) {
	t := p.h.TypeByVersion(uint32(version))
	if t == nil {
		return nil, b.Abort(build.AbortNoRule, fmt.Sprintf("no type has version %d", version))
	}
	if !p.dependsOn(b, t, false) {
		return nil, b.Abort(build.AbortNoRule, "class "+t.Name+" changes often")
	}
	return t, nil
}

// dependsOn makes the trace rely on a class as it is now, or, with keys, on its instances'
// shared keys: a change invalidates the executor. ok is false if it changes too often.
func (p *py) dependsOn(b *build.Builder, t *object.Type, keys bool) (ok bool) {
	token, ok := p.env.WatchType(t, keys)
	if ok {
		b.Depend(token)
	}
	return ok
}

// guardClass guards that v is an instance of class t.
func (p *py) guardClass(b *build.Builder, v *ir.Value, t *object.Type) {
	switch {
	case v.IsConst() && p.h.TypeID(object.Value(v.Word())) == t.ID:
	case p.makesInstance(v.Op) && v.Args[0].IsConst() && object.Value(v.Args[0].Word()) == t.Object:
	default:
		b.GuardFact(classClaim(t), v)
	}
}

// guardVersion is _GUARD_TYPE_VERSION.
func (p *py) guardVersion(b *build.Builder, u *uop.Inst) error {
	if t := bit(object.TypeID(u.Operand0)); t != bitOf[otherType] && u.Operand0 < uint64(object.FirstFreeType) {
		// The version of a builtin type is its id: exactly one type has it.
		b.GuardType(b.Peek(0), t)
		return nil
	}
	t, err := p.class(b, u.Operand0)
	if err != nil {
		return err
	}
	p.guardClass(b, b.Peek(0), t)
	return nil
}

// attrRules: attributes of instances and classes.
func (p *py) attrRules() map[uop.ID]build.Rule {
	constant := func(b *build.Builder, u *uop.Inst) error {
		b.Poke(0, p.word(b, object.Value(u.Operand0)))
		return nil
	}
	method := func(b *build.Builder, u *uop.Inst) error {
		self := b.Pop()
		b.Push(p.word(b, object.Value(u.Operand0)))
		b.Push(self)
		return nil
	}
	load := func(b *build.Builder, u *uop.Inst) error {
		if x := p.newField(b, b.Peek(0), u.Operand0); x != nil {
			b.Poke(0, x)
			return nil
		}
		if b.KnownType(b.Peek(0)).Within(tComplex) {
			b.Poke(0, b.AddTyped(ir.OpLoad, ir.Ref, mem(uintptr(u.Operand0), clsComplex), b.Peek(0)))
			return nil
		}
		v := b.AddTyped(ir.OpLoad, ir.Ref, mem(uintptr(u.Operand0), clsInst), b.Peek(0))
		p.notNull(b, v)
		b.Poke(0, v)
		return nil
	}
	return map[uop.ID]build.Rule{
		cpython.GUARD_TYPE_VERSION:              p.guardVersion,
		cpython.GUARD_TYPE_VERSION_AND_LOCK:     p.guardVersion,
		cpython.CHECK_MANAGED_OBJECT_HAS_VALUES: nothing, // a value that is Null leaves
		cpython.GUARD_DORV_NO_DICT:              nothing, // so does one that cannot be stored to
		cpython.LOAD_ATTR_INSTANCE_VALUE:        load,
		cpython.LOAD_ATTR_SLOT:                  load,
		cpython.STORE_ATTR_INSTANCE_VALUE: func(b *build.Builder, u *uop.Inst) error {
			p.storeValue(b, b.Peek(0), b.Peek(1), u.Operand0, u.Operand1)
			b.Pop()
			b.Pop()
			return nil
		},
		cpython.STORE_ATTR_SLOT: func(b *build.Builder, u *uop.Inst) error {
			v, x := b.Pop(), b.Pop()
			b.AddTyped(ir.OpStore, ir.Void, mem(uintptr(u.Operand0), clsInst), v, x)
			return nil
		},
		cpython.GUARD_DORV_VALUES_INST_ATTR_FROM_DICT: func(b *build.Builder, _ *uop.Inst) error {
			p.hasValues(b, b.Peek(0))
			return nil
		},
		cpython.GUARD_KEYS_VERSION: func(b *build.Builder, u *uop.Inst) error {
			t, err := p.class(b, u.Operand1)
			if err != nil {
				return err
			}
			if t.KeysVersion() != uint32(u.Operand0) || !p.dependsOn(b, t, true) {
				return b.Abort(build.AbortNoRule, "class "+t.Name+" has other keys")
			}
			return nil
		},
		cpython.LOAD_ATTR_METHOD_WITH_VALUES: method,
		cpython.LOAD_ATTR_METHOD_NO_DICT:     method,
		cpython.LOAD_ATTR_METHOD_LAZY_DICT:   method,
		cpython.CHECK_ATTR_METHOD_LAZY_DICT: func(b *build.Builder, u *uop.Inst) error {
			d := b.AddTyped(ir.OpLoad, ir.Ref, mem(uintptr(u.Operand0), clsInst), b.Peek(0))
			return p.isNull(b, d, true)
		},
		cpython.LOAD_ATTR_NONDESCRIPTOR_NO_DICT:     constant,
		cpython.LOAD_ATTR_NONDESCRIPTOR_WITH_VALUES: constant,
		cpython.LOAD_ATTR_CLASS:                     constant,
		cpython.CHECK_ATTR_CLASS: func(b *build.Builder, u *uop.Inst) error {
			t, err := p.class(b, u.Operand0)
			if err != nil {
				return err
			}
			p.isValue(b, b.Peek(0), t.Object)
			return nil
		},
		cpython.LOAD_ATTR_WITH_HINT:  p.loadHinted,
		cpython.STORE_ATTR_WITH_HINT: p.storeHinted,
		cpython.LOAD_ATTR_PROPERTY_FRAME: func(b *build.Builder, u *uop.Inst) error {
			return p.constFrame(b, object.Value(u.Operand0), b.Pop())
		},
		cpython.LOAD_ATTR_GETATTRIBUTE_FRAME: func(b *build.Builder, u *uop.Inst) error {
			name := p.word(b, p.env.Name(b.Frame().Code, int(u.Oparg>>1)))
			return p.constFrame(b, object.Value(u.Operand0), b.Pop(), name)
		},
		cpython.LOAD_ATTR_FUNCTION_FRAME: p.attrFunctionFrame,
		cpython.BINARY_OP_SUBSCR_CHECK_FUNC: func(b *build.Builder, u *uop.Inst) error {
			t, err := p.class(b, u.Operand0)
			if err != nil {
				return err
			}
			if f := object.Value(u.Operand1); f == object.Null || f != t.ItemGetter() {
				return b.Abort(build.AbortBadTrace, "class "+t.Name+" has another __getitem__")
			}
			p.guardClass(b, b.Peek(1), t)
			b.PushTemp(b.Const(u.Operand1)) // CPython's compiler leaves no room for it
			return nil
		},
		cpython.BINARY_OP_SUBSCR_INIT_CALL: func(b *build.Builder, u *uop.Inst) error {
			f, key, v := b.Pop(), b.Pop(), b.Pop()
			b.SetReturn(uint32(u.Operand0))
			return p.constFrame(b, object.Value(f.Word()), v, key)
		},
		cpython.CHECK_AND_ALLOCATE_OBJECT: p.allocate,
		cpython.CREATE_INIT_FRAME:         p.initFrame,
		cpython.EXIT_INIT_CHECK: func(b *build.Builder, _ *uop.Inst) error {
			p.isValue(b, b.Peek(0), object.None)
			b.Pop()
			return nil
		},
		cpython.LOAD_SUPER_ATTR_ATTR: p.superAttr,
		cpython.LOAD_SUPER_ATTR:      p.superAttr,
		cpython.LOAD_SUPER_ATTR_METHOD: func(b *build.Builder, u *uop.Inst) error {
			p.isValue(b, b.Peek(2), p.h.Type(object.SuperType).Object)
			name := p.env.Name(b.Frame().Code, int(u.Oparg>>2))
			f := p.superMethod(b, name)
			if f == nil {
				f = b.Add(p.mustOp("py.supermethod"), b.Peek(1), b.Peek(0), p.word(b, name))
				p.notNull(b, f)
			}
			self := b.Pop()
			b.Pop()
			b.Pop()
			b.Push(f)
			b.Push(self)
			return nil
		},
	}
}

// superMethod returns the function that super().name(…) calls, whose class and self are at
// the top of the stack, as a constant, if both are known; nil otherwise.
func (p *py) superMethod(b *build.Builder, name object.Value) *ir.Value {
	class, st := p.classOf(b, b.Peek(1)), p.typeOf(b, b.Peek(0))
	if class == nil || st == nil {
		return nil
	}
	f := p.h.SuperMethodOf(class, st, name)
	if f == object.Null || !p.dependsOn(b, st, false) {
		return nil
	}
	p.isValue(b, b.Peek(1), class.Object)
	return p.word(b, f)
}

// superAttr loads super().name. With bit 0 of oparg, which only the general form has, it is called: a method lies there as it is,
// its receiver above it.
func (p *py) superAttr(b *build.Builder, u *uop.Inst) error {
	p.isValue(b, b.Peek(2), p.h.Type(object.SuperType).Object)
	name, method := p.env.Name(b.Frame().Code, int(u.Oparg>>2)), u.Oparg&1 != 0
	x := p.superOfClass(b, name)
	self, class := b.Pop(), b.Pop()
	b.Pop()
	switch {
	case x == nil && method:
		b.Push(b.Effect(p.mustOp("py.loadsuper"), 0, class, self, p.word(b, name)))
		b.Push(b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffCellValue, clsCell), p.word(b, p.h.SecondCell())))
		return nil
	case x == nil:
		x = b.Effect(p.mustOp("py.superattr"), 0, class, self, p.word(b, name))
	}
	b.Push(x)
	if method {
		b.Push(p.word(b, object.Null))
	}
	return nil
}

// superOfClass returns what super().name is in a method of a class, such as __new__, whose class and cls are at the top
// of the stack, if both are known; nil otherwise.
func (p *py) superOfClass(b *build.Builder, name object.Value) *ir.Value {
	class, self := p.classOf(b, b.Peek(1)), ir.Resolve(b.Peek(0))
	if class == nil || !self.IsConst() || !p.h.Is(object.Value(self.Word()), object.TypeType) {
		return nil
	}
	st := p.h.TypeFromObject(object.Value(self.Word()))
	f, bound := p.h.SuperOfClass(class, st, name)
	if f == object.Null || !p.dependsOn(b, st, false) {
		return nil
	}
	p.isValue(b, b.Peek(1), class.Object)
	if bound {
		return b.Add(p.mustOp("py.newmethod"), p.word(b, f), self)
	}
	return p.word(b, f)
}

// classOf returns the class that v is: a constant, or what a constant cell holds now, as
// __class__ is read in a method. nil: it is not known.
func (p *py) classOf(b *build.Builder, v *ir.Value) *object.Type {
	v = ir.Resolve(v)
	c := object.Null
	switch {
	case v.IsConst():
		c = object.Value(v.Word())
	case v.Op == ir.OpLoad && v.Args[0].IsConst():
		if cell := object.Value(v.Args[0].Word()); p.h.Is(cell, object.CellType) {
			c = p.h.Field(cell, object.OffCellValue)
		}
	}
	if c == object.Null || !p.h.Is(c, object.TypeType) {
		return nil
	}
	return p.h.TypeFromObject(c)
}

// constantAttr is LOAD_ATTR of what a class has, of a constant class or of an instance whose class is known: static and class
// methods, methods that are read, values. call says that the attribute is called, guards that the instance may be looked at: whether it has
// an attribute of that name itself. done is false for anything else.
func (p *py) constantAttr(b *build.Builder, name object.Value, call, guards bool) (done bool) {
	v := b.Peek(0)
	t := p.typeOf(b, v)
	if c := ir.Resolve(v); c.IsConst() {
		w := object.Value(c.Word())
		if p.h.StandsForType(w) {
			t = p.h.TypeFromObject(w)
			k, ok := p.h.ConstantOfClass(t, name)
			ok = ok && (call || !k.OnlyCalled())
			if ok = ok && (k.Meta == nil || p.dependsOn(b, k.Meta, false)) && p.dependsOn(b, t, false); ok {
				p.pushConstant(b, t, k, call)
			}
			return ok
		}
		t = p.h.TypeOf(w)
	}
	if t == nil {
		return false
	}
	k, ok := p.h.ConstantOf(t, name)
	if !ok || k.OnlyCalled() && !call || !p.dependsOn(b, t, false) || !k.Hides && !p.hidesNothing(b, v, t, name, guards) {
		return false
	}
	p.pushConstant(b, t, k, call)
	return true
}

// storeVarying is STORE_ATTR of an attribute of a constant class that varies, of which data is set. done is false for others.
func (p *py) storeVarying(b *build.Builder, name object.Value) (done bool) {
	c, x := ir.Resolve(b.Peek(0)), b.Peek(1)
	if !c.IsConst() || !p.h.Is(object.Value(c.Word()), object.TypeType) || b.KnownType(x)&^tData != 0 {
		return false
	}
	t := p.h.TypeFromObject(object.Value(c.Word()))
	k, ok := p.h.VaryingOf(t, name)
	if !ok || !p.dependsOn(b, t, false) {
		return false
	}
	b.AddTyped(ir.OpStore, ir.Void, valueOfEntry(k.Entry), p.dictEntries(b, p.word(b, k.In)), x)
	b.Pop()
	b.Pop()
	return true
}

// hidesNothing guards that v, an instance of t, has no attribute of its own of the name, which is none of the shared keys. ok is false where
// that takes guards, which are not allowed.
func (p *py) hidesNothing(b *build.Builder, v *ir.Value, t *object.Type, name object.Value, guards bool) (ok bool) {
	switch {
	case !t.HasDict():
		return true
	case t.ValuesOff() != 0:
		if v.Op != p.mustOp("inst.new") && !guards || !p.dependsOn(b, t, true) {
			return false
		}
		p.hasValues(b, v)
		return true
	}
	if guards {
		p.lacks(b, "dict.lacks", b.AddTyped(ir.OpLoad, ir.Ref, mem(t.DictOff(), clsInst), v), p.word(b, name))
	}
	return guards
}

// hasValues guards that an instance has inline values.
func (p *py) hasValues(b *build.Builder, v *ir.Value) {
	if v.Op == p.mustOp("inst.new") {
		return
	}
	filled := b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffAux, clsInstFilled), v)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpNe, filled, b.F.ConstI64(object.InstNoValues)))
}

// pushConstant replaces the value at the top by an attribute that its class t has, or that it has as a class.
func (p *py) pushConstant(b *build.Builder, t *object.Type, k object.ClassConstant, call bool) {
	self := b.Pop()
	if k.In != object.Null {
		b.Push(b.AddTyped(ir.OpLoad, ir.Ref, valueOfEntry(k.Entry), p.dictEntries(b, p.word(b, k.In))))
		if call {
			b.Push(p.word(b, object.Null))
		}
		return
	}
	x := p.word(b, k.Value)
	switch {
	case k.Receiver == object.OfClassRaw:
		x = p.word(b, p.h.BoundToClass(k.Value, t))
	case k.Receiver == object.OfClass:
		x = b.Add(p.mustOp("py.newmethod"), x, p.word(b, t.Object))
	case k.Receiver != object.NoReceiver && call:
		b.Push(x)
		b.Push(self)
		return
	case k.Receiver != object.NoReceiver:
		x = b.Add(p.mustOp("py.newmethod"), x, self)
	}
	b.Push(x)
	if call {
		b.Push(p.word(b, object.Null))
	}
}

// isValue guards that v is a certain value.
func (p *py) isValue(b *build.Builder, v *ir.Value, want object.Value) {
	if v.IsConst() && object.Value(v.Word()) == want {
		return
	}
	w := p.word(b, want)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, v, w))
	b.Refine(v, w)
}

// attrFunctionFrame sets up the call of the function that an attribute of an instance comes to: guards have its class, and that it
// has no such attribute itself.
func (p *py) attrFunctionFrame(b *build.Builder, u *uop.Inst) error {
	t, err := p.class(b, u.Operand0)
	if err != nil {
		return err
	}
	name := p.env.Name(b.Frame().Code, int(u.Oparg>>1))
	r := p.h.AttrReaderOf(t, name)
	if r.Func == object.Null || uint64(p.h.Half(r.Func, object.OffFuncVersion)) != u.Operand1 {
		return b.Abort(build.AbortBadTrace, "another function returns the attribute")
	}
	if r.Key == object.Null {
		return p.constFrame(b, r.Func, b.Pop(), p.word(b, name))
	}
	if d := p.h.TypeOf(r.Key); d.Version() == 0 || !p.dependsOn(b, d, false) {
		return b.Abort(build.AbortNoRule, "class "+d.Name+" changes often")
	}
	return p.constFrame(b, r.Func, p.word(b, r.Key), b.Pop(), p.word(b, t.Object))
}

// constFrame sets up the call of a constant function with as many arguments as it has
// parameters.
func (p *py) constFrame(b *build.Builder, f object.Value, args ...*ir.Value) error {
	b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
	fr, err := p.callee(b, uint64(p.h.Half(f, object.OffFuncCode)))
	if err != nil {
		return err
	}
	slots := p.callSlots(b, fr)
	slots[funcSlot] = p.word(b, f)
	copy(slots[1:], args)
	b.SetCallee(fr)
	return nil
}

// attrOps are the operations on instances.
func (p *py) attrOps() []guest.Op {
	h := p.h
	superMethod := lowered(p.expansion("py.supermethod", "method.super", 0, 1, 2), call("py.supermethod", 3, ir.AnyType, allocates, func(a []uint64) (uint64, error) {
		return uint64(h.SuperMethod(val(a[0]), val(a[1]), val(a[2]))), nil
	}))
	superMethod.Reads = ir.AllMemory
	return []guest.Op{
		p.instNewOp(), p.instEmptyOp(),
		superMethod,
		// The receiver, or Null, is in a cell then.
		call("py.loadsuper", 3, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			x, unbound, err := h.SuperLookup(val(a[0]), val(a[1]), val(a[2]), true)
			self := object.Null
			if unbound {
				self = val(a[1])
			}
			h.SetField(h.SecondCell(), object.OffCellValue, self)
			return word(x, err)
		}),
		call("py.superattr", 3, ir.AnyType, runsGuest, func(a []uint64) (uint64, error) {
			x, _, err := h.SuperLookup(val(a[0]), val(a[1]), val(a[2]), false)
			return word(x, err)
		}),
		{
			OpRow: ir.OpRow{
				Name: "inst.settable", Args: refs(1), Flags: ir.Guard, Aux: ir.AuxInt, States: beforeState,
				Reads: class(clsInst, clsInstFilled), Writes: class(clsInstFilled),
				Doc: "leaves unless the inline value at an offset (bits 0 to 31) with an index (from bit 32 on) may be set",
			},
			Eval: func(_ *eval.Machine, v *ir.Value, a []uint64) (uint64, error) {
				o, off, i := val(a[0]), uintptr(uint32(v.Aux)), uint32(v.Aux>>32)
				if h.Field(o, off) != object.Null {
					return 0, nil
				}
				if h.Half(o, object.OffAux) > i {
					return 0, eval.ErrFail
				}
				h.SetHalf(o, object.OffAux, i+1)
				return 0, nil
			},
			Lower: func(a *lower.Asm, v *ir.Value) lower.V {
				w, off, i := a.Arg(0), int64(uint32(v.Aux)), v.Aux>>32
				null := object.Null
				a.Slow(lower.EQ, a.Load(lower.At(w, off, 8)), lower.Word(uint64(null)), w, lower.GPR, func() lower.V {
					a.ExitIfMem(lower.UGT, lower.At(w, object.OffAux, 4), lower.Imm(i))
					a.Store(lower.At(w, object.OffAux, 4), lower.Imm(i+1))
					return w
				})
				return lower.None
			},
		},
	}
}
