package lib

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/tier2go/tier2/interp/object"
)

// The module array (Modules/arraymodule.c): numbers of one C type, which lie in the arena
// (object/numbers.go), where machine code gets at them.

const (
	offArrayIterOf    = 8  // array, Null at the end
	offArrayIterIndex = 16 // word
	arrayIterSize     = 24
)

// numbers is an array.
type numbers struct {
	h    *object.Heap
	v    object.Value
	code byte
	size int
	kind packedKind // packedChar: a code point
}

func (n numbers) len() int { return n.h.NumbersLen(n.v) }

// bytes returns the content, valid until the length changes.
func (n numbers) bytes() []byte { return n.h.NumbersBytes(n.v) }

// arrayKit is what the methods work with.
type arrayKit struct {
	l           *Lib
	array, iter object.TypeID
}

func (k *arrayKit) of(h *object.Heap, v object.Value) numbers {
	code := h.NumbersCode(v)
	return numbers{h, v, code, object.NumberKindOf(code).Size, arrayKind(code)}
}

// make makes an array of a type, of n zeros.
func (k *arrayKit) make(h *object.Heap, t *object.Type, code byte, n int) (object.Value, error) {
	if err := within(h, n, object.NumberKindOf(code).Size); err != nil {
		return object.Null, err
	}
	v := h.NewEmpty(t)
	h.InitNumbers(v, code, n)
	return v, nil
}

// get returns element i.
func (n numbers) get(i int) (object.Value, error) {
	u := getWord(n.bytes()[i*n.size:(i+1)*n.size], binary.LittleEndian)
	switch n.kind {
	case packedFloat:
		return object.FloatValue(wordFloat(u, n.size)), nil
	case packedChar:
		if u > utf8.MaxRune {
			return object.Null, n.h.Raise(object.ValueErrorType, "chr() arg not in range(0x110000)")
		}
		return n.h.NewStrRunes([]rune{rune(u)}), nil
	}
	return wordValue(n.h, u, n.size, n.kind == packedSigned), nil
}

func (n numbers) set(i int, u uint64) {
	putWord(n.bytes()[i*n.size:(i+1)*n.size], binary.LittleEndian, u)
}

// grow makes room for more elements behind the last.
func (n numbers) grow(more int) error {
	if err := within(n.h, n.len()+more, n.size); err != nil {
		return err
	}
	n.h.ResizeNumbers(n.v, n.len()+more)
	return nil
}

func (n numbers) push(u uint64) error {
	if err := n.grow(1); err != nil {
		return err
	}
	n.set(n.len()-1, u)
	return nil
}

// add adds elements that are given as bytes, which are not the array's own.
func (n numbers) add(data []byte) error {
	at := len(n.bytes())
	if err := n.grow(len(data) / n.size); err != nil {
		return err
	}
	copy(n.bytes()[at:], data)
	return nil
}

// replace puts elements that are given as bytes, which are not the array's own, in the
// place of those from lo to hi.
func (n numbers) replace(lo, hi int, data []byte) error {
	old, more := n.len(), len(data)/n.size-(hi-lo)
	if more > 0 {
		if err := n.grow(more); err != nil {
			return err
		}
	}
	b := n.bytes()
	copy(b[hi*n.size+more*n.size:], b[hi*n.size:old*n.size])
	copy(b[lo*n.size:], data)
	if more < 0 {
		n.h.ResizeNumbers(n.v, old+more)
	}
	return nil
}

// word converts a value to an element.
func (n numbers) word(h *object.Heap, v object.Value) (uint64, error) {
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
func (n numbers) tooLarge(h *object.Heap, i object.Value) string {
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

// arrayKind returns what the elements of a type code are, packedPad if there is none.
func arrayKind(code byte) packedKind {
	if code == 'u' || code == 'w' {
		return packedChar
	}
	for _, c := range packedCodes {
		if c.code == code && strings.IndexByte(arrayCodes, code) >= 0 {
			return c.kind
		}
	}
	return packedPad
}

// newArray is array.__new__: a type code and what to begin with.
func (k *arrayKit) newArray(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	if !t.Made() {
		if err := h.NoKeywords("array.array", kwnames); err != nil {
			return object.Null, err
		}
	}
	if kwnames != object.Null { // a derived class's __init__ sees them
		args = args[:len(args)-h.TupleLen(kwnames)]
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
	code := h.StrAt(args[0], 0)
	if code > 127 || arrayKind(byte(code)) == packedPad {
		return object.Null, h.Raise(object.ValueErrorType, "bad typecode (must be b, B, u, w, h, H, i, I, l, L, q, Q, f or d)")
	}
	if code == 'u' {
		if err := k.l.h.Warn(object.DeprecationWarningType, "The 'u' type code is deprecated and will be removed in Python 3.16", 1); err != nil {
			return object.Null, err
		}
	}
	v, err := k.make(h, t, byte(code), 0)
	if len(args) == 1 || err != nil {
		return v, err
	}
	return v, k.fill(h, k.of(h, v), args[1])
}

// fill adds what an array begins with.
func (k *arrayKit) fill(h *object.Heap, n numbers, x object.Value) error {
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
func (k *arrayKit) extend(h *object.Heap, n numbers, x object.Value, strict bool) error {
	if h.IsInstance(x, k.array) {
		from := k.of(h, x)
		if from.code == n.code {
			return n.add(bytes.Clone(from.bytes()))
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
			err = n.push(u)
		}
		if err != nil {
			return err
		}
	}
}

func arrayFromBytes(h *object.Heap, n numbers, x object.Value) error {
	data, err := h.BufferData(x)
	if err != nil {
		return err
	}
	if len(data)%n.size != 0 {
		return h.Raise(object.ValueErrorType, "bytes length not a multiple of item size")
	}
	if h.Is(x, object.BytesType) {
		return n.add(data)
	}
	return n.add(bytes.Clone(data)) // it may be the array's own
}

// index converts a subscript; what is the error for one that is out of range.
func (n numbers) index(h *object.Heap, key object.Value, what string) (int, error) {
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
			return n.get(int(i))
		}
	}
	if h.Is(key, object.SliceType) {
		start, _, step, count, err := h.AdjustSlice(key, n.len)
		if err != nil {
			return object.Null, err
		}
		v, err := k.make(h, h.Type(k.array), n.code, count)
		if err != nil {
			return object.Null, err
		}
		to, from := h.NumbersBytes(v), n.bytes()
		for i := range count {
			at := (start + i*step) * n.size
			copy(to[i*n.size:], from[at:at+n.size])
		}
		return v, nil
	}
	i, err := n.index(h, key, "array index out of range")
	if err != nil {
		return object.Null, err
	}
	return n.get(i)
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
		return n.replace(i, i+1, nil)
	}
	u, err := n.word(h, x)
	if err != nil {
		return err
	}
	if i >= n.len() { // what made a number of x has made the array shorter
		return h.Raise(object.IndexErrorType, "array assignment index out of range")
	}
	n.set(i, u)
	return nil
}

// setSlice stores an array in a slice, or deletes the slice when x is Null.
func (k *arrayKit) setSlice(h *object.Heap, n numbers, key, x object.Value) error {
	var data []byte
	if x != object.Null {
		if !h.IsInstance(x, k.array) {
			return h.Raise(object.TypeErrorType, "can only assign array (not \"%s\") to array slice", h.TypeName(x))
		}
		from := k.of(h, x)
		if from.code != n.code {
			return h.Raise(object.TypeErrorType, "bad argument type for built-in operation")
		}
		data = bytes.Clone(from.bytes())
	}
	start, stop, step, count, err := h.AdjustSlice(key, n.len)
	if err != nil {
		return err
	}
	if x != object.Null && len(data) == 0 && step != 1 {
		x = object.Null // as a deletion
	}
	if step == 1 {
		return n.replace(start, max(start, stop), data)
	}
	if x != object.Null {
		if len(data)/n.size != count {
			return h.Raise(object.ValueErrorType, "attempt to assign array of size %d to extended slice of size %d", len(data)/n.size, count)
		}
		for i := range count {
			copy(n.bytes()[(start+i*step)*n.size:], data[i*n.size:(i+1)*n.size])
		}
		return nil
	}
	drop := make([]bool, n.len())
	for i := range count {
		drop[start+i*step] = true
	}
	b, kept := n.bytes(), 0
	for i, d := range drop {
		if !d {
			kept += copy(b[kept:], b[i*n.size:(i+1)*n.size])
		}
	}
	h.ResizeNumbers(n.v, kept/n.size)
	return nil
}

// repeatBytes fills to with as many copies of b as fit.
func repeatBytes(to, b []byte) {
	for filled := copy(to, b); filled > 0 && filled < len(to); {
		filled += copy(to[filled:], to[:filled])
	}
}
