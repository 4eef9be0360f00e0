package pyguest

import (
	"slices"

	"github.com/tier2go/tier2/interp/cpython"
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Calls with arguments behind stars: f(*args, **kw). How many arguments a sequence has is
// guarded, and that there are none by keyword; what they are is then loaded, or known where
// the sequence has been made in the trace, as that of a decorator's wrapper. From there on
// the call is like any other.

// Star says how arguments are given: their number, and the flags.
type Star uint32

// The flags of a Star, and how many arguments there may be.
const (
	StarList   Star = 1 << 8 // in a list, not in a tuple
	StarBound  Star = 1 << 9 // what is called is a bound method
	MaxStarred      = 16
)

// MergesNothing is the operand of a _DICT_MERGE of a dict without entries.
const MergesNothing = 1

func (s Star) len() int { return int(s & 0xFF) }

// Items returns the arguments of a call with a sequence and a mapping or Null, if they are
// given so.
func (s Star) Items(h *object.Heap, seq, kw object.Value) (items []object.Value, ok bool) {
	if kw != object.Null && (!h.Is(kw, object.DictType) || h.DictLen(kw) > 0) {
		return nil, false
	}
	switch {
	case s&StarList == 0 && h.Is(seq, object.TupleType):
		items = h.TupleItems(seq)
	case s&StarList != 0 && h.Is(seq, object.ListType):
		items = h.ListItems(seq)
	default:
		return nil, false
	}
	return items, len(items) == s.len()
}

// starRules: the stack holds the callable, NULL, a sequence, and a mapping or NULL.
func (p *py) starRules() map[uop.ID]build.Rule {
	return map[uop.ID]build.Rule{cpython.PY_FRAME_EX: p.starredFrame, cpython.PARTIAL_FRAME: p.partialFrame, cpython.CALL_EX: p.starredCall}
}

// starredFrame is a call of a function in Python.
func (p *py) starredFrame(b *build.Builder, u *uop.Inst) error {
	code, ok := p.env.CodeByVersion(uint32(u.Operand0))
	if !ok {
		return b.Abort(build.AbortBadTrace, "no code has the callee's version")
	}
	form := Star(u.Operand1)
	f := b.Peek(3)
	if err := p.isNull(b, b.Peek(2), true); err != nil {
		return err
	}
	var args []*ir.Value
	if form&StarBound != 0 {
		b.GuardType(f, tMethod)
		function, self := p.boundMethod(b, f)
		f, args = function, append(args, self)
	}
	if err := p.checkVersion(b, f, uint32(u.Operand0)); err != nil {
		return err
	}
	if kw := b.Peek(0); !kw.IsConst() || object.Value(kw.Word()) != object.Null {
		kw = b.GuardType(kw, tDict)
		p.ofLength(b, kw, length(object.OffDictUsed, clsHeap), 0)
	}
	items, err := p.starredItems(b, b.Peek(1), form)
	if err != nil {
		return err
	}
	args = append(args, items...)
	b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
	sig := p.env.Params(code)
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	slots := p.callSlots(b, fr)
	for range 4 {
		b.Pop()
	}
	slots[funcSlot] = f
	if err := p.bindParams(b, f, sig, slots[1:], args, nil, nil); err != nil {
		return err
	}
	b.SetCallee(fr)
	return nil
}

// partialFrame is a call of a functools.partial of a function in Python.
func (p *py) partialFrame(b *build.Builder, u *uop.Inst) error {
	code, ok := p.env.CodeByVersion(uint32(u.Operand0))
	if !ok {
		return b.Abort(build.AbortBadTrace, "no code has the callee's version")
	}
	n := int(u.Oparg)
	v := b.Peek(n + 1)
	if err := p.isNull(b, b.Peek(n), true); err != nil {
		return err
	}
	p.guardClass(b, v, p.h.Type(p.h.PartialType))
	field := func(off uintptr) *ir.Value { return b.AddTyped(ir.OpLoad, ir.Ref, mem(off, clsFunc), v) }
	p.ofLength(b, b.GuardType(field(object.OffPartialKw), tDict), length(object.OffDictUsed, clsHeap), 0)
	blanks := b.AddTyped(ir.OpLoad, ir.I64, mem(object.OffPartialBlanks, clsFunc), v)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, blanks, b.F.ConstI64(0)))
	f := field(object.OffPartialFunc)
	if err := p.checkVersion(b, f, uint32(u.Operand0)); err != nil {
		return err
	}
	args, err := p.starredItems(b, field(object.OffPartialArgs), Star(u.Operand1))
	if err != nil {
		return err
	}
	args = slices.Clone(args)
	for i := n - 1; i >= 0; i-- {
		args = append(args, b.Peek(i))
	}
	b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
	sig := p.env.Params(code)
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	slots := p.callSlots(b, fr)
	for range n + 2 {
		b.Pop()
	}
	slots[funcSlot] = f
	if err := p.bindParams(b, f, sig, slots[1:], args, nil, nil); err != nil {
		return err
	}
	b.SetCallee(fr)
	return nil
}

// starredItems returns the items of a sequence that a form says the number of.
func (p *py) starredItems(b *build.Builder, s *ir.Value, form Star) ([]*ir.Value, error) {
	n := form.len()
	if s.IsConst() {
		if v := object.Value(s.Word()); p.h.Is(v, object.TupleType) && p.h.TupleLen(v) == n && form&StarList == 0 {
			items := make([]*ir.Value, n)
			for i, x := range p.h.TupleItems(v) {
				items[i] = p.word(b, x)
			}
			return items, nil
		}
		return nil, b.Abort(AbortBinding, "other arguments than the call has had")
	}
	if m := ir.Resolve(s); m.Op == p.mustOp("py.tuple") {
		if len(m.Args) != n || form&StarList != 0 {
			return nil, b.Abort(AbortBinding, "other arguments than the call has had")
		}
		return m.Args, nil
	}
	items := make([]*ir.Value, n)
	if form&StarList == 0 {
		s = b.GuardType(s, tTuple)
		p.ofLength(b, s, tupleLen, n)
		for i := range items {
			items[i] = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffTupleItems+8*uintptr(i), clsTuple), s)
		}
		return items, nil
	}
	s = b.GuardType(s, tList)
	p.ofLength(b, s, length(object.OffListLen, clsListLen), n)
	array := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffListItems, clsListItems), s)
	for i := range items {
		items[i] = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffArrayItems+8*uintptr(i), clsElems), array)
	}
	return items, nil
}

// starredCall is a call of what begins no frame.
func (p *py) starredCall(b *build.Builder, u *uop.Inst) error {
	f := b.Peek(3)
	if err := p.isNull(b, b.Peek(2), true); err != nil {
		return err
	}
	switch class := object.Value(u.Operand0); {
	case f.IsConst():
		if !p.h.Frameless(object.Value(f.Word())) {
			return b.Abort(build.AbortBadTrace, "the callable may be in Python")
		}
	case class != object.Null:
		want := b.Const(uint64(class))
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, f, want))
		f = want
	default:
		b.GuardType(f, tBuiltin|tMethodDesc)
	}
	kw, star := b.Pop(), b.Pop()
	b.Pop()
	b.Pop()
	b.Push(b.Effect(p.mustOp("py.callex"), 0, f, star, kw))
	return nil
}
