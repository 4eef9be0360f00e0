package object

import (
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/tier2go/tier2/interp/textfmt"
)

// defaultIntMaxStrDigits is sys.int_info.default_max_str_digits: the most
// decimal digits that conversions between int and str accept unless
// Heap.IntMaxStrDigits says otherwise.
const defaultIntMaxStrDigits = 4300

const digitLimitAdvice = "use sys.set_int_max_str_digits() to increase the limit"

// takeBuf returns an empty buffer for text that lives until putBuf. Guest code
// may run in between: whoever formats then takes another buffer.
func (h *Heap) takeBuf() []byte {
	n := len(h.num.bufs)
	if n == 0 {
		return make([]byte, 0, 64)
	}
	b := h.num.bufs[n-1]
	h.num.bufs = h.num.bufs[:n-1]
	return b[:0]
}

// putBuf gives a buffer back, grown or not. Large ones are not kept.
func (h *Heap) putBuf(b []byte) {
	if cap(b) <= 1<<16 && len(h.num.bufs) < 8 {
		h.num.bufs = append(h.num.bufs, b)
	}
}

// NewASCII makes a str of ASCII bytes.
func (h *Heap) NewASCII(b []byte) Value { return h.asciiStr(b) }

// asciiStr makes a str of ASCII bytes.
func (h *Heap) asciiStr(b []byte) Value {
	return h.newASCII(unsafe.String(unsafe.SliceData(b), len(b)))
}

// IntDigits returns the digits of an int or bool in a base from 2 to 36, with
// a minus sign and without a prefix. Base 10 raises ValueError past
// IntMaxStrDigits.
func (h *Heap) IntDigits(v Value, base int) (string, error) {
	b, err := h.appendInt(nil, v, base)
	return string(b), err
}

// appendInt appends IntDigits.
func (h *Heap) appendInt(b []byte, v Value, base int) ([]byte, error) {
	if v.IsSmall() {
		return strconv.AppendInt(b, v.Small(), base), nil
	}
	neg, mag, ok := h.signMag(v)
	if ok {
		if neg {
			b = append(b, '-')
		}
		return strconv.AppendUint(b, mag, base), nil
	}
	if base != 10 || h.IntMaxStrDigits == 0 {
		return h.cutter.Append(b, h.operand(0, v), base), nil
	}
	// An int of n bits has at least ⌊(n−1)·log₁₀2⌋+1 digits: enough to refuse
	// the hopeless ones before the work.
	if float64(h.bitLen(v)-1)*0.30102 > float64(h.IntMaxStrDigits) {
		return b, h.digitLimit()
	}
	start := len(b)
	if ws := h.limbs(v); len(ws) <= mostLimbsWritten {
		b = h.appendLimbs(b, ws, h.aux(v)&intNegative != 0)
	} else {
		b = h.cutter.Append(b, h.operand(0, v), base)
	}
	digits := len(b) - start
	if b[start] == '-' {
		digits--
	}
	if digits > h.IntMaxStrDigits {
		return b[:start], h.digitLimit()
	}
	return b, nil
}

// Digits of ints of few limbs are made 19 at a time, which is what a limb holds.
const (
	mostLimbsWritten = 16
	digitsInLimb     = 19
	tenInLimb        = 1e19
)

// appendLimbs appends the decimal digits of a magnitude of few limbs.
func (h *Heap) appendLimbs(b []byte, of []limb, neg bool) []byte {
	if neg {
		b = append(b, '-')
	}
	var (
		ws    [mostLimbsWritten]limb
		parts [mostLimbsWritten + 1]uint64 // the lowest first
	)
	n, k := copy(ws[:], of), 0
	for i := 0; i < len(parts) && n > 0; i++ {
		rem := uint64(0)
		for i := n - 1; i >= 0; i-- {
			q, r := bits.Div64(rem, uint64(ws[i]), tenInLimb)
			ws[i], rem = limb(q), r
		}
		parts[k] = rem
		k++
		if ws[n-1] == 0 { // no two limbs at once: the divisor has one
			n--
		}
	}
	b = strconv.AppendUint(b, parts[k-1], 10)
	for k--; k > 0; k-- {
		at := len(b)
		b = append(b, "0000000000000000000"...)
		for i, x := at+digitsInLimb-1, parts[k-1]; x != 0; i, x = i-1, x/10 {
			b[i] = byte('0' + x%10)
		}
	}
	return b
}

func (h *Heap) digitLimit() error {
	return h.Raise(ValueErrorType, "Exceeds the limit (%d digits) for integer string conversion; "+digitLimitAdvice, h.IntMaxStrDigits)
}

// intRepr is repr of an int, and str of a bool's value.
func (h *Heap) intRepr(v Value) (Value, error) {
	b, err := h.appendInt(h.takeBuf(), v, 10)
	if err != nil {
		return Null, err
	}
	r := h.asciiStr(b)
	h.putBuf(b)
	return r, nil
}

// ParseInt returns the int that a text denotes under int()'s rules for ASCII
// text (CPython: PyLong_FromString): surrounding blanks, a sign, a prefix where
// the base allows one, single underscores between digits. base is 0 or 2 to
// 36. ok is false if the text denotes none; err is raised past IntMaxStrDigits.
func (h *Heap) ParseInt(s []byte, base int) (v Value, ok bool, err error) {
	s = textfmt.TrimBlanks(s)
	neg := false
	if len(s) > 0 && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = s[1:]
	}
	s, base, onlyZero := textfmt.IntPrefix(s, base)
	digits, ok := textfmt.CountDigits(s, base)
	if !ok {
		return Null, false, nil
	}
	if base&(base-1) != 0 && h.IntMaxStrDigits > 0 && digits > h.IntMaxStrDigits {
		return Null, false, h.Raise(ValueErrorType,
			"Exceeds the limit (%d digits) for integer string conversion: value has %d digits; "+digitLimitAdvice,
			h.IntMaxStrDigits, digits)
	}
	v = h.parseDigits(s, base, neg)
	if onlyZero && v != SmallInt(0) {
		return Null, false, nil
	}
	return v, true, nil
}

// parseDigits returns the int of checked digits.
func (h *Heap) parseDigits(s []byte, base int, neg bool) Value {
	u := uint64(0)
	for _, c := range s {
		if c == '_' {
			continue
		}
		hi, lo := bits.Mul64(u, uint64(base))
		sum, carry := bits.Add64(lo, uint64(textfmt.DigitValue(c)), 0)
		if hi != 0 || carry != 0 {
			return h.parseLong(s, base, neg)
		}
		u = sum
	}
	return h.intFromMag(neg, u)
}

// mostLimbsParsed is how many limbs an int has whose digits are added one word of them after the other.
const mostLimbsParsed = 24

// parseLimbs is parseLong of no more than n limbs.
func (h *Heap) parseLimbs(s []byte, base int, neg bool, n int) Value {
	ws, used := h.scratchLimbs(n), 0
	most := ^uint64(0) / uint64(base)
	u, power := uint64(0), uint64(1)
	flush := func() {
		carry := u
		for i, w := range ws[:used] {
			hi, lo := bits.Mul64(uint64(w), power)
			sum, c := bits.Add64(lo, carry, 0)
			ws[i], carry = limb(sum), hi+c
		}
		if carry != 0 {
			ws[used] = limb(carry)
			used++
		}
	}
	for _, c := range s {
		if c == '_' {
			continue
		}
		u, power = u*uint64(base)+uint64(textfmt.DigitValue(c)), power*uint64(base)
		if power > most {
			flush()
			u, power = 0, 1
		}
	}
	if power > 1 {
		flush()
	}
	return h.intFromLimbs(neg, ws[:used])
}

// parseLong is parseDigits for more digits than a word holds.
func (h *Heap) parseLong(s []byte, base int, neg bool) Value {
	if n := len(s)*bits.Len(uint(base-1))/64 + 1; n <= mostLimbsParsed {
		return h.parseLimbs(s, base, neg, n)
	}
	b := h.takeBuf()
	for i, c := range s {
		h.CheckStopAt(i)
		if c != '_' {
			b = append(b, c)
		}
	}
	z := &h.num.big.res[0]
	// The bytes do not change during the call, and the digits were checked.
	z.Set(h.cutter.Parse(unsafe.String(unsafe.SliceData(b), len(b)), base))
	h.putBuf(b)
	if neg {
		z.Neg(z)
	}
	return h.result(0)
}
