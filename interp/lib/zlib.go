package lib

import (
	"bytes"
	"hash/crc32"
	"math"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/internal/zlib"
	"github.com/tier2go/tier2/interp/object"
)

// The module zlib (Modules/zlibmodule.c). Streams as objects are in zlib_objects.go.

var zlibInts = []struct {
	name  string
	value int
}{
	{"MAX_WBITS", 15}, {"DEFLATED", 8}, {"DEF_MEM_LEVEL", 8}, {"DEF_BUF_SIZE", 16384},
	{"Z_NO_COMPRESSION", 0}, {"Z_BEST_SPEED", 1}, {"Z_BEST_COMPRESSION", 9}, {"Z_DEFAULT_COMPRESSION", -1},
	{"Z_FILTERED", zlib.Filtered}, {"Z_HUFFMAN_ONLY", zlib.HuffmanOnly}, {"Z_RLE", zlib.RLE}, {"Z_FIXED", zlib.Fixed}, {"Z_DEFAULT_STRATEGY", zlib.Default},
	{"Z_NO_FLUSH", zlib.NoFlush}, {"Z_PARTIAL_FLUSH", zlib.PartialFlush}, {"Z_SYNC_FLUSH", zlib.SyncFlush}, {"Z_FULL_FLUSH", zlib.FullFlush},
	{"Z_FINISH", zlib.Finish}, {"Z_BLOCK", zlib.Block}, {"Z_TREES", zlib.Block + 1},
}

// zlibKit is the module's state.
type zlibKit struct {
	l                              *Lib
	h                              *object.Heap
	err                            object.TypeID
	compress, decompress, buffered *object.Type
	content                        object.TypeID // stands for a *zlibStream
	scratch                        heap.Account  // of what is being decompressed
}

// newZlib makes the module.
func (l *Lib) newZlib() (object.Value, error) {
	h, m := l.h, l.newModule("zlib")
	k := &zlibKit{l: l, h: h}
	base := h.Type(object.ExceptionType)
	k.err = h.RegisterType(&object.Type{Name: "error", Module: "zlib", Base: base, IsException: true, Slots: base.Slots}).ID
	m.set("error", h.Type(k.err).Object)
	for _, c := range zlibInts {
		m.set(c.name, object.SmallInt(int64(c.value)))
	}
	for _, name := range []string{"ZLIB_VERSION", "ZLIB_RUNTIME_VERSION"} {
		m.set(name, h.Intern("1.3.1"))
	}
	m.set("__version__", h.Intern("1.0"))
	k.registerStreams(m)
	m.functions([]object.Builtin{
		{Name: "compress", Arity: object.Varied, FnKw: k.compressAll}, {Name: "decompress", Arity: object.Varied, FnKw: k.decompressAll},
		{Name: "compressobj", Arity: object.Varied, FnKw: k.newCompress}, {Name: "decompressobj", Arity: object.Varied, FnKw: k.newDecompress},
		{Name: "adler32", Arity: object.Fast, Min: 1, Max: 2, Fn: checksum(1, zlib.Adler32)},
		{Name: "crc32", Arity: object.Fast, Min: 1, Max: 2, Fn: checksum(0, func(sum uint32, data []byte) uint32 {
			return crc32.Update(sum, crc32.IEEETable, data)
		})},
	})
	return m.v, nil
}

// checksumPiece is how many bytes are summed between polls.
const checksumPiece = 1 << 20

// checksum makes a function of data and the checksum of what is before it.
func checksum(first uint32, update func(sum uint32, data []byte) uint32) goFunc {
	return func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		sum := first
		if len(a) > 1 {
			n, err := h.ToIndex(a[1])
			if err != nil {
				return object.Null, err
			}
			sum = uint32(h.IntLow64(n))
		}
		data, err := h.BufferData(a[0])
		for err == nil && len(data) > 0 {
			n := min(len(data), checksumPiece)
			sum = update(sum, data[:n])
			data = data[n:]
			h.CheckStop()
		}
		return object.SmallInt(int64(sum)), err
	}
}

var (
	zlibCompressSig      = object.NewSignature("compress", 1, 1, 0, "", "level", "wbits")
	zlibDecompressSig    = object.NewSignature("decompress", 1, 1, 0, "", "wbits", "bufsize")
	zlibCompressObjSig   = object.NewSignature("compressobj", 0, 0, 0, "level", "method", "wbits", "memLevel", "strategy", "zdict")
	zlibDecompressObjSig = object.NewSignature("decompressobj", 0, 0, 0, "wbits", "zdict")
)

// cInts takes arguments that are C ints, where they are given.
func cInts(h *object.Heap, a []object.Value, into ...*int) error {
	for i, p := range into {
		if a[i] == object.Null {
			continue
		}
		n, err := h.CInt(a[i])
		if err != nil {
			return err
		}
		*p = n
	}
	return nil
}

// zlibOptions are those of a stream being compressed.
type zlibOptions struct{ level, method, wbits, memLevel, strategy int }

// valid reports whether zlib takes the options.
func (o *zlibOptions) valid() bool {
	wbits, bare := o.wbits, true
	switch {
	case wbits < 0:
		wbits = -wbits
	case wbits > 15:
		wbits -= 16
	default:
		bare = false
	}
	return o.level >= -1 && o.level <= 9 && o.method == 8 && o.memLevel >= 1 && o.memLevel <= 9 && o.strategy >= 0 && o.strategy <= zlib.Fixed &&
		wbits <= 15 && (wbits >= 9 || wbits == 8 && !bare)
}

// deflater makes a stream. What it takes is asked of the heap's limit.
func (k *zlibKit) deflater(o zlibOptions) *zlib.Deflater {
	if o.level == -1 {
		o.level = 6
	}
	k.h.RoomFor(8 * float64(zlib.Size(o.wbits, o.memLevel)))
	return zlib.NewDeflater(o.level, o.wbits, o.memLevel, o.strategy, k.h.CheckStop)
}

// zlibSizes are the sizes of the buffers that CPython writes to, one after another: zlib is asked again where one is full.
var zlibSizes = []int{32 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 8 << 20, 16 << 20, 16 << 20, 32 << 20, 32 << 20, 32 << 20, 32 << 20, 64 << 20, 64 << 20, 128 << 20, 128 << 20, 256 << 20}

// deflate compresses data.
func (k *zlibKit) deflate(d *zlib.Deflater, out, data []byte, flush int) []byte {
	k.h.RoomFor(8 * float64(len(out)+len(data)))
	return d.Deflate(out, data, flush, zlibSizes)
}

// compressAll is compress(data, /, level=-1, wbits=15).
func (k *zlibKit) compressAll(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [3]object.Value
	if err := bind(h, zlibCompressSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	o := zlibOptions{-1, 8, 15, 8, 0}
	data, err := h.BufferData(a[0])
	if err == nil {
		err = cInts(h, a[1:], &o.level, &o.wbits)
	}
	if err != nil {
		return object.Null, err
	}
	if !o.valid() {
		return object.Null, h.Raise(k.err, "Bad compression level")
	}
	if data, err = h.BufferData(a[0]); err != nil { // __index__ may have changed it
		return object.Null, err
	}
	return h.NewBytes(k.deflate(k.deflater(o), nil, data, zlib.Finish)), nil
}

// validInflate reports whether zlib reads streams of such a window.
func validInflate(wbits int) bool {
	if wbits < 0 {
		return wbits >= -15 && wbits <= -8
	}
	size := wbits & 15
	return wbits < 48 && (size == 0 || size >= 8)
}

// fail raises zlib.error.
func (k *zlibKit) fail(code int, doing, why string) error {
	return k.h.Raise(k.err, "Error %d %s: %s", code, doing, why)
}

const (
	whileDecompressing = "while decompressing data"
	inconsistent       = "inconsistent stream state"
)

// inflate decompresses data, and appends at most limit bytes to out.
func (k *zlibKit) inflate(z *zlib.Inflater, out, data []byte, limit int) (result, rest []byte, s zlib.Status, err error) {
	rest = data
	for piece := 16 << 10; ; piece = min(2*piece, 1<<20) {
		n := min(piece, limit)
		if free := cap(out) - len(out); free < n {
			out = heap.Grow(&k.h.Heap, &k.scratch, out, n)
		}
		before := len(out)
		out, rest, s, err = z.Inflate(out, rest, n)
		limit -= len(out) - before
		if err != nil || s != zlib.More || len(out)-before < n || limit == 0 {
			return out, rest, s, err
		}
		k.h.CheckStop()
	}
}

// decompressAll is decompress(data, /, wbits=15, bufsize=16384).
func (k *zlibKit) decompressAll(h *object.Heap, _ object.Value, args []object.Value, kwnames object.Value) (object.Value, error) {
	var a [3]object.Value
	if err := bind(h, zlibDecompressSig, args, kwnames, a[:]); err != nil {
		return object.Null, err
	}
	if _, err := h.BufferData(a[0]); err != nil {
		return object.Null, err
	}
	wbits := 15
	if err := cInts(h, a[1:], &wbits); err != nil {
		return object.Null, err
	}
	if a[2] != object.Null {
		n, err := h.Ssize(a[2])
		if err != nil {
			return object.Null, err
		}
		if n < 0 {
			return object.Null, h.Raise(object.ValueErrorType, "bufsize must be non-negative")
		}
	}
	if !validInflate(wbits) {
		return object.Null, k.fail(-2, "while preparing to decompress data", inconsistent)
	}
	data, err := h.BufferData(a[0])
	if err != nil {
		return object.Null, err
	}
	defer k.scratch.Free(&h.Heap)
	out, _, s, err := k.inflate(zlib.NewInflater(wbits, h.CheckStop), nil, data, math.MaxInt)
	switch {
	case err != nil:
		return object.Null, k.fail(-3, whileDecompressing, err.Error())
	case s == zlib.NeedDictionary:
		return object.Null, h.Raise(k.err, "Error 2 %s", whileDecompressing)
	case s == zlib.More:
		return object.Null, k.fail(-5, whileDecompressing, "incomplete or truncated stream")
	}
	return h.NewBytes(out), nil
}

// given returns the bytes of an argument, which a stream keeps; nil if there is none.
func (k *zlibKit) given(v object.Value) ([]byte, error) {
	if v == object.Null || v == object.None {
		return nil, nil
	}
	data, err := k.h.BufferData(v)
	return append([]byte{}, bytes.Clone(data)...), err
}
