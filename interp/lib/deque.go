package lib

import (
	"strconv"

	"github.com/tier2go/tier2/interp/object"
)

// collections.deque (Modules/_collectionsmodule.c): a ring in a list of the arena
// whose length is a power of two.

// The fields of a deque.
const (
	offDequeRing  = 8  // list
	offDequeHead  = 16 // word: index of the first element in the ring
	offDequeLen   = 24 // word
	offDequeMax   = 32 // word: maxlen, −1: none
	offDequeState = 40 // word: changes with every change
	dequeSize     = 48
)

// The fields of an iterator over a deque.
const (
	offDequeIterOf    = 8  // deque
	offDequeIterIndex = 16 // word: of the next element
	offDequeIterLeft  = 24 // word
	offDequeIterState = 32 // word: the deque's when it began
	dequeIterSize     = 40
)

// dequeKit is what the methods of deque work with.
type dequeKit struct {
	deque, iter, reverse object.TypeID
}

func dequeLen(h *object.Heap, d object.Value) int { return int(h.Word(d, offDequeLen)) }

// dequeSlot returns where in the ring element i is.
func dequeSlot(h *object.Heap, d object.Value, i int) *object.Value {
	ring := h.ListItems(h.Field(d, offDequeRing))
	return &ring[(int(h.Word(d, offDequeHead))+i)&(len(ring)-1)]
}

// dequeTouch notes a change.
func dequeTouch(h *object.Heap, d object.Value) {
	h.SetWord(d, offDequeState, h.Word(d, offDequeState)+1)
}

// dequeEmpty gives a deque a ring of n slots, a power of two.
func dequeEmpty(h *object.Heap, d object.Value, n int) {
	ring := make([]object.Value, n)
	for i := range ring {
		ring[i] = object.None
	}
	h.SetField(d, offDequeRing, h.NewList(ring...))
	h.SetWord(d, offDequeHead, 0)
	h.SetWord(d, offDequeLen, 0)
}

// dequeRoom makes room for one more element.
func dequeRoom(h *object.Heap, d object.Value) {
	n, size := dequeLen(h, d), h.ListLen(h.Field(d, offDequeRing))
	if n < size {
		return
	}
	ring := make([]object.Value, 2*size)
	for i := range ring {
		ring[i] = object.None
		if i < n {
			ring[i] = *dequeSlot(h, d, i) // the old ring keeps it
		}
	}
	h.SetField(d, offDequeRing, h.NewList(ring...))
	h.SetWord(d, offDequeHead, 0)
}

// dequeAppend adds at the right; a full deque loses its leftmost element.
func dequeAppend(h *object.Heap, d, x object.Value) {
	limit := int(int64(h.Word(d, offDequeMax)))
	dequeTouch(h, d)
	if limit == 0 {
		return
	}
	if limit > 0 && dequeLen(h, d) == limit {
		dequeDropLeft(h, d)
	}
	dequeRoom(h, d)
	n := dequeLen(h, d)
	*dequeSlot(h, d, n) = x
	h.SetWord(d, offDequeLen, uint64(n+1))
}

// dequeAppendLeft adds at the left; a full deque loses its rightmost element.
func dequeAppendLeft(h *object.Heap, d, x object.Value) {
	limit := int(int64(h.Word(d, offDequeMax)))
	dequeTouch(h, d)
	if limit == 0 {
		return
	}
	if limit > 0 && dequeLen(h, d) == limit {
		dequeDropRight(h, d)
	}
	dequeRoom(h, d)
	size := h.ListLen(h.Field(d, offDequeRing))
	h.SetWord(d, offDequeHead, uint64((int(h.Word(d, offDequeHead))-1)&(size-1)))
	h.SetWord(d, offDequeLen, uint64(dequeLen(h, d)+1))
	*dequeSlot(h, d, 0) = x
}

// dequeDropLeft takes the first element of a deque that is not empty.
func dequeDropLeft(h *object.Heap, d object.Value) object.Value {
	p := dequeSlot(h, d, 0)
	x := *p
	*p = object.None
	h.SetWord(d, offDequeHead, (h.Word(d, offDequeHead)+1)&uint64(h.ListLen(h.Field(d, offDequeRing))-1))
	h.SetWord(d, offDequeLen, uint64(dequeLen(h, d)-1))
	dequeTouch(h, d)
	return x
}

func dequeDropRight(h *object.Heap, d object.Value) object.Value {
	n := dequeLen(h, d) - 1
	p := dequeSlot(h, d, n)
	x := *p
	*p = object.None
	h.SetWord(d, offDequeLen, uint64(n))
	dequeTouch(h, d)
	return x
}

func dequeClear(h *object.Heap, d object.Value) {
	dequeEmpty(h, d, 8)
	dequeTouch(h, d)
}

func dequeExtend(h *object.Heap, d, x object.Value, add func(h *object.Heap, d, x object.Value)) error {
	if x == d {
		list, err := h.ListFromIter(x)
		if err != nil {
			return err
		}
		x = list
	}
	it, err := h.Iter(x)
	if err != nil {
		return err
	}
	for {
		x, err := h.Next(it)
		if x == object.Null || err != nil {
			return err
		}
		add(h, d, x)
	}
}

// dequeRotate moves n elements from the right to the left; if n is negative, from
// the left to the right.
func dequeRotate(h *object.Heap, d object.Value, n int) {
	size := dequeLen(h, d)
	if size <= 1 {
		return
	}
	n %= size
	switch {
	case n > size/2:
		n -= size
	case n < -size/2:
		n += size
	}
	ring := h.ListLen(h.Field(d, offDequeRing))
	for ; n > 0; n-- {
		p := dequeSlot(h, d, size-1)
		x := *p
		*p = object.None
		h.SetWord(d, offDequeHead, uint64((int(h.Word(d, offDequeHead))-1)&(ring-1)))
		*dequeSlot(h, d, 0) = x
	}
	for ; n < 0; n++ {
		p := dequeSlot(h, d, 0)
		x := *p
		*p = object.None
		h.SetWord(d, offDequeHead, (h.Word(d, offDequeHead)+1)&uint64(ring-1))
		*dequeSlot(h, d, size-1) = x
	}
	dequeTouch(h, d)
}

// dequeDelete takes element i out.
func dequeDelete(h *object.Heap, d object.Value, i int) {
	dequeRotate(h, d, -i)
	dequeDropLeft(h, d)
	dequeRotate(h, d, i)
}

// dequeIndex converts a subscript.
func dequeIndex(h *object.Heap, d, key object.Value) (int, error) {
	if !h.HasIndex(key) {
		return 0, h.Raise(object.TypeErrorType, "sequence index must be integer, not '%s'", h.TypeName(key))
	}
	i, err := h.IndexOr(key, object.IndexErrorType)
	if err != nil {
		return 0, err
	}
	n := int64(dequeLen(h, d))
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, h.Raise(object.IndexErrorType, "deque index out of range")
	}
	return int(i), nil
}

// dequeFind returns where x is from lo to hi, −1 if it is not there. Comparing may
// change the deque: that is an error.
func dequeFind(h *object.Heap, d, x object.Value, lo, hi int, change func() error) (int, error) {
	state := h.Word(d, offDequeState)
	for i := lo; i < hi; i++ {
		same, err := h.Same(*dequeSlot(h, d, i), x)
		if err != nil {
			return -1, err
		}
		if h.Word(d, offDequeState) != state {
			return -1, change()
		}
		if same {
			return i, nil
		}
	}
	return -1, nil
}

func dequeMutated(h *object.Heap) error {
	return h.Raise(object.RuntimeErrorType, "deque mutated during iteration")
}

var dequeSig = object.NewSignature("deque", 0, 0, 0, "iterable", "maxlen")

// dequeInit is deque.__init__.
func dequeInit(h *object.Heap, d object.Value, args []object.Value, kwnames object.Value) error {
	var p [2]object.Value
	if err := bind(h, dequeSig, args, kwnames, p[:]); err != nil {
		return err
	}
	limit := -1
	if p[1] != object.Null && p[1] != object.None {
		var err error
		if !h.IsIntegral(p[1]) {
			return h.Raise(object.TypeErrorType, "an integer is required")
		}
		if limit, err = h.Ssize(p[1]); err != nil {
			return err
		}
		if limit < 0 {
			return h.Raise(object.ValueErrorType, "maxlen must be non-negative")
		}
	}
	h.SetWord(d, offDequeMax, uint64(int64(limit)))
	if dequeLen(h, d) > 0 {
		dequeClear(h, d)
	}
	if p[0] == object.Null {
		return nil
	}
	return dequeExtend(h, d, p[0], dequeAppend)
}

// newDeque makes an empty deque of a type.
func newDeque(h *object.Heap, t *object.Type, limit uint64) object.Value {
	d := h.NewEmpty(t)
	h.SetWord(d, offDequeLen, 0)
	h.SetWord(d, offDequeState, 0)
	h.SetWord(d, offDequeMax, limit)
	dequeEmpty(h, d, 8)
	return d
}

// dequeCopy returns a deque of the same type and maxlen.
func (k *dequeKit) copy(h *object.Heap, d object.Value) (object.Value, error) {
	if t := h.TypeOf(d); t.ID != k.deque {
		args := []object.Value{d}
		if limit := int64(h.Word(d, offDequeMax)); limit >= 0 {
			args = append(args, object.SmallInt(limit))
		}
		tuple := h.NewTuple(args...)
		c, err := h.Call(t.Object, h.TupleItems(tuple), object.Null)
		if err == nil && !h.IsInstance(c, k.deque) {
			err = h.Raise(object.TypeErrorType, "%s() must return a deque, not %s", t.Name, h.TypeName(c))
		}
		return c, err
	}
	c := newDeque(h, h.Type(k.deque), h.Word(d, offDequeMax))
	return c, dequeExtend(h, c, d, dequeAppend)
}

// repeat makes a deque n times as long as it is.
func (k *dequeKit) repeat(h *object.Heap, d object.Value, n int) error {
	list, err := h.ListFromIter(d)
	if err != nil {
		return err
	}
	if n <= 0 {
		dequeClear(h, d)
	}
	for range n - 1 {
		if err := dequeExtend(h, d, list, dequeAppend); err != nil {
			return err
		}
	}
	return nil
}

func (k *dequeKit) binary(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
	switch op {
	case object.Add:
		if !h.IsInstance(a, k.deque) {
			return object.NotImplemented, nil
		}
		if !h.IsInstance(b, k.deque) {
			return object.Null, h.Raise(object.TypeErrorType, "can only concatenate deque (not \"%s\") to deque", h.TypeName(b))
		}
		c, err := k.copy(h, a)
		if err != nil {
			return object.Null, err
		}
		return c, dequeExtend(h, c, b, dequeAppend)
	case object.Multiply:
		d, count := a, b
		if !h.IsInstance(a, k.deque) {
			d, count = b, a
		}
		n, ok, err := h.RepeatCount(count)
		if err != nil {
			return object.Null, err
		}
		if !ok {
			return h.CannotRepeat(a, b, count)
		}
		c, err := k.copy(h, d)
		if err != nil {
			return object.Null, err
		}
		return c, k.repeat(h, c, n)
	}
	return object.NotImplemented, nil
}

func (k *dequeKit) inPlace(h *object.Heap, op object.BinaryOp, a, b object.Value) (object.Value, error) {
	switch op {
	case object.InPlaceAdd:
		return a, dequeExtend(h, a, b, dequeAppend)
	case object.InPlaceMultiply:
		n, ok, err := h.RepeatCount(b)
		if err != nil {
			return object.Null, err
		}
		if !ok {
			return h.CannotRepeat(a, b, b)
		}
		return a, k.repeat(h, a, n)
	}
	return object.NotImplemented, nil
}

func (k *dequeKit) compare(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
	if !h.IsInstance(b, k.deque) {
		return object.NotImplemented, nil
	}
	if n := dequeLen(h, a) == dequeLen(h, b); !n && (op == object.EQ || op == object.NE) {
		return object.Bool(op == object.NE), nil
	}
	sa, sb := h.Word(a, offDequeState), h.Word(b, offDequeState)
	for i := 0; i < dequeLen(h, a) && i < dequeLen(h, b); i++ {
		x, y := *dequeSlot(h, a, i), *dequeSlot(h, b, i)
		same, err := h.Same(x, y)
		if err != nil {
			return object.Null, err
		}
		if !same {
			switch op {
			case object.EQ, object.NE:
				return object.Bool(op == object.NE), nil
			}
			return h.Compare(op, x, y)
		}
		if h.Word(a, offDequeState) != sa || h.Word(b, offDequeState) != sb {
			return object.Null, dequeMutated(h)
		}
	}
	return h.Compare(op, object.SmallInt(int64(dequeLen(h, a))), object.SmallInt(int64(dequeLen(h, b))))
}

func dequeRepr(h *object.Heap, d object.Value) (object.Value, error) {
	first, err := h.BeginRepr(d)
	if err != nil {
		return object.Null, err
	}
	if !first {
		return h.NewStr("[...]"), nil
	}
	defer h.EndRepr()
	list, err := h.ListFromIter(d)
	if err != nil {
		return object.Null, err
	}
	r, err := h.Repr(list)
	if err != nil {
		return object.Null, err
	}
	text := h.AppendStr([]byte(h.TypeOf(d).Name+"("), r)
	if limit := int64(h.Word(d, offDequeMax)); limit >= 0 {
		text = strconv.AppendInt(append(text, ", maxlen="...), limit, 10)
	}
	return h.NewStr(string(append(text, ')'))), nil
}
