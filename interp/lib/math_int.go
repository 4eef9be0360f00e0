package lib

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/tier2go/tier2/interp/object"
)

// integerFunctions are math's functions of ints.
var integerFunctions = []object.Builtin{
	{Name: "gcd", Arity: object.Fast, Max: -1, Pure: true, NoGuest: true, Fn: gcd},
	{Name: "lcm", Arity: object.Fast, Max: -1, Pure: true, NoGuest: true, Fn: lcm},
	{Name: "factorial", Arity: object.O, Pure: true, NoGuest: true, Fn: func(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
		return factorial(h, a[0])
	}},
	{Name: "isqrt", Arity: object.O, Pure: true, NoGuest: true, Fn: isqrt},
	{Name: "comb", Arity: object.Fast, Min: 2, Max: 2, Pure: true, NoGuest: true, Fn: comb},
	{Name: "perm", Arity: object.Fast, Min: 1, Max: 2, Pure: true, NoGuest: true, Fn: perm},
}

func gcd(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	r := object.SmallInt(0)
	for _, v := range a {
		if err := h.Poll(); err != nil { // many arguments, each of which is done in one piece
			return object.Null, err
		}
		i, err := h.ToIndex(v)
		if err != nil {
			return object.Null, err
		}
		r = gcd2(h, r, i)
	}
	return r, nil
}

func gcd2(h *object.Heap, a, b object.Value) object.Value {
	if object.BothSmall(a, b) {
		x, y := abs64(a.Small()), abs64(b.Small())
		for y != 0 {
			x, y = y, x%y
		}
		return h.IntFromUint64(x)
	}
	if _, xh, xl, ok := h.Magnitude128(a); ok {
		if _, yh, yl, ok := h.Magnitude128(b); ok {
			hi, lo := gcd128(xh, xl, yh, yl)
			return h.IntFrom128(false, hi, lo)
		}
	}
	x, y := h.BigInt(a), h.BigInt(b)
	return h.IntFromBig(h.Cutter().GCD(x, y))
}

// gcd128 is the greatest common divisor of two numbers of 128 bits: by halves and differences (Stein 1967), until one word holds both.
func gcd128(xh, xl, yh, yl uint64) (hi, lo uint64) {
	if xh|xl == 0 {
		return yh, yl
	}
	if yh|yl == 0 {
		return xh, xl
	}
	xh, xl, n := odd128(xh, xl)
	yh, yl, m := odd128(yh, yl)
	for xh|yh != 0 {
		lo, borrow := bits.Sub64(xl, yl, 0)
		hi, borrow := bits.Sub64(xh, yh, borrow)
		switch {
		case hi|lo == 0:
			return shift128(xh, xl, min(n, m))
		case borrow != 0:
			lo, borrow = bits.Sub64(yl, xl, 0)
			hi, _ = bits.Sub64(yh, xh, borrow)
			yh, yl, _ = odd128(hi, lo)
		default:
			xh, xl, _ = odd128(hi, lo)
		}
	}
	for xl != yl {
		if xl < yl {
			xl, yl = yl, xl
		}
		xl -= yl
		xl >>= bits.TrailingZeros64(xl)
	}
	return shift128(0, xl, min(n, m))
}

// odd128 halves a number that is not 0 until it is odd, and says how often.
func odd128(hi, lo uint64) (h, l uint64, n int) {
	if lo == 0 {
		n = bits.TrailingZeros64(hi)
		return 0, hi >> n, n + 64
	}
	n = bits.TrailingZeros64(lo)
	return hi >> n, lo>>n | hi<<(64-n), n
}

// shift128 doubles a number n times.
func shift128(hi, lo uint64, n int) (h, l uint64) {
	if n >= 64 {
		return lo << (n - 64), 0
	}
	return hi<<n | lo>>(64-n), lo << n
}

func abs64(i int64) uint64 {
	if i < 0 {
		return -uint64(i)
	}
	return uint64(i)
}

func lcm(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	r := object.SmallInt(1)
	for _, v := range a {
		if err := h.Poll(); err != nil {
			return object.Null, err
		}
		i, err := h.ToIndex(v)
		if err != nil {
			return object.Null, err
		}
		if r == object.SmallInt(0) || i == object.SmallInt(0) {
			r = object.SmallInt(0) // the other arguments' types are still looked at
			continue
		}
		q, err := h.IntFloorDiv(r, gcd2(h, r, i))
		if err != nil {
			return object.Null, err
		}
		r = h.IntAbs(h.IntMul(q, i))
	}
	return r, nil
}

func factorial(h *object.Heap, v object.Value) (object.Value, error) {
	i, err := h.ToIndex(v)
	if err != nil {
		return object.Null, err
	}
	if h.IntSign(i) < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "factorial() not defined for negative values")
	}
	n, ok := h.AsInt64(i)
	if !ok {
		return object.Null, h.Raise(object.OverflowErrorType, "factorial() argument should not exceed %d", int64(math.MaxInt64))
	}
	if r, ok := falling64(uint64(n), uint64(n)); ok {
		return h.IntFromUint64(r), nil
	}
	h.RoomFor(float64(n) * math.Log2(float64(n)/math.E))
	return h.IntFromBig(h.Cutter().Product(1, uint64(n))), nil
}

func isqrt(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	v, err := h.ToIndex(a[0])
	if err != nil {
		return object.Null, err
	}
	if h.IntSign(v) < 0 {
		return object.Null, h.Raise(object.ValueErrorType, "isqrt() argument must be nonnegative")
	}
	if _, hi, lo, ok := h.Magnitude128(v); ok {
		if hi == 0 {
			return h.IntFromUint64(root64(lo)), nil
		}
		return h.IntFromUint64(root128(hi, lo)), nil
	}
	return h.IntFromBig(h.Cutter().Sqrt(h.BigInt(v))), nil
}

// nonNegative converts arguments of comb and perm.
func nonNegative(h *object.Heap, v object.Value, name string) (object.Value, error) {
	i, err := h.ToIndex(v)
	if err == nil && h.IntSign(i) < 0 {
		err = h.Raise(object.ValueErrorType, "%s must be a non-negative integer", name)
	}
	return i, err
}

// pair converts n and k.
func pair(h *object.Heap, a []object.Value) (n, k object.Value, err error) {
	if n, err = h.ToIndex(a[0]); err != nil {
		return
	}
	if k, err = h.ToIndex(a[1]); err != nil {
		return
	}
	if n, err = nonNegative(h, n, "n"); err != nil {
		return
	}
	k, err = nonNegative(h, k, "k")
	return
}

func comb(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if object.BothSmall(a[0], a[1]) && uint64(a[0].Small()) <= mostTabled && a[1].Small() >= 0 {
		n, k := uint64(a[0].Small()), uint64(a[1].Small())
		if k > n {
			return object.SmallInt(0), nil
		}
		hi, lo := tabledComb(n, k)
		return h.IntFrom128(false, hi, lo), nil
	}
	n, k, err := pair(h, a)
	if err != nil {
		return object.Null, err
	}
	rest := h.IntSub(n, k)
	if h.IntSign(rest) < 0 {
		return object.SmallInt(0), nil
	}
	if h.IntCompare(rest, k) < 0 {
		k = rest
	}
	kk, ok := h.AsInt64(k)
	if !ok {
		return object.Null, h.Raise(object.OverflowErrorType, "min(n - k, k) must not exceed %d", int64(math.MaxInt64))
	}
	if _, hi, lo, ok := h.Magnitude128(n); ok && hi == 0 {
		if hi, lo, ok := comb128(lo, uint64(kk)); ok {
			return h.IntFrom128(false, hi, lo), nil
		}
	}
	falling := fallingFactorial(h, h.BigInt(n), kk)
	q, r := new(big.Int), new(big.Int)
	h.Cutter().QuoRem(q, falling, h.Cutter().Product(1, uint64(kk)), r)
	return h.IntFromBig(q), nil
}

// comb128 computes a binomial coefficient of 128 bits at most, if every step fits.
func comb128(n, k uint64) (hi, lo uint64, ok bool) {
	lo = 1
	for i := uint64(0); i < k; i++ {
		over, low := bits.Mul64(lo, n-i)
		if hi == 0 && over == 0 {
			lo = low / (i + 1)
			continue
		}
		top, high := bits.Mul64(hi, n-i)
		high, carry := bits.Add64(high, over, 0)
		if top+carry != 0 {
			return 0, 0, false
		}
		hi = high / (i + 1)
		lo, _ = bits.Div64(high%(i+1), low, i+1)
	}
	return hi, lo, true
}

// fallingFactorial is n·(n−1)·…, k factors.
func fallingFactorial(h *object.Heap, n *big.Int, k int64) *big.Int {
	smallest, _ := new(big.Float).SetInt(new(big.Int).Sub(n, big.NewInt(k-1))).Float64()
	h.RoomFor(float64(k) * math.Log2(smallest))
	return h.Cutter().Falling(n, uint64(k))
}

func perm(h *object.Heap, _ object.Value, a []object.Value) (object.Value, error) {
	if len(a) == 1 || a[1] == object.None {
		return factorial(h, a[0])
	}
	n, k, err := pair(h, a)
	if err != nil {
		return object.Null, err
	}
	if h.IntCompare(n, k) < 0 {
		return object.SmallInt(0), nil
	}
	kk, ok := h.AsInt64(k)
	if !ok {
		return object.Null, h.Raise(object.OverflowErrorType, "k must not exceed %d", int64(math.MaxInt64))
	}
	if kk == 0 {
		return object.SmallInt(1), nil
	}
	if nn, ok := h.AsInt64(n); ok {
		if r, ok := falling64(uint64(nn), uint64(kk)); ok {
			return h.IntFromUint64(r), nil
		}
	}
	return h.IntFromBig(fallingFactorial(h, h.BigInt(n), kk)), nil
}

// falling64 computes n·(n−1)·…, k factors, in one word, if it fits.
func falling64(n, k uint64) (uint64, bool) {
	r := uint64(1)
	for i := uint64(0); i < k && r != 0; i++ {
		hi, lo := bits.Mul64(r, n-i)
		if hi != 0 {
			return 0, false
		}
		r = lo
	}
	return r, true
}
