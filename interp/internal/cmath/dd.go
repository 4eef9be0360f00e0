package cmath

import "math"

// A dd is the unevaluated sum of two floats, the second at most half a unit in
// the last place of the first: some 106 bits. Functions that compute in it and
// round once are right but for one argument in ten thousand or fewer.
type dd struct{ hi, lo float64 }

// sum2 returns a+b exactly.
func sum2(a, b float64) dd {
	s := a + b
	t := s - a
	return dd{s, a - (s - t) + (b - t)}
}

// fast2 returns a+b exactly; |a| ≥ |b|.
func fast2(a, b float64) dd {
	s := a + b
	return dd{s, b - (s - a)}
}

// prod2 returns a·b exactly.
func prod2(a, b float64) dd {
	p := float64(a * b)
	return dd{p, math.FMA(a, b, -p)}
}

func (a dd) add(b dd) dd {
	s := sum2(a.hi, b.hi)
	t := sum2(a.lo, b.lo)
	s = fast2(s.hi, s.lo+t.hi)
	return fast2(s.hi, s.lo+t.lo)
}

func (a dd) neg() dd { return dd{-a.hi, -a.lo} }

func (a dd) mul(b dd) dd {
	p := prod2(a.hi, b.hi)
	p.lo += math.FMA(a.hi, b.lo, float64(a.lo*b.hi))
	return fast2(p.hi, p.lo)
}

func (a dd) div(b dd) dd {
	q := a.hi / b.hi
	r := math.FMA(-q, b.hi, a.hi)
	r += math.FMA(-q, b.lo, a.lo)
	return fast2(q, r/b.hi)
}

// sqrt returns the square root of a positive a.
func (a dd) sqrt() dd {
	s := math.Sqrt(a.hi)
	r := math.FMA(-s, s, a.hi) + a.lo
	return fast2(s, r/(s+s))
}

// round returns the nearest float.
func (a dd) round() float64 { return a.hi + a.lo }
