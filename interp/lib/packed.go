package lib

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/interp/object"
)

// Values as bytes, for the modules _struct and array (Modules/_struct.c).

// packedCode is how one character of a format stands in memory; size and align are
// those of C on 64-bit Linux, small the size in standard formats, 0 if they lack it.
type packedCode struct {
	code               byte
	size, align, small int
	kind               packedKind
}

type packedKind uint8

const (
	packedPad packedKind = iota
	packedChar
	packedSigned
	packedUnsigned
	packedBool
	packedFloat
	packedComplex // two floats: the real part first
	packedBytes   // s
	packedPascal  // p
	packedPointer
)

var packedCodes = []packedCode{
	{'x', 1, 1, 1, packedPad}, {'c', 1, 1, 1, packedChar}, {'s', 1, 1, 1, packedBytes}, {'p', 1, 1, 1, packedPascal},
	{'b', 1, 1, 1, packedSigned}, {'B', 1, 1, 1, packedUnsigned}, {'?', 1, 1, 1, packedBool},
	{'h', 2, 2, 2, packedSigned}, {'H', 2, 2, 2, packedUnsigned}, {'i', 4, 4, 4, packedSigned}, {'I', 4, 4, 4, packedUnsigned},
	{'l', 8, 8, 4, packedSigned}, {'L', 8, 8, 4, packedUnsigned}, {'q', 8, 8, 8, packedSigned}, {'Q', 8, 8, 8, packedUnsigned},
	{'n', 8, 8, 0, packedSigned}, {'N', 8, 8, 0, packedUnsigned}, {'P', 8, 8, 0, packedPointer},
	{'e', 2, 2, 2, packedFloat}, {'f', 4, 4, 4, packedFloat}, {'d', 8, 8, 8, packedFloat}, {'F', 8, 4, 8, packedComplex}, {'D', 16, 8, 16, packedComplex},
}

// packedItem is a part of a format: count values of size bytes each from off on; s and
// p are one value of size bytes.
type packedItem struct {
	code             byte
	kind             packedKind
	count, size, off int
}

// packedFormat is a format that has been read.
type packedFormat struct {
	heap.Account
	text  string
	order binary.ByteOrder
	items []packedItem
	size  int
	n     int // how many values
}

// formatError is what is wrong with a format.
type formatError string

func (e formatError) Error() string { return string(e) }

// readFormat reads a format.
func readFormat(h *object.Heap, text string) (*packedFormat, error) {
	f := &packedFormat{text: text, order: binary.LittleEndian}
	s, native := text, true
	if s != "" && strings.IndexByte("@=<>!", s[0]) >= 0 {
		native = s[0] == '@'
		if s[0] == '>' || s[0] == '!' {
			f.order = binary.BigEndian
		}
		s = s[1:]
	}
	f.Add(&h.Heap, len(text))
	read := false
	defer func() {
		if !read {
			f.Free(&h.Heap)
		}
	}()
	for i, step := 0, 0; i < len(s); i, step = i+1, step+1 {
		h.CheckStopAt(step)
		if s[i] == 0 {
			return nil, formatError("embedded null character")
		}
		if strings.IndexByte(" \t\n\v\f\r", s[i]) >= 0 {
			continue
		}
		count, digits := 0, false
		for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
			digits = true
			if count = count*10 + int(s[i]-'0'); count > math.MaxInt64/20 {
				return nil, formatError("total struct size too long")
			}
		}
		if i == len(s) {
			return nil, formatError("repeat count given without format specifier")
		}
		if !digits {
			count = 1
		}
		if err := f.add(h, s[i], count, native); err != nil {
			return nil, err
		}
	}
	read = true
	return f, nil
}

func (f *packedFormat) add(h *object.Heap, code byte, count int, native bool) error {
	for _, c := range packedCodes {
		if c.code != code {
			continue
		}
		if !native {
			c.size, c.align = c.small, 1
		}
		if c.size == 0 {
			break
		}
		f.size = (f.size + c.align - 1) / c.align * c.align
		if count > (math.MaxInt64-f.size)/c.size {
			return formatError("total struct size too long")
		}
		item := packedItem{code: code, kind: c.kind, count: count, size: c.size, off: f.size}
		switch c.kind {
		case packedPad:
			item.count = 0
		case packedBytes, packedPascal:
			item.count, item.size = 1, count
		}
		f.n += item.count
		f.size += count * c.size
		if item.count > 0 {
			f.items = heap.Append(&h.Heap, &f.Account, f.items, item)
		}
		return nil
	}
	return formatError("bad char in struct format")
}

// putWord stores the low bytes of u, getWord reads them.
func putWord(b []byte, order binary.ByteOrder, u uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(u)
	case 2:
		order.PutUint16(b, uint16(u))
	case 4:
		order.PutUint32(b, uint32(u))
	default:
		order.PutUint64(b, u)
	}
}

func getWord(b []byte, order binary.ByteOrder) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(order.Uint16(b))
	case 4:
		return uint64(order.Uint32(b))
	}
	return order.Uint64(b)
}

// intWord returns an int as 64 bits; ok is false if it does not fit size bytes with
// or without a sign.
func intWord(h *object.Heap, v object.Value, size int, signed bool) (u uint64, ok bool) {
	shift := uint(64 - 8*size)
	if n, small := h.AsInt64(v); small {
		if signed {
			return uint64(n), n<<shift>>shift == n
		}
		return uint64(n), n >= 0 && uint64(n)<<shift>>shift == uint64(n)
	}
	if b := h.BigInt(v); !signed && b.IsUint64() {
		return b.Uint64(), b.Uint64()<<shift>>shift == b.Uint64()
	}
	return 0, false
}

// wordValue is the int that size bytes stand for.
func wordValue(h *object.Heap, u uint64, size int, signed bool) object.Value {
	if signed {
		shift := uint(64 - 8*size)
		return h.Int(int64(u) << shift >> shift)
	}
	return h.IntFromUint64(u)
}

// floatWord returns a float as the bits of one of size bytes; ok is false if it is
// too large.
func floatWord(x float64, size int) (u uint64, ok bool) {
	switch size {
	case 2:
		return halfBits(x)
	case 4:
		y := float32(x)
		return uint64(math.Float32bits(y)), !math.IsInf(float64(y), 0) || math.IsInf(x, 0)
	}
	return math.Float64bits(x), true
}

func wordFloat(u uint64, size int) float64 {
	switch size {
	case 2:
		return halfFloat(u)
	case 4:
		return float64(math.Float32frombits(uint32(u)))
	}
	return math.Float64frombits(u)
}

// halfBits rounds a float to binary16, half to even.
func halfBits(x float64) (u uint64, ok bool) {
	sign := uint64(0)
	if math.Signbit(x) {
		sign, x = 0x8000, -x
	}
	switch {
	case x != x:
		return sign | 0x7E00, true
	case math.IsInf(x, 0):
		return sign | 0x7C00, true
	case x >= 65520:
		return 0, false
	case x < 0x1p-14: // subnormal: a multiple of 2⁻²⁴
		return sign | uint64(math.RoundToEven(x*0x1p24)), true
	}
	m, e := math.Frexp(x) // x = m·2ᵉ, ½ ≤ m < 1
	u = uint64(math.RoundToEven(m * 2048))
	if u == 2048 {
		u, e = 1024, e+1
	}
	return sign | uint64(e+14)<<10 | u&1023, true
}

func halfFloat(u uint64) float64 {
	e, m := int(u>>10&31), float64(u&1023)
	x := math.Ldexp(m, -24)
	switch {
	case e == 31 && m != 0:
		x = math.NaN()
	case e == 31:
		x = math.Inf(1)
	case e > 0:
		x = math.Ldexp(1024+m, e-25)
	}
	if u&0x8000 != 0 {
		x = -x
	}
	return x
}
