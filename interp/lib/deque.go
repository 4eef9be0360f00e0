package lib

import (
	"strconv"

	"github.com/tier2go/tier2/interp/object"
)

// collections.deque (Modules/_collectionsmodule.c): a ring of package object.

// dequeKit is what the methods of deque work with.
type dequeKit struct {
	deque, iter, reverse object.TypeID
}

func dequeLen(h *object.Heap, d object.Value) int { return int(h.Word(d, object.OffRingLen)) }

// dequeSlot returns where in the ring element i is.
func dequeSlot(h *object.Heap, d object.Value, i int) *object.Value {
	ring := h.ListItems(h.Field(d, object.OffRingList))
	return &ring[(int(h.Word(d, object.OffRingHead))+i)&(len(ring)-1)]
}

// dequeTouch notes a change.
func dequeTouch(h *object.Heap, d object.Value) {
	h.SetWord(d, object.OffRingState, h.Word(d, object.OffRingState)+1)
}

// dequeEmpty gives a deque a ring of n slots, a power of two.
func dequeEmpty(h *object.Heap, d object.Value, n int) {
	list := h.NewListOf(n)
	ring := h.ListItems(list)
	for i := range ring {
		ring[i] = object.None
	}
	h.SetField(d, object.OffRingList, list)
	h.SetWord(d, object.OffRingHead, 0)
	h.SetWord(d, object.OffRingLen, 0)
}

// dequeGrow gives a deque a ring of twice as many slots.
func dequeGrow(h *object.Heap, d object.Value) {
	dequeRoom(h, d, 2*h.ListLen(h.Field(d, object.OffRingList)))
}

// dequeRoom gives a deque a ring of more slots, a power of two.
func dequeRoom(h *object.Heap, d object.Value, size int) {
	list := h.NewListOf(size)
	first, second := dequeParts(h, d, 0, dequeLen(h, d))
	ring := h.ListItems(list)
	n := copy(ring, first)
	n += copy(ring[n:], second)
	for i := range ring[n:] {
		ring[n+i] = object.None
	}
	h.SetField(d, object.OffRingList, list)
	h.SetWord(d, object.OffRingHead, 0)
}

// dequeParts returns where in the ring the elements lo to hi are.
func dequeParts(h *object.Heap, d object.Value, lo, hi int) (first, second []object.Value) {
	if lo >= hi {
		return nil, nil
	}
	ring := h.ListItems(h.Field(d, object.OffRingList))
	from := (int(h.Word(d, object.OffRingHead)) + lo) & (len(ring) - 1)
	if over := from + hi - lo - len(ring); over > 0 {
		return ring[from:], ring[:over]
	}
	return ring[from : from+hi-lo], nil
}

// dequeExtendBy adds n elements at the right of a deque of any length: fill writes them to where they are to be, in turn.
func dequeExtendBy(h *object.Heap, d object.Value, items func() []object.Value) {
	n := dequeLen(h, d)
	more := len(items())
	if size := h.ListLen(h.Field(d, object.OffRingList)); n+more > size {
		for size < n+more {
			size *= 2
		}
		dequeRoom(h, d, size)
	}
	h.SetWord(d, object.OffRingLen, uint64(n+more))
	first, second := dequeParts(h, d, n, n+more)
	all := items()
	copy(second, all[copy(first, all):])
	h.SetWord(d, object.OffRingState, h.Word(d, object.OffRingState)+uint64(more))
}

// dequeAppend adds at the right; a full deque loses its leftmost element.
func dequeAppend(h *object.Heap, d, x object.Value) {
	if !h.RingPush(d, x) {
		dequeGrow(h, d)
		h.RingPush(d, x)
	}
}

// dequeAppendLeft adds at the left; a full deque loses its rightmost element.
func dequeAppendLeft(h *object.Heap, d, x object.Value) {
	if !h.RingPushFirst(d, x) {
		dequeGrow(h, d)
		h.RingPushFirst(d, x)
	}
}

func dequeClear(h *object.Heap, d object.Value) {
	dequeEmpty(h, d, object.RingRoom)
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

// dequeExtendLeft is d.extendleft(x).
func dequeExtendLeft(h *object.Heap, d, x object.Value) error {
	return dequeExtend(h, d, x, dequeAppendLeft)
}

// dequeExtendRight is d.extend(x).
func dequeExtendRight(h *object.Heap, d, x object.Value) error {
	if int64(h.Word(d, object.OffRingMax)) >= 0 {
		return dequeExtend(h, d, x, dequeAppend)
	}
	switch {
	case h.Is(x, object.ListType):
		dequeExtendBy(h, d, func() []object.Value { return h.ListItems(x) })
	case h.Is(x, object.TupleType):
		dequeExtendBy(h, d, func() []object.Value { return h.TupleItems(x) })
	default:
		return dequeExtend(h, d, x, dequeAppend)
	}
	return nil
}

// drainDeque is the Drain of an iterator that goes forwards.
func drainDeque(h *object.Heap, it, list object.Value) error {
	d, left := h.Field(it, object.OffRingIterOf), int(h.Word(it, object.OffRingIterLeft))
	h.SetWord(it, object.OffRingIterLeft, 0)
	if h.Word(it, object.OffRingIterState) != h.Word(d, object.OffRingState) {
		return dequeMutated(h)
	}
	from := int(h.Word(it, object.OffRingIterIndex))
	h.SetWord(it, object.OffRingIterIndex, uint64(from+left))
	n := h.ListLen(list)
	h.ListGrow(list, left)
	first, second := dequeParts(h, d, from, from+left)
	all := h.ListItems(list)[n:]
	copy(all[copy(all, first):], second)
	return nil
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
	ring := h.ListLen(h.Field(d, object.OffRingList))
	for ; n > 0; n-- {
		p := dequeSlot(h, d, size-1)
		x := *p
		*p = object.None
		h.SetWord(d, object.OffRingHead, uint64((int(h.Word(d, object.OffRingHead))-1)&(ring-1)))
		*dequeSlot(h, d, 0) = x
	}
	for ; n < 0; n++ {
		p := dequeSlot(h, d, 0)
		x := *p
		*p = object.None
		h.SetWord(d, object.OffRingHead, (h.Word(d, object.OffRingHead)+1)&uint64(ring-1))
		*dequeSlot(h, d, size-1) = x
	}
	dequeTouch(h, d)
}

// dequeDelete takes element i out.
func dequeDelete(h *object.Heap, d object.Value, i int) {
	dequeRotate(h, d, -i)
	h.RingPopFirst(d)
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
	state := h.Word(d, object.OffRingState)
	for i := lo; i < hi; i++ {
		same, err := h.Same(*dequeSlot(h, d, i), x)
		if err != nil {
			return -1, err
		}
		if h.Word(d, object.OffRingState) != state {
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
	h.SetWord(d, object.OffRingMax, uint64(int64(limit)))
	if dequeLen(h, d) > 0 {
		dequeClear(h, d)
	}
	if p[0] == object.Null {
		return nil
	}
	return dequeExtendRight(h, d, p[0])
}

// newDeque makes an empty deque of a type.
func newDeque(h *object.Heap, t *object.Type, limit uint64) object.Value {
	d := h.NewEmpty(t)
	h.SetWord(d, object.OffRingLen, 0)
	h.SetWord(d, object.OffRingState, 0)
	h.SetWord(d, object.OffRingMax, limit)
	dequeEmpty(h, d, object.RingRoom)
	return d
}

// dequeCopy returns a deque of the same type and maxlen.
func (k *dequeKit) copy(h *object.Heap, d object.Value) (object.Value, error) {
	if t := h.TypeOf(d); t.ID != k.deque {
		args := []object.Value{d}
		if limit := int64(h.Word(d, object.OffRingMax)); limit >= 0 {
			args = append(args, object.SmallInt(int64(int32(limit)))) // as CPython passes it on
		}
		tuple := h.NewTuple(args...)
		c, err := h.Call(t.Object, h.TupleItems(tuple), object.Null)
		if err == nil && !h.IsInstance(c, k.deque) {
			err = h.Raise(object.TypeErrorType, "%s() must return a deque, not %s", t.Name, h.TypeName(c))
		}
		return c, err
	}
	c := newDeque(h, h.Type(k.deque), h.Word(d, object.OffRingMax))
	return c, dequeExtendRight(h, c, d)
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
		if err := dequeExtendRight(h, d, list); err != nil {
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
		return c, dequeExtendRight(h, c, b)
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
		return a, dequeExtendRight(h, a, b)
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
	sa, sb := h.Word(a, object.OffRingState), h.Word(b, object.OffRingState)
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
		if h.Word(a, object.OffRingState) != sa || h.Word(b, object.OffRingState) != sb {
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
	if limit := int64(h.Word(d, object.OffRingMax)); limit >= 0 {
		text = strconv.AppendInt(append(text, ", maxlen="...), limit, 10)
	}
	return h.NewStr(string(append(text, ')'))), nil
}
