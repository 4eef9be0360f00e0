package cmath

import (
	"flag"
	"math/big"
)

var update = flag.Bool("update", false, "rewrite the generated files")

// Arithmetic of more bits: the generator's, and the tests' of arguments that are
// near a multiple of π/2.

// precision is that of the generator's own arithmetic, in bits.
const precision = 1500

func bigFloat(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// bigArcTan returns atan(1/n) by its series.
func bigArcTan(n int64) *big.Float {
	x := new(big.Float).Quo(bigFloat(1), bigFloat(float64(n)))
	return bigAtan(x)
}

// bigAtan returns atan(x) by its series; x is small.
func bigAtan(x *big.Float) *big.Float {
	sum, term := bigFloat(0), new(big.Float).Copy(x)
	square := new(big.Float).Mul(x, x)
	for i := 0; term.Sign() != 0 && (sum.Sign() == 0 || term.MantExp(nil) > sum.MantExp(nil)-precision); i++ {
		part := new(big.Float).Quo(term, bigFloat(float64(2*i+1)))
		if i%2 == 0 {
			sum.Add(sum, part)
		} else {
			sum.Sub(sum, part)
		}
		term.Mul(term, square)
	}
	return sum
}

// bigSinCos returns sine and cosine by their series.
func bigSinCos(x *big.Float) (sin, cos *big.Float) {
	sums := [2]*big.Float{bigFloat(1), bigFloat(0)}
	term := bigFloat(1)
	for i := 1; i < 400; i++ {
		term.Mul(term, x)
		term.Quo(term, bigFloat(float64(i)))
		if i%4 < 2 {
			sums[i%2].Add(sums[i%2], term)
		} else {
			sums[i%2].Sub(sums[i%2], term)
		}
	}
	return sums[1], sums[0]
}

// parts splits x into n floats.
func parts(x *big.Float, n int) []float64 {
	x = new(big.Float).Copy(x)
	fs := make([]float64, n)
	for i := range fs {
		fs[i], _ = x.Float64()
		x.Sub(x, bigFloat(fs[i]))
	}
	return fs
}
