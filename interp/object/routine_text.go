package object

import "github.com/tier2go/tier2/opgen/mem"

// The text of values: what f-strings, str(), repr() and % make of ints and strs.

// mostDecimal is above the ints that are written out, mostDigits how many decimal digits these have.
const (
	mostDecimal = 1 << 48
	mostDigits  = 15
	billion     = 1_000_000_000
)

// digitsOf is how many decimal digits a number has.
func digitsOf(n uint64) uint64 {
	above := uint64(10)
	for k := uint64(1); k < mostDigits; k++ {
		if n < above {
			return k
		}
		above *= 10
	}
	return mostDigits
}

// magnitude is that of an int of the word.
func magnitude(x mem.Ref) (n uint64, negative, ok bool) {
	i := intOf(x)
	return uint64(max(i, -i)), i < 0, wordIsInt(x)
}

// putDigits writes a number of so many digits, below 1<<32, into the data of a str.
func putDigits(m mem.Mem, to mem.Ref, n, count uint64) {
	for k := uint64(0); k < min(count, mostDigits); k++ {
		q := n * 0xCCCCCCCD >> 35 // n / 10
		m.InitU8At(to, fieldStrData, count-1-k, n-10*q+'0')
		n = q
	}
}

// billions takes a number below 1<<50 apart: what is left of it divided by a billion is below that.
func billions(n uint64) (high, low uint64) {
	near, _ := roundedFloat(float64(int64(n)) / billion)
	high = uint64(near)
	if high*billion > n {
		high--
	}
	return high, n - high*billion
}

// putDecimal writes a number of so many digits.
func putDecimal(m mem.Mem, to mem.Ref, n, count uint64) {
	if n < billion {
		putDigits(m, to, n, count)
		return
	}
	high, low := billions(n)
	putDigits(m, to, high, count-9)
	putDigits(m, ahead(to, count-9), low, 9)
}

// intText is the str of an int in decimal.
func intText(m mem.Mem, x mem.Ref) (s mem.Ref, ok bool) {
	n, negative, ok := magnitude(x)
	if !ok {
		return NoRef, false
	}
	if n < 10 && !negative {
		return oneChar(m, n+'0')
	}
	count, sign := digitsOf(n), uint64(0)
	if negative {
		sign = 1
	}
	s, ok = newASCIIOf(m, count+sign)
	if !ok {
		return NoRef, false
	}
	m.InitU8At(s, fieldStrData, 0, '-')
	putDecimal(m, mem.Ref(uint64(s)+sign), n, count)
	return s, true
}

// textFor is str(x), and what an f-string has for x, of an int, a float of few digits, or a str.
//
//tier2:routine str
func textFor(m mem.Mem, x mem.Ref) (s mem.Ref, ok bool) {
	if wordIs(m, x, uint64(StrType)) {
		return x, true
	}
	if wordIsFloat(x) {
		return numberFormatted(m, x, 0, kindText)
	}
	return intText(m, x)
}

// reprOf is repr(x) of an int, a float of few digits, or a str of which each character stands for itself.
//
//tier2:routine repr
func reprOf(m mem.Mem, x mem.Ref) (s mem.Ref, ok bool) {
	if wordIsFloat(x) {
		return numberFormatted(m, x, 0, kindText)
	}
	if !ascii(m, x) {
		return intText(m, x)
	}
	if !quotable(m, x) {
		return NoRef, false
	}
	n := min(m.U64(x, fieldStrLen), mostMade)
	s, ok = newASCIIOf(m, n+2)
	if !ok {
		return NoRef, false
	}
	putQuoted(m, s, x, n)
	return s, true
}

// quotable reports whether each character of a str of few ones below 128 stands for itself between quotes.
func quotable(m mem.Mem, s mem.Ref) bool {
	n := m.U64(s, fieldStrLen)
	if n > mostMade {
		return false
	}
	for i := uint64(0); i < n; i++ {
		c := m.U8At(s, fieldStrData, i)
		if c < ' ' || c == '\'' || c == '\\' || c == 127 {
			return false
		}
	}
	return true
}

// putQuoted writes the n characters of a str between quotes.
func putQuoted(m mem.Mem, to, s mem.Ref, n uint64) {
	m.InitU8At(to, fieldStrData, 0, '\'')
	copyBytes(m, mem.Ref(uint64(to)+1), s, n)
	m.InitU8At(to, fieldStrData, n+1, '\'')
}

// threeJoined is what an f-string of three parts makes.
//
//tier2:routine str.concat3
func threeJoined(m mem.Mem, a, b, c mem.Ref) (r mem.Ref, ok bool) {
	if !ascii(m, a) || !ascii(m, b) || !ascii(m, c) {
		return NoRef, false
	}
	n, k, l := m.U64(a, fieldStrLen), m.U64(b, fieldStrLen), m.U64(c, fieldStrLen)
	if n > mostMade || k > mostMade || l > mostMade || n+k+l < 2 {
		return NoRef, false
	}
	r, ok = newASCIIOf(m, n+k+l)
	if !ok {
		return NoRef, false
	}
	copyBytes(m, r, a, n)
	copyBytes(m, mem.Ref(uint64(r)+n), b, k)
	copyBytes(m, mem.Ref(uint64(r)+n+k), c, l)
	return r, true
}
