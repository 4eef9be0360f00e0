package types

import (
	"math"
	"math/bits"

	"github.com/tier2go/tier2/ir"
)

// The ends of int64 stand for "no bound" here: a Checked operation whose result
// nothing needs may be removed (package dce), so that its fitting 64 bits must not
// prove anything of other values. So what has no bound keeps none, whatever is
// added to it. Where it matters that a value which is computed fits, [Fits] says
// so.

// Fits reports whether an operation of I64 whose operands, both computed, have
// the facts a and b never leaves because of its result: it can do without the
// check for overflow. b is not read for neg.ov. It is false for operations other
// than add, sub, mul and neg, checked or not.
func Fits(op ir.Op, a, b ir.Fact) bool {
	if a.IsBottom() || op != ir.OpNegOv && op != ir.OpNeg && b.IsBottom() {
		return false // nothing is ever computed: leave it
	}
	switch op {
	case ir.OpAdd, ir.OpAddOv:
		_, under := addSat(a.Lo, b.Lo)
		_, over := addSat(a.Hi, b.Hi)
		return under == 0 && over == 0
	case ir.OpSub, ir.OpSubOv:
		_, under := subSat(a.Lo, b.Hi)
		_, over := subSat(a.Hi, b.Lo)
		return under == 0 && over == 0
	case ir.OpMul, ir.OpMulOv:
		for _, x := range [2]int64{a.Lo, a.Hi} {
			for _, y := range [2]int64{b.Lo, b.Hi} {
				if _, clipped := mulSat(x, y); clipped {
					return false
				}
			}
		}
		return true
	case ir.OpNeg, ir.OpNegOv:
		return a.Lo != math.MinInt64
	}
	return false
}

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
	case ir.OpShr:
		return logical(arg(0), arg(1))
	case ir.OpModOv:
		return remainder(arg(0), arg(1))
	case ir.OpBoolToI64:
		return ir.RangeFact(0, 1)
	case ir.OpSelect:
		return ir.Join(arg(1), arg(2))
	case ir.OpLoad, ir.OpLoadX:
		switch m := v.Mem(); {
		case m.Kind != ir.Mem64:
			return ir.RangeFact(0, 1<<(8*m.Kind.Bytes())-1)
		case m.NonNeg:
			return ir.RangeFact(0, math.MaxInt64)
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
	open(&lo, &hi, a.Lo == math.MinInt64 || b.Lo == math.MinInt64, a.Hi == math.MaxInt64 || b.Hi == math.MaxInt64)
	return bounded(lo, hi, under, over, checked)
}

// difference bounds a − b.
func difference(a, b ir.Fact, checked bool) ir.Fact {
	if a.IsBottom() || b.IsBottom() {
		return ir.Fact{}
	}
	lo, under := subSat(a.Lo, b.Hi)
	hi, over := subSat(a.Hi, b.Lo)
	open(&lo, &hi, a.Lo == math.MinInt64 || b.Hi == math.MaxInt64, a.Hi == math.MaxInt64 || b.Lo == math.MinInt64)
	return bounded(lo, hi, under, over, checked)
}

// open opens an end of a range that comes from an end which was open.
func open(lo, hi *int64, below, above bool) {
	if below {
		*lo = math.MinInt64
	}
	if above {
		*hi = math.MaxInt64
	}
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
	}
	return ir.RangeFact(lo, hi) // at an end itself if it always leaves
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
	case a.IsBottom():
		return ir.Fact{}
	case a.Hi == math.MinInt64: // it always leaves
		return ir.RangeFact(math.MaxInt64, math.MaxInt64)
	}
	lo, hi := -a.Hi, int64(math.MaxInt64)
	if a.Lo != math.MinInt64 {
		hi = -a.Lo
	}
	open(&lo, &hi, a.Hi == math.MaxInt64, false)
	return constant(ir.RangeFact(lo, hi))
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
	case clipped && !checked:
		return ir.Top
	case unbounded(a) && b.Lo|b.Hi != 0 || unbounded(b) && a.Lo|a.Hi != 0:
		// A product with what has no bound has one on the side of 0 at most.
		below := (a.Lo < 0 && b.Hi > 0) || (a.Hi > 0 && b.Lo < 0)
		above := (a.Hi > 0 && b.Hi > 0) || (a.Lo < 0 && b.Lo < 0)
		open(&lo, &hi, below, above)
	}
	if clipped {
		return ir.RangeFact(lo, hi)
	}
	return constant(ir.RangeFact(lo, hi))
}

// unbounded reports whether an end of a range is open.
func unbounded(k ir.Fact) bool { return k.Lo == math.MinInt64 || k.Hi == math.MaxInt64 }

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
	lo, hi := min(a.Lo>>n.Lo, a.Lo>>n.Hi), max(a.Hi>>n.Lo, a.Hi>>n.Hi)
	open(&lo, &hi, a.Lo == math.MinInt64, a.Hi == math.MaxInt64)
	return ir.RangeFact(lo, hi)
}

// logical bounds a logical shift to the right.
func logical(a, n ir.Fact) ir.Fact {
	switch {
	case a.IsBottom() || n.IsBottom():
		return ir.Fact{}
	case n.Lo < 0 || n.Hi > 63:
		return ir.Top
	case a.Lo >= 0:
		lo, hi := a.Lo>>n.Hi, a.Hi>>n.Lo
		open(&lo, &hi, false, a.Hi == math.MaxInt64)
		return ir.RangeFact(lo, hi)
	case n.Lo > 0:
		return ir.RangeFact(0, int64(uint64(math.MaxUint64)>>n.Lo))
	}
	return ir.Top
}

func remainder(a, n ir.Fact) ir.Fact {
	switch {
	case a.IsBottom() || n.IsBottom():
		return ir.Fact{}
	case n.Lo > 0:
		lo, hi := int64(0), n.Hi-1
		open(&lo, &hi, false, n.Hi == math.MaxInt64)
		return ir.RangeFact(lo, hi)
	case n.Hi < 0:
		lo, hi := n.Lo+1, int64(0)
		open(&lo, &hi, n.Lo == math.MinInt64, false)
		return ir.RangeFact(lo, hi)
	}
	return ir.Top
}

// compared decides a comparison whose ranges do not overlap.
func compared(op ir.Op, a, b ir.Fact) ir.Fact {
	if a.IsBottom() || b.IsBottom() {
		return ir.Fact{}
	}
	always, never := false, false
	// An open end is neither below nor above anything.
	switch op {
	case ir.OpLt:
		always, never = a.Hi < b.Lo, a.Lo >= b.Hi && a.Lo != math.MinInt64 && b.Hi != math.MaxInt64
	case ir.OpLe:
		always, never = a.Hi <= b.Lo && a.Hi != math.MaxInt64 && b.Lo != math.MinInt64, a.Lo > b.Hi
	case ir.OpGt:
		always, never = a.Lo > b.Hi, a.Hi <= b.Lo && a.Hi != math.MaxInt64 && b.Lo != math.MinInt64
	case ir.OpGe:
		always, never = a.Lo >= b.Hi && a.Lo != math.MinInt64 && b.Hi != math.MaxInt64, a.Hi < b.Lo
	case ir.OpEq:
		always, never = a.Lo == a.Hi && a == b && (a.Const || !unbounded(a)), a.Hi < b.Lo || a.Lo > b.Hi
	case ir.OpNe:
		always, never = a.Hi < b.Lo || a.Lo > b.Hi, a.Lo == a.Hi && a == b && (a.Const || !unbounded(a))
	case ir.OpUlt:
		always = a.Lo >= 0 && b.Lo >= 0 && a.Hi < b.Lo
		never = a.Lo >= 0 && b.Lo >= 0 && a.Lo >= b.Hi && b.Hi != math.MaxInt64
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
