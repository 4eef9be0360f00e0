package object

import (
	"bytes"
	"math"
)

// The types bytes and bytearray and the iterators over them.

func (h *Heap) initBytesTypes() {
	h.emptyByt = h.newBytes(0)
	h.register(&Type{ID: BytesType, Name: "bytes", Slots: Slots{
		Repr:     bytesRepr,
		Str:      bytesRepr,
		Hash:     func(h *Heap, v Value) (int64, error) { return h.bytesHash(v), nil },
		Compare:  bytesCompare,
		Binary:   bytesBinary,
		Len:      func(h *Heap, v Value) (int, error) { return h.BytesLen(v), nil },
		GetItem:  bytesGetItem,
		Contains: bytesContains,
		Iter:     func(h *Heap, v Value) (Value, error) { return h.newTextIter(BytesIterType, v), nil },
		New:      bytesNew,
	}})
	h.register(&Type{ID: ByteArrayType, Name: "bytearray", NoHash: true, Slots: Slots{
		Repr:     byteArrayRepr,
		Str:      byteArrayRepr,
		Compare:  bytesCompare,
		Binary:   bytesBinary,
		InPlace:  byteArrayInPlace,
		Len:      func(h *Heap, v Value) (int, error) { return h.text(v).n, nil },
		GetItem:  bytesGetItem,
		SetItem:  byteArraySetItem,
		Contains: bytesContains,
		Iter:     func(h *Heap, v Value) (Value, error) { return h.newTextIter(BytesIterType, v), nil },
		New:      byteArrayNew,
	}})
	h.registerIter(BytesIterType, "bytes_iterator", bytesIterNext, textIterLeft)
	h.addTextMethods(h.types[BytesType], bytesOwnMethods)
	for _, id := range []TypeID{BytesType, ByteArrayType} {
		t := h.types[id]
		h.addTextMethods(t, bytesMethods)
		h.addStatic(t, bytesMakeTrans)
		h.addClassMethods(t, []Builtin{fromHexMethod(id)})
	}
	h.addMethods(h.types[ByteArrayType], append(byteArrayExtendMethod, byteArrayMethods...))
}

// bytesIterNext serves bytes and bytearrays, whose length may change meanwhile.
func bytesIterNext(h *Heap, v Value) (Value, error) {
	s := h.Field(v, OffSeqIterSeq)
	if s == Null {
		return Null, nil
	}
	t, i := h.text(s), int(h.Word(v, OffSeqIterIndex))
	if i >= t.n {
		h.SetField(v, OffSeqIterSeq, Null)
		return Null, nil
	}
	h.SetWord(v, OffSeqIterIndex, uint64(i+1))
	return SmallInt(int64(t.at(i))), nil
}

func bytesCompare(h *Heap, op CompareOp, a, b Value) (Value, error) {
	if !h.isBytesLike(b) || h.kind(a) == BytesType && !h.isA(b, BytesType) { // the other one compares
		return NotImplemented, nil
	}
	x, y := h.text(a).raw(), h.text(b).raw()
	switch op {
	case EQ:
		return Bool(bytes.Equal(x, y)), nil
	case NE:
		return Bool(!bytes.Equal(x, y)), nil
	}
	return Bool(op.Holds(bytes.Compare(x, y))), nil
}

func bytesBinary(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	switch op {
	case Add:
		if !h.isA(a, BytesType) && !h.isA(a, ByteArrayType) {
			return NotImplemented, nil
		}
		return h.bytesConcat(a, b)
	case Multiply:
		if !h.isBytesLike(a) {
			a, b = b, a
		}
		return h.repeat(a, b, h.bytesRepeat)
	case Remainder:
		if h.isA(a, BytesType) || h.isA(a, ByteArrayType) {
			return h.percentBytes(a, b)
		}
	}
	return NotImplemented, nil
}

func (h *Heap) bytesConcat(a, b Value) (Value, error) {
	if !h.isBytesLike(b) {
		if r, err := h.reflected(Add, a, b); err != nil || r != NotImplemented {
			return r, err
		}
		return Null, h.Raise(TypeErrorType, "can't concat %s to %s", h.TypeName(b), h.TypeName(a))
	}
	x, y := h.text(a), h.text(b)
	if h.Is(a, BytesType) && h.Is(b, BytesType) {
		if x.n == 0 {
			return b, nil
		}
		if y.n == 0 {
			return a, nil
		}
	}
	v, d := h.newLike(a, x.n+y.n, 0xFF)
	y.copyTo(x.copyTo(d))
	return v, nil
}

func (h *Heap) bytesRepeat(v Value, n int) (Value, error) {
	t := h.text(v)
	switch n = max(n, 0); {
	case n == 1 || t.n == 0:
		return h.whole(v), nil
	case n > 0 && t.n > math.MaxInt/n:
		if h.Is(v, BytesType) {
			return Null, h.Raise(OverflowErrorType, "repeated bytes are too long")
		}
		return Null, h.RaiseWith(MemoryErrorType)
	}
	r, d := h.newLike(v, t.n*n, 0xFF)
	if d.n > 0 {
		repeatBytes(d.raw(), t.raw())
	}
	return r, nil
}

func bytesGetItem(h *Heap, v, key Value) (Value, error) {
	if h.Is(key, SliceType) {
		start, step, count, err := h.bytesBounds(key, v)
		if err != nil {
			return Null, err
		}
		if step == 1 {
			return h.subLike(v, start, start+count), nil
		}
		t := h.text(v)
		r, d := h.newLike(v, count, 0xFF)
		stride(d.raw(), t.raw(), start, step)
		return r, nil
	}
	i, err := h.byteIndex(v, key)
	if err != nil {
		return Null, err
	}
	return SmallInt(int64(h.text(v).at(i))), nil
}

// byteIndex converts an index of a bytes or bytearray.
func (h *Heap) byteIndex(v, key Value) (int, error) {
	length := func(h *Heap, v Value) int { return h.text(v).n }
	if h.kind(v) == ByteArrayType {
		return h.itemPlace(v, key, length, "bytearray indices must be integers or slices, not %s", "bytearray index out of range")
	}
	return h.itemPlace(v, key, length, "byte indices must be integers or slices, not %s", "index out of range")
}

func bytesContains(h *Heap, v, x Value) (bool, error) {
	if h.isBytesLike(x) {
		return h.text(v).find(h.text(x)) >= 0, nil
	}
	if !h.HasIndex(x) {
		_, err := h.bytesArg(x)
		return false, err
	}
	c, err := h.byteArg(x, "byte")
	if err != nil && !h.isIntegral(x) && !h.raisedIs(err, ValueErrorType) { // the bytes themselves are asked then
		_, err = h.bytesArg(x)
	}
	return err == nil && bytes.IndexByte(h.text(v).raw(), c) >= 0, err
}
