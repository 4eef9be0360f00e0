package cmath

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	_ "embed"

	"github.com/tier2go/tier2/internal/soak"
)

// specialArguments are zeros, infinities, NaN and the ends of the ranges.
var specialArguments = []float64{
	0, math.Copysign(0, -1), 1, -1, 2, -2, 0.5, -0.5, math.Inf(1), math.Inf(-1), math.NaN(),
	5e-324, -5e-324, 0x1p-1022, -0x1p-1022, math.MaxFloat64, -math.MaxFloat64, 1e-300, 0x1p-60, -0x1p-60, 3, -3,
}

// specialResults is what musl gives for specialArguments (modernc.org/libc v1.80.1 on
// linux): a line for each function, of two arguments a line for each first one.
//
//go:embed testdata/specials.txt
var specialResults string

// TestSpecialArguments compares the results for specialArguments with those of another C
// library, bit by bit but for roundings.
func TestSpecialArguments(t *testing.T) {
	one := map[string]func(float64) float64{
		"acos": Acos, "acosh": Acosh, "asin": Asin, "asinh": Asinh, "atan": Atan, "atanh": Atanh, "cbrt": Cbrt,
		"ceil": Ceil, "cos": Cos, "cosh": Cosh, "erf": Erf, "erfc": Erfc, "exp": Exp, "exp2": Exp2, "expm1": Expm1,
		"floor": Floor, "gamma": Gamma, "lgamma": Lgamma, "log": Log, "log10": Log10, "log1p": Log1p, "log2": Log2,
		"sin": Sin, "sinh": Sinh, "sqrt": Sqrt, "tan": Tan, "tanh": Tanh, "trunc": Trunc,
	}
	two := map[string]func(x, y float64) float64{
		"atan2": Atan2, "copysign": Copysign, "fmod": Fmod, "nextafter": Nextafter, "remainder": Remainder,
		"hypot": func(x, y float64) float64 { return Hypot(x, y) },
		// Pow leaves negative bases, infinities and NaN to its caller.
		"pow": func(x, y float64) float64 { return Pow(math.Abs(x), y) },
	}
	seen := map[string]int{}
	for line := range strings.Lines(specialResults) {
		words := strings.Fields(line)
		name := words[0]
		first := specialArguments[seen[name]]
		seen[name]++
		if len(words)-1 != len(specialArguments) {
			t.Fatalf("%s has %d results", name, len(words)-1)
		}
		for i, word := range words[1:] {
			want, err := strconv.ParseFloat(word, 64)
			if err != nil {
				t.Fatal(err)
			}
			x := specialArguments[i]
			if name == "pow" && (first < 0 || math.IsInf(first, 0) || math.IsInf(x, 0) || first != first || x != x) {
				continue
			}
			var got float64
			if f := one[name]; f != nil {
				got = f(x)
			} else {
				got = two[name](first, x)
			}
			if !sameFloat(got, want) && !near(got, want) {
				t.Errorf("%s(%g, %g) = %g, want %g", name, first, x, got, want)
			}
		}
	}
	for name := range one {
		if seen[name] != 1 {
			t.Errorf("%s has %d lines", name, seen[name])
		}
	}
	for name := range two {
		if seen[name] != len(specialArguments) {
			t.Errorf("%s has %d lines", name, seen[name])
		}
	}
}

// near accepts results that are only rounded differently.
func near(a, b float64) bool {
	d := int64(math.Float64bits(a)) - int64(math.Float64bits(b))
	return a == a && b == b && !math.IsInf(a, 0) && a != 0 && d >= -4 && d <= 4
}

func sameFloat(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b
}

// TestRoundedCorrectly checks the functions computed in pairs of floats against
// arithmetic of 300 bits and more.
func TestRoundedCorrectly(t *testing.T) {
	n := soak.Of(200, 500, 5000)
	pi := new(big.Float).Mul(bigFloat(4), new(big.Float).Sub(new(big.Float).Mul(bigFloat(4), bigArcTan(5)), bigArcTan(239)))
	half := new(big.Float).Quo(pi, bigFloat(2))
	r := rand.New(rand.NewPCG(5, 6))
	sinCosOf := func(x float64) (sin, cos *big.Float) {
		k, _ := new(big.Float).Quo(bigFloat(x), half).Int(nil)
		return bigSinCos(new(big.Float).Sub(bigFloat(x), new(big.Float).Mul(new(big.Float).SetPrec(precision).SetInt(k), half)))
	}
	quadrant := func(x float64) int64 {
		k, _ := new(big.Float).Quo(bigFloat(x), half).Int(nil)
		return new(big.Int).And(k, big.NewInt(3)).Int64()
	}
	wrong := map[string]int{}
	check := func(name string, x, got float64, want *big.Float) {
		if w, _ := want.Float64(); w != got {
			wrong[name]++
			if math.Abs(got-w) > 1.0001*Ulp(w) {
				t.Errorf("%s(%x) = %x, want %x", name, x, got, w)
			}
		}
	}
	for range n {
		x := math.Ldexp(r.Float64()*2-1, r.IntN(40)-8)
		if r.IntN(8) == 0 {
			x = math.Ldexp(r.Float64()*2-1, r.IntN(1000))
		}
		s, c := sinCosOf(x)
		switch quadrant(x) {
		case 1:
			s, c = c, s.Neg(s)
		case 2:
			s, c = s.Neg(s), c.Neg(c)
		case 3:
			s, c = c.Neg(c), s
		}
		check("sin", x, Sin(x), s)
		check("cos", x, Cos(x), c)
		check("tan", x, Tan(x), new(big.Float).Quo(s, c))

		y := r.Float64() * 0.4
		check("atan", y, Atan(y), bigAtan(bigFloat(y)))
		root := new(big.Float).Sqrt(new(big.Float).Sub(bigFloat(1), new(big.Float).Mul(bigFloat(y), bigFloat(y))))
		asin := bigAtan(new(big.Float).Quo(bigFloat(y), root))
		check("asin", y, Asin(y), asin)
		check("acos", y, Acos(y), new(big.Float).Sub(half, asin))
		check("acos", -y, Acos(-y), new(big.Float).Add(half, asin))

		z := math.Ldexp(r.Float64()+0.5, r.IntN(2000)-1000)
		check("cbrt", z, Cbrt(z), bigCbrt(z))
	}
	for name, k := range wrong {
		t.Logf("%s: %d of %d not rounded correctly", name, k, n)
		if k > max(1, n/500) {
			t.Errorf("%s: %d of %d results are not the nearest", name, k, n)
		}
	}
}

// bigCbrt returns the cube root of z by Newton's method.
func bigCbrt(z float64) *big.Float {
	x := bigFloat(math.Cbrt(z))
	for range 6 {
		sq := new(big.Float).Mul(x, x)
		q := new(big.Float).Quo(bigFloat(z), sq)
		x.Quo(x.Add(x.Add(x, x), q), bigFloat(3))
	}
	return x
}

func TestExactFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 20000 {
		x := math.Float64frombits(r.Uint64())
		y := math.Float64frombits(r.Uint64())
		if !sameFloat(Fmod(x, y), math.Mod(x, y)) {
			t.Fatalf("fmod(%x, %x) = %x, want %x", x, y, Fmod(x, y), math.Mod(x, y))
		}
		if !sameFloat(Remainder(x, y), math.Remainder(x, y)) {
			t.Fatalf("remainder(%x, %x) = %x, want %x", x, y, Remainder(x, y), math.Remainder(x, y))
		}
		m, e := Frexp(x)
		if !sameFloat(Ldexp(m, e), x) {
			t.Fatalf("ldexp(frexp(%x)) = %x", x, Ldexp(m, e))
		}
		if f, w := Modf(x); x == x && !math.IsInf(x, 0) && f+w != x {
			t.Fatalf("modf(%x) = %x, %x", x, f, w)
		}
	}
	if Ldexp(1, math.MaxInt) != math.Inf(1) || Ldexp(1, math.MinInt) != 0 || Ldexp(0x1.8p-1000, -74) != 0x1p-1073 {
		t.Error("ldexp at the ends")
	}
	if Hypot() != 0 || Hypot(-3) != 3 || Hypot(1, 2, 2) != 3 || !math.IsInf(Hypot(math.NaN(), math.Inf(-1)), 1) || Hypot(5e-324, 0) != 5e-324 {
		t.Error("hypot")
	}
	if Ulp(1) != 0x1p-52 || Ulp(0) != 5e-324 || Ulp(-math.MaxFloat64) != 0x1p971 || FMA(0x1p-30+1, 0x1p-30+1, -1) != 0x1p-29+0x1p-60 {
		t.Error("ulp, fma")
	}
}

func BenchmarkFunctions(b *testing.B) {
	for i := range measuredFunctions {
		f := &measuredFunctions[i]
		args := f.arguments(1 << 10)
		b.Run(f.name, func(b *testing.B) {
			b.ReportAllocs()
			i, sum := 0, 0.0
			for b.Loop() {
				sum += f.call(args[i], args[i+1])
				i = (i + 2) & (1<<11 - 1)
			}
			if sum == 42 {
				b.Log(sum)
			}
		})
	}
}
