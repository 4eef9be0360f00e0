package object

import (
	"math"

	"github.com/tier2go/tier2/interp/pyhash"
	"github.com/tier2go/tier2/opgen/mem"
)

const sliceSize = 32

// NewSlice makes a slice object of any three values.
func (h *Heap) NewSlice(start, stop, step Value) Value {
	v := h.Alloc(kindPlain, sliceSize)
	h.header(v, SliceType, 0)
	h.SetField(v, OffSliceStart, start)
	h.SetField(v, OffSliceStop, stop)
	h.SetField(v, OffSliceStep, step)
	return v
}

// AdjustSlice applies a slice object to a sequence of the given length, as
// CPython's PySlice_Unpack and PySlice_AdjustIndices do together. The elements
// are start, start+step, … , count of them; stop has the bounds' meaning only.
// start and stop are in 0…length (−1…length−1 when step is negative). The length is asked
// for behind the members' __index__, which may change it.
func (h *Heap) AdjustSlice(slice Value, length func() int) (start, stop, step, count int, err error) {
	start, stop, step, err = h.unpackSlice(slice)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	start, stop, count = adjustIndices(length(), start, stop, step)
	return start, stop, step, count, nil
}

// unpackSlice converts a slice's members to Go ints, with the defaults for None.
func (h *Heap) unpackSlice(slice Value) (start, stop, step int, err error) {
	return h.unpackBounds(h.Field(slice, OffSliceStart), h.Field(slice, OffSliceStop), h.Field(slice, OffSliceStep))
}

// unpackBounds is unpackSlice without a slice.
func (h *Heap) unpackBounds(from, to, by Value) (start, stop, step int, err error) {
	step = 1
	if by != None {
		if step, err = h.clippedIndex(by, " or None"); err != nil {
			return 0, 0, 0, err
		}
		if step == 0 {
			return 0, 0, 0, h.Raise(ValueErrorType, "slice step cannot be zero")
		}
		step = max(step, -math.MaxInt) // so that −step is an int too
	}
	start, stop = 0, math.MaxInt
	if step < 0 {
		start, stop = math.MaxInt, math.MinInt
	}
	if from != None {
		if start, err = h.clippedIndex(from, " or None"); err != nil {
			return 0, 0, 0, err
		}
	}
	if to != None {
		if stop, err = h.clippedIndex(to, " or None"); err != nil {
			return 0, 0, 0, err
		}
	}
	return start, stop, step, nil
}

// GetSlice is v[start:stop:step]. No slice object is made for lists, tuples and
// strs.
func (h *Heap) GetSlice(v, start, stop, step Value) (Value, error) {
	t := h.TypeOf(v).ID
	if t != ListType && t != TupleType && t != StrType {
		return h.GetItem(v, h.NewSlice(start, stop, step))
	}
	return h.part(v, t, start, stop, step)
}

// partBy is v[slice] of what is laid out as a list, tuple or str.
func (h *Heap) partBy(v Value, layout TypeID, slice Value) (Value, error) {
	return h.part(v, layout, h.Field(slice, OffSliceStart), h.Field(slice, OffSliceStop), h.Field(slice, OffSliceStep))
}

func (h *Heap) part(v Value, layout TypeID, start, stop, step Value) (Value, error) {
	r, ok := NoRef, false
	switch step {
	case None:
		r, ok = sliceOf(h.mem(), mem.Ref(v), mem.Ref(start), mem.Ref(stop))
	case SmallInt(-1):
		r, ok = reversedSliceOf(h.mem(), mem.Ref(v), mem.Ref(start), mem.Ref(stop))
	}
	if ok {
		return Value(r), nil
	}
	from, to, by, err := h.unpackBounds(start, stop, step)
	switch {
	case err != nil:
		return Null, err
	case layout == ListType:
		return h.listSlice(v, from, to, by), nil
	case layout == TupleType:
		from, _, count := adjustIndices(h.TupleLen(v), from, to, by)
		return h.tuplePart(v, from, by, count), nil
	}
	return h.StrSlice(v, from, to, by), nil
}

// SetSlice is v[start:stop:step] = x. No slice object is made for lists.
func (h *Heap) SetSlice(v, start, stop, step, x Value) error {
	if h.TypeOf(v).ID != ListType {
		return h.SetItem(v, h.NewSlice(start, stop, step), x)
	}
	if step == None {
		if _, ok := assignSlice(h.mem(), mem.Ref(v), mem.Ref(start), mem.Ref(stop), mem.Ref(x)); ok {
			return nil
		}
	}
	from, to, by, err := h.unpackBounds(start, stop, step)
	if err != nil {
		return err
	}
	return h.listAssign(v, from, to, by, x)
}

// clippedIndex converts a bound to a Go int; ints that do not fit become the
// nearest that does.
func (h *Heap) clippedIndex(v Value, orNone string) (int, error) {
	if v.IsSmall() {
		return int(v.Small()), nil
	}
	x, ok, err := h.indexOf(v)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, h.Raise(TypeErrorType, "slice indices must be integers%s or have an __index__ method", orNone)
	}
	if i, ok := h.AsInt64(x); ok {
		return int(i), nil
	}
	if h.IntSign(x) < 0 {
		return math.MinInt, nil
	}
	return math.MaxInt, nil
}

// adjustIndices clips a slice's bounds to a sequence of n elements and counts
// its elements.
func adjustIndices(n, start, stop, step int) (int, int, int) {
	low, high := 0, n
	if step < 0 {
		low, high = -1, n-1
	}
	start, stop = adjustBound(start, n, low, high), adjustBound(stop, n, low, high)
	switch {
	case step < 0 && stop < start:
		return start, stop, (start-stop-1)/-step + 1
	case step > 0 && start < stop:
		return start, stop, (stop-start-1)/step + 1
	}
	return start, stop, 0
}

func adjustBound(i, n, low, high int) int {
	if i < 0 {
		i += n
	}
	return min(max(i, low), high)
}

// SliceBounds converts the bounds of v[start:stop] for a sequence of n
// elements; None stands for the end on its side. The elements are those from lo
// up to hi, which is at least lo.
func (h *Heap) SliceBounds(start, stop Value, n int) (lo, hi int, err error) {
	hi = n
	if start != None {
		if lo, err = h.clippedIndex(start, " or None"); err != nil {
			return 0, 0, err
		}
	}
	if stop != None {
		if hi, err = h.clippedIndex(stop, " or None"); err != nil {
			return 0, 0, err
		}
	}
	lo, hi = adjustBound(lo, n, 0, n), adjustBound(hi, n, 0, n)
	return lo, max(lo, hi), nil
}

// sliceMembers are the attributes of slices and where they lie.
var sliceMembers = map[string]uintptr{"start": OffSliceStart, "stop": OffSliceStop, "step": OffSliceStep}

// memberSlots returns the attribute slots of a type with read-only members.
func memberSlots(members map[string]uintptr) (
	get func(h *Heap, v, name Value) (Value, error), set func(h *Heap, v, name, x Value) error,
) {
	get = func(h *Heap, v, name Value) (Value, error) {
		if off, ok := members[h.GoString(name)]; ok {
			return h.Field(v, off), nil
		}
		return h.FindGeneric(v, name)
	}
	set = func(h *Heap, v, name, x Value) error {
		s := h.GoString(name)
		if _, ok := members[s]; ok {
			return h.Raise(AttributeErrorType, "readonly attribute")
		}
		t := h.TypeOf(v)
		if t.Lookup(h.InternValue(name)) != Null {
			return h.Raise(AttributeErrorType, "'%s' object attribute '%s' is read-only", t.Name, s)
		}
		return h.RaiseAttribute(v, name, "'%s' object has no attribute '%s' and no __dict__ for setting new attributes", t.Name, s)
	}
	return get, set
}

func (h *Heap) initSliceType() {
	get, set := memberSlots(sliceMembers)
	t := h.register(&Type{ID: SliceType, Name: "slice", Final: true, Slots: Slots{
		Repr:    reprWith((*Heap).appendSliceRepr),
		Hash:    hashSlice,
		Compare: compareSlices,
		GetAttr: get,
		SetAttr: set,
		New:     newSlice,
	}})
	h.addMethods(t, []Builtin{{Name: "indices", Arity: O, Fn: sliceIndices}})
}

func newSlice(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
	if err := h.noKeywords("slice", kwnames); err != nil {
		return Null, err
	}
	if err := h.checkCount("slice", len(args), 1, 3); err != nil {
		return Null, err
	}
	switch len(args) {
	case 1:
		return h.NewSlice(None, args[0], None), nil
	case 2:
		return h.NewSlice(args[0], args[1], None), nil
	}
	return h.NewSlice(args[0], args[1], args[2]), nil
}

func (h *Heap) appendSliceRepr(b []byte, v Value) ([]byte, error) {
	b = append(b, "slice("...)
	for i, off := range [...]uintptr{OffSliceStart, OffSliceStop, OffSliceStep} {
		if i > 0 {
			b = append(b, ", "...)
		}
		var err error
		if b, err = h.appendRepr(b, h.Field(v, off)); err != nil {
			return b, err
		}
	}
	return append(b, ')'), nil
}

// hashSlice is CPython's slicehash: a tuple's hash without the length.
func hashSlice(h *Heap, v Value) (int64, error) {
	acc := pyhash.TupleSeed
	for _, off := range [...]uintptr{OffSliceStart, OffSliceStop, OffSliceStep} {
		lane, err := h.Hash(h.Field(v, off))
		if err != nil {
			return 0, err
		}
		acc = pyhash.TupleRound(acc, lane)
	}
	return pyhash.TupleEnd(acc), nil
}

// compareSlices compares as tuples of the three members.
func compareSlices(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if !h.isA(b, SliceType) {
		return NotImplemented, nil
	}
	if a == b {
		return Bool(op == EQ || op == LE || op == GE), nil
	}
	x := h.NewTuple(h.Field(a, OffSliceStart), h.Field(a, OffSliceStop), h.Field(a, OffSliceStep))
	y := h.NewTuple(h.Field(b, OffSliceStart), h.Field(b, OffSliceStop), h.Field(b, OffSliceStep))
	return compareTuples(h, op, x, y)
}

// sliceIndices is slice.indices: AdjustSlice for lengths of any size.
func sliceIndices(h *Heap, v Value, args []Value) (Value, error) {
	length, ok, err := h.indexOf(args[0])
	if err != nil {
		return Null, err
	}
	if !ok {
		return Null, h.notInteger(args[0])
	}
	if h.IntSign(length) < 0 {
		return Null, h.Raise(ValueErrorType, "length should not be negative")
	}
	start, stop, step, err := h.longIndices(v, length)
	if err != nil {
		return Null, err
	}
	return h.NewTuple(start, stop, step), nil
}

// longIndices is CPython's _PySlice_GetLongIndices: start, stop and step for a
// sequence whose length is any int.
func (h *Heap) longIndices(slice, length Value) (start, stop, step Value, err error) {
	step = SmallInt(1)
	if v := h.Field(slice, OffSliceStep); v != None {
		if step, err = h.sliceInt(v); err != nil {
			return Null, Null, Null, err
		}
		if step == SmallInt(0) {
			return Null, Null, Null, h.Raise(ValueErrorType, "slice step cannot be zero")
		}
	}
	negative := h.IntSign(step) < 0
	low, high := SmallInt(0), length
	if negative {
		low, high = SmallInt(-1), h.IntSub(length, SmallInt(1))
	}
	start, stop = low, high
	if negative {
		start, stop = high, low
	}
	bound := func(v, otherwise Value) (Value, error) {
		if v == None {
			return otherwise, nil
		}
		i, err := h.sliceInt(v)
		if err != nil {
			return Null, err
		}
		if h.IntSign(i) < 0 {
			if i = h.IntAdd(i, length); h.IntCompare(i, low) < 0 {
				i = low
			}
		} else if h.IntCompare(i, high) > 0 {
			i = high
		}
		return i, nil
	}
	if start, err = bound(h.Field(slice, OffSliceStart), start); err == nil {
		stop, err = bound(h.Field(slice, OffSliceStop), stop)
	}
	return start, stop, step, err
}

func (h *Heap) sliceInt(v Value) (Value, error) {
	i, ok, err := h.indexOf(v)
	if err != nil {
		return Null, err
	}
	if !ok {
		return Null, h.Raise(TypeErrorType, "slice indices must be integers or None or have an __index__ method")
	}
	return i, nil
}
