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
	x, y := h.BigInt(a), h.BigInt(b)
	return h.IntFromBig(h.Cutter().GCD(x, y))
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
	if v.IsSmall() { // exact: below 2⁵² no square root is rounded up to the next integer
		return object.SmallInt(int64(math.Sqrt(float64(v.Small())))), nil
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
	if nn, ok := h.AsInt64(n); ok {
		if r, ok := comb64(uint64(nn), uint64(kk)); ok {
			return h.IntFromUint64(r), nil
		}
	}
	falling := fallingFactorial(h, h.BigInt(n), kk)
	q, r := new(big.Int), new(big.Int)
	h.Cutter().QuoRem(q, falling, h.Cutter().Product(1, uint64(kk)), r)
	return h.IntFromBig(q), nil
}

// comb64 computes a binomial coefficient in one word, if every step fits.
func comb64(n, k uint64) (uint64, bool) {
	r := uint64(1)
	for i := uint64(0); i < k; i++ {
		hi, lo := bits.Mul64(r, n-i)
		if hi != 0 {
			return 0, false
		}
		r = lo / (i + 1)
	}
	return r, true
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
