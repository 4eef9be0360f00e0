package types

import (
	"math"
	"math/bits"

	"github.com/tier2go/tier2/ir"
)

// integer bounds the result of an operation on I64 (or a comparison).
func (f *Facts) integer(v *ir.Value, arg func(int) ir.Fact) ir.Fact {
	switch v.Op {
	case ir.OpAdd, ir.OpAddOv:
		return sum(arg(0), arg(1), v.Op == ir.OpAddOv)
	case ir.OpSub, ir.OpSubOv:
		return difference(arg(0), arg(1), v.Op == ir.OpSubOv)
	case ir.OpMul, ir.OpMulOv:
		return product(arg(0), arg(1), v.Op == ir.OpMulOv)
	case ir.OpNegOv:
		return negated(arg(0))
	case ir.OpAnd:
		return masked(arg(0), arg(1))
	case ir.OpOr, ir.OpXor:
		return merged(arg(0), arg(1))
	case ir.OpSar:
		return shifted(arg(0), arg(1))
	case ir.OpModOv:
		return remainder(arg(0), arg(1))
	case ir.OpBoolToI64:
		return ir.RangeFact(0, 1)
	case ir.OpLoad, ir.OpLoadX:
		if k := v.Mem().Kind; k != ir.Mem64 {
			return ir.RangeFact(0, 1<<(8*k.Bytes())-1)
		}
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpUlt:
		return compared(v.Op, arg(0), arg(1))
	}
	return ir.Top
}

// sum bounds a + b.
func sum(a, b ir.Fact, checked bool) ir.Fact {
	if a.IsBottom() || b.IsBottom() {
		return ir.Fact{}
	}
	lo, under := addSat(a.Lo, b.Lo)
	hi, over := addSat(a.Hi, b.Hi)
	return bounded(lo, hi, under, over, checked)
}

// difference bounds a − b.
func difference(a, b ir.Fact, checked bool) ir.Fact {
	if a.IsBottom() || b.IsBottom() {
		return ir.Fact{}
	}
	lo, under := subSat(a.Lo, b.Hi)
	hi, over := subSat(a.Hi, b.Lo)
	return bounded(lo, hi, under, over, checked)
}

// bounded returns the fact of a result between two bounds, which were clipped
// if the number beside them is not 0 (−1 at the lower end, 1 at the upper). If
// the operation is checked, what does not fit leaves; otherwise it wraps around
// and nothing is known.
func bounded(lo, hi int64, under, over int, checked bool) ir.Fact {
	switch {
	case under == 0 && over == 0:
		return constant(ir.RangeFact(lo, hi))
	case !checked:
		return ir.Top
	case under > 0 || over < 0:
		return ir.Fact{} // it always leaves
	}
	return ir.RangeFact(lo, hi)
}

// addSat adds and clips; it says at which end.
func addSat(x, y int64) (int64, int) {
	s := x + y
	switch {
	case x > 0 && y > 0 && s < 0:
		return math.MaxInt64, 1
	case x < 0 && y < 0 && s >= 0:
		return math.MinInt64, -1
	}
	return s, 0
}

// subSat subtracts and clips; it says at which end.
func subSat(x, y int64) (int64, int) {
	d := x - y
	switch {
	case x >= 0 && y < 0 && d < 0:
		return math.MaxInt64, 1
	case x < 0 && y > 0 && d >= 0:
		return math.MinInt64, -1
	}
	return d, 0
}

// negated bounds −a, which leaves for the lowest int64.
func negated(a ir.Fact) ir.Fact {
	switch {
	case a.IsBottom() || a.Hi == math.MinInt64:
		return ir.Fact{}
	case a.Lo == math.MinInt64:
		return ir.RangeFact(-a.Hi, math.MaxInt64)
	}
	return constant(ir.RangeFact(-a.Hi, -a.Lo))
}

// product bounds a · b by its corners.
func product(a, b ir.Fact, checked bool) ir.Fact {
	if a.IsBottom() || b.IsBottom() {
		return ir.Fact{}
	}
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	clipped := false
	for _, x := range [2]int64{a.Lo, a.Hi} {
		for _, y := range [2]int64{b.Lo, b.Hi} {
			p, over := mulSat(x, y)
			clipped = clipped || over
			lo, hi = min(lo, p), max(hi, p)
		}
	}
	switch {
	case !clipped:
		return constant(ir.RangeFact(lo, hi))
	case !checked:
		return ir.Top
	}
	return ir.RangeFact(lo, hi)
}

func mulSat(x, y int64) (p int64, clipped bool) {
	h, l := bits.Mul64(magnitude(x), magnitude(y))
	negative := (x < 0) != (y < 0)
	switch {
	case negative && (h != 0 || l > 1<<63):
		return math.MinInt64, true
	case !negative && (h != 0 || l > math.MaxInt64):
		return math.MaxInt64, true
	}
	return x * y, false
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// masked bounds a & b: a non-negative operand bounds it from above.
func masked(a, b ir.Fact) ir.Fact {
	switch {
	case a.IsBottom() || b.IsBottom():
		return ir.Fact{}
	case a.Lo >= 0 && b.Lo >= 0:
		return ir.RangeFact(0, min(a.Hi, b.Hi))
	case a.Lo >= 0:
		return ir.RangeFact(0, a.Hi)
	case b.Lo >= 0:
		return ir.RangeFact(0, b.Hi)
	}
	return ir.Top
}

// merged bounds a | b and a ^ b of non-negative operands: no bit above the
// highest of either.
func merged(a, b ir.Fact) ir.Fact {
	if a.IsBottom() || b.IsBottom() {
		return ir.Fact{}
	}
	if a.Lo < 0 || b.Lo < 0 {
		return ir.Top
	}
	return ir.RangeFact(0, 1<<bits.Len64(uint64(a.Hi|b.Hi))-1)
}

func shifted(a, n ir.Fact) ir.Fact {
	if a.IsBottom() || n.IsBottom() {
		return ir.Fact{}
	}
	if n.Lo < 0 || n.Hi > 63 {
		return ir.RangeFact(min(a.Lo, 0), max(a.Hi, 0))
	}
	lo, hi := a.Lo>>n.Lo, a.Hi>>n.Lo
	return ir.RangeFact(min(lo, a.Lo>>n.Hi), max(hi, a.Hi>>n.Hi))
}

func remainder(a, n ir.Fact) ir.Fact {
	switch {
	case a.IsBottom() || n.IsBottom():
		return ir.Fact{}
	case n.Lo > 0:
		return ir.RangeFact(0, n.Hi-1)
	case n.Hi < 0:
		return ir.RangeFact(n.Lo+1, 0)
	}
	return ir.Top
}

// compared decides a comparison whose ranges do not overlap.
func compared(op ir.Op, a, b ir.Fact) ir.Fact {
	if a.IsBottom() || b.IsBottom() {
		return ir.Fact{}
	}
	always, never := false, false
	switch op {
	case ir.OpLt:
		always, never = a.Hi < b.Lo, a.Lo >= b.Hi
	case ir.OpLe:
		always, never = a.Hi <= b.Lo, a.Lo > b.Hi
	case ir.OpGt:
		always, never = a.Lo > b.Hi, a.Hi <= b.Lo
	case ir.OpGe:
		always, never = a.Lo >= b.Hi, a.Hi < b.Lo
	case ir.OpEq:
		always, never = a.Lo == a.Hi && a == b, a.Hi < b.Lo || a.Lo > b.Hi
	case ir.OpNe:
		always, never = a.Hi < b.Lo || a.Lo > b.Hi, a.Lo == a.Hi && a == b
	case ir.OpUlt:
		always = a.Lo >= 0 && b.Lo >= 0 && a.Hi < b.Lo
		never = a.Lo >= 0 && b.Lo >= 0 && a.Lo >= b.Hi
	}
	switch {
	case always:
		return constant(ir.RangeFact(1, 1))
	case never:
		return constant(ir.RangeFact(0, 0))
	}
	return ir.Top
}

// constant completes the fact of a range of one number.
func constant(k ir.Fact) ir.Fact {
	if k.Lo == k.Hi {
		k.Const, k.Word = true, uint64(k.Lo)
	}
	return k
}
