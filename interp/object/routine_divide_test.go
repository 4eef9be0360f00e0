package object

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/tier2go/tier2/interp/internal/cmath"
	"github.com/tier2go/tier2/interp/number"
	"github.com/tier2go/tier2/opgen/mem"
)

// dividend returns an int, seldom another number.
func (r *randomValues) dividend() Value {
	switch r.rng.IntN(6) {
	case 0:
		return r.number()
	case 1, 2:
		return r.float()
	}
	return SmallInt((r.rng.Int64N(1<<49) - 1<<48) >> r.rng.IntN(48))
}

// float returns one, often a multiple of a simple one or next to it, or at an edge of what a division looks at.
func (r *randomValues) float() Value {
	x := (r.rng.Float64() - 0.5) * math.Ldexp(1, r.rng.IntN(50))
	switch r.rng.IntN(8) {
	case 0:
		x = math.Float64frombits(r.rng.Uint64())
	case 1, 2:
		x = float64(r.rng.IntN(2000)-1000) / []float64{1, 2, 8, 10, 3}[r.rng.IntN(5)]
	case 3:
		x = math.Ldexp(x, []int{-1022, -971, -970, -969, 970, -60, 60}[r.rng.IntN(7)])
	}
	if r.rng.IntN(4) == 0 {
		x = math.Nextafter(x, 0)
	}
	return FloatValue(x)
}

// shownOrFloat returns what formats know.
func (r *randomValues) shownOrFloat() Value {
	if r.rng.IntN(2) == 0 {
		return r.float()
	}
	return r.shown()
}

// divisor returns one, often near a power of two, or such that a multiple of it is the dividend or next to it.
func (r *randomValues) divisor() Value {
	switch r.rng.IntN(4) {
	case 0:
		return r.number()
	case 1:
		return SmallInt(int64(1)<<r.rng.IntN(47) + int64(r.rng.IntN(3)) - 1)
	}
	return r.dividend()
}

// base returns a number, half of the time a float.
func (r *randomValues) base() Value {
	switch r.rng.IntN(4) {
	case 0:
		return r.long()
	case 1:
		return SmallInt(int64(r.rng.IntN(24) - 12))
	case 2:
		return r.number()
	}
	return r.float()
}

func gcdGeneral(h *Heap, args []Value) (uint64, error) {
	x, y := new(big.Int).Abs(h.BigInt(args[0])), new(big.Int).Abs(h.BigInt(args[1]))
	return uint64(h.IntFromBig(x.GCD(nil, nil, x, y))), nil
}

func hypotGeneral(h *Heap, args []Value) (uint64, error) {
	x, errX := h.Float(args[0])
	y, errY := h.Float(args[1])
	return uint64(FloatValue(cmath.Hypot(x, y))), errors.Join(errX, errY)
}

// exponent returns a small int or a multiple of a half mostly.
func (r *randomValues) exponent() Value {
	switch r.rng.IntN(6) {
	case 0:
		return r.number()
	case 1, 2:
		return FloatValue(float64(r.rng.IntN(9)-1) / 2)
	}
	return SmallInt(int64(r.rng.IntN(12)*(1+r.rng.IntN(12))) - 1)
}

// formatOrInt returns a format or an int, formattedOrInt what goes with it.
func (r *randomValues) formatOrInt() Value {
	if r.rng.IntN(2) == 0 {
		r.divides = true
		return r.dividend()
	}
	r.divides = false
	return r.format()
}

func (r *randomValues) formattedOrInt() Value {
	if r.divides {
		return r.divisor()
	}
	return r.formatted()
}

// divmodGeneral is divmod(a, b).
func divmodGeneral(h *Heap, args []Value) (uint64, error) {
	v, err := h.DivMod(args[0], args[1])
	return uint64(v), err
}

// TestQuotient: of multiples of a divisor, and of the ints next to them, the floor is exact, whatever the quotient of floats is rounded to.
func TestQuotient(t *testing.T) {
	word := func(i int64) mem.Ref { return mem.Ref(SmallInt(i)) }
	for _, y := range []int64{1, -1, 2, 3, -3, 7, 10, 1000, 1<<24 - 1, 1<<24 + 1, -1<<31 + 1, 1<<46 - 1, MaxSmall, MinSmall} {
		for _, by := range []int64{0, 1, -1, 2, 3, 1<<20 + 1, -1<<22 + 1, 1<<45 - 1, 1<<46 - 1, 1 << 46, MaxSmall / y} {
			for _, off := range []int64{-1, 0, 1} {
				x := y*by + off
				if by > 1<<40 && (y > 8 || y < -8) && by != MaxSmall/y || x > MaxSmall || x < MinSmall {
					continue
				}
				q, left := x/y, x%y
				if left != 0 && left^y < 0 {
					q, left = q-1, left+y
				}
				gotQ, gotLeft, ok := quotient(word(x), word(y))
				if ok && (gotQ != q || gotLeft != left) || !ok && q < 1<<46-1 && q > -1<<46+1 {
					t.Errorf("%d by %d: %d and %d (%v), not %d and %d", x, y, gotQ, gotLeft, ok, q, left)
				}
			}
		}
	}
}

// TestFloatQuotient: what floatQuotient gives has the bits of number.FloatDivMod, and it gives up seldom.
func TestFloatQuotient(t *testing.T) {
	r := &randomValues{rng: rand.New(rand.NewPCG(3, 4))}
	const rounds = 300000
	gaveUp := 0
	for range rounds {
		a, b := r.float(), r.float()
		switch r.rng.IntN(6) {
		case 0: // near a multiple
			a = FloatValue(math.Nextafter(b.Float()*float64(r.rng.IntN(1<<20)), float64(r.rng.IntN(3)-1)))
		case 1:
			a = SmallInt(r.rng.Int64N(1<<20) - 1<<19)
		case 2:
			b = FloatValue([]float64{math.Inf(1), math.Inf(-1), math.NaN(), 0, math.Copysign(0, -1), 5e-324, -1e-308, math.MaxFloat64, 1, -1}[r.rng.IntN(10)])
		}
		q, left, ok := floatQuotient(mem.Ref(a), mem.Ref(b))
		if !ok {
			gaveUp++
			continue
		}
		x := a.Float()
		if a.IsSmall() {
			x = float64(a.Small())
		}
		wantQ, want := number.FloatDivMod(x, b.Float())
		if math.Float64bits(q) != math.Float64bits(wantQ) || math.Float64bits(left) != math.Float64bits(want) {
			t.Fatalf("%x by %x: %x and %x, want %x and %x", x, b.Float(), q, left, wantQ, want)
		}
	}
	if gaveUp > rounds/3 {
		t.Errorf("given up %d times", gaveUp)
	}
	for _, c := range [][2]float64{{7, 2}, {-7, 2}, {1e9, 0.1}, {-5e-324, 3}, {1e12, 3.7}, {0, -2}} {
		if _, _, ok := floatQuotient(mem.Ref(FloatValue(c[0])), mem.Ref(FloatValue(c[1]))); !ok {
			t.Errorf("%v is given up", c)
		}
	}
}

// TestFixed: what is written of floats are the digits of Go's own function.
func TestFixed(t *testing.T) {
	r := &randomValues{rng: rand.New(rand.NewPCG(5, 6))}
	gaveUp := 0
	for i := range 200000 {
		x, places := math.Abs(r.float().Float()), r.rng.IntN(mostPlaces+1)
		if i%3 == 0 { // a tie, or next to one
			x = (float64(r.rng.IntN(1<<20)) + 0.5) / []float64{1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9}[places]
			x = math.Nextafter(x, []float64{0, x, math.Inf(1)}[r.rng.IntN(3)])
		}
		n, part, ok := fixed(mem.Ref(FloatValue(x)), uint64(places))
		if !ok {
			gaveUp++
			if x < 1e14 && (x > 1e-4 || places < 4) {
				t.Fatalf("%v of %d places is given up", x, places)
			}
			continue
		}
		got := strconv.FormatUint(n, 10)
		if places > 0 {
			got += fmt.Sprintf(".%0*d", places, part)
		}
		if want := strconv.FormatFloat(x, 'f', places, 64); got != want {
			t.Fatalf("%x of %d places: %s, want %s", x, places, got, want)
		}
	}
	for _, x := range []float64{math.Inf(1), math.NaN(), 1e300, 1 << 60} {
		if _, _, ok := fixed(mem.Ref(FloatValue(x)), 2); ok {
			t.Errorf("%v is not given up", x)
		}
	}
	t.Log(gaveUp)
}

// TestShortest: the digits of floats that few digits tell are those of Go's own function, and no float that they tell is given up.
func TestShortest(t *testing.T) {
	r := &randomValues{rng: rand.New(rand.NewPCG(8, 9))}
	shown := 0
	for i := range 400000 {
		x := math.Abs([]func() Value{r.float, r.decimal}[i&1]().Float())
		whole, part, places, ok := shortest(mem.Ref(FloatValue(x)))
		want := strconv.FormatFloat(x, 'f', -1, 64)
		digits := strings.TrimLeft(strings.Replace(want, ".", "", 1), "0")
		if !ok {
			if len(digits) <= mostDigits && x < 1<<48 && x >= leastFixed {
				t.Fatalf("%s is given up", want)
			}
			continue
		}
		shown++
		if !strings.Contains(want, ".") {
			want += ".0"
		}
		if got := fmt.Sprintf("%d.%0*d", whole, int(places), part); got != want {
			t.Fatalf("%x: %s, want %s", x, got, want)
		}
	}
	if shown < 100000 {
		t.Errorf("%d are shown", shown)
	}
}

// TestSignificant: the digits of %g are those of Go's own function.
func TestSignificant(t *testing.T) {
	r := &randomValues{rng: rand.New(rand.NewPCG(10, 11))}
	shown := 0
	for i := range 200000 {
		x, digits := math.Abs([]func() Value{r.float, r.decimal}[i&1]().Float()), 1+r.rng.IntN(9)
		if i%3 == 0 { // a tie, or next to one
			x = math.Ldexp(float64(r.rng.IntN(1<<20)), -r.rng.IntN(20))
		}
		whole, part, places, ok := significant(mem.Ref(FloatValue(x)), uint64(digits))
		if !ok {
			continue
		}
		shown++
		got := strconv.FormatUint(whole, 10)
		if places > 0 {
			got += fmt.Sprintf(".%0*d", int(places), part)
		}
		if want := strings.ToLower(strconv.FormatFloat(x, 'g', digits, 64)); got != want {
			t.Fatalf("%x of %d digits: %s, want %s", x, digits, got, want)
		}
	}
	if shown < 50000 {
		t.Errorf("%d are shown", shown)
	}
}

func appendLatin1(b []byte, text []rune) []byte {
	for _, c := range text {
		b = append(b, byte(c))
	}
	return b
}

// TestCharTests: methods of str and bytes that ask for kinds answer as the general ones, of each character below 256 and of two.
func TestCharTests(t *testing.T) {
	h := newHeap(t, Options{})
	for _, row := range charTests {
		b := h.BuiltinOf(h.Type(row.Of).Lookup(h.Intern(row.Name)))
		for c := range rune(256) {
			for _, text := range [][]rune{{c}, {c, 'a'}, {'1', c}, {' ', c}, {}} {
				s := h.NewStr(string(text))
				if row.Of == BytesType {
					s = h.NewBytes(appendLatin1(nil, text))
				}
				want, err := b.Fn(h, s, nil)
				got, err2 := h.CallBuiltin(b, s, nil, Null)
				if err != nil || err2 != nil || got != want {
					t.Fatalf("%q.%s() is %#x, not %#x (%v, %v)", string(text), row.Name, uint64(got), uint64(want), err, err2)
				}
			}
		}
	}
}
