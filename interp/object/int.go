package object

import (
	"math/big"
	"math/bits"
	"unsafe"

	"github.com/tier2go/tier2/interp/number"
	"github.com/tier2go/tier2/interp/pyhash"
)

// Ints have no bound. One that fits 49 bits stands in its word; larger ones are
// objects of sign and magnitude:
//
//	header (aux bit 0: negative), number of limbs, limbs, least significant first
//
// Invariants: the last limb is not zero, and no heap int fits a word. So equal
// ints have equal words or equal limbs, and 0 is never on the heap.
//
// Arithmetic has three tiers: ints in their words, magnitudes of one or two
// limbs (products, hashes, generators modulo 2⁶⁴: no Go allocation), and
// math/big over the limbs where they lie (bigint.go).

// limb is one digit of a heap int. It has 64 bits: the arena needs a 64-bit
// address space, so math/big's words have them too.
type limb = big.Word

const limbBits = bits.UintSize

var _ = [1]struct{}{}[limbBits-64]

const intNegative = 1 // bit of a heap int's aux word

// Int returns the int i.
func (h *Heap) Int(i int64) Value {
	if FitsSmall(i) {
		return SmallInt(i)
	}
	if x, ok := boxed(h.mem(), i); ok {
		return Value(x)
	}
	return h.intFromMag(i < 0, number.Abs(i))
}

// IntFromUint64 returns the int u.
func (h *Heap) IntFromUint64(u uint64) Value {
	if u <= MaxSmall {
		return SmallInt(int64(u))
	}
	return h.intFromMag(false, u)
}

// intFromMag returns the int ±mag.
func (h *Heap) intFromMag(neg bool, mag uint64) Value {
	if mag <= MaxSmall || neg && mag == -MinSmall {
		if neg {
			return SmallInt(-int64(mag))
		}
		return SmallInt(int64(mag))
	}
	v := h.newInt(neg, 1)
	h.SetWord(v, OffIntData, mag)
	return v
}

// IntFrom128 returns the int ±(hi·2⁶⁴ + lo).
func (h *Heap) IntFrom128(neg bool, hi, lo uint64) Value {
	if hi == 0 {
		return h.intFromMag(neg, lo)
	}
	v := h.newInt(neg, 2)
	h.SetWord(v, OffIntData, lo)
	h.SetWord(v, OffIntData+8, hi)
	return v
}

// newInt makes a heap int of n limbs, which the caller sets.
func (h *Heap) newInt(neg bool, n int) Value {
	v := h.Alloc(kindBytes, OffIntData+8*uintptr(n))
	aux := uint32(0)
	if neg {
		aux = intNegative
	}
	h.header(v, IntType, aux)
	h.SetWord(v, OffIntLimbs, uint64(n))
	return v
}

// FillInt returns an int of n limbs, two or more, which fill sets a portion at a time from the least significant on. Between
// portions the VM is asked whether to go on.
func (h *Heap) FillInt(n int, fill func(part []big.Word)) (Value, error) {
	const portion = 1 << 13
	m := h.Mark()
	defer h.Release(m)
	v := h.newInt(false, n)
	h.Push(v)
	for at := 0; at < n; at += portion {
		if err := h.Poll(); err != nil {
			return Null, err
		}
		fill(h.limbs(v)[at:min(at+portion, n)])
	}
	ws := h.limbs(v)
	for n > 0 && ws[n-1] == 0 {
		n--
	}
	if n < 2 {
		return h.intFromLimbs(false, ws), nil
	}
	h.SetWord(v, OffIntLimbs, uint64(n))
	return v, nil
}

// intFromLimbs returns the int with the given magnitude, whose leading limbs
// may be zero.
func (h *Heap) intFromLimbs(neg bool, ws []limb) Value {
	n := len(ws)
	for n > 0 && ws[n-1] == 0 {
		n--
	}
	switch n {
	case 0:
		return SmallInt(0)
	case 1:
		return h.intFromMag(neg, uint64(ws[0]))
	}
	v := h.newInt(neg, n)
	copy(h.limbs(v), ws[:n])
	return v
}

// limbs returns a heap int's limbs as a slice over the arena, valid while the
// int lives.
func (h *Heap) limbs(v Value) []limb {
	return unsafe.Slice((*limb)(h.At(v, OffIntData)), int(h.Word(v, OffIntLimbs)))
}

// IsInt reports whether v is an int of any size; bools are not.
func (h *Heap) IsInt(v Value) bool {
	return v.IsSmall() || v.IsRef() && h.RefType(v) == IntType
}

// isIntegral reports whether v is an int or a bool. The arithmetic functions
// below take any two of them.
func (h *Heap) isIntegral(v Value) bool {
	if v.IsSmall() {
		return true
	}
	if !v.IsRef() {
		return false
	}
	t := h.RefType(v)
	return t == IntType || t == BoolType || t >= FirstFreeType && h.types[t].layout == IntType
}

// signMag returns an int's or bool's sign and magnitude if that is one limb.
func (h *Heap) signMag(v Value) (neg bool, mag uint64, ok bool) {
	if v.IsSmall() {
		i := v.Small()
		return i < 0, number.Abs(i), true
	}
	if h.RefType(v) == BoolType {
		if v == True {
			mag = 1
		}
		return false, mag, true
	}
	if h.Word(v, OffIntLimbs) != 1 {
		return false, 0, false
	}
	return h.aux(v)&intNegative != 0, h.Word(v, OffIntData), true
}

// Magnitude128 is signMag for magnitudes of up to two limbs.
func (h *Heap) Magnitude128(v Value) (neg bool, hi, lo uint64, ok bool) {
	if neg, mag, ok := h.signMag(v); ok {
		return neg, 0, mag, true
	}
	if h.Word(v, OffIntLimbs) != 2 {
		return false, 0, 0, false
	}
	return h.aux(v)&intNegative != 0, h.Word(v, OffIntData+8), h.Word(v, OffIntData), true
}

// AsInt64 returns the value of an int or bool, if v is one and fits.
func (h *Heap) AsInt64(v Value) (int64, bool) {
	if v.IsSmall() {
		return v.Small(), true
	}
	if !h.isIntegral(v) {
		return 0, false
	}
	neg, mag, ok := h.signMag(v)
	switch {
	case !ok:
		return 0, false
	case neg:
		return -int64(mag), mag <= 1<<63
	}
	return int64(mag), mag < 1<<63
}

// AsUint64 returns the value of an int from 0 to 2⁶⁴−1; ok is false for other ints.
func (h *Heap) AsUint64(v Value) (n uint64, ok bool) {
	neg, mag, ok := h.signMag(v)
	return mag, ok && !neg
}

// IntSign returns −1, 0 or 1: the sign of an int or bool.
func (h *Heap) IntSign(v Value) int {
	neg, mag, ok := h.signMag(v)
	switch {
	case ok && mag == 0:
		return 0
	case ok && neg, !ok && h.aux(v)&intNegative != 0:
		return -1
	}
	return 1
}

// IntCompare returns −1, 0 or 1 as a is less than, equal to or greater than b.
// Both are ints or bools.
func (h *Heap) IntCompare(a, b Value) int {
	if BothSmall(a, b) {
		return cmp3(a, b) // the words are in the order of the ints
	}
	sa, sb := h.IntSign(a), h.IntSign(b)
	if sa != sb || sa == 0 {
		return cmp3(sa, sb)
	}
	return sa * h.compareMag(a, b)
}

// compareMag compares magnitudes.
func (h *Heap) compareMag(a, b Value) int {
	_, ma, oka := h.signMag(a)
	_, mb, okb := h.signMag(b)
	switch {
	case oka && okb:
		return cmp3(ma, mb)
	case oka:
		return -1
	case okb:
		return 1
	}
	x, y := h.limbs(a), h.limbs(b)
	if len(x) != len(y) {
		return cmp3(len(x), len(y))
	}
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] != y[i] {
			return cmp3(x[i], y[i])
		}
	}
	return 0
}

func cmp3[T int | int64 | uint64 | limb | Value](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// bitLen returns the number of bits of an int's or bool's magnitude.
func (h *Heap) bitLen(v Value) int {
	if _, mag, ok := h.signMag(v); ok {
		return bits.Len64(mag)
	}
	n := int(h.Word(v, OffIntLimbs))
	return (n-1)*64 + bits.Len64(h.Word(v, OffIntData+8*uintptr(n-1)))
}

// Index returns what operator.index makes of v for use as a size, as
// CPython's PyNumber_AsSsize_t: TypeError for other values, OverflowError for
// ints past 64 bits.
func (h *Heap) Index(v Value) (int64, error) { return h.IndexOr(v, OverflowErrorType) }

// IndexOr is Index with the type of the error for ints past 64 bits;
// subscripts use IndexError.
func (h *Heap) IndexOr(v Value, overflow TypeID) (int64, error) {
	i, err := h.indexArg(v, overflow)
	return int64(i), err
}

// indexClamped is Index with ints past 64 bits replaced by the nearest int64.
func (h *Heap) indexClamped(v Value) (int64, error) {
	i, _, err := h.intArg(v)
	return int64(i), err
}

// hashInt is the hash of an int or bool: its value modulo 2⁶¹−1, with its sign.
func (h *Heap) hashInt(v Value) int64 {
	neg, mag, ok := h.signMag(v)
	x := pyhash.Reduce(mag)
	if !ok {
		neg = h.aux(v)&intNegative != 0
		ws := h.limbs(v)
		for i := len(ws) - 1; i >= 0; i-- {
			// 2⁶⁴ is 8 modulo 2⁶¹−1.
			x = pyhash.Reduce(x<<3&pyhash.Mod | x>>(pyhash.Bits-3))
			x = pyhash.Reduce(x + pyhash.Reduce(uint64(ws[i])))
		}
	}
	if neg {
		return pyhash.NotMinusOne(-int64(x))
	}
	return int64(x)
}
