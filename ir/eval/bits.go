package eval

import (
	mathbits "math/bits"

	"github.com/tier2go/tier2/ir"
)

// Bits computes with bit vectors of one width, a power of two. T is a vector, B a
// truth. The meaning of operations on integers is stated once, over any Bits (Mean):
// the evaluator has that of 64 bits, a proof one of 8 bits or one that writes terms for
// a solver.
type Bits[T, B any] interface {
	Int(n int64) T // its low bits
	Top() T        // the width less one: the highest bit's number
	Min() T        // the least number with a sign

	Add(x, y T) T
	Sub(x, y T) T
	Mul(x, y T) T
	And(x, y T) T
	Or(x, y T) T
	Xor(x, y T) T
	// Shl, Sar and Shr are asked for counts from 0 to Top only.
	Shl(x, n T) T
	Sar(x, n T) T
	Shr(x, n T) T
	// Quo and Rem divide numbers with signs towards 0. By 0 they give anything; the
	// least number by −1 is itself and leaves 0.
	Quo(x, y T) T
	Rem(x, y T) T
	// Zeros is the number of zeros below the lowest one, anything of 0.
	Zeros(x T) T

	Eq(x, y T) B
	Lt(x, y T) B  // with signs
	Ult(x, y T) B // without
	// MulFits reports whether the product of numbers with signs is one of the width.
	MulFits(x, y T) B

	True() B
	Not(b B) B
	Both(b, c B) B
	If(b B, x, y T) T
}

// Mean is the meaning of a core operation on integers and truth values, which are 0 or
// 1: its result, if it has one, and whether it stays, that is, does not leave by its
// exit. ok is false if the operation is about something else.
func Mean[T, B any, A Bits[T, B]](a A, op ir.Op, x []T) (r T, stays B, ok bool) {
	stays = a.True()
	one, zero := a.Int(1), a.Int(0)
	truth := func(b B) T { return a.If(b, one, zero) }
	// A count outside 0 to 63 is undefined, but not a mistake: such an operation
	// may have been moved ahead of the check of its count. It is cut to 6 bits,
	// as the targets do.
	count := func() T { return a.And(x[1], a.Top()) }
	switch op {
	case ir.OpI2U, ir.OpU2I:
		r = x[0]
	case ir.OpAdd:
		r = a.Add(x[0], x[1])
	case ir.OpSub:
		r = a.Sub(x[0], x[1])
	case ir.OpMul:
		r = a.Mul(x[0], x[1])
	case ir.OpNeg:
		r = a.Sub(zero, x[0])
	case ir.OpAnd:
		r = a.And(x[0], x[1])
	case ir.OpOr:
		r = a.Or(x[0], x[1])
	case ir.OpXor:
		r = a.Xor(x[0], x[1])
	case ir.OpNot:
		r = a.Xor(x[0], a.Int(-1))
	case ir.OpShl:
		r = a.Shl(x[0], count())
	case ir.OpSar:
		r = a.Sar(x[0], count())
	case ir.OpShr:
		r = a.Shr(x[0], count())
	case ir.OpAddOv:
		r = a.Add(x[0], x[1])
		stays = a.Eq(truth(a.Lt(r, x[0])), truth(a.Lt(x[1], zero)))
	case ir.OpSubOv:
		r = a.Sub(x[0], x[1])
		stays = a.Eq(truth(a.Lt(x[0], r)), truth(a.Lt(x[1], zero)))
	case ir.OpMulOv:
		r, stays = a.Mul(x[0], x[1]), a.MulFits(x[0], x[1])
	case ir.OpNegOv:
		r, stays = a.Sub(zero, x[0]), a.Not(a.Eq(x[0], a.Min()))
	case ir.OpShlOv:
		r = a.Shl(x[0], count())
		stays = a.Both(a.Not(a.Ult(a.Top(), x[1])), a.Eq(a.Sar(r, count()), x[0]))
	case ir.OpDivOv: // towards −∞
		r = a.If(down[T, B](a, x), a.Sub(a.Quo(x[0], x[1]), one), a.Quo(x[0], x[1]))
		overflows := a.Both(a.Eq(x[0], a.Min()), a.Eq(x[1], a.Int(-1)))
		stays = a.Both(a.Not(a.Eq(x[1], zero)), a.Not(overflows))
	case ir.OpModOv: // with the divisor's sign
		r = a.If(down[T, B](a, x), a.Add(a.Rem(x[0], x[1]), x[1]), a.Rem(x[0], x[1]))
		stays = a.Not(a.Eq(x[1], zero))
	case ir.OpEq:
		r = truth(a.Eq(x[0], x[1]))
	case ir.OpNe:
		r = truth(a.Not(a.Eq(x[0], x[1])))
	case ir.OpLt:
		r = truth(a.Lt(x[0], x[1]))
	case ir.OpLe:
		r = truth(a.Not(a.Lt(x[1], x[0])))
	case ir.OpGt:
		r = truth(a.Lt(x[1], x[0]))
	case ir.OpGe:
		r = truth(a.Not(a.Lt(x[0], x[1])))
	case ir.OpUlt:
		r = truth(a.Ult(x[0], x[1]))
	case ir.OpBNot:
		r = truth(a.Eq(x[0], zero))
	case ir.OpBoolToI64:
		r = truth(a.Not(a.Eq(x[0], zero)))
	case ir.OpSelect:
		r = a.If(a.Eq(x[0], zero), x[2], x[1])
	case ir.OpGuardTrue:
		r, stays = zero, a.Not(a.Eq(x[0], zero))
	case ir.OpGuardFalse:
		r, stays = zero, a.Eq(x[0], zero)
	default:
		return r, stays, false
	}
	return r, stays, true
}

// down reports whether a quotient towards −∞ is less than the one towards 0: there is
// a remainder, and the signs differ.
func down[T, B any, A Bits[T, B]](a A, x []T) B {
	rem := a.Rem(x[0], x[1])
	return a.Both(a.Not(a.Eq(rem, a.Int(0))), a.Lt(a.Xor(rem, x[1]), a.Int(0)))
}

// Words64 are the Bits of the evaluator: words of 64 bits.
var Words64 Bits[uint64, bool] = words64{}

type words64 struct{}

func (words64) Int(n int64) uint64     { return uint64(n) }
func (words64) Top() uint64            { return 63 }
func (words64) Min() uint64            { return 1 << 63 }
func (words64) Add(x, y uint64) uint64 { return x + y }
func (words64) Sub(x, y uint64) uint64 { return x - y }
func (words64) Mul(x, y uint64) uint64 { return x * y }
func (words64) And(x, y uint64) uint64 { return x & y }
func (words64) Or(x, y uint64) uint64  { return x | y }
func (words64) Xor(x, y uint64) uint64 { return x ^ y }
func (words64) Shl(x, n uint64) uint64 { return x << n }
func (words64) Sar(x, n uint64) uint64 { return uint64(int64(x) >> n) }
func (words64) Shr(x, n uint64) uint64 { return x >> n }
func (words64) Zeros(x uint64) uint64  { return uint64(mathbits.TrailingZeros64(x)) }
func (words64) Eq(x, y uint64) bool    { return x == y }
func (words64) Lt(x, y uint64) bool    { return int64(x) < int64(y) }
func (words64) Ult(x, y uint64) bool   { return x < y }
func (words64) True() bool             { return true }
func (words64) Not(b bool) bool        { return !b }
func (words64) Both(b, c bool) bool    { return b && c }

func (words64) Quo(x, y uint64) uint64 {
	if y == 0 {
		return 0
	}
	return uint64(int64(x) / int64(y))
}

func (words64) Rem(x, y uint64) uint64 {
	if y == 0 {
		return 0
	}
	return uint64(int64(x) % int64(y))
}

func (words64) MulFits(x, y uint64) bool {
	hi, lo := mathbits.Mul64(x, y)
	if int64(x) < 0 {
		hi -= y
	}
	if int64(y) < 0 {
		hi -= x
	}
	return hi == uint64(int64(lo)>>63)
}

func (words64) If(b bool, x, y uint64) uint64 {
	if b {
		return x
	}
	return y
}

// discrete is what the evaluator does for an operation on integers and truth values.
func discrete(op ir.Op) OpFunc {
	return func(_ *Machine, _ *ir.Value, a []uint64) (uint64, error) {
		r, stays, _ := Mean[uint64, bool](words64{}, op, a)
		return r, guard(stays)
	}
}

// Int returns what an operation on integers computes of constants; 0 if it leaves.
func Int(op ir.Op, args ...int64) int64 {
	r, _ := constants(op, args)
	return r
}

// Holds reports whether a comparison of integers holds of constants.
func Holds(op ir.Op, args ...int64) bool {
	r, _ := constants(op, args)
	return r != 0
}

// Fits reports whether a checked operation on integers has a result of constants.
func Fits(op ir.Op, args ...int64) bool {
	_, stays := constants(op, args)
	return stays
}

// Zeros returns the number of zeros below the lowest one of n, log2 of a power of two.
func Zeros(n int64) int64 { return int64(words64{}.Zeros(uint64(n))) }

func constants(op ir.Op, args []int64) (int64, bool) {
	var x [2]uint64
	for i, n := range args {
		x[i] = uint64(n)
	}
	r, stays, _ := Mean[uint64, bool](words64{}, op, x[:len(args)])
	return int64(r), stays
}

// Float returns what an operation on floats computes of constants.
func Float(op ir.Op, args ...float64) float64 {
	var x [2]uint64
	for i, n := range args {
		x[i] = bits(n)
	}
	r, _ := core[op](nil, nil, x[:len(args)])
	return double(r)
}

// Reciprocal reports whether a float and its reciprocal are powers of two that are no
// subnormals: dividing by it is multiplying by the other.
func Reciprocal(x float64) bool {
	b := bits(x)
	exp := b >> 52 & 0x7ff
	return b&(1<<52-1) == 0 && exp > 0 && exp < 2046
}
