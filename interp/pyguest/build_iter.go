package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Iterators that CPython has no specialized FOR_ITER for: enumerate, zip, and those
// over strs and dicts. Whoever projects a trace sees the iterator that the loop runs over, and
// puts its shape into _FOR_ITER_TIER_TWO's operand. A shape is one byte for the
// iterator's own kind and then one for each of the iterators that it takes from, the
// lowest byte first; 0 is any iterator.

// iterKind is a kind of iterators.
type iterKind uint8

const (
	anyIter iterKind = iota
	listIter
	tupleIter
	rangeIter
	enumIter
	zipIter
	keyIter
	valueIter
	itemIter
	strIter
)

// iterKinds are the types of the kinds.
var iterKinds = [...]object.TypeID{
	listIter: object.ListIterType, tupleIter: object.TupleIterType, rangeIter: object.RangeIterType, enumIter: object.EnumerateType,
	zipIter: object.ZipType, keyIter: object.DictKeyIterType, valueIter: object.DictValueIterType, itemIter: object.DictItemIterType,
	strIter: object.StrIterType,
}

// maxZipped is how many iterators of a zip a shape has room for.
const maxZipped = 4

// IterShape returns the shape of an iterator, 0 if it is not one that traces take
// apart.
func IterShape(h *object.Heap, it object.Value) uint64 {
	switch k := kindOf(h, it); k {
	case enumIter:
		if inner := kindOf(h, h.Field(it, object.OffEnumIter)); inner != anyIter && inner <= rangeIter {
			return uint64(k) | uint64(inner)<<8
		}
	case zipIter:
		list := h.TupleItems(h.Field(it, object.OffMapIters))
		if len(list) == 0 || len(list) > maxZipped || h.Half(it, object.OffAux) != 0 {
			return 0
		}
		shape := uint64(k)
		for i, x := range list {
			inner := kindOf(h, x)
			if inner == anyIter || inner > rangeIter {
				return 0
			}
			shape |= uint64(inner) << (8 * (i + 1))
		}
		return shape
	case keyIter, valueIter, itemIter:
		if d := h.Field(it, object.OffTableIterOf); d != object.Null && h.Is(d, object.DictType) {
			return uint64(k)
		}
	case strIter:
		return uint64(k)
	}
	return 0
}

// StepShape is IterShape, and the kind alone of what FOR_ITER has members for: what a yield from takes the elements of.
func StepShape(h *object.Heap, it object.Value) uint64 {
	if k := kindOf(h, it); k != anyIter && k <= rangeIter {
		return uint64(k)
	}
	return IterShape(h, it)
}

func kindOf(h *object.Heap, it object.Value) iterKind {
	if it.IsRef() {
		for k, t := range iterKinds {
			if k > 0 && h.Is(it, t) {
				return iterKind(k)
			}
		}
	}
	return anyIter
}

// forIter builds FOR_ITER: of an iterator with a shape in place, of others by a
// call.
func (p *py) forIter(b *build.Builder, u *uop.Inst) error {
	it := b.Peek(0)
	if u.Operand0 != 0 {
		v, ok := p.nextOf(b, it, u.Operand0)
		if !ok {
			return b.Abort(build.AbortBadTrace, "no such shape of an iterator")
		}
		b.Push(v)
		return nil
	}
	v := b.Effect(p.mustOp("py.next"), 0, it)
	// The iterator has been advanced: the exit goes on behind the loop.
	b.SideExit(b.Add(ir.OpSame, v, p.word(b, object.Null)), false, u.Target)
	b.Push(v)
	return nil
}

// sendCheck guards that None is sent, and that the iterator is of the kind which SEND_NEXT takes the next element of.
func (p *py) sendCheck(b *build.Builder, u *uop.Inst) error {
	k := iterKind(u.Operand0)
	if k == anyIter || int(k) >= len(iterKinds) {
		return b.Abort(build.AbortBadTrace, "no such shape of an iterator")
	}
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, b.Peek(0), p.word(b, object.None)))
	b.GuardType(b.Peek(1), bit(iterKinds[k]))
	return nil
}

// sendNext takes the next element of an iterator that None is sent to. At the end of a list, a tuple or a range it goes on behind the
// yield from, where the None lies that is its result; of other shapes the interpreter finds the end.
func (p *py) sendNext(b *build.Builder, u *uop.Inst) error {
	it := b.Peek(1)
	k := iterKind(u.Operand0)
	if k > rangeIter {
		v, ok := p.nextOf(b, it, u.Operand0)
		if !ok {
			return b.Abort(build.AbortBadTrace, "no such shape of an iterator")
		}
		b.Poke(0, v)
		return nil
	}
	s := step{p: p, b: b, end: func(more *ir.Value) { b.SideExit(more, true, u.Target) }}
	v := s.inner(it, k)
	s.commit()
	b.Poke(0, v)
	return nil
}

// nextOf takes the next element of an iterator with a shape. Whatever is not as the
// shape says, the end among it, is left to the interpreter, which executes the
// instruction again: so all that is tested is tested before anything is advanced.
func (p *py) nextOf(b *build.Builder, it *ir.Value, shape uint64) (v *ir.Value, ok bool) {
	s := step{p: p, b: b}
	k := iterKind(shape)
	if int(k) >= len(iterKinds) || k < enumIter {
		return nil, false
	}
	it = b.GuardType(it, bit(iterKinds[k]))
	switch shape >>= 8; k {
	case enumIter:
		count := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffEnumCount, clsEnumCount), it)
		x := s.inner(b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffEnumIter, clsIters), it), iterKind(shape))
		if x == nil {
			return nil, false
		}
		count = b.Guard(ir.OpGuardType, int64(tInt), count)
		next := b.Effect(p.mustOp("int.add"), 0, count, p.word(b, object.SmallInt(1)))
		s.store(it, mem(object.OffEnumCount, clsEnumCount), next)
		v = b.Add(p.mustOp("py.tuple"), count, x)
	case zipIter:
		row := s.zip(it, shape)
		if row == nil {
			return nil, false
		}
		v = b.Add(p.mustOp("py.tuple"), row...)
	case strIter:
		seq, i := s.index(it, tStr, length(object.OffStrLen, clsTuple))
		v = b.Add(p.mustOp("str.char"), seq, i)
	default:
		v = s.entry(it, k)
	}
	s.commit()
	return v, true
}

// step is an advance of an iterator: its tests and loads are built at once, its
// stores at the end.
type step struct {
	p      *py
	b      *build.Builder
	stores []store
	end    func(more *ir.Value) // what is left by at the iterator's end; nil: a guard
}

type store struct {
	of     *ir.Value
	access int64
	x      *ir.Value
}

func (s *step) store(of *ir.Value, access int64, x *ir.Value) {
	s.stores = append(s.stores, store{of, access, x})
}

// commit builds the stores.
func (s *step) commit() {
	for _, x := range s.stores {
		s.b.AddTyped(ir.OpStore, ir.Void, x.access, x.of, x.x)
	}
}

// load reads a word of an object as a number.
func (s *step) load(of *ir.Value, access int64) *ir.Value {
	return s.b.AddTyped(ir.OpLoad, ir.I64, access, of)
}

func (s *step) require(cond *ir.Value) { s.b.Guard(ir.OpGuardTrue, 0, cond) }

// more goes on if the iterator is not at its end.
func (s *step) more(cond *ir.Value) {
	if s.end == nil {
		s.require(cond)
		return
	}
	s.end(cond)
}

// add returns x + n.
func (s *step) add(x *ir.Value, n int64) *ir.Value { return s.b.Add(ir.OpAdd, x, s.b.F.ConstI64(n)) }

// inner takes the next element of a list, tuple or range iterator, nil if the kind
// is another.
func (s *step) inner(it *ir.Value, k iterKind) *ir.Value {
	b := s.b
	switch k {
	case listIter, tupleIter, rangeIter:
		it = b.Guard(ir.OpGuardType, int64(bit(iterKinds[k])), it)
	}
	switch k {
	case listIter:
		seq, i := s.index(it, tList, length(object.OffListLen, clsListLen))
		items := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffListItems, clsListItems), seq)
		return b.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffArrayItems, clsElems), items, i)
	case tupleIter:
		seq, i := s.index(it, tTuple, tupleLen)
		return b.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffTupleItems, clsTuple), seq, i)
	case rangeIter:
		next := mem(object.OffRangeIterNext, clsRangeNext)
		i := s.load(it, next)
		s.more(b.Add(ir.OpNe, i, s.load(it, mem(object.OffRangeIterEnd, clsRangeEnd))))
		s.store(it, next, b.Add(ir.OpAdd, i, s.load(it, mem(object.OffRangeIterStep, clsRangeStep))))
		return b.Add(ir.OpBoxI64, i)
	}
	return nil
}

// index returns the sequence of an iterator over one and the index in it, which is
// below the length. An iterator that has ended has no sequence.
func (s *step) index(it *ir.Value, t ir.TypeSet, size int64) (seq, i *ir.Value) {
	b := s.b
	seq = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffSeqIterSeq, clsSeqIter), it)
	if t == tStr { // of others it follows from the iterator's type: see notExhausted
		seq = b.Guard(ir.OpGuardType, int64(t), seq)
	}
	at := length(object.OffSeqIterIndex, clsSeqIndex)
	i = s.load(it, at)
	s.more(b.Add(ir.OpUlt, i, s.load(seq, size)))
	s.store(it, at, s.add(i, 1))
	return seq, i
}

// zip returns the next elements of a zip's iterators, nil if their shape is none.
// The iterators must be different: each is looked at before any is advanced.
func (s *step) zip(it *ir.Value, shape uint64) (row []*ir.Value) {
	b := s.b
	s.require(b.Add(ir.OpEq, b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffAux, clsIters), it), b.F.ConstI64(0))) // not strict
	its := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffMapIters, clsIters), it)
	n := 0
	for x := shape; x != 0; x >>= 8 {
		n++
	}
	s.p.ofLength(b, its, tupleLen, n)
	list := make([]*ir.Value, n)
	for i := range list {
		k := iterKind(shape >> (8 * i))
		list[i] = b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffTupleItems+8*uintptr(i), clsTuple), its)
		for j, other := range list[:i] {
			if iterKind(shape>>(8*j)) == k {
				b.Guard(ir.OpGuardFalse, 0, b.Add(ir.OpSame, other, list[i]))
			}
		}
		x := s.inner(list[i], k)
		if x == nil {
			return nil
		}
		row = append(row, x)
	}
	return row
}

// entry takes the next entry of a dict's iterator, which must be in use.
func (s *step) entry(it *ir.Value, k iterKind) *ir.Value {
	b := s.b
	at := func(off uintptr) int64 { return length(off, clsTableIter) }
	d := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffTableIterOf, clsTableIter), it)
	d = b.Guard(ir.OpGuardType, int64(tDict), d)
	s.require(b.Add(ir.OpEq, s.load(it, mem(object.OffTableIterUsed, clsTableIter)), s.load(d, mem(object.OffDictUsed, clsHeap))))
	left, pos := s.load(it, at(object.OffTableIterLeft)), s.load(it, at(object.OffTableIterPos))
	s.require(b.Add(ir.OpNe, left, b.F.ConstI64(0)))
	s.require(b.Add(ir.OpUlt, pos, s.load(d, mem32(object.OffDictFilled, clsHeap))))
	entries := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffDictEntries, clsDictEntries), d)
	words := b.Add(ir.OpMul, pos, b.F.ConstI64(object.DictEntrySize/8))
	value := b.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffEntryValue, clsGlobals), entries, words)
	s.p.notNull(b, value) // a deleted entry has none
	s.store(it, at(object.OffTableIterPos), s.add(pos, 1))
	s.store(it, at(object.OffTableIterLeft), s.add(left, -1))
	if k == valueIter {
		return value
	}
	key := b.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffEntryKey, clsGlobals), entries, words)
	if k == keyIter {
		return key
	}
	return b.Add(s.p.mustOp("py.tuple"), key, value)
}
