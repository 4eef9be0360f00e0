package pyguest

import (
	"github.com/tier2go/tier2/interp/object"
	"github.com/tier2go/tier2/ir"
	"github.com/tier2go/tier2/ir/build"
	"github.com/tier2go/tier2/uop"
)

// Iterators that CPython has no specialized FOR_ITER for: enumerate, zip, and those
// over strs and dicts. Whoever projects a trace sees the iterator that the loop runs over, and
// puts its shape into _FOR_ITER_TIER_TWO's operand. A shape is a byte for the
// iterator, the lowest one, and behind it the shapes of the iterators that it takes from: a zip in an
// enumerate is one with them all. A byte has the kind and, of a zip, from bit 4 on how many it takes from;
// 0 is any iterator.

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

// What a shape has room for, and where a byte of it has the number of a zip's iterators.
const (
	maxShape  = 8
	zipped    = 4
	maxZipped = 15
)

// IterShape returns the shape of an iterator, 0 if it is not one that traces take
// apart, or FOR_ITER has a member for it.
func IterShape(h *object.Heap, it object.Value) uint64 {
	if shape := StepShape(h, it); shape > uint64(rangeIter) {
		return shape
	}
	return 0
}

// StepShape is IterShape, and the kind alone of what FOR_ITER has members for: what a yield from takes the elements of.
func StepShape(h *object.Heap, it object.Value) uint64 {
	shape, _ := shapeOf(h, it, maxShape)
	return shape
}

// shapeOf returns the shape of an iterator and how many bytes it has, none if that is more than there is room for.
func shapeOf(h *object.Heap, it object.Value, room int) (shape uint64, n int) {
	var from []object.Value
	k := kindOf(h, it)
	switch k {
	case anyIter:
		return 0, 0
	case enumIter:
		from = []object.Value{h.Field(it, object.OffEnumIter)}
	case zipIter:
		if from = h.TupleItems(h.Field(it, object.OffMapIters)); len(from) == 0 || len(from) > maxZipped || h.Half(it, object.OffAux) != 0 {
			return 0, 0
		}
	case keyIter, valueIter, itemIter:
		if d := h.Field(it, object.OffTableIterOf); d == object.Null || !h.Is(d, object.DictType) {
			return 0, 0
		}
	}
	if room == 0 {
		return 0, 0
	}
	if shape, n = uint64(k), 1; k == zipIter {
		shape |= uint64(len(from)) << zipped
	}
	for _, x := range from {
		inner, size := shapeOf(h, x, room-n)
		if size == 0 {
			return 0, 0
		}
		shape |= inner << (8 * n)
		n += size
	}
	return shape, n
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
		s := step{p: p, b: b}
		v, err := s.next(it, u.Operand0)
		if err == nil {
			b.Push(v)
		}
		return err
	}
	v := b.Effect(p.mustOp("py.next"), 0, it)
	// The iterator has been advanced: the exit goes on behind the loop.
	b.SideExit(b.Add(ir.OpSame, v, p.word(b, object.Null)), false, u.Target)
	b.Push(v)
	return nil
}

// sendCheck guards that None is sent, and that the iterator is of the kind which SEND_NEXT takes the next element of.
func (p *py) sendCheck(b *build.Builder, u *uop.Inst) error {
	s := step{p: p, b: b, shape: u.Operand0}
	k, _, err := s.kind()
	if err != nil {
		return err
	}
	b.Guard(ir.OpGuardTrue, 0, b.Add(ir.OpSame, b.Peek(0), p.word(b, object.None)))
	b.GuardType(b.Peek(1), bit(iterKinds[k]))
	return nil
}

// sendNext takes the next element of an iterator that None is sent to. At the end of a list, a tuple or a range it goes on behind the
// yield from, where the None lies that is its result; of other shapes the interpreter finds the end.
func (p *py) sendNext(b *build.Builder, u *uop.Inst) error {
	s := step{p: p, b: b}
	if u.Operand0 <= uint64(rangeIter) {
		s.end = func(more *ir.Value) { b.SideExit(more, true, u.Target) }
	}
	v, err := s.next(b.Peek(1), u.Operand0)
	if err == nil {
		b.Poke(0, v)
	}
	return err
}

// step is an advance of an iterator: its tests and loads are built at once, its
// stores at the end. Whatever is not as the shape says, the end among it, is left to
// the interpreter, which executes the instruction again: so all that is tested is
// tested before anything is advanced.
type step struct {
	p      *py
	b      *build.Builder
	shape  uint64      // what is left of it
	kinds  []iterKind  // of the iterators that are advanced
	its    []*ir.Value // they
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

// next takes the next element of an iterator with a shape.
func (s *step) next(it *ir.Value, shape uint64) (*ir.Value, error) {
	s.shape = shape
	v, err := s.element(it)
	if err == nil {
		s.commit()
	}
	return v, err
}

// kind takes a byte of the shape: the kind, and how many iterators a zip takes from.
func (s *step) kind() (k iterKind, n int, err error) {
	k, n = iterKind(s.shape&(1<<zipped-1)), int(s.shape>>zipped&maxZipped)
	if s.shape >>= 8; k == anyIter || int(k) >= len(iterKinds) || (k == zipIter) != (n > 0) {
		return 0, 0, s.b.Abort(build.AbortBadTrace, "no such shape of an iterator")
	}
	return k, n, nil
}

// element takes the next element of an iterator with the shape that is left.
func (s *step) element(it *ir.Value) (*ir.Value, error) {
	k, n, err := s.kind()
	if err != nil {
		return nil, err
	}
	b := s.b
	it = b.GuardType(it, bit(iterKinds[k]))
	s.differs(it, k)
	switch k {
	case enumIter:
		return s.enumerated(it)
	case zipIter:
		return s.zip(it, n)
	case strIter:
		seq, i := s.index(it, tStr, length(object.OffStrLen, clsTuple))
		return b.Add(s.p.mustOp("str.char"), seq, i), nil
	case listIter:
		seq, i := s.index(it, tList, length(object.OffListLen, clsListLen))
		items := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffListItems, clsListItems), seq)
		return b.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffArrayItems, clsElems), items, i), nil
	case tupleIter:
		seq, i := s.index(it, tTuple, tupleLen)
		return b.AddTyped(ir.OpLoadX, ir.Ref, elem(object.OffTupleItems, clsTuple), seq, i), nil
	case rangeIter:
		next := mem(object.OffRangeIterNext, clsRangeNext)
		i := s.load(it, next)
		s.more(b.Add(ir.OpNe, i, s.load(it, mem(object.OffRangeIterEnd, clsRangeEnd))))
		s.store(it, next, b.Add(ir.OpAdd, i, s.load(it, mem(object.OffRangeIterStep, clsRangeStep))))
		return b.Add(ir.OpBoxI64, i), nil
	}
	return s.entry(it, k), nil
}

// differs leaves if the iterator is one of those that the step advances: each is looked at before any is advanced. A zip has no state.
func (s *step) differs(it *ir.Value, k iterKind) {
	if k == zipIter {
		return
	}
	for i, other := range s.its {
		if s.kinds[i] == k {
			s.b.Guard(ir.OpGuardFalse, 0, s.b.Add(ir.OpSame, other, it))
		}
	}
	s.kinds, s.its = append(s.kinds, k), append(s.its, it)
}

// enumerated takes the next pair of an enumerate.
func (s *step) enumerated(it *ir.Value) (*ir.Value, error) {
	p, b := s.p, s.b
	count := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffEnumCount, clsEnumCount), it)
	x, err := s.element(b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffEnumIter, clsIters), it))
	if err != nil {
		return nil, err
	}
	count = b.Guard(ir.OpGuardType, int64(tInt), count)
	next := b.Effect(p.mustOp("int.add"), 0, count, p.word(b, object.SmallInt(1)))
	s.store(it, mem(object.OffEnumCount, clsEnumCount), next)
	return b.Add(p.mustOp("py.tuple"), count, x), nil
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

// zip takes the next element of each of a zip's n iterators.
func (s *step) zip(it *ir.Value, n int) (*ir.Value, error) {
	b := s.b
	s.require(b.Add(ir.OpEq, b.AddTyped(ir.OpLoad, ir.I64, mem32(object.OffAux, clsIters), it), b.F.ConstI64(0))) // not strict
	its := b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffMapIters, clsIters), it)
	s.p.ofLength(b, its, tupleLen, n)
	row := make([]*ir.Value, n)
	for i := range row {
		x, err := s.element(b.AddTyped(ir.OpLoad, ir.Ref, mem(object.OffTupleItems+8*uintptr(i), clsTuple), its))
		if err != nil {
			return nil, err
		}
		row[i] = x
	}
	return b.Add(s.p.mustOp("py.tuple"), row...), nil
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
