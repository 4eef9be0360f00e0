package object

import "math"

// What only bytearray can: change.

var byteArrayMethods = noGuest([]Builtin{
	{Name: "append", Arity: O, Fn: byteArrayAppendMethod},
	{Name: "clear", Arity: NoArgs, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		h.byteArrayResize(self, 0)
		return None, nil
	}},
	{Name: "copy", Arity: NoArgs, Fn: func(h *Heap, self Value, _ []Value) (Value, error) { return h.whole(self), nil }},
	{Name: "insert", Arity: Fast, Min: 2, Max: 2, Fn: byteArrayInsert},
	{Name: "pop", Arity: Fast, Max: 1, Fn: byteArrayPop},
	{Name: "remove", Arity: O, Fn: byteArrayRemove},
	{Name: "resize", Arity: O, Fn: byteArrayResizeMethod},
	{Name: "reverse", Arity: NoArgs, Fn: func(h *Heap, self Value, _ []Value) (Value, error) {
		reverseElems(h.byteArrayBytes(self))
		return None, nil
	}},
})

// extend is apart from the others: its iterable may run guest code.
var byteArrayExtendMethod = []Builtin{{Name: "extend", Arity: O, Fn: byteArrayExtend}}

func (h *Heap) byteArrayAppend(v Value, c byte) {
	n := len(h.byteArrayBytes(v))
	h.byteArrayResize(v, n+1)
	h.byteArrayBytes(v)[n] = c
}

func byteArrayAppendMethod(h *Heap, self Value, args []Value) (Value, error) {
	c, err := h.byteArg(args[0], "byte")
	if err != nil {
		return Null, err
	}
	h.byteArrayAppend(self, c)
	return None, nil
}

func byteArrayExtend(h *Heap, self Value, args []Value) (Value, error) {
	x := args[0]
	if h.isBytesLike(x) {
		h.extendBytes(self, x)
		return None, nil
	}
	if h.TypeOf(x).Iter == nil {
		return Null, h.Raise(TypeErrorType, "can't extend bytearray with %s", h.TypeName(x))
	}
	if h.isStr(x) && h.StrLen(x) > 0 {
		return Null, h.Raise(TypeErrorType, "expected iterable of integers; got: 'str'")
	}
	a, err := h.collectBytes(x, "byte", true)
	if err != nil {
		return Null, err
	}
	h.extendBytes(self, a)
	return None, nil
}

// extendBytes appends the bytes of x, which may be v itself.
func (h *Heap) extendBytes(v, x Value) {
	n, m := h.text(v).n, h.text(x).n
	h.byteArrayResize(v, n+m)
	copy(h.byteArrayBytes(v)[n:], h.text(x).raw()[:m])
}

func byteArrayInsert(h *Heap, self Value, args []Value) (Value, error) {
	i, err := h.sizeArg(args[0])
	if err != nil {
		return Null, err
	}
	c, err := h.byteArg(args[1], "byte")
	if err != nil {
		return Null, err
	}
	n := len(h.byteArrayBytes(self))
	if i < 0 {
		i = max(i+n, 0)
	}
	i = min(i, n)
	h.splice(self, i, i, []byte{c})
	return None, nil
}

func byteArrayPop(h *Heap, self Value, args []Value) (Value, error) {
	i := -1
	if len(args) > 0 {
		var err error
		if i, err = h.sizeArg(args[0]); err != nil {
			return Null, err
		}
	}
	s := h.byteArrayBytes(self)
	if len(s) == 0 {
		return Null, h.Raise(IndexErrorType, "pop from empty bytearray")
	}
	if i < 0 {
		i += len(s)
	}
	if uint(i) >= uint(len(s)) {
		return Null, h.Raise(IndexErrorType, "pop index out of range")
	}
	c := s[i]
	h.splice(self, i, i+1, nil)
	return SmallInt(int64(c)), nil
}

func byteArrayRemove(h *Heap, self Value, args []Value) (Value, error) {
	c, err := h.byteArg(args[0], "byte")
	if err != nil {
		return Null, err
	}
	i := textOf(h.byteArrayBytes(self)).find(textOf([]byte{c}))
	if i < 0 {
		return Null, h.Raise(ValueErrorType, "value not found in bytearray")
	}
	h.splice(self, i, i+1, nil)
	return None, nil
}

func byteArrayResizeMethod(h *Heap, self Value, args []Value) (Value, error) {
	n, err := h.sizeArg(args[0])
	switch {
	case err != nil:
		return Null, err
	case n < 0:
		return Null, h.Raise(ValueErrorType, "Can only resize to positive sizes, got %d", n)
	}
	old := len(h.byteArrayBytes(self))
	h.byteArrayResize(self, n)
	if n > old {
		clear(h.byteArrayBytes(self)[old:])
	}
	return None, nil
}

// byteArrayInPlace is += and *=.
func byteArrayInPlace(h *Heap, op BinaryOp, a, b Value) (Value, error) {
	switch op {
	case InPlaceAdd:
		if !h.isBytesLike(b) {
			return Null, h.Raise(TypeErrorType, "can't concat %s to bytearray", h.TypeName(b))
		}
		if a == b && len(h.byteArrayBytes(a)) > 0 { // CPython holds the right operand's buffer
			return Null, h.Raise(BufferErrorType, "Existing exports of data: object cannot be re-sized")
		}
		h.extendBytes(a, b)
		return a, nil
	case InPlaceMultiply:
		return h.repeat(a, b, h.byteArrayRepeatInPlace)
	}
	return NotImplemented, nil
}

func (h *Heap) byteArrayRepeatInPlace(v Value, n int) (Value, error) {
	old := len(h.byteArrayBytes(v))
	n = max(n, 0)
	if n > 0 && old > math.MaxInt/n {
		return Null, h.RaiseWith(MemoryErrorType)
	}
	h.byteArrayResize(v, old*n)
	if s := h.byteArrayBytes(v); len(s) > old && old > 0 {
		repeatBytes(s, s[:old])
	}
	return v, nil
}

// byteArraySetItem stores or deletes an element or a slice.
func byteArraySetItem(h *Heap, v, key, x Value) error {
	if h.Is(key, SliceType) {
		return h.byteArraySetSlice(v, key, x)
	}
	at, err := h.itemIndex(key, "bytearray indices must be integers or slices, not %s")
	if err != nil {
		return err
	}
	var c byte
	if x != Null { // the value is checked before the range of the index
		if c, err = h.byteArg(x, "byte"); err != nil {
			return err
		}
	}
	i, err := h.byteIndex(v, h.Int(int64(at)))
	switch {
	case err != nil:
		return err
	case x == Null:
		h.splice(v, i, i+1, nil)
	default:
		h.byteArrayBytes(v)[i] = c
	}
	return nil
}

// byteArraySetSlice stores bytes-like objects and iterables of ints; Null, or
// nothing to store to a slice with a step, deletes.
func (h *Heap) byteArraySetSlice(v, key, x Value) error {
	if _, _, _, err := h.bytesBounds(key, v); err != nil {
		return err
	}
	var b []byte
	if x != Null {
		if t := h.TypeID(x); t == StrType || t == IntType || t == BoolType || t == FloatType {
			return h.Raise(TypeErrorType, "can assign only bytes, buffers, or iterables of ints in range(0, 256)")
		}
		if x == v || !h.isBytesLike(x) {
			a, err := h.bytesFrom("bytearray", h.newByteArray(0), x)
			if err != nil {
				return err
			}
			x = a
		}
		b = h.text(x).raw()
	}
	start, step, count, err := h.bytesBounds(key, v)
	switch {
	case err != nil:
		return err
	case step == 1:
		h.splice(v, start, start+count, b)
	case len(b) == 0:
		h.deleteStride(v, start, step, count)
	case len(b) != count:
		return h.Raise(ValueErrorType, "attempt to assign bytes of size %d to extended slice of size %d", len(b), count)
	default:
		s := h.byteArrayBytes(v)
		for i, c := range b {
			s[start+i*step] = c
		}
	}
	return nil
}

// deleteStride deletes count bytes: start, start+step, and so on.
func (h *Heap) deleteStride(v Value, start, step, count int) {
	if count == 0 {
		return
	}
	if step < 0 {
		start, step = start+(count-1)*step, -step
	}
	s := h.byteArrayBytes(v)
	at := start
	for i := start; i < len(s); i++ {
		if d := i - start; d%step == 0 && d/step < count {
			continue
		}
		s[at] = s[i]
		at++
	}
	h.byteArrayResize(v, at)
}
