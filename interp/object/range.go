package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

const rangeSize = 40

// NewRange makes range(start, stop, step) of three ints; the error is
// ValueError when step is 0.
func (h *Heap) NewRange(start, stop, step Value) (Value, error) {
	if step == SmallInt(0) {
		return Null, h.Raise(ValueErrorType, "range() arg 3 must not be zero")
	}
	if r, ok := newRangeOf(h.mem(), mem.Ref(start), mem.Ref(stop), mem.Ref(step)); ok {
		return Value(r), nil
	}
	return h.newRange(start, stop, step, h.rangeLength(start, stop, step)), nil
}

func (h *Heap) newRange(start, stop, step, length Value) Value {
	v := h.Alloc(kindPlain, rangeSize)
	h.header(v, RangeType, 0)
	h.SetField(v, OffRangeStart, start)
	h.SetField(v, OffRangeStop, stop)
	h.SetField(v, OffRangeStep, step)
	h.SetField(v, offRangeLen, length)
	return v
}

// rangeLength returns how many elements a range has, as an int.
func (h *Heap) rangeLength(start, stop, step Value) Value {
	lo, ok1 := h.AsInt64(start)
	hi, ok2 := h.AsInt64(stop)
	st, ok3 := h.AsInt64(step)
	if ok1 && ok2 && ok3 {
		if n := rangeCount(lo, hi, st); n <= math.MaxInt64 {
			return h.Int(int64(n))
		}
	}
	if h.IntSign(step) < 0 {
		start, stop, step = stop, start, h.IntSub(SmallInt(0), step)
	}
	span := h.IntSub(stop, start)
	if h.IntSign(span) <= 0 {
		return SmallInt(0)
	}
	q, err := h.IntFloorDiv(h.IntSub(span, SmallInt(1)), step)
	if err != nil {
		return SmallInt(0) // not reached: step is not 0
	}
	return h.IntAdd(q, SmallInt(1))
}

// rangeCount is rangeLength for 64-bit ints.
func rangeCount(lo, hi, step int64) uint64 {
	switch {
	case step > 0 && lo < hi:
		return 1 + (uint64(hi)-1-uint64(lo))/uint64(step)
	case step < 0 && lo > hi:
		return 1 + (uint64(lo)-1-uint64(hi))/(-uint64(step))
	}
	return 0
}

// rangeWords returns a range as 64-bit ints if all its members are, and what
// follows the last element is.
func (h *Heap) rangeWords(v Value) (start, step, n int64, ok bool) {
	start, ok1 := h.AsInt64(h.Field(v, OffRangeStart))
	step, ok2 := h.AsInt64(h.Field(v, OffRangeStep))
	stop, ok3 := h.AsInt64(h.Field(v, OffRangeStop))
	n, ok4 := h.AsInt64(h.Field(v, offRangeLen))
	return start, step, n, ok1 && ok2 && ok3 && ok4 && (n == 0 || stepFits(stop, step))
}

// stepFits reports whether the element that would follow a range's last fits 64
// bits, which the word iterator wants.
func stepFits(stop, step int64) bool {
	if step > 0 {
		return stop <= math.MaxInt64-(step-1)
	}
	return stop >= math.MinInt64-(step+1)
}

// rangeItem returns start + i·step.
func (h *Heap) rangeItem(v, i Value) Value {
	return h.IntAdd(h.Field(v, OffRangeStart), h.IntMul(i, h.Field(v, OffRangeStep)))
}

// listExtendRange appends a range's elements to a list; it returns false when
// the range is not one of 64-bit ints.
func (h *Heap) listExtendRange(l, v Value) bool {
	start, step, n, ok := h.rangeWords(v)
	if !ok {
		return false
	}
	if n == 0 {
		return true
	}
	m := h.ListLen(l)
	total := m + repeatedLen(1, int(n))
	h.listResize(l, total)
	last := start + (n-1)*step
	if FitsSmall(start) && FitsSmall(last) {
		items := h.ListItems(l)[m:]
		for i := range items {
			items[i] = SmallInt(start + int64(i)*step)
		}
		return true
	}
	for i := range n { // each int is an allocation
		h.SetListItem(l, m+int(i), h.Int(start+i*step))
	}
	return true
}

func (h *Heap) initRangeType() {
	get, set := memberSlots(map[string]uintptr{
		"start": OffRangeStart, "stop": OffRangeStop, "step": OffRangeStep,
	})
	t := h.register(&Type{ID: RangeType, Name: "range", Final: true, Slots: Slots{
		Repr:     reprWith((*Heap).appendRangeRepr),
		Hash:     hashRange,
		Compare:  compareRanges,
		Bool:     func(h *Heap, v Value) (bool, error) { return h.Field(v, offRangeLen) != SmallInt(0), nil },
		InPlace:  inPlaceOther,
		Len:      rangeLen,
		GetItem:  rangeGetItem,
		Contains: rangeContains,
		Iter:     func(h *Heap, v Value) (Value, error) { return h.rangeIter(v), nil },
		GetAttr:  get,
		SetAttr:  set,
		New:      newRangeCall,
	}})
	h.addMethods(t, []Builtin{
		{Name: "count", Arity: O, Fn: rangeCountMethod},
		{Name: "index", Arity: O, Fn: rangeIndex},
		{Name: "__reversed__", Arity: NoArgs, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
			return h.rangeReverse(self), nil
		}},
	})
}

func newRangeCall(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
	if err := h.noKeywords("range", kwnames); err != nil {
		return Null, err
	}
	if err := h.checkCount("range", len(args), 1, 3); err != nil {
		return Null, err
	}
	ints := [3]Value{SmallInt(0), SmallInt(0), SmallInt(1)}
	for i, a := range args {
		x, ok, err := h.indexOf(a)
		if err != nil {
			return Null, err
		}
		if !ok {
			return Null, h.notInteger(a)
		}
		ints[i] = x
	}
	if len(args) == 1 {
		ints[0], ints[1] = SmallInt(0), ints[0]
	}
	return h.NewRange(ints[0], ints[1], ints[2])
}

func (h *Heap) appendRangeRepr(b []byte, v Value) ([]byte, error) {
	b = append(b, "range("...)
	b, err := h.appendRepr(b, h.Field(v, OffRangeStart))
	if err != nil {
		return b, err
	}
	if b, err = h.appendRepr(append(b, ", "...), h.Field(v, OffRangeStop)); err != nil {
		return b, err
	}
	if step := h.Field(v, OffRangeStep); step != SmallInt(1) {
		if b, err = h.appendRepr(append(b, ", "...), step); err != nil {
			return b, err
		}
	}
	return append(b, ')'), nil
}

// rangeKey returns what a range's equality depends on: its length, the first
// element (None when empty), and the step (None when there is at most one).
func (h *Heap) rangeKey(v Value) Value {
	n, start, step := h.Field(v, offRangeLen), h.Field(v, OffRangeStart), h.Field(v, OffRangeStep)
	switch n {
	case SmallInt(0):
		start, step = None, None
	case SmallInt(1):
		step = None
	}
	return h.NewTuple(n, start, step)
}

func hashRange(h *Heap, v Value) (int64, error) { return hashTupleValue(h, h.rangeKey(v)) }

func compareRanges(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if op != EQ && op != NE || !h.Is(b, RangeType) {
		return NotImplemented, nil
	}
	if a == b {
		return Bool(op == EQ), nil
	}
	return compareTuples(h, op, h.rangeKey(a), h.rangeKey(b))
}

func rangeLen(h *Heap, v Value) (int, error) {
	n, ok := h.AsInt64(h.Field(v, offRangeLen))
	if !ok {
		return 0, h.Raise(OverflowErrorType, "Python int too large to convert to C ssize_t")
	}
	return int(n), nil
}

func rangeGetItem(h *Heap, v, key Value) (Value, error) {
	n := h.Field(v, offRangeLen)
	if h.Is(key, SliceType) {
		return h.rangeSlice(v, key)
	}
	i, ok, err := h.indexOf(key)
	if err != nil {
		return Null, err
	}
	if !ok {
		return Null, h.Raise(TypeErrorType, "range indices must be integers or slices, not %s", h.TypeName(key))
	}
	if h.IntSign(i) < 0 {
		i = h.IntAdd(i, n)
	}
	if h.IntSign(i) < 0 || h.IntCompare(i, n) >= 0 {
		return Null, h.Raise(IndexErrorType, "range object index out of range")
	}
	return h.rangeItem(v, i), nil
}

func (h *Heap) rangeSlice(v, key Value) (Value, error) {
	start, stop, step, err := h.longIndices(key, h.Field(v, offRangeLen))
	if err != nil {
		return Null, err
	}
	subStep := h.IntMul(h.Field(v, OffRangeStep), step)
	return h.NewRange(h.rangeItem(v, start), h.rangeItem(v, stop), subStep)
}

// rangeHas reports whether an int is an element of a range.
func (h *Heap) rangeHas(v, x Value) (bool, error) {
	start, stop, step := h.Field(v, OffRangeStart), h.Field(v, OffRangeStop), h.Field(v, OffRangeStep)
	low, high := h.IntCompare(start, x), h.IntCompare(x, stop)
	if h.IntSign(step) < 0 {
		low, high = -low, -high
	}
	if low > 0 || high >= 0 {
		return false, nil
	}
	r, err := h.intMod(h.IntSub(x, start), step)
	return r == SmallInt(0), err
}

// exactIndex is asIndex of an int or a bool itself: what derives from int may be equal to others.
func (h *Heap) exactIndex(v Value) (i Value, ok bool) {
	if v.IsRef() && v != True && v != False && !h.Is(v, IntType) {
		return v, false
	}
	return h.asIndex(v)
}

func rangeContains(h *Heap, v, x Value) (bool, error) {
	if i, ok := h.exactIndex(x); ok {
		return h.rangeHas(v, i)
	}
	n, err := h.countEqual(v, x, true)
	return n > 0, err
}

// countEqual counts the elements of any iterable that are equal to x, or stops
// at the first.
func (h *Heap) countEqual(v, x Value, stopAtFirst bool) (int, error) {
	it, err := h.Iter(v)
	if err != nil {
		return 0, err
	}
	count := 0
	for {
		e, err := h.Next(it)
		if err != nil || e == Null {
			return count, err
		}
		same, err := h.Same(e, x)
		if err != nil {
			return count, err
		}
		if same {
			if count++; stopAtFirst {
				return count, nil
			}
		}
	}
}

func rangeCountMethod(h *Heap, self Value, args []Value) (Value, error) {
	if i, ok := h.exactIndex(args[0]); ok {
		has, err := h.rangeHas(self, i)
		if err != nil || !has {
			return SmallInt(0), err
		}
		return SmallInt(1), nil
	}
	n, err := h.countEqual(self, args[0], false)
	return h.Int(int64(n)), err
}

func rangeIndex(h *Heap, self Value, args []Value) (Value, error) {
	x := args[0]
	if i, ok := h.exactIndex(x); ok {
		has, err := h.rangeHas(self, i)
		if err != nil {
			return Null, err
		}
		if !has {
			return Null, h.Raise(ValueErrorType, "range.index(x): x not in range")
		}
		return h.IntFloorDiv(h.IntSub(i, h.Field(self, OffRangeStart)), h.Field(self, OffRangeStep))
	}
	it := h.rangeIter(self)
	for i := int64(0); ; i++ {
		e, err := h.Next(it)
		if err != nil {
			return Null, err
		}
		if e == Null {
			return Null, h.Raise(ValueErrorType, "sequence.index(x): x not in sequence")
		}
		same, err := h.Same(e, x)
		if err != nil {
			return Null, err
		}
		if same {
			return h.Int(i), nil
		}
	}
}

// rangeIter makes the iterator of a range: of words if the members are 64-bit
// ints, else of ints.
func (h *Heap) rangeIter(v Value) Value {
	if start, step, n, ok := h.rangeWords(v); ok {
		return h.NewRangeIter(start, step, start+n*step)
	}
	return h.newLongRangeIter(h.Field(v, OffRangeStart), h.Field(v, OffRangeStep), h.Field(v, offRangeLen))
}

// rangeReverse makes the iterator that runs over a range backwards: of words where CPython's is (Objects/rangeobject.c,
// range_reverse).
func (h *Heap) rangeReverse(v Value) Value {
	n, start, step := h.Field(v, offRangeLen), h.Field(v, OffRangeStart), h.Field(v, OffRangeStep)
	from, ok1 := h.AsInt64(start)
	_, ok2 := h.AsInt64(h.Field(v, OffRangeStop))
	by, ok3 := h.AsInt64(step)
	count, ok4 := h.AsInt64(n)
	end := from - by
	if ok1 && ok2 && ok3 && ok4 && by != math.MinInt64 && (by > 0) == (end < from) {
		return h.NewRangeIter(end+count*by, -by, end)
	}
	return h.newLongRangeIter(h.rangeItem(v, h.IntSub(n, SmallInt(1))), h.IntSub(SmallInt(0), step), n)
}

// NewRangeIter makes an iterator of 64-bit ints from next on, step apart, in front of end, which is next and a multiple of step.
func (h *Heap) NewRangeIter(next, step, end int64) Value {
	v := h.Alloc(kindPlain, 32)
	h.header(v, RangeIterType, 0)
	h.SetWord(v, OffRangeIterNext, uint64(next))
	h.SetWord(v, OffRangeIterEnd, uint64(end))
	h.SetWord(v, OffRangeIterStep, uint64(step))
	return v
}

func (h *Heap) newLongRangeIter(next, step, left Value) Value {
	v := h.Alloc(kindPlain, 32)
	h.header(v, LongRangeIterType, 0)
	h.SetField(v, offLongRangeNext, next)
	h.SetField(v, offLongRangeLeft, left)
	h.SetField(v, offLongRangeStep, step)
	return v
}

// rangeLeft returns how many ints an iterator of words has left.
func (h *Heap) rangeLeft(it Value) uint64 {
	way, step := h.Word(it, OffRangeIterEnd)-h.Word(it, OffRangeIterNext), h.Word(it, OffRangeIterStep)
	if int64(step) < 0 {
		way, step = -way, -step
	}
	return way / step
}

// rangeIterNext gives what rangeNext does not: an int that does not stand in the word.
func rangeIterNext(h *Heap, it Value) (Value, error) {
	next := h.WordAt(it, OffRangeIterNext)
	i := int64(*next)
	*next += h.Word(it, OffRangeIterStep)
	return h.Int(i), nil
}

func longRangeIterNext(h *Heap, it Value) (Value, error) {
	left := h.Field(it, offLongRangeLeft)
	if left == SmallInt(0) {
		return Null, nil
	}
	x := h.Field(it, offLongRangeNext)
	next := h.IntAdd(x, h.Field(it, offLongRangeStep))
	h.SetField(it, offLongRangeNext, next)
	h.SetField(it, offLongRangeLeft, h.IntSub(left, SmallInt(1)))
	return x, nil
}
