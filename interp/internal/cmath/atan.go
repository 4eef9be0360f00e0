package cmath

import "math"

// atan, atan2, asin and acos are one function of a quotient of dds: the arc
// tangent of i/128 from a table, plus that of a rest below 1/256.

// Atan returns the arc tangent.
func Atan(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-27 || x != x:
		return x
	case math.IsInf(x, 0):
		return math.Copysign(math.Pi/2, x)
	}
	return math.Copysign(arc(dd{a, 0}, dd{1, 0}).round(), x)
}

// Asin returns the arc sine: NaN beyond ±1.
func Asin(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < 0x1p-27 || x != x:
		return x
	case a > 1:
		return math.NaN()
	case a == 1:
		return math.Copysign(math.Pi/2, x)
	}
	return math.Copysign(arc(dd{a, 0}, cathetus(a)).round(), x)
}

// Acos returns the arc cosine: NaN beyond ±1.
func Acos(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || a > 1:
		return math.NaN()
	case x == 1:
		return 0
	case x == -1:
		return math.Pi
	case a < 0x1p-60:
		return math.Pi / 2
	}
	r := arc(cathetus(a), dd{a, 0})
	if x < 0 {
		r = piDD().add(r.neg())
	}
	return r.round()
}

// cathetus returns √(1−a²).
func cathetus(a float64) dd {
	p := prod2(a, a)
	s := sum2(1, -p.hi)
	return fast2(s.hi, s.lo-p.lo).sqrt()
}

func piDD() dd { return dd{2 * halfPi[0], 2 * halfPi[1]} }

// Atan2 returns the angle of the point (x, y) with C's results for zeros and
// infinities.
func Atan2(y, x float64) float64 {
	if x != x || y != y {
		return math.NaN()
	}
	ay, ax := math.Abs(y), math.Abs(x)
	var r dd
	switch {
	case ay == 0:
	case ax == 0, math.IsInf(ay, 1) && !math.IsInf(ax, 1):
		return math.Copysign(math.Pi/2, y)
	case math.IsInf(ay, 1):
		r = dd{halfPi[0] / 2, halfPi[1] / 2}
	case math.IsInf(ax, 1):
	default:
		my, ey := math.Frexp(ay)
		mx, ex := math.Frexp(ax)
		d := ey - ex
		if d < -60 && !math.Signbit(x) {
			return y / ax // less than a part in 2¹²⁰ is missing
		}
		switch {
		case d > 60:
			r = dd{halfPi[0], halfPi[1] - math.Ldexp(mx/my, -d)}
		case d < -60:
			r = dd{math.Ldexp(my/mx, max(d, -1000)), 0}
		default:
			r = arc(dd{math.Ldexp(my, max(d, 0)), 0}, dd{math.Ldexp(mx, max(-d, 0)), 0})
		}
	}
	if math.Signbit(x) {
		r = piDD().add(r.neg())
	}
	return math.Copysign(r.round(), y)
}

// arc returns the angle of the point (x, y), both positive and normal.
func arc(y, x dd) dd {
	over := y.hi > x.hi
	if over {
		y, x = x, y
	}
	q := y.div(x)
	i := int(float64(q.hi*128) + 0.5)
	t := q
	if i > 0 {
		c := float64(float64(i) / 128)
		// (q−c)/(1+q·c): the difference is exact.
		n := fast2(q.hi-c, q.lo)
		d := sum2(1, float64(q.hi*c))
		p := prod2(q.hi, c)
		d = fast2(d.hi, d.lo+p.lo+float64(q.lo*c))
		t = n.div(d)
	}
	t2 := float64(t.hi * t.hi)
	rest := -1.0/3 + float64(t2*(1.0/5-float64(t2*(1.0/7-float64(t2*(1.0/9))))))
	rest = float64(rest * float64(t.hi*t2))
	a := &atanTable[i]
	s := sum2(a.hi, t.hi)
	s = fast2(s.hi, s.lo+(a.lo+t.lo+rest))
	if over {
		s = dd{halfPi[0], halfPi[1]}.add(s.neg())
	}
	return s
}
