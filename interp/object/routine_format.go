package object

import "github.com/tier2go/tier2/opgen/mem"

// Bounds of format specifications that are looked at.
const (
	mostSpec  = 5
	mostWidth = 64
)

// specOf reads a specification of an alignment, a zero in front of the width, the width, and d or s.
func specOf(m mem.Mem, spec mem.Ref) (align, width, kind uint64, zero, ok bool) {
	n := m.U64(spec, fieldStrLen)
	if n > mostSpec {
		return 0, 0, 0, false, false
	}
	digits := uint64(0)
	for i := uint64(0); i < n; i++ {
		c := m.U8At(spec, fieldStrData, i)
		if c-'0' < 10 {
			if digits == 0 && c == '0' {
				zero = true
			}
			digits++
			width = 10*width + c - '0'
			continue
		}
		if i == 0 && (c == '<' || c == '>' || c == '^') {
			align = c
			continue
		}
		if i+1 != n || c != 'd' && c != 's' {
			return 0, 0, 0, false, false
		}
		kind = c
	}
	return align, width, kind, zero, width <= mostWidth && (align == 0 || !zero)
}

// formatted is format(x, spec) of a number or a str, as f-strings have it: spec is of few characters, and fills with spaces or zeros.
//
//tier2:routine format
func formatted(m mem.Mem, x, spec mem.Ref) (s mem.Ref, ok bool) {
	if !ascii(m, spec) {
		return NoRef, false
	}
	if wordIsFloat(x) {
		return floatFormatted(m, x, spec)
	}
	align, width, kind, zero, ok := specOf(m, spec)
	if !ok {
		return NoRef, false
	}
	text := ascii(m, x)
	if text && (zero || kind == 'd') || !text && kind == 's' {
		return NoRef, false
	}
	n, ok := partLength(m, x, !text)
	if !ok {
		return NoRef, false
	}
	if n >= width {
		return textFor(m, x)
	}
	if width < 2 {
		return NoRef, false
	}
	s, ok = newASCIIOf(m, width)
	if !ok {
		return NoRef, false
	}
	fill := uint64(' ')
	if zero {
		fill = '0'
	}
	for i := uint64(0); i < min(width, mostWidth); i++ {
		m.InitU8At(s, fieldStrData, i, fill)
	}
	if zero {
		k, negative, _ := magnitude(x)
		count := digitsOf(k)
		putDigits(m, mem.Ref(uint64(s)+width-count), k, count)
		if negative {
			m.SetU8At(s, fieldStrData, 0, '-')
		}
		return s, true
	}
	left := width - n
	if align == '<' || align == 0 && text {
		left = 0
	}
	if align == '^' {
		left >>= 1
	}
	putPart(m, mem.Ref(uint64(s)+left), x)
	return s, true
}
