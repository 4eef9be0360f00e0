package object

import "math"

// What calling bytes and bytearray makes.

var (
	bytesParams     = params{name: "bytes", names: []string{"source", "encoding", "errors"}}
	byteArrayParams = params{name: "bytearray", names: []string{"source", "encoding", "errors"}}
)

// bytesNew is bytes(source=b"", encoding=…, errors=…).
func bytesNew(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
	return h.newFromSource(&bytesParams, h.emptyByt, args, kwnames)
}

// byteArrayNew is bytearray(source=b"", encoding=…, errors=…).
func byteArrayNew(h *Heap, _ *Type, args []Value, kwnames Value) (Value, error) {
	return h.newFromSource(&byteArrayParams, h.newByteArray(0), args, kwnames)
}

// newFromSource makes a value of empty's type.
func (h *Heap) newFromSource(p *params, empty Value, args []Value, kwnames Value) (Value, error) {
	if len(args) == 1 && kwnames == Null {
		if v, ok := h.bytesOfInts(empty, args[0]); ok {
			return v, nil
		}
	}
	arg := [3]Value{Null, Null, Null}
	if err := p.parse(h, args, kwnames, arg[:]); err != nil {
		return Null, err
	}
	x, encoding, errors := arg[0], arg[1], arg[2]
	c, err := h.codecArgs(p.name, encoding, errors)
	isStr := x != Null && h.isStr(x)
	switch {
	case err != nil:
		return Null, err
	case x != Null && encoding == Null && errors == Null && h.Is(empty, BytesType) && h.hasBytes(x):
		return h.bytesMethod(x)
	case encoding != Null && !isStr:
		return Null, h.Raise(TypeErrorType, "encoding without a string argument")
	case encoding == Null && isStr:
		return Null, h.Raise(TypeErrorType, "string argument without an encoding")
	case errors != Null && !isStr:
		return Null, h.Raise(TypeErrorType, "errors without a string argument")
	case x == Null:
		return empty, nil
	case isStr:
		b, err := h.encode(x, c)
		if err != nil {
			return Null, err
		}
		return h.asLike(empty, b), nil
	}
	return h.bytesFrom(p.name, empty, x)
}

// hasBytes reports whether an object has a __bytes__ that is not a builtin type's; but that of a weak proxy is.
func (h *Heap) hasBytes(v Value) bool {
	t := h.TypeOf(v)
	return t.WeakProxy && t.Lookup(h.Intern("__bytes__")) != Null || h.ownAttr(t, h.Intern("__bytes__")) != Null
}

// bytesMethod calls an object's own __bytes__.
func (h *Heap) bytesMethod(v Value) (Value, error) {
	r, err := h.callSelf(h.TypeOf(v).Lookup(h.Intern("__bytes__")), v)
	if err != nil {
		return Null, err
	}
	return h.bytesFromSpecial(r)
}

// bytesFromSpecial is what a __bytes__ has returned.
func (h *Heap) bytesFromSpecial(r Value) (Value, error) {
	if !h.isA(r, BytesType) {
		return Null, h.Raise(TypeErrorType, "__bytes__ returned non-bytes (type %s)", h.TypeName(r))
	}
	return r, nil
}

// asLike converts a new bytes to self's type.
func (h *Heap) asLike(self, b Value) Value {
	if h.kind(self) == BytesType {
		return b
	}
	return h.newByteArrayOf(h.BytesData(b))
}

// bytesFrom makes a value of empty's type from a length, a bytes-like object or
// an iterable of ints.
func (h *Heap) bytesFrom(name string, empty, x Value) (Value, error) {
	if h.HasIndex(x) {
		n, err := h.indexArg(x, OverflowErrorType)
		if err != nil && !h.isIntegral(x) && h.raisedIs(err, TypeErrorType) {
			return h.bytesFromIterable(name, empty, x)
		}
		if err != nil {
			return Null, err
		}
		if n < 0 {
			return Null, h.Raise(ValueErrorType, "negative count")
		}
		v, d := h.newLike(empty, n, 0xFF)
		clear(d.raw())
		return v, nil
	}
	if x.IsRef() && h.TypeOf(x).Buffer != nil {
		b, err := h.TypeOf(x).Buffer(h, x, true)
		if err != nil {
			return Null, err
		}
		return h.like(empty, textOf(b)), nil
	}
	if h.isBytesLike(x) {
		if h.Is(empty, BytesType) && h.Is(x, BytesType) {
			return x, nil
		}
		return h.like(empty, h.text(x)), nil
	}
	return h.bytesFromIterable(name, empty, x)
}

// bytesOfInts makes a value of empty's type of a list or tuple whose elements are plain ints that are bytes; ok is false for
// any other.
func (h *Heap) bytesOfInts(empty, x Value) (v Value, ok bool) {
	var items []Value
	switch {
	case h.Is(x, ListType):
		items = h.ListItems(x)
	case h.Is(x, TupleType):
		items = h.TupleItems(x)
	default:
		return Null, false
	}
	b := h.takeBuf()
	ok = true
	for _, e := range items {
		if ok = e.IsSmall() && uint64(e.Small()) <= 0xFF; !ok {
			break
		}
		b = append(b, byte(e.Small()))
	}
	if ok {
		v = h.like(empty, textOf(b))
	}
	h.putBuf(b)
	return v, ok
}

// bytesFromIterable makes a value of empty's type from an iterable of ints.
func (h *Heap) bytesFromIterable(name string, empty, x Value) (Value, error) {
	if h.TypeOf(x).Iter == nil {
		return Null, h.Raise(TypeErrorType, "cannot convert '%s' object to %s", h.TypeName(x), name)
	}
	what := "bytes"
	if h.Is(empty, ByteArrayType) {
		what = "byte"
	}
	a, err := h.collectBytes(x, what, h.Is(empty, BytesType))
	if err != nil || h.Is(empty, ByteArrayType) {
		return a, err
	}
	return h.newBytesOf(h.byteArrayBytes(a)), nil
}

// collectBytes makes a bytearray of an iterable's ints. what begins the message
// for those that are no byte; hinted says that it is asked for its length ahead, which bytearray() does not.
func (h *Heap) collectBytes(x Value, what string, hinted bool) (Value, error) {
	it, err := h.Iter(x)
	if err != nil {
		if h.raisedIs(err, TypeErrorType) {
			name := map[string]string{"bytes": "bytes", "byte": "bytearray"}[what]
			err = h.Raise(TypeErrorType, "cannot convert '%s' object to %s", h.TypeName(x), name)
		}
		return Null, err
	}
	if hinted {
		if n, err := h.checkHint(x); n > math.MaxInt-64 && what == "bytes" && h.raisedIs(err, MemoryErrorType) {
			return Null, h.Raise(OverflowErrorType, "byte string is too large")
		} else if err != nil {
			return Null, err
		}
	}
	a := h.newByteArray(0)
	for {
		e, err := h.Next(it)
		if err != nil || e == Null {
			return a, err
		}
		c, err := h.byteArg(e, what)
		if err != nil {
			return Null, err
		}
		h.byteArrayAppend(a, c)
	}
}
