package object

import (
	"math"

	"github.com/tier2go/tier2/opgen/mem"
)

func (h *Heap) isTuple(v Value) bool { return h.isA(v, TupleType) }

func (h *Heap) initTupleType() {
	h.emptyTup = h.tupleOf(TupleType, 0)
	t := h.register(&Type{ID: TupleType, Name: "tuple", Slots: Slots{
		Repr:     reprWith((*Heap).appendTupleRepr),
		Hash:     hashTupleValue,
		Compare:  compareTuples,
		Binary:   tupleBinary,
		Len:      func(h *Heap, v Value) (int, error) { return h.TupleLen(v), nil },
		GetItem:  tupleGetItem,
		Contains: tupleContains,
		Iter:     func(h *Heap, v Value) (Value, error) { return h.newSeqIter(TupleIterType, v, 0), nil },
		New: func(h *Heap, t *Type, args []Value, kwnames Value) (Value, error) {
			it, err := h.oneIterable("tuple", args, kwnames)
			if err != nil || it == Null {
				return h.emptyTup, err
			}
			return h.TupleFromIter(it)
		},
	}})
	h.addMethods(t, []Builtin{
		{Name: "count", Arity: O, Fn: countSame, Each: EachTupleCount},
		{Name: "index", Arity: Fast, Min: 1, Max: 3, Fn: tupleIndex, Each: EachTupleIndex},
		{Name: "__getitem__", Arity: O, Fn: func(h *Heap, self Value, args []Value) (Value, error) {
			return tupleGetItem(h, self, args[0])
		}},
	})
}

func (h *Heap) appendTupleRepr(b []byte, v Value) ([]byte, error) {
	n := h.TupleLen(v)
	if n == 0 {
		return append(b, "()"...), nil
	}
	first, err := h.beginRepr(v)
	if err != nil {
		return b, err
	}
	if !first {
		return append(b, "(...)"...), nil
	}
	defer h.endRepr()
	b = append(b, '(')
	for i := 0; i < n; i++ {
		if i > 0 {
			b = append(b, ", "...)
		}
		if b, err = h.appendRepr(b, h.TupleItem(v, i)); err != nil {
			return b, err
		}
	}
	if n == 1 {
		b = append(b, ',')
	}
	return append(b, ')'), nil
}

func compareTuples(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if !h.isTuple(b) || !h.isTuple(a) {
		return NotImplemented, nil
	}
	return h.compareSequences(op, a, b, (*Heap).TupleItems)
}

func compareLists(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if !h.isList(b) || !h.isList(a) {
		return NotImplemented, nil
	}
	if (op == EQ || op == NE) && h.ListLen(a) != h.ListLen(b) {
		return Bool(op == NE), nil
	}
	return h.compareSequences(op, a, b, (*Heap).ListItems)
}

// compareSequences finds the first pair that differs and compares it. Lists may change whenever elements are compared.
func (h *Heap) compareSequences(op CompareOp, a, b Value, items func(*Heap, Value) []Value) (Value, error) {
	x, y := items(h, a), items(h, b)
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == y[i] {
			continue
		}
		at, same, err := h.sameFrom(i, x[i], y[i], a, b)
		if err != nil {
			return Null, err
		}
		x, y = items(h, a), items(h, b)
		if same {
			continue
		}
		if i = at; i >= len(x) || i >= len(y) {
			break
		}
		return h.compareDiffering(op, x[i], y[i])
	}
	return Bool(op.Holds(len(x) - len(y))), nil
}

// compareDiffering finishes the comparison of two sequences at their first pair
// of different elements.
func (h *Heap) compareDiffering(op CompareOp, x, y Value) (Value, error) {
	switch op {
	case EQ:
		return False, nil
	case NE:
		return True, nil
	}
	return h.Compare(op, x, y)
}

func tupleBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	return h.sequenceBinary(op, a, b, "tuple", (*Heap).isTuple, (*Heap).tupleConcat, (*Heap).tupleRepeat)
}

// cannotRepeat ends a multiplication of a sequence by something that is no int.
func (h *Heap) cannotRepeat(a, b, count Value) (Value, error) {
	if r, err := h.numberOf(Multiply, a, b, count); err != nil || r != NotImplemented {
		return r, err
	}
	return Null, h.Raise(TypeErrorType, "can't multiply sequence by non-int of type '%s'", h.TypeName(count))
}

func (h *Heap) tupleConcat(a, b Value) Value {
	na, nb := h.TupleLen(a), h.TupleLen(b)
	if na == 0 && h.RefType(b) == TupleType {
		return b
	}
	if nb == 0 && h.RefType(a) == TupleType {
		return a
	}
	t := h.newTuple(na + nb)
	items := h.Values(t, OffTupleItems, na+nb)
	copy(items, h.TupleItems(a))
	copy(items[na:], h.TupleItems(b))
	return t
}

func (h *Heap) tupleRepeat(v Value, count int) Value {
	n := h.TupleLen(v)
	if (n == 0 || count == 1) && h.RefType(v) == TupleType {
		return v
	}
	total := repeatedLen(n, count)
	t := h.newTuple(total)
	fillRepeated(h.Values(t, OffTupleItems, total), h.TupleItems(v))
	return t
}

// fillRepeated fills dst with src over and over.
func fillRepeated(dst, src []Value) {
	const most = 2048 // what is copied again and again stays in the nearest cache
	done := copy(dst, src)
	for done < min(len(dst), most) {
		done += copy(dst[done:], dst[:done])
	}
	for again := dst[:done]; done < len(dst); {
		done += copy(dst[done:], again)
	}
}

func tupleGetItem(h *Heap, v, key Value) (Value, error) {
	if h.Is(key, SliceType) {
		return h.partBy(v, TupleType, key)
	}
	i, err := h.itemPlace(v, key, (*Heap).TupleLen, "tuple indices must be integers or slices, not %s", "tuple index out of range")
	if err != nil {
		return Null, err
	}
	return h.TupleItem(v, i), nil
}

func (h *Heap) tuplePart(v Value, start, step, count int) Value {
	if count == h.TupleLen(v) && step == 1 && h.RefType(v) == TupleType {
		return v
	}
	t := h.newTuple(count)
	copyStepped(h.Values(t, OffTupleItems, count), h.TupleItems(v), start, step)
	return t
}

// copyStepped fills dst with src[start], src[start+step], …
func copyStepped(dst, src []Value, start, step int) {
	if len(dst) == 0 {
		return
	}
	if step == 1 {
		copy(dst, src[start:])
		return
	}
	for i := range dst {
		dst[i] = src[start]
		start += step
	}
}

func tupleContains(h *Heap, v, x Value) (bool, error) {
	if in, ok := tupleHas(h.mem(), mem.Ref(v), mem.Ref(x)); ok {
		return in, nil
	}
	i, err := h.tupleFind(v, x, 0, math.MaxInt)
	return i >= 0, err
}

// tupleFind returns the index of the first element equal to x in [start, stop),
// or −1.
func (h *Heap) tupleFind(v, x Value, start, stop int) (int, error) {
	stop = min(stop, h.TupleLen(v))
	for i := start; i < stop; i++ {
		e := h.TupleItem(v, i)
		if e == x {
			return i, nil
		}
		if BothSmall(e, x) {
			continue
		}
		if h.comparesOwn(e, x) {
			if at, ok, err := h.loopSame(LoopFind, i, x, v, x, SmallInt(int64(i)), SmallInt(int64(stop))); ok {
				return at, err
			}
		}
		if same, err := h.Same(e, x); err != nil || same {
			return i, err
		}
	}
	return -1, nil
}

// countSame is count of a list or a tuple. A list may change while elements are compared.
func countSame(h *Heap, self Value, args []Value) (Value, error) {
	x, count := args[0], 0
	items := h.sequenceItems(self)
	for i := 0; i < len(items); i++ {
		e := items[i]
		if e == x {
			count++
			continue
		}
		if BothSmall(e, x) {
			continue
		}
		if h.comparesOwn(e, x) {
			if n, ok, err := h.loopSame(LoopCount, i, x, self, x, SmallInt(int64(i)), SmallInt(int64(count))); ok {
				return SmallInt(int64(n)), err
			}
		}
		same, err := h.CompareBool(EQ, e, x)
		if err != nil {
			return Null, err
		}
		if same {
			count++
		}
		items = h.sequenceItems(self)
	}
	return h.Int(int64(count)), nil
}

// searchBounds converts the optional bounds of an index method.
func (h *Heap) searchBounds(args []Value, n int) (start, stop int, err error) {
	stop = math.MaxInt
	if len(args) > 1 {
		if start, err = h.clippedIndex(args[1], ""); err != nil {
			return 0, 0, err
		}
	}
	if len(args) > 2 {
		if stop, err = h.clippedIndex(args[2], ""); err != nil {
			return 0, 0, err
		}
	}
	if start < 0 {
		start = max(start+n, 0)
	}
	if stop < 0 {
		stop = max(stop+n, 0)
	}
	return start, stop, nil
}

func tupleIndex(h *Heap, self Value, args []Value) (Value, error) {
	start, stop, err := h.searchBounds(args, h.TupleLen(self))
	if err != nil {
		return Null, err
	}
	i, err := h.tupleFind(self, args[0], start, stop)
	if err != nil {
		return Null, err
	}
	if i < 0 {
		return Null, h.Raise(ValueErrorType, "tuple.index(x): x not in tuple")
	}
	return h.Int(int64(i)), nil
}

// TupleFromIter is tuple(v).
func (h *Heap) TupleFromIter(v Value) (Value, error) {
	switch {
	case h.Is(v, TupleType):
		return v, nil
	case h.Is(v, ListType):
		return h.ListToTuple(v), nil
	}
	l := h.NewList()
	if err := h.listExtend(l, v, false); err != nil {
		return Null, err
	}
	return h.ListToTuple(l), nil
}
