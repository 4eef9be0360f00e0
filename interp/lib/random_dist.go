package lib

import (
	"math"

	"github.com/tier2go/tier2/internal/cmath"
	"github.com/tier2go/tier2/object"
)

// distributions are the functions of random that draw floats. Arithmetic with
// what the caller gave is Python's; products that are added to something are
// rounded first.
var distributions = []object.Builtin{
	pyMethod("uniform", 2, 0, []string{"a", "b"}, uniform),
	pyMethod("binomialvariate", 0, 0, []string{"n", "p"}, binomialVariate),
	pyMethod("triangular", 0, 0, []string{"low", "high", "mode"}, triangular),
	pyMethod("normalvariate", 0, 0, []string{"mu", "sigma"}, func(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
		return affine(h, t.normal(), a)
	}),
	pyMethod("gauss", 0, 0, []string{"mu", "sigma"}, func(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
		return affine(h, t.nextGauss(), a)
	}),
	pyMethod("lognormvariate", 2, 0, []string{"mu", "sigma"}, func(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
		v, err := affine(h, t.normal(), a)
		if err != nil {
			return object.Null, err
		}
		x, err := h.Float(v)
		if err != nil {
			return object.Null, err
		}
		r := cmath.Exp(x)
		if math.IsInf(r, 0) && finite(x) {
			return object.Null, rangeError(h)
		}
		return object.FloatValue(r), nil
	}),
	pyMethod("expovariate", 0, 0, []string{"lambd"}, func(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
		lambd := a[0]
		if lambd == object.Null {
			lambd = object.FloatValue(1)
		}
		return h.Binary(object.TrueDivide, object.FloatValue(-cmath.Log(1-t.float())), lambd)
	}),
	pyMethod("gammavariate", 2, 0, []string{"alpha", "beta"}, floatArgs(func(h *object.Heap, t *twister, a []float64) (float64, error) {
		return t.gammaVariate(h, a[0], a[1])
	})),
	pyMethod("betavariate", 2, 0, []string{"alpha", "beta"}, floatArgs(func(h *object.Heap, t *twister, a []float64) (float64, error) {
		y, err := t.gammaVariate(h, a[0], 1)
		if err != nil || y == 0 {
			return 0, err
		}
		z, err := t.gammaVariate(h, a[1], 1)
		return y / (y + z), err
	})),
	pyMethod("paretovariate", 1, 0, []string{"alpha"}, floatArgs(func(h *object.Heap, t *twister, a []float64) (float64, error) {
		u := 1 - t.float()
		if a[0] == 0 {
			return 0, divisionByZero(h)
		}
		return floatPower(h, u, -1/a[0])
	})),
	pyMethod("weibullvariate", 2, 0, []string{"alpha", "beta"}, floatArgs(func(h *object.Heap, t *twister, a []float64) (float64, error) {
		u := 1 - t.float()
		if a[1] == 0 {
			return 0, divisionByZero(h)
		}
		x, err := floatPower(h, -cmath.Log(u), 1/a[1])
		return a[0] * x, err
	})),
	pyMethod("vonmisesvariate", 2, 0, []string{"mu", "kappa"}, floatArgs(func(h *object.Heap, t *twister, a []float64) (float64, error) {
		theta, draw := t.vonMises(a[1])
		if !draw {
			return theta, nil
		}
		if t.float() > 0.5 {
			theta = a[0] + theta
		} else {
			theta = a[0] - theta
		}
		v, err := h.Binary(object.Remainder, object.FloatValue(theta), object.FloatValue(2*math.Pi))
		if err != nil {
			return 0, err
		}
		return v.Float(), nil
	})),
}

func divisionByZero(h *object.Heap) error {
	return h.Raise(object.ZeroDivisionErrorType, "division by zero")
}

// floatPower is x ** y.
func floatPower(h *object.Heap, x, y float64) (float64, error) {
	v, err := h.Binary(object.Power, object.FloatValue(x), object.FloatValue(y))
	if err != nil {
		return 0, err
	}
	return v.Float(), nil
}

// floatArgs makes a method of a function of floats. Arguments that are no
// numbers are refused by name: the error depends on how far the arithmetic gets.
func floatArgs(f func(h *object.Heap, t *twister, a []float64) (float64, error)) func(*object.Heap, *twister, []object.Value) (object.Value, error) {
	return func(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
		var x [2]float64
		for i, v := range a {
			if !number(h, v) {
				return object.Null, h.Unsupported("argument of type '" + h.TypeName(v) + "' of a function of module random")
			}
			var err error
			if x[i], err = h.Float(v); err != nil {
				return object.Null, err
			}
		}
		r, err := f(h, t, x[:len(a)])
		return object.FloatValue(r), err
	}
}

func uniform(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	if a[0].IsFloat() && a[1].IsFloat() {
		width := a[1].Float() - a[0].Float()
		return object.FloatValue(a[0].Float() + float64(width*t.float())), nil
	}
	width, err := h.Binary(object.Subtract, a[1], a[0])
	if err != nil {
		return object.Null, err
	}
	if width, err = h.Binary(object.Multiply, width, object.FloatValue(t.float())); err != nil {
		return object.Null, err
	}
	return h.Binary(object.Add, a[0], width)
}

func triangular(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	low, high := a[0], a[1]
	if low == object.Null {
		low = object.FloatValue(0)
	}
	if high == object.Null {
		high = object.FloatValue(1)
	}
	u, c := t.float(), 0.5
	if mode := given(a[2]); mode != object.Null {
		d, err := h.Binary(object.Subtract, mode, low)
		if err != nil {
			return object.Null, err
		}
		width, err := h.Binary(object.Subtract, high, low)
		if err != nil {
			return object.Null, err
		}
		q, err := h.Binary(object.TrueDivide, d, width)
		if err != nil {
			if h.RaisedIs(err, object.ZeroDivisionErrorType) {
				return low, nil
			}
			return object.Null, err
		}
		if c, err = h.Float(q); err != nil {
			return object.Null, err
		}
	}
	if u > c {
		u, c = 1-u, 1-c
		low, high = high, low
	}
	width, err := h.Binary(object.Subtract, high, low)
	if err != nil {
		return object.Null, err
	}
	if u*c < 0 {
		return object.Null, expected(h, "expected a nonnegative input", u*c)
	}
	d, err := h.Binary(object.Multiply, width, object.FloatValue(math.Sqrt(u*c)))
	if err != nil {
		return object.Null, err
	}
	return h.Binary(object.Add, low, d)
}

// affine returns mu + z·sigma; a are mu and sigma, 0 and 1 if Null.
func affine(h *object.Heap, z float64, a []object.Value) (object.Value, error) {
	mu, sigma := a[0], a[1]
	if mu == object.Null {
		mu = object.FloatValue(0)
	}
	if sigma == object.Null {
		sigma = object.FloatValue(1)
	}
	p, err := h.Binary(object.Multiply, object.FloatValue(z), sigma)
	if err != nil {
		return object.Null, err
	}
	return h.Binary(object.Add, mu, p)
}

// normalMagic is 4·exp(−0.5)/√2.
var normalMagic = 4 * cmath.Exp(-0.5) / math.Sqrt(2)

// normal draws from the standard normal distribution by the ratio of uniforms
// (Kinderman and Monahan, 1977).
func (t *twister) normal() float64 {
	for {
		u1 := t.float()
		u2 := 1 - t.float()
		z := normalMagic * (u1 - 0.5) / u2
		if z*z/4 <= -cmath.Log(u2) {
			return z
		}
	}
}

// nextGauss draws from it by the method of Box and Muller, two at a time.
func (t *twister) nextGauss() float64 {
	if t.hasGauss {
		t.hasGauss = false
		return t.gauss
	}
	angle := t.float() * (2 * math.Pi)
	r := math.Sqrt(-2 * cmath.Log(1-t.float()))
	t.gauss, t.hasGauss = cmath.Sin(angle)*r, true
	return cmath.Cos(angle) * r
}

var (
	gammaLog4  = cmath.Log(4)
	gammaMagic = 1 + cmath.Log(4.5)
)

// gammaVariate draws from the gamma distribution (Cheng, 1977, and for small
// alpha algorithm GS of Ahrens and Dieter, 1974).
func (t *twister) gammaVariate(h *object.Heap, alpha, beta float64) (float64, error) {
	switch {
	case alpha <= 0 || beta <= 0:
		return 0, h.Raise(object.ValueErrorType, "gammavariate: alpha and beta must be > 0.0")
	case alpha > 1:
		return t.gammaLarge(alpha) * beta, nil
	case alpha == 1:
		return -cmath.Log(1-t.float()) * beta, nil
	}
	for {
		u := t.float()
		b := (math.E + alpha) / math.E
		p := float64(b * u)
		x := -cmath.Log((b - p) / alpha)
		if p <= 1 {
			x = cmath.Pow(p, 1/alpha)
		}
		u1 := t.float()
		if p > 1 && u1 <= cmath.Pow(x, alpha-1) || p <= 1 && u1 <= cmath.Exp(-x) {
			return x * beta, nil
		}
	}
}

func (t *twister) gammaLarge(alpha float64) float64 {
	ainv := math.Sqrt(float64(2*alpha) - 1)
	b, c := alpha-gammaLog4, alpha+ainv
	for {
		u1 := t.float()
		if u1 <= 1e-7 || u1 >= 0.9999999 {
			continue
		}
		u2 := 1 - t.float()
		v := cmath.Log(u1/(1-u1)) / ainv
		x := float64(alpha * cmath.Exp(v))
		z := float64(u1 * u1 * u2)
		r := b + float64(c*v) - x
		if r+gammaMagic-float64(4.5*z) >= 0 || r >= cmath.Log(z) {
			return x
		}
	}
}

// vonMises draws the angle from the mean, whose sign is still to be drawn, or
// any angle if kappa is nearly 0.
func (t *twister) vonMises(kappa float64) (angle float64, sign bool) {
	if kappa <= 1e-6 {
		return 2 * math.Pi * t.float(), false
	}
	s := 0.5 / kappa
	r := s + math.Sqrt(1+float64(s*s))
	var z float64
	for {
		z = cmath.Cos(math.Pi * t.float())
		d := z / (r + z)
		u2 := t.float()
		if u2 < 1-float64(d*d) || u2 <= float64((1-d)*cmath.Exp(d)) {
			break
		}
	}
	q := 1 / r
	return cmath.Acos((q + z) / (1 + float64(q*z))), true
}

// binomialVariate counts successes in n trials (geometric method, or algorithm
// BTRS of Hörmann, 1993, where more than ten are expected).
func binomialVariate(h *object.Heap, t *twister, a []object.Value) (object.Value, error) {
	n, p := int64(1), 0.5
	if a[0] != object.Null {
		i, ok := h.AsInt64(a[0])
		if !ok || i > 1<<53 {
			return object.Null, h.Unsupported("argument n of random.binomialvariate")
		}
		n = i
	}
	if a[1] != object.Null {
		if !number(h, a[1]) {
			return object.Null, h.Unsupported("argument p of random.binomialvariate")
		}
		var err error
		if p, err = h.Float(a[1]); err != nil {
			return object.Null, err
		}
	}
	switch {
	case n < 0:
		return object.Null, h.Raise(object.ValueErrorType, "n must be non-negative")
	case p == 0:
		return object.SmallInt(0), nil
	case p == 1:
		return h.Int(n), nil
	case p < 0 || p > 1 || p != p:
		return object.Null, h.Raise(object.ValueErrorType, "p must be in the range 0.0 <= p <= 1.0")
	}
	return h.Int(t.binomial(n, p)), nil
}

func (t *twister) binomial(n int64, p float64) int64 {
	switch {
	case n == 1:
		if t.float() < p {
			return 1
		}
		return 0
	case p > 0.5:
		return n - t.binomial(n, 1-p)
	case float64(n)*p < 10:
		return t.binomialFew(n, p)
	}
	fn := float64(n)
	spq := math.Sqrt(fn * p * (1 - p))
	b := 1.15 + float64(2.53*spq)
	a := -0.0873 + float64(0.0248*b) + float64(0.01*p)
	c := float64(fn*p) + 0.5
	vr := 0.92 - 4.2/b
	alpha := float64((2.83 + 5.1/b) * spq)
	lpq := cmath.Log(p / (1 - p))
	m := math.Floor(float64((fn + 1) * p))
	top := cmath.Lgamma(m+1) + cmath.Lgamma(fn-m+1)
	for {
		u := t.float() - 0.5
		us := 0.5 - math.Abs(u)
		k := math.Floor(float64((float64(2*a)/us+b)*u) + c)
		if k < 0 || k > fn {
			continue
		}
		v := t.float()
		if us >= 0.07 && v <= vr {
			return int64(k)
		}
		v *= alpha / (a/float64(us*us) + b)
		if cmath.Log(v) <= top-cmath.Lgamma(k+1)-cmath.Lgamma(fn-k+1)+float64((k-m)*lpq) {
			return int64(k)
		}
	}
}

// binomialFew adds up the gaps between successes.
func (t *twister) binomialFew(n int64, p float64) int64 {
	c := cmath.Log2(1 - p)
	if c == 0 {
		return 0
	}
	x, y := int64(0), 0.0
	for {
		u := t.float()
		if u == 0 {
			continue // its logarithm is an error, which CPython ignores
		}
		y += math.Floor(cmath.Log2(u)/c) + 1
		if y > float64(n) {
			return x
		}
		x++
	}
}
