package object

import (
	"github.com/tier2go/tier2/interp/heap"
	"github.com/tier2go/tier2/opgen/mem"
)

// How values are shown: what specifications and conversions say, and what is written of a value. routine_fields.go reads formats.

// Bounds of what is looked at.
const (
	mostSpec   = 8  // characters of a specification
	mostFormat = 64 // and of a format
	mostWidth  = 64
	mostBits   = 49 // digits of an int in base 2: those of MinSmall
)

// A form is what a specification or a conversion says in front of its letter, read character by character: bits, and two numbers.
const (
	formDigit  = 1 << iota // the width has begun
	formZero               // with a zero
	formPoint              // the point has been
	formPlaces             // and the digit behind it
	formLeft
	formMiddle
	formRight
	formWidth = 8  // where the width stands
	formPlace = 16 // and the digit

	formAligned = formLeft | formMiddle | formRight
)

// kindText stands for the letter where the text of a float is shown.
const kindText = 0

// formWith is a form with one more character, of the width, or the point and a digit behind it.
func formWith(form, c uint64) (next uint64, ok bool) {
	if c == '.' {
		return form | formPoint, form&formPoint == 0
	}
	d := c - '0'
	if d >= 10 {
		return 0, false
	}
	if form&formPoint != 0 {
		return form | formPlaces | d<<formPlace, form&formPlaces == 0
	}
	if d == 0 && form&formDigit == 0 {
		return form | formDigit | formZero, true
	}
	width := 10*widthOf(form) + d
	return form&^(255<<formWidth) | formDigit | width<<formWidth, width <= mostWidth
}

func widthOf(form uint64) uint64 { return form >> formWidth & 255 }

// bitsOf is how many bits a digit has, 0 of decimal ones.
func bitsOf(kind uint64) uint64 {
	switch kind {
	case 'x':
		return 4
	case 'o':
		return 3
	case 'b':
		return 1
	}
	return 0
}

// digitsIn is how many digits a number has.
func digitsIn(n, kind uint64) uint64 {
	bits := bitsOf(kind)
	if bits == 0 {
		return digitsOf(n)
	}
	k := uint64(1)
	for k < mostBits && n>>(k*bits&63) != 0 {
		k++
	}
	return k
}

// putWhole writes a number of so many digits.
func putWhole(m mem.Mem, to mem.Ref, n, count, kind uint64) {
	bits := bitsOf(kind)
	if bits == 0 {
		putDecimal(m, to, n, count)
		return
	}
	for k := uint64(0); k < min(count, mostBits); k++ {
		digit := n>>(k*bits&63)&(1<<(bits&63)-1) + '0'
		if digit > '9' {
			digit += 'a' - '9' - 1
		}
		m.InitU8At(to, fieldStrData, count-1-k, digit)
	}
}

// placesOf is how many digits behind the point a form asks for, of a letter that takes such: six if it says nothing.
func placesOf(form uint64) (places uint64, ok bool) {
	if form&formPoint == 0 {
		return 6, true
	}
	return form >> formPlace & 255, form&formPlaces != 0
}

// wholeKind reports whether a letter shows an int.
func wholeKind(kind uint64) bool { return kind == 'd' || bitsOf(kind) != 0 }

// numberParts is what is shown of an int or a float: the number in front of the point, how many digits that has, what stands behind the
// point in so many digits, and whether there is a sign.
func numberParts(x mem.Ref, form, kind uint64) (whole, part, count, places uint64, negative, ok bool) {
	if !wordIsFloat(x) {
		whole, negative, ok = magnitude(x)
		if !ok {
			return 0, 0, 0, 0, false, false
		}
		if wholeKind(kind) {
			return whole, 0, digitsIn(whole, kind), 0, negative, form&formPoint == 0
		}
		count = digitsOf(whole)
		places, ok = placesOf(form)
		if kind == 'g' {
			return whole, 0, count, 0, negative, ok && count <= max(places, 1)
		}
		return whole, 0, count, places, negative, ok && kind == 'f'
	}
	negative = uint64(x)>>63 != 0
	switch kind {
	case kindText:
		whole, part, places, ok = shortest(x)
		ok = ok && form&formPoint == 0
	case 'd': // of %: what stands in front of the point
		whole, ok = truncated(x)
		negative = negative && whole != 0
		ok = ok && form&formPoint == 0
	case 'f':
		places, ok = placesOf(form)
		if ok {
			whole, part, ok = fixed(x, places)
		}
	case 'g':
		places, ok = placesOf(form)
		if ok {
			whole, part, places, ok = significant(x, max(places, 1))
		}
	}
	return whole, part, digitsOf(whole), places, negative, ok
}

// shownLength is how long a number of such parts is.
func shownLength(count, places uint64, negative bool) (n uint64) {
	n = count
	if places > 0 {
		n += places + 1
	}
	if negative {
		n++
	}
	return n
}

// putFill writes a character so many times.
func putFill(m mem.Mem, to mem.Ref, n, c uint64) {
	for i := uint64(0); i < min(n, mostWidth); i++ {
		m.InitU8At(to, fieldStrData, i, c)
	}
}

// ahead is a place in a str, some characters behind another one.
func ahead(to mem.Ref, n uint64) mem.Ref { return mem.Ref(uint64(to) + n) }

// putSpaces writes what n characters are filled with to the width of a form, and returns where they go.
func putSpaces(m mem.Mem, to mem.Ref, form, n uint64) (at mem.Ref) {
	pad := widthOf(form) - n
	left := pad
	if form&formLeft != 0 {
		left = 0
	}
	if form&formMiddle != 0 {
		left = pad >> 1
	}
	putFill(m, to, left, ' ')
	putFill(m, ahead(to, left+n), pad-left, ' ')
	return ahead(to, left)
}

// putNumber writes a number that has n characters without what it is filled with.
func putNumber(m mem.Mem, to mem.Ref, whole, part, count, places uint64, negative bool, form, kind, n uint64) {
	zeros := uint64(0)
	if widthOf(form) > n {
		if form&formZero != 0 && form&formAligned == 0 {
			zeros = widthOf(form) - n
		} else {
			to = putSpaces(m, to, form, n)
		}
	}
	if negative {
		m.InitU8At(to, fieldStrData, 0, '-')
		to = ahead(to, 1)
	}
	if zeros > 0 {
		putFill(m, to, zeros, '0')
		to = ahead(to, zeros)
	}
	putWhole(m, to, whole, count, kind)
	if places > 0 {
		m.InitU8At(to, fieldStrData, count, '.')
		putDecimal(m, ahead(to, count+1), part, places)
	}
}

// textLength is how many characters of a str are shown: of kind r between quotes.
func textLength(m mem.Mem, x mem.Ref, form, kind uint64) (n uint64, ok bool) {
	n = m.U64(x, fieldStrLen)
	if n > mostMade || form&formPoint != 0 {
		return 0, false
	}
	if kind == 'r' {
		return n + 2, quotable(m, x)
	}
	return n, kind == 's'
}

// putText writes a str that has n characters without what it is filled with.
func putText(m mem.Mem, to, x mem.Ref, form, kind, n uint64) {
	if widthOf(form) > n {
		to = putSpaces(m, to, form, n)
	}
	if kind == 'r' {
		putQuoted(m, to, x, min(n-2, mostMade))
	} else {
		copyBytes(m, to, x, min(n, mostMade))
	}
}

// newShown is a str of n characters that the caller writes: of one it is made of that afterwards.
func newShown(m mem.Mem, n uint64) (s mem.Ref, ok bool) {
	if n == 0 || n > heap.MaxSmall-OffStrData {
		return NoRef, false
	}
	return newASCIIOf(m, max(n, 2))
}

// asShown is that str.
func asShown(m mem.Mem, s mem.Ref, n uint64) (r mem.Ref, ok bool) {
	if n == 1 {
		return oneChar(m, m.U8(s, fieldStrData))
	}
	return s, true
}

// specFrom reads a specification from a place of a str on, up to one behind its letter, or a brace: an alignment, a form, and a letter.
func specFrom(m mem.Mem, s mem.Ref, i, n uint64) (form, kind, end uint64, ok bool) {
	if i < n {
		switch m.U8At(s, fieldStrData, i) {
		case '<':
			form = formLeft
		case '>':
			form = formRight
		case '^':
			form = formMiddle
		}
		if form != 0 {
			i++
		}
	}
	for i < min(n, mostFormat) {
		c := m.U8At(s, fieldStrData, i)
		if c == '}' {
			break
		}
		i++
		if c-'a' < 26 {
			kind = c
			break
		}
		form, ok = formWith(form, c)
		if !ok {
			return 0, 0, 0, false
		}
	}
	return form, kind, i, kind != 'r' && (form&formZero == 0 || form&formAligned == 0)
}

// specFor is what a specification says of a value where it does not say it, and whether it is one for the value.
func specFor(x mem.Ref, text bool, form, kind uint64) (uint64, uint64, bool) {
	if text {
		if form&formAligned == 0 {
			form |= formLeft
		}
		return form, 's', (kind == 0 || kind == 's') && form&formZero == 0
	}
	if wordIsFloat(x) {
		return form, kind, kind == kindText || kind == 'f' || kind == 'g'
	}
	if kind == 0 {
		kind = 'd'
	}
	return form, kind, true
}

// formatted is format(x, spec) of a number or a str, as f-strings have it: spec is of few characters, and fills with spaces or zeros.
//
//tier2:routine format
func formatted(m mem.Mem, x, spec mem.Ref) (s mem.Ref, ok bool) {
	if !ascii(m, spec) || m.U64(spec, fieldStrLen) > mostSpec {
		return NoRef, false
	}
	form, kind, end, ok := specFrom(m, spec, 0, m.U64(spec, fieldStrLen))
	if !ok || end != m.U64(spec, fieldStrLen) {
		return NoRef, false
	}
	text := ascii(m, x)
	form, kind, ok = specFor(x, text, form, kind)
	if !ok {
		return NoRef, false
	}
	if text {
		return textFormatted(m, x, form)
	}
	return numberFormatted(m, x, form, kind)
}

// textFormatted is a str, filled.
func textFormatted(m mem.Mem, x mem.Ref, form uint64) (s mem.Ref, ok bool) {
	n, ok := textLength(m, x, form, 's')
	if !ok {
		return NoRef, false
	}
	if widthOf(form) <= n {
		return x, true
	}
	s, ok = newShown(m, widthOf(form))
	if !ok {
		return NoRef, false
	}
	putText(m, s, x, form, 's', n)
	return asShown(m, s, widthOf(form))
}

// numberFormatted is the text of a number.
func numberFormatted(m mem.Mem, x mem.Ref, form, kind uint64) (s mem.Ref, ok bool) {
	whole, part, count, places, negative, ok := numberParts(x, form, kind)
	if !ok {
		return NoRef, false
	}
	n := shownLength(count, places, negative)
	width := max(n, widthOf(form))
	s, ok = newShown(m, width)
	if !ok {
		return NoRef, false
	}
	putNumber(m, s, whole, part, count, places, negative, form, kind, n)
	return asShown(m, s, width)
}
