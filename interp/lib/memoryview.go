package lib

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/tier2go/tier2/interp/object"
)

// memoryview (Objects/memoryobject.c), of one dimension: every nth element of what a
// bytes, a bytearray or an array holds. A view does not keep a bytearray from
// changing its length, which in CPython is a BufferError: there the view ends with
// its last reference. A view of what has become too short is refused.

// The fields of a view; words are small ints.
const (
	offViewObj      = 8  // what it shows; Null once released
	offViewOff      = 16 // first byte
	offViewLen      = 24 // elements
	offViewStride   = 32 // bytes from one element to the next
	offViewFormat   = 40 // str: one character of module struct, perhaps behind @
	offViewReadOnly = 48 // bool
	offViewHash     = 56 // word: 0 while it is not known
	offViewUses     = 64 // word: how many are reading it and calling the program meanwhile: it cannot be released
	viewSize        = 72

	offViewIterOf    = 8 // view, Null at the end
	offViewIterIndex = 16
	viewIterSize     = 24
)

// view is a memoryview's fields.
type view struct {
	h              *object.Heap
	obj, format    object.Value
	off, n, stride int
	readOnly       bool
	item           packedCode
	data           []byte // of obj
}

// views is the type.
type views struct {
	t    *object.Type
	iter object.TypeID
}

// registerMemoryView makes the type memoryview.
func registerMemoryView(h *object.Heap) *object.Type {
	k := &views{}
	k.t = h.RegisterType(&object.Type{Name: "memoryview", Weak: true, Final: true, Slots: object.Slots{
		New: k.newView, Hash: k.hash, Compare: k.compare, GetItem: k.getItem, SetItem: k.setItem,
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			what := "<memory at "
			if h.Field(v, offViewObj) == object.Null {
				what = "<released memory at "
			}
			return h.NewStr(what + h.Address(v) + ">"), nil
		},
		Len: func(h *object.Heap, v object.Value) (int, error) {
			w, err := k.of(h, v)
			return w.n, err
		},
		Iter: func(h *object.Heap, v object.Value) (object.Value, error) {
			if _, err := k.of(h, v); err != nil {
				return object.Null, err
			}
			it := h.NewObject(k.iter, viewIterSize)
			h.SetField(it, offViewIterOf, v)
			h.SetField(it, offViewIterIndex, object.SmallInt(0))
			return it, nil
		},
		Buffer: func(h *object.Heap, v object.Value, copied bool) ([]byte, error) {
			w, err := k.of(h, v)
			if err != nil {
				return nil, err
			}
			if !w.contiguous() && !copied {
				return nil, h.Raise(object.BufferErrorType, "memoryview: underlying buffer is not C-contiguous")
			}
			return w.bytes(), nil
		},
	}})
	k.iter = h.RegisterType(&object.Type{Name: "memory_iterator", Final: true, Slots: object.Slots{Iter: itself, Next: k.next}}).ID
	k.t.SetCollection(object.SequenceFlag)
	h.AddMethods(k.t, k.methods())
	h.AddGetSets(k.t, k.attributes())
	return k.t
}

// next is the next element of an iterator.
func (k *views) next(h *object.Heap, it object.Value) (object.Value, error) {
	v, i := h.Field(it, offViewIterOf), h.Field(it, offViewIterIndex).Small()
	if v == object.Null {
		return object.Null, nil
	}
	w, err := k.of(h, v)
	if err != nil {
		return object.Null, err
	}
	if i >= int64(w.n) {
		h.SetField(it, offViewIterOf, object.Null)
		return object.Null, nil
	}
	h.SetField(it, offViewIterIndex, object.SmallInt(i+1))
	return w.get(int(i)), nil
}

// of reads a view's fields. The error is that it has been released.
func (k *views) of(h *object.Heap, v object.Value) (w view, err error) {
	obj := h.Field(v, offViewObj)
	if obj == object.Null {
		return view{}, h.Raise(object.ValueErrorType, "operation forbidden on released memoryview object")
	}
	integer := func(off uintptr) int { return int(h.Field(v, off).Small()) }
	w = view{h: h, obj: obj, format: h.Field(v, offViewFormat), off: integer(offViewOff), n: integer(offViewLen), stride: integer(offViewStride),
		readOnly: h.Field(v, offViewReadOnly) == object.True}
	w.item, _ = viewFormat(h.GoString(w.format))
	if w.data, err = h.BufferData(obj); err != nil {
		return w, err
	}
	last := w.off
	if w.n > 0 {
		last = max(w.off, w.off+(w.n-1)*w.stride) + w.item.size
	}
	if last > len(w.data) {
		return w, h.Unsupported("memoryview of a " + h.TypeName(obj) + " that has become shorter")
	}
	return w, nil
}

// viewFormat finds the code of a format of one character.
func viewFormat(s string) (c packedCode, ok bool) {
	if len(s) == 2 && s[0] == '@' {
		s = s[1:]
	}
	if len(s) != 1 {
		return c, false
	}
	for _, c := range packedCodes {
		if c.code == s[0] && c.kind != packedPad && c.kind != packedBytes && c.kind != packedPascal && c.kind != packedComplex {
			return c, true
		}
	}
	return c, false
}

// object makes a memoryview of the fields.
func (k *views) object(h *object.Heap, w view) object.Value {
	v := h.NewObject(k.t.ID, viewSize)
	h.SetField(v, offViewObj, w.obj)
	h.SetField(v, offViewFormat, w.format)
	h.SetField(v, offViewOff, object.SmallInt(int64(w.off)))
	h.SetField(v, offViewLen, object.SmallInt(int64(w.n)))
	h.SetField(v, offViewStride, object.SmallInt(int64(w.stride)))
	h.SetField(v, offViewReadOnly, object.Bool(w.readOnly))
	h.SetWord(v, offViewHash, 0)
	h.SetWord(v, offViewUses, 0)
	return v
}

func (w *view) contiguous() bool { return w.stride == w.item.size || w.n <= 1 }

// bytes returns the bytes of all elements: over the storage if they lie one behind
// another.
func (w *view) bytes() []byte {
	size := w.item.size
	if w.contiguous() {
		return w.data[w.off : w.off+w.n*size]
	}
	out := make([]byte, 0, w.n*size)
	for i := range w.n {
		out = append(out, w.at(i)...)
	}
	return out
}

// at returns the bytes of element i.
func (w *view) at(i int) []byte {
	at := w.off + i*w.stride
	return w.data[at : at+w.item.size]
}

// get returns element i.
func (w *view) get(i int) object.Value {
	b := w.at(i)
	switch w.item.kind {
	case packedChar:
		return w.h.NewBytes(b)
	case packedBool:
		return object.Bool(b[0] != 0)
	case packedFloat:
		return object.FloatValue(wordFloat(getWord(b, binary.LittleEndian), w.item.size))
	}
	return wordValue(w.h, getWord(b, binary.LittleEndian), w.item.size, w.item.kind == packedSigned)
}

// pack returns the bytes of a value as an element. It may run code that changes what the view shows.
func (w *view) pack(x object.Value) (packed [8]byte, err error) {
	h, b := w.h, packed[:w.item.size]
	invalid := func(what string, t object.TypeID) ([8]byte, error) {
		return packed, h.Raise(t, "memoryview: invalid %s for format '%s'", what, h.GoString(w.format))
	}
	switch w.item.kind {
	case packedChar:
		if !h.IsInstance(x, object.BytesType) {
			return invalid("type", object.TypeErrorType)
		}
		if h.BytesLen(x) != 1 {
			return invalid("value", object.ValueErrorType)
		}
		b[0] = h.BytesData(x)[0]
	case packedBool:
		yes, err := h.Truth(x)
		if err != nil {
			return packed, err
		}
		b[0] = 0
		if yes {
			b[0] = 1
		}
	case packedFloat:
		f, err := h.Float(x)
		if err != nil {
			if h.RaisedIs(err, object.TypeErrorType) {
				return invalid("type", object.TypeErrorType)
			}
			return packed, err
		}
		u, ok := floatWord(f, w.item.size)
		if !ok && w.item.size == 2 {
			return invalid("value", object.ValueErrorType)
		}
		putWord(b, binary.LittleEndian, u)
	default:
		n, err := h.ToIndex(x)
		if err != nil {
			if h.RaisedIs(err, object.TypeErrorType) {
				return invalid("type", object.TypeErrorType)
			}
			return packed, err
		}
		u, ok := intWord(h, n, w.item.size, w.item.kind == packedSigned)
		if !ok {
			return invalid("value", object.ValueErrorType)
		}
		putWord(b, binary.LittleEndian, u)
	}
	return packed, nil
}

var memoryViewSig = object.NewSignature("memoryview", 0, 1, 0, "object")

func (k *views) newView(h *object.Heap, _ *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	var p [1]object.Value
	if err := bind(h, memoryViewSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	x, err := exporter(h, p[0])
	if err != nil {
		return object.Null, err
	}
	if h.Is(x, k.t.ID) {
		w, err := k.of(h, x)
		if err != nil {
			return object.Null, err
		}
		return k.object(h, w), nil
	}
	if !h.IsBuffer(x) {
		return object.Null, h.Raise(object.TypeErrorType, "memoryview: a bytes-like object is required, not '%s'", h.TypeName(x))
	}
	data, err := h.BufferData(x)
	if err != nil {
		return object.Null, err
	}
	w := view{h: h, obj: x, format: h.Intern("B"), readOnly: h.IsInstance(x, object.BytesType)}
	if !w.readOnly && !h.IsInstance(x, object.ByteArrayType) { // an array, or the content of a file
		if numbered(h.TypeOf(x)) {
			w.format = h.Intern(string(rune(h.NumbersCode(x))))
		}
		if fixed := h.TypeOf(x).Fixed; fixed != nil {
			w.readOnly = fixed(h, x)
		}
	}
	ok := false
	if w.item, ok = viewFormat(h.GoString(w.format)); !ok {
		return object.Null, h.Unsupported("memoryview of an array of characters")
	}
	w.stride = w.item.size
	w.n = len(data) / w.item.size
	return k.object(h, w), nil
}

// hold counts who reads a view and calls the program meanwhile.
func hold(h *object.Heap, v object.Value, n int) {
	h.SetWord(v, offViewUses, h.Word(v, offViewUses)+uint64(n))
}

// hash is that of the bytes. It stays when the view is released.
func (k *views) hash(h *object.Heap, v object.Value) (int64, error) {
	if known := h.Word(v, offViewHash); known != 0 {
		return int64(known), nil
	}
	w, err := k.of(h, v)
	switch {
	case err != nil:
		return 0, err
	case !w.readOnly:
		return 0, h.Raise(object.ValueErrorType, "cannot hash writable memoryview object")
	case w.item.size != 1 || w.item.code == '?':
		return 0, h.Raise(object.ValueErrorType, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'")
	}
	hold(h, v, 1)
	_, err = h.Hash(w.obj) // what it shows must have one, too
	if hold(h, v, -1); err == nil {
		w, err = k.of(h, v)
	}
	if err != nil {
		return 0, err
	}
	hash, err := h.Hash(h.NewBytes(w.bytes()))
	h.SetWord(v, offViewHash, uint64(hash))
	return hash, err
}

// compare is == and !=: of the elements, whatever their formats.
func (k *views) compare(h *object.Heap, op object.CompareOp, a, b object.Value) (object.Value, error) {
	if op != object.EQ && op != object.NE {
		return object.NotImplemented, nil
	}
	equal, err := k.equal(h, a, b)
	if err != nil || equal == object.NotImplemented {
		return equal, err
	}
	return object.Bool((equal == object.True) == (op == object.EQ)), nil
}

func (k *views) equal(h *object.Heap, a, b object.Value) (object.Value, error) {
	released := func(v object.Value) bool { return h.Is(v, k.t.ID) && h.Field(v, offViewObj) == object.Null }
	if released(a) || released(b) {
		return object.Bool(a == b), nil
	}
	if !h.Is(b, k.t.ID) {
		if !h.IsBuffer(b) {
			return object.NotImplemented, nil
		}
		args := h.NewTuple(b)
		var err error
		if b, err = k.newView(h, k.t, h.TupleItems(args), object.Null); err != nil {
			return object.Null, err
		}
	}
	x, err := k.of(h, a)
	if err != nil {
		return object.Null, err
	}
	y, err := k.of(h, b)
	if err != nil || x.n != y.n {
		return object.False, err
	}
	if x.item.code == y.item.code && x.item.kind != packedFloat {
		return object.Bool(bytes.Equal(x.bytes(), y.bytes())), nil
	}
	for i := range x.n {
		if same, err := h.CompareBool(object.EQ, x.get(i), y.get(i)); err != nil || !same {
			return object.False, err
		}
	}
	return object.True, nil
}

// writableData returns the bytes that an argument shows and that may be written to, valid as those of
// object.Heap.BufferData; what begins the error for others.
func writableData(h *object.Heap, v object.Value, what string) ([]byte, error) {
	v, err := exporter(h, v)
	if err != nil {
		return nil, err
	}
	if h.IsInstance(v, object.ByteArrayType) {
		return h.BufferData(v)
	}
	if t := h.TypeOf(v); t.Buffer != nil {
		fixed, err := fixedBuffer(h, v)
		if err != nil && !h.RaisedIs(err, object.ValueErrorType) { // that is one of a released view
			return nil, err
		}
		if err == nil && !fixed {
			data, err := t.Buffer(h, v, false)
			if err == nil || !h.RaisedIs(err, object.BufferErrorType) && !h.RaisedIs(err, object.ValueErrorType) {
				return data, err
			}
		}
	}
	return nil, h.Raise(object.TypeErrorType, "%s must be read-write bytes-like object, not %s", what, h.TypeName(v))
}

// fixedBuffer reports whether the bytes that an object shows may not be changed.
func fixedBuffer(h *object.Heap, v object.Value) (bool, error) {
	v, err := exporter(h, v)
	if err != nil {
		return false, err
	}
	switch {
	case h.IsInstance(v, object.BytesType):
		return true, nil
	case h.TypeOf(v).Fixed != nil:
		return h.TypeOf(v).Fixed(h, v), nil
	case h.TypeOf(v).Buffer == nil || h.TypeOf(v).Made():
		return false, nil // an attribute would be the program's
	}
	x, err := h.LookupAttr(v, h.Intern("readonly")) // of a memoryview
	return x == object.True, err
}

// exporter returns the object whose bytes v shows.
func exporter(h *object.Heap, v object.Value) (object.Value, error) {
	for {
		of := h.TypeOf(v).Exporter
		if of == nil {
			return v, nil
		}
		var err error
		if v, err = of(h, v); err != nil {
			return object.Null, err
		}
	}
}

// numbered reports whether values of a type begin with the fields of an array.
func numbered(t *object.Type) bool {
	return slices.ContainsFunc(t.MRO, func(b *object.Type) bool { return b.Numbers })
}
