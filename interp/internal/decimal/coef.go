package decimal

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/tier2go/tier2/interp/internal/bigcut"
)

// Env is what contexts share: how work is stopped and bounded, and powers of ten. It is used by one goroutine at a time.
type Env struct {
	// Cut does the work on long coefficients; its Poll may panic to end it.
	Cut bigcut.Cutter
	// Room is asked before something of so many bits is made; it may panic.
	Room func(bits float64)

	powers    map[int64]*big.Int
	powerBits int
	logTen    constant
}

// keptPowers is the most bits of powers of ten that are kept.
const keptPowers = 1 << 26

// bitsPerDigit is a little more than log₂ 10.
const bitsPerDigit = 3.3219280948873626

// pow10 returns 10ⁿ, which must not be changed.
func (e *Env) pow10(n int64) *big.Int {
	if p := e.powers[n]; p != nil {
		return p
	}
	e.Room(float64(n) * bitsPerDigit)
	p := new(big.Int)
	e.Cut.Pow(p, big.NewInt(5), uint64(n))
	p.Lsh(p, uint(n))
	if p.BitLen() > keptPowers {
		return p
	}
	if e.powers == nil || e.powerBits+p.BitLen() > keptPowers || len(e.powers) > 1<<12 {
		e.powers, e.powerBits = map[int64]*big.Int{}, 0
	}
	e.powers[n] = p
	e.powerBits += p.BitLen()
	return p
}

func (e *Env) mul(x, y *big.Int) *big.Int {
	e.Room(float64(x.BitLen()) + float64(y.BitLen()))
	z := new(big.Int)
	if x == y { // bigcut multiplies numbers that may be the same only by pieces
		e.Cut.Mul(z, x, new(big.Int).SetBits(x.Bits()))
		return z
	}
	e.Cut.Mul(z, x, y)
	return z
}

func (e *Env) quoRem(x, y *big.Int) (q, r *big.Int) {
	q, r = new(big.Int), new(big.Int)
	e.Cut.QuoRem(q, x, y, r)
	return q, r
}

// digitsBig returns the number of digits of x, which is positive.
func (e *Env) digitsBig(x *big.Int) int64 {
	n := x.BitLen()
	w := x.Bits()
	top := uint64(w[len(w)-1])
	s := bits.LeadingZeros64(top)
	if top <<= s; s > 0 && len(w) > 1 {
		top |= uint64(w[len(w)-2]) >> (64 - s)
	}
	// x is top·2^(n−64), with what is below top cut off: log₁₀ x = (n−64)·log₁₀ 2 + log₁₀ top.
	const log2 = 5553023288523357132 // log₁₀ 2 · 2⁶⁴
	var whole int64
	var part float64
	if n >= 64 {
		hi, lo := bits.Mul64(uint64(n-64), log2)
		whole, part = int64(hi), float64(float64(lo)/(1<<64))
	} else {
		return digits64(w64(x))
	}
	part += float64(math.Log10(float64(top)))
	low, high := math.Floor(part-1e-9), math.Floor(part+1e-9)
	d := whole + int64(low) + 1
	if low != high && x.CmpAbs(e.pow10(d)) >= 0 {
		d++
	}
	return d
}

func w64(x *big.Int) uint64 {
	if w := x.Bits(); len(w) > 0 {
		return uint64(w[0])
	}
	return 0
}

// coef is a coefficient at work: a wide, or b where that is set.
type coef struct {
	w      wide
	b      *big.Int
	digits int64
}

func shortCoef(hi, lo uint64) coef {
	k := coef{w: wide{lo, hi}}
	k.digits = k.w.digits()
	return k
}

func (e *Env) bigCoef(b *big.Int) coef {
	if b.BitLen() <= 252 {
		k := coef{w: wideOf(b)}
		k.digits = k.w.digits()
		return k
	}
	return coef{b: b, digits: e.digitsBig(b)}
}

func wideOf(b *big.Int) (w wide) {
	for i, x := range b.Bits() {
		w[i] = uint64(x)
	}
	return w
}

func (w *wide) big() *big.Int {
	n := w.words()
	words := make([]big.Word, n)
	for i := range words {
		words[i] = big.Word(w[i])
	}
	return new(big.Int).SetBits(words)
}

// bigInt returns the coefficient as a big.Int that must not be changed.
func (k *coef) bigInt() *big.Int {
	if k.b != nil {
		return k.b
	}
	return k.w.big()
}

func (k *coef) isZero() bool { return k.b == nil && k.w.isZero() }

func (k *coef) setBig(e *Env, b *big.Int) { *k = e.bigCoef(b) }

// shiftLeft multiplies by 10ⁿ.
func (k *coef) shiftLeft(e *Env, n int64) {
	switch {
	case n == 0 || k.isZero():
		return
	case k.b == nil && k.digits+n <= wideDigits:
		k.w.timesTen(n)
	default:
		e.Room(float64(k.digits+n) * bitsPerDigit)
		k.b = e.mul(k.bigInt(), e.pow10(n))
	}
	k.digits += n
}

// shiftRight drops the last n digits.
func (k *coef) shiftRight(e *Env, n int64) dropped {
	switch {
	case n == 0:
		return droppedNone
	case k.b == nil:
		d := k.w.shiftRight(n)
		k.digits = max(k.digits-n, 1)
		return d
	case n > k.digits:
		*k = coef{digits: 1}
		return droppedBelow
	}
	p := e.pow10(n)
	q, r := e.quoRem(k.b, p)
	d := droppedNone
	if r.Sign() != 0 {
		d = droppedAbove
		switch r.Lsh(r, 1).Cmp(p) {
		case -1:
			d = droppedBelow
		case 0:
			d = droppedHalf
		}
	}
	digits := max(k.digits-n, 1)
	if digits <= wideDigits-1 {
		*k = coef{w: wideOf(q), digits: digits}
	} else {
		*k = coef{b: q, digits: digits}
	}
	return d
}

// increment adds one.
func (k *coef) increment(e *Env) {
	if k.b != nil {
		k.setBig(e, new(big.Int).Add(k.b, bigOne))
		return
	}
	k.w.add(&wide{1})
	k.digits = k.w.digits()
}

var bigOne = big.NewInt(1)

// lastDigit returns the last digit.
func (k *coef) lastDigit() uint64 {
	if k.b != nil {
		return lastDigitBig(k.b)
	}
	if k.w[1]|k.w[2]|k.w[3] == 0 {
		return k.w[0] % 10
	}
	v := k.w
	return v.divWord(10)
}

func lastDigitBig(b *big.Int) uint64 {
	sum := uint64(0) // 2⁶⁴ is 6 modulo 10, and so is each power of it
	for i, w := range b.Bits() {
		if i == 0 {
			sum = uint64(w) % 10
		} else {
			sum = (sum + uint64(w)%10*6) % 10
		}
	}
	return sum
}

// plus returns a + b.
func (e *Env) plus(a, b *coef) coef {
	if a.b == nil && b.b == nil {
		k := coef{w: a.w}
		k.w.add(&b.w)
		k.digits = k.w.digits()
		return k
	}
	return e.bigCoef(new(big.Int).Add(a.bigInt(), b.bigInt()))
}

// minus returns a − b; b is not greater.
func (e *Env) minus(a, b *coef) coef {
	if a.b == nil && b.b == nil {
		k := coef{w: a.w}
		k.w.sub(&b.w)
		k.digits = k.w.digits()
		return k
	}
	return e.bigCoef(new(big.Int).Sub(a.bigInt(), b.bigInt()))
}

func (a *coef) cmp(b *coef) int {
	if a.b == nil && b.b == nil {
		return a.w.cmp(&b.w)
	}
	return a.bigInt().CmpAbs(b.bigInt())
}

// times returns a · b.
func (e *Env) times(a, b *coef) coef {
	if a.b == nil && b.b == nil && a.w[2]|a.w[3]|b.w[2]|b.w[3] == 0 && a.digits+b.digits <= wideDigits {
		k := coef{w: mulShort(a.w[1], a.w[0], b.w[1], b.w[0])}
		k.digits = k.w.digits()
		return k
	}
	return e.bigCoef(e.mul(a.bigInt(), b.bigInt()))
}

// divide returns a / b rounded down, and whether that is exact; b is not zero.
func (e *Env) divide(a, b *coef) (q, r coef) {
	if a.b == nil && b.b == nil && b.w[2]|b.w[3] == 0 {
		q = coef{w: a.w}
		if b.w[1] == 0 {
			r.w[0] = q.w.divWord(b.w[0])
		} else {
			r.w[1], r.w[0] = q.w.div(b.w[1], b.w[0])
		}
		q.digits, r.digits = q.w.digits(), r.w.digits()
		return q, r
	}
	x, y := e.quoRem(a.bigInt(), b.bigInt())
	return e.bigCoef(x), e.bigCoef(y)
}

// stripTens divides by ten as often as there is no remainder, at most limit times, and returns how often.
func (k *coef) stripTens(e *Env, limit int64) int64 {
	if k.isZero() {
		return 0
	}
	if k.b == nil {
		n := k.w.stripTens(limit)
		k.digits -= n
		return n
	}
	limit = min(limit, int64(k.b.TrailingZeroBits()))
	n, b := int64(0), k.b
	step := int64(16)
	for step*2 <= limit {
		step *= 2
	}
	for ; step > 0; step /= 2 {
		for step <= limit-n {
			q, r := e.quoRem(b, e.pow10(step))
			if r.Sign() != 0 {
				break
			}
			b = q
			n += step
		}
	}
	digits := k.digits - n
	k.setBig(e, b)
	k.digits = digits
	return n
}
