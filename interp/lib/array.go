package lib

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/tier2go/tier2/interp/object"
)

// The module array (Modules/arraymodule.c): numbers of one C type. They stand behind
// a handle; what they take counts against the heap's limit one array at a time.

const (
	offArrayData = 8 // handle of the *numbers
	arraySize    = 16

	offArrayIterOf    = 8  // array, Null at the end
	offArrayIterIndex = 16 // word
	arrayIterSize     = 24
)

// numbers is the content of an array.
type numbers struct {
	code byte
	size int
	kind packedKind // packedChar: a code point
	b    []byte
}

// Same implements object.Same.
func (n *numbers) Same(other any) bool {
	o, ok := other.(*numbers)
	return ok && n.code == o.code && bytes.Equal(n.b, o.b)
}

func (n *numbers) len() int { return len(n.b) / n.size }

// arrayKit is what the methods work with.
type arrayKit struct {
	array, data, iter object.TypeID
}

func (k *arrayKit) of(h *object.Heap, v object.Value) *numbers {
	return h.HandleOf(h.Field(v, offArrayData)).(*numbers)
}

// make makes an array of a type.
func (k *arrayKit) make(h *object.Heap, t *object.Type, n *numbers) object.Value {
	v := h.NewEmpty(t)
	h.SetField(v, offArrayData, h.NewHandleObject(k.data, n))
	return v
}

// get returns element i.
func (n *numbers) get(h *object.Heap, i int) object.Value {
	u := getWord(n.b[i*n.size:(i+1)*n.size], binary.LittleEndian)
	switch n.kind {
	case packedFloat:
		return object.FloatValue(wordFloat(u, n.size))
	case packedChar:
		return h.NewStrRunes([]rune{rune(u)})
	}
	return wordValue(h, u, n.size, n.kind == packedSigned)
}

func (n *numbers) set(i int, u uint64) {
	putWord(n.b[i*n.size:(i+1)*n.size], binary.LittleEndian, u)
}

// grow makes room for more elements behind the last.
func (n *numbers) grow(h *object.Heap, more int) error {
	if err := within(h, len(n.b)/n.size+more, n.size); err != nil {
		return err
	}
	n.b = append(n.b, make([]byte, more*n.size)...)
	return nil
}

func (n *numbers) push(h *object.Heap, u uint64) error {
	if err := n.grow(h, 1); err != nil {
		return err
	}
	n.set(n.len()-1, u)
	return nil
}

// word converts a value to an element.
func (n *numbers) word(h *object.Heap, v object.Value) (uint64, error) {
	switch n.kind {
	case packedFloat:
		x, err := h.Float(v)
		if n.size == 4 {
			return uint64(math.Float32bits(float32(x))), err
		}
		return math.Float64bits(x), err
	case packedChar:
		if !h.IsInstance(v, object.StrType) {
			return 0, h.Raise(object.TypeErrorType, "array item must be a unicode character, not %s", h.TypeName(v))
		}
		if c := h.StrLen(v); c != 1 {
			return 0, h.Raise(object.TypeErrorType, "array item must be a unicode character, not a string of length %d", c)
		}
		return uint64(h.StrAt(v, 0)), nil
	}
	i, err := h.ToIndex(v)
	if err != nil {
		return 0, err
	}
	if u, ok := intWord(h, i, n.size, n.kind == packedSigned); ok {
		return u, nil
	}
	return 0, h.Raise(object.OverflowErrorType, "%s", n.tooLarge(h, i))
}

// tooLarge says why an int is no element, in the words of the conversion that CPython
// uses for the type code.
func (n *numbers) tooLarge(h *object.Heap, i object.Value) string {
	v, fits := h.AsInt64(i)
	above := h.IntSign(i) > 0
	side := func(what string) string {
		if above {
			return what + " is greater than maximum"
		}
		return what + " is less than minimum"
	}
	switch n.code {
	case 'q':
		return "int too big to convert"
	case 'Q':
		if above {
			return "int too big to convert"
		}
		return "can't convert negative int to unsigned"
	case 'I', 'L':
		if !above {
			return "can't convert negative value to unsigned int"
		}
		if b := h.BigInt(i); !b.IsUint64() {
			return "Python int too large to convert to C unsigned long"
		}
		return side("unsigned int")
	}
	if !fits {
		return "Python int too large to convert to C long"
	}
	switch n.code {
	case 'b':
		if v > math.MaxInt16 || v < math.MinInt16 {
			return side("signed short integer")
		}
		return side("signed char")
	case 'B':
		return side("unsigned byte integer")
	case 'h':
		return side("signed short integer")
	case 'H':
		if v > math.MaxInt32 || v < math.MinInt32 {
			return side("signed integer")
		}
		return side("unsigned short")
	}
	return side("signed integer")
}

const arrayCodes = "bBuwhHiIlLqQfd"

// newNumbers makes the content of an array of a type code; nil: there is none.
func newNumbers(code rune) *numbers {
	if code == 'u' || code == 'w' {
		return &numbers{code: byte(code), size: 4, kind: packedChar}
	}
	for _, c := range packedCodes {
		if rune(c.code) == code && bytes.IndexByte([]byte(arrayCodes), c.code) >= 0 {
			return &numbers{code: c.code, size: c.size, kind: c.kind}
		}
	}
	return nil
}

// newArray is array.__new__: a type code and what to begin with.
func (k *arrayKit) newArray(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	if !t.Made() {
		if err := h.NoKeywords("array.array", kwnames); err != nil {
			return object.Null, err
		}
	}
	if len(args) == 0 {
		return object.Null, h.Raise(object.TypeErrorType, "array() takes at least 1 argument (0 given)")
	}
	if len(args) > 2 {
		return object.Null, h.Raise(object.TypeErrorType, "array() takes at most 2 arguments (%d given)", len(args))
	}
	if !h.IsInstance(args[0], object.StrType) {
		return object.Null, h.Raise(object.TypeErrorType, "array() argument 1 must be a unicode character, not %s", h.TypeName(args[0]))
	}
	if c := h.StrLen(args[0]); c != 1 {
		return object.Null, h.Raise(object.TypeErrorType, "array() argument 1 must be a unicode character, not a string of length %d", c)
	}
	n := newNumbers(h.StrAt(args[0], 0))
	if n == nil {
		return object.Null, h.Raise(object.ValueErrorType, "bad typecode (must be b, B, u, w, h, H, i, I, l, L, q, Q, f or d)")
	}
	v := k.make(h, t, n)
	if len(args) == 1 {
		return v, nil
	}
	return v, k.fill(h, n, args[1])
}

// fill adds what an array begins with.
func (k *arrayKit) fill(h *object.Heap, n *numbers, x object.Value) error {
	text := n.kind == packedChar
	switch {
	case h.IsInstance(x, object.StrType) && !text:
		return h.Raise(object.TypeErrorType, "cannot use a str to initialize an array with typecode '%c'", n.code)
	case h.IsInstance(x, k.array) && !text && k.of(h, x).kind == packedChar:
		return h.Raise(object.TypeErrorType, "cannot use a unicode array to initialize an array with typecode '%c'", n.code)
	case h.IsInstance(x, object.BytesType) || h.IsInstance(x, object.ByteArrayType):
		return arrayFromBytes(h, n, x)
	}
	return k.extend(h, n, x, false)
}

// extend adds the elements of an iterable; an array only if it is of the same kind,
// unless any is true for all of them.
func (k *arrayKit) extend(h *object.Heap, n *numbers, x object.Value, strict bool) error {
	if h.IsInstance(x, k.array) {
		from := k.of(h, x)
		if from.code == n.code {
			data := bytes.Clone(from.b)
			at := len(n.b)
			if err := n.grow(h, len(data)/n.size); err != nil {
				return err
			}
			copy(n.b[at:], data)
			return nil
		}
		if strict {
			return h.Raise(object.TypeErrorType, "can only extend with array of same kind")
		}
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
		u, err := n.word(h, x)
		if err == nil {
			err = n.push(h, u)
		}
		if err != nil {
			return err
		}
	}
}

func arrayFromBytes(h *object.Heap, n *numbers, x object.Value) error {
	data, err := h.BufferData(x)
	if err != nil {
		return err
	}
	if len(data)%n.size != 0 {
		return h.Raise(object.ValueErrorType, "bytes length not a multiple of item size")
	}
	at := len(n.b)
	if err := n.grow(h, len(data)/n.size); err != nil {
		return err
	}
	copy(n.b[at:], data)
	return nil
}

// index converts a subscript; what is the error for one that is out of range.
func (n *numbers) index(h *object.Heap, key object.Value, what string) (int, error) {
	if !h.HasIndex(key) {
		return 0, h.Raise(object.TypeErrorType, "array indices must be integers")
	}
	i, err := h.IndexOr(key, object.IndexErrorType)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += int64(n.len())
	}
	if i < 0 || i >= int64(n.len()) {
		return 0, h.Raise(object.IndexErrorType, "%s", what)
	}
	return int(i), nil
}

func (k *arrayKit) getItem(h *object.Heap, v, key object.Value) (object.Value, error) {
	n := k.of(h, v)
	if key.IsSmall() {
		if i := key.Small(); i >= 0 && i < int64(n.len()) {
			return n.get(h, int(i)), nil
		}
	}
	if h.Is(key, object.SliceType) {
		start, _, step, count, err := h.AdjustSlice(key, n.len)
		if err != nil {
			return object.Null, err
		}
		out := &numbers{code: n.code, size: n.size, kind: n.kind, b: make([]byte, 0, count*n.size)}
		for i := range count {
			at := (start + i*step) * n.size
			out.b = append(out.b, n.b[at:at+n.size]...)
		}
		return k.make(h, h.Type(k.array), out), nil
	}
	i, err := n.index(h, key, "array index out of range")
	if err != nil {
		return object.Null, err
	}
	return n.get(h, i), nil
}

func (k *arrayKit) setItem(h *object.Heap, v, key, x object.Value) error {
	n := k.of(h, v)
	if h.Is(key, object.SliceType) {
		return k.setSlice(h, n, key, x)
	}
	i, err := n.index(h, key, "array assignment index out of range")
	if err != nil {
		return err
	}
	if x == object.Null {
		n.b = append(n.b[:i*n.size], n.b[(i+1)*n.size:]...)
		return nil
	}
	u, err := n.word(h, x)
	if err == nil && i < n.len() {
		n.set(i, u)
	}
	return err
}

// setSlice stores an array in a slice, or deletes the slice when x is Null.
func (k *arrayKit) setSlice(h *object.Heap, n *numbers, key, x object.Value) error {
	var data []byte
	if x != object.Null {
		if !h.IsInstance(x, k.array) {
			return h.Raise(object.TypeErrorType, "can only assign array (not \"%s\") to array slice", h.TypeName(x))
		}
		from := k.of(h, x)
		if from.code != n.code {
			return h.Raise(object.TypeErrorType, "bad argument type for built-in operation")
		}
		data = bytes.Clone(from.b)
	}
	start, stop, step, count, err := h.AdjustSlice(key, n.len)
	if err != nil {
		return err
	}
	if x != object.Null && len(data) == 0 && step != 1 {
		x = object.Null // as a deletion
	}
	if step == 1 {
		stop = max(start, stop)
		if err := within(h, len(n.b)+len(data), 1); err != nil {
			return err
		}
		rest := bytes.Clone(n.b[stop*n.size:])
		n.b = append(append(n.b[:start*n.size], data...), rest...)
		return nil
	}
	if x != object.Null {
		if len(data)/n.size != count {
			return h.Raise(object.ValueErrorType, "attempt to assign array of size %d to extended slice of size %d", len(data)/n.size, count)
		}
		for i := range count {
			copy(n.b[(start+i*step)*n.size:], data[i*n.size:(i+1)*n.size])
		}
		return nil
	}
	drop := make([]bool, n.len())
	for i := range count {
		drop[start+i*step] = true
	}
	kept := n.b[:0]
	for i, d := range drop {
		if !d {
			kept = append(kept, n.b[i*n.size:(i+1)*n.size]...)
		}
	}
	n.b = kept
	return nil
}
