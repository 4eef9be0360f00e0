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
	if !sig.Exact {
		return b.Abort(AbortBinding, "the function takes more than positional parameters")
	}
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
	if bound+n-len(named) > len(sig.Names) {
		return b.Abort(AbortBinding, "too many arguments")
	}
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	slots := p.callSlots(b, fr)
	f, self, args := p.popCall(b, n)
	slots[funcSlot] = f
	if bound == 1 {
		slots[1] = self
	}
	copy(slots[1+bound:], args[:n-len(named)])
	null := p.word(b, object.Null)
	for i, name := range named {
		k := slices.Index(sig.Names, name)
		if k < sig.PosOnly || slots[1+k] != null {
			return b.Abort(AbortBinding, "a keyword that does not fit")
		}
		slots[1+k] = args[n-len(named)+i]
	}
	if err := p.bindDefaults(b, f, sig, slots[1:1+len(sig.Names)]); err != nil {
		return err
	}
	b.SetCallee(fr)
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
	p.ofLength(b, d, object.OffTupleLen, clsTuple, sig.Defaults)
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
