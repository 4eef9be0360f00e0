package pyguest

import (
	"math"
	"math/bits"

	"github.com/tier2go/tier2/ir"
)

// intFact is what is known of any int.
var intFact = func() ir.Fact {
	k := ir.TypesFact(tInt)
	k.NotNull = true
	return k
}()

// naturalFact is what is known of an int from 0 to n.
func naturalFact(n uint64) ir.Fact {
	k := intFact
	k.U64 = true
	if n < math.MaxInt64 {
		k.Lo, k.Hi, k.Small = 0, int64(n), true
	}
	return k
}

// rangeFact is what is known of an int from lo to hi.
func rangeFact(lo, hi int64) ir.Fact {
	k := intFact
	k.Lo, k.Hi, k.Small = lo, hi, true
	return k
}

func inferInt(*ir.Value, []ir.Fact) ir.Fact { return intFact }

// bound returns the greatest number that an int from 0 to 2^64−1 may be.
func bound(k ir.Fact) uint64 {
	if k.Small && k.Hi < math.MaxInt64 {
		return uint64(k.Hi)
	}
	return math.MaxUint64
}

// inferNat makes a rule for ints one for numbers from 0 on, whose result is one too.
func inferNat(rule func(*ir.Value, []ir.Fact) ir.Fact) func(*ir.Value, []ir.Fact) ir.Fact {
	return func(v *ir.Value, a []ir.Fact) ir.Fact {
		if k := rule(v, a); k.IsBottom() || k.IsU64() {
			return k
		}
		return naturalFact(math.MaxUint64)
	}
}

// inferAnd: an operand that is not negative bounds the result.
func inferAnd(_ *ir.Value, a []ir.Fact) ir.Fact {
	x, y := a[0].IsU64(), a[1].IsU64()
	switch {
	case a[0].IsBottom() || a[1].IsBottom():
		return ir.Fact{}
	case x && y:
		return naturalFact(min(bound(a[0]), bound(a[1])))
	case x:
		return naturalFact(bound(a[0]))
	case y:
		return naturalFact(bound(a[1]))
	case a[0].Small && a[1].Small:
		return rangeFact(math.MinInt64, math.MaxInt64)
	}
	return intFact
}

// inferOr: no bit above the highest of either operand.
func inferOr(_ *ir.Value, a []ir.Fact) ir.Fact {
	switch {
	case a[0].IsBottom() || a[1].IsBottom():
		return ir.Fact{}
	case a[0].IsU64() && a[1].IsU64():
		return naturalFact(lowMask(int64(bits.Len64(bound(a[0]) | bound(a[1])))))
	case a[0].Small && a[1].Small:
		return rangeFact(math.MinInt64, math.MaxInt64)
	}
	return intFact
}

// inferRsh: a shift to the right makes numbers smaller.
func inferRsh(_ *ir.Value, a []ir.Fact) ir.Fact {
	switch x, n := a[0], a[1]; {
	case x.IsBottom() || n.IsBottom():
		return ir.Fact{}
	case x.IsU64() && n.Small && n.Lo >= 0:
		return naturalFact(bound(x) >> uint64(n.Lo))
	case x.IsU64():
		return naturalFact(bound(x))
	case x.Small:
		return rangeFact(min(x.Lo, 0), max(x.Hi, 0))
	}
	return intFact
}

func inferNatRsh(v *ir.Value, a []ir.Fact) ir.Fact {
	if !a[0].IsBottom() && !a[0].IsU64() {
		return inferRsh(v, []ir.Fact{naturalFact(math.MaxUint64), a[1]})
	}
	return inferRsh(v, a)
}

// inferNatMod: a remainder is below the divisor, and no more than the dividend.
func inferNatMod(_ *ir.Value, a []ir.Fact) ir.Fact {
	if a[0].IsBottom() || a[1].IsBottom() {
		return ir.Fact{}
	}
	most := uint64(math.MaxInt64)
	if a[0].IsU64() {
		most = min(most, bound(a[0]))
	}
	if a[1].IsU64() {
		most = min(most, max(bound(a[1]), 1)-1)
	}
	k := naturalFact(most)
	k.Small = true
	return k
}

func inferNatDiv(_ *ir.Value, a []ir.Fact) ir.Fact {
	switch {
	case a[0].IsBottom() || a[1].IsBottom():
		return ir.Fact{}
	case !a[0].IsU64():
		return naturalFact(math.MaxUint64 / uint64(max(a[1].Lo, 1)))
	}
	return naturalFact(bound(a[0]) / uint64(max(a[1].Lo, 1)))
}

// bothBounded reports whether both operands have bounds. The ends of int64 are none.
func bothBounded(a []ir.Fact) bool { return bounded(a[0]) && bounded(a[1]) }

func bounded(k ir.Fact) bool { return k.Small && k.Lo != math.MinInt64 && k.Hi != math.MaxInt64 }

func inferSum(_ *ir.Value, a []ir.Fact) ir.Fact {
	if a[0].IsBottom() || a[1].IsBottom() {
		return ir.Fact{}
	}
	lo, hi := a[0].Lo+a[1].Lo, a[0].Hi+a[1].Hi
	if !bothBounded(a) || (lo < a[0].Lo) != (a[1].Lo < 0) || (hi < a[0].Hi) != (a[1].Hi < 0) {
		return intFact
	}
	return rangeFact(lo, hi)
}

func inferDifference(v *ir.Value, a []ir.Fact) ir.Fact {
	if !a[1].IsBottom() && bounded(a[1]) {
		return inferSum(v, []ir.Fact{a[0], rangeFact(-a[1].Hi, -a[1].Lo)})
	}
	return inferSum(v, []ir.Fact{a[0], intFact})
}

// inferProduct knows no more than that of factors of 32 bits.
func inferProduct(_ *ir.Value, a []ir.Fact) ir.Fact {
	switch {
	case a[0].IsBottom() || a[1].IsBottom():
		return ir.Fact{}
	case !bothBounded(a) || max(a[0].Hi, a[1].Hi) > math.MaxInt32 || min(a[0].Lo, a[1].Lo) < math.MinInt32:
		return intFact
	}
	w, x, y, z := a[0].Lo*a[1].Lo, a[0].Lo*a[1].Hi, a[0].Hi*a[1].Lo, a[0].Hi*a[1].Hi
	return rangeFact(min(w, x, y, z), max(w, x, y, z))
}

func inferUnary(low ir.Op) inferFunc {
	return func(_ *ir.Value, a []ir.Fact) ir.Fact {
		switch {
		case a[0].IsBottom():
			return ir.Fact{}
		case low == ir.OpNot && a[0].Small:
			return rangeFact(^a[0].Hi, ^a[0].Lo)
		case low == ir.OpNeg && bounded(a[0]):
			return rangeFact(-a[0].Hi, -a[0].Lo)
		}
		return intFact
	}
}

// Machine code.

// inferBetter is what is known of the lesser or the greater one of two ints.
func inferBetter(_ *ir.Value, a []ir.Fact) ir.Fact {
	switch {
	case a[0].IsBottom() || a[1].IsBottom():
		return ir.Fact{}
	case a[0].Small && a[1].Small:
		return rangeFact(min(a[0].Lo, a[1].Lo), max(a[0].Hi, a[1].Hi))
	}
	return intFact
}

// inferMagnitude is what is known of an int without its sign.
func inferMagnitude(_ *ir.Value, a []ir.Fact) ir.Fact {
	switch {
	case a[0].IsBottom():
		return ir.Fact{}
	case bounded(a[0]):
		return rangeFact(0, max(a[0].Hi, -a[0].Lo))
	}
	return intFact
}
