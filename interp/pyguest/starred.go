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
// guarded, and which names there are in which order; what they are is then loaded, or known where
// the sequence has been made in the trace, as that of a decorator's wrapper. From there on
// the call is like any other. A DICT_MERGE into an empty dict, which stands in front of every such call with **kw,
// is part of it where there are arguments by keyword: so the merged dict is never made.

// Star says how arguments are given: their number, and the flags; from bit 16 on how many by keyword there are.
type Star uint32

// The flags of a Star, and how many arguments there may be.
const (
	StarList   Star = 1 << 8  // in a list, not in a tuple
	StarBound  Star = 1 << 9  // what is called is a bound method
	StarObject Star = 1 << 10 // an instance of a class with a __call__
	MaxStarred      = 16
)

// StarKeywords says that there are n arguments by keyword.
func StarKeywords(n int) Star { return Star(n) << 16 }

// Named returns how many arguments by keyword there are.
func (s Star) Named() int { return int(s >> 16) }

// Keywords returns the names and the values of the arguments by keyword that a mapping has behind those of the one that it is merged into,
// if that is not Null, and if they have the names of an order.
func (s Star) Keywords(h *object.Heap, into, kw object.Value, order uint32) (keys, values []object.Value, ok bool) {
	keys = h.KeywordNames(order)
	for _, d := range [...]object.Value{into, kw} {
		if d == object.Null {
			continue
		}
		if !h.Is(d, object.DictType) {
			return nil, nil, false
		}
		for pos := 0; ; {
			k, v, more := h.DictNext(d, &pos)
			if !more {
				break
			}
			if len(values) == len(keys) || k != keys[len(values)] {
				return nil, nil, false
			}
			values = append(values, v)
		}
	}
	return keys, values, len(values) == len(keys)
}

// What a _DICT_MERGE has in operand 0.
const (
	MergesNothing = 1 // it merges a dict without entries
	MergesNames   = 2 // the two dicts have names together whose order the lower half of operand 1 says; the upper one how many they are (StarKeywords)
)

// Count returns how many arguments by position there are.
func (s Star) Count() int { return int(s & 0xFF) }

// Items returns the arguments of a call with a sequence and a mapping or Null, if they are
// given so.
func (s Star) Items(h *object.Heap, seq, kw object.Value) (items []object.Value, ok bool) {
	if s.Named() == 0 && kw != object.Null && (!h.Is(kw, object.DictType) || h.DictLen(kw) > 0) {
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
	return items, len(items) == s.Count()
}

// starRules: the stack holds the callable, NULL, a sequence, and a mapping or NULL.
func (p *py) starRules() map[uop.ID]build.Rule {
	return map[uop.ID]build.Rule{
		cpython.PY_FRAME_EX: p.starredFrame, cpython.PARTIAL_FRAME: func(b *build.Builder, u *uop.Inst) error { return p.partialFrame(b, u, 0, nil) },
		cpython.PARTIAL_FRAME_KW: func(b *build.Builder, u *uop.Inst) error {
			if !b.Peek(0).IsConst() {
				return b.Abort(AbortBinding, "the keywords are not constant")
			}
			return p.partialFrame(b, u, 1, p.h.TupleItems(object.Value(b.Peek(0).Word())))
		}, cpython.CALL_EX: p.starredCall, cpython.INIT_FRAME_EX: p.initFrameEx,
		cpython.INIT_FRAME_KW: p.initFrameKw,
	}
}

// starredFrame is a call of a function in Python; with an oparg of 1 a DICT_MERGE in front of it is part of it.
func (p *py) starredFrame(b *build.Builder, u *uop.Inst) error {
	code, ok := p.env.CodeByVersion(uint32(u.Operand0))
	if !ok {
		return b.Abort(build.AbortBadTrace, "no code has the callee's version")
	}
	form, merges := Star(u.Operand1), int(u.Oparg)
	f := b.Peek(3 + merges)
	if err := p.isNull(b, b.Peek(2+merges), true); err != nil {
		return err
	}
	var args []*ir.Value
	if form&StarBound != 0 {
		b.GuardType(f, tMethod)
		function, self := p.boundMethod(b, f)
		f, args = function, append(args, self)
	}
	if form&StarObject != 0 {
		t, err := p.class(b, u.Operand1>>32)
		if err != nil {
			return err
		}
		m := t.CallMethod()
		if m == object.Null || !p.h.Is(m, object.FunctionType) || p.h.Half(m, object.OffFuncVersion) != uint32(u.Operand0) {
			return b.Abort(build.AbortBadTrace, "class "+t.Name+" has another __call__")
		}
		p.guardClass(b, f, t)
		f, args = p.word(b, m), append(args, f)
	}
	if err := p.checkVersion(b, f, uint32(u.Operand0)); err != nil {
		return err
	}
	sig := p.env.Params(code)
	names, values, err := p.starredNamed(b, form, uint32(u.Operand0>>32), merges)
	if err != nil {
		return err
	}
	items, err := p.starredItems(b, b.Peek(1+merges), form)
	if err != nil {
		return err
	}
	args = append(args, items...)
	b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	slots := p.callSlots(b, fr)
	slots[funcSlot] = f
	if err := p.bindParams(b, f, sig, slots[1:], args, names, values); err != nil { // it may guard: the stack is as it was
		return err
	}
	for range 4 + merges {
		b.Pop()
	}
	if merges != 0 {
		b.Count()
	}
	b.SetCallee(fr)
	return nil
}

// starredNamed returns the arguments by keyword that the mapping on top of the stack has, with merges 1 behind those of the one below, which
// it would be merged into, behind guards that they have the names of an order.
func (p *py) starredNamed(b *build.Builder, form Star, order uint32, merges int) (names []object.Value, values []*ir.Value, err error) {
	kw := b.Peek(0)
	if form.Named() == 0 {
		if merges != 0 {
			return nil, nil, b.Abort(AbortBinding, "nothing is merged")
		}
		if !kw.IsConst() || object.Value(kw.Word()) != object.Null {
			kw = b.GuardType(kw, tDict)
			p.ofLength(b, kw, length(object.OffDictUsed, clsHeap), 0)
		}
		return nil, nil, nil
	}
	names = p.h.KeywordNames(order)
	first := 0
	if merges != 0 {
		if first, err = p.namesInFront(b, b.Peek(1), kw, len(names)); err != nil {
			return nil, nil, err
		}
		if values, err = p.namedBy(b, b.Peek(1), names[:first]); err != nil {
			return nil, nil, err
		}
	}
	rest, err := p.namedBy(b, kw, names[first:])
	return names, append(values, rest...), err
}

// namesInFront is how many of n names a dict has that another one is merged into: the trace has made one of the two, or the first is new.
func (p *py) namesInFront(b *build.Builder, into, kw *ir.Value, n int) (int, error) {
	if made := p.madeSize(b, into); made >= 0 && made <= n {
		return made, nil
	}
	if ir.Resolve(into).Op == p.mustOp("py.newdict") {
		if made := p.madeSize(b, kw); made >= 0 && made <= n {
			return n - made, nil
		}
		return 0, nil // another DICT_MERGE may have put something there, which is guarded
	}
	return 0, b.Abort(AbortBinding, "what is merged into is no new dict")
}

// madeSize is how many keys a dict has that the trace has made, and that nothing else has got hold of; -1 of others.
func (p *py) madeSize(b *build.Builder, d *ir.Value) int {
	if d = ir.Resolve(d); d.Op != p.mustOp("py.strdict") || !b.Unshared(d) {
		return -1
	}
	return len(d.Args) / 2
}

// namedBy returns the values that a dict has for names, behind guards that it has just these, in this order, where the trace has not made it.
func (p *py) namedBy(b *build.Builder, d *ir.Value, names []object.Value) ([]*ir.Value, error) {
	if values, ok := p.madeWith(b, d, names); ok {
		return values, nil
	}
	return p.namedItems(b, d, names)
}

// madeWith returns the values of a dict that the trace has made with just these keys, in this order, and that nothing else has got hold of,
// such as the **kw of a wrapper; ok is false for others.
func (p *py) madeWith(b *build.Builder, d *ir.Value, names []object.Value) (values []*ir.Value, ok bool) {
	if p.madeSize(b, d) != len(names) {
		return nil, false
	}
	d = ir.Resolve(d)
	for i, name := range names {
		if k := d.Args[2*i]; !k.IsConst() || object.Value(k.Word()) != name {
			return nil, false
		}
		values = append(values, d.Args[2*i+1])
	}
	return values, true
}

// namedItems returns the values of a dict behind a guard that its keys are just these, interned strs, in this order.
func (p *py) namedItems(b *build.Builder, d *ir.Value, names []object.Value) ([]*ir.Value, error) {
	values := make([]*ir.Value, len(names))
	d = b.GuardType(d, tDict)
	p.ofLength(b, d, length(object.OffDictUsed, clsHeap), len(names))
	if len(names) == 0 {
		return values, nil
	}
	filled := b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffDictFilled, clsHeap), d)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, filled, b.F.ConstI64(int64(len(names)))))
	entries := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffDictEntries, clsDictEntries), d)
	for i, name := range names {
		off := object.DictEntrySize * uintptr(i)
		key := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffEntryKey+off, clsGlobals), entries)
		b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, key, p.word(b, name)))
		values[i] = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffEntryValue+off, clsGlobals), entries)
	}
	return values, nil
}

// partialFrame is a call of a functools.partial of a function in Python. above is how many entries lie above the arguments, the last of
// which have names.
func (p *py) partialFrame(b *build.Builder, u *uop.Inst, above int, given []object.Value) error {
	code, ok := p.env.CodeByVersion(uint32(u.Operand0))
	if !ok {
		return b.Abort(build.AbortBadTrace, "no code has the callee's version")
	}
	n := int(u.Oparg)
	v := b.Peek(n + 1 + above)
	if err := p.isNull(b, b.Peek(n+above), true); err != nil {
		return err
	}
	p.guardClass(b, v, p.h.Type(p.h.PartialType))
	field := func(off uintptr) *ir.Value { return b.AddTyped(ir.OpLoad, ir.Ref, mem(off, clsFunc), v) }
	form, sig := Star(u.Operand1), p.env.Params(code)
	names, kw := p.h.KeywordNames(uint32(u.Operand0>>32)), field(object.OffPartialKw)
	var values []*ir.Value
	if len(names) > 0 {
		var err error
		if values, err = p.namedItems(b, kw, names); err != nil {
			return err
		}
	} else {
		p.ofLength(b, b.GuardType(kw, tDict), length(object.OffDictUsed, clsHeap), 0)
	}
	blanks := b.AddTyped(ir.OpLoad, ir.I64, mem(object.OffPartialBlanks, clsFunc), v)
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpEq, blanks, b.F.ConstI64(0)))
	f := field(object.OffPartialFunc)
	if err := p.checkVersion(b, f, uint32(u.Operand0)); err != nil {
		return err
	}
	args, err := p.starredItems(b, field(object.OffPartialArgs), form)
	if err != nil {
		return err
	}
	own := topmost(b, above, n)
	args = append(slices.Clone(args), own[:n-len(given)]...)
	names, values = slices.Clone(names), slices.Clone(values)
	for i, x := range own[n-len(given):] { // in the places of the partial's
		if k := slices.Index(names, given[i]); k >= 0 {
			values[k] = x
			continue
		}
		names, values = append(names, given[i]), append(values, x)
	}
	b.Guard(p.mustOp("py.room"), int64(b.Depth()+1))
	fr, err := p.callee(b, code)
	if err != nil {
		return err
	}
	slots := p.callSlots(b, fr)
	for range n + 2 + above {
		b.Pop()
	}
	slots[funcSlot] = f
	if err := p.bindParams(b, f, sig, slots[1:], args, names, values); err != nil {
		return err
	}
	b.SetCallee(fr)
	return nil
}

// starredItems returns the items of a sequence that a form says the number of.
func (p *py) starredItems(b *build.Builder, s *ir.Value, form Star) ([]*ir.Value, error) {
	n := form.Count()
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
		if !p.h.CalledInGo(object.Value(f.Word())) {
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
	if args, ok := p.namedArguments(b, star, kw, uint32(u.Operand1)); ok {
		b.Push(b.Effect(p.mustOp("py.callkw"), 0, append([]*ir.Value{f}, args...)...))
		return nil
	}
	b.Push(b.Effect(p.mustOp("py.callex"), 0, f, star, kw))
	return nil
}

// namedArguments returns what py.callkw takes of a call with a tuple and a dict with the names of an order, both of which the trace has made and nothing else
// has got hold of: so neither is made. ok is false for others.
func (p *py) namedArguments(b *build.Builder, star, kw *ir.Value, order uint32) (args []*ir.Value, ok bool) {
	items := ir.Resolve(star)
	if order == 0 || items.Op != p.mustOp("py.tuple") {
		return nil, false
	}
	values, ok := p.madeWith(b, kw, p.h.KeywordNames(order))
	if !ok || len(items.Args)+len(values)+3 > maxArgs {
		return nil, false
	}
	args = append([]*ir.Value{p.word(b, p.h.KeywordTuple(order))}, items.Args...)
	return append(args, values...), true
}

// mergeNames is a DICT_MERGE in front of a call, into a dict that the trace has made, behind guards that the two have the names of an order together: a
// new dict stands for both. ok is false if the trace has made no dict to merge into.
func (p *py) mergeNames(b *build.Builder, u *uop.Inst) (ok bool, err error) {
	if into := ir.Resolve(b.Peek(1)); p.madeSize(b, into) < 0 && into.Op != p.mustOp("py.newdict") {
		return false, nil
	}
	names, values, err := p.starredNamed(b, Star(u.Operand1>>32), uint32(u.Operand1), 1)
	if err != nil {
		return false, err
	}
	b.Pop()
	b.Pop()
	var entries []*ir.Value
	for i, name := range names {
		entries = append(entries, p.word(b, name), values[i])
	}
	b.Push(b.Add(p.mustOp("py.strdict"), entries...))
	return true, nil
}
