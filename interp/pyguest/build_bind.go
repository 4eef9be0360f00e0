package pyguest

import (
	"slices"

	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Arguments of calls of guest functions: how those on the stack become the parameters of
// the callee's frame. The callee's code is known by the version that has been checked, so
// that all is decided when the trace is built; only what a function's defaults are may
// need a look at run time.

// initCall takes callable, receiver and arguments from the stack and keeps them
// for pushFrame. The operand has the version that was checked.
func (p *py) initCall(b *build.Builder, u *uop.Inst) error {
	code, ok := p.env.CodeByVersion(uint32(u.Operand0))
	if !ok {
		return b.Abort(build.AbortBadTrace, "no code has the callee's version")
	}
	n := int(u.Oparg)
	f, self := b.Peek(n+1), b.Peek(n)
	sig := p.env.Params(code)
	params := len(sig.Names)
	given := n + 1
	if self.IsConst() && object.Value(self.Word()) == object.Null {
		given = n
	} else if params == n {
		if err := p.isNull(b, self, true); err != nil {
			return err
		}
		given = n
	} else if err := p.isNull(b, self, false); err != nil {
		return err
	}
	if !sig.Exact || given != params {
		return b.Abort(build.AbortBadTrace, "the call's arguments do not fit")
	}
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	slots := p.callSlots(b, fr)
	for i := given; i > given-n; i-- {
		slots[i] = b.Pop()
	}
	if s := b.Pop(); given > n {
		slots[1] = s
	}
	b.Pop()
	slots[funcSlot] = f
	b.SetCallee(fr)
	return nil
}

// callSlots begins to set up a call: the slots of the callee's locals, all of them Null.
func (p *py) callSlots(b *build.Builder, fr ir.Frame) []*ir.Value {
	slots := b.Call(fr.NumLocals)
	null := p.word(b, object.Null)
	for i := range slots {
		slots[i] = null
	}
	return slots
}

// bindArgs binds the arguments of a call to the parameters of the function's code, which the
// version says that was checked, the micro-op's operand: by position, by keyword, by default.
func (p *py) bindArgs(b *build.Builder, u *uop.Inst, kwnames object.Value) error {
	code, ok := p.env.CodeByVersion(uint32(u.Operand0))
	if !ok {
		return b.Abort(build.AbortBadTrace, "no code has the callee's version")
	}
	n := int(u.Oparg)
	self := b.Peek(n)
	sig := p.env.Params(code)
	var named []object.Value
	if kwnames != object.Null {
		named = p.h.TupleItems(kwnames)
	}
	bound := 0 // a receiver is the first argument
	if !self.IsConst() || object.Value(self.Word()) != object.Null {
		if err := p.isNull(b, self, false); err != nil {
			return err
		}
		bound = 1
	}
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	slots := p.callSlots(b, fr)
	f, self, args := p.popCall(b, n)
	slots[funcSlot] = f
	if bound == 1 {
		args = append([]*ir.Value{self}, args...)
	}
	given := len(args) - len(named)
	if err := p.bindParams(b, f, sig, slots[1:], args[:given], named, args[given:]); err != nil {
		return err
	}
	b.SetCallee(fr)
	return nil
}

// bindParams binds the arguments of a call of f, by position and by name, to the parameters, which
// are the first of its locals.
func (p *py) bindParams(b *build.Builder, f *ir.Value, sig Params, locals, pos []*ir.Value, named []object.Value, values []*ir.Value) error {
	n := len(sig.Names)
	byName := n + len(sig.KwOnly)
	taken := min(len(pos), n)
	if len(pos) > n && !sig.VarArgs {
		return b.Abort(AbortBinding, "too many arguments")
	}
	if len(pos)-taken > maxArgs || 2*len(named) > maxArgs {
		return b.Abort(AbortTooManyOperands, "call")
	}
	copy(locals, pos[:taken])
	null := p.word(b, object.Null)
	var others []*ir.Value // keywords that name no parameter, with their values
	for i, name := range named {
		k := slices.Index(sig.Names, name)
		if k < 0 {
			if k = slices.Index(sig.KwOnly, name); k >= 0 {
				k += n
			}
		}
		switch {
		case k >= sig.PosOnly && locals[k] == null:
			locals[k] = values[i]
		case k < sig.PosOnly && sig.VarKeywords:
			others = append(others, p.word(b, name), values[i])
		default:
			return b.Abort(AbortBinding, "a keyword that does not fit")
		}
	}
	if err := p.bindDefaults(b, f, sig, locals[:n]); err != nil {
		return err
	}
	if err := p.bindKwDefaults(b, f, sig.KwOnly, locals[n:byName]); err != nil {
		return err
	}
	// Nothing leaves behind here.
	if sig.VarArgs {
		locals[byName] = p.tuple(b, pos[taken:])
		byName++
	}
	if sig.VarKeywords {
		locals[byName] = p.newDictOf(b, others)
	}
	return nil
}

// tuple makes a tuple; there is one empty one.
func (p *py) tuple(b *build.Builder, items []*ir.Value) *ir.Value {
	if len(items) == 0 {
		return p.word(b, p.h.NewTuple())
	}
	return b.Add(p.mustOp("py.tuple"), items...)
}

// newDictOf makes a dict of keys, which are strs, and values.
func (p *py) newDictOf(b *build.Builder, entries []*ir.Value) *ir.Value {
	if len(entries) == 0 {
		return b.Add(p.mustOp("py.newdict"), b.F.ConstI64(0))
	}
	return b.Add(p.mustOp("py.strdict"), entries...)
}

// bindKwDefaults fills the parameters by keyword only that no argument was given for.
func (p *py) bindKwDefaults(b *build.Builder, f *ir.Value, names []object.Value, params []*ir.Value) error {
	null := p.word(b, object.Null)
	if !slices.Contains(params, null) {
		return nil
	}
	d := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffFuncKwDefaults, clsFunc), f)
	p.notNull(b, d)
	d = b.GuardType(d, tDict)
	for i := range params {
		if params[i] == null {
			params[i] = b.Add(p.mustOp("dict.byname"), d, p.word(b, names[i]))
			p.notNull(b, params[i])
		}
	}
	return nil
}

// bindDefaults fills the parameters that no argument was given for.
func (p *py) bindDefaults(b *build.Builder, f *ir.Value, sig Params, params []*ir.Value) error {
	null := p.word(b, object.Null)
	if !slices.Contains(params, null) {
		return nil
	}
	items, err := p.defaults(b, f, sig)
	if err != nil {
		return err
	}
	for i := range params {
		if params[i] != null {
			continue
		}
		k := i - (len(params) - len(items))
		if k < 0 {
			return b.Abort(AbortBinding, "an argument is missing")
		}
		params[i] = items[k]
	}
	return nil
}

// defaults returns the values that a function has for its last parameters. What the run
// has to check of a constant function is that its defaults are still the same tuple; one
// that is made anew has other values each time, and as many of them.
func (p *py) defaults(b *build.Builder, f *ir.Value, sig Params) ([]*ir.Value, error) {
	if f.IsConst() {
		d := p.h.Field(object.Value(f.Word()), object.OffFuncDefaults)
		if d == object.Null {
			return nil, b.Abort(AbortBinding, "an argument is missing")
		}
		now := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffFuncDefaults, clsFunc), f)
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, now, p.word(b, d)))
		items := make([]*ir.Value, p.h.TupleLen(d))
		for i, x := range p.h.TupleItems(d) {
			items[i] = p.word(b, x)
		}
		return items, nil
	}
	if sig.Defaults == 0 {
		return nil, b.Abort(AbortBinding, "an argument is missing")
	}
	d := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffFuncDefaults, clsFunc), f)
	p.notNull(b, d)
	p.ofLength(b, d, tupleLen, sig.Defaults)
	items := make([]*ir.Value, sig.Defaults)
	for i := range items {
		items[i] = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffTupleItems+8*uintptr(i), clsTuple), d)
	}
	return items, nil
}

// pushFrame begins the call that initCall has set up.
func (p *py) pushFrame(b *build.Builder, u *uop.Inst) error { return b.EnterCall() }

// callee returns the frame of a call of code.
func (p *py) callee(b *build.Builder, code uint64) (ir.Frame, error) {
	fr, err := p.env.Frame(code)
	if err != nil {
		return fr, b.Abort(build.AbortBadTrace, err.Error())
	}
	if p.env.FrameSize(code) > MaxFrame {
		return fr, b.Abort(AbortBigFrame, fr.Name)
	}
	return fr, nil
}
