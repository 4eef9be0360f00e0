package object

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
)

// The text of values: what f-strings, str(), repr() and % make of ints and strs.

// mostDigits is how many decimal digits ints have that are written out: those below 1<<32.
const mostDigits = 10

// digitsOf is how many decimal digits a number below 1<<32 has.
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

// magnitude is that of an int of the word, if it is below 1<<32.
func magnitude(x mem.Ref) (n uint64, negative, ok bool) {
	i := intOf(x)
	n = uint64(max(i, -i))
	return n, i < 0, wordIsInt(x) && n < 1<<32
}

// putDigits writes a number of so many digits, below 1<<32, into the data of a str.
func putDigits(m mem.Mem, to mem.Ref, n, count uint64) {
	for k := uint64(0); k < min(count, mostDigits); k++ {
		q := n * 0xCCCCCCCD >> 35 // n / 10
		m.SetU8At(to, fieldStrData, count-1-k, n-10*q+'0')
		n = q
	}
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
	m.SetU8At(s, fieldStrData, 0, '-')
	putDigits(m, mem.Ref(uint64(s)+sign), n, count)
	return s, true
}

// textFor is str(x), and what an f-string has for x, of an int or a str.
//
//tier2:routine str
func textFor(m mem.Mem, x mem.Ref) (s mem.Ref, ok bool) {
	if wordIs(m, x, uint64(StrType)) {
		return x, true
	}
	return intText(m, x)
}

// reprOf is repr(x) of an int, or of a str of which each character stands for itself.
//
//tier2:routine repr
func reprOf(m mem.Mem, x mem.Ref) (s mem.Ref, ok bool) {
	if !ascii(m, x) {
		return intText(m, x)
	}
	n := m.U64(x, fieldStrLen)
	if n > mostMade {
		return NoRef, false
	}
	for i := uint64(0); i < n; i++ {
		c := m.U8At(x, fieldStrData, i)
		if c < ' ' || c == '\'' || c == '\\' || c == 127 {
			return NoRef, false
		}
	}
	s, ok = newASCIIOf(m, n+2)
	if !ok {
		return NoRef, false
	}
	m.SetU8At(s, fieldStrData, 0, '\'')
	copyBytes(m, mem.Ref(uint64(s)+1), x, n)
	m.SetU8At(s, fieldStrData, n+1, '\'')
	return s, true
}

// mostFormat is how many characters formats have that are gone through.
const mostFormat = 32

// partLength is how long the text of x is that %s gives, or %d of an int.
func partLength(m mem.Mem, x mem.Ref, decimal bool) (n uint64, ok bool) {
	if !decimal && ascii(m, x) {
		n = m.U64(x, fieldStrLen)
		return n, n <= mostMade
	}
	k, negative, ok := magnitude(x)
	n = digitsOf(k)
	if negative {
		n++
	}
	return n, ok
}

// putPart writes the text of x, and returns where the next one goes.
func putPart(m mem.Mem, to, x mem.Ref) (next mem.Ref) {
	if ascii(m, x) {
		n := min(m.U64(x, fieldStrLen), mostMade)
		copyBytes(m, to, x, n)
		return mem.Ref(uint64(to) + n)
	}
	k, negative, _ := magnitude(x)
	if negative {
		m.SetU8At(to, fieldStrData, 0, '-')
		to = mem.Ref(uint64(to) + 1)
	}
	n := digitsOf(k)
	putDigits(m, to, k, n)
	return mem.Ref(uint64(to) + n)
}

// argument is the operand of % for a conversion: of a tuple an element.
func argument(m mem.Mem, args mem.Ref, tuple bool, i uint64) mem.Ref {
	if !tuple {
		return args
	}
	return m.RefAt(args, fieldTupleItem, i)
}

// formattedLength is how long format % args is, where all conversions are %s and %d of strs and ints.
func formattedLength(m mem.Mem, format, args mem.Ref, n uint64, tuple bool) (length uint64, ok bool) {
	count, used := uint64(1), uint64(0)
	if tuple {
		count = tupleLen(m, args)
	}
	before := uint64(0) // '%' in front of a conversion
	for i := uint64(0); i < n; i++ {
		c := m.U8At(format, fieldStrData, i)
		if before != '%' {
			before = c
			if c != '%' {
				length++
			}
			continue
		}
		before = 0
		if c == '%' {
			length++
			continue
		}
		if c != 's' && c != 'd' || used == count {
			return 0, false
		}
		k, ok := partLength(m, argument(m, args, tuple, used), c == 'd')
		if !ok {
			return 0, false
		}
		used++
		length += k
	}
	return length, used == count && before != '%'
}

// strFormatted is s % args of a str.
func strFormatted(m mem.Mem, format, args mem.Ref) (s mem.Ref, ok bool) {
	if !ascii(m, format) {
		return NoRef, false
	}
	n, tuple := m.U64(format, fieldStrLen), wordIs(m, args, uint64(TupleType))
	if n > mostFormat {
		return NoRef, false
	}
	length, ok := formattedLength(m, format, args, n, tuple)
	if !ok || length < 2 || length > heap.MaxSmall-OffStrData {
		return NoRef, false
	}
	s, ok = newASCIIOf(m, length)
	if !ok {
		return NoRef, false
	}
	to, used, before := s, uint64(0), uint64(0)
	for i := uint64(0); i < n; i++ {
		c := m.U8At(format, fieldStrData, i)
		if before == '%' && c != '%' {
			before = 0
			to = putPart(m, to, argument(m, args, tuple, used))
			used++
			continue
		}
		if c == '%' && before != '%' {
			before = c
			continue
		}
		before = 0
		m.SetU8At(to, fieldStrData, 0, c)
		to = mem.Ref(uint64(to) + 1)
	}
	return s, true
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
