package object

import (
	"math/bits"

	"github.com/tier2go/tier2/interp/number"
)

var (
	toBytesSignature   = signature{name: "to_bytes", params: []string{"length", "byteorder", "signed"}, posMax: 2}
	fromBytesSignature = signature{name: "from_bytes", params: []string{"bytes", "byteorder", "signed"}, posMax: 2, min: 1}
)

// byteOrder reads the arguments that to_bytes and from_bytes share.
func (h *Heap) byteOrder(function string, order, isSigned Value) (little, signed bool, err error) {
	if order != Null && !h.IsInstance(order, StrType) {
		return false, false, h.Raise(TypeErrorType, "%s() argument 'byteorder' must be str, not %s", function, h.argTypeName(order))
	}
	if isSigned != Null {
		if signed, err = h.Truth(isSigned); err != nil {
			return false, false, err
		}
	}
	if order == Null {
		return false, signed, nil
	}
	switch {
	case h.strIs(order, "little"):
		return true, signed, nil
	case h.strIs(order, "big"):
		return false, signed, nil
	}
	return false, false, h.Raise(ValueErrorType, "byteorder must be either 'little' or 'big'")
}

// intToBytes is int.to_bytes(length=1, byteorder='big', *, signed=False).
func intToBytes(h *Heap, v Value, args []Value, kwnames Value) (Value, error) {
	var p [3]Value
	if err := toBytesSignature.bind(h, args, kwnames, p[:]); err != nil {
		return Null, err
	}
	n := int64(1)
	if p[0] != Null {
		size, err := h.sizeArg(p[0])
		if err != nil {
			return Null, err
		}
		n = int64(size)
	}
	little, signed, err := h.byteOrder("to_bytes", p[1], p[2])
	if err != nil {
		return Null, err
	}
	neg := h.IntSign(v) < 0
	switch {
	case n < 0:
		return Null, h.Raise(ValueErrorType, "length argument must be non-negative")
	case neg && !signed:
		return Null, h.Raise(OverflowErrorType, "can't convert negative int to unsigned")
	case !h.fitsBytes(v, n, neg, signed):
		return Null, h.Raise(OverflowErrorType, "int too big to convert")
	}
	h.checkSize(int(n))
	var room [16]byte // most are no longer
	b := room[:min(n, int64(len(room)))]
	if n > int64(len(b)) {
		b = make([]byte, n)
	}
	_, ws := h.magLimbs(0, v)
	c := number.Complement(neg)
	for i := range (len(b) + 7) / 8 {
		w := uint64(c.Limb(ws, i))
		for j := 8 * i; j < min(8*i+8, len(b)); j++ {
			b[j] = byte(w)
			w >>= 8
		}
	}
	if !little {
		reverse(b)
	}
	return h.NewBytes(b), nil
}

// fitsBytes reports whether an int fits n bytes.
func (h *Heap) fitsBytes(v Value, n int64, neg, signed bool) bool {
	if n >= 1<<58 {
		return true
	}
	room := 8 * n
	if signed {
		room--
	}
	need := int64(h.bitLen(v))
	if !neg {
		return need <= max(room, 0)
	}
	// −2^k needs one bit less than other negative numbers of its length.
	return need <= room || need == room+1 && h.isPowerOfTwo(v)
}

func (h *Heap) isPowerOfTwo(v Value) bool {
	_, ws := h.magLimbs(0, v)
	n := 0
	for _, w := range ws {
		n += bits.OnesCount64(uint64(w))
	}
	return n == 1
}

func reverse(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

// intFromBytes is int.from_bytes(bytes, byteorder='big', *, signed=False).
func intFromBytes(h *Heap, self Value, args []Value, kwnames Value) (Value, error) {
	var p [3]Value
	if err := fromBytesSignature.bind(h, args, kwnames, p[:]); err != nil {
		return Null, err
	}
	little, signed, err := h.byteOrder("from_bytes", p[1], p[2])
	if err != nil {
		return Null, err
	}
	if h.hasBytes(p[0]) {
		if p[0], err = h.bytesMethod(p[0]); err != nil {
			return Null, err
		}
	}
	b, err := h.byteValues(p[0])
	if err != nil {
		return Null, err
	}
	n := len(b)
	if x, ok := wordOfBytes(b, little, signed); ok {
		return h.likeClass(self, IntType, h.Int(x), nil)
	}
	at := func(i int) byte { // byte i, the least significant first
		if !little {
			i = n - 1 - i
		}
		return b[i]
	}
	return h.likeClass(self, IntType, h.intOfBytes(n, at, signed), nil)
}

// wordOfBytes is what up to eight bytes say, if it has 64 bits with a sign.
func wordOfBytes(b []byte, little, signed bool) (x int64, ok bool) {
	if len(b) == 0 || len(b) > 8 {
		return 0, false
	}
	w := uint64(0)
	for i, c := range b {
		if little {
			w |= uint64(c) << (8 * i)
		} else {
			w = w<<8 | uint64(c)
		}
	}
	if signed {
		shift := 64 - 8*len(b)
		return int64(w<<shift) >> shift, true
	}
	return int64(w), w>>63 == 0
}

// IntFromTwosComplement makes an int of bytes in two's complement, the least significant first.
func (h *Heap) IntFromTwosComplement(b []byte) Value {
	return h.intOfBytes(len(b), func(i int) byte { return b[i] }, true)
}

// intOfBytes makes an int of n bytes, which at returns, the least significant first.
func (h *Heap) intOfBytes(n int, at func(i int) byte, signed bool) Value {
	neg := signed && n > 0 && at(n-1)&0x80 != 0
	z := h.scratchLimbs((n + 7) / 8)
	for i := range n {
		z[i/8] |= limb(at(i)) << (i % 8 * 8)
	}
	if neg {
		for i := n; i < 8*len(z); i++ {
			z[i/8] |= 0xFF << (i % 8 * 8)
		}
		c := number.Complement(true)
		for i := range z {
			z[i] = c.Next(z[i])
		}
	}
	return h.intFromLimbs(neg, z)
}

// byteValues returns the bytes of a bytes or bytearray, see rawBytes, or of
// an iterable of ints.
func (h *Heap) byteValues(v Value) ([]byte, error) {
	if d, ok := h.rawBytes(v); ok {
		return d, nil
	}
	if h.TypeOf(v).Iter == nil || h.IsInstance(v, StrType) {
		return nil, h.Raise(TypeErrorType, "cannot convert '%s' object to bytes", h.TypeName(v))
	}
	it, err := h.Iter(v)
	if err != nil {
		if h.raisedIs(err, TypeErrorType) {
			err = h.Raise(TypeErrorType, "cannot convert '%s' object to bytes", h.TypeName(v))
		}
		return nil, err
	}
	var b []byte
	for {
		x, err := h.Next(it)
		if err != nil || x == Null {
			return b, err
		}
		c, err := h.byteArg(x, "bytes")
		if err != nil {
			return nil, err
		}
		b = append(b, c)
	}
}
