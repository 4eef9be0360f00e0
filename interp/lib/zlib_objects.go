package lib

import (
	"math"
	"slices"
	"unsafe"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/zlib"
	"github.com/tier2go/tier2/interp/object"
)

// Objects of the module zlib: Compress, Decompress and _ZlibDecompressor.

// zlibStream is the state of one.
type zlibStream struct {
	heap.Account
	d            *zlib.Deflater // nil: it has ended
	z            *zlib.Inflater
	dict         []byte // nil: there is none
	unused, tail []byte
	end          bool // the end of the compressed data has been read
	closed       bool // flushed
	full         bool // _ZlibDecompressor: there is input left
}

// HandleWeight is what the heap counts for it: the windows are in the Account.
func (s *zlibStream) HandleWeight() int { return int(unsafe.Sizeof(*s)) }

// Same implements object.Same.
func (s *zlibStream) Same(other any) bool {
	o, ok := other.(*zlibStream)
	return ok && s.end == o.end && s.closed == o.closed && s.full == o.full && string(s.unused) == string(o.unused) && string(s.tail) == string(o.tail)
}

// object makes an object of a stream, which takes so many bytes.
func (k *zlibKit) object(t *object.Type, s *zlibStream, size int) (object.Value, error) {
	s.Add(&k.h.Heap, size)
	return k.h.NewHandleObject(t.ID, s), nil
}

func zlibStreamOf(h *object.Heap, v object.Value) *zlibStream { return h.HandleOf(v).(*zlibStream) }

func (k *zlibKit) registerStreams(m *module) {
	h := k.h
	register := func(name string, makes func(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error)) *object.Type {
		if makes == nil {
			makes = func(h *object.Heap, _ *object.Type, _ []object.Value, _ object.Value) (object.Value, error) {
				return object.Null, h.Raise(object.TypeErrorType, "cannot create 'zlib.%s' instances", name)
			}
		}
		return h.RegisterType(&object.Type{Name: name, Module: "zlib", Final: true, Slots: object.Slots{
			New:     makes,
			Release: func(h *object.Heap, handle uint64) { h.ReleaseHandle(handle) },
		}})
	}
	k.compress = register("Compress", nil)
	k.decompress = register("Decompress", nil)
	k.buffered = register("_ZlibDecompressor", k.newBuffered)
	m.set("_ZlibDecompressor", k.buffered.Object)
	h.AddMethods(k.compress, append(k.copies(k.compress), []object.Builtin{
		{Name: "compress", Arity: object.O, Fn: func(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
			s := zlibStreamOf(h, v)
			data, err := h.BufferData(a[0])
			if err != nil {
				return object.Null, err
			}
			if s.closed {
				return object.Null, k.fail(-2, "while compressing data", inconsistent)
			}
			return h.NewBytes(k.deflate(s.d, nil, data, zlib.NoFlush)), nil
		}},
		{Name: "flush", Arity: object.Fast, Min: 0, Max: 1, Fn: k.compressFlush},
	}...))
	h.AddMethods(k.decompress, append(k.copies(k.decompress), []object.Builtin{
		{Name: "decompress", Arity: object.Varied, FnKw: k.decompressSome}, {Name: "flush", Arity: object.Fast, Min: 0, Max: 1, Fn: k.decompressFlush},
	}...))
	h.AddMethods(k.buffered, []object.Builtin{{Name: "decompress", Arity: object.Varied, FnKw: k.decompressBuffered}})
	bytesOf := func(name string, get func(s *zlibStream) []byte) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return h.NewBytes(get(zlibStreamOf(h, v))), nil
		}}
	}
	yes := func(name string, get func(s *zlibStream) bool) object.GetSet {
		return object.GetSet{Name: name, Get: func(h *object.Heap, v object.Value) (object.Value, error) {
			return object.Bool(get(zlibStreamOf(h, v))), nil
		}}
	}
	unused := bytesOf("unused_data", func(s *zlibStream) []byte { return s.unused })
	eof := yes("eof", func(s *zlibStream) bool { return s.end })
	h.AddGetSets(k.decompress, []object.GetSet{unused, eof, bytesOf("unconsumed_tail", func(s *zlibStream) []byte { return s.tail })})
	h.AddGetSets(k.buffered, []object.GetSet{unused, eof, yes("needs_input", func(s *zlibStream) bool { return !s.end && !s.full })})
}

// copies are the methods that copy a stream.
func (k *zlibKit) copies(t *object.Type) (list []object.Builtin) {
	f := func(h *object.Heap, v object.Value, _ []object.Value) (object.Value, error) {
		s := zlibStreamOf(h, v)
		if s.closed {
			return object.Null, h.Raise(object.ValueErrorType, "Inconsistent stream state")
		}
		c := *s
		c.Account = heap.Account{}
		if s.d != nil {
			c.d = s.d.Clone()
		} else {
			c.z = s.z.Clone()
		}
		return k.object(t, &c, s.Bytes())
	}
	return append(list, object.Builtin{Name: "copy", Arity: object.NoArgs, Fn: f}, object.Builtin{Name: "__copy__", Arity: object.NoArgs, Fn: f},
		object.Builtin{Name: "__deepcopy__", Arity: object.O, Fn: f})
}

// newCompress is compressobj(level=-1, method=8, wbits=15, memLevel=8, strategy=0, zdict=None).
func (k *zlibKit) newCompress(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [6]object.Value
	if err := bind(h, zlibCompressObjSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	o := zlibOptions{-1, 8, 15, 8, 0}
	if err := cInts(h, a[:], &o.level, &o.method, &o.wbits, &o.memLevel, &o.strategy); err != nil {
		return object.Null, err
	}
	var dict []byte
	if a[5] != object.Null {
		var err error
		if dict, err = h.BufferData(a[5]); err != nil {
			return object.Null, err
		}
	}
	if !o.valid() {
		return object.Null, h.Raise(object.ValueErrorType, "Invalid initialization option")
	}
	d := k.deflater(o)
	if a[5] != object.Null {
		if o.wbits > 15 {
			return object.Null, h.Raise(object.ValueErrorType, "Invalid dictionary")
		}
		d.SetDictionary(dict)
	}
	return k.object(k.compress, &zlibStream{d: d}, zlib.Size(o.wbits, o.memLevel))
}

// compressFlush is Compress.flush(mode=Z_FINISH).
func (k *zlibKit) compressFlush(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	mode := zlib.Finish
	if err := cInts(h, append(a, object.Null), &mode); err != nil {
		return object.Null, err
	}
	s := zlibStreamOf(h, v)
	switch {
	case mode == zlib.NoFlush:
		return h.NewBytes(nil), nil
	case s.closed || mode < 0 || mode > zlib.Block:
		return object.Null, k.fail(-2, "while flushing", inconsistent)
	}
	out := k.deflate(s.d, nil, nil, mode)
	s.closed = mode == zlib.Finish
	return h.NewBytes(out), nil
}

// inflater makes a stream being decompressed, with a dictionary if one is given.
func (k *zlibKit) inflater(t *object.Type, wbits int, dict object.Value) (object.Value, error) {
	h := k.h
	s := &zlibStream{}
	if dict != object.Null {
		if !h.IsBuffer(dict) {
			return object.Null, h.Raise(object.TypeErrorType, "zdict argument must support the buffer protocol")
		}
		var err error
		if s.dict, err = k.given(dict); err != nil {
			return object.Null, err
		}
	}
	if !validInflate(wbits) {
		return object.Null, h.Raise(object.ValueErrorType, "Invalid initialization option")
	}
	s.z = zlib.NewInflater(wbits, h.CheckStop)
	if s.dict != nil && wbits < 0 {
		s.z.SetDictionary(s.dict)
	}
	return k.object(t, s, 96<<10+len(s.dict))
}

// newDecompress is decompressobj(wbits=15, zdict=b”).
func (k *zlibKit) newDecompress(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	return k.makeInflater(k.decompress, zlibDecompressObjSig, args, kwnames)
}

var zlibBufferedSig = object.NewSignature("_ZlibDecompressor", 0, 0, 0, "wbits", "zdict")

// newBuffered is _ZlibDecompressor(wbits=15, zdict=b”).
func (k *zlibKit) newBuffered(h *object.Heap, t *object.Type, args []object.Value, kwnames object.Value) (object.Value, error) {
	return k.makeInflater(t, zlibBufferedSig, args, kwnames)
}

func (k *zlibKit) makeInflater(t *object.Type, sig *object.Signature, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [2]object.Value
	if err := bind(k.h, sig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	wbits := 15
	if err := cInts(k.h, a[:], &wbits); err != nil {
		return object.Null, err
	}
	return k.inflater(t, wbits, a[1])
}

// feed decompresses data, with the dictionary if the stream asks for it.
func (k *zlibKit) feed(s *zlibStream, data []byte, limit int) (out, rest []byte, err error) {
	out, rest, status, err := k.inflate(s.z, nil, data, limit)
	if err == nil && status == zlib.NeedDictionary && s.dict != nil {
		if !s.z.SetDictionary(s.dict) {
			return nil, rest, k.fail(-3, "while setting zdict", "invalid input data")
		}
		out, rest, status, err = k.inflate(s.z, out, rest, limit)
	}
	switch {
	case err != nil:
		err = k.fail(-3, whileDecompressing, err.Error())
	case status == zlib.NeedDictionary:
		err = k.h.Raise(k.err, "Error 2 %s", whileDecompressing)
	case status == zlib.End:
		s.end = true
	}
	return out, rest, err
}

var zlibSomeSig = object.NewSignature("decompress", 1, 1, 0, "", "max_length")

// decompressSome is Decompress.decompress(data, /, max_length=0).
func (k *zlibKit) decompressSome(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [2]object.Value
	if err := bind(h, zlibSomeSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	if _, err := h.BufferData(a[0]); err != nil {
		return object.Null, err
	}
	limit := 0
	if a[1] != object.Null {
		var err error
		if limit, err = h.Ssize(a[1]); err != nil {
			return object.Null, err
		}
	}
	if limit < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "max_length must be non-negative")
	}
	if limit == 0 {
		limit = math.MaxInt
	}
	s := zlibStreamOf(h, v)
	data, err := h.BufferData(a[0])
	if err != nil {
		return object.Null, err
	}
	if s.closed {
		return object.Null, k.fail(-2, whileDecompressing, inconsistent)
	}
	defer k.scratch.Free(&h.Heap)
	out, rest, err := k.feed(s, data, limit)
	k.save(s, rest)
	if err != nil {
		return object.Null, err
	}
	return h.NewBytes(out), nil
}

// save keeps what is left of the input: behind the end, or for later.
func (k *zlibKit) save(s *zlibStream, rest []byte) {
	before := len(s.unused) + len(s.tail)
	n := len(rest)
	s.Add(&k.h.Heap, 2*n) // as much as it can be
	if s.end {
		s.unused = append(slices.Clip(s.unused), rest...) // a copy of the stream shares it
		if len(s.tail) == 0 {                             // CPython keeps what is behind the end there, too, if there was a tail
			rest = nil
		}
	}
	s.tail = append([]byte(nil), rest...)
	s.Add(&k.h.Heap, len(s.unused)+len(s.tail)-before-2*n)
}

// decompressFlush is Decompress.flush(length=16384).
func (k *zlibKit) decompressFlush(h *object.Heap, v object.Value, a []object.Value) (object.Value, error) {
	if len(a) > 0 {
		n, err := h.Ssize(a[0])
		if err != nil {
			return object.Null, err
		}
		if n <= 0 {
			return object.Null, h.Raise(object.ValueErrorType, "length must be greater than zero")
		}
	}
	s := zlibStreamOf(h, v)
	if s.closed {
		return h.NewBytes(nil), nil
	}
	ended := s.end
	defer k.scratch.Free(&h.Heap)
	out, rest, status, err := k.inflate(s.z, nil, s.tail, math.MaxInt)
	if err == nil && status == zlib.NeedDictionary && s.dict != nil {
		if !s.z.SetDictionary(s.dict) {
			return object.Null, k.fail(-3, "while setting zdict", "invalid input data")
		}
		out, rest, status, _ = k.inflate(s.z, out, rest, math.MaxInt)
	}
	s.end = ended || status == zlib.End
	s.closed = status == zlib.End
	k.save(s, rest)
	return h.NewBytes(out), nil
}

var zlibBufferedSomeSig = object.NewSignature("decompress", 0, 1, 0, "data", "max_length")

// decompressBuffered is _ZlibDecompressor.decompress(data, max_length=-1), which keeps the input that is left.
func (k *zlibKit) decompressBuffered(h *object.Heap, v object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [2]object.Value
	if err := bind(h, zlibBufferedSomeSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	if _, err := h.BufferData(a[0]); err != nil {
		return object.Null, err
	}
	limit := -1
	if a[1] != object.Null {
		var err error
		if limit, err = h.Ssize(a[1]); err != nil {
			return object.Null, err
		}
	}
	if limit < 0 {
		limit = math.MaxInt
	}
	s := zlibStreamOf(h, v)
	if s.end {
		return object.Null, h.Raise(object.EOFErrorType, "End of stream already reached")
	}
	data, err := h.BufferData(a[0])
	if err != nil {
		return object.Null, err
	}
	if len(s.tail) > 0 {
		h.RoomFor(8 * float64(len(s.tail)+len(data)))
		data = append(s.tail, data...)
	}
	defer k.scratch.Free(&h.Heap)
	out, rest, err := k.feed(s, data, limit)
	if err != nil {
		return object.Null, err
	}
	k.save(s, rest)
	s.full = len(s.tail) > 0
	return h.NewBytes(out), nil
}
