package lib

import (
	"fmt"
	"math"

	"github.com/tier2go/tier2/interp/object"
)

// The module _struct.

// packer is what the functions of the module work with.
type packer struct {
	h        *object.Heap
	err      object.TypeID // struct.error
	record   object.TypeID // Struct
	unpacker object.TypeID
	formats  map[string]*packedFormat // that have been read
	held     int                      // the bytes that they take
	last     *packedFormat            // that format has returned; nil: none
	free     []byte                   // what pack may use
}

const (
	offStructFormat = 8 // str
	structSize      = 16

	offUnpackFormat = 8  // str
	offUnpackBuffer = 16 // bytes or bytearray
	offUnpackIndex  = 24 // word: of the next byte
	unpackSize      = 32

	maxFormats = 100 // that are kept, as in Lib/struct.py
)

// newException makes an exception class of a module, as PyErr_NewException.
func newException(h *object.Heap, module, name string, bases ...object.TypeID) (*object.Type, error) {
	d := h.NewDict()
	list := h.NewList()
	for _, base := range bases {
		h.ListAppend(list, h.Type(base).Object)
	}
	h.DictSetStr(d, h.Intern("__module__"), h.Intern(module))
	args := h.NewTuple(h.Intern(name), h.ListToTuple(list), d)
	v, err := h.Call(h.Type(object.TypeType).Object, h.TupleItems(args), object.Null)
	if err != nil {
		return nil, err
	}
	t := h.TypeFromObject(v)
	t.Keep()
	return t, nil
}

// newStructModule makes the module.
func (l *Lib) newStructModule() (object.Value, error) {
	h, m := l.h, l.newModule("_struct")
	k := &packer{h: h, formats: map[string]*packedFormat{}}
	t, err := newException(h, "struct", "error", object.ExceptionType)
	if err != nil {
		return object.Null, err
	}
	k.err = t.ID
	m.set("error", t.Object)
	k.register(m)
	function := func(name string, method func(f *packedFormat, args []object.Value, kwnames object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			if kwnames != object.Null && (name == "pack" || name == "pack_into") {
				return object.Null, h.NoKeywords("_struct."+name, kwnames)
			}
			if len(args) == 0 {
				return object.Null, h.Raise(object.TypeErrorType, "missing format argument")
			}
			f, err := k.format(args[0])
			if err != nil {
				return object.Null, err
			}
			return method(f, args[1:], kwnames)
		}}
	}
	m.functions([]object.Builtin{
		function("calcsize", func(f *packedFormat, _ []object.Value, _ object.Value) (object.Value, error) {
			return object.SmallInt(int64(f.size)), nil
		}),
		function("pack", k.pack), function("pack_into", k.packInto), function("unpack", k.unpack),
		function("unpack_from", k.unpackFrom), function("iter_unpack", k.iterUnpack),
		{Name: "_clearcache", Arity: object.NoArgs, Fn: func(*object.Heap, object.Value, []object.Value) (object.Value, error) {
			k.forget()
			return object.None, nil
		}},
	})
	return m.v, nil
}

func (k *packer) raise(format string, args ...any) error { return k.h.Raise(k.err, format, args...) }

// format returns what a format argument means.
func (k *packer) format(v object.Value) (*packedFormat, error) {
	h := k.h
	if h.Is(v, object.StrType) && k.last != nil {
		if data, ok := h.ASCIIData(v); ok && string(data) == k.last.text {
			return k.last, nil
		}
	}
	var text string
	switch {
	case h.IsInstance(v, object.StrType):
		data, err := h.Encode(v, "ascii", "strict")
		if err != nil {
			return nil, err
		}
		text = string(h.BytesData(data))
	case h.IsInstance(v, object.BytesType):
		text = string(h.BytesData(v))
	default:
		return nil, h.Raise(object.TypeErrorType, "Struct() argument 1 must be a str or bytes object, not %s", h.TypeName(v))
	}
	if f := k.formats[text]; f != nil {
		k.last = f
		return f, nil
	}
	f, err := readFormat(h, text)
	if err != nil {
		return nil, k.raise("%s", err)
	}
	if len(k.formats) >= maxFormats || k.held > int(h.Limit()/16) {
		k.forget()
	}
	k.formats[text], k.last = f, f
	k.held += f.Bytes()
	return f, nil
}

// forget forgets the formats that have been read.
func (k *packer) forget() {
	for _, f := range k.formats {
		f.Free(&k.h.Heap)
	}
	clear(k.formats)
	k.last, k.held = nil, 0
}

// register makes Struct and the iterator of iter_unpack.
func (k *packer) register(m *module) {
	h := k.h
	t := h.RegisterType(&object.Type{Name: "Struct", Module: "_struct", Size: structSize, Slots: object.Slots{
		New: func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
			v := h.NewEmpty(t)
			if t.Made() {
				return v, nil // __init__ sees the argument
			}
			return v, k.initStruct(h, v, args, kwnames)
		},
		Init: k.initStruct,
		Repr: func(h *object.Heap, v object.Value) (object.Value, error) {
			f, err := k.formatOf(v)
			if err != nil {
				return object.Null, err
			}
			r, err := h.Repr(h.NewStr(f.text))
			if err != nil {
				return object.Null, err
			}
			return h.NewStr(h.TypeOf(v).Name + "(" + h.GoString(r) + ")"), nil
		},
	}})
	k.record = t.ID
	m.set("Struct", t.Object)
	method := func(name string, f func(f *packedFormat, args []object.Value, kwnames object.Value) (object.Value, error)) object.Builtin {
		return object.Builtin{Name: name, Arity: object.Varied, FnKw: func(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
			if kwnames != object.Null && (name == "pack" || name == "pack_into") {
				return object.Null, h.NoKeywords("Struct."+name, kwnames)
			}
			format, err := k.formatOf(v)
			if err != nil {
				return object.Null, err
			}
			return f(format, args, kwnames)
		}}
	}
	h.AddMethods(t, []object.Builtin{
		method("pack", k.pack), method("pack_into", k.packInto), method("unpack", k.unpack),
		method("unpack_from", k.unpackFrom), method("iter_unpack", k.iterUnpack),
	})
	h.AddGetSets(t, []object.GetSet{
		{Name: "format", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			f, err := k.formatOf(v)
			if err != nil {
				return object.Null, err
			}
			return h.NewStr(f.text), nil
		}},
		{Name: "size", Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			f, err := k.formatOf(v)
			if err != nil {
				return object.Null, err
			}
			return object.SmallInt(int64(f.size)), nil
		}},
	})
	k.unpacker = h.RegisterType(&object.Type{Name: "unpack_iterator", Module: "_struct", Final: true, Slots: object.Slots{
		Iter: itself,
		Next: func(h *object.Heap, it object.Value) (object.Value, error) {
			f, err := k.format(h.Field(it, offUnpackFormat))
			if err != nil {
				return object.Null, err
			}
			data, err := h.BufferData(h.Field(it, offUnpackBuffer))
			at := int(h.Word(it, offUnpackIndex))
			if err != nil || at+f.size > len(data) {
				return object.Null, err
			}
			h.SetWord(it, offUnpackIndex, uint64(at+f.size))
			return k.values(f, h.Field(it, offUnpackBuffer), at), nil
		},
	}}).ID
}

// initStruct is Struct.__init__.
func (k *packer) initStruct(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) error {
	var p [1]object.Value
	if err := bind(h, structSig, args, kwnames, p[:]); err != nil {
		return err
	}
	f, err := k.format(p[0])
	if err == nil {
		h.SetField(v, offStructFormat, h.NewStr(f.text))
	}
	return err
}

// formatOf returns the format of a Struct.
func (k *packer) formatOf(v object.Value) (*packedFormat, error) {
	text := k.h.Field(v, offStructFormat)
	if text == object.Null {
		return nil, k.h.Raise(object.RuntimeErrorType, "Struct object is not initialized")
	}
	return k.format(text)
}

var (
	structSig     = object.NewSignature("Struct", 0, 1, 0, "format")
	unpackFromSig = object.NewSignature("unpack_from", 0, 1, 0, "buffer", "offset")
)

// packTo writes values into b, which has the format's size and is not in the arena:
// what makes an int or a float of a value may run guest code.
func (k *packer) packTo(b []byte, f *packedFormat, args []object.Value) error {
	for _, item := range f.items {
		for i := range item.count {
			at := item.off + i*item.size
			if err := k.packOne(b[at:at+item.size], f, item, args[0]); err != nil {
				return err
			}
			args = args[1:]
		}
	}
	return nil
}

func (k *packer) packOne(b []byte, f *packedFormat, item packedItem, v object.Value) error {
	h := k.h
	switch item.kind {
	case packedSigned, packedUnsigned, packedPointer:
		n, err := h.ToIndex(v)
		if err != nil {
			if !h.HasIndex(v) {
				err = k.raise("required argument is not an integer")
			}
			return err
		}
		u, ok := intWord(h, n, item.size, item.kind == packedSigned)
		if !ok && item.kind == packedPointer {
			if u, ok = intWord(h, n, item.size, true); !ok {
				return k.raise("int too large to convert")
			}
		}
		if !ok {
			return k.raise("'%c' format requires %s", item.code, intRange(item.size, item.kind == packedSigned))
		}
		putWord(b, f.order, u)
	case packedFloat:
		x, err := h.Float(v)
		if err != nil {
			if h.RaisedIs(err, object.BaseExceptionType) {
				err = k.raise("required argument is not a float")
			}
			return err
		}
		u, ok := floatWord(x, item.size)
		if !ok {
			return h.Raise(object.OverflowErrorType, "float too large to pack with %c format", item.code)
		}
		putWord(b, f.order, u)
	case packedComplex:
		x, err := h.ComplexArg(v)
		if err != nil {
			return k.raise("required argument is not a complex")
		}
		half := item.size / 2
		re, _ := floatWord(real(x), half) // what is too large is an infinity
		im, _ := floatWord(imag(x), half)
		putWord(b[:half], f.order, re)
		putWord(b[half:], f.order, im)
	case packedBool:
		t, err := h.Truth(v)
		if t {
			b[0] = 1
		}
		return err
	case packedChar:
		if !h.IsInstance(v, object.BytesType) || h.BytesLen(v) != 1 {
			return k.raise("char format requires a bytes object of length 1")
		}
		b[0] = h.BytesData(v)[0]
	default:
		if !h.IsBuffer(v) && !h.IsInstance(v, object.BytesType) && !h.IsInstance(v, object.ByteArrayType) {
			return k.raise("argument for '%c' must be a bytes object", item.code)
		}
		data, err := h.BufferData(v)
		if err != nil {
			return err
		}
		if item.kind == packedPascal {
			if len(b) > 0 {
				b[0] = byte(min(copy(b[1:], data), 255))
			}
			break
		}
		copy(b, data)
	}
	return nil
}

// intRange says which ints fit size bytes.
func intRange(size int, signed bool) string {
	bits := uint(8 * size)
	if signed {
		return fmt.Sprintf("%d <= number <= %d", int64(-1)<<(bits-1), int64(1)<<(bits-1)-1)
	}
	return fmt.Sprintf("0 <= number <= %d", uint64(math.MaxUint64)>>(64-bits))
}

func (k *packer) pack(f *packedFormat, args []object.Value, _ object.Value) (object.Value, error) {
	if len(args) != f.n {
		return object.Null, k.raise("pack expected %d items for packing (got %d)", f.n, len(args))
	}
	k.h.RoomFor(8 * float64(f.size))
	b := k.free
	k.free = nil // what makes an int of a value may pack, too
	if f.size > len(b) {
		b = make([]byte, max(f.size, 64))
	}
	clear(b[:f.size])
	if err := k.packTo(b[:f.size], f, args); err != nil {
		return object.Null, err
	}
	v := k.h.NewBytes(b[:f.size])
	if len(b) <= 4096 {
		k.free = b
	}
	return v, nil
}

// place returns where a format begins in a buffer of n bytes; the texts are those of
// the errors.
func (k *packer) place(f *packedFormat, off, n int, short, function, doing string) (int, error) {
	switch {
	case off < 0 && off+f.size > 0:
		return 0, k.raise("%s %d bytes at offset %d", short, f.size, off)
	case off < 0 && off+n < 0:
		return 0, k.raise("offset %d out of range for %d-byte buffer", off, n)
	case off < 0:
		off += n
	}
	if n-off < f.size {
		return 0, k.raise("%s requires a buffer of at least %d bytes for %s %d bytes at offset %d (actual buffer size is %d)",
			function, f.size+off, doing, f.size, off, n)
	}
	return off, nil
}

func (k *packer) packInto(f *packedFormat, args []object.Value, _ object.Value) (object.Value, error) {
	h := k.h
	switch {
	case len(args) == 0:
		return object.Null, k.raise("pack_into expected buffer argument")
	case len(args) == 1:
		return object.Null, k.raise("pack_into expected offset argument")
	case len(args)-2 != f.n:
		return object.Null, k.raise("pack_into expected %d items for packing (got %d)", f.n, len(args)-2)
	}
	if _, err := writableData(h, args[0], "argument"); err != nil {
		return object.Null, err
	}
	off, err := h.Ssize(args[1])
	if err != nil {
		return object.Null, err
	}
	data, err := writableData(h, args[0], "argument")
	if err != nil {
		return object.Null, err
	}
	if off, err = k.place(f, off, len(data), "no space to pack", "pack_into", "packing"); err != nil {
		return object.Null, err
	}
	b := make([]byte, f.size)
	if err := k.packTo(b, f, args[2:]); err != nil {
		return object.Null, err
	}
	if data, err = writableData(h, args[0], "argument"); err == nil && len(data) >= off+f.size {
		copy(data[off:], b)
	}
	return object.None, err
}

// values reads a tuple of values from a buffer.
func (k *packer) values(f *packedFormat, buffer object.Value, at int) object.Value {
	h := k.h
	h.RoomFor(64 * float64(f.n))
	m := h.Mark()
	defer h.Release(m)
	var data []byte
	stays := h.Is(buffer, object.BytesType)
	if stays {
		data = h.BytesData(buffer)
	}
	for _, item := range f.items {
		for i := range item.count {
			h.CheckStopAt(i)
			if !stays {
				var err error
				if data, err = h.BufferData(buffer); err != nil {
					return object.Null
				}
			}
			from := at + item.off + i*item.size
			b := data[from : from+item.size]
			var v object.Value
			switch item.kind {
			case packedSigned, packedUnsigned, packedPointer:
				v = wordValue(h, getWord(b, f.order), item.size, item.kind == packedSigned)
			case packedFloat:
				v = object.FloatValue(wordFloat(getWord(b, f.order), item.size))
			case packedComplex:
				half := item.size / 2
				v = h.NewComplex(complex(wordFloat(getWord(b[:half], f.order), half), wordFloat(getWord(b[half:], f.order), half)))
			case packedBool:
				v = object.Bool(b[0] != 0)
			case packedPascal:
				n := 0
				if len(b) > 0 {
					n = min(int(b[0]), len(b)-1)
					b = b[1:]
				}
				v = h.NewBytes(append([]byte(nil), b[:n]...))
			default:
				v = h.NewBytes(append([]byte(nil), b...))
			}
			h.Push(v)
		}
	}
	return h.NewTuple(h.Pushed(m)...)
}

func (k *packer) unpack(f *packedFormat, args []object.Value, kwnames object.Value) (object.Value, error) {
	h := k.h
	if err := h.NoKeywords("unpack", kwnames); err != nil {
		return object.Null, err
	}
	if err := h.CheckCount("unpack", len(args), 1, 1); err != nil {
		return object.Null, err
	}
	data, err := h.BufferData(args[0])
	if err != nil {
		return object.Null, err
	}
	if len(data) != f.size {
		return object.Null, k.raise("unpack requires a buffer of %d bytes", f.size)
	}
	return k.values(f, args[0], 0), nil
}

func (k *packer) unpackFrom(f *packedFormat, args []object.Value, kwnames object.Value) (object.Value, error) {
	h := k.h
	var p [2]object.Value
	if err := bind(h, unpackFromSig, args, kwnames, p[:]); err != nil {
		return object.Null, err
	}
	off := 0
	if p[1] != object.Null {
		var err error
		if off, err = h.Ssize(p[1]); err != nil {
			return object.Null, err
		}
	}
	data, err := h.BufferData(p[0])
	if err != nil {
		return object.Null, err
	}
	if off, err = k.place(f, off, len(data), "not enough data to unpack", "unpack_from", "unpacking"); err != nil {
		return object.Null, err
	}
	return k.values(f, p[0], off), nil
}

func (k *packer) iterUnpack(f *packedFormat, args []object.Value, kwnames object.Value) (object.Value, error) {
	h := k.h
	if err := h.NoKeywords("iter_unpack", kwnames); err != nil {
		return object.Null, err
	}
	if err := h.CheckCount("iter_unpack", len(args), 1, 1); err != nil {
		return object.Null, err
	}
	if f.size == 0 {
		return object.Null, k.raise("cannot iteratively unpack with a struct of length 0")
	}
	data, err := h.BufferData(args[0])
	if err != nil {
		return object.Null, err
	}
	if len(data)%f.size != 0 {
		return object.Null, k.raise("iterative unpacking requires a buffer of a multiple of %d bytes", f.size)
	}
	it := h.NewObject(k.unpacker, unpackSize)
	h.SetField(it, offUnpackFormat, h.NewStr(f.text))
	h.SetField(it, offUnpackBuffer, args[0])
	h.SetWord(it, offUnpackIndex, 0)
	return it, nil
}
